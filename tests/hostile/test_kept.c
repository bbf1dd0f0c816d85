/* compare, show and report find the runs that `run` keeps as latest and previous. */
#include "support/one_command.h"
#include "support/suite.h"
#include "system/os_folder.h"
#include "records/runs.h"

/* A few rows of one strategy. The default folder is in the scratch folder. */
#define SHORT "run lanes/sum --device 0 --width 8 --set n=64 --samples 3 --min-time 0 --quiet"

static char before[4096];

static void go_there(void) {
    enter();
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch_folder), 0);
}

static void come_back(void) {
    ck_assert_int_eq(chdir(before), 0);
    leave();
}

AROUND(go_there, come_back);

TEST(runs_are_kept) {
    char first[TOOL_PATH], second[TOOL_PATH], newest[TOOL_PATH];
    size_t size = 0, later = 0;
    command_run(&c, "compare latest previous");
    command_refused(&c, 2, "latest: crosslane-results has no complete run", NULL);
    crosslane(0, SHORT " --label one");
    ck_assert(tool_runs_find(TOOL_RUNS_FOLDER, 0, first));
    out_has("results: crosslane-results/20");
    char *const text = scratch_read(first, &size);
    command_run(&c, "compare latest previous");
    command_refused(&c, 2, "previous: crosslane-results has no complete run before the latest", NULL);
    crosslane(0, SHORT " --label two");
    ck_assert(tool_runs_find(TOOL_RUNS_FOLDER, 0, second) && tool_runs_find(TOOL_RUNS_FOLDER, 1, newest));
    ck_assert_str_eq(newest, first);
    char *const again = scratch_read(first, &later);
    ck_assert(size == later && memcmp(text, again, size) == 0);
    free(text);
    free(again);
    ck_assert_int_eq(access("crosslane-results/latest/spheres.png", F_OK), 0);
    crosslane(0, "show latest previous");
    crosslane(0, "compare latest previous");
    out_has("one", "two");
    crosslane(0, "show crosslane-results");
    crosslane(0, "report latest --out page.html");
    crosslane(0, "report --check latest crosslane-results/latest/results.json");
    command_start(&c, "run --device 0 --quiet");
    ck_assert(command_worker(&c) > 0);
    for (int i = 0; i < 100 && command_is_running(&c); i++) command_pause();
    command_interrupt(&c);
    ck_assert(tool_runs_find(TOOL_RUNS_FOLDER, 0, newest));
    ck_assert_str_eq(newest, second);
    crosslane(0, "show latest");
}

TEST(a_named_folder_is_not_replaced) {
    ck_assert_int_eq(mkdir("out", 0700), 0);
    ck_assert_int_eq(symlink("../elsewhere", "out/results.json"), 0);
    command_run(&c, SHORT " --out-dir out");
    command_refused(&c, 2, "--out-dir out: out/results.json exists; name another folder, or --force", NULL);
    ck_assert_int_ne(access("elsewhere", F_OK), 0);
    ck_assert_int_eq(unlink("out/results.json"), 0);
    scratch_write("out/spheres.png", "mine", 4);
    command_run(&c, SHORT " --out-dir out");
    command_refused(&c, 2, "out/spheres.png exists", NULL);
    command_run(&c, SHORT " --out-dir out --json -");
    command_expect(&c, 2);
    crosslane(0, SHORT " --out-dir out --force");
    command_check_file("out/results.json", true);
}

TEST(links_to_nowhere_are_not_followed) {
    static const char *const lines[] = {"bench lanes/sum --device 0 --json lost",
                                        "bench lanes/sum --device 0 --csv lost",
                                        "exec histogram --in samples=" XL_TEST_SOURCE_DIR
                                        "/docs/pictures/spheres.png --set upper=1.001 --out counts=lost"};
    ck_assert_int_eq(symlink("target", "lost"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        command_run(&c, "%s", lines[i]);
        command_refused(&c, 2, "lost: it is a link that leads to no file; --force makes that file", NULL);
    }
    ck_assert_int_eq(mkdir("site", 0700), 0);
    ck_assert_int_eq(symlink("../target", "site/device-1.html"), 0);
    command_run(&c, "report %s --site site", XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json");
    command_expect(&c, 5);
    err_has("--site site: site/device-1.html exists; --force replaces it");
    ck_assert_int_eq(mkdir("copied", 0700), 0);
    ck_assert_int_eq(mkdir("copied/lanes", 0700), 0);
    ck_assert_int_eq(symlink("../../target", "copied/lanes/lanes.cl"), 0);
    command_run(&c, "copy lanes copied --force");
    command_refused(&c, 5, "copied/lanes/lanes.cl exists and differs", NULL);
    ck_assert_int_ne(access("target", F_OK), 0);
}

/* The workers of a run that ends without warning remove its claims. */
TEST(no_claim_outlives_its_run) {
    enum { LONGEST = 24000 };
    command_start(
        &c, "CROSSLANE_CACHE_DIR=%s/cache CROSSLANE_COMPILERS=2 verify scan --device 0 --width 8 --quiet",
        scratch_folder);
    while (command_is_running(&c) && !scratch_holds("cache", ".compiling.tmp")) command_pause();
    ck_assert(command_is_running(&c));
    kill(c.pid, SIGKILL);
    command_wait(&c);
    for (int i = 0; i < LONGEST && scratch_holds("cache", ".tmp"); i++) command_pause();
    ck_assert(!scratch_holds("cache", ".tmp"));
}
