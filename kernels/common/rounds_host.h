/* rounds.h for references, in 64-bit numbers. */
#pragma once

#include <stdint.h>

static inline uint32_t host_rounds(uint32_t value, uint32_t rounds) {
    const uint64_t two_32 = UINT64_C(1) << 32;
    uint64_t v = value;
    while (rounds-- > 0) {
        v = (v + UINT64_C(2654435769)) % two_32;
        v = (v ^ v / 65536) * UINT64_C(2146121005) % two_32;
        v = (v ^ v / 32768) * UINT64_C(2221713035) % two_32;
        v ^= v / 65536;
    }
    return (uint32_t)v;
}
