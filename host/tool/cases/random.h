/*
 * random.h - Philox4x32-10, the same on every system (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As
 * Easy as 1, 2, 3, SC 2011).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Ten rounds. */
void tool_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* The key is the seed, the counter's upper half the stream. A seed's streams never overlap. */
typedef struct tool_random {
    uint64_t seed, stream, block;
    uint32_t words[4];
    unsigned used; /* of words */
} tool_random;

void tool_random_start(tool_random *random, uint64_t seed, uint64_t stream);

uint32_t tool_random_u32(tool_random *random);
uint64_t tool_random_u64(tool_random *random); /* the first word is the low half */

/* Below 1, multiples of 2^-24 and 2^-53. */
float tool_random_f32(tool_random *random);
double tool_random_f64(tool_random *random);

/* In [0, n) without bias; 0 for n = 0. */
uint64_t tool_random_below(tool_random *random, uint64_t n);

/* In [low, high]; needs low <= high. */
int64_t tool_random_range(tool_random *random, int64_t low, int64_t high);

/* Elements of `size` bytes (Fisher and Yates). */
void tool_random_shuffle(tool_random *random, void *elements, size_t n, size_t size);

/* The word that tool_random_u32 gives after `index` others. */
uint32_t tool_random_at(uint64_t seed, uint64_t stream, uint64_t index);
