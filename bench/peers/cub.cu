/* cub.cu - the times of CUB's DeviceReduce, DeviceScan, DeviceSelect, DeviceRadixSort, DeviceHistogram,
 * DeviceRunLengthEncode and, in CCCL 3.2 or later, DeviceTopK on the sizes of crosslane's.
 *
 *     nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp bench/peers/cub.cu -o cub && ./cub [histograms|sorts|others|selections] [ELEMENTS...]
 *
 * Each result is checked on the host before and after the timing. Prints a JSON object per line: what, of what,
 * elements, the median and the least of the samples in microseconds (CUDA events around single calls), and batched_us,
 * the median per call of batches, as crosslane times. Exit status 1: a result was wrong; 4: a call failed.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/cub.cuh>
#include <limits>
#include <type_traits>
#include <vector>
#if __has_include(<cub/device/device_topk.cuh>)
#include <cub/device/device_topk.cuh>
#define HAS_TOPK 1
#endif

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "cub: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(4);
}

/* A permutation of the numbers that looks random (the finaliser of MurmurHash3). */
static uint32_t mix(uint32_t v) {
    v = (v ^ v >> 16) * 0x85ebca6bu;
    v = (v ^ v >> 13) * 0xc2b2ae35u;
    return v ^ v >> 16;
}

/* Microseconds per call, sorted: 21 samples. */
template <class Call> static std::vector<float> time_call(Call call, int calls = 1) {
    std::vector<float> samples;
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    for (int i = 0; i < 26; i++) {
        float ms = 0;
        check(cudaEventRecord(begin), "cudaEventRecord");
        for (int c = 0; c < calls; c++) check(call(), "a CUB call");
        check(cudaEventRecord(end), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
        if (i >= 5) samples.push_back(1000.0f * ms / (float)calls);
    }
    check(cudaEventDestroy(begin), "cudaEventDestroy");
    check(cudaEventDestroy(end), "cudaEventDestroy");
    std::sort(samples.begin(), samples.end());
    return samples;
}

/* How often each of n elements is kept: half at random, one in 1024, or half of the runs of 300. */
enum class Kept { half, rare, runs };

template <class T> struct Keep {
    Kept kept;
    __host__ __device__ bool operator()(T v) const {
        if (kept == Kept::half) return (uint32_t)v & 1u;
        if (kept == Kept::rare) return ((uint32_t)v & 1023u) == 0;
        return (uint32_t)v < 1u << 23;
    }
};

/* Their sum does not depend on the order: floats are whole, below 2^24. */
template <class T> static T value(size_t i) {
    const uint32_t random = mix((uint32_t)i);
    return std::is_integral<T>::value ? (T)random : (T)(random % 256 == 0);
}

/* Half of the runs are below the predicate's limit. */
template <class T> static T value_in_runs(size_t i) {
    return (T)((mix((uint32_t)i) >> 9) + (mix((uint32_t)(i / 300)) & 1u) * (1u << 23));
}

template <class T> struct Problem {
    std::vector<T> x;
    T *in, *out;
    unsigned long long *count;
};

/* Runs `call(temporary, bytes)` twice, as CUB requires. */
template <class T, class Call, class Right>
static bool run(const char *what, const char *type, const char *kind, const Problem<T> &p, Call call, Right right) {
    size_t bytes = 0;
    void *temporary = nullptr;
    check(call(nullptr, bytes), what);
    check(cudaMalloc(&temporary, bytes ? bytes : 1), "cudaMalloc");
    check(cudaMemset(p.out, 0xff, p.x.size() * sizeof(T)), "cudaMemset");
    check(call(temporary, bytes), what);
    bool ok = right();
    const auto again = [&] { return call(temporary, bytes); };
    const std::vector<float> samples = time_call(again), batches = time_call(again, 20);
    ok = ok && right();
    check(cudaFree(temporary), "cudaFree");
    std::printf("{\"what\":\"%s\",\"type\":\"%s\",\"kind\":\"%s\",\"n\":%zu,\"right\":%s,\"median_us\":%.1f,"
                "\"least_us\":%.1f,\"batched_us\":%.1f}\n",
                what, type, kind, p.x.size(), ok ? "true" : "false", samples[samples.size() / 2], samples[0],
                batches[batches.size() / 2]);
    return ok;
}

template <class T, class Op>
static bool run_operator(const char *type, const char *kind, const Problem<T> &p, Op op, T identity) {
    const int64_t n = (int64_t)p.x.size();
    std::vector<T> got(p.x.size());
    bool ok = run(
        "cub::DeviceReduce::Reduce", type, kind, p,
        [&](void *t, size_t &b) { return cub::DeviceReduce::Reduce(t, b, p.in, p.out, n, op, identity); },
        [&] {
            T all = identity;
            for (T v : p.x) all = op(all, v);
            check(cudaMemcpy(got.data(), p.out, sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
            return got[0] == all;
        });
    return run(
               "cub::DeviceScan::InclusiveScan", type, kind, p,
               [&](void *t, size_t &b) { return cub::DeviceScan::InclusiveScan(t, b, p.in, p.out, op, n); },
               [&] {
                   T all = identity;
                   check(cudaMemcpy(got.data(), p.out, p.x.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
                   for (size_t i = 0; i < p.x.size(); i++)
                       if (got[i] != (all = op(all, p.x[i]))) return false;
                   return true;
               }) &&
           ok;
}

template <class T> static bool run_select(const char *type, const char *kind, const Problem<T> &p, Kept kept) {
    const Keep<T> keep = {kept};
    std::vector<T> got(p.x.size());
    return run(
        "cub::DeviceSelect::If", type, kind, p,
        [&](void *t, size_t &b) {
            return cub::DeviceSelect::If(t, b, p.in, p.out, p.count, (int64_t)p.x.size(), keep);
        },
        [&] {
            unsigned long long count = 0;
            size_t at = 0;
            check(cudaMemcpy(&count, p.count, sizeof count, cudaMemcpyDeviceToHost), "cudaMemcpy");
            check(cudaMemcpy(got.data(), p.out, p.x.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
            for (T v : p.x)
                if (keep(v) && (at >= count || got[at++] != v)) return false;
            return at == count;
        });
}

template <class T> static void fill(Problem<T> &p, T (*of)(size_t)) {
#pragma omp parallel for
    for (size_t i = 0; i < p.x.size(); i++) p.x[i] = of(i);
    check(cudaMemcpy(p.in, p.x.data(), p.x.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
}

struct Add {
    template <class T> __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

struct Max {
    template <class T> __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T> static bool run_size(const char *type, size_t n) {
    Problem<T> p;
    p.x.resize(n);
    check(cudaMalloc(&p.in, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&p.out, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&p.count, sizeof *p.count), "cudaMalloc");
    fill(p, value<T>);
    bool ok = run_operator(type, "add", p, Add(), (T)0);
    ok = run_operator(type, "max", p, Max(), std::numeric_limits<T>::lowest()) && ok;
    if (std::is_integral<T>::value) {
        ok = run_select(type, "half", p, Kept::half) && ok;
        ok = run_select(type, "rare", p, Kept::rare) && ok;
        fill(p, value_in_runs<T>);
        ok = run_select(type, "runs", p, Kept::runs) && ok;
    }
    check(cudaFree(p.in), "cudaFree");
    check(cudaFree(p.out), "cudaFree");
    check(cudaFree(p.count), "cudaFree");
    return ok;
}

static bool run_types(size_t n) {
    bool ok = run_size<uint32_t>("u32", n);
    ok = run_size<float>("f32", n) && ok;
    return run_size<uint64_t>("u64", n) && ok;
}

template <class T> static T key(size_t i) {
    const uint32_t low = mix((uint32_t)i);
    return (T)(sizeof(T) == 8 ? (uint64_t)mix(low + 0x9e3779b9u) << 32 | low : low);
}

/* A value is the index of its key: a stable sort keeps those of equal keys ascending. */
template <class T> static bool run_sort(const char *type, size_t n, bool pairs) {
    Problem<T> p;
    uint32_t *values = nullptr, *moved = nullptr;
    std::vector<uint32_t> places(n), got_places(n);
    p.x.resize(n);
    check(cudaMalloc(&p.in, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&p.out, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&values, n * sizeof(uint32_t)), "cudaMalloc");
    check(cudaMalloc(&moved, n * sizeof(uint32_t)), "cudaMalloc");
    fill(p, key<T>);
    for (size_t i = 0; i < n; i++) places[i] = (uint32_t)i;
    check(cudaMemcpy(values, places.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice), "cudaMemcpy");
    std::stable_sort(places.begin(), places.end(), [&](uint32_t a, uint32_t b) { return p.x[a] < p.x[b]; });
    std::vector<T> got(n);
    const bool ok = run(
        "cub::DeviceRadixSort", type, pairs ? "pairs" : "keys", p,
        [&](void *t, size_t &b) {
            return pairs ? cub::DeviceRadixSort::SortPairs(t, b, p.in, p.out, values, moved, (int64_t)n)
                         : cub::DeviceRadixSort::SortKeys(t, b, p.in, p.out, (int64_t)n);
        },
        [&] {
            check(cudaMemcpy(got.data(), p.out, n * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
            check(cudaMemcpy(got_places.data(), moved, n * sizeof(uint32_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
            for (size_t i = 0; i < n; i++)
                if (got[i] != p.x[places[i]] || (pairs && got_places[i] != places[i])) return false;
            return true;
        });
    check(cudaFree(p.in), "cudaFree");
    check(cudaFree(p.out), "cudaFree");
    check(cudaFree(values), "cudaFree");
    check(cudaFree(moved), "cudaFree");
    return ok;
}

static bool run_sorts(size_t n) {
    bool ok = run_sort<uint32_t>("u32", n, false);
    ok = run_sort<uint32_t>("u32", n, true) && ok;
    return run_sort<uint64_t>("u64", n, false) && ok;
}

static uint32_t bucket_of(size_t i, uint32_t buckets, const char *distribution) {
    const uint32_t random = mix((uint32_t)i);
    const double part = random / 4294967296.0;
    if (!std::strcmp(distribution, "single")) return buckets / 2;
    if (!std::strcmp(distribution, "uniform")) return (uint32_t)(part * buckets);
    if (!std::strcmp(distribution, "skewed90"))
        return mix(~(uint32_t)i) % 10 ? buckets / 2 : (uint32_t)(part * buckets);
    if (!std::strcmp(distribution, "entropy0201")) {
        uint32_t all = random;
        for (uint32_t k = 1; k < 5; k++) all &= mix(random + k * 0x9e3779b9u);
        return (uint32_t)(all / 4294967296.0 * buckets);
    }
    return std::min(buckets - 1, (uint32_t)(std::exp(part * std::log(buckets + 1.0)) - 1.0));
}

/* Integers count as their own bucket; float samples lie in the middle of a bucket of [0, 1). */
template <class T>
static bool run_histogram(const char *type, size_t n, uint32_t buckets, const char *distribution) {
    const bool whole = std::is_integral<T>::value;
    std::vector<T> x(n);
    std::vector<uint32_t> want(buckets), got(buckets);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        const uint32_t b = bucket_of(i, buckets, distribution);
        x[i] = whole ? (T)b : (T)((b + 0.5) / buckets);
    }
    for (size_t i = 0; i < n; i++) want[(uint32_t)(whole ? (double)x[i] : (double)x[i] * buckets)]++;
    T *in;
    uint32_t *out;
    size_t bytes = 0;
    void *temporary = nullptr;
    /* Levels of u8 do not hold its 256. */
    using Level = typename std::conditional<std::is_same<T, uint8_t>::value, int, T>::type;
    const Level upper = whole ? (Level)buckets : (Level)1;
    check(cudaMalloc(&in, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&out, buckets * sizeof(uint32_t)), "cudaMalloc");
    check(cudaMemcpy(in, x.data(), n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    const auto call = [&] {
        return cub::DeviceHistogram::HistogramEven(temporary, bytes, in, out, (int)buckets + 1, (Level)0, upper, (int)n);
    };
    const auto right = [&] {
        check(cudaMemcpy(got.data(), out, buckets * sizeof(uint32_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return got == want;
    };
    check(call(), "the bytes of a histogram");
    check(cudaMalloc(&temporary, bytes ? bytes : 1), "cudaMalloc");
    check(call(), "a histogram");
    bool ok = right();
    const std::vector<float> samples = time_call(call), batches = time_call(call, 20);
    ok = ok && right();
    std::printf("{\"what\":\"cub::DeviceHistogram::HistogramEven\",\"type\":\"%s\",\"n\":%zu,\"buckets\":%u,"
                "\"distribution\":\"%s\",\"right\":%s,\"median_us\":%.1f,\"least_us\":%.1f,\"batched_us\":%.1f}\n",
                type, n, buckets, distribution, ok ? "true" : "false", samples[samples.size() / 2], samples[0],
                batches[batches.size() / 2]);
    check(cudaFree(temporary), "cudaFree");
    check(cudaFree(in), "cudaFree");
    check(cudaFree(out), "cudaFree");
    return ok;
}

static bool run_histograms(size_t n) {
    bool ok = true;
    for (const char *distribution : {"uniform", "single", "skewed90", "zipf", "entropy0201"})
        for (uint32_t buckets : {32u, 128u, 256u, 2048u, 65536u}) {
            if (buckets <= 256) ok = run_histogram<uint8_t>("u8", n, buckets, distribution) && ok;
            ok = run_histogram<uint32_t>("u32", n, buckets, distribution) && ok;
            ok = run_histogram<float>("f32", n, buckets, distribution) && ok;
        }
    return ok;
}

#if HAS_TOPK
/* The k largest with their places, in any order; crosslane's topk orders them by place. */
template <class T> static bool run_topk(const char *type, const Problem<T> &p, size_t k) {
    if (k > p.x.size()) return true;
    const size_t n = p.x.size();
    uint32_t *places = nullptr, *found = nullptr;
    std::vector<uint32_t> numbers(n);
    for (size_t i = 0; i < n; i++) numbers[i] = (uint32_t)i;
    check(cudaMalloc(&places, n * sizeof(uint32_t)), "cudaMalloc");
    check(cudaMalloc(&found, k * sizeof(uint32_t)), "cudaMalloc");
    check(cudaMemcpy(places, numbers.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice), "cudaMemcpy");
    std::vector<T> want(p.x), got(k);
    std::nth_element(want.begin(), want.begin() + (long)k - 1, want.end(), std::greater<T>());
    std::sort(want.begin(), want.begin() + (long)k);
    const auto any = cuda::execution::require(cuda::execution::determinism::not_guaranteed,
                                              cuda::execution::output_ordering::unsorted);
    const auto env = cuda::std::execution::env{cuda::stream_ref{(cudaStream_t)0}, any};
    char kind[32];
    std::snprintf(kind, sizeof kind, "k%zu", k);
    const bool ok = run(
        "cub::DeviceTopK::MaxPairs", type, kind, p,
        [&](void *t, size_t &b) {
            return cub::DeviceTopK::MaxPairs(t, b, p.in, p.out, places, found, (int64_t)n, (int64_t)k, env);
        },
        [&] {
            std::vector<uint32_t> at(k);
            check(cudaMemcpy(got.data(), p.out, k * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
            check(cudaMemcpy(at.data(), found, k * sizeof(uint32_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
            for (size_t i = 0; i < k; i++)
                if (at[i] >= n || p.x[at[i]] != got[i]) return false;
            std::sort(got.begin(), got.end());
            return std::equal(got.begin(), got.end(), want.begin());
        });
    check(cudaFree(places), "cudaFree");
    check(cudaFree(found), "cudaFree");
    return ok;
}
#endif

/* Element i begins a run with a probability of 1 in `every`. */
template <class T> static bool run_runs(const char *type, const char *kind, Problem<T> &p, uint32_t every) {
    const size_t n = p.x.size();
    for (size_t i = 0; i < n; i++)
        p.x[i] = i > 0 && mix(~(uint32_t)i) % every != 0 ? p.x[i - 1] : key<T>(i);
    check(cudaMemcpy(p.in, p.x.data(), n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    uint32_t *lengths = nullptr;
    check(cudaMalloc(&lengths, n * sizeof(uint32_t)), "cudaMalloc");
    std::vector<T> got(n);
    std::vector<uint32_t> got_lengths(n);
    const bool ok = run(
        "cub::DeviceRunLengthEncode::Encode", type, kind, p,
        [&](void *t, size_t &b) {
            return cub::DeviceRunLengthEncode::Encode(t, b, p.in, p.out, lengths, p.count, (int64_t)n);
        },
        [&] {
            unsigned long long count = 0, run = 0;
            check(cudaMemcpy(&count, p.count, sizeof count, cudaMemcpyDeviceToHost), "cudaMemcpy");
            check(cudaMemcpy(got.data(), p.out, n * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
            check(cudaMemcpy(got_lengths.data(), lengths, n * sizeof(uint32_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
            for (size_t i = 0; i < n; run++) {
                size_t end = i + 1;
                while (end < n && p.x[end] == p.x[i]) end++;
                if (run >= count || got[run] != p.x[i] || got_lengths[run] != end - i) return false;
                i = end;
            }
            return run == count;
        });
    check(cudaFree(lengths), "cudaFree");
    return ok;
}

template <class T> static bool run_selection(const char *type, size_t n) {
    Problem<T> p;
    bool ok = true;
    p.x.resize(n);
    check(cudaMalloc(&p.in, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&p.out, n * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&p.count, sizeof *p.count), "cudaMalloc");
#if HAS_TOPK
    fill(p, key<T>);
    for (size_t k : {(size_t)10, (size_t)1000, (size_t)100000}) ok = run_topk(type, p, k) && ok;
#endif
    ok = run_runs(type, "short", p, 4) && ok;
    ok = run_runs(type, "long", p, 1000) && ok;
    check(cudaFree(p.in), "cudaFree");
    check(cudaFree(p.out), "cudaFree");
    check(cudaFree(p.count), "cudaFree");
    return ok;
}

static bool run_selections(size_t n) {
    const bool ok = run_selection<uint32_t>("u32", n);
    return run_selection<uint64_t>("u64", n) && ok;
}

int main(int argc, char **argv) {
    std::vector<size_t> sizes = {(size_t)1 << 20, (size_t)1 << 24, (size_t)1 << 28};
    static const char *const parts[] = {"others", "sorts", "histograms", "selections"};
    static bool (*const run_part[])(size_t) = {run_types, run_sorts, run_histograms, run_selections};
    int only = -1;
    for (int i = 0; i < 4 && argc > 1; i++)
        if (!std::strcmp(argv[1], parts[i])) only = i;
    const int first = only >= 0 ? 2 : 1;
    bool ok = true;
    if (argc > first) sizes.clear();
    for (int i = first; i < argc; i++) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    for (int part = 0; part < 4; part++)
        for (size_t n : sizes) ok = ((only >= 0 && part != only) || run_part[part](n)) && ok;
    return ok ? 0 : 1;
}
