/* .npy files in the scratch folder, written without our writer. */
#pragma once

#include "support/scratch.h"

/* NumPy's magic, version 1.0, the header padded to 64 bytes, the data. */
static inline void write_npy(const char *name, const char *descr, const char *order, const char *shape,
                             const void *data, size_t bytes) {
    char file[8192];
    memset(file, ' ', 128);
    memcpy(file, "\x93NUMPY\x01\x00\x76\x00", 10); /* 118 bytes of header */
    char text[118];
    const int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }",
                                descr, order, shape);
    ck_assert_int_lt(length, (int)sizeof text);
    memcpy(file + 10, text, (size_t)length);
    file[127] = '\n';
    ck_assert_uint_le(bytes, sizeof file - 128);
    if (bytes) memcpy(file + 128, data, bytes);
    scratch_write(name, file, 128 + bytes);
}

static inline void write_floats(const char *name, const char *shape, const float *data, size_t count) {
    write_npy(name, "<f4", "False", shape, data, count * sizeof *data);
}
