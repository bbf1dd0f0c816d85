/*
 * kernel_words.h - splits a kernel's source into names, numbers and operators. Skips comments, strings
 * and preprocessor lines. Only for kernel_check.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct tool_word {
    const char *text; /* in the source */
    int size;
    unsigned line, column;
    bool name;
    size_t close; /* of a bracket: the index of the word that closes it, or the number of words; else 0 */
} tool_word;

/* The words of a text, followed by eight empty words; owned. */
typedef struct tool_kernel_words {
    tool_word *word;
    size_t count;
} tool_kernel_words;

void tool_kernel_words_read(const char *source, tool_kernel_words *out);
void tool_kernel_words_free(tool_kernel_words *words);

bool tool_word_is(const tool_word *word, const char *text);
bool tool_word_begins(const tool_word *word, const char *text);
bool tool_word_same(const tool_word *a, const tool_word *b);

/* The bracket that closes "(", "[" or "{" at `open`; `end` if none closes it before that, or none is at
   `open`. */
size_t tool_words_close(const tool_kernel_words *words, size_t open, size_t end);
