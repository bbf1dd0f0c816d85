#include "verdict/short_names.h"
#include "recorded/winners.h"
#include "text/display.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Bytes. A name keeps its last word, and the word before a version. */
static size_t common_words(const tool_recorded *r) {
    const char *const first = r->subject[0].name;
    size_t common = 0;
    for (size_t end = strcspn(first, " ") + 1; first[end - 1]; end += strcspn(first + end, " ") + 1) {
        for (int s = 1; s < r->count; s++)
            if (strncmp(r->subject[s].name, first, end) != 0) return common;
        if (!isdigit((unsigned char)first[end])) common = end;
    }
    return common;
}

/* To whole words; keeps the first. */
static void shorten(const char *name, char *out) {
    if (*name == '(') name++; /* "Maker H200 (device 1)" of two equal devices is "device 1" */
    const char *const place = strstr(name, " on ");
    size_t size = place ? (size_t)(place - name) : strlen(name);
    while (size > TOOL_SHORT_COLUMNS && memchr(name, ' ', size)) do
            size--;
        while (name[size] != ' ');
    while (size > 0 && strchr(" ,;:)", name[size - 1])) size--;
    char word[TOOL_SUBJECT_NAME];
    snprintf(word, sizeof word, "%.*s", (int)size, name);
    tool_text_cut(word, TOOL_SHORT_COLUMNS, "...", out, TOOL_SHORT);
}

static bool are_distinct(char (*names)[TOOL_SHORT], int count) {
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(names[a], names[b]) == 0) return false;
    return true;
}

bool tool_short_names(const tool_recorded *r, char out[TOOL_MAX_SUBJECTS][TOOL_SHORT]) {
    const size_t common = r->count > 1 ? common_words(r) : 0;
    for (int s = 0; s < r->count; s++) {
        const char *const rest = r->subject[s].name + common;
        shorten(strncmp(rest, "on ", 3) == 0 ? rest + 3 : rest, out[s]);
    }
    if (are_distinct(out, r->count)) return true;
    for (int s = 0; s < r->count; s++) snprintf(out[s], TOOL_SHORT, "%c", tool_subject_letter(s));
    return false;
}
