/* Prints the tests that tests/windows leaves out, in place of Check's function that adds them (the linker's
   --wrap). */
#include <check.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *area, *test, *why;
} left_out[] = {
#define LEFT_OUT(area, test, why) {area, test, why},
#include "left_out.def"
#undef LEFT_OUT
    {"", "", ""}};

static int is_of(const char *file, const char *area) {
    const char *const at = strstr(file, "/test_");
    const size_t length = strlen(area);
    return at && strncmp(at + 6, area, length) == 0 && strcmp(at + 6 + length, ".c") == 0;
}

void __real__tcase_add_test(TCase *tests, const TTest *test, int number, int status, int from, int to);
void __wrap__tcase_add_test(TCase *tests, const TTest *test, int number, int status, int from, int to);

void __wrap__tcase_add_test(TCase *tests, const TTest *test, int number, int status, int from, int to) {
    for (size_t i = 0; left_out[i].area[0]; i++)
        if (strcmp(left_out[i].test, test->name) == 0 && is_of(test->file, left_out[i].area)) {
            printf("not run: %s/%s: %s\n", left_out[i].area, test->name, left_out[i].why);
            return;
        }
    __real__tcase_add_test(tests, test, number, status, from, to);
}
