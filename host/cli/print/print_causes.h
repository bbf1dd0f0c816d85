/* print_causes.h - groups failed rows by cause: one mistake in a user's kernel fails many rows. */
#pragma once

#include <jansson.h>
#include <stdio.h>

typedef struct cli_causes cli_causes;

cli_causes *cli_causes_make(void);
void cli_causes_free(cli_causes *causes);

/* Returns the name of an earlier row with the same cause (the place and text of the compiler's error, or the
   hints), valid until the next call; NULL: a new cause. */
const char *cli_causes_add(cli_causes *causes, const json_t *record, const char *name);

void cli_causes_print(const cli_causes *causes, FILE *out);
