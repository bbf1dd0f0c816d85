/* promise_values.c - results that OpenCL leaves open: shuffles from missing lanes, reductions of floats
 * (kernels/sg/promises/values.cl). */
#include "promises/promise_launch.h"
#include "cases/random.h"
#include "base/status.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

static int build(tool_promise_launch *l, const tool_promise_place *place, const char *kernel,
                 xl_error *error) {
    char options[64];
    snprintf(options, sizeof options, "-DPROMISE_COLLECTIVE=1 -DSG_GROUP_SIZE=%d", place->target->width);
    const int status = tool_promise_build(l, place, "values.cl", NULL, options, error);
    return status ? status : tool_promise_kernel(l, kernel, error);
}

static int impossible(tool_promise *out, const char *why) {
    out->outcome = TOOL_PROMISE_IMPOSSIBLE;
    snprintf(out->words, sizeof out->words, "%s", why);
    return XL_SUCCESS;
}

/* Values are 100 + lane. `source`: the lane that the index means, if it wraps or is idle. */
static const char *name_shuffled(const cl_uint *got, int lanes, const int *source, bool idle) {
    bool zero = true, own = true, theirs = true;
    for (int lane = 0; lane < lanes; lane++) {
        zero = zero && got[lane] == 0;
        own = own && got[lane] == 100 + (cl_uint)lane;
        theirs = theirs && got[lane] == 100 + (cl_uint)source[lane];
    }
    if (theirs) return idle ? "the value of that lane" : "that of the lane modulo the width";
    return zero ? "0" : own ? "the lane's own value" : "other values";
}

int tool_measure_shuffle(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                         xl_error *error) {
    enum { FURTHER = 3 };
    const int width = place->target->width;
    const bool idle = question->which == 1;
    cl_uint got[MOST];
    int source[MOST];
    tool_promise_launch l;
    if (!strstr(place->options, "-DSG_NATIVE_SHUFFLE_UINT=1")) return impossible(out, "no native shuffle");
    if (width < 2 || width > MOST) return impossible(out, "sub-groups of one lane");
    int status = build(&l, place, "values_shuffled", error);
    out->outcome = TOOL_PROMISE_FOUND;
    for (int i = 1; !status && i <= (idle ? 1 : FURTHER); i++) {
        l.arguments = 0;
        status = tool_promise_words(&l, 0, (size_t)width, UINT32_MAX, error);
        if (!status) status = tool_promise_number(&l, idle ? 0 : (cl_uint)(i * width), error);
        if (!status) status = tool_promise_run(&l, 1, (size_t)width, error);
        if (!status) status = tool_promise_read(&l, 0, got, (size_t)width * sizeof *got, error);
        for (int lane = 0; lane < width; lane++) source[lane] = idle ? lane + width / 2 : (lane + 1) % width;
        const char *word = status ? "" : name_shuffled(got, idle ? width / 2 : width, source, idle);
        if (out->words[0] && strcmp(word, out->words) != 0) word = "other values";
        snprintf(out->words, sizeof out->words, "%s", word);
    }
    tool_promise_end(&l);
    return status;
}

typedef enum sum_order { LEFT, RIGHT, NEIGHBOURS, HALVES, ORDERS } sum_order;
static const char *const orders[] = {"adds lane by lane, the first one first",
                                     "adds lane by lane, the last one first", "adds neighbours first",
                                     "adds lanes half the width apart first", "adds in another order"};

static float sum_of(const float *x, int width, sum_order order) {
    float part[MOST], sum = 0.0f;
    memcpy(part, x, (size_t)width * sizeof *part);
    switch (order) {
    case LEFT:
        sum = x[0];
        for (int i = 1; i < width; i++) sum += x[i];
        return sum;
    case RIGHT:
        sum = x[width - 1];
        for (int i = width - 2; i >= 0; i--) sum += x[i];
        return sum;
    case NEIGHBOURS:
        for (int count = width / 2; count > 0; count /= 2)
            for (int i = 0; i < count; i++) part[i] = part[2 * i] + part[2 * i + 1];
        return part[0];
    default:
        for (int count = width / 2; count > 0; count /= 2)
            for (int i = 0; i < count; i++) part[i] += part[i + count];
        return part[0];
    }
}

/* A launch has one sub-group per vector. */
enum { ROUNDS = 16, VECTORS = 32, SUBNORMAL = VECTORS, NOT_A_NUMBER, ALL_VECTORS };
enum { SUM, LEAST, MOST_OF, RESULTS };

typedef struct sums {
    int width;
    float in[ALL_VECTORS * MOST];
    cl_uint out[RESULTS * ALL_VECTORS * MOST], first[RESULTS * ALL_VECTORS * MOST];
} sums;

static const float subnormal = 1e-40f;

/* Random vectors whose sum depends on the order; zeros with a subnormal number; ones with a NaN. */
static void fill(sums *s, uint64_t seed) {
    tool_random random;
    tool_random_start(&random, seed, (uint64_t)s->width);
    for (int i = 0; i < VECTORS * s->width; i++)
        s->in[i] = ldexpf((float)((int)tool_random_below(&random, 2000) - 1000) + 0.37f,
                          (int)tool_random_below(&random, 12));
    for (int i = 0; i < s->width; i++) {
        s->in[SUBNORMAL * s->width + i] = i == 1 ? subnormal : 0.0f;
        s->in[NOT_A_NUMBER * s->width + i] = i == 1 ? NAN : 1.0f;
    }
}

static float result(const sums *s, int which, int vector, int lane) {
    float value;
    memcpy(&value, &s->out[(which * ALL_VECTORS + vector) * s->width + lane], sizeof value);
    return value;
}

static sum_order order_of(const sums *s) {
    for (int o = 0; o < ORDERS; o++) {
        bool all = true;
        for (int v = 0; v < VECTORS && all; v++) {
            const float wanted = sum_of(s->in + v * s->width, s->width, (sum_order)o);
            for (int lane = 0; lane < s->width; lane++) all = all && result(s, SUM, v, lane) == wanted;
        }
        if (all) return (sum_order)o;
    }
    return ORDERS;
}

static bool lanes_agree(const sums *s) {
    for (int v = 0; v < VECTORS; v++)
        for (int lane = 1; lane < s->width; lane++)
            if (result(s, SUM, v, lane) != result(s, SUM, v, 0)) return false;
    return true;
}

static void say(const sums *s, bool native, int same, tool_promise *out) {
    const float kept = result(s, SUM, SUBNORMAL, 0), highest = result(s, MOST_OF, SUBNORMAL, 0);
    const bool low = isnan(result(s, LEAST, NOT_A_NUMBER, 0)),
               high = isnan(result(s, MOST_OF, NOT_A_NUMBER, 0));
    out->outcome = TOOL_PROMISE_FOUND;
    snprintf(out->words, sizeof out->words, "%s%s%s; subnormals %s; min, max %s a NaN; %s",
             native ? "" : "by shuffles, ", orders[order_of(s)], lanes_agree(s) ? "" : ", lanes differ",
             kept == subnormal && highest == subnormal ? "kept"
             : kept == 0.0f && highest == 0.0f         ? "flushed"
                                                       : "kept by some",
             low && high   ? "return"
             : low || high ? "differ about"
                           : "ignore",
             same == ROUNDS ? "repeatable" : "varies");
}

static int run_sums(tool_promise_launch *l, sums *s, cl_uint *out, xl_error *error) {
    const size_t count = (size_t)ALL_VECTORS * (size_t)s->width;
    cl_uint bits[ALL_VECTORS * MOST];
    memcpy(bits, s->in, count * sizeof *bits);
    l->arguments = 0;
    int status = tool_promise_words(l, 0, RESULTS * count, UINT32_MAX, error);
    if (!status) status = tool_promise_data(l, 1, bits, count, error);
    if (!status) status = tool_promise_run(l, ALL_VECTORS, (size_t)s->width, error);
    if (!status) status = tool_promise_read(l, 0, out, RESULTS * count * sizeof *out, error);
    return status;
}

int tool_measure_sums(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                      xl_error *error) {
    (void)question;
    if (place->target->width < 2) return impossible(out, "sub-groups of one lane");
    sums *const s = calloc(1, sizeof *s);
    tool_promise_launch l;
    int same = 0;
    if (!s) return xl__fail_memory(error);
    s->width = place->target->width;
    fill(s, place->seed);
    int status = build(&l, place, "values_reduced", error);
    if (!status) status = run_sums(&l, s, s->first, error);
    for (int round = 0; round < ROUNDS && !status; round++) {
        status = run_sums(&l, s, s->out, error);
        same += memcmp(s->out, s->first, sizeof s->out) == 0;
    }
    if (!status) say(s, strstr(place->options, "-DSG_NATIVE_REDUCE_ADD_FLOAT=1") != NULL, same, out);
    tool_promise_end(&l);
    free(s);
    return status;
}
