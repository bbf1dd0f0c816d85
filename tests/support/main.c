/* Runs the named areas, or all. Tests do not fork, because an OpenCL context does not survive that; ctest
   runs each area in its own process. */
#include "cases/case.h"
#include "support/process.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static suite_part *parts; /* by file, then by line */

/* The area of tests/<room>/test_<area>.c. Stored in the part, because Check copies no names. */
static void name_area(suite_part *part) {
    const char *const at = strstr(part->file, "/test_");
    snprintf(part->area, sizeof part->area, "%.*s", at ? (int)strcspn(at + 6, ".") : 0, at ? at + 6 : "");
}

void suite_add(suite_part *part) {
    suite_part **at = &parts;
    name_area(part);
    for (int order; *at; at = &(*at)->next)
        if ((order = strcmp((*at)->file, part->file)) > 0 || (order == 0 && (*at)->line > part->line)) break;
    part->next = *at;
    *at = part;
}

static bool is_test(const suite_part *part) {
    return part->add != NULL;
}

static bool is_around(const suite_part *part) {
    return !part->group && !part->add;
}

static void surround(TCase *group, const suite_part *part) {
    if (part->all)
        tcase_add_unchecked_fixture(group, part->before, part->after);
    else
        tcase_add_checked_fixture(group, part->before, part->after);
}

static TCase *begin_group(Suite *suite, const char *name, const suite_part *file) {
    TCase *const group = tcase_create(name);
    tcase_set_tags(group, name);
    suite_add_tcase(suite, group);
    for (; file && is_around(file); file = file->next) surround(group, file);
    return group;
}

/* Returns the first part of the next file. */
static const suite_part *add_file(SRunner *runner, const suite_part *file) {
    Suite *const suite = suite_create(file->area);
    TCase *group = NULL;
    const suite_part *part = file;
    for (; part && strcmp(part->file, file->file) == 0; part = part->next) {
        if (part->group)
            group = begin_group(suite, part->group, file);
        else if (!group && is_test(part))
            group = begin_group(suite, file->area, file);
        if (is_test(part))
            part->add(group);
        else if (group && is_around(part))
            surround(group, part);
    }
    srunner_add_suite(runner, suite);
    return part;
}

static bool is_asked_for(const char *area, int count, char **areas) {
    for (int a = 1; a < count; a++)
        if (strcmp(areas[a], area) == 0) return true;
    return count == 1;
}

/* Without a runner lists all areas. Returns how many. */
static int each_file(SRunner *runner, int count, char **areas) {
    int chosen = 0;
    for (const suite_part *part = parts; part;) {
        const suite_part *const file = part;
        if (!runner) fprintf(stderr, "  %s\n", file->area);
        if (runner && is_asked_for(file->area, count, areas)) {
            part = add_file(runner, file);
            chosen++;
        } else {
            while (part && strcmp(part->file, file->file) == 0) part = part->next;
        }
    }
    return chosen;
}

int main(int argc, char **argv) {
    tool_plant_cases();
    SRunner *runner = srunner_create(NULL);
    if (each_file(runner, argc, argv) != argc - 1 && argc > 1) {
        fputs("tests: unknown area; there are:\n", stderr);
        each_file(NULL, 0, NULL);
        srunner_free(runner);
        return EXIT_FAILURE;
    }
    process_watch_tests();
    /* Check ends the program at a longer message. It allocates this much per assertion. */
    setenv("CK_MAX_MSG_SIZE", "32768", 0);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int run = srunner_ntests_run(runner);
    const int failed = srunner_ntests_failed(runner);
    process_tests_are_over();
    srunner_free(runner);
    if (run == 0) fputs("tests: nothing ran\n", stderr);
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
