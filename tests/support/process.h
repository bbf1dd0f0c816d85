/* Starting and waiting for programs on each system; only for command.c and main.c. */
#pragma once

#include "support/command.h"

double process_now(void);

/* The first `settings` words are NAME=VALUE. Makes c->streams for the output. */
void process_start(command *c, char **words, int settings);

/* One stream's output so far; the caller frees it. */
char *process_text(FILE *stream);

bool process_has_ended(const command *c); /* keeps its status for process_status */
void process_kill(const command *c);
int process_status(command *c); /* waits for the end: the exit status, or minus a signal */

void process_on_terminal(command *c, unsigned short columns, char **words, int settings);

bool process_interrupt(const command *c);

/* The number of its children; *one is the id of one of them. */
int process_children(const command *c, pid_t *one);

/* Splits off a process for the tests, because a driver may end it silently. The parent waits, reports an
   early end, and exits. Call before any OpenCL call. */
void process_watch_tests(void);

void process_tests_are_over(void);
