/*
 * npy.h - NumPy's .npy files, versions 1.0 to 3.0: little-endian, C order or an order without effect, int8 to
 * int64, uint8 to uint64, float16 to float64, bool as u8 (format: numpy.lib.format, NEP 1). Memory grows with
 * the bytes present. A refusal is one line: file, byte offset, expectation.
 */
#pragma once

#include "arrays/array.h"
#include <stdio.h>

enum { TOOL_NPY_FIRST_BYTE = 0x93 };

/* *array is freed by tool_array_free; empty on failure. XL_IO: unreadable or malformed; XL_NO_MEMORY. */
int tool_npy_read(const char *path, tool_array *array, xl_error *error);

/* Leaves *array without data, which begins at *place. Empty on failure. */
int tool_npy_read_header(FILE *stream, const char *name, tool_array *array, size_t *place, xl_error *error);
int tool_npy_read_data(FILE *stream, const char *name, size_t place, tool_array *array, xl_error *error);

/* Checks a regular file's length against its header. Any other file passes. */
int tool_npy_check_size(FILE *stream, const char *name, size_t place, const tool_array *array,
                        xl_error *error);

/* Reads from an open stream, which must end after the array; `name` appears in errors. */
int tool_npy_read_stream(FILE *stream, const char *name, tool_array *array, xl_error *error);

/* Reads a part of a regular file, after its header: `count` places from `first` on of dimension `split`.
   array->shape[split] becomes `count`. XL_IO also for other files. */
int tool_npy_read_part(FILE *stream, const char *name, size_t place, tool_array *array, int split,
                       size_t first, size_t count, xl_error *error);

/* Version 1.0; returns the header's size. */
enum { TOOL_NPY_HEADER = 512 };
size_t tool_npy_header(const tool_array *array, unsigned char first[TOOL_NPY_HEADER]);

/* Version 1.0, whole or not at all (os_file.h). XL_IO with the reason. */
int tool_npy_write(const char *path, const tool_array *array, xl_error *error);
