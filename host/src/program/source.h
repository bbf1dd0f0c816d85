/*
 * Kernel sources by name: built in, or from a folder that replaces them. Names are relative to kernels/:
 * "sg/sg.h", "spheres/spheres.cl".
 */
#pragma once

#include "base/text.h"
#include "crosslane.h"

/* Written by cmake/EmbedKernels.cmake, sorted by name (bytewise); the size excludes the final NUL. */
typedef struct xl__embedded_file {
    const char *name;
    const char *text;
    size_t size;
} xl__embedded_file;
extern const xl__embedded_file xl__embedded_files[];
extern const size_t xl__embedded_file_count;

enum { XL__SOURCE_NAME = 256 };

/* NULL: none. */
const xl__embedded_file *xl__find_embedded(const char *name);

/* Freed by the caller. Leaves out a byte order mark. XL_IO: the file cannot be read, is larger than
   `limit`, or is no text of kernels. */
int xl__read_source(const char *path, size_t limit, char **text, xl_error *error);

struct xl__edit; /* table/algorithm.h */

typedef struct xl__source {
    const char *name;             /* of the file, or of the text in its place */
    const char *text;             /* that text; NULL: the file's */
    const struct xl__edit *edits; /* made in it and its includes; NULL: none */
    const char *edited_in;        /* the function with the edits' texts; NULL: anywhere */
    const char *whose;            /* the strategy with the edits; NULL without edits */
} xl__source;

/* Adds the file with every #include "x" expanded between #line directives, which keep the original lines.
 * Includes are looked for next to the including file, then from the top; files of `kernel_dir` (may be NULL)
 * come before built-in files. Ignores includes in angle brackets. XL_IO: a file is missing or unreadable;
 * XL_BAD_VALUE: circular includes; XL_BUILD_FAILED: an edit's text does not occur exactly once.
 */
int xl__expand(const char *kernel_dir, const xl__source *source, xl__text *out, xl_error *error);

/* As xl__expand, for an unedited file. */
int xl__expand_source(const char *kernel_dir, const char *name, xl__text *out, xl_error *error);

/* Expands the caller's text, with includes next to `name` first. A missing include stays for the compiler,
   which knows if a condition leaves it out. */
int xl__expand_text(const char *kernel_dir, const char *name, const char *text, xl__text *out,
                    xl_error *error);

/* The 1-based line of "file" in an expanded text, without its end; false: none. */
bool xl__find_source_line(const char *expanded, const char *file, unsigned line, const char **text,
                          size_t *size);

/* The original place of line `absolute` (from 1), for compilers that ignore #line; false: beyond its end. */
bool xl__name_source_line(const char *expanded, unsigned absolute, char file[XL__SOURCE_NAME],
                          unsigned *line);
