/*
 * print_causes.h - rows that went wrong of one cause: a mistake in one place of a person's own kernels shows
 * in many.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

typedef struct cli_causes cli_causes;

/* Memory that runs out ends the process (tool_need). */
cli_causes *cli_causes_make(void);
void cli_causes_free(cli_causes *causes);

/* Takes a row that went wrong, `name` as it is shown. Returns the name of the row of which the same is known
   already, valid until the next call; NULL: of none, so there is something new to tell. The same is known of
   two rows whose compiler errors have one place and text, or of which the same sentences are said. */
const char *cli_causes_add(cli_causes *causes, const json_t *record, const char *name);

/* A cause that stands for several rows, and their names; nothing where there is none. */
void cli_causes_print(const cli_causes *causes, FILE *out);
