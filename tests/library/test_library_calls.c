/* Every public function: errors for missing or wrong arguments, and the answers to queries. */
#include "support/place.h"
#include "support/suite.h"
#include "table/lookup.h"
#include "table/registry.h"
#include <string.h>

static xl_plan *plan;
static cl_mem in, out;

static void open_here(void) {
    const xl_options options = {.record_width = 1, .trace = 1};
    xl_error error = {0};
    sample_open(&place, &options);
    const xl_plan_request request = {
        .algorithm = "histogram", .strategy = "match_global", .width = 4, .settings = "n=100 buckets=8"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == 0, "%s", error.text);
    in = sample_buffer(&place, 100, NULL);
    out = sample_buffer(&place, 100, NULL);
}

static void close_here(void) {
    xl_plan_free(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    sample_close(&place);
}

/* ---- NULL ------------------------------------------------------------------------------------------------
 */

/* Each calls a function with one argument missing and returns its status. */
#define CALL(name, expression)                                                                               \
    static int name(xl_error *e) {                                                                           \
        return (expression);                                                                                 \
    }

static xl_device *device_out;
static xl_plan *plan_out;
static xl_plan_facts facts_out;
static xl_value value_out;
static xl_array_size size_out;
static xl_algorithm_info algorithm_out;
static xl_strategy_info strategy_out;
static xl_param_info param_out;
static xl_array_info array_out;
static xl_header_use use_out;
static int widths_out[2] = {7, 7};
static char reason_out[16] = "of another call";
static size_t bytes_out = 7, count_out = 7;
static int width_out = 7;
static xl_measure measure_out;

static int enqueue_with(xl_launch what, xl_error *e) {
    const xl_array arrays[] = {{"samples", in, 0}, {"counts", out, 0}};
    if (!what.array_count) {
        what.arrays = arrays;
        what.array_count = 2;
    }
    return xl_enqueue(plan, &what, e);
}

CALL(open_id, xl_open(NULL, place.context, NULL, &device_out, e))
CALL(open_context, xl_open(place.id, NULL, NULL, &device_out, e))
CALL(open_out, xl_open(place.id, place.context, NULL, NULL, e))
/* Two functions return no status; 0 or NULL is their error. */
CALL(header_device, xl_header_options(NULL, NULL, 0, 1, &use_out, e))
CALL(header_out_null, xl_header_options(place.device, NULL, 0, 1, NULL, e))
CALL(widths_device, xl_native_widths(NULL, NULL, widths_out, 2, e) > 0 ? XL_SUCCESS : XL_BAD_VALUE)
CALL(widths_null, xl_native_widths(place.device, NULL, NULL, 2, e) > 0 ? XL_SUCCESS : XL_BAD_VALUE)
CALL(chosen_device, xl_chosen_backend(NULL, reason_out, sizeof reason_out, e) ? XL_SUCCESS : XL_BAD_VALUE)
CALL(algorithm_name, xl_describe_algorithm(NULL, &algorithm_out, e))
CALL(algorithm_out_null, xl_describe_algorithm("lerp", NULL, e))
CALL(strategy_name, xl_describe_strategy(NULL, 0, &strategy_out, e))
CALL(strategy_out_null, xl_describe_strategy("lerp", 0, NULL, e))
CALL(param_name, xl_describe_param(NULL, 0, &param_out, e))
CALL(param_out_null, xl_describe_param("lerp", 0, NULL, e))
CALL(array_name, xl_describe_array(NULL, 0, &array_out, e))
CALL(array_out_null, xl_describe_array("lerp", 0, NULL, e))
CALL(make_device, xl_plan_make(NULL, &(xl_plan_request){.algorithm = "lerp"}, &plan_out, e))
CALL(make_request, xl_plan_make(place.device, NULL, &plan_out, e))
CALL(make_algorithm, xl_plan_make(place.device, &(xl_plan_request){.width = 0}, &plan_out, e))
CALL(make_values,
     xl_plan_make(place.device, &(xl_plan_request){.algorithm = "lerp", .value_count = 1}, &plan_out, e))
CALL(make_value_name,
     xl_plan_make(place.device,
                  &(xl_plan_request){
                      .algorithm = "lerp", .values = (const xl_setting[]){{NULL, 1, NULL}}, .value_count = 1},
                  &plan_out, e))
CALL(make_out, xl_plan_make(place.device, &(xl_plan_request){.algorithm = "lerp"}, NULL, e))
CALL(value_plan, xl_plan_get_value(NULL, "n", &value_out, e))
CALL(value_param, xl_plan_get_value(plan, NULL, &value_out, e))
CALL(value_out_null, xl_plan_get_value(plan, "n", NULL, e))
CALL(size_plan, xl_plan_get_array(NULL, "counts", &size_out, e))
CALL(size_array, xl_plan_get_array(plan, NULL, &size_out, e))
CALL(size_out_null, xl_plan_get_array(plan, "counts", NULL, e))
CALL(scratch_plan, xl_plan_get_scratch(NULL, NULL, 0, &bytes_out, e))
CALL(scratch_scalars, xl_plan_get_scratch(plan, NULL, 1, &bytes_out, e))
CALL(scratch_name, xl_plan_get_scratch(plan, &(xl_scalar){NULL, 1}, 1, &bytes_out, e))
CALL(scratch_bytes, xl_plan_get_scratch(plan, NULL, 0, NULL, e))
CALL(enqueue_plan, xl_enqueue(NULL, &(xl_launch){.queue = place.queue}, e))
CALL(enqueue_launch, xl_enqueue(plan, NULL, e))
CALL(enqueue_queue, enqueue_with((xl_launch){.queue = NULL}, e))
CALL(enqueue_arrays, enqueue_with((xl_launch){.queue = place.queue, .array_count = 2}, e))
CALL(enqueue_array_name,
     enqueue_with((xl_launch){.queue = place.queue, .array_count = 1, .arrays = &(xl_array){NULL, in, 0}}, e))
CALL(enqueue_scalars, enqueue_with((xl_launch){.queue = place.queue, .scalar_count = 1}, e))
CALL(enqueue_scalar_name,
     enqueue_with((xl_launch){.queue = place.queue, .scalar_count = 1, .scalars = &(xl_scalar){NULL, 1}}, e))
CALL(enqueue_waits, enqueue_with((xl_launch){.queue = place.queue, .wait_count = 1}, e))
CALL(enqueue_wait,
     enqueue_with((xl_launch){.queue = place.queue, .wait_count = 1, .wait_list = &(cl_event){NULL}}, e))
CALL(measure_plan, xl_plan_get_measure(NULL, place.queue, 0, &measure_out, e))
CALL(measure_queue, xl_plan_get_measure(plan, NULL, 0, &measure_out, e))
CALL(measure_out_null, xl_plan_get_measure(plan, place.queue, 0, NULL, e))
CALL(width_plan, xl_plan_width_measured(NULL, place.queue, &width_out, e))
CALL(width_queue, xl_plan_width_measured(plan, NULL, &width_out, e))
CALL(width_out_null, xl_plan_width_measured(plan, place.queue, NULL, e))
CALL(trace_plan, xl_plan_trace(NULL, place.queue, NULL, 0, &count_out, e))
CALL(trace_queue, xl_plan_trace(plan, NULL, NULL, 0, &count_out, e))
CALL(trace_records, xl_plan_trace(plan, place.queue, NULL, 1, &count_out, e))
CALL(trace_count, xl_plan_trace(plan, place.queue, NULL, 0, NULL, e))

static const struct {
    int (*call)(xl_error *);
    const char *told;
} missing[] = {
    {open_id, "xl_open: id is NULL"},
    {open_context, "xl_open: context is NULL"},
    {open_out, "xl_open: out is NULL"},
    {header_device, "xl_header_options: device is NULL"},
    {header_out_null, "xl_header_options: out is NULL"},
    {widths_device, "xl_native_widths: device is NULL"},
    {widths_null, "xl_native_widths: capacity is 2 and widths is NULL"},
    {chosen_device, "xl_chosen_backend: device is NULL"},
    {algorithm_name, "xl_describe_algorithm: algorithm is NULL"},
    {algorithm_out_null, "xl_describe_algorithm: out is NULL"},
    {strategy_name, "xl_describe_strategy: algorithm is NULL"},
    {strategy_out_null, "xl_describe_strategy: out is NULL"},
    {param_name, "xl_describe_param: algorithm is NULL"},
    {param_out_null, "xl_describe_param: out is NULL"},
    {array_name, "xl_describe_array: algorithm is NULL"},
    {array_out_null, "xl_describe_array: out is NULL"},
    {make_device, "xl_plan_make: device is NULL"},
    {make_request, "xl_plan_make: request is NULL"},
    {make_algorithm, "xl_plan_make: algorithm is NULL"},
    {make_values, "xl_plan_make: value_count is 1 and values is NULL"},
    {make_value_name, "lerp: a setting's name is NULL"},
    {make_out, "xl_plan_make: out is NULL"},
    {value_plan, "xl_plan_get_value: plan is NULL"},
    {value_param, "xl_plan_get_value: param is NULL"},
    {value_out_null, "xl_plan_get_value: out is NULL"},
    {size_plan, "xl_plan_get_array: plan is NULL"},
    {size_array, "xl_plan_get_array: array is NULL"},
    {size_out_null, "xl_plan_get_array: out is NULL"},
    {scratch_plan, "xl_plan_get_scratch: plan is NULL"},
    {scratch_scalars, "xl_plan_get_scratch: scalar_count is 1 and scalars is NULL"},
    {scratch_name, "histogram: the name of scalar 0 is NULL"},
    {scratch_bytes, "xl_plan_get_scratch: bytes is NULL"},
    {enqueue_plan, "xl_enqueue: plan is NULL"},
    {enqueue_launch, "xl_enqueue: launch is NULL"},
    {enqueue_queue, "xl_enqueue: queue is NULL"},
    {enqueue_arrays, "xl_enqueue: array_count is 2 and arrays is NULL"},
    {enqueue_array_name, "histogram: the name of array 0 is NULL"},
    {enqueue_scalars, "xl_enqueue: scalar_count is 1 and scalars is NULL"},
    {enqueue_scalar_name, "histogram: the name of scalar 0 is NULL"},
    {enqueue_waits, "xl_enqueue: wait_count is 1 and wait_list is NULL"},
    {enqueue_wait, "xl_enqueue: event 0 of wait_list is NULL"},
    {measure_plan, "xl_plan_get_measure: plan is NULL"},
    {measure_queue, "xl_plan_get_measure: queue is NULL"},
    {measure_out_null, "xl_plan_get_measure: out is NULL"},
    {width_plan, "xl_plan_width_measured: plan is NULL"},
    {width_queue, "xl_plan_width_measured: queue is NULL"},
    {width_out_null, "xl_plan_width_measured: width is NULL"},
    {trace_plan, "xl_plan_trace: plan is NULL"},
    {trace_queue, "xl_plan_trace: queue is NULL"},
    {trace_records, "xl_plan_trace: capacity is 1 and records is NULL"},
    {trace_count, "xl_plan_trace: count is NULL"},
};

static void expect_no_use(void) {
    static const xl_header_use nothing;
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c) bytes */
    ck_assert_int_eq(memcmp(&use_out, &nothing, sizeof nothing), 0);
}

AROUND(open_here, close_here);

TEST(missing_arguments_are_named) {
    memset(&use_out, 0x55, sizeof use_out);
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        xl_error error = {.status = 1};
        ck_assert_msg(missing[i].call(&error) == XL_BAD_VALUE, "%s: %s", missing[i].told, error.text);
        ck_assert_int_eq(error.status, XL_BAD_VALUE);
        ck_assert_str_eq(error.text, missing[i].told);
        ck_assert_int_eq(missing[i].call(NULL), XL_BAD_VALUE); /* without an error argument */
    }
    ck_assert_ptr_null(device_out);
    ck_assert_ptr_null(plan_out);
    ck_assert_uint_eq(bytes_out, 0);
    ck_assert_int_eq(width_out, -1);
    ck_assert_uint_eq(count_out, 0);
    expect_no_use();
    ck_assert(widths_out[0] == 0 && widths_out[1] == 0);
    ck_assert_str_eq(reason_out, "");
    ck_assert_int_eq(xl_plan_get_facts(NULL, &facts_out), XL_BAD_VALUE);
    ck_assert_int_eq(xl_plan_get_facts(plan, NULL), XL_BAD_VALUE);
    ck_assert_ptr_null(facts_out.algorithm);
    xl_plan_free(NULL);
    xl_close(NULL);
}

/* ---- errors ----------------------------------------------------------------------------------------------
 */

static int make(const char *algorithm, const char *strategy, const char *backend, const char *settings,
                xl_error *error) {
    xl_plan *made = NULL;
    const xl_plan_request request = {
        .algorithm = algorithm, .strategy = strategy, .backend = backend, .settings = settings};
    const int status = xl_plan_make(place.device, &request, &made, error);
    xl_plan_free(made);
    return status;
}

static void expect_one_line(const xl_error *error, const char *told) {
    ck_assert_msg(strstr(error->text, told) != NULL, "'%s' lacks '%s'", error->text, told);
    ck_assert_uint_lt(strlen(error->text), 1000);
    for (const unsigned char *at = (const unsigned char *)error->text; *at; at++)
        ck_assert_msg(*at >= 0x20 && *at != 0x7f && *at != 0x9b, "not printable: %s", error->text);
}

TEST(one_line_whatever_a_name_holds) {
    static const char piece[] = "a\nb\033[31m\302\233\377\342\200\256\177";
    static char name[5000];
    for (size_t used = 0; used + sizeof piece <= sizeof name; used += sizeof piece - 1)
        memcpy(name + used, piece, sizeof piece);
    xl_error error = {0};
    ck_assert_int_eq(make(name, NULL, NULL, NULL, &error), XL_BAD_NAME);
    expect_one_line(&error, "no algorithm 'a?b?[31m??????");
    expect_one_line(&error, "there are: ");
    ck_assert_int_eq(make("lerp", name, NULL, NULL, &error), XL_BAD_NAME);
    expect_one_line(&error, " of lerp; there are: auto serial");
    ck_assert_int_eq(make("lerp", NULL, name, NULL, &error), XL_BAD_NAME);
    expect_one_line(&error, "; there are: auto ");
    ck_assert_int_lt(make("lerp", NULL, NULL, name, &error), 0);
    expect_one_line(&error, "lerp");
    const xl_setting values[] = {{name, 1, NULL}, {"carry", 0, name}};
    for (int i = 0; i < 2; i++) {
        xl_plan *made = NULL;
        const xl_plan_request request = {.algorithm = "lerp", .values = &values[i], .value_count = 1};
        ck_assert_int_lt(xl_plan_make(place.device, &request, &made, &error), 0);
        expect_one_line(&error, i ? "none of product|last" : "it has: rows n");
    }
    ck_assert_int_eq(
        enqueue_with((xl_launch){.queue = place.queue, .array_count = 1, .arrays = &(xl_array){name, in, 0}},
                     &error),
        XL_BAD_NAME);
    expect_one_line(&error, "histogram has no array 'a?b");
    const xl_scalar scalar = {name, 1};
    ck_assert_int_eq(
        enqueue_with((xl_launch){.queue = place.queue, .scalar_count = 1, .scalars = &scalar}, &error),
        XL_BAD_NAME);
    expect_one_line(&error, "histogram has no run-time parameter 'a?b");
    ck_assert_int_eq(xl_plan_get_value(plan, name, &value_out, &error), XL_BAD_NAME);
    expect_one_line(&error, "histogram has no parameter 'a?b");
    ck_assert_int_eq(xl_describe_array(name, 0, &array_out, &error), XL_BAD_NAME);
    expect_one_line(&error, "no algorithm 'a?b");
    ck_assert_int_eq(xl_header_options(place.device, name, 0, 1, &use_out, &error), XL_BAD_NAME);
    expect_one_line(&error, "no backend 'a?b");
    error = (xl_error){0};
    ck_assert_uint_eq(xl_native_widths(place.device, name, widths_out, 2, &error), 0);
    ck_assert_int_eq(error.status, XL_BAD_NAME);
    expect_one_line(&error, "no backend 'a?b");
}

TEST(success_clears_the_error) {
    xl_error error = {.status = 5, .text = "of another call"};
#define EXPECT_CLEARED(call)                                                                                 \
    ck_assert_int_eq((call), XL_SUCCESS);                                                                    \
    ck_assert_int_eq(error.status, XL_SUCCESS);                                                              \
    ck_assert_str_eq(error.text, "");                                                                        \
    error = (xl_error){.status = 5, .text = "of another call"}
    xl_device *device = NULL;
    EXPECT_CLEARED(xl_open(place.id, place.context, NULL, &device, &error));
    xl_close(device);
    EXPECT_CLEARED(make("lerp", "serial", NULL, NULL, &error));
    EXPECT_CLEARED(enqueue_with((xl_launch){.queue = place.queue}, &error));
    EXPECT_CLEARED(xl_plan_width_measured(plan, place.queue, &width_out, &error));
    EXPECT_CLEARED(xl_plan_trace(plan, place.queue, NULL, 0, &count_out, &error));
    EXPECT_CLEARED(xl_plan_get_value(plan, "n", &value_out, &error));
    EXPECT_CLEARED(xl_plan_get_array(plan, "counts", &size_out, &error));
    EXPECT_CLEARED(xl_plan_get_scratch(plan, NULL, 0, &bytes_out, &error));
    EXPECT_CLEARED(xl_describe_algorithm("lerp", &algorithm_out, &error));
    EXPECT_CLEARED(xl_describe_strategy("lerp", 0, &strategy_out, &error));
    EXPECT_CLEARED(xl_describe_param("lerp", 0, &param_out, &error));
    EXPECT_CLEARED(xl_describe_array("lerp", 0, &array_out, &error));
    EXPECT_CLEARED(xl_header_options(place.device, NULL, 0, 1, &use_out, &error));
    EXPECT_CLEARED(xl_chosen_backend(place.device, NULL, 0, &error) ? XL_SUCCESS : XL_BAD_VALUE);
    if (strcmp(xl_chosen_backend(place.device, NULL, 0, NULL), "local") != 0) {
        EXPECT_CLEARED(xl_native_widths(place.device, NULL, widths_out, 2, &error) > 0 ? XL_SUCCESS : -1);
    }
}

/* ---- the header ------------------------------------------------------------------------------------------
 */

TEST(header_questions_are_refused) {
    static const struct {
        const char *backend;
        int width, status;
        const char *told;
    } wrong[] = {{NULL, 3, XL_BAD_VALUE, "a sub-group of 3 lanes"},
                 {"auto", -4, XL_BAD_VALUE, "a sub-group of -4 lanes"},
                 {"local", 256, XL_BAD_VALUE, "a sub-group of 256 lanes"},
                 {"none", 0, XL_BAD_NAME, "no backend 'none'; there are: auto "}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        xl_error error = {0};
        memset(&use_out, 0x55, sizeof use_out);
        ck_assert_int_eq(
            xl_header_options(place.device, wrong[i].backend, wrong[i].width, 1, &use_out, &error),
            wrong[i].status);
        ck_assert_int_eq(error.status, wrong[i].status);
        expect_one_line(&error, wrong[i].told);
        expect_no_use();
    }
    static const char *const no_widths[] = {"none", "local"};
    for (size_t i = 0; i < 2; i++) {
        xl_error error = {0};
        widths_out[0] = widths_out[1] = 7;
        ck_assert_uint_eq(xl_native_widths(place.device, no_widths[i], widths_out, 2, &error), 0);
        ck_assert_int_eq(error.status, i == 0 ? XL_BAD_NAME : XL_UNSUPPORTED);
        ck_assert(widths_out[0] == 0 && widths_out[1] == 0);
    }
}

TEST(header_answers_keep_to_their_room) {
    char reason[4] = "abc";
    xl_error error = {0};
    const char *const backend = xl_chosen_backend(place.device, reason, 0, &error);
    ck_assert_msg(backend != NULL, "%s", error.text);
    ck_assert_str_eq(reason, "abc");
    ck_assert_str_eq(xl_chosen_backend(place.device, reason, sizeof reason, &error), backend);
    ck_assert_uint_eq(strlen(reason), 3);
    ck_assert_str_ne(reason, "abc");
    /* A caller that wants no widths gets 0. */
    ck_assert_uint_eq(xl_native_widths(place.device, NULL, NULL, 0, &error), 0);
    ck_assert_int_eq(error.status, strcmp(backend, "local") == 0 ? XL_UNSUPPORTED : XL_SUCCESS);
    int widths[2] = {7, 7};
    const size_t count = xl_native_widths(place.device, NULL, widths, 1, &error);
    ck_assert_uint_eq(count, strcmp(backend, "local") == 0 ? 0 : 1);
    ck_assert_int_eq(widths[1], 7);
}

/* ---- settings --------------------------------------------------------------------------------------------
 */

static void refuse(const xl_plan_request *request, int status, const char *told) {
    xl_error error = {0};
    xl_plan *made = NULL;
    ck_assert_msg(xl_plan_make(place.device, request, &made, &error) == status, "%s: %s", told, error.text);
    ck_assert_ptr_null(made);
    expect_one_line(&error, told);
}

TEST(a_parameter_is_given_once) {
    const xl_setting n = {"n", 5, NULL}, twice[] = {{"rows", 5, NULL}, {"rows", 5, NULL}};
    refuse(&(xl_plan_request){.algorithm = "lerp", .settings = "n=4 n=4"}, XL_BAD_VALUE, "n is given twice");
    refuse(&(xl_plan_request){.algorithm = "lerp", .settings = "shape=4x4,n=4"}, XL_BAD_VALUE,
           "n is given twice");
    refuse(&(xl_plan_request){.algorithm = "lerp", .settings = "n=4", .values = &n, .value_count = 1},
           XL_BAD_VALUE, "n is given twice");
    refuse(&(xl_plan_request){.algorithm = "lerp", .values = twice, .value_count = 2}, XL_BAD_VALUE,
           "rows is given twice");
    const xl_scalar scalars[] = {{"n", 5}, {"n", 6}};
    xl_error error = {0};
    ck_assert_int_eq(
        enqueue_with((xl_launch){.queue = place.queue, .scalar_count = 2, .scalars = scalars}, &error),
        XL_BAD_VALUE);
    expect_one_line(&error, "scalar n is given twice");
}

/* 0.1 in text is the double 0.1. */
TEST(values_are_settings) {
    const xl_setting values[] = {{"n", 100, NULL},     {"buckets", 16, NULL},     {"function", 0, "even"},
                                 {"lower", 0.1, NULL}, {"upper", 1e-1 + 1, NULL}, {"way", 2, NULL}};
    const xl_plan_request request = {.algorithm = "histogram",
                                     .strategy = "match_global",
                                     .type = XL_F32,
                                     .values = values,
                                     .value_count = 6};
    xl_plan *made = NULL;
    xl_error error = {0};
    ck_assert_msg(xl_plan_make(place.device, &request, &made, &error) == 0, "%s", error.text);
    static const struct {
        const char *name, *text;
        double number;
    } expected[] = {{"n", "100", 100},    {"buckets", "16", 16},     {"function", "even", 1},
                    {"lower", NULL, 0.1}, {"upper", NULL, 1e-1 + 1}, {"way", "waterfall", 2},
                    {"copies", "0", 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        xl_value value;
        ck_assert_int_eq(xl_plan_get_value(made, expected[i].name, &value, &error), 0);
        ck_assert(value.number == expected[i].number);
        if (expected[i].text) ck_assert_str_eq(value.text, expected[i].text);
    }
    xl_plan_free(made);
    const xl_setting wrong[] = {{"n", 1.5, NULL},       {"n", -1, NULL},       {"nothing", 1, NULL},
                                {"function", 0, "odd"}, {"function", 3, NULL}, {"n", 0, "x"}};
    static const char *const told[] = {"whole number",     "out of range", "no parameter 'nothing'",
                                       "none of identity", "out of range", "not a number"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuse(&(xl_plan_request){.algorithm = "histogram", .values = &wrong[i], .value_count = 1},
               i == 2 ? XL_BAD_NAME : XL_BAD_VALUE, told[i]);
}

/* A strategy without sub-groups ignores possible widths and backends. */
TEST(width_and_backend_follow_one_rule) {
    static const char *const strategies[] = {"serial", "prefix", "auto"};
    for (size_t i = 0; i < 3; i++) {
        refuse(&(xl_plan_request){.algorithm = "lerp", .strategy = strategies[i], .width = 3}, XL_BAD_VALUE,
               "a sub-group of 3 lanes");
        refuse(&(xl_plan_request){.algorithm = "lerp", .strategy = strategies[i], .width = -4}, XL_BAD_VALUE,
               "a sub-group of -4 lanes");
        refuse(&(xl_plan_request){.algorithm = "lerp", .strategy = strategies[i], .backend = "none"},
               XL_BAD_NAME, "no backend 'none'");
    }
    xl_plan *made = NULL;
    const xl_plan_request plain = {
        .algorithm = "lerp", .strategy = "serial", .width = 16, .backend = "local"};
    ck_assert_int_eq(xl_plan_make(place.device, &plain, &made, NULL), 0);
    ck_assert_int_eq(xl_plan_get_facts(made, &facts_out), 0);
    ck_assert_int_eq(facts_out.width, 0);
    ck_assert_str_eq(facts_out.backend, "none");
    xl_plan_free(made);
}

/* Also if no array's shape names the number. */
TEST(run_time_settings_are_upper_bounds) {
    xl_plan *made = NULL;
    const xl_plan_request request = {
        .algorithm = "spheres", .strategy = "naive", .settings = "width=8 height=4 spheres=3"};
    xl_error error = {0};
    ck_assert_msg(xl_plan_make(place.device, &request, &made, &error) == 0, "%s", error.text);
    static const xl_scalar over[] = {{"width", 9}, {"height", 5}, {"spheres", 4}, {"points", 33}};
    for (size_t i = 0; i < 3; i++) {
        const xl_launch what = {.queue = place.queue, .scalars = &over[i], .scalar_count = 1};
        ck_assert_int_eq(xl_enqueue(made, &what, &error), XL_BAD_VALUE);
        expect_one_line(&error, "the plan was made for at most");
        ck_assert_int_eq(xl_plan_get_scratch(made, &over[i], 1, &bytes_out, &error), XL_BAD_VALUE);
    }
    xl_plan_free(made);
}

/* ---- planted kernels -------------------------------------------------------------------------------------
 */

static void expect_same_uses(const xl_plan *planted, xl_device *device, const char *right) {
    const xl_plan_request request = {.algorithm = "lerp", .strategy = right, .width = 4};
    const xl__algorithm *const table = xl__find_algorithm("lerp");
    xl_plan *usual = NULL;
    ck_assert_int_eq(xl_plan_make(device, &request, &usual, NULL), 0);
    for (int p = 0; p < table->param_count; p++) {
        xl_value own, other;
        ck_assert_int_eq(xl_plan_get_value(planted, table->params[p].name, &own, NULL), 0);
        ck_assert_int_eq(xl_plan_get_value(usual, table->params[p].name, &other, NULL), 0);
        ck_assert_int_eq(own.used, other.used);
    }
    xl_plan_free(usual);
}

TEST(planted_kernels_are_not_there) {
    xl_error error = {0};
    ck_assert_int_eq(make("lerp", "tail", NULL, NULL, &error), XL_BAD_NAME);
    expect_one_line(&error, "no strategy 'tail' of lerp; there are: auto serial");
    ck_assert_ptr_null(strstr(error.text, "zero_start"));
    for (size_t a = 0; a < xl_algorithm_count(); a++) {
        xl_algorithm_info info;
        const xl__algorithm *table = xl__find_algorithm(xl_algorithm_name(a));
        ck_assert_int_eq(xl_describe_algorithm(xl_algorithm_name(a), &info, NULL), 0);
        for (size_t s = 0; s < info.strategy_count; s++) {
            ck_assert_int_eq(xl_describe_strategy(info.name, s, &strategy_out, NULL), 0);
            ck_assert_int_ge(xl__find_strategy(table, strategy_out.name), 0);
        }
    }
    const xl_options teaching = {.planted = 1};
    xl_device *device = NULL;
    xl_plan *made = NULL;
    ck_assert_int_eq(xl_open(place.id, place.context, &teaching, &device, NULL), 0);
    const xl_plan_request wrong = {.algorithm = "lerp", .strategy = "tail", .width = 4};
    ck_assert_msg(xl_plan_make(device, &wrong, &made, &error) == 0, "%s", error.text);
    expect_same_uses(made, device, "prefix");
    const xl_plan_request none = {.algorithm = "lerp", .strategy = "none"};
    xl_plan *other = NULL;
    ck_assert_int_eq(xl_plan_make(device, &none, &other, &error), XL_BAD_NAME);
    ck_assert_ptr_nonnull(strstr(error.text, "zero_start"));
    xl_plan_free(made);
    xl_close(device);
}
