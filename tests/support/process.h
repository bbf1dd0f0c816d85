/* Only for command.c and main.c: systems' differences in starting a program and waiting for it. */
#pragma once

#include "support/command.h"

double process_now(void);

/* Starts the command with these words, of which the first `settings` are NAME=VALUE. Makes c->streams for
   its output. */
void process_start(command *c, char **words, int settings);

/* One stream's output so far; the caller frees it. */
char *process_text(FILE *stream);

bool process_has_ended(const command *c); /* keeps its status for process_status */
void process_kill(const command *c);
int process_status(command *c); /* waits for the end: the exit status, or minus a signal */

/* Runs the command on a terminal of this many columns; sets c->status and c->out. */
void process_on_terminal(command *c, unsigned short columns, char **words, int settings);

bool process_interrupt(const command *c);

/* The number of its children; *one is the id of one of them. */
int process_children(const command *c, pid_t *one);

/* Splits off a process for the tests, because a driver may end it without a message. The parent waits, says
   how the tests ended if they were not over, and exits. Returns in the process of the tests. Before any
   OpenCL call. */
void process_watch_tests(void);

/* All tests are over. */
void process_tests_are_over(void);
