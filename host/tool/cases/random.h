/*
 * random.h - random numbers, equal on every system: Philox4x32-10, a counter-based generator of integers
 * (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011). One exact
 * conversion makes floats of the integers.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Ten rounds on one counter: four words that only (counter, key) decide. */
void tool_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* A sequence: the key is the seed, the counter's upper half the stream, its lower half the block. Different
   streams of one seed never overlap. */
typedef struct tool_random {
    uint64_t seed, stream, block;
    uint32_t words[4];
    unsigned used; /* of words */
} tool_random;

void tool_random_start(tool_random *random, uint64_t seed, uint64_t stream);

uint32_t tool_random_u32(tool_random *random);
uint64_t tool_random_u64(tool_random *random); /* the first word drawn is the low half */

/* Uniform in [0, 1), multiples of 2^-24 and of 2^-53. */
float tool_random_f32(tool_random *random);
double tool_random_f64(tool_random *random);

/* Uniform in [0, n) without bias; 0 for n = 0. */
uint64_t tool_random_below(tool_random *random, uint64_t n);

/* Uniform in [low, high], both included; needs low <= high. */
int64_t tool_random_range(tool_random *random, int64_t low, int64_t high);

/* Puts n elements of `size` bytes into random order (Fisher and Yates). */
void tool_random_shuffle(tool_random *random, void *elements, size_t n, size_t size);

/* Word number `index` of (seed, stream), as tool_random_u32 would give it after `index` others. */
uint32_t tool_random_at(uint64_t seed, uint64_t stream, uint64_t index);
