// sort.cc - compares sort/auto on a device with other sorts. Boost.Compute runs on the same device and queue; std::sort,
// its parallel form of libstdc++ (OpenMP) and Highway's vqsort run on the machine's processors.
//
//     g++ -std=c++17 -O3 -march=native -fopenmp -Ihost/include bench/peers/sort.cc -o peers_sort -Lbuild/release
//         -lcrosslane -lOpenCL -lhwy_contrib -lhwy -Wl,-rpath,build/release    (one line)
//     OMP_WAIT_POLICY=passive ./peers_sort [DEVICE, counted over all drivers] [ROUNDS]
//
// It needs libboost-dev, and for vqsort libhwy-dev; without that leave out the two -lhwy.
//
// Each result is compared with std::stable_sort's. Then samples alternate. Prints a line for each sort: medians of the
// clock and of the processor time of all threads, in milliseconds, and its time divided by ours. Pairs are u32 with u32;
// std::sort and vqsort take them as one number of 64 bits. Exit status 1: a result is wrong, 4: a call failed.
#define CL_TARGET_OPENCL_VERSION 120
#define BOOST_COMPUTE_DEBUG_KERNEL_COMPILATION 0
#include <algorithm>
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/algorithm/sort_by_key.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/system.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <parallel/algorithm>
#include <random>
#include <string>
#include <time.h>
#include <vector>
#if __has_include(<hwy/contrib/sort/vqsort.h>)
#include <hwy/contrib/sort/vqsort.h>
#define HAS_VQSORT 1
#else
#define HAS_VQSORT 0
#endif
#include "crosslane.h"

namespace compute = boost::compute;

namespace {

double seconds(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

[[noreturn]] void fail(const std::string &what) {
    std::fprintf(stderr, "peers_sort: %s\n", what.c_str());
    std::exit(4);
}

void need(int status, const xl_error &error) {
    if (status != XL_SUCCESS) fail(error.text);
}

// // `begin` gives it the keys, `run` is timed, `end` hands over the result.
template <typename Key> struct sorter {
    std::string name;
    std::function<void()> begin, run;
    std::function<void(std::vector<Key> &, std::vector<uint32_t> &)> end;
    std::vector<double> clock, effort;
};

template <typename Key> class ours {
  public:
    ours(xl_device *device, compute::command_queue &queue, const std::vector<Key> &keys, const std::vector<uint32_t> &values)
        : queue_(queue), keys_(keys.size(), queue.get_context()), sorted_(keys.size(), queue.get_context()),
          values_(keys.size(), queue.get_context()), moved_(keys.size(), queue.get_context()), pairs_(!values.empty()) {
        xl_error error;
        const std::string settings = "n=" + std::to_string(keys.size()) + (pairs_ ? " value=u32" : "");
        xl_plan_request request = {};
        request.algorithm = "sort";
        request.type = sizeof(Key) == 8 ? XL_U64 : XL_U32;
        request.settings = settings.c_str();
        need(xl_plan_make(device, &request, &plan_, &error), error);
        compute::copy(keys.begin(), keys.end(), keys_.begin(), queue);
        if (pairs_) compute::copy(values.begin(), values.end(), values_.begin(), queue);
    }
    ~ours() { xl_plan_free(plan_); }
    void run() {
        xl_error error;
        const xl_array arrays[] = {{"keys", keys_.get_buffer().get(), 0},
                                   {"sorted_keys", sorted_.get_buffer().get(), 0},
                                   {"values", values_.get_buffer().get(), 0},
                                   {"sorted_values", moved_.get_buffer().get(), 0}};
        xl_launch launch = {};
        launch.queue = queue_.get();
        launch.arrays = arrays;
        launch.array_count = pairs_ ? 4 : 2;
        need(xl_enqueue(plan_, &launch, &error), error);
        queue_.finish();
    }
    void end(std::vector<Key> &keys, std::vector<uint32_t> &values) {
        compute::copy(sorted_.begin(), sorted_.end(), keys.begin(), queue_);
        if (pairs_) compute::copy(moved_.begin(), moved_.end(), values.begin(), queue_);
    }
    std::string strategy() const {
        xl_plan_facts facts;
        xl_plan_get_facts(plan_, &facts);
        return facts.strategy;
    }

  private:
    compute::command_queue queue_;
    compute::vector<Key> keys_, sorted_;
    compute::vector<uint32_t> values_, moved_;
    bool pairs_;
    xl_plan *plan_ = nullptr;
};

template <typename Key> struct boosts {
    compute::command_queue queue;
    compute::vector<Key> keys;
    compute::vector<uint32_t> values;
};

// // On a processor a pair is a number of 64 bits, the key above its value.
template <typename Number, typename Key>
std::vector<Number> numbers_of(const std::vector<Key> &keys, const std::vector<uint32_t> &values) {
    std::vector<Number> numbers(keys.size());
    for (size_t i = 0; i < keys.size(); i++)
        numbers[i] = values.empty() ? Number(keys[i]) : Number(uint64_t(keys[i]) << 32 | values[i]);
    return numbers;
}

template <typename Number, typename Key>
void add_processor(std::vector<sorter<Key>> &all, const std::vector<Key> &keys, const std::vector<uint32_t> &values) {
    const auto given = std::make_shared<std::vector<Number>>(numbers_of<Number>(keys, values));
    const auto own = std::make_shared<std::vector<Number>>(*given);
    const bool pairs = !values.empty();
    const auto begin = [given, own] { *own = *given; };
    const auto end = [own, pairs](std::vector<Key> &sorted, std::vector<uint32_t> &moved) {
        for (size_t i = 0; i < own->size(); i++) {
            sorted[i] = pairs ? Key(uint64_t((*own)[i]) >> 32) : Key((*own)[i]);
            if (pairs) moved[i] = uint32_t((*own)[i]);
        }
    };
    all.push_back({"std::sort", begin, [own] { std::sort(own->begin(), own->end()); }, end, {}, {}});
    all.push_back(
        {"__gnu_parallel::sort", begin, [own] { __gnu_parallel::sort(own->begin(), own->end()); }, end, {}, {}});
#if HAS_VQSORT
    const auto vq = std::make_shared<hwy::Sorter>();
    all.push_back(
        {"vqsort", begin, [own, vq] { (*vq)(own->data(), own->size(), hwy::SortAscending()); }, end, {}, {}});
#endif
}

// // A stable sort; values, if any, are 0, 1, 2, ...
template <typename Key> bool is_right(sorter<Key> &one, const std::vector<Key> &keys, bool pairs) {
    std::vector<uint32_t> place(keys.size()), moved(pairs ? keys.size() : 0);
    std::vector<Key> sorted(keys.size());
    for (size_t i = 0; i < keys.size(); i++) place[i] = uint32_t(i);
    std::stable_sort(place.begin(), place.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    one.begin();
    one.run();
    one.end(sorted, moved);
    for (size_t i = 0; i < keys.size(); i++)
        if (sorted[i] != keys[place[i]] || (pairs && moved[i] != place[i])) return false;
    return true;
}

template <typename Key> bool contest(xl_device *device, compute::command_queue &queue, size_t n, bool pairs, int rounds) {
    std::mt19937_64 random(n);
    std::vector<Key> keys(n);
    std::vector<uint32_t> values(pairs ? n : 0);
    for (size_t i = 0; i < n; i++) keys[i] = Key(random());
    for (size_t i = 0; i < values.size(); i++) values[i] = uint32_t(i);
    const auto mine = std::make_shared<ours<Key>>(device, queue, keys, values);
    const auto boost = std::make_shared<boosts<Key>>(boosts<Key>{
        queue, compute::vector<Key>(n, queue.get_context()), compute::vector<uint32_t>(n, queue.get_context())});
    std::vector<sorter<Key>> all;
    all.push_back({"crosslane sort/" + mine->strategy(), [] {}, [mine] { mine->run(); },
                   [mine](std::vector<Key> &sorted, std::vector<uint32_t> &moved) { mine->end(sorted, moved); }, {}, {}});
    all.push_back({"Boost.Compute",
                   [&, boost] {
                       compute::copy(keys.begin(), keys.end(), boost->keys.begin(), boost->queue);
                       if (pairs) compute::copy(values.begin(), values.end(), boost->values.begin(), boost->queue);
                       boost->queue.finish();
                   },
                   [boost, pairs] {
                       if (pairs)
                           compute::sort_by_key(boost->keys.begin(), boost->keys.end(), boost->values.begin(), boost->queue);
                       else
                           compute::sort(boost->keys.begin(), boost->keys.end(), boost->queue);
                       boost->queue.finish();
                   },
                   [boost, pairs](std::vector<Key> &sorted, std::vector<uint32_t> &moved) {
                       compute::copy(boost->keys.begin(), boost->keys.end(), sorted.begin(), boost->queue);
                       if (pairs) compute::copy(boost->values.begin(), boost->values.end(), moved.begin(), boost->queue);
                   },
                   {}, {}});
    if (pairs || sizeof(Key) == 8)
        add_processor<uint64_t>(all, keys, values);
    else
        add_processor<uint32_t>(all, keys, values);
    bool right = true;
    std::vector<bool> took_part;
    for (auto &one : all) {
        took_part.push_back(is_right(one, keys, pairs));
        if (!took_part.back()) std::printf("%8zu %-5s %-24s WRONG\n", n, pairs ? "pairs" : "", one.name.c_str());
        right = right && (took_part.back() || one.name == "Boost.Compute");
    }
    for (int round = 0; round < rounds; round++)
        for (auto &one : all) {
            one.begin();
            const double clock = seconds(CLOCK_MONOTONIC), effort = seconds(CLOCK_PROCESS_CPUTIME_ID);
            one.run();
            one.clock.push_back(seconds(CLOCK_MONOTONIC) - clock);
            one.effort.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - effort);
        }
    for (const auto &one : all) {
        std::vector<double> by_clock, by_effort;
        for (int i = 0; i < rounds; i++) {
            by_clock.push_back(one.clock[i] / all[0].clock[i]);
            by_effort.push_back(one.effort[i] / all[0].effort[i]);
        }
        std::printf("%8zu %-5s %-24s %9.3f %9.3f   %6.2f %6.2f\n", n, pairs ? "pairs" : sizeof(Key) == 8 ? "u64" : "u32",
                    one.name.c_str(), 1e3 * median(one.clock), 1e3 * median(one.effort), median(by_clock), median(by_effort));
    }
    return right;
}

} // namespace

int main(int argc, char **argv) try {
    const std::vector<compute::device> devices = compute::system::devices();
    const size_t number = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 11;
    if (number >= devices.size() || rounds < 1) fail("there are " + std::to_string(devices.size()) + " devices");
    const compute::context context(devices[number]);
    compute::command_queue queue(context, devices[number]);
    xl_device *device = nullptr;
    xl_error error;
    need(xl_open(devices[number].get(), context.get(), nullptr, &device, &error), error);
    std::printf("%s\n%8s %-5s %-24s %9s %9s   %s\n", devices[number].name().c_str(), "n", "", "", "ms", "of cores",
                "times ours: clock, cores");
    bool right = true;
    for (const size_t n : {size_t(1) << 16, size_t(1) << 20, size_t(1) << 22}) {
        right = contest<uint32_t>(device, queue, n, false, rounds) && right;
        right = contest<uint64_t>(device, queue, n, false, rounds) && right;
        right = contest<uint32_t>(device, queue, n, true, rounds) && right;
    }
    xl_close(device);
    return right ? 0 : 1;
} catch (const std::exception &error) {
    fail(error.what());
}
