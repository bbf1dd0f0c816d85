/*
 * usage: check_results FILE... Checks against docs/results.md: a line per wrong file; exit status 1 if there
 * is one.
 */
#include "records/record.h"
#include <stdio.h>

int main(int argc, char **argv) {
    int wrong = argc < 2;
    if (wrong) fputs("usage: check_results FILE...\n", stderr);
    for (int i = 1; i < argc; i++) {
        xl_error error;
        if (tool_results_check_file(argv[i], &error) == XL_SUCCESS) continue;
        fprintf(stderr, "%s\n", error.text);
        wrong = 1;
    }
    return wrong;
}
