/*
 * reduce_text.h - makes an OpenCL C text smaller, as long as a question about it is answered with yes.
 */
#pragma once

#include "base/text.h"

typedef struct reduce_question {
    /* Whether this text will do. It may also remember it. */
    bool (*holds)(void *user, const char *text);
    bool (*stopped)(void *user);
    void *user;
} reduce_question;

/* One round of changes. *text, which has no comments and no #if, is replaced by the smallest text that was
   found; both are for free(). False: nothing was found. */
bool reduce_text(char **text, const reduce_question *question);

/* ---- tokens ----------------------------------------------------------------------------------- */

typedef struct reduce_token {
    const char *at;
    int size;
    int pair; /* index of the other bracket; -1: none */
} reduce_token;

/* Freed by the caller. Brackets without a partner have no pair. */
reduce_token *reduce_tokens(const char *text, int *count);

/* Appends a text with a statement per line, indented, with lines of at most 110 columns where possible. */
void reduce_layout(const char *text, xl__text *out);
