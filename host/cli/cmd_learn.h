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

#endif
