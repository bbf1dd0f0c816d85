/*
 * expected.h - small problems with results worked out by hand or by an independent program, in
 * tests/expected/ALGORITHM.txt. The case's reference must agree too, because verify uses it.
 *
 *   problem n=8 type=u32            begins a problem; its settings
 *   also n=8 type=u32               a problem with the last one's inputs and strategies
 *   run n=5                         run-time numbers, if they differ from the plan's
 *   within 1e-6                     the error allowed for floats, relative above 1; default 0
 *   in x u32: 3 0xff 1..4 9*2       an input. 1..4 is 1 2 3 4, 9*2 is 9 9
 *   out y f32: 1.5 nan              an output. Floats written as 0x... are compared bit by bit
 *                                   ? is undefined, also in the reference; - is ignored
 *   by loop tree: lanes=8 items=4 -> atomics 12 functions 4
 *                                   strategies; settings, sub-group width, backend; measures
 *
 * A line that begins with a space continues the last one; # begins a comment. Memory after an output must
 * stay unchanged. An output in unspecified order is compared sorted.
 */
#pragma once

#include "support/place.h"
#include "support/suite.h"

/* The number of problems in the file. */
int expected_count(const char *algorithm);
void expected_check(const char *algorithm, int index);

/* A test for each problem of the area's algorithm, in its own group. */
#define EXPECTED(algorithm)                                                                                  \
    SUITE_PART(expected_group, .group = "expected")                                                          \
    SUITE_PART(expected_around, .all = true, .before = open_place, .after = close_place)                     \
    LOOP_TEST(results_are_as_expected, expected_count(algorithm)) {                                          \
        expected_check(algorithm, _i);                                                                       \
    }
