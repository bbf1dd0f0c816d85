/* histogram_case.c - inputs, reference and cost of histogram. */
#include "case.h"
#include "histogram_host.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#define PARALLEL_FOR _Pragma("omp parallel for schedule(static)")
#else
#define PARALLEL_FOR
#endif

/* ---- inputs: first a bucket, then a sample of that bucket; in integers, so the same on every system -----
 */

/* Numbers of random sequences; RUNS takes one for each length of a run. */
enum { STREAM_SAMPLE, STREAM_SHARED, STREAM_FIFTH, STREAM_NOISE, STREAM_RUNS = 8 };

/* Random 16-bit values on a grid with cells of 2^shift pixels, between which a picture is interpolated. */
typedef struct lattice {
    unsigned shift;
    size_t columns;
    uint16_t *value;
} lattice;
enum { LATTICES = 3 };

typedef struct inputs {
    xl_type type;
    uint64_t n, seed;
    uint32_t buckets;
    uint64_t *edges;      /* keys (xl__histogram_edges) */
    uint64_t *shares;     /* zipf: 2^32 times the share of the buckets up to this one */
    size_t columns, rows; /* photograph */
    lattice noise[LATTICES];
} inputs;

static void random_words(const inputs *in, uint32_t stream, uint64_t index, uint32_t out[4]) {
    const uint32_t counter[4] = {(uint32_t)index, (uint32_t)(index >> 32), stream, 0};
    const uint32_t key[2] = {(uint32_t)in->seed, (uint32_t)(in->seed >> 32)};
    tool_philox(counter, key, out);
}

/* A bucket out of a random word. */
static uint32_t spread(const inputs *in, uint32_t word) {
    return (uint32_t)((uint64_t)word * in->buckets >> 32);
}

/* A bucket that samples share, by number. */
static uint32_t shared_bucket(const inputs *in, uint32_t stream, uint64_t index) {
    uint32_t words[4];
    random_words(in, stream, index, words);
    return spread(in, words[0]);
}

static uint32_t pick_uniform(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0]);
}

/* Consecutive samples take consecutive buckets, from a new start every time round. */
static uint32_t pick_distinct(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    return (uint32_t)((i + shared_bucket(in, STREAM_SHARED, i / in->buckets)) % in->buckets);
}

static uint32_t pick_single(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    (void)words;
    return shared_bucket(in, STREAM_SHARED, 0);
}

static uint32_t pick_skewed(const inputs *in, uint64_t i, const uint32_t words[4]) {
    return words[1] < 3865470566u /* 0.9 of 2^32 */ ? pick_single(in, i, words) : spread(in, words[0]);
}

/* Runs of 1 to 128 samples; a stretch of 1024 samples has runs of one length. */
static uint32_t pick_runs(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    uint32_t stretch[4];
    random_words(in, STREAM_SHARED, i >> 10, stretch);
    const uint32_t shift = stretch[0] & 7u;
    return shared_bucket(in, STREAM_RUNS + shift, i >> shift);
}

static uint32_t pick_pairs(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    return shared_bucket(in, STREAM_SHARED, i >> 1);
}

/* Bucket k in proportion to 1 / (k + 1). */
static uint32_t pick_zipf(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    uint32_t low = 0, high = in->buckets - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (words[0] < in->shares[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Words AND-ed together have ever fewer bits set: 1, .811, .544, .337, .201 bits of information a bit
   (Thearling and Smith, 1992). */
static uint32_t pick_entropy0811(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1]);
}
static uint32_t pick_entropy0544(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1] & words[2]);
}
static uint32_t pick_entropy0337(const inputs *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1] & words[2] & words[3]);
}
static uint32_t pick_entropy0201(const inputs *in, uint64_t i, const uint32_t words[4]) {
    uint32_t fifth[4];
    random_words(in, STREAM_FIFTH, i, fifth);
    return spread(in, words[0] & words[1] & words[2] & words[3] & fifth[0]);
}

static uint64_t interpolate(const lattice *l, size_t x, size_t y) {
    const uint64_t cell = 1u << l->shift, fx = x & (cell - 1), fy = y & (cell - 1);
    const uint16_t *at = l->value + (y >> l->shift) * l->columns + (x >> l->shift);
    const uint64_t above = at[0] * (cell - fx) + at[1] * fx;
    const uint64_t below = at[l->columns] * (cell - fx) + at[l->columns + 1] * fx;
    return (above * (cell - fy) + below * fy) >> (2 * l->shift);
}

/* Luminance like a photograph's: a bright sky over a darker ground with structure of three sizes, and grain.
 */
static uint32_t pick_photograph(const inputs *in, uint64_t i, const uint32_t words[4]) {
    const size_t x = (size_t)i % in->columns, y = (size_t)i / in->columns;
    const uint64_t structure = (4 * interpolate(&in->noise[0], x, y) + 2 * interpolate(&in->noise[1], x, y) +
                                interpolate(&in->noise[2], x, y)) /
                               7;
    const bool sky = 3 * y < in->rows;
    const uint64_t light = sky ? 45000 + structure / 4 : structure * structure >> 16;
    const uint64_t grainy = light + (words[0] & 1023u);
    const uint64_t value = grainy < 512 ? 0 : grainy - 512 > 65535 ? 65535 : grainy - 512;
    return (uint32_t)(value * in->buckets >> 16);
}

typedef uint32_t (*pick_bucket)(const inputs *in, uint64_t i, const uint32_t words[4]);

static const char *const distributions[] = {
    "uniform",     "distinct",    "single",      "skewed90",    "runs",        "pairs",      "zipf",
    "entropy1000", "entropy0811", "entropy0544", "entropy0337", "entropy0201", "photograph", NULL};
static const pick_bucket picks[] = {pick_uniform,     pick_distinct,    pick_single,      pick_skewed,
                                    pick_runs,        pick_pairs,       pick_zipf,        pick_uniform,
                                    pick_entropy0811, pick_entropy0544, pick_entropy0337, pick_entropy0201,
                                    pick_photograph};

/* ---- inputs that hurt: keys at the ends of the type, of the range and of buckets ------------------------
 */

static const char *const edge_inputs[] = {"special", "boundaries", "outside", NULL};

/* Every other sample is as rare as the type allows; the rest are uniform. */
static uint32_t special_bits(const inputs *in, uint64_t i) {
    static const uint32_t floats[] = {
        0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff800001u, /* NaN, quiet and signalling */
        0x7f800000u, 0xff800000u, 0x00000000u, 0x80000000u, /* infinities, zeros */
        0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu, /* denormals */
        0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu, /* least and largest normal numbers */
        0x3f800000u, 0x3f7fffffu, 0xbf800000u, 0x3f800001u, /* around 1 */
    };
    const uint32_t integers[] = {0,
                                 1,
                                 127,
                                 128,
                                 255,
                                 256,
                                 0x7fffffffu,
                                 0x80000000u,
                                 0xfffffffeu,
                                 0xffffffffu,
                                 in->buckets - 1,
                                 in->buckets,
                                 in->buckets + 1};
    return in->type == XL_F32 ? floats[i % (sizeof floats / sizeof *floats)]
                              : integers[i % (sizeof integers / sizeof *integers)];
}

/* All edges in turn: the key below, the edge, the key above. */
static uint32_t boundary_key(const inputs *in, uint64_t i) {
    const uint64_t key = in->edges[i / 3 % (in->buckets + 1u)] + i % 3;
    return key == 0 ? 0 : key > UINT32_MAX ? UINT32_MAX : (uint32_t)(key - 1);
}

/* Below and above the range in turn, as far as the type has such values. */
static uint32_t outside_key(const inputs *in, uint64_t i, const uint32_t words[4]) {
    const uint64_t first = in->edges[0], end = in->edges[in->buckets], far = words[0] & 1023u;
    const uint64_t last = in->type == XL_U8    ? 255
                          : in->type == XL_U32 ? UINT32_MAX
                                               : xl__histogram_key(INFINITY);
    const bool room_below = first > 1023u, room_above = end <= last;
    if (room_below && (i % 2 == 0 || !room_above)) return (uint32_t)(first - 1 - far);
    return (uint32_t)(end + far < last ? end + far : last);
}

/* ---- generate -------------------------------------------------------------------------------------------
 */

static uint32_t key_in_bucket(const inputs *in, uint32_t bucket, uint32_t word) {
    const uint64_t from = in->edges[bucket], size = in->edges[bucket + 1] - from;
    const uint64_t key = from + (size * word >> 32);
    return key > UINT32_MAX ? UINT32_MAX : (uint32_t)key; /* a bucket that no sample reaches */
}

static uint32_t bits_of_key(xl_type type, uint32_t key) {
    if (type != XL_F32) return key;
    return (key & 0x80000000u) ? key ^ 0x80000000u : ~key;
}

static void store_sample(void *samples, xl_type type, uint64_t i, uint32_t bits) {
    if (type == XL_U8)
        ((uint8_t *)samples)[i] = (uint8_t)(bits > 255 ? 255 : bits);
    else
        memcpy((uint32_t *)samples + i, &bits, sizeof bits);
}

static void fill(const inputs *in, pick_bucket pick, void *samples) {
    PARALLEL_FOR
    for (long long i = 0; i < (long long)in->n; i++) {
        uint32_t words[4];
        random_words(in, STREAM_SAMPLE, (uint64_t)i, words);
        /* The last word is free: words before it may have decided the bucket. */
        const uint32_t key = key_in_bucket(in, pick(in, (uint64_t)i, words), words[3] * 0x9E3779B9u);
        store_sample(samples, in->type, (uint64_t)i, bits_of_key(in->type, key));
    }
}

static void fill_hurting(const inputs *in, const char *name, void *samples) {
    for (uint64_t i = 0; i < in->n; i++) {
        uint32_t words[4], bits;
        random_words(in, STREAM_SAMPLE, i, words);
        if (strcmp(name, "special") == 0)
            bits = i % 2 == 0 ? special_bits(in, i / 2)
                              : bits_of_key(in->type, key_in_bucket(in, spread(in, words[0]), words[1]));
        else if (strcmp(name, "boundaries") == 0)
            bits = bits_of_key(in->type, boundary_key(in, i));
        else
            bits = bits_of_key(in->type, outside_key(in, i, words));
        store_sample(samples, in->type, i, bits);
    }
}

static bool prepare_zipf(inputs *in) {
    in->shares = calloc(in->buckets, sizeof *in->shares);
    if (!in->shares) return false;
    double total = 0, sum = 0;
    for (uint32_t k = 0; k < in->buckets; k++) total += 1.0 / (k + 1.0);
    for (uint32_t k = 0; k < in->buckets; k++) {
        sum += 1.0 / (k + 1.0);
        in->shares[k] = (uint64_t)(sum / total * 0x1p32);
    }
    return true;
}

/* The lattices of a picture about as high as wide. */
static bool prepare_photograph(inputs *in) {
    static const unsigned shifts[LATTICES] = {8, 6, 4};
    in->columns = 16;
    while ((uint64_t)in->columns * in->columns < in->n) in->columns *= 2;
    in->rows = (size_t)(in->n / in->columns) + 1;
    for (int l = 0; l < LATTICES; l++) {
        lattice *noise = &in->noise[l];
        noise->shift = shifts[l];
        noise->columns = (in->columns >> noise->shift) + 2;
        const size_t count = noise->columns * ((in->rows >> noise->shift) + 2);
        noise->value = calloc(count, sizeof *noise->value);
        if (!noise->value) return false;
        for (size_t i = 0; i < count; i++)
            noise->value[i] = (uint16_t)tool_random_at(in->seed, STREAM_NOISE + (uint64_t)l, i);
    }
    return true;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = tool_data_allocate(problem, &xl__algorithm_histogram, HISTOGRAM_SAMPLES, data, error);
    if (status != XL_SUCCESS) return status;
    void *samples = data->in[HISTOGRAM_SAMPLES].data;
    inputs in = {.type = problem->type,
                 .n = (uint64_t)xl__int(problem, HISTOGRAM_N),
                 .seed = seed,
                 .buckets = (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS),
                 .edges = xl__histogram_make_edges(problem)};
    bool ready = in.edges != NULL, known = false;
    for (int d = 0; distributions[d] && ready; d++) {
        if (strcmp(distributions[d], distribution) != 0) continue;
        known = true;
        if (picks[d] == pick_zipf) ready = prepare_zipf(&in);
        if (picks[d] == pick_photograph) ready = prepare_photograph(&in);
        if (ready) fill(&in, picks[d], samples);
    }
    for (int d = 0; edge_inputs[d] && ready; d++) {
        if (strcmp(edge_inputs[d], distribution) != 0) continue;
        known = true;
        fill_hurting(&in, distribution, samples);
    }
    if (!ready)
        status = xl__fail(error, XL_NO_MEMORY, "histogram: no memory for the input '%s'", distribution);
    else if (!known)
        status = xl__fail(error, XL_BAD_NAME, "histogram has no input '%s'", distribution);
    for (int l = 0; l < LATTICES; l++) free(in.noise[l].value);
    free(in.shares);
    free(in.edges);
    return status;
}

/* ---- reference ------------------------------------------------------------------------------------------
 */

/* Threads count for themselves; as many shares as this are summed at the end. */
enum { SHARES = 16 };

/* The bucket of sample i by binary search in the edges; `buckets` when it is not counted. */
static uint32_t search_bucket(const xl__problem *problem, const uint64_t *edges, const void *samples,
                              size_t i) {
    const uint32_t buckets = (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS);
    const bool log = xl__histogram_function(problem) == HISTOGRAM_LOG;
    uint32_t key;
    if (problem->type == XL_F32) {
        const float sample = ((const float *)samples)[i];
        if (log && sample <= 0.0f) return 0;
        if (sample != sample) return buckets;
        key = xl__histogram_key(sample);
    } else {
        key = problem->type == XL_U8 ? ((const uint8_t *)samples)[i] : ((const uint32_t *)samples)[i];
        if (log && key == 0) return 0;
    }
    if (key < edges[0] || key >= edges[buckets]) return buckets;
    uint32_t low = 0, high = buckets - 1; /* the last edge at or below the key */
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
    const size_t n = (size_t)xl__int(problem, HISTOGRAM_N);
    const size_t buckets = (size_t)xl__int(problem, HISTOGRAM_BUCKETS), row = buckets + 1;
    const void *samples = data->in[HISTOGRAM_SAMPLES].data;
    uint64_t *edges = xl__histogram_make_edges(problem);
    uint32_t *counts = calloc(SHARES * row, sizeof *counts);
    if (!edges || !counts) {
        status = xl__fail(error, XL_NO_MEMORY, "histogram: no memory for the reference");
        goto done;
    }
    PARALLEL_FOR
    for (int share = 0; share < SHARES; share++) {
        const size_t first = n / SHARES * (size_t)share, end = share + 1 < SHARES ? first + n / SHARES : n;
        uint32_t *mine = counts + (size_t)share * row;
        for (size_t i = first; i < end; i++) mine[search_bucket(problem, edges, samples, i)]++;
    }
    uint32_t *expected = data->expected[HISTOGRAM_COUNTS].exact;
    for (size_t bucket = 0; bucket < buckets; bucket++) {
        uint32_t sum = 0; /* n is below 2^32 */
        for (size_t share = 0; share < SHARES; share++) sum += counts[share * row + bucket];
        expected[bucket] = sum;
    }
done:
    free(counts);
    free(edges);
    return status;
}

/* ---- cost and table -------------------------------------------------------------------------------------
 */

/* Every sample read once, every counter written once; an operation is one sample counted. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[HISTOGRAM_N];
    const double items = (double)xl__histogram_work_items(problem, strategy);
    *out =
        (tool_cost){.bytes = n * (double)xl_type_size(problem->type) + 4 * problem->value[HISTOGRAM_BUCKETS],
                    .operations = n,
                    .work_items = items,
                    .steps_per_lane = items > 0 ? (double)xl__blocks((size_t)n, (size_t)items) : 0};
}

static const char *const verify_settings[] = {
    "buckets=256", "buckets=100 function=even lower=-3.7 upper=201.1 way=shuffle copies=3 copy_by=sub_group",
    "buckets=65 function=log log_least=-10 log_most=8 way=waterfall", "buckets=65536 way=native", NULL};

static const char *const bench_settings[] = {"n=1048576 buckets=256", "n=16777216 buckets=256",
                                             "n=16777216 buckets=4096", NULL};

const tool_case tool_case_histogram = {
    .algorithm = &xl__algorithm_histogram,
    .distributions = distributions,
    .edges = edge_inputs,
    .verify_base = "n=1000",
    .verify_settings = verify_settings,
    .bench_settings = bench_settings,
    /* Luminances k / 255 in the middle of their buckets, so that rounding moves none; white is counted. */
    .picture_settings = "buckets=256 function=even lower=-0.00196078431372549 upper=1.00196078431372549",
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
