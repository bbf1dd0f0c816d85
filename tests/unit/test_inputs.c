/* Distributions match their names: counted elements against expected shares. */
#include "support/suite.h"
#include "cases/inputs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 65536, BELOW = 256 };
static uint32_t number[N];
static int count[BELOW];

/* No assertion for each number: each costs a message of Check. */
static void draw(const char *distribution, uint64_t seed, uint32_t below) {
    tool_numbers *numbers = NULL;
    xl_error error = {0};
    uint32_t word;
    ck_assert_msg(tool_numbers_open("test", distribution, seed, N, below, &numbers, &error) == 0, "%s",
                  error.text);
    memset(count, 0, sizeof count);
    for (uint64_t i = 0; i < N; i++) {
        number[i] = tool_number_at(numbers, i, &word);
        if (number[i] >= below) ck_abort_msg("number %u is %u of %u", (unsigned)i, number[i], below);
        count[number[i]]++;
    }
    tool_numbers_close(numbers);
}

static int largest_count(void) {
    int largest = 0;
    for (int k = 0; k < BELOW; k++) largest = count[k] > largest ? count[k] : largest;
    return largest;
}

/* Bits of information in a number, from the frequencies. */
static double entropy(void) {
    double sum = 0;
    for (int k = 0; k < BELOW; k++)
        if (count[k] > 0) sum -= (double)count[k] / N * log2((double)count[k] / N);
    return sum;
}

TEST(shares_are_those_of_the_name) {
    draw("uniform", 5, BELOW);
    for (int k = 0; k < BELOW; k++) ck_assert_int_lt(abs(count[k] - N / BELOW), 100); /* 6 sigma */
    draw("single", 5, BELOW);
    ck_assert_int_eq(largest_count(), N);
    draw("skewed90", 5, BELOW);
    ck_assert_double_eq_tol((double)largest_count() / N, 0.9 + 0.1 / BELOW, 0.01);
    draw("zipf", 5, BELOW);
    double harmonic = 0;
    for (int k = 1; k <= BELOW; k++) harmonic += 1.0 / k;
    for (int k = 0; k < BELOW; k++)
        ck_assert_double_eq_tol((double)count[k] / N, 1.0 / ((k + 1) * harmonic), 0.01);
}

TEST(neighbours_are_those_of_the_name) {
    draw("distinct", 6, 100);
    for (int i = 0; i + 1 < 100; i++) ck_assert_uint_ne(number[i], number[i + 1]);
    for (int k = 0; k < 100; k++) ck_assert_int_ge(count[k], N / 100);
    draw("pairs", 6, BELOW);
    int equal = 0;
    for (int i = 0; i < N; i += 2)
        if (number[i] != number[i + 1]) ck_abort_msg("pair %d is %u and %u", i / 2, number[i], number[i + 1]);
    for (int i = 1; i + 1 < N; i += 2) equal += number[i] == number[i + 1];
    ck_assert_int_lt(equal, N / BELOW); /* N / 2 pairs, one in 256 equal */
    draw("runs", 6, BELOW);
    for (int stretch = 0; stretch < N; stretch += 1024) { /* runs of one length, a power of two up to 128 */
        int length = 128;
        for (int run = 1, i = 1; i < 1024; i++, run++) {
            if (number[stretch + i] == number[stretch + i - 1]) continue;
            if (run < length) length = run;
            run = 0;
        }
        ck_assert_msg((length & (length - 1)) == 0, "a stretch has runs of %d", length);
        for (int i = 0; i < 1024; i++)
            if (number[stretch + i] != number[stretch + i / length * length])
                ck_abort_msg("a run of %d ends before number %d", length, stretch + i);
    }
}

TEST(entropy_is_that_of_the_name) {
    static const char *const names[] = {"entropy1000", "entropy0811", "entropy0544", "entropy0337",
                                        "entropy0201"};
    static const double bits[] = {1.0, 0.811, 0.544, 0.337, 0.201};
    for (int i = 0; i < 5; i++) {
        draw(names[i], 7, BELOW);
        ck_assert_double_eq_tol(entropy() / 8, bits[i], 0.005);
    }
}

/* The average difference of random numbers is a third. */
TEST(photograph_is_smooth) {
    draw("photograph", 8, BELOW);
    double change = 0;
    for (int i = 1; i < N; i++) change += fabs((double)number[i] - (double)number[i - 1]) / N;
    ck_assert_double_lt(change, BELOW / 3.0 / 4);
    ck_assert_double_gt(entropy(), 4);
}

TEST(unknown_one_is_refused) {
    tool_numbers *numbers = NULL;
    xl_error error = {0};
    ck_assert_int_eq(tool_numbers_open("test", "zip", 1, 1, 1, &numbers, &error), XL_BAD_NAME);
    ck_assert_str_eq(error.text, "test has no input 'zip'");
    ck_assert_ptr_null(numbers);
}
