/* Segments, partitions and work-groups on random keys, heads and values; loops over all work-items compute
   the expected rows of tests/library/header/parts.cl. */
#include "support/ops_place.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 6, MOST = GROUPS * 256, ROWS = 11, GROUP_ROWS = 7 };

typedef struct data {
    int width, group, n; /* lanes, work-items of a work-group, all work-items */
    uint32_t keys[MOST], values[MOST];
    uint32_t out[ROWS * MOST];
    float real[MOST];
} data;

static uint32_t draw(uint32_t *state) { /* Marsaglia's xorshift */
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* A key's lowest bit is set where a segment begins; the other bits name the group. */
static void fill(data *d) {
    uint32_t state = 2463534242u + (uint32_t)d->width;
    for (int i = 0; i < d->n; i++) {
        const uint32_t turn = (uint32_t)(i / d->group);
        const uint32_t key = draw(&state) % ((2u << turn) - 1u),
                       head = draw(&state) % (1u + turn * turn) == 0;
        d->keys[i] = key << 1 | head;
        d->values[i] = draw(&state);
    }
    d->values[d->n / 2] = 1024; /* one value for the vote that searches for it */
}

/* ---- expected values ------------------------------------------------------------------------------ */

typedef bool together(const data *d, int a, int b);

static bool in_sub_group(const data *d, int a, int b) {
    return a / d->width == b / d->width;
}
static bool in_group(const data *d, int a, int b) {
    return a / d->group == b / d->group;
}
static bool in_partition(const data *d, int a, int b) {
    return in_sub_group(d, a, b) && d->keys[a] >> 1 == d->keys[b] >> 1;
}
static bool in_segment(const data *d, int a, int b) {
    const int from = a < b ? a : b, to = a < b ? b : a;
    for (int i = from + 1; i <= to; i++)
        if (d->keys[i] & 1u) return false;
    return in_sub_group(d, a, b);
}

/* Combines, by + * < > ^, the values before `end` in the same part as `at`. */
static uint32_t combine(const data *d, together *with, int at, int end, char operation) {
    uint32_t r = operation == '*' ? 1 : operation == '<' ? UINT32_MAX : 0;
    for (int i = 0; i < end; i++) {
        if (!with(d, at, i)) continue;
        const uint32_t v = d->values[i];
        switch (operation) {
        case '+': r += v; break;
        case '*': r *= v | 1u; break;
        case '<': r = v < r ? v : r; break;
        case '>': r = v > r ? v : r; break;
        default: r ^= v; break;
        }
    }
    return r;
}

static uint32_t part_row(const data *d, int row, int at) {
    switch (row) {
    case 0: return combine(d, in_partition, at, d->n, '+');
    case 1: return combine(d, in_partition, at, at + 1, '+');
    case 2: return combine(d, in_partition, at, at, '>');
    case 3: return combine(d, in_segment, at, d->n, '^');
    case 4: return combine(d, in_segment, at, at + 1, '+');
    case 5: return combine(d, in_segment, at, at, '<');
    case 6: return combine(d, in_sub_group, at, at + 1, '+');
    case 7: return combine(d, in_sub_group, at, d->n, '+');
    case 8:
        return (uint32_t)(at % d->width); /* the lane with as many of the group below it as below this one */
    case 9: return combine(d, in_sub_group, at, at, '*');
    default: return combine(d, in_sub_group, at, d->n, '*');
    }
}

static uint32_t group_row(const data *d, int row, int at) {
    bool some = false, every = true;
    for (int i = 0; i < d->n; i++) {
        if (!in_group(d, at, i)) continue;
        some = some || d->values[i] % 1024 == 0;
        every = every && d->values[i] % 1024 != 1;
    }
    switch (row) {
    case 0: return some;
    case 1: return every;
    case 2: return combine(d, in_group, at, at, '+');
    case 3: return combine(d, in_group, at, d->n, '+');
    case 4: return combine(d, in_group, at, at, '<');
    case 5: return combine(d, in_group, at, d->n, '<');
    default: return at % d->group == 0 ? combine(d, in_group, at, d->n, '>') : 0;
    }
}

static float real_sum(const data *d, bool whole_group, int at) {
    uint32_t sum = 0;
    if (whole_group && at % d->group != 0) return 0.0f;
    for (int i = 0; i < d->n; i++)
        if (whole_group ? in_group(d, at, i) : i <= at && in_segment(d, at, i)) sum += d->values[i] % 1000;
    return (float)sum;
}

/* ---- running -------------------------------------------------------------------------------------- */

static char *read_kernels(void) {
    FILE *const stream = fopen(XL_TEST_SOURCE_DIR "/tests/library/header/parts.cl", "rb");
    xl__text all = {0};
    char *const own = calloc(1, 1 << 16);
    ck_assert(stream && own);
    ck_assert_uint_gt(fread(own, 1, (1 << 16) - 1, stream), 0);
    fclose(stream);
    xl__text_format(&all, "%s\n%s", xl_header_text(), own);
    ck_assert(!all.failed);
    free(own);
    return all.data;
}

static void run(const ops_place *place, cl_program program, const char *name, data *d) {
    const size_t words = (size_t)d->n * sizeof(uint32_t), items = (size_t)d->n, local = (size_t)d->group;
    void *const host[4] = {d->keys, d->values, d->out, d->real};
    const size_t bytes[4] = {words, words, ROWS * words, words};
    cl_mem buffers[4];
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    memset(d->out, 0xee, sizeof d->out);
    for (cl_uint i = 0; i < 4; i++) {
        buffers[i] = clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes[i],
                                    host[i], &status);
        ck_assert_int_eq(status, CL_SUCCESS);
        ck_assert_int_eq(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), CL_SUCCESS);
    }
    ck_assert_int_eq(clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
                     CL_SUCCESS);
    for (int i = 2; i < 4; i++)
        ck_assert_int_eq(
            clEnqueueReadBuffer(place->queue, buffers[i], CL_TRUE, 0, bytes[i], host[i], 0, NULL, NULL),
            CL_SUCCESS);
    for (int i = 0; i < 4; i++) clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
}

static void check_rows(const data *d, const char *what, int rows, uint32_t (*row_of)(const data *, int, int),
                       bool whole_group) {
    for (int at = 0; at < d->n; at++) {
        for (int row = 0; row < rows; row++) {
            const uint32_t expected = row_of(d, row, at), got = d->out[row * d->n + at];
            ck_assert_msg(got == expected, "%s: row %d, work-item %d (lane %d of %d): %u instead of %u", what,
                          row, at, at % d->width, d->width, got, expected);
        }
        const float sum = real_sum(d, whole_group, at);
        ck_assert_msg(d->real[at] == sum, "%s: work-item %d: sum %g instead of %g", what, at,
                      (double)d->real[at], (double)sum);
    }
}

static void check_width(ops_place *place, const char *kernels, const char *backend, int width) {
    static data d;
    char options[4096 + 256];
    xl_header_use use;
    xl_error error = {0};
    ck_assert_msg(xl_header_options(place->device, backend, width, 1, &use, &error) == XL_SUCCESS, "%s",
                  error.text);
    d.width = width;
    d.group = use.one_sub_group && strcmp(backend, "local") != 0 ? width : 256 < 4 * width ? 256 : 4 * width;
    if ((size_t)d.group > use.largest_group_size) d.group = width;
    d.n = GROUPS * d.group;
    fill(&d);
    snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -DSG_SEGMENTS=1 -DSG_GROUPS=1", use.options,
             d.group);
    cl_program program = ops_build_text(place, kernels, options);
    run(place, program, "parts", &d);
    check_rows(&d, backend, ROWS, part_row, false);
    run(place, program, "groups", &d);
    check_rows(&d, backend, GROUP_ROWS, group_row, true);
    clReleaseProgram(program);
}

AROUND(open_places, close_places);

TEST(test_random_parts) {
    static const int emulated[] = {1, 2, 8, 32, 128};
    char *const kernels = read_kernels();
    int visited = 0;
    for (int i = 0; i < ops_place_count; i++) {
        int widths[16];
        const int count = (int)xl_native_widths(ops_places[i].device, NULL, widths, 16, NULL);
        for (size_t k = 0; k < sizeof emulated / sizeof *emulated; k++, visited++)
            check_width(&ops_places[i], kernels, "local", emulated[k]);
        for (int k = 0; k < count; k++, visited++) check_width(&ops_places[i], kernels, "auto", widths[k]);
    }
    free(kernels);
    ck_assert_int_gt(visited, 0);
}
