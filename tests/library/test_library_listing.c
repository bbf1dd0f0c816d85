/* Queries: what exists, how a plan resolved the request, and structs of other sizes. */
#include "support/place.h"
#include "support/suite.h"
#include "caps/device_open.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void open_here(void) {
    const xl_options options = {.cache_dir = NULL};
    sample_open(&place, &options);
}

static xl_plan *make(const xl_plan_request *request) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    ck_assert_msg(xl_plan_make(place.device, request, &plan, &error) == 0, "%s", error.text);
    return plan;
}

static double value_of(const xl_plan *plan, const char *name) {
    xl_value value;
    ck_assert_int_eq(xl_plan_get_value(plan, name, &value, NULL), XL_SUCCESS);
    return value.number;
}

AROUND(open_here, close_place);

/* Copied from the lesson's table of arrays (kernels/histogram/README.md). */
TEST(histogram_is_described) {
    xl_algorithm_info info;
    xl_array_info samples, counts;
    ck_assert_int_eq(xl_describe_algorithm("histogram", &info, NULL), 0);
    ck_assert_str_eq(info.name, "histogram");
    ck_assert_uint_gt(strlen(info.help), 0);
    ck_assert_uint_eq(info.array_count, 4); /* two of them: the count on the device and its status */
    ck_assert_int_eq(xl_describe_array("histogram", 0, &samples, NULL), 0);
    ck_assert_int_eq(xl_describe_array("histogram", 1, &counts, NULL), 0);
    ck_assert_str_eq(samples.name, "samples");
    ck_assert_int_eq(samples.direction, XL_INPUT);
    ck_assert_uint_eq(samples.type_count, 3);
    ck_assert_int_eq(samples.types[0], XL_U32);
    ck_assert_int_eq(samples.types[2], XL_F32);
    ck_assert_uint_eq(samples.rank, 1);
    ck_assert_str_eq(samples.shape[0], "n");
    ck_assert_int_eq(counts.direction, XL_OUTPUT);
    ck_assert_str_eq(counts.shape[0], "buckets");
    bool found = false;
    for (size_t i = 0; i < info.param_count; i++) {
        xl_param_info param;
        ck_assert_int_eq(xl_describe_param("histogram", i, &param, NULL), 0);
        if (strcmp(param.name, "buckets") == 0) {
            found = true;
            ck_assert(param.kind == XL_INTEGER && param.role == XL_PROBLEM);
            ck_assert(param.initial == 256 && param.least == 2 && param.most == 65536);
            ck_assert_str_eq(param.unit, "buckets");
            ck_assert_str_eq(param.choices, "");
        }
        if (strcmp(param.name, "function") == 0) {
            ck_assert_int_eq(param.kind, XL_CHOICE);
            ck_assert_str_eq(param.choices, "identity|even|log");
        }
    }
    ck_assert(found);
    xl_array_info points;
    ck_assert_int_eq(xl_describe_array("spheres", 0, &points, NULL), 0);
    ck_assert_int_eq(points.direction, XL_OPTIONAL_INPUT);
    ck_assert_uint_eq(points.rank, 2);
    ck_assert_str_eq(points.shape[1], "3");
}

/* Copied from the lessons of compact, sort and expand. */
TEST(arrays_report_their_dependencies) {
    xl_array_info flags, keys, repeat;
    ck_assert_int_eq(xl_describe_array("compact", 1, &flags, NULL), 0);
    ck_assert_str_eq(flags.used, "keep == nonzero");
    ck_assert_str_eq(flags.result_of, "");
    ck_assert_int_eq(xl_describe_array("sort", 2, &keys, NULL), 0);
    ck_assert_str_eq(keys.name, "sorted_keys");
    ck_assert_str_eq(keys.result_of, "keys");
    ck_assert_str_eq(keys.used, "");
    ck_assert_int_eq(xl_describe_array("expand", 1, &repeat, NULL), 0);
    ck_assert(repeat.sum_below == 4294967296.0 && keys.sum_below == 0);
}

TEST(a_device_fits_its_type_and_its_name) {
    const xl__device_facts *const facts = xl__get_facts(place.device);
    char loud[sizeof facts->name];
    int name = 0, type = 0, other_type = 0, none = 1;
    for (size_t i = 0; i < sizeof loud; i++) loud[i] = (char)toupper((unsigned char)facts->name[i]);
    ck_assert_int_eq(xl_device_fits(place.id, loud, &name, NULL), XL_SUCCESS);
    ck_assert_int_eq(name, XL_FITS_NAME);
    const bool cpu = strcmp(facts->type_name, "cpu") == 0;
    ck_assert_int_eq(xl_device_fits(place.id, cpu ? "CPU" : "GPU", &type, NULL), XL_SUCCESS);
    ck_assert_int_eq(type, XL_FITS);
    ck_assert_int_eq(xl_device_fits(place.id, cpu ? "gpu" : "cpu", &other_type, NULL), XL_SUCCESS);
    ck_assert_int_eq(other_type, 0);
    ck_assert_int_eq(xl_device_fits(place.id, "no such device", &none, NULL), XL_SUCCESS);
    ck_assert_int_eq(none, 0);
    int pocl = 0;
    ck_assert_int_eq(xl_device_fits(place.id, "PoCL", &pocl, NULL), XL_SUCCESS);
    const bool is_pocl = strcmp(facts->platform, "Portable Computing Language") == 0;
    ck_assert_int_eq(pocl == XL_FITS, is_pocl);
    ck_assert_int_eq(xl_device_fits(place.id, NULL, &none, NULL), XL_BAD_VALUE);
}

TEST(numbers_past_the_last_are_refused) {
    xl_error error = {0};
    xl_algorithm_info info;
    xl_strategy_info strategy = {.name = "of before"};
    xl_param_info param;
    xl_array_info array;
    const size_t count = xl_algorithm_count();
    ck_assert_uint_ge(count, 3);
    ck_assert_ptr_nonnull(xl_algorithm_name(count - 1));
    ck_assert_ptr_null(xl_algorithm_name(count));
    ck_assert_ptr_null(xl_algorithm_name((size_t)-1));
    ck_assert_int_eq(xl_describe_algorithm("histogramm", &info, &error), XL_BAD_NAME);
    ck_assert_int_eq(xl_describe_algorithm("lerp", &info, &error), 0);
    ck_assert_int_eq(xl_describe_strategy("lerp", info.strategy_count, &strategy, &error), XL_BAD_VALUE);
    ck_assert_ptr_null(strategy.name); /* nothing of an earlier call remains */
    ck_assert_str_eq(error.text, "xl_describe_strategy: lerp has 8 strategies, there is no number 8");
    ck_assert_int_eq(xl_describe_param("lerp", info.param_count, &param, &error), XL_BAD_VALUE);
    ck_assert_int_eq(xl_describe_array("lerp", info.array_count, &array, &error), XL_BAD_VALUE);
    ck_assert_str_eq(error.text, "xl_describe_array: lerp has 4 arrays, there is no number 4");
}

/* A parameter, unless its default is 0, or a number. */
static bool is_sure(const xl_algorithm_info *info, const char *dimension) {
    xl_param_info param;
    for (size_t p = 0; p < info->param_count; p++)
        if (xl_describe_param(info->name, p, &param, NULL) == 0 && strcmp(param.name, dimension) == 0)
            return param.initial != 0.0;
    return dimension[0] >= '0' && dimension[0] <= '9';
}

/* topk's `rank` takes at most a sub-group's width. */
TEST(all_that_is_listed_can_be_made) {
    for (size_t a = 0; a < xl_algorithm_count(); a++) {
        xl_algorithm_info info;
        xl_setting values[32] = {{0}};
        ck_assert_int_eq(xl_describe_algorithm(xl_algorithm_name(a), &info, NULL), 0);
        ck_assert_uint_le(info.param_count, 32);
        for (size_t p = 0; p < info.param_count; p++) {
            xl_param_info param;
            ck_assert_int_eq(xl_describe_param(info.name, p, &param, NULL), 0);
            ck_assert(param.least <= param.initial && param.initial <= param.most);
            values[p] =
                (xl_setting){param.name, param.is_size && param.initial > 8 ? 8 : param.initial, NULL};
        }
        for (size_t s = 0; s < info.strategy_count; s++) {
            xl_strategy_info strategy;
            ck_assert_int_eq(xl_describe_strategy(info.name, s, &strategy, NULL), 0);
            xl_plan *plan = make(&(xl_plan_request){.algorithm = info.name,
                                                    .strategy = strategy.name,
                                                    .width = 8,
                                                    .values = values,
                                                    .value_count = info.param_count});
            xl_plan_facts facts;
            ck_assert_int_eq(xl_plan_get_facts(plan, &facts), 0);
            ck_assert_str_eq(facts.strategy, strategy.name);
            ck_assert_int_eq(facts.width, strategy.sub_groups ? 8 : 0);
            for (size_t p = 0; p < info.param_count; p++) {
                xl_param_info param;
                ck_assert_int_eq(xl_describe_param(info.name, p, &param, NULL), 0);
                const double value = value_of(plan, param.name);
                ck_assert_msg(value >= param.least && (param.role == XL_TUNING || value == values[p].number),
                              "%s/%s: %s is %g", info.name, strategy.name, param.name, value);
            }
            for (size_t i = 0; i < info.array_count; i++) {
                xl_array_info array;
                xl_array_size size;
                ck_assert_int_eq(xl_describe_array(info.name, i, &array, NULL), 0);
                ck_assert_int_eq(xl_plan_get_array(plan, array.name, &size, NULL), 0);
                size_t bytes = xl_type_size(size.type);
                for (size_t d = 0; d < size.rank; d++) bytes *= size.shape[d];
                size_t sure = 0;
                for (size_t d = 0; d < array.rank; d++) sure += is_sure(&info, array.shape[d]);
                ck_assert_uint_ge(size.rank, sure);
                ck_assert_uint_le(size.rank, array.rank);
                ck_assert_uint_eq(size.bytes, bytes);
            }
            xl_plan_free(plan);
        }
    }
}

/* ---- choices
   --------------------------------------------------------------------------------------------- */

TEST(choices_are_reported) {
    xl_plan *plan = make(&(xl_plan_request){
        .algorithm = "spheres", .strategy = "deferred", .width = 4, .settings = "points=8 spheres=64"});
    xl_value value;
    ck_assert(value_of(plan, "items") == 4); /* 4 lanes of 4 fit into 64 */
    ck_assert_int_eq(xl_plan_get_value(plan, "layout", &value, NULL), 0);
    ck_assert(strcmp(value.text, "blocks") == 0 || strcmp(value.text, "runs") == 0);
    ck_assert_int_eq(xl_plan_get_value(plan, "weights", &value, NULL), 0);
    ck_assert_str_eq(value.text, "lane"); /* not worth a pass for so few spheres */
    xl_plan_facts facts;
    ck_assert_int_eq(xl_plan_get_facts(plan, &facts), 0);
    ck_assert(value_of(plan, "group") == (double)facts.group_size);
    xl_plan_free(plan);
    static const struct {
        const char *strategy, *chosen;
    } chosen[] = {{"private", "shares"}, {"privatised", "copies"}, {"local", "groups"}, {"global", "groups"}};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        xl_plan_request request = {.algorithm = "histogram",
                                   .strategy = chosen[i].strategy,
                                   .width = 4,
                                   .settings = "n=100 buckets=8"};
        plan = make(&request);
        ck_assert_msg(value_of(plan, chosen[i].chosen) > 0, "%s: %s", chosen[i].strategy, chosen[i].chosen);
        xl_plan_free(plan);
        char asked[64];
        snprintf(asked, sizeof asked, "n=100 buckets=8 %s=2", chosen[i].chosen);
        request.settings = asked;
        plan = make(&request);
        ck_assert(value_of(plan, chosen[i].chosen) == 2);
        xl_plan_free(plan);
    }
    plan = make(&(xl_plan_request){
        .algorithm = "lerp", .strategy = "prefix", .width = 8, .settings = "group=100 rows=4 n=4"});
    ck_assert_int_eq(xl_plan_get_facts(plan, &facts), 0);
    ck_assert_uint_eq(facts.group_size % 8, 0);
    ck_assert(value_of(plan, "group") == (double)facts.group_size);
    xl_plan_free(plan);
}

/* Other strategies check `carry` and report it as unused. */
TEST(tuning_belongs_to_strategies) {
    xl_algorithm_info info;
    ck_assert_int_eq(xl_describe_algorithm("lerp", &info, NULL), 0);
    for (size_t s = 0; s < info.strategy_count; s++) {
        xl_strategy_info strategy;
        xl_value carry, group, n;
        ck_assert_int_eq(xl_describe_strategy("lerp", s, &strategy, NULL), 0);
        const bool carries =
            strcmp(strategy.name, "continued") == 0 || strcmp(strategy.name, "deferred") == 0;
        const bool splits = strcmp(strategy.name, "split") == 0;
        ck_assert_str_eq(strategy.tuning, carries ? "carry group" : splits ? "parts group" : "group");
        xl_plan *plan = make(&(xl_plan_request){.algorithm = "lerp",
                                                .strategy = strategy.name,
                                                .width = 4,
                                                .settings = "carry=findmsb rows=4 n=4"});
        ck_assert_int_eq(xl_plan_get_value(plan, "carry", &carry, NULL), 0);
        ck_assert_int_eq(xl_plan_get_value(plan, "group", &group, NULL), 0);
        ck_assert_int_eq(xl_plan_get_value(plan, "n", &n, NULL), 0);
        ck_assert_int_eq(carry.used, carries);
        ck_assert_str_eq(carry.text, carries ? "findmsb" : "last");
        ck_assert(group.used == 1 && n.used == 1);
        xl_plan_free(plan);
    }
    xl_plan *plan = NULL;
    xl_error error;
    const xl_plan_request wrong = {.algorithm = "lerp", .strategy = "affine", .settings = "carry=none"};
    ck_assert_int_eq(xl_plan_make(place.device, &wrong, &plan, &error), XL_BAD_VALUE);
    xl_value lower; /* a problem's parameter that another value makes unused */
    plan = make(&(xl_plan_request){
        .algorithm = "histogram", .strategy = "global", .settings = "n=9 function=identity lower=3"});
    ck_assert_int_eq(xl_plan_get_value(plan, "lower", &lower, NULL), 0);
    ck_assert(lower.used == 0 && lower.number == 3);
    xl_plan_free(plan);
}

TEST(arrays_without_effect_are_refused) {
    static const struct {
        xl_plan_request request;
        const char *arrays[4], *told;
    } cases[] = {
        {{.algorithm = "compact", .strategy = "loop", .settings = "n=4 keep=below"},
         {"x", "flags", "kept", "count"},
         "'flags' would be ignored unless keep == nonzero"},
        {{.algorithm = "normal24", .strategy = "add", .settings = "n=4 form=unorm24"},
         {"x", "stencil", "code", "value"},
         "'stencil' would be ignored unless form == depth_stencil"},
        {{.algorithm = "sort", .strategy = "loop", .settings = "n=4"},
         {"keys", "values", "sorted_keys", "sorted_values"},
         "'values' would be ignored unless value names its type"},
        {{.algorithm = "reduce", .strategy = "loop", .settings = "n=4"},
         {"x", "count", "result", "status"},
         "'count' would be ignored unless counted names its type"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xl_plan *const plan = make(&cases[i].request);
        xl_array arrays[4];
        xl_error error = {0};
        for (int a = 0; a < 4; a++)
            arrays[a] = (xl_array){cases[i].arrays[a], sample_buffer(&place, 16, NULL), 0};
        const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 4};
        ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
        ck_assert_msg(strstr(error.text, cases[i].told) != NULL, "%s", error.text);
        arrays[1].buffer = NULL;
        ck_assert_msg(xl_enqueue(plan, &launch, &error) == 0, "%s", error.text);
        ck_assert_int_eq(clFinish(place.queue), CL_SUCCESS);
        for (int a = 0; a < 4; a++)
            if (arrays[a].buffer) clReleaseMemObject(arrays[a].buffer);
        xl_plan_free(plan);
    }
}

/* The weights of a pass are 16 bytes per sphere. */
TEST(a_smaller_run_takes_less_scratch) {
    xl_plan *plan = make(&(xl_plan_request){.algorithm = "spheres",
                                            .strategy = "naive",
                                            .settings = "points=4 spheres=1000 weights=pass channels=1"});
    const size_t align = xl__get_facts(place.device)->align_bytes;
    size_t bytes = 0;
    xl_plan_facts facts;
    const xl_scalar few = {"spheres", 10}, many = {"spheres", 1001};
    xl_error error = {0};
    ck_assert_int_eq(xl_plan_get_facts(plan, &facts), 0);
    ck_assert_uint_eq(facts.scratch_bytes, 16000);
    ck_assert_int_eq(xl_plan_get_scratch(plan, NULL, 0, &bytes, NULL), 0);
    ck_assert_uint_eq(bytes, 16000);
    ck_assert_int_eq(xl_plan_get_scratch(plan, &few, 1, &bytes, NULL), 0);
    ck_assert_uint_eq(bytes, 160);
    ck_assert_int_eq(xl_plan_get_scratch(plan, &many, 1, &bytes, &error), XL_BAD_VALUE);
    cl_mem scratch = sample_buffer(&place, (align + 160) / 4, NULL);
    cl_mem data = sample_buffer(&place, 4000, NULL), out = sample_buffer(&place, 4, NULL);
    const xl_array arrays[] = {
        {"points", data, 0}, {"spheres", data, 0}, {"colors", data, 0}, {"result", out, 0}};
    xl_launch launch = {.queue = place.queue,
                        .arrays = arrays,
                        .array_count = 4,
                        .scalars = &few,
                        .scalar_count = 1,
                        .scratch = scratch,
                        .scratch_offset = align};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == 0, "%s", error.text);
    launch.scratch_offset = align + 4;
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    launch.scratch_offset = 0;
    launch.scalar_count = 0;
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_int_eq(clFinish(place.queue), CL_SUCCESS);
    clReleaseMemObject(scratch);
    clReleaseMemObject(data);
    clReleaseMemObject(out);
    xl_plan_free(plan);
}

/* ---- structs of other versions ------------------------------------------------------------------------- */

TEST(structs_may_have_other_sizes) {
    struct {
        xl_plan_request known;
        double later;
    } request = {.known = {.algorithm = "lerp", .strategy = "serial", .value_count = 9}};
    struct {
        xl_plan_facts known;
        char later[24];
    } facts;
    xl_plan *plan = NULL;
    xl_error error = {0};
    ck_assert_int_eq(
        xl_plan_make_sized(place.device, &request.known, offsetof(xl_plan_request, values), &plan, &error),
        XL_SUCCESS); /* value_count is past the end of that program's struct */
    memset(&facts, 0x55, sizeof facts);
    ck_assert_int_eq(xl_plan_get_facts_sized(plan, &facts.known, sizeof facts), XL_SUCCESS);
    ck_assert_str_eq(facts.known.strategy, "serial");
    for (size_t i = 0; i < sizeof facts.later; i++) ck_assert_int_eq(facts.later[i], 0);
    memset(&facts, 0x55, sizeof facts);
    ck_assert_int_eq(xl_plan_get_facts_sized(plan, &facts.known, offsetof(xl_plan_facts, width)), XL_SUCCESS);
    ck_assert_int_eq(facts.known.width, 0x55555555); /* not written past its end */
    xl_plan_free(plan);
    request.known.value_count = 0;
    ck_assert_int_eq(xl_plan_make_sized(place.device, &request.known, sizeof request, &plan, &error),
                     XL_SUCCESS);
    xl_plan_free(plan);
    request.later = 1;
    ck_assert_int_eq(xl_plan_make_sized(place.device, &request.known, sizeof request, &plan, &error),
                     XL_UNSUPPORTED);
    ck_assert_ptr_null(plan);
    ck_assert_ptr_nonnull(strstr(error.text, "was compiled for a newer one"));
}

/* Bytes past the library's struct are set to 0, also if the call fails. */
TEST(header_use_may_have_other_sizes) {
    enum { CUT = offsetof(xl_header_use, local_bytes) };
    struct {
        xl_header_use known;
        unsigned char later[24];
    } use;
    static const unsigned char nothing[sizeof use];
    xl_error error = {0};
    memset(&use, 0x55, sizeof use);
    ck_assert_int_eq(xl_header_options_sized(place.device, "local", 8, 1, &use.known, sizeof use, &error),
                     XL_SUCCESS);
    ck_assert_str_eq(use.known.backend, "local");
    ck_assert_uint_eq(use.known.local_bytes, 128);
    ck_assert_int_eq(memcmp(use.later, nothing, sizeof use.later), 0);
    memset(&use, 0x55, sizeof use);
    ck_assert_int_eq(xl_header_options_sized(place.device, "local", 8, 1, &use.known, CUT, &error),
                     XL_SUCCESS);
    ck_assert_int_eq(use.known.width, 8);
    ck_assert_int_eq(((unsigned char *)&use)[CUT], 0x55);
    ck_assert_int_eq(xl_header_options_sized(place.device, "local", 3, 1, &use.known, CUT, &error),
                     XL_BAD_VALUE);
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c) bytes */
    ck_assert_int_eq(memcmp(&use, nothing, CUT), 0);
    ck_assert_int_eq(((unsigned char *)&use)[CUT], 0x55);
    ck_assert_int_eq(xl_header_options_sized(NULL, "local", 8, 1, &use.known, sizeof use, &error),
                     XL_BAD_VALUE);
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c) bytes */
    ck_assert_int_eq(memcmp(&use, nothing, sizeof use), 0);
}
