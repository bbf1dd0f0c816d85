#include "hints/kernel_functions.h"

void tool_functions_find(const tool_kernel_words *words, tool_functions *out) {
    out->count = 0;
    bool kernel = false;
    for (size_t i = 0; i < words->count; i++) {
        const tool_word *const w = &words->word[i];
        if (tool_word_is(w, "SG_KERNEL") || tool_word_is(w, "__kernel") || tool_word_is(w, "kernel"))
            kernel = true;
        if (tool_word_is(w, ";") || tool_word_is(w, "}")) kernel = false;
        if (tool_word_is(w, "{")) { /* such as a struct */
            i = tool_words_close(words, i, words->count);
            continue;
        }
        if (!w->name || !tool_word_is(w + 1, "(") || out->count == TOOL_MOST_FUNCTIONS) continue;
        const size_t close = tool_words_close(words, i + 1, words->count);
        if (close < words->count && tool_word_is(&words->word[close + 1], "{")) {
            const size_t end = tool_words_close(words, close + 1, words->count);
            out->item[out->count++] = (tool_function){i, i + 2, close, close + 2, end, kernel};
            kernel = false;
            i = end;
        } else if (!kernel) {
            i = close;
        }
    }
}
