/* A bad driver at every place; ctest label: full. */
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"

#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

#define THREE_ROWS                                                                                           \
    " lerp/serial lerp/prefix lerp/affine --device 0 --backend local --width 4 --set shape=3x20 "            \
    "--set channels=2 --set distribution=even --quiet "

static const struct {
    const char *fault, *says, *timeout; /* timeout: long where the row must end for another reason */
} kinds[] = {{"abort", "died: Aborted", "300"},
             {"segfault", "died: Segmentation fault", "300"},
             {"exit", "ended early with exit status ", "300"},
             {"hang", "no answer for 15 s (--timeout)", "15"},
             {"eat", "of memory, more than the allowed 1.00 GiB", "300"}};

AROUND(enter, leave);

TEST(any_fault_in_a_row_costs_one_row) {
    /* A row builds twice: the largest work-group too. */
    static const char *const places[] = {"build=3", "launch=lerp_prefix", "finish=lerp_prefix"};
    NEED_DRIVER;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            char fault[64];
            snprintf(fault, sizeof fault, "%s-%s", kinds[k].fault, places[p]);
            bad_driver_run(&c, fault, "CROSSLANE_WORKER_MIB=1024",
                           "verify" THREE_ROWS "--timeout %s --json -", kinds[k].timeout);
            command_expect(&c, 4);
            json_t *const document = command_document(&c);
            ck_assert_msg(strcmp(bad_driver_statuses(document), "oeo") == 0, "%s: %s\n%s", fault,
                          bad_driver_statuses(document), c.err);
            command_has(&c, bad_driver_reason(document, 1), kinds[k].says);
            json_decref(document);
        }
}

TEST(any_fault_before_a_row_costs_the_device) {
    static const char *const places[] = {"enumerate", "open"};
    NEED_DRIVER;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t p = 0; p < 2; p++) {
            char fault[64];
            snprintf(fault, sizeof fault, "%s-%s", kinds[k].fault, places[p]);
            bad_driver_run(&c, fault, "CROSSLANE_WORKER_MIB=1024",
                           "verify" THREE_ROWS "--timeout %s --json -", kinds[k].timeout);
            command_expect(&c, 4);
            err_has(kinds[k].says);
            json_t *const document = command_document(&c);
            const json_t *device = json_array_get(json_object_get(document, "devices"), 0);
            ck_assert_str_eq(bad_driver_statuses(document), "");
            ck_assert_str_eq(json_string_value(json_object_get(device, "status")), "error");
            command_has(&c, json_string_value(json_object_get(device, "reason")), kinds[k].says);
            json_decref(document);
        }
}

TEST(a_driver_that_does_not_let_go) {
    NEED_DRIVER;
    bad_driver_run(&c, "hang-quit", "", "verify" THREE_ROWS);
    command_expect(&c, 0);
    err_has("did not end and was killed, after its work was done; nothing is lost");
    out_has("3 ok, 0 wrong, 0 failed");
}

TEST(one_row_while_it_is_timed) {
    NEED_DRIVER;
    bad_driver_run(&c, "abort-launch=lerp_prefix", "",
                   "bench" THREE_ROWS "--samples 3 --min-time 0.01 --json -");
    command_expect(&c, 4);
    json_t *const document = command_document(&c);
    size_t ok = 0, failed = 0;
    for (const char *at = bad_driver_statuses(document); *at; at++) {
        ok += *at == 'o';
        failed += *at == 'e';
    }
    ck_assert_uint_eq(ok, 2);
    ck_assert_uint_eq(failed, 1);
    json_decref(document);
}

TEST(one_row_that_is_refused_while_it_is_timed) {
    static const char *const faults[] = {"refuse=lerp_prefix/2", "refuse=lerp_prefix/9",
                                         "refuse=lerp_prefix/60"};
    NEED_DRIVER;
    for (size_t i = 0; i < 3; i++) {
        bad_driver_run(&c, faults[i], "", "bench" THREE_ROWS "--samples 3 --min-time 0.01 --json -");
        command_expect(&c, 4);
        err_has("2 ok, 0 wrong, 1 failed");
        json_t *const document = command_document(&c);
        const char *const statuses = bad_driver_statuses(document);
        ck_assert_uint_eq(strlen(statuses), 3);
        for (size_t row = 0; row < 3; row++) {
            const json_t *record = json_array_get(json_object_get(document, "records"), row);
            const bool refused =
                strcmp(json_string_value(json_object_get(record, "strategy")), "prefix") == 0;
            ck_assert_int_eq(statuses[row], refused ? 'e' : 'o');
            if (refused) command_has(&c, bad_driver_reason(document, row), "CL_OUT_OF_RESOURCES");
        }
        json_decref(document);
    }
}

TEST(none_while_ceilings_are_measured) {
    static const char *const faults[] = {"abort-launch=ceilings_multiply_add",
                                         "hang-finish=ceilings_multiply_add"};
    NEED_DRIVER;
    for (size_t i = 0; i < 2; i++) {
        bad_driver_run(&c, faults[i], "",
                       "bench" THREE_ROWS "--samples 3 --min-time 0.01 --timeout 15 --json -");
        command_expect(&c, 0);
        err_has("outside any row; a new process starts");
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "ooo");
        command_has(&c, bad_driver_reason(document, 0), "no limit: the driver's process died");
        const json_t *row = json_array_get(json_object_get(document, "records"), 0);
        ck_assert(json_is_number(json_object_get(row, "median_ns")));
        ck_assert(!json_is_number(json_object_get(row, "limit_ns")));
        json_decref(document);
    }
}

TEST(every_sub_group_size_and_none_that_runs) {
    static const char *const faults[] = {"sub-groups=all", "sub-groups=none"};
    NEED_DRIVER;
    for (size_t i = 0; i < 2; i++) {
        char cache[300];
        snprintf(cache, sizeof cache, "CROSSLANE_CACHE_DIR=%s", scratch_folder);
        bad_driver_run(&c, faults[i], cache,
                       "verify lerp/prefix --device 0 --width 4,32 --set shape=3x20 --set channels=2 "
                       "--set distribution=even --json -");
        command_expect(&c, 0);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "oo");
        json_decref(document);
    }
}

TEST(run_on_a_driver_with_an_impossible_name) {
    NEED_DRIVER;
    bad_driver_run(&c, "name=long,abort-launch=spheres_shared", "",
                   "run --seconds 0 --quiet --out-dir %s --json -", scratch_folder);
    command_expect(&c, 4);
    bad_driver_check_text(&c, c.out);
    bad_driver_check_text(&c, c.err);
    json_t *const document = command_document(&c);
    ck_assert_ptr_nonnull(strchr(bad_driver_statuses(document), 'o'));
    ck_assert_ptr_nonnull(strchr(bad_driver_statuses(document), 'e'));
    json_decref(document);
}
