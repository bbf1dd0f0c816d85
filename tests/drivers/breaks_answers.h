/* Compares answers of `promises` on the fake driver with and without its breaks. */
#pragma once

#include "promises/promise.h"
#include "support/bad_driver.h"
#include "support/one_command.h"
#include <string.h>

/* A breach changes the words of these answers. */
static bool is_in_words(const char *question) {
    return strncmp(question, "shuffle_", 8) == 0 || strcmp(question, "float_reductions") == 0 ||
           strcmp(question, "lanes") == 0;
}

/* Questions that a CPU breaks without a fault, that it is not asked, or that other breaches hide
   (tests/promises/test_branches.c has each). */
static bool is_open(const char *question) {
    return strstr(question, "vendor_fence") || strcmp(question, "work_group_waits_for_later") == 0 ||
           strncmp(question, "together_", 9) == 0;
}

static const json_t *row_of(const json_t *document, const char *question) {
    const json_t *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records); i++) {
        const json_t *const row = json_array_get(records, i);
        if (strcmp(json_string_value(json_object_get(row, "op")), question) == 0) return row;
    }
    return NULL;
}

static const char *text_of(const json_t *row, const char *field) {
    const char *const text = json_string_value(json_object_get(json_object_get(row, "promise"), field));
    return text ? text : "";
}

/* Returns how many answers of `broken`, with all faults, differ from `plain` as they must. */
static int compare(const json_t *plain, const json_t *broken) {
    int found = 0;
    for (const tool_question *q = tool_questions; q->name; q++) {
        const json_t *const a = row_of(plain, q->name), *const b = row_of(broken, q->name);
        if (!a || !b || is_open(q->name) || strcmp(text_of(a, "outcome"), "impossible") == 0) continue;
        if (strcmp(text_of(a, "answer"), "other values") == 0) continue;
        if (is_in_words(q->name)) {
            ck_assert_str_eq(text_of(a, "outcome"), "found");
            ck_assert_str_eq(text_of(b, "outcome"), "found");
            ck_assert_msg(strcmp(text_of(a, "answer"), text_of(b, "answer")) != 0, "%s: %s in both", q->name,
                          text_of(a, "answer"));
        } else {
            ck_assert_msg(strcmp(text_of(a, "outcome"), "broken") != 0, "%s is broken without a fault",
                          q->name);
            ck_assert_msg(strcmp(text_of(b, "outcome"), "broken") == 0, "%s: %s with the fault", q->name,
                          text_of(b, "outcome"));
        }
        found++;
    }
    return found;
}

/* The document of `promises` with these faults; owned. */
static json_t *ask(const char *faults, const char *line) {
    bad_driver_run(&c, faults, "", "promises %s --device 0 --seconds 0 --quiet --json -", line);
    command_expect(&c, 0);
    return command_document(&c);
}
