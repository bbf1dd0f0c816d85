/* Runs the built command. The line, a printf format, is split at spaces; '...' is one word. Leading words
   NAME=VALUE set the environment. */
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

/* More than ten minutes fail the test. */
void command_run(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Both streams are a terminal of this many columns. c->out has the output, with CR LF. */
void command_run_on_terminal(command *c, unsigned short columns, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void command_start(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void command_wait(command *c);

/* Returns the worker's process; 0 if the command ended before, or without /proc. */
pid_t command_worker(const command *c);

/* False if it ended before, or without /proc. */
bool command_has_workers(const command *c, int count);

/* Returns also if the command has ended. */
void command_wait_for(const command *c, const char *text);

bool command_is_running(const command *c);

void command_pause(void);

void command_free(command *c);

void command_expect(const command *c, int status);

/* By Ctrl-C; expects the exit status of an interrupt. */
void command_interrupt(command *c);

/* Exactly one line on standard error, which begins with the command's name and has each of these texts (NULL
   ends them). No row on standard output may be ok. */
void command_refused(const command *c, int status, ...);

/* Of --json -, valid; the caller owns the reference. */
json_t *command_document(const command *c);

/* The file may still grow or not exist yet. */
size_t command_rows_in(const char *path);

/* Valid, and `finished` or not; returns the number of rows. */
size_t command_check_file(const char *path, bool finished);

void command_has(const command *c, const char *text, const char *part);
