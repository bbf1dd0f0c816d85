/*
 * cmd_learn.h - what a person is told of a kernel of an exercise. Part of learn.c.
 */
#ifndef CLI_LEARN_H
#define CLI_LEARN_H

#include "base/text.h"
#include "cli.h"

/* Adds lines about the record (host/tool/learn/learn.h): right and where, or what is wrong with the kernel.
 */
void cli_learn_answer(const json_t *record, double timeout, xl__text *out);

/* Adds lines about a kernel behind which, its results compared, the driver's process died: the memory that it
   damaged may have been anybody's. `right`: they were right. */
void cli_learn_death(const char *file, bool right, const char *reason, xl__text *out);

#endif
