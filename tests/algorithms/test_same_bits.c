/* scan/fixed: the result's bits are the same on each device, width and work-group size. */
#include "support/one_command.h"
#include "support/suite.h"
#include "arrays/npy.h"
#include <math.h>
#include <stdint.h>

enum { COUNT = 10007, WORDS = 2 * COUNT };

/* By NumPy, in the order of kernels/scan/README.md: tests/independent/prefix.py. */
static const struct {
    const char *settings;
    int words; /* per element */
    uint64_t hash;
} known[] = {{"--set operator=add", 1, UINT64_C(0x3cf9d89826e13d24)},
             {"--set operator=affine --set kind=exclusive", 2, UINT64_C(0x07f982c3247b1ce3)}};
enum { SUMS, PAIRS };

/* Sizes differ widely, so that another order gives other bits. */
static float number(uint32_t i) {
    uint32_t h = i * 2654435761u;
    h = (h ^ h >> 15) * 2246822519u;
    h ^= h >> 13;
    return ldexpf((float)(h >> 8) * 0x1p-24f - 0.5f, (int)(h & 15u));
}

static uint64_t hash_of(const uint32_t *words, size_t count) {
    uint64_t state = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) state = (state ^ words[i]) * UINT64_C(0x100000001b3);
    return state;
}

static void write_input(int kind) {
    static float x[WORDS];
    const bool pairs = kind == PAIRS;
    for (uint32_t i = 0; i < WORDS; i++) x[i] = pairs && i % 2 ? 1.0f + number(i) * 0x1p-20f : number(i);
    const tool_array array = {.type = XL_F32,
                              .rank = pairs ? 2 : 1,
                              .shape = {COUNT, 2},
                              .data = x,
                              .bytes = (size_t)COUNT * (size_t)known[kind].words * sizeof *x};
    ck_assert_int_eq(tool_npy_write(scratch_path("x.npy"), &array, NULL), XL_SUCCESS);
}

/* `more`: device, width, work-group size. */
static uint64_t hash_from(int kind, const char *more) {
    tool_array y;
    xl_error error = {0};
    crosslane(0, "exec scan/fixed %s %s --in x=%s --out y=%s", known[kind].settings, more,
              scratch_path("x.npy"), scratch_path("y.npy"));
    ck_assert_msg(tool_npy_read(scratch_path("y.npy"), &y, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&y), (size_t)COUNT * (size_t)known[kind].words);
    const uint64_t hash = hash_of(y.data, tool_array_elements(&y));
    tool_array_free(&y);
    return hash;
}

static void expect_hash(int kind, const char *more) {
    const uint64_t hash = hash_from(kind, more);
    ck_assert_msg(hash == known[kind].hash, "%s %s: hash %016llx, not %016llx", known[kind].settings, more,
                  (unsigned long long)hash, (unsigned long long)known[kind].hash);
}

AROUND(enter, leave);

static const int widths[] = {1, 4, 8, 16, 32, 64, 128};

EACH_TEST(sums_have_the_same_bits_at_each_width, widths) {
    char more[96];
    write_input(SUMS);
    snprintf(more, sizeof more, "--device 0 --width %d --set group=%d", widths[_i], widths[_i]);
    for (int again = 0; again < 2; again++) expect_hash(SUMS, more);
}

TEST(compositions_have_the_same_bits) {
    write_input(PAIRS);
    expect_hash(PAIRS, "--device 0");
    expect_hash(PAIRS, "--device 0 --width 8 --set group=24");
}

TEST(the_checking_device_has_the_same_bits) {
    command_run(&c, "devices --device check");
    if (c.status != 0) {
        printf("skipped: no checking device\n");
        return;
    }
    for (int kind = SUMS; kind <= PAIRS; kind++) {
        write_input(kind);
        expect_hash(kind, "--device check");
        expect_hash(kind, "--device check --width 8 --set group=40");
    }
}

/* The planted order: a run is added from last to first. */
TEST(an_order_that_depends_on_the_group_is_found) {
    static const char forth[] = "total = fixed_combine(total, run[k])",
                      back[] = "total = fixed_combine(total, run[get_local_size(0) > 1 ? RUN - 1u - k : k])";
    char more[320];
    write_input(SUMS);
    crosslane(0, "copy scan %s", scratch_path("mine"));
    scratch_edit("mine/scan/fixed.cl", forth, back);
    snprintf(more, sizeof more, "--device 0 --set group=1 --kernel-dir %s", scratch_path("mine"));
    expect_hash(SUMS, more);
    snprintf(more, sizeof more, "--device 0 --set group=2 --kernel-dir %s", scratch_path("mine"));
    ck_assert(hash_from(SUMS, more) != known[SUMS].hash);
}
