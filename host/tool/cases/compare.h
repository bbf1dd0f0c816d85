/*
 * compare.h - results in host memory against what they have to be, element by element.
 *
 * Integers, of every type up to 64 bits, are compared exactly, in their own type. Of floating-point elements
 *   - NaN is right where NaN is expected, and nowhere else; which NaN does not matter;
 *   - an infinity is right where that infinity is expected, or a finite value which, as far off as is
 * allowed, rounds to it in the output's type;
 *   - what is finite is right when it is at most `allowed` away; zeros of both signs are equal;
 *   - where `allowed` is infinite the result is undefined, and anything is right;
 *   - of copies each bit counts where the case says so (tool_expect_bits): zeros of both signs differ, and so
 * do NaNs.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the elements of one output have to be. Arrays are owned, of `elements` entries, 0 where they were
   made. The type decides which of them are there. */
typedef struct tool_expected {
    xl_type type; /* of the output; XL_TYPE_NONE: no output */
    size_t elements;
    void *exact;     /* integers, and floats of which each bit counts: in the output's own type */
    double *value;   /* other floating point: in double precision */
    double *allowed; /* the same: largest absolute difference that is right, 0 = none */
} tool_expected;

bool tool_is_floating(xl_type type);
bool tool_is_signed(xl_type type); /* of integers */
/* Bytes of an expectation of so many elements, as a number that does not overflow. */
double tool_expected_bytes(xl_type type, double elements);
int tool_expected_make(tool_expected *expected, xl_type type, size_t elements, xl_error *error);
void tool_expected_free(tool_expected *expected);

/* From now on each bit of a floating-point output counts: `exact` in place of `value`, all 0. For
 * tool_expected_copy. */
int tool_expect_bits(tool_expected *expected, xl_error *error);
/* Element i has to be this whole number, cut to the bits of an integer; of floats exactly it. */
void tool_expect_whole(tool_expected *expected, size_t i, uint64_t whole);
/* Element i of floats has to be this value, or at most `allowed` away. */
void tool_expect_near(tool_expected *expected, size_t i, double value, double allowed);
/* Element `at` has to be a copy of element i of an input of the same type. */
void tool_expected_copy(tool_expected *expected, size_t at, const void *input, size_t i);

/* One element as it is: the member that its type says holds it. */
typedef struct tool_value {
    xl_type type;
    union {
        int64_t i;  /* I8 to I64 */
        uint64_t u; /* U8 to U64 */
        double f;   /* F16 to F64 */
    } as;
} tool_value;

/* Element `index` of raw data. */
tool_value tool_value_at(const void *data, xl_type type, size_t index);
/* What element `index` has to be. */
tool_value tool_expected_at(const tool_expected *expected, size_t index);
/* The float that these bits are. */
double tool_float_of(uint32_t bits);
/* As a double, rounded where an integer has more than 53 bits. */
double tool_value_double(tool_value value);
/* Integers with all their digits, floating point with enough to tell it from its neighbours of 32 bits. */
const char *tool_value_text(tool_value value, char *text, size_t size);

/* Something was written that is no element of an array or of a scratch area. */
typedef struct tool_breach {
    const char *name; /* the table's */
    bool area;        /* a scratch area's, else an array's */
    bool before;      /* its start; else behind its end */
    bool counted; /* an output whose length the data decides: its end may be that of the part that counts */
    size_t end;   /* the first element that is not to be written */
    size_t nearest, farthest; /* how many elements away from there, 1 being next to it */
} tool_breach;

enum { TOOL_ROW = 128, TOOL_VALUE_TEXT = 32, TOOL_BREACHES = 8, TOOL_COUNTED_ARRAYS = 8 };
typedef struct tool_verdict {
    bool wrong;
    int array;    /* of the first wrong element */
    size_t index; /* in elements; past the end where that was written, 0 where what is before the start was */
    bool guard;   /* what is wrong first is breach[0] */
    tool_breach breach[TOOL_BREACHES];
    int breach_count;
    /* An output in any order: `got` is the least value that is there too often, times_got times where it is
       expected got_wanted times, `index` where it stands first; `expected` the least that is missing (its
       type is XL_TYPE_NONE: none is), expected times_expected times, there expected_there times. */
    bool any_order;
    size_t times_got, got_wanted, times_expected, expected_there;
    tool_value expected, got;
    double allowed;                       /* 0 for integers */
    size_t wrong_count;                   /* elements of all outputs */
    size_t wrong_of[TOOL_COUNTED_ARRAYS]; /* those of each */
    double worst_error, worst_allowed; /* of the element that came nearest to its bound (or passed it most) */
    uint64_t checksum;    /* FNV-1a of all output bytes, of counted outputs the part that counts */
    double counted_bytes; /* of counted outputs, the part that counts */
    int row_length;       /* a sub-group's worth around the first wrong element */
    size_t row_start;
    tool_value row_expected[TOOL_ROW], row_got[TOOL_ROW];
    bool row_wrong[TOOL_ROW];
} tool_verdict;

/* Counts so many wrong elements of array number `array`. */
void tool_count_wrong(tool_verdict *verdict, int array, size_t count);

/* Adds what is wrong in array number `array` to the verdict; `row` elements are kept around the first wrong
   one. */
void tool_compare_array(const tool_expected *expected, const void *got, int array, int row,
                        tool_verdict *verdict);

enum {
    TOOL_ANY_ORDER_BYTES = 24
}; /* what comparing takes beside, for each element: two keys and room to sort */
/* The same for an output whose elements come in any order: `used` elements, each as often as among those that
   are expected; those may be more, and then any `used` of them are right. Exact, so `allowed` is not looked
   at. XL_NO_MEMORY. */
int tool_compare_any_order(const tool_expected *expected, const void *got, size_t used, int array,
                           tool_verdict *verdict, xl_error *error);

/* Where the runs of an output stand: run r, of lengths[r] elements, from places[r] on. */
typedef struct tool_runs {
    const uint32_t *places, *lengths;
    size_t count;
    int index; /* number of the output that holds the places */
} tool_runs;
/* The same for an output whose runs, expected one behind the other, stand in any order: no two may share a
   place, and together they leave none out. `used`: elements that fitted; of a longer run no more are
   expected. What is wrong with a place is told of the index, with the place that the run has in order.
   XL_NO_MEMORY. */
int tool_compare_placed(const tool_expected *expected, const tool_runs *runs, const void *got, size_t used,
                        int array, int row, tool_verdict *verdict, xl_error *error);
