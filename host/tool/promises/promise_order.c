/* promise_order.c - may stores be seen in an unexpected order? Litmus tests (kernels/sg/promises/litmus.cl).
 */
#include "promises/promise_launch.h"
#include "base/os.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>

/* Work-items of a work-group, rounds of a launch: 64 * 256 instances per pair of work-groups. */
enum { LOCAL = 64, ROUNDS = 256, LOCAL_ROUNDS = 64, MOST_PAIRS = 64, POLLS = 20000, RESULTS = 4 };

/* 2 * a + b that no interleaving of the four accesses gives. */
enum { MESSAGE, STORE, LOAD, COHERENCE };
static const char *const tests[] = {"message", "store", "load", "coherence"};
static const int unexpected[] = {2, 0, 3, 2};

/* A question: a test, where, and how the memory is accessed. */
typedef struct litmus {
    int test;
    const char *scope, *method, *mutant; /* the mutant's method, without the fence */
    enum { ANY, NEW_ATOMICS, VENDOR_FENCE } needs;
} litmus;

static const litmus all[] = {
    {MESSAGE, "groups", "relaxed_fence", "relaxed", NEW_ATOMICS},
    {MESSAGE, "groups", "atomic_fence", "atomic", ANY},
    {MESSAGE, "groups", "volatile", "plain", ANY},
    {STORE, "groups", "relaxed_fence", "relaxed", NEW_ATOMICS},
    {STORE, "groups", "atomic_fence", "volatile", ANY},
    {LOAD, "groups", "atomic_fence", "plain", ANY},
    {COHERENCE, "groups", "atomic", "plain", ANY},
    {MESSAGE, "groups", "vendor_fence", "atomic", VENDOR_FENCE},
    {STORE, "groups", "vendor_fence", "atomic", VENDOR_FENCE},
    {MESSAGE, "local", "atomic_fence", "plain", ANY},
};

static bool has_new_atomics(const xl__device_facts *facts) {
    if (facts->version_number >= 300)
        return xl__has_feature(facts, "__opencl_c_atomic_order_seq_cst") &&
               xl__has_feature(facts, "__opencl_c_atomic_scope_device");
    return facts->version_number >= 200;
}

static int launch_once(tool_promise_launch *l, const litmus *t, size_t pairs, long long *tries,
                       long long *seen, cl_uint *results, xl_error *error) {
    const bool between = t->scope[0] == 'g';
    const cl_uint rounds = between ? ROUNDS : LOCAL_ROUNDS;
    const size_t count =
        pairs * LOCAL * rounds; /* within work-groups: 2 * pairs work-groups of half the size */
    int status = tool_promise_words(l, 0, count, 0, error);
    if (!status) status = tool_promise_words(l, 1, count, 0, error);
    if (!status) status = tool_promise_words(l, 2, count, RESULTS, error);
    if (!status) status = tool_promise_words(l, 3, pairs, 0, error);
    if (!status) status = tool_promise_number(l, rounds, error);
    if (!status) status = tool_promise_number(l, POLLS, error);
    if (!status) status = tool_promise_run(l, 2 * pairs, LOCAL, error);
    if (!status) status = tool_promise_read(l, 2, results, count * sizeof *results, error);
    for (size_t i = 0; !status && i < count; i++) {
        if (results[i] < RESULTS || results[i] >= 2 * RESULTS)
            return xl__fail(error, XL_UNSUPPORTED, "litmus test %s: instance %zu has the result %u",
                            tests[t->test], i, (unsigned)results[i]);
        *seen += results[i] == (cl_uint)(RESULTS + unexpected[t->test]);
    }
    if (!status) *tries += (long long)count;
    return status;
}

static int run_for(tool_promise_launch *l, const litmus *t, const char *method, size_t pairs, double seconds,
                   long long *tries, long long *seen, xl_error *error) {
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * seconds);
    const size_t most = pairs * LOCAL * ROUNDS;
    cl_uint *const results = malloc(most * sizeof *results);
    char name[64];
    if (!results) return xl__fail_memory(error);
    snprintf(name, sizeof name, "%s_%s_%s", t->scope, tests[t->test], method);
    int status = tool_promise_kernel(l, name, error);
    do {
        l->arguments = 0;
        if (!status) status = launch_once(l, t, pairs, tries, seen, results, error);
    } while (!status && xl__os_now() < end);
    free(results);
    return status;
}

static int impossible(tool_promise *out, const char *why) {
    out->outcome = TOOL_PROMISE_IMPOSSIBLE;
    snprintf(out->words, sizeof out->words, "%s", why);
    return XL_SUCCESS;
}

int tool_measure_order(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                       xl_error *error) {
    const litmus *const t = &all[question->which];
    const xl__device_facts *const facts = &place->session->device->facts;
    const bool newer = has_new_atomics(facts);
    if (t->needs == NEW_ATOMICS && !newer)
        return impossible(out, "the device has no OpenCL 2.0 atomics with fences");
    /* On a CPU a pair per two cores; on a GPU as many as fit. */
    size_t pairs = 1;
    const unsigned wanted =
        facts->type & CL_DEVICE_TYPE_CPU ? xl__compute_units(facts) / 2 : 2 * xl__compute_units(facts);
    while (pairs * 2 <= wanted && pairs < MOST_PAIRS) pairs *= 2;
    tool_promise_launch l;
    int status = tool_promise_build(&l, place, "litmus.cl", NULL,
                                    newer ? "-DLITMUS_ATOMICS_2=1" : "-DLITMUS_ATOMICS_2=0", error);
    if (!status && t->needs == VENDOR_FENCE && !tool_promise_has_kernel(&l, "groups_message_vendor_fence")) {
        tool_promise_end(&l);
        return impossible(out, "the layer knows no other fence of this vendor");
    }
    if (!status)
        status = run_for(&l, t, t->method, pairs, 0.6 * place->seconds, &out->tries, &out->broken, error);
    if (!status)
        status = run_for(&l, t, t->mutant, pairs, 0.4 * place->seconds, &out->mutant_tries,
                         &out->mutant_broken, error);
    tool_promise_end(&l);
    out->outcome = tool_promise_judge(out);
    return status;
}
