/* `crosslane merge`: files that were taken apart as one document, which compare reads; and what does not
   belong together. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "records/record.h"
#include "support/scratch.h"
#include <string.h>

Suite *suite_merge(void);

static const char recorded[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json";
static command c;
static char one[512], two[512], all[512];

/* Two machines' files, and the name of a third, which is not there. */
static void write_copy(const char *path, const char *label, double slower, const char *commit);
static void open_place(void) {
    scratch_make();
    snprintf(one, sizeof one, "%s", scratch_path("one.json"));
    snprintf(two, sizeof two, "%s", scratch_path("two.json"));
    snprintf(all, sizeof all, "%s", scratch_path("all.json"));
    write_copy(one, "desk 1", 1.0, NULL);
    write_copy(two, "desk 2", 2.0, NULL);
}
static void close_place(void) {
    command_free(&c);
    scratch_remove();
}

static json_t *load(const char *path) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_results_load(path, &document, &error) == XL_SUCCESS, "%s", error.text);
    return document;
}

/* The recorded file as another machine's: a label, and times `slower` times as long. */
static void write_copy(const char *path, const char *label, double slower, const char *commit) {
    json_t *const document = load(recorded);
    json_object_set_new(document, "label", json_string(label));
    if (commit) json_object_set_new(json_object_get(document, "tool"), "commit", json_string(commit));
    json_t *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records); i++) {
        json_t *const samples = json_object_get(json_array_get(records, i), "samples_ns");
        for (size_t k = 0; k < json_array_size(samples); k++)
            json_array_set_new(samples, k, json_real(slower * json_number_value(json_array_get(samples, k))));
    }
    ck_assert_int_eq(json_dump_file(document, path, 0), 0);
    json_decref(document);
}

static const char *text_at(const json_t *list, size_t i, const char *name) {
    return json_string_value(json_object_get(json_array_get(list, i), name));
}

START_TEST(machines_become_nodes) {
    command_run(&c, "merge %s %s --json %s", one, two, all);
    command_expect(&c, 0);
    json_t *const before = load(one), *const document = load(all);
    const json_t *const devices = json_object_get(document, "devices"),
                        *records = json_object_get(document, "records");
    const size_t rows = json_array_size(json_object_get(before, "records"));
    ck_assert_uint_eq(json_array_size(devices), 2);
    ck_assert_uint_eq(json_array_size(records), 2 * rows);
    ck_assert_str_eq(text_at(devices, 0, "label"), "desk 1");
    ck_assert_str_eq(text_at(devices, 1, "label"), "desk 2");
    ck_assert_str_ne(text_at(devices, 0, "id"), text_at(devices, 1, "id"));
    for (size_t i = 0; i < 2; i++)
        ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(devices, i), "node")), (int)i + 1);
    for (size_t i = 0; i < 2 * rows; i++)
        ck_assert_str_eq(text_at(records, i, "device"), text_at(devices, i / rows, "id"));
    ck_assert(json_equal(json_object_get(json_array_get(devices, 1), "machine"),
                         json_object_get(before, "machine")));
    json_decref(before);
    json_decref(document);
    command_run(&c, "compare %s", all);
    command_expect(&c, 0);
    command_has(&c, c.out, "desk 2");
    command_has(&c, c.out, "slower");
    /* A joint file is one of several again: its nodes keep their order. */
    write_copy(scratch_path("three.json"), "desk 3", 3.0, NULL);
    command_run(&c, "merge %s %s --json %s", all, scratch_path("three.json"), scratch_path("more.json"));
    command_expect(&c, 0);
    json_t *const last = load(scratch_path("more.json"));
    const json_t *const nodes = json_object_get(last, "devices");
    ck_assert_uint_eq(json_array_size(nodes), 3);
    ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(nodes, 2), "node")), 3);
    json_decref(last);
}
END_TEST

/* How times grow stays with the device that it was measured on. */
START_TEST(growth_is_kept) {
    const char *const files[] = {one, two};
    for (int i = 0; i < 2; i++) {
        json_t *const document = load(files[i]);
        json_object_set_new(
            document, "growth",
            json_pack("[{s:O,s:s,s:f}]", "device",
                      json_object_get(json_array_get(json_object_get(document, "devices"), 0), "id"),
                      "algorithm", "mips", "exponent", 1.0 + i));
        ck_assert_int_eq(json_dump_file(document, files[i], 0), 0);
        json_decref(document);
    }
    command_run(&c, "merge %s %s --json %s", one, two, all);
    command_expect(&c, 0);
    json_t *const document = load(all);
    const json_t *const growth = json_object_get(document, "growth"), *const devices = json_object_get(
                                                                          document, "devices");
    ck_assert_uint_eq(json_array_size(growth), 2);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_str_eq(text_at(growth, i, "device"), text_at(devices, i, "id"));
        ck_assert_double_eq(json_real_value(json_object_get(json_array_get(growth, i), "exponent")),
                            1.0 + (double)i);
    }
    json_decref(document);
}
END_TEST

START_TEST(equal_names_get_their_nodes) {
    write_copy(one, "", 1.0, NULL);
    write_copy(two, "", 2.0, NULL);
    command_run(&c, "merge %s %s --json %s", one, two, all);
    command_expect(&c, 0);
    command_run(&c, "compare %s", all);
    command_has(&c, c.out, "(node 1)");
    command_has(&c, c.out, "(node 2)");
}
END_TEST

START_TEST(what_does_not_belong_together_is_refused) {
    char old[512], torn[512];
    snprintf(old, sizeof old, "%s", scratch_path("old.json"));
    snprintf(torn, sizeof torn, "%s", scratch_path("torn.json"));
    write_copy(old, "old", 2.0, "0123456789ab");
    scratch_write("torn.json", "{\"schema\":1,", 12);
    command_run(&c, "merge %s %s", one, two);
    command_refused(&c, 2, "--json", NULL);
    command_run(&c, "merge %s --json %s", one, all);
    command_refused(&c, 2, "two results files", NULL);
    command_run(&c, "merge %s %s --json %s", one, one, all);
    command_refused(&c, 2, "the same rows", NULL);
    command_run(&c, "merge %s %s --json %s", one, old, all);
    command_refused(&c, 2, "0123456789ab", old, NULL);
    command_run(&c, "merge %s %s --json %s", one, torn, all);
    command_refused(&c, 2, torn, NULL);
    command_run(&c, "merge %s %s.missing --json %s", one, two, all);
    command_refused(&c, 2, "missing", NULL);
    command_run(&c, "merge %s %s --json %s --force", one, two, two);
    command_refused(&c, 2, "would replace", NULL);
    command_run(&c, "merge %s %s --json %s", one, two, old);
    command_refused(&c, 2, "--force", NULL);
    command_run(&c, "merge %s %s --json /dev/full", one, two);
    command_refused(&c, 5, "/dev/full", NULL);
    ck_assert_ptr_null(fopen(all, "r")); /* nothing half written */
}
END_TEST

Suite *suite_merge(void) {
    Suite *const suite = suite_create("merge");
    TCase *const tests = tcase_create("files");
    tcase_add_checked_fixture(tests, open_place, close_place);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, machines_become_nodes);
    tcase_add_test(tests, growth_is_kept);
    tcase_add_test(tests, equal_names_get_their_nodes);
    tcase_add_test(tests, what_does_not_belong_together_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
