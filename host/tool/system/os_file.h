/*
 * os_file.h - what systems do differently with files: output files (output_file.h), positioned writes, files
 * read.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tool_out {
    FILE *stream; /* NULL = not open */
    char *path;   /* where it appears, symbolic links resolved; owned */
    char *temp;   /* its name until then; NULL once published, or when written directly; owned */
    bool direct;
    bool existed; /* there was such a file when it was opened */
    bool is_new;  /* tool_out_only_new */
    int reason;   /* errno of the first write that failed, 0 = none did */
} tool_out;

/* Whether tool_file_start can be expected to succeed, without opening anything: 0, or the errno. */
int tool_file_may_start(const char *path);

/* Begins an output file in `out`, which is zeros: finds its final path and opens its stream. Returns 0, or
 * the errno of the failure, with a partly filled `out`. */
int tool_file_start(tool_out *out, const char *path);

/* Forces to disk what was written under the other name, and gives the file its own; 0, or the errno of the
   failure: EEXIST where a file that was to be new is there. */
int tool_file_place(const tool_out *out);

/* True if the published file still has its name, while the stream is open: another program may have removed
 * or replaced it. */
bool tool_out_stands(const tool_out *out);

/* Removes what processes that are no more have left of output files in the folder of `path`. */
void tool_out_sweep(const char *path);

/* Whether two paths name one regular file, by whatever links and spellings, or would once it is written. */
bool tool_file_same(const char *a, const char *b);
bool tool_file_is_regular(const char *path);
bool tool_file_is_lost_link(const char *path); /* leads to nothing that is there */
bool tool_file_is_pipe(const char *path);      /* what is read from it is gone */

/* Size of an open regular file; false for other files, whose size is unknown. */
bool tool_file_bytes(FILE *stream, uint64_t *bytes);

/* Writes all bytes at an offset of an open regular file; 0, or the errno of the failure (a part may have
   been written). The stream must have nothing buffered. */
int tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes);

/* Reads `bytes` bytes at an offset of an open regular file into `data`. Returns 0, or the errno of the
 * failure, EIO if the file is too short. The stream's position is unchanged. */
int tool_file_read_at(FILE *stream, uint64_t offset, void *data, size_t bytes);

/* Writes all bytes after the stream's content, also if a signal arrives while a pipe is full (a second signal
 * ends it, so that a hanging reader cannot block it forever). Returns 0, or the errno of the failure. */
int tool_file_write_all(FILE *stream, const void *data, size_t bytes);

/* Cuts an open regular file to `size` bytes; 0, or the errno of the failure. */
int tool_file_cut(FILE *stream, uint64_t size);

/* Opens for reading; NULL with XL_IO and the reason otherwise (a folder included). */
FILE *tool_file_open_read(const char *path, xl_error *error);
