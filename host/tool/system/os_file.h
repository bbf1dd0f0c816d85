/* os_file.h - the system's part of output files (output_file.h). An int result is 0 or errno. */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tool_out {
    FILE *stream; /* NULL: not open */
    char *path;   /* links resolved; owned */
    char *temp;   /* its name until published; NULL: published, or written directly; owned */
    bool direct;
    bool existed;
    bool is_new; /* tool_out_only_new */
    int reason;  /* errno of the first failed write, 0: none */
} tool_out;

/* Predicts tool_file_start without opening. */
int tool_file_may_start(const char *path);

/* `out` must be zeros. A failure leaves it partly filled. */
int tool_file_start(tool_out *out, const char *path);

/* Forces the temporary file to disk and names it; EEXIST: a file that must be new exists. */
int tool_file_place(const tool_out *out);

/* The open, published file was neither removed nor replaced. */
bool tool_out_stands(const tool_out *out);

/* Removes dead processes' partial output files in the folder of `path`. */
void tool_out_sweep(const char *path);

/* Through links and spellings, also before it exists. */
bool tool_file_same(const char *a, const char *b);
bool tool_file_is_regular(const char *path);
bool tool_file_is_lost_link(const char *path); /* leads to nothing */
bool tool_file_is_pipe(const char *path);      /* it can be read once */

/* False: not a regular file. */
bool tool_file_bytes(FILE *stream, uint64_t *bytes);

/* A failure may leave a part written. The stream must have nothing buffered. */
int tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes);

/* EIO if the file is too short. The stream's position is unchanged. */
int tool_file_read_at(FILE *stream, uint64_t offset, void *data, size_t bytes);

/* Appends, also if a signal arrives while a pipe is full. A second signal ends it: a reader may hang. */
int tool_file_write_all(FILE *stream, const void *data, size_t bytes);

int tool_file_cut(FILE *stream, uint64_t size);

/* NULL with XL_IO and the reason (also for a folder). */
FILE *tool_file_open_read(const char *path, xl_error *error);
