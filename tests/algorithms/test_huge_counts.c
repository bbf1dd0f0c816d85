/* Elements that make billions, of which few are kept: expand and balance count all. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "arrays/npy.h"
#include <stdint.h>

enum { CAPACITY = 100, ELEMENTS = 3 };
#define ALL UINT32_MAX /* the largest 32-bit count */

static const struct {
    const char *strategy;
    bool ordered; /* on one sub-group */
} expands[] = {{"loop", true}, {"atomic", false}, {"sub_group", true}, {"stable", true}, {"auto", true}},
  balances[] = {{"loop", true},   {"lane", true},       {"sub_group", true},
                {"search", true}, {"search_all", true}, {"auto", true}};
enum { EXPANDS = sizeof expands / sizeof *expands, BALANCES = sizeof balances / sizeof *balances };

/* All from one element; a huge one between small ones; a huge one after a full output. */
static const uint32_t numbers[][ELEMENTS] = {
    {ALL, 0, 0}, {3, ALL - 5, 2}, {CAPACITY, ALL - 2 * CAPACITY, CAPACITY}};
enum { KINDS = sizeof numbers / sizeof *numbers };

static void write_words(const char *name, const uint32_t *words) {
    write_npy(name, "<u4", "False", "(3,)", words, ELEMENTS * sizeof *words);
}

static tool_array read_words(const char *name, size_t count) {
    tool_array array;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&array), count);
    return array;
}

static void expect_count(const char *name) {
    tool_array count = read_words(name, 1);
    ck_assert_msg(((const uint32_t *)count.data)[0] == ALL, "%s: %u", c.line,
                  ((const uint32_t *)count.data)[0]);
    tool_array_free(&count);
}

/* The owner of output element `i`, and its number within it, in order. */
static uint32_t owner_of(const uint32_t *number, uint32_t i, uint32_t *own) {
    uint32_t owner = 0;
    for (*own = i; owner + 1 < ELEMENTS && *own >= number[owner]; owner++) *own -= number[owner];
    return owner;
}

AROUND(enter, leave);

LOOP_TEST(expand_writes_what_fits_and_counts_all, EXPANDS *KINDS) {
    static const uint32_t x[ELEMENTS] = {7, 8, 9};
    const int s = _i / KINDS;
    const uint32_t *const number = numbers[_i % KINDS];
    uint32_t times[ELEMENTS] = {0};
    write_words("x.npy", x);
    write_words("repeat.npy", number);
    command_run(
        &c,
        "exec expand/%s --device 0 --width 4 --in x=%s/x.npy --in repeat=%s/repeat.npy --out out=%s/out.npy "
        "--out count=%s/count.npy --set capacity=%d",
        expands[s].strategy, scratch_folder, scratch_folder, scratch_folder, scratch_folder, CAPACITY);
    command_expect(&c, 0);
    expect_count("count.npy");
    tool_array out = read_words("out.npy", CAPACITY);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        uint32_t own = 0;
        const uint32_t got = ((const uint32_t *)out.data)[i];
        ck_assert_msg(got >= 7 && got <= 9, "%s: element %u is %u", c.line, i, got);
        times[got - 7]++;
        if (expands[s].ordered) ck_assert_uint_eq(got, x[owner_of(number, i, &own)]);
    }
    for (int e = 0; e < ELEMENTS; e++) ck_assert_uint_le(times[e], number[e]);
    tool_array_free(&out);
}

LOOP_TEST(balance_writes_what_fits_and_counts_all, BALANCES *KINDS) {
    static const uint32_t x[ELEMENTS] = {7, 8, 9}, first[ELEMENTS] = {0, 1, 0};
    const int s = _i / KINDS;
    const uint32_t *const number = numbers[_i % KINDS];
    write_words("x.npy", x);
    write_words("first.npy", first);
    write_words("length.npy", number);
    crosslane(0,
              "exec balance/%s --device 0 --width 4 --in x=%s/x.npy --in first=%s/first.npy --in "
              "length=%s/length.npy "
              "--out out=%s/out.npy --out place=%s/place.npy --out total=%s/total.npy --set capacity=%d",
              balances[s].strategy, scratch_folder, scratch_folder, scratch_folder, scratch_folder,
              scratch_folder, scratch_folder, CAPACITY);
    expect_count("total.npy");
    tool_array out = read_words("out.npy", CAPACITY), place = read_words("place.npy", ELEMENTS);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        uint32_t j = 0;
        const uint32_t owner = owner_of(number, i, &j), at = first[owner] + j;
        const uint32_t wanted = (at < ELEMENTS ? x[at] : 0) * (2 * j + 1) + owner;
        ck_assert_msg(((const uint32_t *)out.data)[i] == wanted, "%s: element %u is %u, expected %u", c.line,
                      i, ((const uint32_t *)out.data)[i], wanted);
    }
    ck_assert_uint_eq(((const uint32_t *)place.data)[1], number[0]);
    ck_assert_uint_eq(((const uint32_t *)place.data)[2], number[0] + number[1]);
    tool_array_free(&out);
    tool_array_free(&place);
}

TEST(more_than_a_count_can_say_is_refused) {
    static const uint32_t x[ELEMENTS] = {7, 8, 9}, repeat[ELEMENTS] = {ALL, 0, 1};
    write_words("x.npy", x);
    write_words("repeat.npy", repeat);
    crosslane(2,
              "exec expand/stable --device 0 --width 4 --in x=%s/x.npy --in repeat=%s/repeat.npy --out "
              "out=%s/out.npy "
              "--set capacity=%d",
              scratch_folder, scratch_folder, scratch_folder, CAPACITY);
    err_has("'out' would have 4294967296 elements; 'count' counts up to 4294967295");
    ck_assert_int_ne(access(scratch_path("out.npy"), F_OK), 0);
}
