/*
 * mutate.h - copies of a case and its table with a field changed at random: for tests of the code that reads
 * tables.
 */
#pragma once

#include "cases/case.h"

/* A copy whose lists are allocated at their exact sizes, so that a sanitizer finds reads past their ends. */
typedef struct mutant mutant;
mutant *mutant_make(const tool_case *cs); /* ends the process if memory runs out */
const tool_case *mutant_case(const mutant *m);
/* The case that it was made from. */
const tool_case *mutant_was(const mutant *m);
/* The strategy in which something was changed last; -1 if in none. */
int mutant_strategy(const mutant *m);
void mutant_free(mutant *m);

/* The number of kinds of change: one for each field of a structure and for each change of a list. */
int mutant_kinds(void);
const char *mutant_kind_name(int kind);

/* Makes a change of that kind, with numbers drawn from *state, and describes it in `what`. False if the
   table has no such field. */
bool mutant_change(mutant *m, int kind, uint64_t *state, char *what, size_t size);

/* The next random number below `below`. */
uint64_t mutant_draw(uint64_t *state, uint64_t below);
