/*
 * os_file.h - output files that appear whole or not at all, and positioned writes.
 *
 * A link that leads to no file yet leads to the new one.
 *
 * A regular file is written under another name in the same folder, forced to disk, then renamed over the
 * target: a reader finds the old file or the new one, never a part. What is no regular file (a device, a
 * pipe) cannot be renamed over and is written directly.
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

/* Whether tool_out_open can be expected to succeed, without opening anything: XL_IO with the reason. */
int tool_out_check(const char *path, xl_error *error);

/* Whether two paths name one regular file, by whatever links and spellings, or would once it is written. */
bool tool_file_same(const char *a, const char *b);
bool tool_file_is_regular(const char *path);
bool tool_file_is_pipe(const char *path); /* what is read from it is gone */

/* Size of an open regular file; false when it is none, so that nobody knows. */
bool tool_file_bytes(FILE *stream, uint64_t *bytes);

/* Opens for writing. XL_IO with the reason when `path` is a folder or its folder cannot be written. */
int tool_out_open(tool_out *out, const char *path, xl_error *error);

/* Publish fails where there is a file of that name by then: for what replaces no file, or none that was not
   there when it was opened. */
void tool_out_only_new(tool_out *out);

/* Whether the file that was published is the one that stands under its name, while the stream is open:
   another program may have removed or replaced it. */
bool tool_out_stands(const tool_out *out);

/* Writes all bytes; false on failure, which sticks and is told by publish and close. */
bool tool_out_write(tool_out *out, const void *data, size_t bytes);

/* Forces what was written to disk and lets it appear under its name; the stream stays open. On failure
   (XL_IO) nothing appears and the temporary file is removed. */
int tool_out_publish(tool_out *out, xl_error *error);

/* Publishes, if that is still to be done, and closes. On failure as tool_out_publish. */
int tool_out_close(tool_out *out, xl_error *error);

/* Closes and removes the temporary file; nothing appears. Fine when not open. */
void tool_out_abandon(tool_out *out);

/* Removes what processes that are no more have left of output files in the folder of `path`. */
void tool_out_sweep(const char *path);

/* Removes what this process has begun and not yet given its name: before an end in which nothing else can be
   done, from any thread, without memory. */
void tool_out_remove_open(void);

/* Writes all bytes at an offset of an open regular file; 0, or the errno of the failure (a part may have
   been written). The stream must have nothing buffered. */
int tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes);

/* Reads so many bytes at an offset of an open regular file, into `data`; 0, or the errno of the failure, EIO
   where the file ends before. Where the stream stands is not changed. */
int tool_file_read_at(FILE *stream, uint64_t offset, void *data, size_t bytes);

/* Writes all bytes behind what the stream holds, also when a signal comes while a pipe is full (a second one
   ends it, so that nobody waits for a reader that hangs); 0, or the errno of the failure. */
int tool_file_write_all(FILE *stream, const void *data, size_t bytes);

/* Cuts an open regular file to `size` bytes; 0, or the errno of the failure. */
int tool_file_cut(FILE *stream, uint64_t size);

/* Opens for reading; NULL with XL_IO and the reason otherwise (a folder included). */
FILE *tool_file_open_read(const char *path, xl_error *error);
