/*
 * command.h - runs the built command like a person: a command line, its exit status and output.
 *
 * The line, a printf format, is split at spaces; '...' keeps its content together. Leading words NAME=VALUE
 * set the environment, as in a shell.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct command {
    char line[2048]; /* the line run, for messages */
    pid_t pid;
    FILE *streams[2];
    int status;      /* exit status, or minus the signal */
    char *out, *err; /* its output; freed by command_free or the next run */
} command;

/* Runs to the end; more than ten minutes fail the test. */
void command_run(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same on a terminal of this many columns for both streams. c->out has the output, with CR LF. */
void command_run_on_terminal(command *c, unsigned short columns, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same in two steps, so that the test can act in between. */
void command_start(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void command_wait(command *c);

/* Waits until a started command has a worker and returns its process; 0 if the command ended before, or
   without /proc. */
pid_t command_worker(const command *c);

/* Waits until the command has `count` workers together; false if it ended before, or without /proc. */
bool command_has_workers(const command *c, int count);

/* Waits until standard output has the text, or the command has ended. */
void command_wait_for(const command *c, const char *text);

bool command_is_running(const command *c);

void command_pause(void);

void command_free(command *c);

/* Fails the test, with the output, unless this is the exit status. */
void command_expect(const command *c, int status);

/* Interrupts the command as Ctrl-C does, waits for its end, and expects the exit status of an interrupt. */
void command_interrupt(command *c);

/* Expects a refusal: this status, and exactly one line on standard error, which begins with the command's
   name and has each of these texts (NULL ends them). No row on standard output may be ok. */
void command_refused(const command *c, int status, ...);

/* The results document on standard output (--json -), which must be valid. The caller owns the reference. */
json_t *command_document(const command *c);

/* The number of rows in a results file, which may still grow or not exist yet. */
size_t command_rows_in(const char *path);

/* Expects a valid results file of a run that ended by itself or not (`finished`); returns the number of
   rows. */
size_t command_check_file(const char *path, bool finished);

/* Expects the part in the text; a failure's message has both. */
void command_has(const command *c, const char *text, const char *part);
