#include "run/memory.h"
#include "caps/device_open.h"
#include "table/lookup.h"
#include "base/os.h"
#include "table/settings.h"
#include "table/values.h"
#include "system/os_process.h"
#include "plan/guarded.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_GUARD = 1 << 20 };

/* Bytes for a problem; 0: unknown. */
typedef struct room {
    double array;  /* largest buffer of the device */
    double device; /* for arrays and scratch */
    double host;   /* of the machine; also a CPU's buffers */
    double guard;  /* before and after each array */
    bool shared;   /* the device's memory is the machine's */
    bool loaded;
} room;

typedef struct excess {
    int array; /* -1: all together */
    double needs, has;
    const char *of; /* whose memory; NULL: beyond any address space */
} excess;

size_t tool_guard_bytes(bool far) {
    const size_t usual = far ? FAR_GUARD : XL__GUARD_UNIT;
    const unsigned long long most = UINT64_C(1) << 24;
    const char *const given = xl__os_environment("CROSSLANE_GUARD_BYTES");
    char *end = NULL;
    const unsigned long long asked = given ? strtoull(given, &end, 10) : 0;
    if (!given || end == given || *end) return usual;
    return xl__blocks((size_t)(asked < most ? asked : most), XL__GUARD_UNIT) * XL__GUARD_UNIT;
}

static room room_of(const tool_session *s, bool loaded) {
    const double share = 0.9, available = (double)xl__os_memory_available();
    const double most = (double)tool_memory_limit(); /* beyond it the worker is ended */
    room r = {.array = (double)s->largest_buffer,
              .device = share * (double)s->global_bytes,
              .host = share * (available < most || most == 0.0 ? available : most),
              .guard = (double)s->device->guard_bytes,
              .shared = xl__get_facts(s->device)->host_unified,
              .loaded = loaded};
    return r;
}

static bool passes(double needs, double has, const char *of, excess *out) {
    out->needs = needs;
    out->has = has;
    out->of = of;
    return has > 0.0 && needs > has;
}

/* Without guards; infinite beyond any address space. *host: during verification. */
static double array_bytes(const xl__algorithm *algorithm, const xl__problem *problem, int a, bool loaded,
                          double *host) {
    size_t shape[XL__MAX_RANK];
    int rank = 0;
    size_t elements = 0;
    const bool countable = xl__array_elements(algorithm, a, problem, shape, &rank, &elements);
    const xl_type type = xl__array_type(algorithm, a, problem);
    const double bytes = (double)elements * (double)xl_type_size(type);
    *host = loaded ? 0.0 : bytes;
    if (algorithm->arrays[a].direction == XL__OUT)
        *host = bytes + tool_expected_bytes(type, (double)elements) +
                (xl__in_any_order(algorithm, problem->strategy, a) ? TOOL_ANY_ORDER_BYTES : 0.0) *
                    (double)elements;
    return countable ? bytes : INFINITY;
}

tool_memory tool_memory_of(const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                           size_t guard) {
    tool_memory m = {.scratch = (double)scratch};
    for (int a = 0; a < algorithm->array_count; a++) {
        double host = 0.0;
        m.arrays += array_bytes(algorithm, problem, a, false, &host) + 2.0 * (double)guard;
        m.host += host;
    }
    return m;
}

static bool exceeds(const room *r, const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                    excess *out) {
    const double guards = 2.0 * r->guard;
    double device = (double)scratch + (scratch > 0 ? XL__MAX_AREAS * guards : 0.0), host = 0.0;
    for (int a = 0; a < algorithm->array_count; a++) {
        double kept = 0.0;
        const double bytes = array_bytes(algorithm, problem, a, r->loaded, &kept);
        out->array = a;
        if (isinf(bytes)) return passes(INFINITY, (double)SIZE_MAX, NULL, out);
        if (passes(bytes + guards, r->array, "the device's largest buffer", out)) return true;
        device += bytes + guards;
        host += kept;
    }
    out->array = -1;
    return passes(device, r->device, "the device's memory", out) ||
           passes(r->shared ? host + device : host, r->host, "this machine's free memory", out);
}

/* A dimension of the array (-1: of any). */
static bool governs(const xl__algorithm *algorithm, int param, int array) {
    for (int a = 0; a < algorithm->array_count; a++)
        for (int d = 0; (array < 0 || a == array) && d < XL__MAX_RANK && algorithm->arrays[a].shape[d]; d++)
            if (strcmp(algorithm->arrays[a].shape[d], algorithm->params[param].name) == 0) return true;
    return false;
}

/* The parameter's largest fitting value, others unchanged; -1: none. */
static double largest_fit(const room *r, const xl__algorithm *algorithm, const xl__problem *problem,
                          size_t scratch, int param) {
    xl__problem tried = *problem;
    excess ignored;
    double fits = algorithm->params[param].least, fails = problem->value[param];
    tried.value[param] = fits;
    if (exceeds(r, algorithm, &tried, scratch, &ignored)) return -1.0;
    while (fails - fits > 1.0) {
        const double middle = floor((fits + fails) / 2.0);
        tried.value[param] = middle;
        if (exceeds(r, algorithm, &tried, scratch, &ignored))
            fails = middle;
        else
            fits = middle;
    }
    return fits;
}

/* "; n = 1234 would fit": the largest among the dimensions of what is too large. */
static void suggest_size(const room *r, const xl__algorithm *algorithm, const xl__problem *problem,
                         size_t scratch, const excess *e, char *text, size_t size) {
    int chosen = -1;
    double value = -1.0;
    snprintf(text, size, "; no size of it would fit");
    for (int p = 0; p < algorithm->param_count; p++) {
        if (!algorithm->params[p].size || !governs(algorithm, p, e->array)) continue;
        if (chosen >= 0 && problem->value[p] <= problem->value[chosen]) continue;
        const double fit = largest_fit(r, algorithm, problem, scratch, p);
        if (fit <= 0.0) continue;
        chosen = p;
        value = fit;
    }
    if (chosen >= 0) snprintf(text, size, "; %s = %.0f would fit", algorithm->params[chosen].name, value);
}

int tool_check_memory(const tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, bool loaded, xl_error *error) {
    const room r = room_of(s, loaded);
    excess e = {.array = -1};
    char advice[128];
    if (!exceeds(&r, algorithm, problem, scratch, &e)) return XL_SUCCESS;
    suggest_size(&r, algorithm, problem, scratch, &e, advice, sizeof advice);
    if (!e.of)
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address%s",
                        algorithm->name, algorithm->arrays[e.array].name, advice);
    if (e.array >= 0)
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' needs %.0f bytes, %s has %.0f%s",
                        algorithm->name, algorithm->arrays[e.array].name, e.needs, e.of, e.has, advice);
    return xl__fail(error, XL_TOO_LARGE, "%s: needs %.0f bytes of %s, of which %.0f may be used%s",
                    algorithm->name, e.needs, e.of, e.has, advice);
}
