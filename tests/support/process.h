/*
 * process.h - for command.c alone: what differs between systems in starting a program and waiting for it.
 */
#pragma once

#include "support/command.h"

double process_now(void); /* seconds of a clock that only advances */

/* Starts the command's file with these words; the first `settings` of them are NAME=VALUE. What it prints
   goes to c->streams, which are made. */
void process_start(command *c, char **words, int settings);

/* All that one of the streams holds so far; freed by the caller. */
char *process_text(FILE *stream);

bool process_has_ended(const command *c); /* leaves its status to be taken */
void process_kill(const command *c);
int process_status(command *c); /* waits for the end: the exit status, or minus a signal */

/* Runs the command to its end on a terminal of so many columns: c->status, c->out. */
void process_on_terminal(command *c, unsigned short columns, char **words, int settings);

/* As Ctrl-C does. */
bool process_interrupt(const command *c);

/* How many children it has, and the number of one of them. */
int process_children(const command *c, pid_t *one);
