/* Copies of a case and its table with a random change, for tests of code that reads tables. */
#pragma once

#include "cases/case.h"

/* Its lists have the exact size, so that a sanitizer finds reads past the end. */
typedef struct mutant mutant;
mutant *mutant_make(const tool_case *cs); /* ends the process if memory runs out */
const tool_case *mutant_case(const mutant *m);
const tool_case *mutant_was(const mutant *m);
/* The strategy changed last; -1 if none. */
int mutant_strategy(const mutant *m);
void mutant_free(mutant *m);

/* One for each field of a structure and for each change of a list. */
int mutant_kinds(void);
const char *mutant_kind_name(int kind);

/* With numbers drawn from *state; describes it in `what`. False: the table has no such field. */
bool mutant_change(mutant *m, int kind, uint64_t *state, char *what, size_t size);

uint64_t mutant_draw(uint64_t *state, uint64_t below);
