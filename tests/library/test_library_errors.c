/* Without an xl_error each public function returns the same status. */
#include "support/place.h"
#include "support/scratch.h"
#include "support/suite.h"
#include "plan/plan_make.h"
#include <string.h>

static xl_plan *plan;
static cl_mem small;
static xl_device *circular, *broken; /* kernel sources that include themselves; that do not compile */

static xl_device *open_with(const char *folder) {
    const xl_options options = {.kernel_dir = scratch_path(folder)};
    xl_device *device = NULL;
    ck_assert_int_eq(xl_open(place.id, place.context, &options, &device, NULL), XL_SUCCESS);
    return device;
}

static void make_folder(const char *name) {
    ck_assert_int_eq(mkdir(scratch_path(name), 0700), 0);
}

static void write_text(const char *name, const char *text) {
    scratch_write(name, text, strlen(text));
}

static void open_here(void) {
    static const char *const folders[] = {"circular", "circular/sg", "broken", "broken/lerp"};
    sample_open(&place, &(xl_options){.record_width = 0});
    scratch_make();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) make_folder(folders[i]);
    write_text("circular/sg/probe.cl", "#include \"sg/probe.cl\"\n");
    write_text("broken/lerp/lerp.cl", "__kernel void lerp_serial(no_type x) {}\n");
    circular = open_with("circular");
    broken = open_with("broken");
    const xl_plan_request request = {
        .algorithm = "histogram", .strategy = "global", .settings = "n=100 buckets=8"};
    ck_assert_int_eq(xl_plan_make(place.device, &request, &plan, NULL), XL_SUCCESS);
    small = sample_buffer(&place, 8, NULL);
}

static void close_here(void) {
    clReleaseMemObject(small);
    xl_plan_free(plan);
    xl_close(circular);
    xl_close(broken);
    scratch_remove();
    sample_close(&place);
}

static int make(xl_device *device, const char *algorithm, const char *strategy, const char *settings,
                xl_error *e) {
    xl_plan *made = NULL;
    const xl_plan_request request = {.algorithm = algorithm, .strategy = strategy, .settings = settings};
    const int status = xl_plan_make(device, &request, &made, e);
    xl_plan_free(made);
    return status;
}

static int launch(const char *name, size_t offset, double n, xl_error *e) {
    const xl_array arrays[] = {{"samples", small, offset}, {name, small, 0}};
    const xl_scalar scalars[] = {{"n", n}};
    const xl_launch with_count = {
        .queue = place.queue, .arrays = arrays, .array_count = 2, .scalars = scalars, .scalar_count = 1};
    return xl_enqueue(plan, &with_count, e);
}

#define CALL(name, expression)                                                                               \
    static int name(xl_error *e) {                                                                           \
        return (expression);                                                                                 \
    }
static struct {
    xl_options known;
    int later;
} newer = {.later = 1};
static xl_device *device_out;
static xl_header_use use_out;
static xl_algorithm_info algorithm_out;
static xl_strategy_info strategy_out;
static xl_param_info param_out;
static xl_array_info array_out;
static xl_value value_out;
static xl_array_size size_out;
static size_t bytes_out;
static int width_out, widths_out[1];
static const xl_scalar many = {"n", 101};

CALL(open_newer, xl_open_sized(place.id, place.context, &newer.known, sizeof newer, &device_out, e))
CALL(header_width, xl_header_options(place.device, NULL, 3, 1, &use_out, e))
CALL(header_backend, xl_header_options(place.device, "none", 0, 1, &use_out, e))
CALL(header_source, xl_header_options(circular, "local", 8, 1, &use_out, e))
/* Two functions return no status; an empty answer is their error. */
CALL(widths_backend, xl_native_widths(place.device, "none", widths_out, 1, e) > 0 ? XL_SUCCESS : XL_BAD_NAME)
CALL(chosen_source, xl_chosen_backend(circular, NULL, 0, e) ? XL_SUCCESS : XL_UNSUPPORTED)
CALL(algorithm_name, xl_describe_algorithm("none", &algorithm_out, e))
CALL(strategy_number, xl_describe_strategy("lerp", 99, &strategy_out, e))
CALL(param_number, xl_describe_param("lerp", 99, &param_out, e))
CALL(array_number, xl_describe_array("lerp", 99, &array_out, e))
CALL(make_name, make(place.device, "none", NULL, NULL, e))
CALL(make_strategy, make(place.device, "lerp", "none", NULL, e))
CALL(make_setting, make(place.device, "lerp", NULL, "n=0.5", e))
CALL(make_source, make(circular, "lerp", "serial", NULL, e))
static int make_type(xl_type type, xl_error *e) {
    xl_plan *made = NULL;
    return xl_plan_make(place.device, &(xl_plan_request){.algorithm = "spheres", .type = type}, &made, e);
}
CALL(make_unknown_type, make_type((xl_type)99, e))
CALL(make_lanes, make(circular, "lerp", "prefix", NULL, e))
CALL(make_build, make(broken, "lerp", "serial", NULL, e))
CALL(make_copies, make(place.device, "histogram", "privatised", "buckets=65536 copies=128", e))
CALL(make_huge, make(place.device, "lerp", "serial", "rows=2147483520 n=2147483520", e))
CALL(value_name, xl_plan_get_value(plan, "none", &value_out, e))
CALL(size_name, xl_plan_get_array(plan, "none", &size_out, e))
CALL(scratch_scalar, xl_plan_get_scratch(plan, &many, 1, &bytes_out, e))
CALL(enqueue_array, launch("none", 0, 8, e))
CALL(enqueue_small, launch("counts", 0, 100, e))
CALL(enqueue_overlap, launch("counts", 0, 8, e))
CALL(enqueue_scalar, launch("counts", 0, 101, e))
CALL(width_unasked, xl_plan_width_measured(plan, place.queue, &width_out, e))
CALL(trace_unasked, xl_plan_trace(plan, place.queue, NULL, 0, &bytes_out, e))

static const struct {
    int (*call)(xl_error *);
    int status;
} failing[] = {
    {open_newer, XL_UNSUPPORTED},      {header_width, XL_BAD_VALUE},    {header_backend, XL_BAD_NAME},
    {header_source, XL_UNSUPPORTED},   {widths_backend, XL_BAD_NAME},   {chosen_source, XL_UNSUPPORTED},
    {algorithm_name, XL_BAD_NAME},     {strategy_number, XL_BAD_VALUE}, {param_number, XL_BAD_VALUE},
    {array_number, XL_BAD_VALUE},      {make_name, XL_BAD_NAME},        {make_strategy, XL_BAD_NAME},
    {make_setting, XL_BAD_VALUE},      {make_source, XL_BAD_VALUE},     {make_lanes, XL_UNSUPPORTED},
    {make_unknown_type, XL_BAD_VALUE}, {make_build, XL_BUILD_FAILED},   {make_copies, XL_UNSUPPORTED},
    {make_huge, XL_TOO_LARGE},         {value_name, XL_BAD_NAME},       {size_name, XL_BAD_NAME},
    {scratch_scalar, XL_BAD_VALUE},    {enqueue_array, XL_BAD_NAME},    {enqueue_small, XL_BAD_ARRAY},
    {enqueue_overlap, XL_BAD_ARRAY},   {enqueue_scalar, XL_BAD_VALUE},  {width_unasked, XL_BAD_VALUE},
    {trace_unasked, XL_BAD_VALUE},
};

AROUND(open_here, close_here);

TEST(the_status_is_the_same_without_an_error) {
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
        xl_error error = {0};
        const int with = failing[i].call(&error), without = failing[i].call(NULL);
        ck_assert_msg(with == failing[i].status, "call %zu: %s: %s", i, xl_status_name(with), error.text);
        ck_assert_int_eq(error.status, with);
        ck_assert_msg(without == with, "call %zu: %s, and with NULL %s", i, xl_status_name(with),
                      xl_status_name(without));
    }
}

/* No driver refuses an int for a uint or two exchanged buffers. */
TEST(kernel_of_a_folder_takes_what_the_table_gives_it) {
    static const struct {
        const char *parameters, *says, *other; /* says: the error or NULL */
    } kernels[] = {
        {"__global const float *x, __global const float *t, __global const float *initial, __global float "
         "*c, "
         "uint rows, uint n",
         NULL, NULL},
        {"__global const float *x, __global const float *t, __global const float *initial, __global float "
         "*c, "
         "int rows, uint n",
         "lerp/lerp.cl:2: lerp/serial, pass 1 (lerp_serial): argument 5, 'uint rows', has another type than "
         "'int rows'; it has to be lerp_serial(__global const float *restrict x, ",
         "__global float *restrict c, uint rows, uint n)"},
        {"__global const float *x, __global const float *t, __global float *c, __global const float "
         "*initial, "
         "uint rows, uint n",
         "lerp/serial, pass 1 (lerp_serial): argument 3, 'initial', is only read, the kernel may write it",
         "uint n)"}};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        char folder[16], file[32], text[400];
        xl_error e = {0};
        snprintf(folder, sizeof folder, "own%zu", i);
        make_folder(folder);
        snprintf(file, sizeof file, "%s/lerp", folder);
        make_folder(file);
        snprintf(file, sizeof file, "%s/lerp/lerp.cl", folder);
        snprintf(text, sizeof text, "#include \"sg/sg.h\"\nSG_KERNEL void lerp_serial(%s SG_PARAMS) {}\n",
                 kernels[i].parameters);
        write_text(file, text);
        xl_device *const device = open_with(folder);
        const int status = make(device, "lerp", "serial", "", &e);
        ck_assert_msg(status == (kernels[i].says ? XL_BAD_VALUE : XL_SUCCESS), "%zu: %d, %s", i, status,
                      e.text);
        if (kernels[i].says)
            ck_assert_msg(strstr(e.text, kernels[i].says) && strstr(e.text, kernels[i].other), "%s", e.text);
        xl_close(device);
    }
}

TEST(values_must_fit_into_a_double) {
    static const struct {
        const char *becomes;
        int status;
    } values[] = {{"9007199254740992", XL_SUCCESS},
                  {"9007199254740993", XL_BAD_VALUE},
                  {"4294967296 * 4294967295", XL_BAD_VALUE}};
    xl__param params[8];
    xl__algorithm table = sample;
    ck_assert_int_lt(sample.param_count, 8);
    memcpy(params, sample.params, (size_t)sample.param_count * sizeof *params);
    table.params = params;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        xl__preview preview;
        xl_error e = {0};
        params[SAMPLE_STEPS].becomes = values[i].becomes;
        const xl_plan_request request = {.strategy = "chain", .width = 8, .settings = "n=100"};
        const int status = xl__plan_preview(place.device, &table, &request, &preview, &e);
        ck_assert_msg(status == values[i].status, "%s: %d, %s", values[i].becomes, status, e.text);
        ck_assert(status == XL_SUCCESS || strstr(e.text, "sample/chain: 'steps' becomes "));
        ck_assert(status == XL_SUCCESS || strstr(e.text, "above 2^53"));
    }
}
