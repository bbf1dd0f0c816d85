/* reduce_case.c - inputs, reference and cost of reduce. */
#include "case.h"
#include "random.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Places in the tables of reduce.c. */
enum { N, OPERATOR, ITEMS };
enum { ADD, MUL, MIN, MAX, AND, OR, XOR };
enum { X, RESULT };
enum { LOOP };

/* uniform: any bits for integers, [-1, 1) for floats (products: close to 1). exact: floats are small whole
   numbers, so that every order of a sum gives the same. largest: values near the ends of the type. */
static const char *const distributions[] = {"uniform", "exact", NULL};
static const char *const edges[] = {"largest", "special", NULL};

static uint64_t random_bits(uint64_t seed, uint64_t i) {
    return (uint64_t)tool_random_at(seed, 0, i) << 32 | tool_random_at(seed, 1, i);
}

static double random_unit(uint64_t seed, uint64_t i) { /* [0, 1), 24 bits: the same in both widths */
    return (double)(random_bits(seed, i) >> 40) * 0x1p-24;
}

static double float_value(const char *distribution, int op, uint64_t seed, uint64_t i, uint64_t n,
                          double most) {
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-320, 1.0};
    const double u = random_unit(seed, i);
    if (strcmp(distribution, "exact") == 0) return op == MUL ? (u < 0.5 ? -1.0 : 1.0) : floor(16.0 * u) - 8.0;
    if (strcmp(distribution, "largest") == 0)
        return (u < 0.5 ? -1.0 : 1.0) * most / (double)(n + 1) * (0.5 + u / 2.0);
    if (strcmp(distribution, "special") == 0 && i % 5 == seed % 5) return special[random_bits(seed, i) % 7];
    return op == MUL ? 1.0 + (2.0 * u - 1.0) / (double)(n + 1) : 2.0 * u - 1.0;
}

/* So that results can tell right from wrong: factors are odd, or a product would soon be 0, and about 20
   elements alone change what `and` and `or` give. */
static uint64_t integer_value(const char *distribution, int op, uint64_t seed, uint64_t i, uint64_t n) {
    const uint64_t bits = random_bits(seed, i), one = UINT64_C(1) << (bits >> 58);
    if (op == AND || op == OR) {
        const uint64_t changed = (bits & 0xffffffffu) % (n / 20 + 1) == 0 ? one | one >> 32 : 0;
        return op == AND ? ~changed : changed;
    }
    const uint64_t odd = op == MUL;
    if (strcmp(distribution, "exact") == 0) return (bits & 1023u) | odd;
    if (strcmp(distribution, "largest") == 0)
        return ((bits & 1 ? UINT64_MAX : UINT64_C(0x8000000080000000)) - (bits >> 62)) | odd;
    return bits | odd;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const int status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    if (status != XL_SUCCESS) return status;
    void *x = data->in[X].data;
    const uint64_t n = (uint64_t)problem->value[N];
    const int op = (int)problem->value[OPERATOR];
    for (uint64_t i = 0; i < n; i++) {
        switch (problem->type) {
        case XL_F32: ((float *)x)[i] = (float)float_value(distribution, op, seed, i, n, 3e38); break;
        case XL_F64: ((double *)x)[i] = float_value(distribution, op, seed, i, n, 1e308); break;
        case XL_I32:
        case XL_U32: ((uint32_t *)x)[i] = (uint32_t)integer_value(distribution, op, seed, i, n); break;
        default: ((uint64_t *)x)[i] = integer_value(distribution, op, seed, i, n); break;
        }
    }
    return XL_SUCCESS;
}

/* ---- reference ------------------------------------------------------------------------------------- */

/* Integers are computed in 64 bits and cut to the type at the end, which changes nothing for sums and
   products: both wrap. */

static uint64_t take_integer(const void *x, xl_type type, uint64_t i) {
    switch (type) {
    case XL_I32: return (uint64_t)(int64_t)((const int32_t *)x)[i];
    case XL_U32: return ((const uint32_t *)x)[i];
    default: return ((const uint64_t *)x)[i];
    }
}

static uint64_t identity(int op, bool is_signed) {
    switch (op) {
    case MUL: return 1;
    case AND: return UINT64_MAX;
    case MIN: return is_signed ? INT64_MAX : UINT64_MAX;
    case MAX: return is_signed ? (uint64_t)INT64_MIN : 0;
    default: return 0;
    }
}

static uint64_t combine(int op, bool is_signed, uint64_t a, uint64_t b) {
    const bool below = is_signed ? (int64_t)a < (int64_t)b : a < b;
    switch (op) {
    case ADD: return a + b;
    case MUL: return a * b;
    case MIN: return below ? a : b;
    case MAX: return below ? b : a;
    case AND: return a & b;
    case OR: return a | b;
    default: return a ^ b;
    }
}

static void reference_integers(const xl__problem *problem, const void *x, tool_expected *out) {
    const uint64_t n = (uint64_t)problem->value[N];
    const int op = (int)problem->value[OPERATOR];
    const bool is_signed = problem->type == XL_I32 || problem->type == XL_I64;
    uint64_t total = identity(op, is_signed);
    for (uint64_t i = 0; i < n; i++) total = combine(op, is_signed, total, take_integer(x, problem->type, i));
    if (n == 0 && op == MIN) total = problem->type == XL_I32 ? INT32_MAX : total;
    if (n == 0 && op == MAX && problem->type == XL_I32) total = (uint64_t)INT32_MIN;
    if (xl_type_size(problem->type) == 4)
        *(uint32_t *)out->exact = (uint32_t)total;
    else
        *(uint64_t *)out->exact = total;
}

/* How many additions a term passes through at most, d. `loop` adds one element after the other; elsewhere a
   work-item's own elements, 128 lanes, 1024 sub-groups and 4096 totals of work-groups follow each other. */
static double depth_of(const xl__problem *problem) {
    const double n = problem->value[N], deepest = n / 4096.0 + 128.0 + 1024.0 + 4096.0;
    const bool loop = problem->strategy && strcmp(problem->strategy->name, "loop") == 0;
    return loop || n < deepest ? n : deepest;
}

static double float_at(const void *x, xl_type type, uint64_t i) {
    return type == XL_F32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

/* A sum whose terms are multiples of one unit, their magnitudes at most 2^24 (2^53) units together, is exact
   in any order. */
static bool is_exact_sum(const void *x, xl_type type, uint64_t n, long double magnitude) {
    int least = INT32_MAX;
    for (uint64_t i = 0; i < n; i++) {
        const double value = float_at(x, type, i);
        if (value == 0.0 || !isfinite(value)) continue;
        int exponent = 0;
        double rest = fabs(frexp(value, &exponent));
        while (rest != floor(rest)) {
            rest *= 2.0;
            exponent--;
        }
        if (exponent < least) least = exponent;
    }
    return least == INT32_MAX || magnitude <= ldexpl(1.0L, least + (type == XL_F32 ? 24 : 53));
}

static void reference_sum(const xl__problem *problem, const void *x, tool_expected *out) {
    const bool single = problem->type == XL_F32;
    const uint64_t n = (uint64_t)problem->value[N];
    const double unit = single ? 0x1p-24 : 0x1p-53, most = single ? FLT_MAX : DBL_MAX;
    long double sum = 0.0L, magnitude = 0.0L;
    bool plus = false, minus = false, nan = false;
    for (uint64_t i = 0; i < n; i++) {
        const double value = float_at(x, problem->type, i);
        nan = nan || isnan(value);
        plus = plus || value == INFINITY;
        minus = minus || value == -INFINITY;
        if (!isfinite(value)) continue;
        sum += value;
        magnitude += fabs(value);
    }
    if (nan || (plus && minus))
        out->value[0] = NAN;
    else if (plus || minus)
        out->value[0] = plus ? INFINITY : -INFINITY;
    else
        out->value[0] = (double)sum;
    if (nan || plus || minus) return;
    if (is_exact_sum(x, problem->type, n, magnitude)) return;
    const double allowed =
        expm1(depth_of(problem) * unit) * (double)magnitude + (double)n * (single ? FLT_MIN : DBL_MIN);
    out->allowed[0] =
        (double)magnitude + allowed > most ? INFINITY : 1.01 * allowed; /* one order may overflow */
}

static void reference_product(const xl__problem *problem, const void *x, tool_expected *out) {
    const bool single = problem->type == XL_F32;
    const uint64_t n = (uint64_t)problem->value[N];
    long double product = 1.0L;
    double up = 0.0, down = 0.0; /* log2 of the largest and the least product that some order meets */
    bool special = false;
    for (uint64_t i = 0; i < n; i++) {
        const double value = float_at(x, problem->type, i);
        special = special || !isfinite(value) || value == 0.0;
        product *= value;
        if (value == 0.0 || !isfinite(value)) continue;
        const double size = log2(fabs(value));
        if (size > 0.0)
            up += size;
        else
            down += size;
    }
    const double range = single ? 126.0 : 1022.0;
    out->value[0] = (double)product;
    if (special || up > range ||
        down < -range) { /* orders that overflow or meet denormal numbers on the way */
        out->allowed[0] = INFINITY;
        return;
    }
    if (up == 0.0 && down == 0.0) return; /* all are 1 or -1 */
    /* In a product every rounding reaches the result, whatever the order: n - 1 of them. (An addition's
       touches only the terms before it.) */
    out->allowed[0] = 1.01 * expm1((double)n * (single ? 0x1p-24 : 0x1p-53)) * fabs((double)product);
}

static void reference_extreme(const xl__problem *problem, const void *x, bool least, tool_expected *out) {
    const uint64_t n = (uint64_t)problem->value[N];
    double best = least ? INFINITY : -INFINITY;
    for (uint64_t i = 0; i < n; i++) {
        const double value = float_at(x, problem->type, i);
        if (isnan(value)) out->allowed[0] = INFINITY; /* left out, or not: the layer's table */
        if (least ? value < best : value > best) best = value;
    }
    if (best != 0.0 && fabs(best) < (problem->type == XL_F32 ? FLT_MIN : DBL_MIN)) out->allowed[0] = FLT_MIN;
    out->value[0] = best;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const void *x = data->in[X].data;
    tool_expected *out = &data->expected[RESULT];
    const int op = (int)problem->value[OPERATOR];
    if (problem->type != XL_F32 && problem->type != XL_F64)
        reference_integers(problem, x, out);
    else if (op == ADD)
        reference_sum(problem, x, out);
    else if (op == MUL)
        reference_product(problem, x, out);
    else
        reference_extreme(problem, x, op == MIN, out);
    return XL_SUCCESS;
}

/* Every element read once. Work-items as reduce.c launches them first. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[N], group = (double)problem->group_size;
    const double parts = fmax(1.0, fmin(ceil(n / (group * problem->value[ITEMS])), 4096.0));
    const bool loop = strategy == LOOP;
    *out = (tool_cost){.bytes = n * (double)xl_type_size(problem->type),
                       .operations = n,
                       .work_items = loop ? 1.0 : parts * group,
                       .steps_per_lane = loop ? n : ceil(n / (parts * group))};
}

static const char *const verify_settings[] = {"",
                                              "operator=mul",
                                              "operator=min items=1",
                                              "operator=max",
                                              "operator=and",
                                              "operator=or",
                                              "operator=xor",
                                              NULL};
static const char *const bench_settings[] = {"n=1048576", "n=16777216", NULL};

extern const xl__algorithm xl__algorithm_reduce;

const tool_case tool_case_reduce = {
    .algorithm = &xl__algorithm_reduce,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=10007",
    .verify_settings = verify_settings,
    .bench_settings = bench_settings,
    .generate = generate,
    .reference = reference,
    .cost = cost,
    .by_strategy = true, /* depth_of */
};
