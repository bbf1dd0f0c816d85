/*
 * Runs the suites named on the command line, or all. The build lists them in suites.def, one SUITE(area) for
 * each tests/<room>/test_<area>.c.
 *
 * Nothing forks: an OpenCL context does not survive a fork, and ctest gives every suite a process of its own.
 */
#define _XOPEN_SOURCE 700 /* setenv */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(area) Suite *suite_##area(void);
#include "suites.def"
#undef SUITE

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define SUITE(area) {#area, suite_##area},
#include "suites.def"
#undef SUITE
};

int main(int argc, char **argv) {
    const size_t count = sizeof suites / sizeof suites[0];
    SRunner *runner = srunner_create(NULL);
    int chosen = 0;
    for (size_t s = 0; s < count; s++)
        for (int a = 1; a < argc || argc == 1; a++) {
            if (argc == 1 || strcmp(argv[a], suites[s].name) == 0) {
                srunner_add_suite(runner, suites[s].make());
                chosen++;
            }
            if (argc == 1) break;
        }
    if (argc > 1 && chosen != argc - 1) {
        fputs("tests: unknown suite; there are:\n", stderr);
        for (size_t s = 0; s < count; s++) fprintf(stderr, "  %s\n", suites[s].name);
        srunner_free(runner);
        return EXIT_FAILURE;
    }
    /* Check ends the whole program at a longer message, and ours quote what a command printed. It prepares as
       much for every assertion, so that far more would make the tests slow. */
    setenv("CK_MAX_MSG_SIZE", "32768", 0);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int run = srunner_ntests_run(runner);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (run == 0) fputs("tests: nothing ran\n", stderr);
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
