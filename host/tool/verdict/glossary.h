/*
 * glossary.h - explains the words that a verdict used.
 */
#pragma once

#include "verdict/verdict.h"

typedef struct tool_glossary {
    tool_teller *tell;
    void *user;
    unsigned used; /* a bit per word */
} tool_glossary;

/* A tool_teller of a tool_glossary. */
void tool_glossary_pass(void *glossary, const char *line);

/* "words: emul 8, ...", if any was used. */
void tool_glossary_end(const tool_glossary *glossary);
