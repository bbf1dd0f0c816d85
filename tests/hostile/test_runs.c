/* The folder in which `run` keeps its runs. */
#include "base/os.h"
#include "records/results.h"
#include "records/runs.h"
#include "support/scratch.h"
#include "support/suite.h"
#include "text/complain.h"

static char folder[300], said[1024];

static void listen(void *user, const char *line) {
    (void)user;
    snprintf(said, sizeof said, "%s", line);
}

static void enter(void) {
    scratch_make();
    snprintf(folder, sizeof folder, "%s/runs", scratch_folder);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    said[0] = '\0';
    tool_complain_to(listen, NULL);
}

static void leave(void) {
    tool_complain_to(NULL, NULL);
    scratch_remove();
}

static const char *place(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "runs/%s", name);
    mkdir(scratch_path(path), 0700);
    return scratch_path(path);
}

static void make_run(const char *name, bool finished, bool rows) {
    char path[600];
    xl_error error;
    json_t *const header =
                      json_pack("{s:{s:s,s:s},s:{}}", "tool", "name", "crosslane", "version", "1", "machine"),
                  *const device = json_pack("{s:s,s:s}", "id", "d", "status", "ok"),
                  *const record = tool_record_make("verify", "ok");
    json_object_update_new(
        record, json_pack("{s:s,s:s,s:s}", "device", "d", "algorithm", "lerp", "strategy", "serial"));
    snprintf(path, sizeof path, "%s/" TOOL_RUNS_FILE, place(name));
    tool_results *const results = tool_results_open(path, header, &error);
    ck_assert_msg(results != NULL, "%s", error.text);
    ck_assert_int_eq(tool_results_add_device(results, device, &error), XL_SUCCESS);
    if (rows) ck_assert_int_eq(tool_results_append(results, record, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_results_close(results, finished, &error), XL_SUCCESS);
    json_decref(header);
    json_decref(device);
    json_decref(record);
}

static void expect_found(int back, const char *name) {
    char path[TOOL_PATH], wanted[TOOL_PATH];
    ck_assert_int_eq(tool_runs_find(folder, back, path), name != NULL);
    if (!name) return;
    snprintf(wanted, sizeof wanted, "%s/%s/" TOOL_RUNS_FILE, folder, name);
    ck_assert_str_eq(path, wanted);
}

static bool is_there(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "runs/%s", name);
    return access(scratch_path(path), F_OK) == 0;
}

AROUND(enter, leave);

TEST(two_runs_of_one_second_have_two_folders) {
    char one[TOOL_PATH], two[TOOL_PATH];
    ck_assert_int_eq(tool_runs_begin(folder, one), 0);
    ck_assert_int_eq(tool_runs_begin(folder, two), 0);
    ck_assert_str_ne(one, two);
    ck_assert(tool_folder_is_real(one) && tool_folder_is_real(two));
    scratch_write("file", "", 0);
    ck_assert_int_ne(tool_runs_begin(scratch_path("file"), one), 0);
}

/* Of the same second the later run is newer, the tenth after the second. A cut-off run or one without rows is
   incomplete. */
TEST(complete_runs_are_found_newest_first) {
    expect_found(0, NULL);
    make_run("2026-01-01T00-00-00Z", true, true);
    expect_found(0, "2026-01-01T00-00-00Z");
    expect_found(1, NULL);
    make_run("2026-01-01T00-00-00Z-10", true, true);
    make_run("2026-01-01T00-00-00Z-2", true, true);
    make_run("2025-12-31T23-59-59Z", true, true);
    make_run("2026-02-01T00-00-00Z", false, true);
    make_run("2026-02-02T00-00-00Z", true, false);
    make_run("2026-03-01T00-00-00Z-1", true, true);
    make_run("2026-03-01T00-00-00Z.old", true, true);
    place("2026-04-01T00-00-00Z");
    ck_assert_int_eq(symlink("2025-12-31T23-59-59Z", scratch_path("runs/2026-05-01T00-00-00Z")), 0);
    expect_found(0, "2026-01-01T00-00-00Z-10");
    expect_found(1, "2026-01-01T00-00-00Z-2");
    expect_found(2, "2026-01-01T00-00-00Z");
    expect_found(3, "2025-12-31T23-59-59Z");
    expect_found(4, NULL);
}

TEST(latest_leads_to_the_newest_complete_run) {
    char leads[100] = "";
    make_run("2026-01-01T00-00-00Z", true, true);
    tool_runs_end(folder, place("2026-01-01T00-00-00Z"));
    make_run("2026-01-02T00-00-00Z", true, true);
    tool_runs_end(folder, place("2026-01-02T00-00-00Z"));
    make_run("2026-01-03T00-00-00Z", false, true);
    tool_runs_end(folder, place("2026-01-03T00-00-00Z"));
    ck_assert_int_gt(readlink(scratch_path("runs/latest"), leads, sizeof leads - 1), 0);
    ck_assert_str_eq(leads, "2026-01-02T00-00-00Z");
    ck_assert_int_eq(unlink(scratch_path("runs/latest")), 0);
    ck_assert_int_eq(mkdir(scratch_path("runs/latest"), 0700), 0);
    tool_runs_end(folder, place("2026-01-02T00-00-00Z"));
    ck_assert(tool_folder_is_real(scratch_path("runs/latest")));
}

static void make_many(const char *form, int count, bool finished) {
    for (int i = 1; i <= count; i++) {
        char name[64];
        snprintf(name, sizeof name, form, i);
        make_run(name, finished, true);
    }
}

/* Unfinished runs are counted separately. A run's folder with foreign files stays. */
TEST(the_oldest_run_goes) {
    make_many("2026-01-%02dT00-00-00Z", TOOL_RUNS_KEPT, true);
    make_many("2026-02-%02dT00-00-00Z", TOOL_RUNS_KEPT, false);
    tool_runs_end(folder, place("2026-01-20T00-00-00Z"));
    ck_assert_str_eq(said, "");
    make_run("2026-03-01T00-00-00Z", true, true);
    tool_runs_end(folder, place("2026-03-01T00-00-00Z"));
    ck_assert_ptr_nonnull(
        strstr(said, "keeps 20 complete runs; the oldest was removed: 2026-01-01T00-00-00Z"));
    ck_assert(!is_there("2026-01-01T00-00-00Z") && is_there("2026-01-02T00-00-00Z"));
    ck_assert(is_there("2026-02-01T00-00-00Z"));
    make_run("2026-03-02T00-00-00Z", false, true);
    tool_runs_end(folder, place("2026-03-02T00-00-00Z"));
    ck_assert(!is_there("2026-02-01T00-00-00Z") && is_there("2026-01-02T00-00-00Z"));
    scratch_write("runs/2026-01-02T00-00-00Z/notes.txt", "mine", 4);
    make_run("2026-03-03T00-00-00Z", true, true);
    tool_runs_end(folder, place("2026-03-03T00-00-00Z"));
    ck_assert(is_there("2026-01-02T00-00-00Z/notes.txt") && is_there("2026-01-02T00-00-00Z/" TOOL_RUNS_FILE));
    ck_assert(is_there("2026-01-03T00-00-00Z"));
}
