/* `crosslane merge`: files become one for compare, or are refused if they do not belong together. */
#include "records/record.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <fcntl.h>
#include <string.h>

static const char recorded[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json";
static char one[512], two[512], all[512];

static void write_copy(const char *path, const char *label, double slower, const char *commit);
static void open_place(void) {
    scratch_make();
    snprintf(one, sizeof one, "%s", scratch_path("one.json"));
    snprintf(two, sizeof two, "%s", scratch_path("two.json"));
    snprintf(all, sizeof all, "%s", scratch_path("all.json"));
    write_copy(one, "desk 1", 1.0, NULL);
    write_copy(two, "desk 2", 2.0, NULL);
}
static json_t *load(const char *path) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_results_load(path, &document, &error) == XL_SUCCESS, "%s", error.text);
    return document;
}

static void write_copy(const char *path, const char *label, double slower, const char *commit) {
    json_t *const document = load(recorded);
    json_object_set_new(document, "label", json_string(label));
    if (commit) json_object_set_new(json_object_get(document, "tool"), "commit", json_string(commit));
    json_t *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records); i++) {
        static const char *const times[] = {"median_ns", "mad_ns", "min_ns"};
        json_t *const record = json_array_get(records, i), *const samples =
                                                               json_object_get(record, "samples_ns");
        for (size_t k = 0; k < sizeof times / sizeof *times; k++)
            json_object_set_new(record, times[k],
                                json_real(slower * json_number_value(json_object_get(record, times[k]))));
        for (size_t k = 0; k < json_array_size(samples); k++)
            json_array_set_new(samples, k, json_real(slower * json_number_value(json_array_get(samples, k))));
    }
    ck_assert_int_eq(json_dump_file(document, path, 0), 0);
    json_decref(document);
}

static const char *text_at(const json_t *list, size_t i, const char *name) {
    return json_string_value(json_object_get(json_array_get(list, i), name));
}

AROUND(open_place, leave);

TEST(machines_become_nodes) {
    crosslane(0, "merge %s %s --json %s", one, two, all);
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
    crosslane(0, "compare %s", all);
    out_has("B: desk 2\n", "  2.00  slower\n");
    /* A merged file can be merged again; its nodes keep their order. */
    write_copy(scratch_path("three.json"), "desk 3", 3.0, NULL);
    crosslane(0, "merge %s %s --json %s", all, scratch_path("three.json"), scratch_path("more.json"));
    json_t *const last = load(scratch_path("more.json"));
    const json_t *const nodes = json_object_get(last, "devices");
    ck_assert_uint_eq(json_array_size(nodes), 3);
    ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(nodes, 2), "node")), 3);
    json_decref(last);
}

TEST(growth_is_kept) {
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
    crosslane(0, "merge %s %s --json %s", one, two, all);
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

TEST(equal_names_get_their_nodes) {
    write_copy(one, "", 1.0, NULL);
    write_copy(two, "", 2.0, NULL);
    crosslane(0, "merge %s %s --json %s", one, two, all);
    command_run(&c, "compare %s", all);
    out_has("(node 1)", "(node 2)");
}

TEST(files_that_do_not_belong_together_are_refused) {
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
    ck_assert_ptr_null(fopen(all, "r")); /* no partly written file */
}

/* In the document, a device and a row. */
TEST(unknown_fields_are_passed_on) {
    const char *const files[] = {one, two};
    for (int i = 0; i < 2; i++) {
        json_t *const document = load(files[i]);
        json_object_set_new(document, "future", json_integer(1));
        json_object_set_new(json_array_get(json_object_get(document, "devices"), 0), "future",
                            json_integer(2));
        json_object_set_new(json_array_get(json_object_get(document, "records"), 0), "future",
                            json_integer(3));
        ck_assert_int_eq(json_dump_file(document, files[i], 0), 0);
        json_decref(document);
    }
    crosslane(0, "merge %s %s --json %s", one, two, all);
    json_t *const document = load(all);
    const json_t *const device = json_array_get(json_object_get(document, "devices"), 1),
                        *const record = json_array_get(json_object_get(document, "records"), 0);
    ck_assert_int_eq(json_integer_value(json_object_get(document, "future")), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(device, "future")), 2);
    ck_assert_int_eq(json_integer_value(json_object_get(record, "future")), 3);
    json_decref(document);
}

TEST(a_result_is_whole_or_not_there) {
    size_t size = 0;
    scratch_write("all.json", "old", 3);
    for (int force = 0; force < 2; force++) {
        if (!force) remove(all);
        scratch_limit(20000);
        command_run(&c, "merge %s %s --json %s%s", one, two, all, force ? " --force" : "");
        scratch_limit(RLIM_INFINITY);
        command_refused(&c, 5, "all.json: cannot be written", NULL);
        ck_assert_uint_eq(scratch_count(), force ? 3 : 2);
        if (!force) scratch_write("all.json", "old", 3);
    }
    char *const text = scratch_read("all.json", &size);
    ck_assert_str_eq(text, "old");
    free(text);
}

TEST(an_interrupt_leaves_nothing) {
    char pipe[512];
    snprintf(pipe, sizeof pipe, "%s", scratch_path("pipe.json"));
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    for (int report = 0; report < 2; report++) {
        command_start(&c, report ? "report %s %s --out %s" : "merge %s %s --json %s", one, pipe, all);
        const int writer = open(pipe, O_WRONLY); /* it reads: its first steps are done */
        ck_assert_int_ge(writer, 0);
        ck_assert_int_eq(kill(c.pid, SIGINT), 0);
        close(writer);
        command_wait(&c);
        command_expect(&c, 130);
        ck_assert_uint_eq(scratch_count(), 3);
    }
}

TEST(names_of_files_are_printable) {
    char odd[512];
    snprintf(odd, sizeof odd, "%s", scratch_path("odd\033[31m.json"));
    write_copy(odd, "desk 1", 1.0, NULL);
    crosslane(0, "compare %s %s", odd, two);
    ck_assert_ptr_null(strchr(c.out, '\033'));
    out_has("odd?[31m.json");
    crosslane(0, "merge %s %s --json %s", one, two, scratch_path("all\033.json"));
    ck_assert_ptr_null(strchr(c.out, '\033'));
}

TEST(too_many_devices_are_refused_by_each) {
    enum { MANY = 25 };
    static const char *const commands[] = {"show", "report"};
    json_t *const document = load(one), *const devices = json_object_get(document, "devices"),
                  *const records = json_object_get(document, "records");
    while (json_array_size(records) > 1) json_array_remove(records, 1);
    for (int i = 1; i < MANY; i++) {
        char id[32];
        snprintf(id, sizeof id, "another-%d", i);
        json_t *const device = json_deep_copy(json_array_get(devices, 0)), *const row = json_deep_copy(
                                                                               json_array_get(records, 0));
        json_object_set_new(device, "id", json_string(id));
        json_object_set_new(row, "device", json_string(id));
        json_array_append_new(devices, device);
        json_array_append_new(records, row);
    }
    ck_assert_int_eq(json_dump_file(document, one, 0), 0);
    json_decref(document);
    for (int i = 0; i < 2; i++) {
        char words[64];
        snprintf(words, sizeof words, "more than 24 devices, the most that %s can use", commands[i]);
        command_run(&c, i ? "report %s --out %s" : "show %s%.0s", one, all);
        command_refused(&c, 2, "one.json", words, NULL);
    }
}
