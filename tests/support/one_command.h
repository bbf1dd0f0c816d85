/* The command that all tests of a file share. AROUND(enter, leave) gives each test a scratch folder. */
#pragma once

#include "support/command.h"
#include "support/scratch.h"

extern command c;
void free_command(void);
void enter(void);
void leave(void);

void crosslane(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Expects each of the parts in the text; NULL ends them. */
void command_has_all(const char *text, const char *part, ...);
#define out_has(...) command_has_all(c.out, __VA_ARGS__, NULL)
#define err_has(...) command_has_all(c.err, __VA_ARGS__, NULL)
