/*
 * one_command.h - the command that all tests of a file run. AROUND(enter, leave): each in a scratch folder;
 * AROUND(NULL, free_command): without one.
 */
#ifndef TEST_ONE_COMMAND_H
#define TEST_ONE_COMMAND_H

#include "support/command.h"
#include "support/scratch.h"

extern command c;
void free_command(void);
void enter(void);
void leave(void);

#endif
