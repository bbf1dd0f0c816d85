/* sort_case.c - inputs and reference of sort. */
#include "cases/case.h"
#include "cases/inputs.h"
#include "system/parallel.h"
#include <stdlib.h>

/* Indices in the tables of sort.c: parameters, then arrays. */
enum { N, ORDER, LOW, BITS, VALUE, KEYS = 0, VALUES, SORTED_KEYS, SORTED_VALUES };

/* ---- keys and their order numbers ------------------------------------------------------------------------
 */

static int bits_of(xl_type type) {
    return (int)(8 * xl_type_size(type));
}
static uint64_t largest(xl_type type) {
    return UINT64_MAX >> (64 - bits_of(type));
}

/* The order number of a key, from 0, by arithmetic and comparison. Floats in total order. */
static uint64_t number_of(const void *keys, xl_type type, size_t i) {
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

/* The inverse, for inputs: the key with an order number. */
static void put_key(void *keys, xl_type type, size_t i, uint64_t number) {
    const uint64_t half = largest(type) / 2 + 1;
    uint64_t bits = number;
    if (tool_is_signed(type)) bits = number - half;
    if (tool_is_floating(type)) bits = number >= half ? number - half : half + (half - 1 - number);
    put_bits(keys, type, i, bits);
}

/* ---- inputs ----------------------------------------------------------------------------------------------
 */

/* uniform: any bits, including NaN. few: 8 keys. zipf: number k of 65536 in proportion to 1 / (k + 1).
   entropy0201: five random words AND-ed, a fifth of a bit of information per bit (Thearling and Smith,
   1992). Difficult inputs: sorted, reversed, single; low and high: keys that differ only in the lowest or
   highest 8 bits; special: zeros, NaNs, infinities, ends. */
static const uint32_t special[] = {
    0,           0x80000000u, 0x7fc00000u, 0xffc00000u, 0x7f800000u, 0xff800000u, 0x7ff80000u, 0xfff80000u,
    0x7ff00000u, 0xfff00000u, 1,           0x80000001u, 0xffffffffu, 0x7fffffffu, 0x3f800000u, 0x3ff00000u};

static uint64_t any_word(uint64_t seed, uint64_t stream, uint64_t i) {
    return (uint64_t)tool_random_at(seed, 2 * stream, i) << 32 | tool_random_at(seed, 2 * stream + 1, i);
}

/* The number of key i in 64 bits; the caller uses as many high bits as the type has. */
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

/* All values differ: each is its position times an odd number. */
static int generate_values(const xl__problem *problem, tool_data *data, xl_error *error) {
    const int status = tool_data_allocate(problem, &xl__algorithm_sort, VALUES, data, error);
    const size_t n = status == XL_SUCCESS ? data->elements[VALUES] : 0;
    const bool wide = n > 0 && xl_type_size(data->in[VALUES].type) == 8;
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = i * UINT64_C(0x9e3779b97f4a7c15);
        if (wide)
            ((uint64_t *)data->in[VALUES].data)[i] = value;
        else
            ((uint32_t *)data->in[VALUES].data)[i] = (uint32_t)value;
    }
    return status;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    void *const keys = data->in[KEYS].data;
    const xl_type type = problem->type;
    const int unused = 64 - bits_of(type);
    const long long n = (long long)data->elements[KEYS];
    const bool zipf = strcmp(distribution, "zipf") == 0, low = strcmp(distribution, "low") == 0;
    const bool hurts = strcmp(distribution, "special") == 0;
    tool_numbers *numbers = NULL;
    const int status =
        zipf ? tool_numbers_open("sort", "zipf", seed, (uint64_t)n, 65536, &numbers, error) : XL_SUCCESS;
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
    return problem->value[VALUE] != 0 ? generate_values(problem, data, error) : XL_SUCCESS;
}

/* ---- reference: a merge sort -----------------------------------------------------------------------------
 */

typedef struct entry {
    uint64_t number; /* the sort key */
    size_t place;
} entry;

static void merge(const entry *from, entry *to, size_t first, size_t middle, size_t end) {
    size_t left = first, right = middle;
    for (size_t at = first; at < end; at++) {
        const bool takes_left = left < middle && (right == end || from[left].number <= from[right].number);
        to[at] = takes_left ? from[left++] : from[right++];
    }
}

/* Returns the array with the result. */
static entry *merge_sort(entry *entries, entry *spare, size_t n) {
    for (size_t run = 1; run < n; run *= 2) {
        const size_t merges = (n - 1) / (2 * run) + 1;
        const long long pairs = (long long)merges;
        TOOL_PARALLEL_FOR_IF(pairs > 1 && n > 65536)
        for (long long p = 0; p < pairs; p++) {
            const size_t first = 2 * run * (size_t)p, middle = first + run < n ? first + run : n;
            merge(entries, spare, first, middle, middle + run < n ? middle + run : n);
        }
        entry *const other = entries;
        entries = spare;
        spare = other;
    }
    return entries;
}

/* The sorted bits of a key's order number, inverted for a descending order. */
static uint64_t sorted_number(const xl__problem *problem, const void *keys, size_t i) {
    const int low = (int)problem->value[LOW], given = (int)problem->value[BITS];
    const int bits = given > 0 ? given : bits_of(problem->type) - low;
    const uint64_t number = number_of(keys, problem->type, i);
    const uint64_t most = UINT64_MAX >> (64 - bits), own = number >> low & most;
    return problem->value[ORDER] != 0 ? most - own : own;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const size_t n = data->elements[KEYS];
    const void *const keys = data->in[KEYS].data;
    const void *const values = data->in[VALUES].data;
    tool_expected *const expected = &data->expected[SORTED_KEYS];
    tool_expected *const moved = &data->expected[SORTED_VALUES];
    const bool valued = problem->value[VALUE] != 0;
    entry *const entries = malloc((n + 1) * sizeof *entries), *const spare = malloc((n + 1) * sizeof *spare);
    int status =
        entries && spare ? XL_SUCCESS : xl__fail(error, XL_NO_MEMORY, "sort: no memory for the reference");
    if (status == XL_SUCCESS && tool_is_floating(problem->type)) status = tool_expect_bits(expected, error);
    if (status == XL_SUCCESS && tool_is_floating(moved->type)) status = tool_expect_bits(moved, error);
    if (status == XL_SUCCESS) {
        for (size_t i = 0; i < n; i++) entries[i] = (entry){sorted_number(problem, keys, i), i};
        const entry *const sorted = merge_sort(entries, spare, n);
        for (size_t i = 0; i < n; i++) tool_expected_copy(expected, i, keys, sorted[i].place);
        for (size_t i = 0; i < n && valued; i++) tool_expected_copy(moved, i, values, sorted[i].place);
    }
    free(entries);
    free(spare);
    return status;
}

#define OF_U32 "type=u32", "distribution=uniform"
const tool_case tool_case_sort = {
    .algorithm = &xl__algorithm_sort,
    .distributions = TOOL_TEXTS("uniform", "few", "zipf", "entropy0201"),
    .edges = TOOL_TEXTS("sorted", "reversed", "single", "low", "high", "special"),
    .verify_base = "n=10007",
    .verify_settings = TOOL_TEXTS(
        "", "n=1999 order=descending value=i64 digit=5", "n=250 low=3 bits=13 value=u32",
        "order=descending items=4 value=u32", "low=3 bits=13 items=4 value=u64",
        "low=20 bits=9 order=descending items=4 digit=4", "bits=1 items=3 digit=5 value=f32",
        "n=250 items=2 low=1 bits=7 digit=2", "counted=u32 items=4 value=u32", "counted=u64 n=250"),
    .trace_base = "items=1 bits=2",
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_U32), TOOL_GROWS_WIDTH("n=1048576", OF_U32)),
    .generate = generate,
    .reference = reference,
};
