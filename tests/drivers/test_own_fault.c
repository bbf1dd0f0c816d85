/* If the command's worker fails by itself (fake/own_fault.c), the driver is not blamed. */
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/npy_file.h"
#include "support/suite.h"

enum { PATIENCE = 3000 }; /* pauses, while waiting for another process */

#define ROWS                                                                                                 \
    " lerp/serial lerp/prefix --device 0 --backend local --width 4 --set shape=3x20 --set channels=2 "       \
    "--set distribution=even --quiet "

static bool ready(void) {
    if (!XL_TEST_OWN_FAULT[0]) puts("skipped: no library can be loaded before a sanitizer's");
    return XL_TEST_OWN_FAULT[0] != '\0';
}

static void run(const char *event, const char *by, const char *line) {
    command_run(&c, "LD_PRELOAD=" XL_TEST_OWN_FAULT " OWN_FAULT=%s OWN_FAULT_BY=%s %s", event, by, line);
}

AROUND(NULL, free_command);

TEST(a_row_in_which_crosslane_died_reports_it) {
    static const struct {
        const char *event, *by, *says;
        int status;
    } faults[] = {{"begin", "abort", "crosslane itself failed, please report it: Aborted", 6},
                  {"record", "segfault", "crosslane itself failed, please report it: Segmentation fault", 6},
                  {"record", "memory", "out of memory in the driver's process", 5}};
    if (!ready()) return;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        run(faults[i].event, faults[i].by, "verify" ROWS "--json -");
        command_expect(&c, faults[i].status);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "ee");
        for (size_t row = 0; row < 2; row++)
            ck_assert_msg(strstr(bad_driver_reason(document, row), faults[i].says) ==
                              bad_driver_reason(document, row),
                          "%s", bad_driver_reason(document, row));
        if (faults[i].status == 6) err_has("; if you wrote lerp, look at kernels/lerp/lerp_case.c first");
        ck_assert_ptr_null(strstr(c.err, "driver's process died"));
        json_decref(document);
    }
}

/* sort's reference allocates 16 bytes for each key and one more. */
TEST(a_reference_that_dies_is_reported_once) {
    if (!ready()) return;
    run("allocates", "32016",
        "verify sort/* lerp/serial --device 0 --backend local --width 4 --set n=2000 --set channels=1 "
        "--quiet --json -");
    command_expect(&c, 6);
    json_t *const document = command_document(&c);
    const char *const letters = bad_driver_statuses(document);
    size_t mistakes = 0, lost = 0;
    for (size_t row = 0; row < strlen(letters); row++) {
        lost += letters[row] != 'o';
        mistakes += strstr(bad_driver_reason(document, row),
                           "mistake in kernels/sort/sort_case.c: its inputs or its reference ended the "
                           "process: Segmentation fault") != NULL;
    }
    ck_assert_uint_eq(mistakes, 1);
    ck_assert_msg(lost == 1 && strlen(letters) > 1, "%s", letters);
    err_has("a mistake in the case of sort, which its other rows would meet too; they are not run");
    ck_assert_ptr_null(strstr(c.err, "crosslane itself failed"));
    json_decref(document);
}

/* Outside any row, and while listing devices. */
TEST(elsewhere_too) {
    if (!ready()) return;
    run("detail", "abort", "devices --device 0");
    command_expect(&c, 6);
    err_has("crosslane itself failed, please report it: Aborted");
    run("device", "segfault", "devices");
    command_expect(&c, 6);
    err_has("crosslane itself failed, please report it: Segmentation fault");
}

/* As when memory runs out: the surviving process removes partial files. */
TEST(a_worker_without_a_parent_leaves_no_temporary) {
    static const uint32_t samples[] = {1, 2};
    if (!ready()) return;
    scratch_make();
    write_npy("samples.npy", "<u4", "False", "(2,)", samples, sizeof samples);
    crosslane(-SIGKILL,
              "LD_PRELOAD=" XL_TEST_OWN_FAULT " OWN_FAULT=rename exec histogram/local --device 0 --quiet "
              "--backend local --width 4 --set buckets=4 --in samples=%s --out counts=%s",
              scratch_path("samples.npy"), scratch_path("counts.npy"));
    for (int turn = 0; scratch_count() > 1 && turn < PATIENCE; turn++) command_pause();
    ck_assert_uint_eq(scratch_count(), 1); /* the samples */
    scratch_remove();
}

TEST(without_a_fault_all_is_well) {
    if (!ready()) return;
    run("nothing", "abort", "verify" ROWS);
    command_expect(&c, 0);
}
