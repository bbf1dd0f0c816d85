/*
 * image.h - PNG pictures as float arrays [height, width, channels]. A component is its value divided by its
 * maximum (255 or 65535; grey of 1, 2, 4 bits: 1, 3, 15), without any gamma: the array holds the file's
 * values. Channels: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. A palette is expanded to RGB, a transparent
 * colour to alpha.
 */
#pragma once

#include "arrays/array.h"
#include <stdio.h>

enum {
    TOOL_IMAGE_FIRST_BYTE = 0x89,    /* of every PNG file */
    TOOL_IMAGE_MAX_SIDE = 65536,     /* pixels */
    TOOL_IMAGE_MAX_VALUES = 1 << 28, /* height * width * channels: 1 GiB of floats */
};

/* Reads a PNG file into an XL_F32 array of rank 3, freed by tool_array_free (empty on failure). Status:
   XL_IO with one line (file, byte offset, expectation), XL_TOO_LARGE, XL_NO_MEMORY. */
int tool_image_read(const char *path, tool_array *image, xl_error *error);

/* The same from an open stream; bytes after the picture are skipped and reported in image->followed. `name`
 * appears in the errors. */
int tool_image_read_stream(FILE *stream, const char *name, tool_array *image, xl_error *error);

/* Writes an XL_F32 array [height, width] or [height, width, 1 to 4] with 8 or 16 `bits` per component,
   rounded, clamped to [0, 1]; NaN becomes 0. Whole or not at all (os_file.h). Status: XL_BAD_ARRAY for an
   array that a PNG cannot hold, XL_IO, XL_NO_MEMORY. */
int tool_image_write(const char *path, const tool_array *image, int bits, xl_error *error);

/* Luminance [height, width] of an image of tool_image_read: 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709) of
 * the unchanged components, grey unchanged; alpha is ignored. The weights are meant for linear light: an sRGB
 * picture gives its luma-like value, not its luminance. */
int tool_image_luminance(const tool_array *image, tool_array *luminance, xl_error *error);
