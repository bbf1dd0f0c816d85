/*
 * print_causes.h - groups failed rows by cause: one mistake in a user's kernel fails many rows.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

typedef struct cli_causes cli_causes;

cli_causes *cli_causes_make(void);
void cli_causes_free(cli_causes *causes);

/* Takes a failed row; `name` is its printed name. Returns the name of an earlier row with the same cause,
   valid until the next call; NULL for a new cause. Causes are equal if the compiler's errors have the same
   place and text, or if the hints are equal. */
const char *cli_causes_add(cli_causes *causes, const json_t *record, const char *name);

/* Prints the causes that have several rows, with the names of the rows. */
void cli_causes_print(const cli_causes *causes, FILE *out);
