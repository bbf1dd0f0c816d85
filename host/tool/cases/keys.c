#include "cases/keys.h"
#include "cases/inputs.h"
#include "system/parallel.h"

int tool_key_bits(xl_type type) {
    return (int)(8 * xl_type_size(type));
}
static uint64_t largest(xl_type type) {
    return UINT64_MAX >> (64 - tool_key_bits(type));
}

uint64_t tool_key_number(const void *keys, xl_type type, size_t i) {
    const uint64_t half = largest(type) / 2 + 1;
    if (!tool_is_floating(type)) {
        const tool_value v = tool_value_at(keys, type, i);
        return tool_is_signed(type) ? ((uint64_t)v.as.i + half) & largest(type) : v.as.u;
    }
    const uint64_t bits = type == XL_F32 ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];
    return bits >= half ? half - 1 - (bits - half) : half + bits;
}

static void put_bits(void *keys, xl_type type, size_t i, uint64_t bits) {
    switch (xl_type_size(type)) {
    case 1: ((uint8_t *)keys)[i] = (uint8_t)bits; break;
    case 2: ((uint16_t *)keys)[i] = (uint16_t)bits; break;
    case 4: ((uint32_t *)keys)[i] = (uint32_t)bits; break;
    default: ((uint64_t *)keys)[i] = bits; break;
    }
}

/* The inverse of tool_key_number. */
static void put_key(void *keys, xl_type type, size_t i, uint64_t number) {
    const uint64_t half = largest(type) / 2 + 1;
    uint64_t bits = number;
    if (tool_is_signed(type)) bits = number - half;
    if (tool_is_floating(type)) bits = number >= half ? number - half : half + (half - 1 - number);
    put_bits(keys, type, i, bits);
}

static const uint32_t special[] = {
    0,           0x80000000u, 0x7fc00000u, 0xffc00000u, 0x7f800000u, 0xff800000u, 0x7ff80000u, 0xfff80000u,
    0x7ff00000u, 0xfff00000u, 1,           0x80000001u, 0xffffffffu, 0x7fffffffu, 0x3f800000u, 0x3ff00000u};

static uint64_t any_word(uint64_t seed, uint64_t stream, uint64_t i) {
    return (uint64_t)tool_random_at(seed, 2 * stream, i) << 32 | tool_random_at(seed, 2 * stream + 1, i);
}

/* In 64 bits; the caller uses as many high bits as the type has. */
static uint64_t number_at(const char *distribution, uint64_t seed, uint64_t i, uint64_t n) {
    const uint64_t any = any_word(seed, 0, i);
    if (strcmp(distribution, "few") == 0) return any_word(seed, 1, any >> 61);
    if (strcmp(distribution, "single") == 0) return any_word(seed, 1, 0);
    if (strcmp(distribution, "high") == 0) return any >> 56 << 56;
    if (strcmp(distribution, "sorted") == 0) return i * (UINT64_MAX / n);
    if (strcmp(distribution, "reversed") == 0) return UINT64_MAX - i * (UINT64_MAX / n);
    if (strcmp(distribution, "entropy0201") == 0)
        return any & any_word(seed, 1, i) & any_word(seed, 2, i) & any_word(seed, 3, i) &
               any_word(seed, 4, i);
    return any;
}

int tool_keys_fill(const char *name, const char *distribution, uint64_t seed, xl_type type, void *keys,
                   size_t many, xl_error *error) {
    const int unused = 64 - tool_key_bits(type);
    const long long n = (long long)many;
    const bool zipf = strcmp(distribution, "zipf") == 0, low = strcmp(distribution, "low") == 0;
    const bool hurts = strcmp(distribution, "special") == 0;
    tool_numbers *numbers = NULL;
    const int status =
        zipf ? tool_numbers_open(name, "zipf", seed, (uint64_t)n, 65536, &numbers, error) : XL_SUCCESS;
    if (status != XL_SUCCESS) return status;
    TOOL_PARALLEL_FOR
    for (long long i = 0; i < n; i++) {
        uint32_t word = (uint32_t)any_word(seed, 0, (uint64_t)i);
        uint64_t number = number_at(distribution, seed, (uint64_t)i, (uint64_t)n) >> unused;
        if (zipf)
            number = tool_number_at(numbers, (uint64_t)i, &word) * UINT64_C(0x9e3779b97f4a7c15) >> unused;
        if (low) number = word & 255u;
        put_key(keys, type, (size_t)i, number);
        if (!hurts) continue;
        const uint64_t bits = special[word % (sizeof special / sizeof *special)];
        put_bits(keys, type, (size_t)i, (bits << 32 | word >> 30) >> unused);
    }
    tool_numbers_close(numbers);
    return XL_SUCCESS;
}
