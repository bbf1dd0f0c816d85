/*
 * image.h - PNG pictures as float arrays [height, width, channels]. A component is divided by its maximum
 * (255 or 65535; grey of 1, 2, 4 bits: 1, 3, 15), without gamma. Channels: 1 grey, 2 grey and alpha, 3 RGB, 4
 * RGBA. A palette becomes RGB, a transparent colour alpha.
 */
#pragma once

#include "arrays/array.h"
#include <stdio.h>

enum {
    TOOL_IMAGE_FIRST_BYTE = 0x89,
    TOOL_IMAGE_MAX_SIDE = 65536,     /* pixels */
    TOOL_IMAGE_MAX_VALUES = 1 << 28, /* height * width * channels: 1 GiB of floats */
};

/* XL_F32, freed by tool_array_free (empty on failure). XL_IO with one line (file, byte offset, expectation),
   XL_TOO_LARGE, XL_NO_MEMORY. */
int tool_image_read(const char *path, tool_array *image, xl_error *error);

/* Skips bytes after the picture (image->followed). `name` appears in errors. */
int tool_image_read_stream(FILE *stream, const char *name, tool_array *image, xl_error *error);

/* An XL_F32 array [height, width] or [height, width, 1 to 4] with 8 or 16 `bits` per component, rounded,
   clamped to [0, 1]; NaN becomes 0. Whole or not at all (os_file.h). XL_BAD_ARRAY for an array that a PNG
   cannot hold, XL_IO, XL_NO_MEMORY. */
int tool_image_write(const char *path, const tool_array *image, int bits, xl_error *error);

/* [height, width]: 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709), without alpha. The weights are meant for
 * linear light: an sRGB picture gives a luma-like value.
 */
int tool_image_luminance(const tool_array *image, tool_array *luminance, xl_error *error);
