/*
 * array_file.h - reads an array from a .npy or a PNG file, identified by its content. In two steps, so that
 * type and shape can be refused before the elements are read.
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

/* Sets the array's type and shape. A PNG is decoded immediately: its size is bounded (image.h); with
 * `luminance` it becomes one sample per pixel, [height * width]. On failure nothing is open and the array
 * is empty: XL_IO with one line, XL_TOO_LARGE, XL_NO_MEMORY.
 */
int tool_array_file_open(tool_array_file *file, const char *path, bool luminance, tool_array *array,
                         xl_error *error);

/* Checks that a regular file holds all elements; closes it. */
int tool_array_file_check(tool_array_file *file, const tool_array *array, xl_error *error);

int tool_array_file_read(tool_array_file *file, tool_array *array, xl_error *error);

/* Closes; fine when closed. */
void tool_array_file_close(tool_array_file *file);
