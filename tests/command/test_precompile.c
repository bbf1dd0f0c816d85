/* Helpers that compile for the worker: rows stay the same, and no file remains. */
#include "support/one_command.h"
#include "support/suite.h"
#include "base/os.h"
#include "system/os_folder.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include <stdlib.h>
#include <sys/stat.h>

#define ROWS                                                                                                 \
    "lerp/serial lerp/prefix lerp/affine --device 0 --backend local --set shape=3x20 --set channels=2 "      \
    "--set distribution=even --quiet --json -"

static json_t *records_with(const char *workers, const char *what) {
    char cache[64], drivers[64];
    snprintf(cache, sizeof cache, "cache%s", workers);
    snprintf(drivers, sizeof drivers, "driver%s", workers);
    const char *const folder = scratch_path(cache), *const other = scratch_path(drivers);
    command_start(&c, "CROSSLANE_COMPILERS=%s CROSSLANE_CACHE_DIR=%s POCL_CACHE_DIR=%s %s " ROWS, workers,
                  folder, other, what);
    if (access("/proc/self/stat", R_OK) == 0) ck_assert(command_has_workers(&c, 1 + atoi(workers)));
    command_wait(&c);
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    json_t *const records = json_incref(json_object_get(document, "records"));
    json_decref(document);
    return records;
}

AROUND(enter, leave);

TEST(rows_are_the_same) {
    static const char *const fields[] = {"algorithm", "strategy", "backend",  "width_requested",
                                         "status",    "params",   "checksum", "width_measured"};
    json_t *const alone = records_with("0", "verify --width 4"), *const helped =
                                                                     records_with("3", "verify --width 4");
    ck_assert_uint_eq(json_array_size(alone), 3);
    ck_assert_uint_eq(json_array_size(alone), json_array_size(helped));
    for (size_t i = 0; i < json_array_size(alone); i++)
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            ck_assert_msg(json_equal(json_object_get(json_array_get(alone, i), fields[f]),
                                     json_object_get(json_array_get(helped, i), fields[f])),
                          "row %zu: %s", i, fields[f]);
    ck_assert(!scratch_holds("cache3", ".tmp"));
    json_decref(alone);
    json_decref(helped);
}

TEST(rows_are_timed) {
    json_t *const rows = records_with("2", "bench --width 4 --samples 2 --min-time 0");
    ck_assert_uint_eq(json_array_size(rows), 3);
    for (size_t i = 0; i < json_array_size(rows); i++)
        ck_assert(json_is_number(json_object_get(json_array_get(rows, i), "median_ns")));
    ck_assert(!scratch_holds("cache2", ".tmp"));
    json_decref(rows);
}

static bool is_empty(const char *folder) {
    char **names = NULL;
    size_t count = 0;
    ck_assert_int_eq(xl__os_list_folder(folder, &names, &count), 0);
    xl__os_free_names(names, count);
    return count == 0;
}

/* Programs are then passed in a temporary folder. */
LOOP_TEST(without_a_cache_there_is_one_of_the_run, 2) {
    static const char *const settings[] = {"CROSSLANE_CACHE_DIR=", "CROSSLANE_CACHE_DIR=/dev/null/cache"};
    ck_assert_int_eq(mkdir(scratch_path("tmp"), 0700), 0);
    command_start(&c, "CROSSLANE_COMPILERS=2 %s TMPDIR=%s POCL_CACHE_DIR=%s verify --width 4 " ROWS,
                  settings[_i], scratch_path("tmp"), scratch_path("drivers"));
    if (access("/proc/self/stat", R_OK) == 0) ck_assert(command_has_workers(&c, 3));
    ck_assert(!is_empty(scratch_path("tmp")));
    command_wait(&c);
    command_expect(&c, 0);
    ck_assert(is_empty(scratch_path("tmp")));
    crosslane(0, "CROSSLANE_COMPILERS=0 %s TMPDIR=%s POCL_CACHE_DIR=%s verify --width 4 " ROWS, settings[_i],
              scratch_path("tmp"), scratch_path("drivers"));
}

static char temporary_before[1024];
static void restore_environment(void) {
    unsetenv("CROSSLANE_CACHE_DIR");
    if (temporary_before[0])
        setenv("TMPDIR", temporary_before, 1);
    else
        unsetenv("TMPDIR");
}

TEST(a_folder_of_the_run_is_removed) {
    tool_private_folder folder;
    char links[TOOL_PATH], kept[TOOL_PATH + 8];
    ck_assert_int_eq(mkdir(scratch_path("tmp"), 0700), 0);
    const char *const before = getenv("TMPDIR");
    snprintf(temporary_before, sizeof temporary_before, "%s", before ? before : "");
    ck_assert_int_eq(setenv("TMPDIR", scratch_path("tmp"), 1), 0);
    tool_private_folder_open(&folder);
    ck_assert(is_empty(scratch_path("tmp")));
    tool_private_folder_keep_programs(&folder);
    ck_assert(tool_private_folder_add(&folder, "0", links));
    snprintf(kept, sizeof kept, "%s/a.program", getenv("CROSSLANE_CACHE_DIR"));
    ck_assert_int_eq(xl__os_write_own_file(kept, "x", 1), 0);
    tool_private_folder_remove(&folder);
    ck_assert(is_empty(scratch_path("tmp")));
    tool_private_folder_open(&folder);
    ck_assert(tool_private_folder_add(&folder, "0", links));
    snprintf(kept, sizeof kept, "%s/mine", links);
    ck_assert_int_eq(xl__os_write_own_file(kept, "x", 1), 0);
    tool_private_folder_remove(&folder);
    ck_assert_int_eq(access(kept, F_OK), 0);
    restore_environment();
}

TEST(an_interrupted_run_leaves_no_folder) {
    ck_assert_int_eq(mkdir(scratch_path("tmp"), 0700), 0);
    command_start(
        &c, "CROSSLANE_COMPILERS=2 CROSSLANE_CACHE_DIR= TMPDIR=%s POCL_CACHE_DIR=%s verify --width 4 " ROWS,
        scratch_path("tmp"), scratch_path("drivers"));
    if (access("/proc/self/stat", R_OK) == 0) ck_assert(command_has_workers(&c, 3));
    command_interrupt(&c);
    ck_assert(is_empty(scratch_path("tmp")));
}

TEST(the_last_process_with_the_pipe_is_alone) {
    int ends[2];
    tool_others_open(ends);
    ck_assert(ends[0] >= TOOL_FREE_FD && ends[1] >= TOOL_FREE_FD);
    ck_assert_int_eq(dup2(ends[0], TOOL_OTHERS_FD), TOOL_OTHERS_FD);
    int other = dup(ends[1]);
    ck_assert(!tool_others_are_gone(0.0));
    tool_others_close(&ends[1]);
    ck_assert(!tool_others_are_gone(0.0));
    tool_others_close(&other);
    ck_assert(tool_others_are_gone(60.0));
    close(TOOL_OTHERS_FD);
    ck_assert(tool_others_are_gone(60.0)); /* without the descriptor there are no others */
    tool_others_close(&ends[0]);
}
