/*
 * Tests register themselves, so none is forgotten. tests/<room>/test_<area>.c is an area; its tests run in
 * the order of the file.
 *
 *   GROUP("device");                    the tests up to the next GROUP. CK_RUN_CASE=device runs only these,
 *                                       CK_EXCLUDE_TAGS=device leaves them out
 *   AROUND(open_place, close_place);    before and after each test of the group
 *   AROUND_ALL(make, clean);            before its first test and after its last
 *   TEST(sums_are_right) { ... }
 *   EACH_TEST(sums_are_right, array) { ... array[_i] ... }
 *   LOOP_TEST(sums_are_right, 12) { ... _i ... }      the number is computed when the program begins
 */
#pragma once

#include <check.h>
#include <stdbool.h>

/* Sanitizers take memory of their own, and many times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUITE_SANITIZED 1
#elif defined(__has_feature)
#define SUITE_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SUITE_SANITIZED 0
#endif

typedef struct suite_part {
    const char *file;
    int line;
    char area[64];     /* of the file; main.c fills it */
    const char *group; /* begins a group of this name */
    bool all;          /* before and after the whole group, not each test */
    void (*before)(void), (*after)(void);
    void (*add)(TCase *group);
    struct suite_part *next;
} suite_part;

void suite_add(suite_part *part);

#define SUITE_PART(name, ...)                                                                                \
    static suite_part name##_part = {.file = __FILE__, .line = __LINE__, __VA_ARGS__};                       \
    __attribute__((constructor)) static void name##_is_a_part(void) {                                        \
        suite_add(&name##_part);                                                                             \
    }
#define SUITE_LINE(line, ...) SUITE_PART(line_##line, __VA_ARGS__) _Static_assert(line > 0, "")
#define SUITE_AT(line, ...) SUITE_LINE(line, __VA_ARGS__)

#define GROUP(name) SUITE_AT(__LINE__, .group = (name))
#define AROUND(set_up, clear_up) SUITE_AT(__LINE__, .before = (set_up), .after = (clear_up))
#define AROUND_ALL(set_up, clear_up) SUITE_AT(__LINE__, .before = (set_up), .after = (clear_up), .all = true)

#define LOOP_TEST(name, times)                                                                               \
    static void name##_body(int _i);                                                                         \
    START_TEST(name) {                                                                                       \
        name##_body(_i);                                                                                     \
    }                                                                                                        \
    END_TEST                                                                                                 \
    static void name##_to(TCase *group) {                                                                    \
        tcase_add_loop_test(group, name, 0, (int)(times));                                                   \
    }                                                                                                        \
    SUITE_PART(name, .add = name##_to)                                                                       \
    static void name##_body(int _i __attribute__((unused)))
#define EACH_TEST(name, array) LOOP_TEST(name, sizeof(array) / sizeof *(array))
#define TEST(name) LOOP_TEST(name, 1)
