#include "learn/kernel_text.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

/* After spaces and comments. */
static const char *skip_blank(const char *at) {
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        const char *const end = at[0] != '/'   ? NULL
                                : at[1] == '/' ? strchr(at, '\n')
                                : at[1] == '*' ? strstr(at + 2, "*/")
                                               : NULL;
        if (!end) return at;
        at = end + (at[1] == '*' ? 2 : 1);
    }
}

/* Without comments and blanks; the caller frees it. */
static char *code_of(const char *text, size_t *size) {
    char *const code = tool_need(malloc(strlen(text) + 1));
    *size = 0;
    for (text = skip_blank(text); *text; text = skip_blank(text + 1)) code[(*size)++] = *text;
    code[*size] = '\0';
    return code;
}

static size_t compare(const char *a, const char *b, bool *same) {
    size_t size[2], begin = 0, end = 0;
    char *const code[2] = {code_of(a, &size[0]), code_of(b, &size[1])};
    const size_t least = size[0] < size[1] ? size[0] : size[1];
    while (begin < least && code[0][begin] == code[1][begin]) begin++;
    while (end < least - begin && code[0][size[0] - 1 - end] == code[1][size[1] - 1 - end]) end++;
    *same = size[0] == size[1] && begin == least;
    free(code[0]);
    free(code[1]);
    return begin + end;
}

bool tool_same_code(const char *a, const char *b) {
    bool same;
    compare(a, b, &same);
    return same;
}

size_t tool_shared_code(const char *a, const char *b) {
    bool same;
    return compare(a, b, &same);
}
