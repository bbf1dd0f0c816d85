/* Inputs and reference of histogram. */
#include "cases/case.h"
#include "histogram_host.h"
#include "cases/inputs.h"
#include "base/number.h"
#include "system/parallel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES, COUNTS }; /* indices in the table */

/* ---- inputs: first a bucket (inputs.h), then a sample of that bucket; in integers -------------------- */

/* special: alternates between a special value of the type and a uniform sample. boundaries: the samples
   below, at and above each edge. outside: alternates between below and above the range, where the type has
   such values. */
static const char *const hurting[] = {"special", "boundaries", "outside", NULL};

typedef struct inputs {
    const char *distribution;
    uint64_t seed;
    histogram_range range;
    tool_numbers *numbers; /* buckets; NULL for a difficult input */
} inputs;

static uint64_t key_in_bucket(const inputs *in, uint32_t bucket, uint32_t word) {
    const uint64_t from = xl__histogram_edge(&in->range, bucket);
    return from + ((xl__histogram_edge(&in->range, bucket + 1) - from) * word >> 32);
}

static uint64_t boundary_key(const inputs *in, uint64_t i) {
    const uint32_t edge = (uint32_t)(i / 3 % (in->range.buckets + 1u));
    const uint64_t key = xl__histogram_edge(&in->range, edge) + i % 3;
    return key > 0 ? key - 1 : 0;
}

static uint64_t outside_key(const inputs *in, uint64_t i) {
    const uint64_t first = xl__histogram_edge(&in->range, 0);
    const uint64_t end = xl__histogram_edge(&in->range, in->range.buckets);
    const uint64_t far = tool_random_at(in->seed, 0, 4 * i) & 1023u;
    const uint64_t last = in->range.type == XL_U8    ? UINT8_MAX
                          : in->range.type == XL_U32 ? UINT32_MAX
                                                     : xl__float_key(INFINITY);
    const bool room_below = first > 1023u, room_above = end <= last;
    if (room_below && (i % 2 == 0 || !room_above)) return first - 1 - far;
    return end + far < last ? end + far : last;
}

static uint32_t sample_bits(const inputs *in, uint64_t i) {
    const char *const name = in->distribution;
    uint64_t key;
    if (in->numbers) {
        uint32_t word;
        const uint32_t bucket = tool_number_at(in->numbers, i, &word);
        key = key_in_bucket(in, bucket, word);
    } else if (strcmp(name, "special") == 0) {
        if (i % 2 == 0) return tool_special_bits(in->range.type, in->range.buckets, i / 2);
        const uint64_t any = tool_random_at(in->seed, 0, 4 * i);
        key = key_in_bucket(in, (uint32_t)(any * in->range.buckets >> 32),
                            tool_random_at(in->seed, 0, 4 * i + 1));
    } else {
        key = strcmp(name, "boundaries") == 0 ? boundary_key(in, i) : outside_key(in, i);
    }
    const uint32_t least =
        key > UINT32_MAX ? UINT32_MAX : (uint32_t)key; /* a bucket that no sample reaches */
    return in->range.type == XL_F32 ? xl__float_bits(xl__key_float(least)) : least;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = XL_SUCCESS;
    const long long n = (long long)data->elements[SAMPLES];
    inputs in = {.distribution = distribution, .seed = seed, .range = xl__histogram_range(problem)};
    bool hurts = false;
    for (int d = 0; hurting[d]; d++) hurts = hurts || strcmp(hurting[d], distribution) == 0;
    /* Buckets that a sample can have: under identity a u8 has at most 256. */
    const bool few = in.range.type == XL_U8 && in.range.function == HISTOGRAM_IDENTITY;
    const uint32_t reached = few && in.range.buckets > 256 ? 256 : in.range.buckets;
    if (!hurts)
        status = tool_numbers_open("histogram", distribution, seed, (uint64_t)n, reached, &in.numbers, error);
    if (status != XL_SUCCESS) return status;
    void *const samples = data->in[SAMPLES].data;
    TOOL_PARALLEL_FOR
    for (long long i = 0; i < n; i++) {
        const uint32_t bits = sample_bits(&in, (uint64_t)i);
        if (in.range.type == XL_U8)
            ((uint8_t *)samples)[i] = (uint8_t)(bits > 255 ? 255 : bits);
        else
            memcpy((uint32_t *)samples + i, &bits, sizeof bits);
    }
    tool_numbers_close(in.numbers);
    return XL_SUCCESS;
}

/* ---- reference --------------------------------------------------------------------------------------- */

/* Counted by threads. */
enum { PARTS = 16 };

/* `buckets` if sample i is not counted. */
static uint32_t search_bucket(const histogram_range *range, const uint64_t *edges, const void *samples,
                              size_t i) {
    const tool_value sample = tool_value_at(samples, range->type, i);
    const bool is_float = range->type == XL_F32;
    const uint32_t key = is_float ? xl__float_key((float)sample.as.f) : (uint32_t)sample.as.u;
    if (range->function == HISTOGRAM_LOG && (is_float ? sample.as.f <= 0.0 : key == 0)) return 0;
    if ((is_float && isnan(sample.as.f)) || key < edges[0] || key >= edges[range->buckets])
        return range->buckets;
    uint32_t low = 0, high = range->buckets - 1; /* the last edge at or below the key */
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (edges[middle] <= key)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    int status = XL_SUCCESS;
    const histogram_range range = xl__histogram_range(problem);
    const size_t n = (size_t)xl__int(problem, HISTOGRAM_N), row = range.buckets + 1u;
    uint64_t *edges = calloc(row, sizeof *edges);
    uint32_t *counts = calloc(PARTS * row, sizeof *counts), *expected = data->expected[COUNTS].exact;
    if (!edges || !counts) status = xl__fail(error, XL_NO_MEMORY, "histogram: no memory for the reference");
    for (uint32_t i = 0; edges && i < row; i++) edges[i] = xl__histogram_edge(&range, i);
    TOOL_PARALLEL_FOR
    for (int part = 0; part < (status == XL_SUCCESS ? PARTS : 0); part++) {
        const size_t first = n / PARTS * (size_t)part, end = part + 1 < PARTS ? first + n / PARTS : n;
        for (size_t i = first; i < end; i++)
            counts[(size_t)part * row + search_bucket(&range, edges, data->in[SAMPLES].data, i)]++;
    }
    for (size_t i = 0; i < PARTS * row && status == XL_SUCCESS; i++)
        if (i % row < range.buckets) expected[i % row] += counts[i]; /* n is below 2^32 */
    free(counts);
    free(edges);
    return status;
}

/* ---- table ------------------------------------------------------------------------------------------- */

#define OF_INTEGERS "type=u32", "distribution=uniform"
const tool_case tool_case_histogram = {
    .algorithm = &xl__algorithm_histogram,
    .distributions =
        TOOL_TEXTS("uniform", "distinct", "single", "skewed90", "runs", "pairs", "zipf", "entropy1000",
                   "entropy0811", "entropy0544", "entropy0337", "entropy0201", "photograph"),
    .edges = hurting,
    .verify_base = "n=1000",
    .verify_settings =
        TOOL_TEXTS("buckets=256",
                   "buckets=100 function=even lower=-3.7 upper=201.1 way=shuffle copies=3 copy_by=sub_group",
                   "buckets=65 function=log log_least=-10 log_most=8 way=waterfall",
                   "buckets=65536 way=native", "buckets=256 counted=u64"),
    .bench_settings =
        TOOL_TEXTS("n=1048576 buckets=256", "n=16777216 buckets=256", "n=16777216 buckets=4096"),
    /* Luminances k / 255 are in the middle of their buckets, so rounding moves none; white is counted. */
    .picture_settings = "buckets=256 function=even lower=-0.00196078431372549 upper=1.00196078431372549",
    .counts_of = "samples",
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N("buckets=256", OF_INTEGERS),
                          TOOL_GROWS("buckets", "2,16,64,256,512,1024,2048,4096,8192,16384,32768,65536",
                                     "n=16777216", OF_INTEGERS),
                          TOOL_GROWS_WIDTH("n=1048576", "buckets=256", OF_INTEGERS)),
    .generate = generate,
    .reference = reference,
};
