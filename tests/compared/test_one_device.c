/* Files of one device: which files, which of their rows count, and which files stay separate. */
#include "records/record.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <string.h>
#include <sys/stat.h>

#define RECORDED XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200"
static char *page;

static void open_place(void) {
    scratch_make();
    ck_assert_int_eq(mkdir(scratch_path("folder"), 0700), 0);
}
static void close_place(void) {
    command_free(&c);
    free(page);
    page = NULL;
    scratch_remove();
}

/* `driver` also changes the device's id; the minute is that of the recording. */
typedef struct copy {
    const char *label, *system, *driver;
    int minute;
    double slower;
} copy;

static void write_copy(const char *name, copy as) {
    static const char *const times[] = {"median_ns", "mad_ns", "min_ns"};
    json_t *document = NULL, *row;
    xl_error error = {0};
    char at[32];
    size_t i;
    ck_assert_int_eq(tool_results_load(RECORDED "/mips.json", &document, &error), XL_SUCCESS);
    json_t *const device = json_array_get(json_object_get(document, "devices"), 0);
    snprintf(at, sizeof at, "2026-11-22T14:%02d:00Z", as.minute);
    json_object_set_new(document, "label", as.label ? json_string(as.label) : json_null());
    if (as.system)
        json_object_set_new(json_object_get(document, "machine"), "system", json_string(as.system));
    if (as.driver) json_object_set_new(device, "driver_version", json_string(as.driver));
    if (as.driver) json_object_set_new(device, "id", json_string("0123456789abcdef"));
    json_array_foreach(json_object_get(document, "records"), i, row) {
        json_t *const samples = json_object_get(row, "samples_ns");
        json_object_set(row, "device", json_object_get(device, "id"));
        json_object_set_new(row, "recorded_at", json_string(at));
        for (size_t t = 0; t < sizeof times / sizeof *times; t++)
            json_object_set_new(row, times[t],
                                json_real(as.slower * json_number_value(json_object_get(row, times[t]))));
        for (size_t k = 0; k < json_array_size(samples); k++)
            json_array_set_new(samples, k,
                               json_real(as.slower * json_number_value(json_array_get(samples, k))));
    }
    ck_assert_int_eq(json_dump_file(document, scratch_path(name), 0), 0);
    json_decref(document);
}

static void make_page(const char *files) {
    size_t size = 0;
    crosslane(0, "report %s --quiet --force --out %s", files, scratch_path("page.html"));
    free(page);
    page = scratch_read("page.html", &size);
}

static int times_in(const char *part) {
    int count = 0;
    for (const char *at = page; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

AROUND(open_place, close_place);

/* One heading, and small enough for a phone. */
TEST(a_folder_is_one_device) {
    make_page(RECORDED);
    ck_assert_int_eq(times_in("<h3>NVIDIA H200</h3>"), 1);
    ck_assert_ptr_null(strstr(page, "<h3>B: "));
    ck_assert_uint_lt(strlen(page), 2000000);
    ck_assert_ptr_nonnull(strstr(page, " rows were recorded more than once: the last of each counts"));
    command_run(&c, "compare " RECORDED);
    command_refused(&c, 3, "one device", NULL);
}

/* A label that repeats the device's name is dropped. */
TEST(the_last_row_counts) {
    char later[64], earlier[64];
    write_copy("folder/a.json", (copy){.label = "nvidia-h200", .minute = 20, .slower = 2.0});
    write_copy("folder/b.json", (copy){.minute = 10, .slower = 1.0});
    write_copy("folder/c.json", (copy){.label = "H200", .minute = 15, .slower = 4.0});
    crosslane(0, "show %s --markdown", scratch_path("folder/a.json"));
    char *const expected = strdup(c.out);
    crosslane(0, "show %s --markdown", scratch_path("folder"));
    ck_assert_str_eq(c.out, expected);
    free(expected);
    snprintf(later, sizeof later, "<h3>NVIDIA H200</h3>");
    snprintf(earlier, sizeof earlier, "20 rows were recorded more than once");
    make_page(scratch_path("folder"));
    ck_assert_int_eq(times_in(later), 1);
    ck_assert_int_eq(times_in(earlier), 1);
}

TEST(others_stay_apart) {
    write_copy("folder/a.json", (copy){.minute = 1, .slower = 1.0});
    write_copy("folder/b.json", (copy){.minute = 2, .slower = 2.0, .driver = "999.1"});
    make_page(scratch_path("folder"));
    ck_assert_int_eq(times_in("<h3>B: NVIDIA H200, driver 999.1</h3>"), 1);
    write_copy("folder/b.json", (copy){.minute = 2, .slower = 2.0, .system = "Other 7"});
    make_page(scratch_path("folder"));
    ck_assert_int_eq(times_in("<h3>B: NVIDIA H200 under Other 7</h3>"), 1);
    write_copy("folder/b.json", (copy){.minute = 2, .slower = 2.0, .label = "H200 at home"});
    write_copy("folder/a.json", (copy){.minute = 2, .slower = 2.0, .label = "H200 at work"});
    make_page(scratch_path("folder"));
    ck_assert_int_eq(times_in("<h3>B: H200 at home</h3>"), 1);
}

/* For three or more files, a note suggests giving their folder. */
TEST(three_recordings_of_one_device) {
    static const char *const note = "note: A, B, C are recordings of one device;";
    char files[3][512];
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "folder/%d.json", i);
        write_copy(name, (copy){.minute = i, .slower = 1.0 + i});
        snprintf(files[i], sizeof files[i], "%s", scratch_path(name));
    }
    crosslane(0, "compare %s %s %s", files[0], files[1], files[2]);
    out_has(note);
    crosslane(0, "compare %s %s", files[0], files[1]);
    ck_assert_ptr_null(strstr(c.out, "recordings of one device"));
}

TEST(two_are_before_and_after) {
    write_copy("a.json", (copy){.minute = 1, .slower = 1.0});
    write_copy("folder/b.json", (copy){.minute = 2, .slower = 2.0});
    char files[2 * 512];
    snprintf(files, sizeof files, "%s %s", scratch_path("a.json"), scratch_path("folder"));
    make_page(files);
    ck_assert_int_eq(times_in("<h3>B: b.json</h3>"), 1);
    crosslane(0, "compare %s", files);
    out_has("  2.00  slower\n");
    ck_assert_int_eq(mkdir(scratch_path("none"), 0700), 0);
    command_run(&c, "show %s", scratch_path("none"));
    command_refused(&c, 2, "none: the folder holds no results file, *.json", NULL);
}
