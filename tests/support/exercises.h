/* Files of the shipped exercises, and results of a graded class. */
#pragma once

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file of docs/exercises, such as "01-lane/start.cl"; owned. */
static inline char *exercises_text(const char *name) {
    char path[512];
    snprintf(path, sizeof path, XL_TEST_SOURCE_DIR "/docs/exercises/%s", name);
    FILE *const stream = fopen(path, "rb");
    ck_assert_msg(stream != NULL, "%s is not there", path);
    char *const text = calloc(1, 1 << 16);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_gt(fread(text, 1, (1 << 16) - 1, stream), 0);
    fclose(stream);
    return text;
}

/* A student's result in the document of `learn grade --json -`. */
static inline const json_t *exercises_graded(const json_t *document, const char *student,
                                             const char *exercise) {
    const json_t *answer;
    size_t i;
    json_array_foreach(json_object_get(document, "answers"), i, answer) {
        if (strcmp(json_string_value(json_object_get(answer, "student")), student) == 0 &&
            strcmp(json_string_value(json_object_get(answer, "exercise")), exercise) == 0)
            return answer;
    }
    ck_abort_msg("no answer of %s to %s", student, exercise);
    return NULL;
}
