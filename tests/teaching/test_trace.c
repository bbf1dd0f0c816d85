/* Every strategy's trace shows something, and scan's trace equals its results. ctest label: full */
#include "table/lookup.h"
#include "table/registry.h"
#include "support/one_command.h"
#include "support/place.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static void open_here(void) {
    sample_open(&place, &(xl_options){.trace = 1});
}
static xl_plan *make(const char *algorithm, const char *strategy, xl_type type, const char *settings) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {
        .algorithm = algorithm, .strategy = strategy, .type = type, .width = 8, .settings = settings};
    const int status = xl_plan_make(place.device, &request, &plan, &error);
    ck_assert_msg(status == XL_SUCCESS || status == XL_UNSUPPORTED, "%s/%s [%s]: %s", algorithm, strategy,
                  settings, error.text);
    return plan;
}

/* Every strategy with lanes shows something; plain OpenCL C explains in one line that it cannot. */
static int show(const xl__algorithm *algorithm, const xl__strategy *strategy, const char *more) {
    command_run(&c, "trace %s/%s --device 0 --width 8%s", algorithm->name, strategy->name, more);
    if (strategy->flow == XL__NO_SUB_GROUPS) {
        command_refused(&c, 2, "works without sub-groups, so it has no lanes to show", NULL);
        return 0;
    }
    if (strstr(c.out, "does not run here")) return 0; /* a look-back needs progress */
    command_expect(&c, 0);
    ck_assert_msg(strstr(c.out, "\nlane ") && !strstr(c.out, "recorded nothing"), "%s", c.out);
    return 1;
}

GROUP("command");
AROUND(NULL, free_command);

/* Also with its last element type, because a trace does not know every type. */
LOOP_TEST(every_strategy_shows_something, xl_algorithm_count()) {
    const xl__algorithm *const algorithm = xl__algorithms[_i];
    const xl_type *const types = algorithm->arrays[0].types;
    char more[40] = "";
    int shown = 0, strategies = 0, last = 0;
    while (last + 1 < XL__MAX_TYPES && types[last + 1] != XL_TYPE_NONE) last++;
    if (last > 0) snprintf(more, sizeof more, " --set type=%s", xl_type_name(types[last]));
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const strategy = &algorithm->strategies[s];
        strategies++;
        shown += show(algorithm, strategy, "");
        if (last > 0) show(algorithm, strategy, more);
    }
    ck_assert(strategies > 0);
    ck_assert_msg(shown > 0 || strcmp(algorithm->name, "normal24") == 0, "%s", algorithm->name);
}

GROUP("library");
AROUND(open_here, close_place);

static size_t trace_scan(const char *strategy, xl_type type, const char *settings, size_t words,
                         const void *x, xl_trace *records, size_t capacity) {
    size_t count = 0;
    xl_error error = {0};
    xl_plan *plan = make("scan", strategy, type, settings);
    if (!plan) return 0; /* a look-back needs progress */
    cl_mem in = sample_buffer(&place, words, x), out = sample_buffer(&place, words, NULL);
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(xl_plan_trace(plan, place.queue, records, capacity, &count, NULL), XL_SUCCESS);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    xl_plan_free(plan);
    return count < capacity ? count : capacity;
}

enum { MOST = 4096 };
static xl_trace records[MOST];

/* Of a pair, v is shown. With all v and p 1 it counts. */
TEST(pairs_show_their_value) {
    static const float ones[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    float largest = 0.0F;
    const size_t count =
        trace_scan("kogge_stone", XL_F32, "n=16 items=4 group=8 operator=affine", 32, ones, records, MOST);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        float value = 0.0F;
        ck_assert_int_eq(records[i].type, XL_F32);
        ck_assert_int_eq(records[i].components, 1);
        memcpy(&value, records[i].value, sizeof value);
        if (value > largest) largest = value;
    }
    ck_assert(largest == 16.0F);
}

/* A look-back's sums end at a prefix: some lane shows the sum of all earlier tiles. */
TEST(look_back_shows_its_sums) {
    enum { N = 3 * 32 };
    static uint32_t ones[N];
    uint32_t largest = 0;
    for (int i = 0; i < N; i++) ones[i] = 1;
    const size_t count = trace_scan("lookback", XL_U32, "n=96 items=4 group=8", N, ones, records, MOST);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = 0;
        memcpy(&value, records[i].value, sizeof value);
        if (strcmp(records[i].name, "look back") == 0 && value > largest) largest = value;
    }
    ck_assert(count == 0 || largest == 32 || largest == 64);
}
