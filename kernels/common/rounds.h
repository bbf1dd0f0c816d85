/* Adjustable work: rounds of a 32-bit hash, each of which depends on the previous one.
 * SPDX-License-Identifier: MIT
 *
 * A round adds 2^32 / golden ratio, so that 0 does not stay 0, and mixes with the constants of "lowbias32"
 * (C. Wellons, hash prospector, 2018).
 */
#ifndef ROUNDS_H_INCLUDED
#define ROUNDS_H_INCLUDED

/* One round of v, a uint or a vector of uint. */
#define MIX_ROUND(v)                                                                                         \
    do {                                                                                                     \
        (v) += 0x9e3779b9u;                                                                                  \
        (v) = ((v) ^ (v) >> 16) * 0x7feb352du;                                                               \
        (v) = ((v) ^ (v) >> 15) * 0x846ca68bu;                                                               \
        (v) ^= (v) >> 16;                                                                                    \
    } while (0)

static inline uint mix_rounds(uint v, uint rounds) {
    for (uint r = 0; r < rounds; ++r) MIX_ROUND(v);
    return v;
}

#endif
