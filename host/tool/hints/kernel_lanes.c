#include "hints/kernel_lanes.h"
#include "hints/kernel_functions.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>

/* A lane's number is a variable or an expression, not an array's element. */
static bool is_lane_number(const tool_word *w) {
    return w->name || tool_word_is(w, ")");
}

static bool is_lanes(unsigned long lanes) {
    return lanes == 8 || lanes == 16 || lanes == 32 || lanes == 64;
}

/* The lanes that "% 32" or "& 31" assumes; 0: none. */
static unsigned lanes_of(const tool_word *operator) {
    const bool below = tool_word_is(operator, "&") || tool_word_is(operator, "=="),
               whole =
                   tool_word_is(operator, "%") || tool_word_is(operator, "/") || tool_word_is(operator, "*");
    char *end;
    if (!below && !whole) return 0;
    const unsigned long number = strtoul(operator[1].text, &end, 0);
    const int size = (int)(end - operator[1].text);
    if (size == 0 || (size != operator[1].size && !(size + 1 == operator[1].size &&(*end | 32) == 'u')))
        return 0;
    if (below && number == 0xffffffff) return 32; /* a mask of all lanes */
    return is_lanes(number + below) ? (unsigned)(number + below) : 0;
}

static bool find(const tool_kernel_words *words, const tool_function *f, unsigned width,
                 tool_fixed_lanes *out) {
    for (size_t i = f->body + 1; i < f->body_end; i++) {
        const tool_word *const w = &words->word[i];
        const unsigned lanes = lanes_of(w);
        if (lanes == 0 || lanes == width || !is_lane_number(w - 1)) continue;
        *out = (tool_fixed_lanes){.line = w->line, .lanes = lanes};
        snprintf(out->text, sizeof out->text, "%.*s %.*s", w->size, w->text, w[1].size, w[1].text);
        return true;
    }
    return false;
}

bool tool_kernel_lanes(const char *source, const char *kernel, unsigned width, tool_fixed_lanes *out) {
    tool_kernel_words words;
    tool_functions *const functions = tool_need(malloc(sizeof *functions));
    bool found = false;
    tool_kernel_words_read(source, &words);
    tool_functions_find(&words, functions);
    for (int f = 0; f < functions->count && !found; f++)
        if (tool_word_is(&words.word[functions->item[f].name], kernel))
            found = find(&words, &functions->item[f], width, out);
    tool_kernel_words_free(&words);
    free(functions);
    return found;
}
