/* array.h - an array in host memory: type, shape, bytes in C order (last index fastest). */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>

enum { TOOL_MAX_RANK = 8 };

typedef struct tool_array {
    xl_type type;
    int rank; /* 0: a single element */
    size_t shape[TOOL_MAX_RANK];
    void *data; /* owned; NULL: no array. Not NULL for an array of no elements */
    size_t bytes;
    bool truth;      /* read from bool: a byte that is not 0 becomes 1 */
    size_t followed; /* the file continues here; 0: ends */
} tool_array;

/* False: above TOOL_MAX_RANK, or too large even without dimensions of 0. */
bool tool_array_bytes(xl_type type, int rank, const size_t *shape, size_t *bytes);

/* Zeros; free with tool_array_free. On failure the array is empty: XL_TOO_LARGE, XL_NO_MEMORY. */
int tool_array_make(tool_array *array, xl_type type, int rank, const size_t *shape, xl_error *error);

/* Empties the array, which may be empty. */
void tool_array_free(tool_array *array);

size_t tool_array_elements(const tool_array *array);

/* "(2, 3)", cut to size. */
const char *tool_shape_text(int rank, const size_t *shape, char *text, size_t size);
