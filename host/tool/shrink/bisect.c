/* bisect.c - finds build options and widths that make the result right. */
#include "shrink/shrink_job.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3 };

static const char *const options[] = {"",
                                      "-cl-opt-disable",
                                      "-cl-std=CL1.2",
                                      "-cl-std=CL2.0",
                                      "-cl-std=CL3.0",
                                      "-cl-mad-enable",
                                      "-cl-single-precision-constant",
                                      "-cl-denorms-are-zero",
                                      "-cl-fp32-correctly-rounded-divide-sqrt",
                                      "-cl-strict-aliasing",
                                      "-cl-uniform-work-group-size",
                                      "-cl-no-signed-zeros",
                                      "-cl-finite-math-only",
                                      "-cl-unsafe-math-optimizations",
                                      "-cl-fast-relaxed-math"};

/* To all programs; a standard replaces the one before. */
static void add_option(shrunk_program *p, const char *option) {
    static const char standard[] = "-cl-std=";
    for (int i = 0; i < p->capture.program_count; i++) {
        export_program *const program = &p->capture.programs[i];
        xl__text out = {0};
        for (const char *at = program->options; *(at += strspn(at, " "));) {
            const size_t size = strcspn(at, " ");
            const bool replaced = strncmp(option, standard, 8) == 0 && strncmp(at, standard, 8) == 0;
            if (!replaced) xl__text_format(&out, "%.*s ", (int)size, at);
            at += size;
        }
        xl__text_format(&out, "%s", option);
        free(program->options);
        program->options = tool_need(out.data);
        p->description.options[i] = program->options;
    }
}

static void print_row(shrink_job *job, const char *name, bool failed, const char *kind) {
    tool_progress_clear(&job->progress);
    tool_print(stdout, "%-40s  %s%s%s\n", name[0] ? name : "as exported", failed ? "fails" : "right",
               failed ? ": " : "", failed ? kind : "");
}

static bool try_option(shrink_job *job, const char *option) {
    char kind[TRIAL_KIND];
    shrunk_program *const p = shrunk_program_copy(job->best);
    add_option(p, option);
    const bool failed = trial_fails(&job->lab, p, job->lab.tries > RUNS ? job->lab.tries : RUNS, kind);
    if (!shrink_stopped(job)) print_row(job, option, failed, kind);
    shrunk_program_free(p);
    return !failed;
}

/* False: the text requires no size. */
static bool set_width(shrunk_program *p, int width) {
    static const char name[] = "reqd_sub_group_size(";
    bool any = false;
    for (int i = 0; i < p->capture.program_count; i++) {
        xl__text out = {0};
        const char *at = p->capture.programs[i].text, *found;
        for (; (found = strstr(at, name)); at = found + strcspn(found, ")")) {
            xl__text_format(&out, "%.*s%s%d", (int)(found - at), at, name, width);
            any = true;
        }
        xl__text_format(&out, "%s", at);
        shrunk_program_set_text(p, i, tool_need(out.data));
        xl__text_free(&out);
    }
    return any;
}

/* With the results that the checking device computes at this width. */
static void try_width(shrink_job *job, int width) {
    char name[64], kind[TRIAL_KIND];
    shrunk_program *const p = shrunk_program_copy(job->best);
    trial_lab *const lab = &job->lab;
    const int usual = lab->width;
    if (set_width(p, width)) {
        snprintf(name, sizeof name, "sub-groups of %d", width);
        lab->width = width;
        if (!trial_expect(lab, p)) {
            tool_progress_clear(&job->progress);
            if (!shrink_stopped(job)) tool_print(stdout, "%-40s  not tried: %s\n", name, lab->why);
        } else {
            const bool failed = trial_fails(lab, p, RUNS, kind);
            if (!shrink_stopped(job)) print_row(job, name, failed, kind);
        }
    }
    lab->width = usual;
    shrunk_program_free(p);
}

tool_exit shrink_bisect(shrink_job *job) {
    int right = 0;
    for (size_t i = 0; i < sizeof options / sizeof *options && !shrink_stopped(job); i++)
        right += try_option(job, options[i]);
    for (int width = 1; width <= 64 && !shrink_stopped(job); width *= 2) try_width(job, width);
    if (shrink_stopped(job)) return TOOL_INTERRUPTED;
    tool_print(stdout, "%d build options make the result right\n", right);
    return TOOL_OK;
}
