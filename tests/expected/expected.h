/*
 * expected.h - results that somebody worked out by hand, or by a program of other origin: small problems in
 * tests/expected/ALGORITHM.txt, run by the strategies that each names. The case's reference must give the
 * same, as verify compares with it.
 *
 *   problem n=8 type=u32            begins one; its settings
 *   also n=8 type=u32               the same with the inputs, and the strategies, of the one before
 *   run n=5                         numbers of run time, where they are not those of the plan
 *   within 1e-6                     of floats: so far off, relative above 1, is right; else nothing is
 *   in x u32: 3 0xff 1..4 9*2       an input. 1..4 is 1 2 3 4, 9*2 is 9 9
 *   out y f32: 1.5 nan              an output. Floats written as 0x... are compared bit by bit
 *                                   ? is undefined, and the reference says so; - is not looked at
 *   by loop tree: lanes=8 items=4 -> atomics 12 functions 4
 *                                   strategies; settings, sub-group width, backend; measures
 *
 * A line that begins with a space continues the one before, # begins a comment. What lies behind an output's
 * elements must be untouched. An output whose order the strategy leaves unspecified is compared sorted.
 */
#pragma once

#include "support/place.h"
#include "support/suite.h"

/* How many problems the file has. */
int expected_count(const char *algorithm);
/* Runs number `index`. */
void expected_check(const char *algorithm, int index);

/* A test for each problem of the area's algorithm, in a group of its own. */
#define EXPECTED(algorithm)                                                                                  \
    SUITE_PART(expected_group, .group = "expected")                                                          \
    SUITE_PART(expected_around, .all = true, .before = open_place, .after = close_place)                     \
    LOOP_TEST(results_are_as_expected, expected_count(algorithm)) {                                          \
        expected_check(algorithm, _i);                                                                       \
    }
