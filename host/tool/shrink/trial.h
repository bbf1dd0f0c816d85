/*
 * trial.h - decides whether a changed program still shows the driver's defect.
 *
 * Conditions: on the suspected driver it fails as the original did; the checking device finds no mistake, and
 * its results, which become the expected ones, depend neither on the order of work-items nor on uninitialised
 * variables; a second driver, if named, computes these results too.
 */
#pragma once

#include "compilers/os_tool.h"
#include "shrink/shrunk_program.h"

enum { TRIAL_KIND = 160 };

/* Why a step is refused. */
#define TRIAL_REASONS(X)                                                                                     \
    X(TRIAL_NOT_RUN, "did not build or run on the checking device")                                          \
    X(TRIAL_MISTAKE, "had a mistake that the checking device finds")                                         \
    X(TRIAL_UNSET, "used an uninitialised variable")                                                         \
    X(TRIAL_PASSES, "passed on the suspected driver")                                                        \
    X(TRIAL_OTHER, "failed there in another way")                                                            \
    X(TRIAL_SECOND, "failed on the second device")

typedef enum trial_reason {
#define TRIAL_ENUM(name, text) name,
    TRIAL_REASONS(TRIAL_ENUM)
#undef TRIAL_ENUM
        TRIAL_REASON_COUNT
} trial_reason;

/* main.c as it is, and with parts/hook. */
typedef enum trial_form { TRIAL_PLAIN, TRIAL_HOOKED, TRIAL_FORMS } trial_form;

typedef struct trial_lab {
    const char *suspect,
        *second;           /* devices as main.c takes them; suspect NULL: main.c's own; second NULL: none */
    int width;             /* lanes of a sub-group on the checking device */
    char kind[TRIAL_KIND]; /* of the failure: "wrong result", "signal 11", ... */
    bool lenient;          /* the original has warnings, so steps may too */
    int tries;             /* runs on the suspected driver in which a defect must show once */
    double limit;          /* seconds of a run */
    tool_work_folder work;
    char cc[TOOL_PATH], checker[TOOL_PATH]; /* the C compiler; the checking device's library */
    char *main;                             /* main.c in the work folder */
    bool built[TRIAL_FORMS];                /* from this main.c */
    char why[256];                          /* the reason of the last refusal */
    int refused[TRIAL_REASON_COUNT];        /* steps */
} trial_lab;

/* Finds the C compiler and the checking device. XL_UNSUPPORTED or XL_IO with the reason. */
int trial_lab_open(trial_lab *lab, xl_error *error);
void trial_lab_close(trial_lab *lab);

/* True if one of at most `runs` runs on the suspected driver fails. */
bool trial_fails(trial_lab *lab, const shrunk_program *program, int runs, char kind[TRIAL_KIND]);

/* With its own expected results, on the checking device. False: lab->why. */
bool trial_is_right(trial_lab *lab, const shrunk_program *program);

/* Computes and stores the expected results on the checking device. False: lab->why. */
bool trial_expect(trial_lab *lab, shrunk_program *program);

/* All conditions. Then the program has new expected results. */
bool trial_holds(trial_lab *lab, shrunk_program *program);
