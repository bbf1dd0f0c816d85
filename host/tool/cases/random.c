#include "cases/random.h"

#include <stdbool.h>

void tool_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p = (uint64_t)0xD2511F53u * a, q = (uint64_t)0xCD9E8D57u * c;
        a = (uint32_t)(q >> 32) ^ b ^ k0;
        b = (uint32_t)q;
        c = (uint32_t)(p >> 32) ^ d ^ k1;
        d = (uint32_t)p;
        k0 += 0x9E3779B9u; /* golden ratio */
        k1 += 0xBB67AE85u; /* square root of 3, less 1 */
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

static void block_at(uint64_t seed, uint64_t stream, uint64_t block, uint32_t out[4]) {
    const uint32_t counter[4] = {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)stream,
                                 (uint32_t)(stream >> 32)};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    tool_philox(counter, key, out);
}

void tool_random_start(tool_random *random, uint64_t seed, uint64_t stream) {
    *random = (tool_random){.seed = seed, .stream = stream, .used = 4};
}

uint32_t tool_random_u32(tool_random *random) {
    if (random->used == 4) {
        block_at(random->seed, random->stream, random->block, random->words);
        random->block++;
        random->used = 0;
    }
    return random->words[random->used++];
}

uint64_t tool_random_u64(tool_random *random) {
    const uint64_t low = tool_random_u32(random);
    return low | (uint64_t)tool_random_u32(random) << 32;
}

float tool_random_f32(tool_random *random) {
    return (float)(tool_random_u32(random) >> 8) * 0x1p-24f;
}

double tool_random_f64(tool_random *random) {
    return (double)(tool_random_u64(random) >> 11) * 0x1p-53;
}

uint64_t tool_random_below(tool_random *random, uint64_t n) {
    if (n <= 1) return 0;
    /* Values above the largest multiple of n would favour small results. */
    const uint64_t end = UINT64_MAX - UINT64_MAX % n;
    uint64_t value = tool_random_u64(random);
    while (value >= end) value = tool_random_u64(random);
    return value % n;
}

int64_t tool_random_range(tool_random *random, int64_t low, int64_t high) {
    const uint64_t span = (uint64_t)high - (uint64_t)low;
    const uint64_t step = span == UINT64_MAX ? tool_random_u64(random) : tool_random_below(random, span + 1);
    return (int64_t)((uint64_t)low + step);
}

void tool_random_shuffle(tool_random *random, void *elements, size_t n, size_t size) {
    unsigned char *const base = elements;
    for (size_t i = n; i > 1; i--) {
        unsigned char *const a = base + (i - 1) * size;
        unsigned char *const b = base + (size_t)tool_random_below(random, i) * size;
        for (size_t k = 0; k < size; k++) {
            const unsigned char t = a[k];
            a[k] = b[k];
            b[k] = t;
        }
    }
}

uint32_t tool_random_at(uint64_t seed, uint64_t stream, uint64_t index) {
    /* Requests alternate between two or three streams, in order; four elements share a block. */
    static _Thread_local struct {
        uint64_t seed, stream, block;
        uint32_t words[4];
        bool made;
    } kept[4];
    const size_t k = stream % 4;
    if (!kept[k].made || kept[k].seed != seed || kept[k].stream != stream || kept[k].block != index / 4) {
        kept[k].seed = seed;
        kept[k].stream = stream;
        kept[k].block = index / 4;
        kept[k].made = true;
        block_at(seed, stream, index / 4, kept[k].words);
    }
    return kept[k].words[index % 4];
}
