/* openmp_passes.c - passes over elements with OpenMP; compiled with -O3 -march=native. A thread reads its
   share twice if places depend on earlier elements. */
#include "openmp.h"
#include <omp.h>
#include <string.h>

enum { MOST_THREADS = 1024 };

/* Elements begin to end - 1. */
typedef struct share {
    size_t begin, end;
} share;

static share own_share(size_t n) {
    const size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
    const size_t whole = n / threads, rest = n % threads;
    return (share){whole * thread + rest * thread / threads,
                   whole * (thread + 1) + rest * (thread + 1) / threads};
}

static uint32_t sum_of(const uint32_t *x, share of) {
    uint32_t sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = of.begin; i < of.end; i++) sum += x[i];
    return sum;
}

/* The sum of `own` over the threads before this one; *all, if not null, gets the whole sum. Every thread must
   call it. */
static uint32_t sum_before(uint32_t *of_threads, uint32_t own, uint32_t *all) {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    uint32_t before = 0, sum = 0;
    of_threads[thread] = own;
#pragma omp barrier
    for (int t = 0; t < threads; t++) {
        if (t == thread) before = sum;
        sum += of_threads[t];
    }
    if (thread == 0 && all) *all = sum;
    return before;
}

void openmp_reduce(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const uint32_t *x = call->array[0];
    uint32_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
    for (size_t i = 0; i < n; i++) sum += x[i];
    *(uint32_t *)call->array[1] = sum;
}

void openmp_scan(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const uint32_t *restrict x = call->array[0];
    uint32_t *restrict y = call->array[2], of_threads[MOST_THREADS];
#pragma omp parallel
    {
        const share own = own_share(n);
        uint32_t sum = sum_before(of_threads, sum_of(x, own), NULL);
#pragma omp simd reduction(inscan, + : sum)
        for (size_t i = own.begin; i < own.end; i++) {
            sum += x[i];
#pragma omp scan inclusive(sum)
            y[i] = sum;
        }
    }
}

void openmp_compact(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const uint32_t *restrict x = call->array[0], threshold = (uint32_t)call->value[3];
    uint32_t *restrict kept = call->array[2], of_threads[MOST_THREADS];
#pragma omp parallel
    {
        const share own = own_share(n);
        uint32_t count = 0;
#pragma omp simd reduction(+ : count)
        for (size_t i = own.begin; i < own.end; i++) count += x[i] < threshold;
        uint32_t at = sum_before(of_threads, count, call->array[3]);
        const uint32_t behind = at + count;
        /* Without an unpredictable branch: the next element overwrites one that is not kept. */
        for (size_t i = own.begin; at < behind; i++) {
            kept[at] = x[i];
            at += x[i] < threshold;
        }
    }
}

void openmp_expand(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const uint32_t *restrict x = call->array[0], *restrict repeat = call->array[1];
    uint32_t *restrict out = call->array[2], of_threads[MOST_THREADS];
#pragma omp parallel
    {
        const share own = own_share(n);
        uint32_t *to = out + sum_before(of_threads, sum_of(repeat, own), call->array[3]);
        for (size_t i = own.begin; i < own.end; i++) {
            const uint32_t v = x[i], times = repeat[i];
            for (uint32_t k = 0; k < times; k++) to[k] = v;
            to += times;
        }
    }
}

static void match_lanes(const uint32_t *restrict x, int lanes, uint8_t *restrict leader,
                        uint8_t *restrict count, uint8_t *restrict rank) {
    for (int l = 0; l < lanes; l++) {
        uint32_t first = 255, equal = 0, below = 0;
#pragma omp simd reduction(min : first) reduction(+ : equal, below)
        for (int k = 0; k < lanes; k++) {
            const uint32_t same = x[k] == x[l], at = same ? (uint32_t)k : 255u;
            first = at < first ? at : first;
            equal += same;
            below += same & (uint32_t)(k < l);
        }
        leader[l] = (uint8_t)first;
        count[l] = (uint8_t)equal;
        rank[l] = (uint8_t)below;
    }
}

void openmp_match(const openmp_call *call) {
    const size_t n = (size_t)call->value[0], lanes = (size_t)call->lanes;
    const uint32_t *x = call->array[0];
    uint8_t *leader = call->array[1], *count = call->array[2], *rank = call->array[3];
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < n; first += lanes)
        match_lanes(x + first, (int)(n - first < lanes ? n - first : lanes), leader + first, count + first,
                    rank + first);
}
