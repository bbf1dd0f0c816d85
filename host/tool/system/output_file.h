/*
 * output_file.h - output files that appear whole or not at all: written next to the target, forced to disk,
 * then renamed over it. A device or pipe is written directly. A link to a missing file leads to the new file.
 */
#pragma once

#include "system/os_file.h"

/* Predicts tool_out_open without opening: XL_IO with the reason. */
int tool_out_check(const char *path, xl_error *error);

/* XL_IO with the reason. */
int tool_out_open(tool_out *out, const char *path, xl_error *error);

/* Publish fails if the name exists by then. */
void tool_out_only_new(tool_out *out);

/* False on failure; publish and close also report it. */
bool tool_out_write(tool_out *out, const void *data, size_t bytes);

/* Forces the file to disk and names it; the stream stays open. XL_IO: removes the temporary file. */
int tool_out_publish(tool_out *out, xl_error *error);

/* Publishes if needed. On failure as tool_out_publish. */
int tool_out_close(tool_out *out, xl_error *error);

int tool_out_save(const char *path, const void *data, size_t bytes, xl_error *error);

/* Removes the temporary file; nothing appears. May be closed already. */
void tool_out_abandon(tool_out *out);

/* Removes all unpublished files before an abnormal end, from any thread, without allocating. */
void tool_out_remove_open(void);
