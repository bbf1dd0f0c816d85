/* Equal devices of one machine: a planted slow one is found; none is named if all are equal. */
#include "records/record.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "recorded/siblings.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char recorded[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json";
/* From 0.99 to 1.01, the same in every run. */
static uint64_t state;
static double jitter(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return 0.99 + 0.02 * (double)(state >> 40) / 16777216.0;
}

/* Device k is device 0 with `strategy`, or all rows, `slower[k]` times as slow. */
static json_t *make_document(const double *slower, int count, const char *strategy) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_results_load(recorded, &document, &error) == XL_SUCCESS, "%s", error.text);
    json_t *const first = json_incref(json_array_get(json_object_get(document, "devices"), 0));
    json_t *const rows = json_incref(json_object_get(document, "records"));
    json_t *const devices = json_array(), *const records = json_array();
    state = 1;
    for (int k = 0; k < count; k++) {
        char id[32];
        snprintf(id, sizeof id, "device-%d", k);
        json_t *const device = json_deep_copy(first);
        json_object_set_new(device, "id", json_string(id));
        json_object_set_new(device, "index", json_integer(k % 2));
        json_object_set_new(device, "node", json_integer(1 + k / 2));
        json_array_append_new(devices, device);
        for (size_t i = 0; i < json_array_size(rows); i++) {
            json_t *const row = json_deep_copy(json_array_get(rows, i));
            const bool planted = !strategy || strcmp(tool_text_of(row, "strategy"), strategy) == 0;
            json_t *const samples = json_array();
            double sum = 0.0;
            for (int s = 0; s < 20; s++) {
                const double value =
                    tool_number_of(row, "median_ns") * (planted ? slower[k] : 1.0) * jitter();
                json_array_append_new(samples, json_real(value));
                sum += value;
            }
            json_object_set_new(row, "samples_ns", samples);
            json_object_set_new(row, "median_ns", json_real(sum / 20.0));
            json_object_set_new(row, "device", json_string(id));
            json_array_append_new(records, row);
        }
    }
    json_object_set_new(document, "devices", devices);
    json_object_set_new(document, "records", records);
    json_decref(first);
    json_decref(rows);
    return document;
}

static char told[4096];
static void tell(void *user, const char *line) {
    (void)user;
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s\n", line);
}

static const char *tell_all(const double *slower, int count, const char *strategy) {
    json_t *const document = make_document(slower, count, strategy);
    told[0] = '\0';
    tool_siblings_tell(json_object_get(document, "devices"), json_object_get(document, "records"), tell,
                       NULL);
    json_decref(document);
    return told;
}

static int lines_with(const char *text, const char *part) {
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) count++;
    return count;
}

TEST(same_ones_are_the_same) {
    static const double same[] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int count = 2; count <= 8; count++) {
        const char *const text = tell_all(same, count, NULL);
        ck_assert_msg(strstr(text, "equal devices") && strstr(text, "none differs"), "%d: %s", count, text);
    }
}

TEST(slow_one_is_found) {
    for (int count = 2; count <= 8; count++)
        for (int slow = 0; slow < count; slow++) {
            double slower[8] = {1, 1, 1, 1, 1, 1, 1, 1};
            char expected[64];
            slower[slow] = 1.05;
            const char *const text = tell_all(slower, count, NULL);
            snprintf(expected, sizeof expected, "node %d, device %d is slower than the others: in",
                     1 + slow / 2, slow % 2);
            ck_assert_msg(strstr(text, expected) && strstr(text, "1.05 times"), "%d of %d: %s", slow, count,
                          text);
            ck_assert_msg(lines_with(text, "than the others") == 1, "%d of %d: %s", slow, count, text);
        }
}

TEST(fast_one_of_three_is_found) {
    static const double one[] = {1, 0.9, 1};
    const char *const text = tell_all(one, 3, NULL);
    ck_assert_msg(strstr(text, "node 1, device 1 is faster than the others") &&
                      lines_with(text, "than the") == 1,
                  "%s", text);
}

/* Below 2% is "same", however significant. */
TEST(small_differences_are_not_reported) {
    static const double little[] = {1, 1.012, 1}, much[] = {1, 2.0, 1};
    ck_assert_msg(strstr(tell_all(little, 3, NULL), "none differs"), "%s", told);
    ck_assert_msg(strstr(tell_all(much, 3, "level"), "none differs"), "%s", told); /* 2 of 6 rows */
}

TEST(other_devices_are_no_siblings) {
    static const double much[] = {1, 2.0};
    json_t *const document = make_document(much, 2, NULL), *const devices =
                                                               json_object_get(document, "devices");
    told[0] = '\0';
    json_object_set_new(json_array_get(devices, 1), "driver_version", json_string("another"));
    tool_siblings_tell(devices, json_object_get(document, "records"), tell, NULL);
    ck_assert_str_eq(told, "");
    json_decref(document);
}

static void compare_file(const double *slower, int count) {
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path("rack.json"));
    json_t *const document = make_document(slower, count, NULL);
    ck_assert_int_eq(json_dump_file(document, path, 0), 0);
    json_decref(document);
    crosslane(0, "compare %s", path);
}

TEST(compare_reports_slow_devices_of_a_file) {
    static const double slow[] = {1, 1, 1.2, 1};
    double many[40];
    scratch_make();
    compare_file(slow, 4);
    out_has("4 equal devices, ", "node 2, device 0 is slower than the others: in",
            "A: NVIDIA H200 (node 1, device 0): ", "D: NVIDIA H200 (node 2, device 1): ");
    ck_assert_int_eq(lines_with(c.out, "than the others"), 1);
    for (int i = 0; i < 40; i++) many[i] = i == 33 ? 1.2 : 1.0;
    compare_file(many, 40);
    out_has("40 equal devices, ", "node 17, device 1 is slower than the others: in");
    ck_assert_int_eq(lines_with(c.out, "than the others"), 1);
    command_free(&c);
    scratch_remove();
}
