#include "support/scratch.h"
#include "support/suite.h"
#include "arrays/npy.h"
#include "cases/random.h"
#include <stdint.h>

/* A version 1.0 file, padded as NumPy pads. */
static size_t build(unsigned char *out, const char *header, const void *data, size_t bytes) {
    const size_t whole = (strlen(header) + 11 + 63) / 64 * 64;
    memset(out, ' ', whole);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (unsigned char)((whole - 10) & 255);
    out[9] = (unsigned char)((whole - 10) >> 8);
    memcpy(out + 10, header, strlen(header));
    out[whole - 1] = '\n';
    if (bytes) memcpy(out + whole, data, bytes);
    return whole + bytes;
}

static int read_bytes(const void *bytes, size_t size, tool_array *array, xl_error *error) {
    FILE *const stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    rewind(stream);
    const int status = tool_npy_read_stream(stream, "a.npy", array, error);
    fclose(stream);
    return status;
}

static void refuse(const void *bytes, size_t size, const char *expected) {
    tool_array array;
    xl_error error = {0};
    ck_assert_int_eq(read_bytes(bytes, size, &array, &error), XL_IO);
    ck_assert_ptr_null(array.data);
    check_refusal(error.text, "a.npy: byte ");
    ck_assert_msg(strstr(error.text, expected) != NULL, "'%s' does not say '%s'", error.text, expected);
}

static const int32_t three[] = {1, -2, 3};

AROUND(scratch_make, scratch_remove);

TEST(reads_what_numpy_writes) {
    /* numpy.save of numpy.array([1, -2, 3], dtype='<i4'): the length is 0x76, the data starts at 128. */
    static const char header[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }";
    unsigned char bytes[256];
    tool_array array;
    xl_error error;
    const size_t size = build(bytes, header, three, sizeof three);
    ck_assert_uint_eq(bytes[8], 0x76);
    ck_assert_uint_eq(size, 128 + 12);
    ck_assert_int_eq(read_bytes(bytes, size, &array, &error), XL_SUCCESS);
    ck_assert_int_eq(array.type, XL_I32);
    ck_assert_int_eq(array.rank, 1);
    ck_assert_uint_eq(array.shape[0], 3);
    ck_assert_uint_eq(array.bytes, sizeof three);
    /* ck_assert_mem_eq prints bytes; clang-tidy mistakes those of integers for garbage. */
    ck_assert_int_eq(memcmp(array.data, three, sizeof three), 0);
    tool_array_free(&array);
}

/* In version 3 headers are UTF-8, but accepted names and types are ASCII. */
LOOP_TEST(reads_versions_2_and_3, 2) {
    static const char header[] = "{'shape':(2,1),\"fortran_order\":False,'descr':'|u1'}\n";
    unsigned char bytes[128] = {0x93, 'N', 'U', 'M', 'P', 'Y', (unsigned char)(2 + _i), 0, sizeof header - 1};
    tool_array array;
    xl_error error;
    memcpy(bytes + 12, header, sizeof header - 1);
    memcpy(bytes + 12 + sizeof header - 1, "\x07\x09", 2);
    ck_assert_int_eq(read_bytes(bytes, 12 + sizeof header - 1 + 2, &array, &error), XL_SUCCESS);
    ck_assert_int_eq(array.type, XL_U8);
    ck_assert_int_eq(array.rank, 2);
    ck_assert_mem_eq(array.data, "\x07\x09", 2);
    tool_array_free(&array);
}

/* In one dimension both orders have the same bytes; a one-byte type may have any byte order. */
TEST(reads_what_is_the_same_in_another_form) {
    static const struct {
        const char *header;
        int rank;
        xl_type type;
    } headers[] = {{"{'descr': '<i4', 'fortran_order': True, 'shape': (3,), }", 1, XL_I32},
                   {"{'fortran_order': True, 'shape': (3, 1), 'descr': '<i4'}", 2, XL_I32},
                   {"{'descr': '<i4', 'fortran_order': True, 'shape': (1, 3, 1), }", 3, XL_I32},
                   {"{'descr': '=i4', 'fortran_order': False, 'shape': (3,), }", 1, XL_I32},
                   {"{'descr': 'u4', 'fortran_order': False, 'shape': (3,), }", 1, XL_U32},
                   {"{'descr': '>u1', 'fortran_order': False, 'shape': (12,), }", 1, XL_U8}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        unsigned char bytes[256];
        tool_array array = {0};
        xl_error error = {0};
        const size_t size = build(bytes, headers[i].header, three, sizeof three);
        ck_assert_msg(read_bytes(bytes, size, &array, &error) == XL_SUCCESS, "%s", error.text);
        ck_assert_int_eq(array.type, headers[i].type);
        ck_assert_int_eq(array.rank, headers[i].rank);
        ck_assert(memcmp(array.data, three, sizeof three) == 0);
        tool_array_free(&array);
    }
    unsigned char bytes[256];
    tool_array array;
    const size_t size =
        build(bytes, "{'descr': '<f8', 'fortran_order': True, 'shape': (5, 0, 2), }", NULL, 0);
    ck_assert_int_eq(read_bytes(bytes, size, &array, NULL), XL_SUCCESS);
    tool_array_free(&array);
}

TEST(reads_bool_as_0_and_1) {
    static const char *const types[] = {"|b1", "b1", "<b1"};
    for (size_t i = 0; i < 3; i++) {
        char header[80];
        unsigned char bytes[256];
        tool_array array;
        xl_error error = {0};
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (4,), }", types[i]);
        const size_t size = build(bytes, header, "\0\1\2\xff", 4);
        ck_assert_int_eq(read_bytes(bytes, size, &array, &error), XL_SUCCESS);
        ck_assert_int_eq(array.type, XL_U8);
        ck_assert_mem_eq(array.data, "\0\1\1\1", 4);
        tool_array_free(&array);
    }
}

TEST(writes_what_it_reads) {
    static const size_t shapes[][TOOL_MAX_RANK] = {
        {0}, {1}, {7}, {0}, {2, 3}, {4, 0, 5}, {1, 2, 1, 2, 1, 2, 1, 2}, {300000}};
    static const int ranks[] = {0, 1, 1, 1, 2, 3, 8, 1};
    tool_random random;
    xl_error error;
    tool_random_start(&random, 1, 0);
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        for (xl_type type = XL_I8; type < XL_TYPE_COUNT; type++) {
            if ((size_t)type % 4 != i % 4) continue; /* fewer files: each waits for the disk */
            tool_array a, b;
            ck_assert_int_eq(tool_array_make(&a, type, ranks[i], shapes[i], &error), XL_SUCCESS);
            for (size_t k = 0; k < a.bytes; k++) ((uint8_t *)a.data)[k] = (uint8_t)tool_random_u32(&random);
            ck_assert_int_eq(tool_npy_write(scratch_path("a.npy"), &a, &error), XL_SUCCESS);
            ck_assert_int_eq(tool_npy_read(scratch_path("a.npy"), &b, &error), XL_SUCCESS);
            ck_assert_int_eq(b.type, type);
            ck_assert_int_eq(b.rank, ranks[i]);
            ck_assert_mem_eq(b.shape, a.shape, sizeof a.shape);
            ck_assert_uint_eq(b.bytes, a.bytes);
            if (a.bytes) ck_assert_mem_eq(b.data, a.data, a.bytes);
            ck_assert_ptr_nonnull(b.data);
            tool_array_free(&a);
            tool_array_free(&b);
        }
    }
    ck_assert_uint_eq(scratch_count(), 1);
}

TEST(data_starts_at_a_multiple_of_64) {
    static const size_t shape[] = {3};
    static const char header[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
    unsigned char bytes[256];
    tool_array a;
    xl_error error;
    size_t size = 0;
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 1, shape, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_npy_write(scratch_path("a.npy"), &a, &error), XL_SUCCESS);
    char *const file = scratch_read("a.npy", &size);
    ck_assert_uint_eq(size, build(bytes, header, a.data, a.bytes));
    ck_assert_mem_eq(file, bytes, size);
    free(file);
    tool_array_free(&a);
}

static const struct {
    const char *header, *expected;
} bad_headers[] = {
    {"{'descr': '>i4', 'fortran_order': False, 'shape': (3,), }", "byte 20: expected little-endian"},
    {"{'descr': '<i3', 'fortran_order': False, 'shape': (3,), }", "byte 20: expected bool, int8 to int64"},
    {"{'descr': '|i4', 'fortran_order': False, 'shape': (3,), }", "expected bool, int8 to int64"},
    {"{'descr': '<f16', 'fortran_order': False, 'shape': (3,), }", "found '<f16'"},
    {"{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", "found '<c8'"},
    {"{'descr': '|b2', 'fortran_order': False, 'shape': (3,), }", "found '|b2'"},
    {"{'descr': '=f3', 'fortran_order': False, 'shape': (3,), }", "found '=f3'"},
    {"{'descr': '!i4', 'fortran_order': False, 'shape': (3,), }", "found '!i4'"},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", "found '|O'"},
    {"{'descr': '', 'fortran_order': False, 'shape': (3,), }", "found ''"},
    {"{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (3,), }", "an element type such as '<f4'"},
    {"{'descr': '<i4', 'fortran_order': True, 'shape': (3, 1, 2), }", "byte 44: expected C order"},
    {"{'shape': (2, 2), 'fortran_order': True, 'descr': '<i4'}", "byte 45: expected C order"},
    {"{'descr': '<i4', 'fortran_order': 0, 'shape': (3,), }", "expected False or True, found '0'"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (-3,), }",
     "byte 61: expected a dimension of 0 or more"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3), }", "expected ',' after an only dimension"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': [3], }", "'(' of the shape, found '['"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3 4), }", "expected ',' or ')'"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (,), }", "a dimension or ')'"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (0x3,), }", "expected ',' or ')', found 'x'"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (18446744073709551616,), }",
     "a dimension below 2^64"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (18446744073709551615,), }",
     "that memory can address"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
     "that memory can address"},
    {"{'descr': '<i8', 'fortran_order': False, 'shape': (2305843009213693952,), }",
     "that memory can address"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (0, 9223372036854775807), }",
     "that memory can address"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,3), }", "at most 8 dimensions"},
    {"{'descr': '<i4', 'fortran_order': False, }", "'shape' in the header before its end"},
    {"{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", "each once"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3,), 'more': 1}", "each once"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3,), } x", "only spaces after the header"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3,)", "expected ',' or '}'"},
    {"{'descr': '<i4' 'fortran_order': False, 'shape': (3,), }", "expected ',' or '}'"},
    {"{'descr' '<i4', 'fortran_order': False, 'shape': (3,), }", "expected ':'"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3,), '", "each once"},
    {"{'descr': '<i4\x1b[31m', 'fortran_order': False, 'shape': (3,), }", "found byte 0x1b"},
    {"['descr', '<i4']", "byte 10: expected '{'"},
    {"", "byte 128: expected '{' of the header, found the end"},
};

EACH_TEST(refuses_bad_headers, bad_headers) {
    unsigned char bytes[512];
    const size_t size = build(bytes, bad_headers[_i].header, three, sizeof three);
    /* An empty header is 54 spaces long, so it ends at byte 64. */
    refuse(bytes, size, bad_headers[_i].header[0] ? bad_headers[_i].expected : "byte 64: expected '{'");
}

TEST(refuses_bad_leads) {
    static const char header[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }";
    unsigned char good[256], bytes[256];
    const size_t size = build(good, header, three, sizeof three);
    memcpy(bytes, good, size);
    bytes[0] = 'P';
    refuse(bytes, size, "byte 0: expected the magic");
    refuse((const unsigned char *)"1.5 2.5 3.5\n", 12, "found text; numpy.save()");
    refuse((const unsigned char *)"1 2\n", 4, "found text; numpy.save()");
    memcpy(bytes, good, size);
    bytes[6] = 4;
    refuse(bytes, size, "byte 6: expected .npy version 1.0, 2.0 or 3.0, found 4.0");
    memcpy(bytes, good, size);
    bytes[9] = 0xff; /* the header exceeds the file */
    refuse(bytes, size, "more bytes of header");
    memcpy(bytes, good, size);
    bytes[6] = 2; /* version 2 has four bytes of length, of which two are text here */
    refuse(bytes, size, "byte 8: expected a header of at most");
    memcpy(bytes, good, size);
    bytes[size] = 0;
    refuse(bytes, size + 1, "byte 140: expected the end of the file");
}

TEST(refuses_every_truncation) {
    static const char header[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }";
    unsigned char bytes[256];
    const size_t size = build(bytes, header, three, sizeof three);
    for (size_t n = 0; n < size; n++) {
        char place[48];
        snprintf(place, sizeof place, "byte %zu: the file ends", n);
        refuse(bytes, n, place);
    }
}

TEST(forged_shape_takes_no_memory) {
    unsigned char bytes[256];
    const size_t size =
        build(bytes, "{'descr': '<i4', 'fortran_order': False, 'shape': (288230376151711744,), }", three,
              sizeof three);
    refuse(bytes, size, "expected 1152921504606846976 bytes of data");
}

/* One to four changed bytes, a cut or a doubled piece: read whole or refused in one line. */
TEST(survives_mutations) {
    static const char header[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    static const char alphabet[] = "{}()[]'\",:<>|=0123456789-+Lifuc \n\\\xff";
    const float data[6] = {0};
    unsigned char good[256], bytes[512];
    const size_t whole = build(good, header, data, sizeof data);
    tool_random random;
    size_t read = 0, refused = 0;
    tool_random_start(&random, 20, 0);
    for (int round = 0; round < 20000; round++) {
        size_t size = whole;
        memcpy(bytes, good, whole);
        for (uint64_t k = 1 + tool_random_below(&random, 4); k > 0; k--) {
            const size_t at = (size_t)tool_random_below(&random, round % 2 ? 70 : whole);
            bytes[at] = round % 4 ? (unsigned char)alphabet[tool_random_below(&random, sizeof alphabet)]
                                  : (unsigned char)tool_random_u32(&random);
        }
        if (round % 5 == 0) size = 1 + (size_t)tool_random_below(&random, whole);
        if (round % 7 == 0) {
            memcpy(bytes + size, good, whole - 100);
            size += (size_t)tool_random_below(&random, whole - 100);
        }
        tool_array array;
        xl_error error = {0};
        FILE *const stream = fmemopen(bytes, size, "rb");
        ck_assert_ptr_nonnull(stream);
        if (tool_npy_read_stream(stream, "a.npy", &array, &error) == XL_SUCCESS) {
            size_t expected = 0;
            ck_assert(tool_array_bytes(array.type, array.rank, array.shape, &expected));
            ck_assert_uint_eq(expected, array.bytes);
            read++;
        } else {
            check_refusal(error.text, "a.npy: ");
            ck_assert_ptr_null(array.data);
            refused++;
        }
        tool_array_free(&array);
        fclose(stream);
    }
    ck_assert_uint_gt(read, 100);
    ck_assert_uint_gt(refused, 10000);
}

TEST(refuses_what_is_no_file) {
    tool_array array;
    xl_error error;
    ck_assert_int_eq(tool_npy_read(scratch_path("none.npy"), &array, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
    ck_assert_int_eq(tool_npy_read(scratch_folder, &array, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "irectory"));
}

TEST(write_is_whole_or_not_at_all) {
    static const size_t shape[] = {100000};
    tool_array a, b;
    xl_error error;
    ck_assert_int_eq(tool_array_make(&a, XL_F64, 1, shape, &error), XL_SUCCESS);
    /* Each is an error and leaves no file. */
    ck_assert_int_eq(tool_npy_write(scratch_path("none/a.npy"), &a, &error), XL_IO);
    ck_assert_int_eq(tool_npy_write(scratch_folder, &a, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "irectory"));
    ck_assert_uint_eq(scratch_count(), 0);
    if (access("/dev/full", W_OK) == 0) {
        ck_assert_int_eq(tool_npy_write("/dev/full", &a, &error), XL_IO);
        ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    }
    a.shape[0] = 1;
    a.bytes = 8;
    if (access("/dev/full", W_OK) == 0) { /* the data fits into the buffer, so only closing fails */
        ck_assert_int_eq(tool_npy_write("/dev/full", &a, &error), XL_IO);
        ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    }
    scratch_limit(1000);
    ck_assert_int_eq(tool_npy_write(scratch_path("a.npy"), &a, &error), XL_SUCCESS);
    a.shape[0] = 100000;
    a.bytes = 800000;
    ck_assert_int_eq(tool_npy_write(scratch_path("b.npy"), &a, &error), XL_IO);
    scratch_limit(RLIM_INFINITY);
    check_refusal(error.text, scratch_path("b.npy"));
    ck_assert_uint_eq(scratch_count(), 1);
    a.shape[0] = 1;
    a.bytes = 8;
    /* The old file stays until the new one is complete; a link stays a link. */
    ck_assert_int_eq(tool_npy_write(scratch_path("a.npy"), &a, &error), XL_SUCCESS);
    ck_assert_int_eq(symlink("a.npy", scratch_path("link.npy")), 0);
    ck_assert_int_eq(tool_npy_write(scratch_path("link.npy"), &a, &error), XL_SUCCESS);
    struct stat facts;
    ck_assert_int_eq(lstat(scratch_path("link.npy"), &facts), 0);
    ck_assert(S_ISLNK(facts.st_mode));
    ck_assert_int_eq(tool_npy_read(scratch_path("link.npy"), &b, &error), XL_SUCCESS);
    ck_assert_uint_eq(scratch_count(), 2);
    tool_array_free(&a);
    tool_array_free(&b);
}

TEST(write_into_a_closed_folder_fails) {
    static const size_t shape[] = {1};
    tool_array a;
    xl_error error;
    if (geteuid() == 0) return; /* root may write everywhere */
    ck_assert_int_eq(tool_array_make(&a, XL_F64, 1, shape, &error), XL_SUCCESS);
    ck_assert_int_eq(chmod(scratch_folder, 0500), 0);
    ck_assert_int_eq(tool_npy_write(scratch_path("a.npy"), &a, &error), XL_IO);
    ck_assert_int_eq(chmod(scratch_folder, 0700), 0);
    ck_assert_uint_eq(scratch_count(), 0);
    tool_array_free(&a);
}
