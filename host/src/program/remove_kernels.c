#include "program/remove_kernels.h"
#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct kernel_text {
    const char *name;
    size_t name_size;
    char *start, *end; /* first line, past the last line */
} kernel_text;

static bool begins_with(const char *line, const char *word) {
    const size_t size = strlen(word);
    return strncmp(line, word, size) == 0 && !xl__is_name_part(line[size]);
}

static bool begins_kernel(const char *line) {
    return begins_with(line, "SG_KERNEL") || begins_with(line, "__kernel") || begins_with(line, "kernel");
}

/* The name after " void " in the first line; false: none. */
static bool find_name(const char *line, kernel_text *k) {
    static const char result[] = " void ";
    const size_t size = strcspn(line, "\n");
    const char *at = strstr(line, result);
    if (!at || at > line + size) return false;
    k->name = at + strlen(result);
    k->name_size = 0;
    while (xl__is_name_part(k->name[k->name_size])) k->name_size++;
    return k->name_size > 0 && k->name[k->name_size] == '(';
}

/* False: another form. */
static bool find_end(kernel_text *k) {
    int conditionals = 0;
    char *next;
    for (char *line = k->start; *line; line = next) {
        const size_t size = strcspn(line, "\n");
        next = line + size + (line[size] == '\n');
        if (line != k->start && begins_kernel(line)) return false;
        if (line[0] == '#') { /* directives of the body */
            const char *directive = line + 1 + strspn(line + 1, " \t");
            if (strncmp(directive, "if", 2) == 0) conditionals++;
            if (strncmp(directive, "el", 2) == 0 && conditionals == 0) return false;
            if (strncmp(directive, "endif", 5) == 0 && --conditionals < 0) return false;
        }
        if (size == 1 && line[0] == '}') {
            k->end = line + size;
            return conditionals == 0;
        }
    }
    return false;
}

static bool is_asked_for(const kernel_text *k, const char *const *names) {
    for (; *names; names++)
        if (strlen(*names) == k->name_size && memcmp(*names, k->name, k->name_size) == 0) return true;
    return false;
}

/* Elsewhere, as by another kernel. */
static bool is_used(const char *text, const kernel_text *k) {
    const char *at = xl__find_name(text, k->name, k->name_size);
    if (at == k->name) at = xl__find_name(at + k->name_size, k->name, k->name_size);
    return at != NULL;
}

void xl__remove_other_kernels(char *text, const char *const *names) {
    for (char *line = text; *line;) {
        kernel_text k = {.start = line};
        if (begins_kernel(line) && find_name(line, &k) && !is_asked_for(&k, names) && find_end(&k) &&
            !is_used(text, &k)) {
            for (char *at = k.start; at < k.end; at++)
                if (*at != '\n') *at = ' ';
            line = k.end;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}
