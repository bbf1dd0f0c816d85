/*
 * compare.h - compares results with expected elements.
 *
 * Integers are compared exactly. For floating-point elements
 *   - NaN is right only where NaN is expected; all NaNs are equal;
 *   - an infinity is right if that infinity is expected, or a finite value that, with the allowed error,
 *     rounds to it in the output's type;
 *   - a finite value is right if it is at most `allowed` away; zeros of both signs are equal;
 *   - if `allowed` is infinite, the result is undefined, and any value is right;
 *   - each bit counts if the case says so (tool_expect_bits, for copies): also of zeros and NaNs.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arrays are owned, of `elements` entries, 0 when allocated. The type decides which exist. */
typedef struct tool_expected {
    xl_type type; /* of the output; XL_TYPE_NONE: no output */
    size_t elements;
    void *exact;     /* integers, and floats if each bit counts */
    double *value;   /* other floats: in double precision */
    double *allowed; /* of `value`: largest right absolute difference, 0: none */
} tool_expected;

bool tool_is_floating(xl_type type);
bool tool_is_signed(xl_type type); /* of integers */
/* The bytes as a double, which does not overflow. */
double tool_expected_bytes(xl_type type, double elements);
int tool_expected_make(tool_expected *expected, xl_type type, size_t elements, xl_error *error);
void tool_expected_free(tool_expected *expected);

/* Each bit of a floating-point output counts: `exact` replaces `value`, all 0. */
int tool_expect_bits(tool_expected *expected, xl_error *error);
/* Element i must be this whole number, cut to the bits of an integer. */
void tool_expect_whole(tool_expected *expected, size_t i, uint64_t whole);
void tool_expect_near(tool_expected *expected, size_t i, double value, double allowed);
/* Element `at` must be a copy of an input's element i. */
void tool_expected_copy(tool_expected *expected, size_t at, const void *input, size_t i);

typedef struct tool_value {
    xl_type type;
    union {
        int64_t i;  /* I8 to I64 */
        uint64_t u; /* U8 to U64 */
        double f;   /* F16 to F64 */
    } as;
} tool_value;

tool_value tool_value_at(const void *data, xl_type type, size_t index);
tool_value tool_expected_at(const tool_expected *expected, size_t index);
double tool_float_of(uint32_t bits);
/* Rounds integers of more than 53 bits. */
double tool_value_double(tool_value value);
/* Floats with enough digits for 32-bit neighbours. */
const char *tool_value_text(tool_value value, char *text, size_t size);

typedef struct tool_breach {
    const char *name;         /* the table's */
    bool area;                /* of a scratch area, else of an array */
    bool before;              /* before its start; else past its end */
    bool counted;             /* of an output whose length the data decides */
    size_t end;               /* first element that must not be written */
    size_t nearest, farthest; /* distances in elements from there, 1: next to it */
} tool_breach;

enum { TOOL_ROW = 128, TOOL_VALUE_TEXT = 32, TOOL_BREACHES = 8, TOOL_COUNTED_ARRAYS = 8 };
typedef struct tool_verdict {
    bool wrong;
    int array;    /* of the first wrong element */
    size_t index; /* in elements; past the end: of the write, before the start: 0 */
    bool guard;   /* the first mistake is breach[0] */
    tool_breach breach[TOOL_BREACHES];
    int breach_count;
    /* Of an output in any order. `got`: the least value that occurs too often (times_got, not got_wanted
     * times), first at `index`. `expected`: the least missing value (XL_TYPE_NONE: none), found
     * expected_there, not times_expected times.
     */
    bool any_order;
    size_t times_got, got_wanted, times_expected, expected_there;
    tool_value expected, got;
    double allowed; /* 0 for integers */
    size_t wrong_count;
    size_t wrong_of[TOOL_COUNTED_ARRAYS];
    double worst_error, worst_allowed; /* of the element nearest to its bound, or farthest beyond */
    uint64_t checksum;                 /* FNV-1a of all output bytes that count */
    double counted_bytes;              /* the part of counted outputs that counts */
    int row_length;                    /* a sub-group's elements around the first wrong one */
    size_t row_start;
    tool_value row_expected[TOOL_ROW], row_got[TOOL_ROW];
    bool row_wrong[TOOL_ROW];
} tool_verdict;

void tool_count_wrong(tool_verdict *verdict, int array, size_t count);

/* Keeps `row` elements around the first wrong one. */
void tool_compare_array(const tool_expected *expected, const void *got, int array, int row,
                        tool_verdict *verdict);

enum { TOOL_ANY_ORDER_BYTES = 24 }; /* memory per element: two keys and room to sort */
/* Compares in any order: `used` elements, each as often as expected. If more are expected, any `used` of them
 * are right. Exact, so `allowed` is ignored. XL_NO_MEMORY.
 */
int tool_compare_any_order(const tool_expected *expected, const void *got, size_t used, int array,
                           tool_verdict *verdict, xl_error *error);

/* Run r has lengths[r] elements, from places[r] on. */
typedef struct tool_runs {
    const uint32_t *places, *lengths;
    size_t count;
    int index; /* of the output that holds the places */
} tool_runs;
/* Expected in order, but right in any order without overlaps or gaps. `used`: elements that fitted; a longer
 * run is cut. A wrong place is reported as an element of the index, with the run's place in order.
 * XL_NO_MEMORY.
 */
int tool_compare_placed(const tool_expected *expected, const tool_runs *runs, const void *got, size_t used,
                        int array, int row, tool_verdict *verdict, xl_error *error);
