/* Backends and their options, and a device's abilities by trial. */
#include "support/scratch.h"
#include "device/device_read.h"
#include "caps/device_open.h"
#include "table/lookup.h"
#include "table/registry.h"
#include "support/sample.h"
#include "support/suite.h"
#include "caps/caps_set.h"
#include <math.h>
#include <sys/wait.h>

static sample_place place;

static void open_place(void) {
    scratch_make();
    const xl_options options = {
        .cache_dir = scratch_folder, .kernel_dir = sample_kernels(), .record_width = 1};
    sample_open(&place, &options);
}

static void close_place(void) {
    sample_close(&place);
    scratch_remove();
}

AROUND(open_place, close_place);

TEST(table_is_sound) {
    for (int i = 0; i < XL__BACKENDS; i++) {
        const xl__backend *backend = &xl__backends[i];
        ck_assert_ptr_eq(xl__find_backend(backend->name), backend);
        ck_assert_int_eq(backend->emulated, backend == xl__local_backend());
        ck_assert_int_eq(backend->emulated, backend->probe_bit == 0);
        ck_assert_ptr_nonnull(backend->standards[0]);
        ck_assert_ptr_null(backend->standards[XL__STANDARDS]);
    }
    ck_assert_ptr_null(xl__find_backend("auto"));
    ck_assert_ptr_null(xl__find_backend(""));
}

TEST(facts_are_plausible) {
    const xl__device_facts *f = xl__get_facts(place.device);
    ck_assert_uint_gt(strlen(f->name), 0);
    ck_assert_uint_gt(strlen(f->platform), 0);
    ck_assert_uint_eq(strlen(f->id), 16);
    ck_assert_uint_ge(f->version_number, 120);
    ck_assert_uint_gt(f->compute_units, 0);
    ck_assert_uint_gt(f->global_bytes, 0);
    ck_assert_uint_gt(f->local_bytes, 0);
    ck_assert_uint_ge(f->largest_group, 1);
    ck_assert_uint_gt(f->align_bytes, 0);
    for (int i = 0; i < f->width_count; i++) {
        ck_assert(f->widths[i] >= 1 && f->widths[i] <= 128 && (f->widths[i] & (f->widths[i] - 1)) == 0);
        if (i) ck_assert_int_lt(f->widths[i - 1], f->widths[i]);
    }
    xl__device_facts again;
    ck_assert_int_eq(xl__read_facts(place.id, &again, NULL), 0);
    ck_assert_str_eq(again.id, f->id);
}

TEST(words_are_whole) {
    xl__device_facts facts = {.extensions = " cl_a cl_a_b xcl_c ", .features = " "};
    ck_assert(xl__has_extension(&facts, "cl_a"));
    ck_assert(xl__has_extension(&facts, "cl_a_b"));
    ck_assert(!xl__has_extension(&facts, "cl_c"));
    ck_assert(!xl__has_extension(&facts, "cl_"));
    ck_assert(!xl__has_feature(&facts, "cl_a"));
}

TEST(a_device_without_facts_is_emulated) {
    const xl__device_facts facts = {.extensions = " ", .features = " ", .largest_group = 64};
    char why[64];
    for (int i = 0; i < XL__BACKENDS; i++)
        ck_assert_int_eq(xl__backends[i].recognise(&facts, why, sizeof why), xl__backends[i].emulated);
    int widths[XL__MAX_WIDTHS];
    ck_assert_int_eq(xl__local_backend()->widths(&facts, widths), 7);
    ck_assert(widths[0] == 1 && widths[6] == 64);
}

static const struct {
    xl__device_facts facts;
    const char *backend;
    int widths[4];
    const char *option;
} made_up[] = {
    {{.extensions = " x ", .features = " ", .warp = 32, .compute_capability = 90},
     "nvidia",
     {32},
     "-DSG_SM=90"},
    {{.extensions = " x ", .features = " ", .wavefront = 64, .type = CL_DEVICE_TYPE_GPU},
     "amd",
     {64},
     "SG_AMD"},
    {{.extensions = " x ", .features = " ", .wavefront = 32, .type = CL_DEVICE_TYPE_GPU},
     "amd",
     {32, 64},
     "-mwavefrontsize64"},
    {{.extensions = " cl_intel_required_subgroup_size ",
      .features = " __opencl_c_subgroups ",
      .widths = {8, 16, 32},
      .width_count = 3},
     "intel",
     {8, 16, 32},
     "-DSG_BACKEND=SG_INTEL"},
    {{.extensions = " cl_intel_required_subgroup_size ",
      .features = " __opencl_c_subgroups ",
      .type = CL_DEVICE_TYPE_GPU,
      .widths = {8, 16, 32},
      .width_count = 3},
     "intel",
     {8, 16, 32},
     "-DSG_GRAPHICS=1"},
    {{.extensions = " cl_khr_subgroups ", .features = " "}, "khr", {0}, "-DSG_BACKEND=SG_KHR"},
    {{.extensions = " ", .features = " __opencl_c_subgroups "}, "khr", {0}, "-DSG_WIDTH="},
};

EACH_TEST(made_up_devices, made_up) {
    const xl__backend *backend = NULL;
    char why[128];
    for (int i = 0; i < XL__BACKENDS && !backend; i++)
        if (xl__backends[i].recognise(&made_up[_i].facts, why, sizeof why)) backend = &xl__backends[i];
    ck_assert_ptr_nonnull(backend);
    ck_assert_str_eq(backend->name, made_up[_i].backend);
    int widths[XL__MAX_WIDTHS];
    const int count = backend->widths(&made_up[_i].facts, widths);
    for (int i = 0; i < 4 && made_up[_i].widths[i]; i++) {
        ck_assert_int_lt(i, count);
        ck_assert_int_eq(widths[i], made_up[_i].widths[i]);
    }
    xl__text options = {0};
    xl__backend_options(backend, &made_up[_i].facts, count > 0 ? widths[count - 1] : 32, &options);
    ck_assert_msg(strstr(options.data, made_up[_i].option) != NULL, "%s", options.data);
    xl__text_free(&options);
}

/* All lanes of a thread share 128 registers of 32 bytes, or each lane has a number. */
TEST(registers_of_a_lane) {
    const xl__device_facts shared = {.vendor_id = 0x8086, .type = CL_DEVICE_TYPE_GPU},
                           wavefronts = {.wavefront = 64, .type = CL_DEVICE_TYPE_GPU},
                           processor = {.vendor_id = 0x8086, .type = CL_DEVICE_TYPE_CPU},
                           unknown = {.type = 0};
    ck_assert_uint_eq(xl__register_bytes(&shared, 8, false), 512);
    ck_assert_uint_eq(xl__register_bytes(&shared, 16, false), 256);
    ck_assert_uint_eq(xl__register_bytes(&shared, 32, false), 128);
    ck_assert_uint_eq(xl__register_bytes(&shared, 1, false), 512); /* at least 8 lanes are counted */
    ck_assert_uint_eq(xl__register_bytes(&shared, 1, true), 128); /* the compiler may choose up to 32 lanes */
    ck_assert_uint_eq(xl__register_bytes(&shared, 128, true), 128);
    ck_assert_uint_eq(xl__register_bytes(&wavefronts, 64, false), 512);
    ck_assert_uint_eq(xl__register_bytes(&processor, 16, false), 1024);
    ck_assert_uint_eq(xl__register_bytes(&unknown, 32, false), 1024);
}

TEST(elements_fit_registers) {
    xl__problem problem = {.algorithm = xl__find_algorithm("scan"), .register_bytes = 128};
    ck_assert(xl__fit_registers(&problem, "items", 16.0, 4.0, INFINITY) == 8.0);
    ck_assert(xl__fit_registers(&problem, "items", 16.0, 8.0, INFINITY) == 4.0);
    ck_assert(xl__fit_registers(&problem, "items", 16.0, 16.0, INFINITY) == 4.0); /* 4 fit everywhere */
    ck_assert(xl__fit_registers(&problem, "items", 4.0, 4.0, INFINITY) ==
              4.0); /* never more than asked for */
    problem.register_bytes = 1024;
    ck_assert(xl__fit_registers(&problem, "items", 32.0, 4.0, INFINITY) == 32.0);
    ck_assert(xl__fit_registers(&problem, "items", 32.0, 16.0, INFINITY) == 16.0);
    ck_assert(xl__fit_registers(&problem, "items", 32.0, 8.0, 128.0) ==
              16.0); /* as many as fit into 128 bytes */
    problem.register_bytes = 128;
    problem.given = 1u << xl__find_param(problem.algorithm, "items"); /* a requested number is kept */
    ck_assert(xl__fit_registers(&problem, "items", 16.0, 4.0, 8.0) == 16.0);
}

TEST(logs_are_read) {
    long long registers = 0, spilled = 0;
    xl__read_log("info: Used 22 registers, 360 bytes\n 8 bytes spill stores\nUsed 40 registers\n", &registers,
                 &spilled);
    ck_assert_int_eq(registers, 40);
    ck_assert_int_eq(spilled, 8);
    xl__read_log("", &registers, &spilled);
    ck_assert(registers == -1 && spilled == -1);
    xl__read_log("registers bytes spill stores", &registers, &spilled);
    ck_assert(registers == -1 && spilled == -1);
}

TEST(targets_are_chosen) {
    xl__target target;
    char why[256];
    xl_error error = {0};
    ck_assert_int_eq(xl__choose_target(place.device, NULL, 0, &target, why, sizeof why, &error), 0);
    ck_assert_uint_gt(strlen(why), 0);
    ck_assert(xl__target_usable(place.device, &target, why, sizeof why));
    ck_assert_str_eq(xl_chosen_backend(place.device, why, sizeof why, &error), target.backend->name);
    ck_assert_str_eq(xl_chosen_backend(place.device, NULL, 0, NULL), target.backend->name);
    for (int width = 1; width <= 128; width *= 2) {
        if ((size_t)width > xl__get_facts(place.device)->largest_group) continue;
        ck_assert_int_eq(xl__choose_target(place.device, "local", width, &target, NULL, 0, &error), 0);
        ck_assert(target.backend == xl__local_backend() && target.width == width);
        ck_assert_int_eq(xl__choose_target(place.device, "auto", width, &target, NULL, 0, &error), 0);
        ck_assert_int_eq(target.width, width);
    }
    static const int wrong[] = {-1, 3, 48, 256};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xl__choose_target(place.device, NULL, wrong[i], &target, NULL, 0, &error),
                         XL_BAD_VALUE);
    ck_assert_int_eq(xl__choose_target(place.device, "lokal", 0, &target, NULL, 0, &error), XL_BAD_NAME);
    ck_assert_ptr_nonnull(strstr(error.text, "local"));
}

TEST(named_backends_are_kept_to) {
    for (int i = 0; i < XL__BACKENDS; i++) {
        const xl__backend *backend = &xl__backends[i];
        int widths[XL__MAX_WIDTHS];
        const int count = xl__target_widths(place.device, backend, widths);
        xl__target target;
        xl_error error = {0};
        const int status = xl__choose_target(place.device, backend->name, 0, &target, NULL, 0, &error);
        ck_assert_int_eq(status, count > 0 ? XL_SUCCESS : XL_UNSUPPORTED);
        if (status == XL_SUCCESS) ck_assert_ptr_eq(target.backend, backend);
        if (status != XL_SUCCESS) ck_assert_ptr_nonnull(strstr(error.text, backend->name));
        if (backend->emulated) continue;
        int native[XL__MAX_WIDTHS];
        error.text[0] = '\0';
        ck_assert_uint_eq(xl_native_widths(place.device, backend->name, native, XL__MAX_WIDTHS, &error),
                          (size_t)count);
        ck_assert_int_eq(error.text[0] == '\0', count > 0);
        ck_assert_int_eq(memcmp(native, widths, (size_t)count * sizeof *widths), 0);
    }
    int none[1];
    xl_error error = {0};
    ck_assert_uint_eq(xl_native_widths(place.device, "local", none, 1, &error), 0);
    ck_assert_int_eq(error.status, XL_UNSUPPORTED);
    ck_assert_msg(strstr(error.text, "it emulates them") != NULL, "%s", error.text);
    ck_assert_uint_eq(xl_native_widths(place.device, "nonsense", none, 1, &error), 0);
    ck_assert_int_eq(error.status, XL_BAD_NAME);
    ck_assert_uint_eq(xl_native_widths(place.device, "nonsense", none, 1, NULL), 0);
}

TEST(answers_are_kept) {
    xl__target target;
    xl__probe_result first, second;
    ck_assert_int_eq(xl__choose_target(place.device, NULL, 0, &target, NULL, 0, NULL), 0);
    const xl__op *op = xl__op_find("reduce_add");
    const xl__op_type type = XL__OP_FLOAT;
    ck_assert_int_eq(xl__target_probe(place.device, &target, op, type, &first, NULL), 0);
    ck_assert(first.right);
    sample_close(&place);
    ck_assert_uint_gt(scratch_count(), 0);
    const xl_options options = {.cache_dir = scratch_folder, .kernel_dir = sample_kernels()};
    sample_open(&place, &options);
    ck_assert_int_eq(xl__target_probe(place.device, &target, op, type, &second, NULL), 0);
    ck_assert_int_eq(xl__count_probed(place.device), 0);
    ck_assert_int_eq(first.status, second.status);
    ck_assert_str_eq(first.native_macro, second.native_macro);
    ck_assert_str_eq(first.note, second.note);
    ck_assert_int_eq(first.lane, second.lane);
    ck_assert_int_eq(first.width_measured, second.width_measured);
}

static xl__caps_set bare_set(void) {
    return (xl__caps_set){.target = {xl__find_backend("khr"), 32}, .key = "00112233445566778899aabbccddeeff"};
}

static void end_trying(const xl_device *device, const char *op, xl__op_type type) {
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        xl__caps_set s = bare_set();
        xl__set_load(device, &s);
        xl__set_begin_trial(device, &s, xl__op_find(op), type);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void refuse(const char *op, xl__op_type type, bool all) {
    xl__trial trial = {.all = all};
    snprintf(trial.key, sizeof trial.key, "%s", bare_set().key);
    snprintf(trial.op, sizeof trial.op, "%s", op);
    snprintf(trial.type, sizeof trial.type, "%s", xl__op_type_get(type)->name);
    xl__caps_refuse(scratch_folder, &trial, "the driver's process died: Aborted");
}

/* A driver that aborts costs one run, not each. */
TEST(deaths_are_remembered) {
    xl_device device = {.cache_dir = scratch_folder};
    refuse("shuffle", XL__OP_UINT, true);
    for (int repeat = 0; repeat < 2; repeat++) {
        xl__caps_set s = bare_set();
        xl__set_load(&device, &s);
        ck_assert(s.tried && !s.usable && s.refused);
        ck_assert_str_eq(s.why, "when sg_shuffle was tried, the driver's process died: Aborted");
        xl__set_save(&device, &s);
    }
    ck_assert_uint_eq(scratch_count(), 1);
    device.forget = true;
    xl__caps_set forgotten = bare_set();
    xl__set_load(&device, &forgotten);
    ck_assert(!forgotten.tried && forgotten.count == 0);
    ck_assert_uint_eq(scratch_count(), 0);
    /* The operations that died stay recorded when answers are saved. */
    device.forget = false;
    forgotten.tried = forgotten.usable = forgotten.changed = true;
    xl__set_save(&device, &forgotten);
    refuse("reduce_add", XL__OP_FLOAT, false);
    refuse("reduce_max", XL__OP_FLOAT, false);
    for (int repeat = 0; repeat < 2; repeat++) {
        xl__caps_set third = bare_set();
        xl__set_load(&device, &third);
        ck_assert(third.tried && third.usable && !third.refused);
        ck_assert_uint_eq(third.count, 2);
        const xl__recent *known = xl__set_find(&third, xl__op_find("reduce_add"), XL__OP_FLOAT);
        ck_assert(known && known->refused && known->result.status == XL__PROBE_DEMOTED);
        third.changed = true;
        xl__set_save(&device, &third);
        free(third.list);
    }
}

/* Two ends may be interrupts; the third consecutive end blames the driver. */
TEST(ends_without_a_parent) {
    const xl_device device = {.cache_dir = scratch_folder};
    for (int end = 0; end < 3; end++) {
        end_trying(&device, "shuffle", XL__OP_UINT);
        xl__caps_set s = bare_set();
        xl__set_load(&device, &s);
        ck_assert_int_eq(s.tried, end == 2);
        ck_assert_int_eq(s.refused, end == 2);
    }
    ck_assert_uint_eq(scratch_count(), 1);
    scratch_remove();
    scratch_make();
    const xl_device other = {.cache_dir = scratch_folder};
    xl__caps_set s = bare_set();
    for (int end = 0; end < 6; end++) end_trying(&other, end % 2 ? "shuffle" : "ballot", XL__OP_UINT);
    xl__set_load(&other, &s);
    ck_assert(!s.refused && s.ends == 1);
    xl__set_begin_trial(&other, &s, xl__op_find("shuffle"), XL__OP_UINT);
    xl__caps_set beside = bare_set();
    xl__set_load(&other, &beside);
    ck_assert_int_eq(beside.ends, 0);
    xl__set_end_trial(&other, &s);
    ck_assert_uint_eq(scratch_count(), 0);
}

static int told;

static void count_trials(void *user, const xl__trial *trial) {
    told += trial ? 1 : 100;
    ck_assert_ptr_eq(user, &told);
}

TEST(trials_that_a_parent_watches) {
    const xl__watch watch = {count_trials, &told};
    const xl_device device = {.cache_dir = scratch_folder, .watch = &watch};
    xl__caps_set s = bare_set();
    xl__set_begin_trial(&device, &s, xl__op_find("shuffle"), XL__OP_UINT);
    ck_assert_int_eq(told, 1);
    ck_assert_uint_eq(scratch_count(), 0);
    xl__set_end_trial(&device, &s);
    ck_assert_int_eq(told, 101);
}

TEST(failures_that_may_pass_are_not_kept) {
    const xl_device device = {.cache_dir = scratch_folder};
    xl__caps_set s = bare_set();
    s.tried = s.usable = s.changed = true;
    const xl__recent answer = {.op = xl__op_find("ballot"),
                               .result = {.status = XL__PROBE_NATIVE, .lane = -1}};
    const xl__recent failure = {.op = xl__op_find("shuffle"),
                                .result = {.status = XL__PROBE_DEMOTED, .lane = -1, .passing = true}};
    ck_assert(xl__set_add(&s, &answer) && xl__set_add(&s, &failure));
    xl__set_save(&device, &s);
    xl__caps_set next = bare_set();
    xl__set_load(&device, &next);
    ck_assert_uint_eq(next.count, 1);
    ck_assert_ptr_eq(next.list[0].op, answer.op);
    free(next.list);
    scratch_remove();
    scratch_make();
    s.passing = s.changed = true; /* an answer that decides about the whole backend */
    xl__set_save(&device, &s);
    ck_assert_uint_eq(scratch_count(), 0);
    free(s.list);
}

TEST(options_name_what_was_right) {
    xl__target target;
    xl_error error = {0};
    ck_assert_int_eq(xl__choose_target(place.device, NULL, 0, &target, NULL, 0, NULL), 0);
    xl__text options = {0};
    ck_assert_int_eq(xl__target_options(place.device, &target, "shuffle:f32 ballot", &options, &error), 0);
    ck_assert_ptr_nonnull(strstr(options.data, "-DSG_PROBED=1"));
    char width[32];
    snprintf(width, sizeof width, "-DSG_WIDTH=%d", target.width);
    ck_assert_ptr_nonnull(strstr(options.data, width));
    const bool native = strstr(options.data, "-DSG_NATIVE_") != NULL;
    ck_assert_int_eq(native, !target.backend->emulated);
    xl__text_free(&options);
    ck_assert_int_eq(xl__target_options(place.device, &target, "shuffel:f32", &options, &error),
                     target.backend->emulated ? XL_SUCCESS : XL_BAD_NAME);
    xl__text_free(&options);
}

TEST(writes_outside_are_reported) {
    xl_header_use use;
    xl_error error = {0};
    ck_assert_msg(xl_header_options(place.device, NULL, 0, 1, &use, &error) == 0, "%s", error.text);
    ck_assert_ptr_nonnull(strstr(use.options, "-DSG_BACKEND="));
    ck_assert(use.width >= 1 && use.largest_group_size >= (size_t)use.width);
    ck_assert_uint_eq(use.largest_group_size % (size_t)use.width, 0);
    ck_assert_int_eq(xl_header_options(place.device, "local", 8, 0, &use, &error), 0);
    ck_assert(use.emulated == 1 && use.one_sub_group == 1 && use.local_bytes == 128 && use.width == 8);
    ck_assert_int_eq(xl_header_options(place.device, "nope", 8, 0, &use, &error), XL_BAD_NAME);
}

/* Programs ask for the options at every start. */
TEST(header_options_are_kept) {
    xl_header_use first, again;
    ck_assert_int_eq(xl_header_options(place.device, NULL, 0, 1, &first, NULL), 0);
    ck_assert(first.probed >= 0 && first.probe_ms >= 0.0);
    if (!first.emulated) ck_assert(first.probed >= 8 && first.probe_ms > 0.0);
    ck_assert_int_eq(xl_header_options(place.device, NULL, 0, 1, &again, NULL), 0);
    ck_assert(again.probed == 0 && again.probe_ms == 0.0);
    sample_close(&place);
    const xl_options options = {.cache_dir = scratch_folder, .kernel_dir = sample_kernels()};
    sample_open(&place, &options);
    ck_assert_int_eq(xl_header_options(place.device, NULL, 0, 1, &again, NULL), 0);
    ck_assert(again.probed == 0 && again.probe_ms == 0.0);
    ck_assert_str_eq(again.options, first.options);
}

TEST(aliases_know_drivers) {
    bool matches = false;
    ck_assert(!xl__vendor_alias("gpu", xl__get_facts(place.device), &matches));
    ck_assert(!xl__vendor_alias("", xl__get_facts(place.device), &matches));
    const xl__device_facts borrowed = {.platform = "Portable Computing Language", .vendor = "GenuineIntel"};
    const xl__device_facts own = {.platform = "Intel(R) OpenCL", .vendor = "Intel(R) Corporation"};
    ck_assert(xl__vendor_alias("Intel", &borrowed, &matches) && !matches);
    ck_assert(xl__vendor_alias("INTEL", &own, &matches) && matches);
    ck_assert(xl__vendor_alias("pocl", &borrowed, &matches) && matches);
    ck_assert(xl__vendor_alias("nvidia", &own, &matches) && !matches);
}
