/* reduce_text.h - makes an OpenCL C text smaller while a condition holds. */
#pragma once

#include "base/text.h"

typedef struct reduce_question {
    /* May also remember the text. */
    bool (*holds)(void *user, const char *text);
    bool (*stopped)(void *user);
    void *user;
} reduce_question;

/* One round of changes. Replaces *text, which has no comments and no #if, by the smallest text found; both
   are for free(). False: none found. */
bool reduce_text(char **text, const reduce_question *question);

/* ---- tokens ----------------------------------------------------------------------------------- */

typedef struct reduce_token {
    const char *at;
    int size;
    int pair; /* index of the other bracket; -1: none */
} reduce_token;

/* Freed by the caller. Brackets without a partner have no pair. */
reduce_token *reduce_tokens(const char *text, int *count);

/* A statement per line, of at most 110 columns where possible. */
void reduce_layout(const char *text, xl__text *out);
