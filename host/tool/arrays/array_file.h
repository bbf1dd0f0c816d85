/*
 * array_file.h - reads a .npy or PNG file, identified by its content, in two steps: type and shape can be
 * refused first.
 */
#pragma once

#include "arrays/array.h"
#include <stdio.h>

typedef struct tool_array_file {
    FILE *stream; /* NULL: closed */
    const char *path;
    size_t place; /* of .npy data */
} tool_array_file;

/* Ignores case. */
bool tool_is_png_name(const char *path);

/* Sets type and shape. A PNG is decoded immediately, as its size is bounded (image.h); with `luminance` to
 * one sample per pixel, [height * width]. On failure nothing is open and the array is empty: XL_IO with one
 * line, XL_TOO_LARGE, XL_NO_MEMORY.
 */
int tool_array_file_open(tool_array_file *file, const char *path, bool luminance, tool_array *array,
                         xl_error *error);

/* Checks that a regular file holds all elements; closes it. */
int tool_array_file_check(tool_array_file *file, const tool_array *array, xl_error *error);

int tool_array_file_read(tool_array_file *file, tool_array *array, xl_error *error);

/* May be closed. */
void tool_array_file_close(tool_array_file *file);
