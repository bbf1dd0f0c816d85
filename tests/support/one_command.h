/*
 * one_command.h - the command that all tests of a file run. AROUND(enter, leave): each in a scratch folder;
 * AROUND(NULL, free_command): without one.
 */
#pragma once

#include "support/command.h"
#include "support/scratch.h"

extern command c;
void free_command(void);
void enter(void);
void leave(void);

/* Runs it and expects the exit status. */
void crosslane(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether what it printed has each of the parts; they end with NULL. */
void command_has_all(const char *text, const char *part, ...);
#define out_has(...) command_has_all(c.out, __VA_ARGS__, NULL)
#define err_has(...) command_has_all(c.err, __VA_ARGS__, NULL)
