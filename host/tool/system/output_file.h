/*
 * output_file.h - output files that appear whole or not at all. A link to a file that does not exist yet
 * links to the new file. A regular file is written under another name in the same folder, forced to disk,
 * then renamed over the target: a reader finds the old file or the new file, never a part. A device or pipe
 * cannot be renamed over and is written directly.
 */
#pragma once

#include "system/os_file.h"

/* Whether tool_out_open can be expected to succeed, without opening anything: XL_IO with the reason. */
int tool_out_check(const char *path, xl_error *error);

/* Opens for writing. XL_IO with the reason when `path` is a folder or its folder cannot be written. */
int tool_out_open(tool_out *out, const char *path, xl_error *error);

/* Publish fails where there is a file of that name by then: for what replaces no file, or none that was not
   there when it was opened. */
void tool_out_only_new(tool_out *out);

/* Writes all bytes; false on failure, which publish and close then also report. */
bool tool_out_write(tool_out *out, const void *data, size_t bytes);

/* Forces what was written to disk and lets it appear under its name; the stream stays open. On failure
   (XL_IO) nothing appears and the temporary file is removed. */
int tool_out_publish(tool_out *out, xl_error *error);

/* Publishes, if that is still to be done, and closes. On failure as tool_out_publish. */
int tool_out_close(tool_out *out, xl_error *error);

/* Closes and removes the temporary file; nothing appears. Fine when not open. */
void tool_out_abandon(tool_out *out);

/* Removes what this process has begun and not yet given its name: before an end in which nothing else can be
   done, from any thread, without memory. */
void tool_out_remove_open(void);
