/*
 * mutate.h - copies of a case and its table, of which a field is changed at random: for tests of what reads
 * tables.
 */
#pragma once

#include "cases/case.h"

/* A copy in memory of its own, each list no larger than it is, so that a sanitizer sees a read behind it. */
typedef struct mutant mutant;
mutant *mutant_make(const tool_case *cs); /* ends the process without memory */
const tool_case *mutant_case(const mutant *m);
/* What it was made of. */
const tool_case *mutant_was(const mutant *m);
/* The strategy of which something was changed last; -1: of none. */
int mutant_strategy(const mutant *m);
void mutant_free(mutant *m);

/* Kinds of change: a field of a structure, or something done to a list. */
int mutant_kinds(void);
const char *mutant_kind_name(int kind);

/* Changes something of that kind by numbers drawn from *state, and says what. False: the table has no such
 * field. */
bool mutant_change(mutant *m, int kind, uint64_t *state, char *what, size_t size);

/* The next number below `below`. */
uint64_t mutant_draw(uint64_t *state, uint64_t below);
