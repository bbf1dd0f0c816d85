/* shrink_text.c - makes the kernels' text smaller. */
#include "export/plain_source.h"
#include "shrink/reduce_text.h"
#include "shrink/shrink_job.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

typedef struct text_step {
    shrink_job *job;
    int program;
} text_step;

/* Another width would give other right results. */
static bool keeps_width(const char *before, const char *after) {
    static const char name[] = "reqd_sub_group_size(";
    const char *const first = strstr(before, name);
    int kernels = 0, widths = 0;
    if (!first) return true;
    const size_t size = strcspn(first, ")") + 1;
    for (const char *at = after; (at = xl__find_name(at, "__kernel", 8)); at += 8) kernels++;
    for (const char *at = after; (at = xl__find_name(at, "kernel", 6)); at += 6) kernels++;
    for (const char *at = after; (at = strstr(at, name)); at += size, widths++)
        if (strncmp(at, first, size) != 0) return false;
    return widths >= kernels;
}

/* Without a launched kernel the program cannot run. */
static bool keeps_kernels(const text_step *step, const char *text) {
    const export_capture *const c = &step->job->best->capture;
    bool kept = xl__find_name(text, "__kernel", 8) || xl__find_name(text, "kernel", 6);
    for (int s = 0; s < c->step_count && kept; s++)
        if (c->steps[s].program == step->program)
            kept = xl__find_name(text, c->steps[s].kernel, strlen(c->steps[s].kernel));
    return kept;
}

static bool text_holds(void *user, const char *text) {
    const text_step *const step = user;
    const shrunk_program *const best = step->job->best;
    if (!keeps_kernels(step, text)) return false;
    if (!keeps_width(best->capture.programs[step->program].text, text)) return false;
    shrunk_program *const p = shrunk_program_copy(best);
    shrunk_program_set_text(p, step->program, text);
    return shrink_step(step->job, p);
}

static bool text_stopped(void *user) {
    return shrink_stopped(((const text_step *)user)->job);
}

static void prune(text_step *step) {
    const export_capture *const c = &step->job->best->capture;
    const char *names[EXPORT_MOST_STEPS + 1];
    xl__text out = {0};
    int count = 0;
    for (int s = 0; s < c->step_count; s++)
        if (c->steps[s].program == step->program) names[count++] = c->steps[s].kernel;
    names[count] = NULL;
    if (count > 0) export_remove_unused(c->programs[step->program].text, names, &out);
    if (out.data) text_holds(step, out.data);
    xl__text_free(&out);
}

/* ---- parameters ------------------------------------------------------------------------------- */

/* Freed by the caller; NULL: no such parameter. */
static char *without_parameter(const char *text, const char *kernel, int number) {
    int count, from = -1, end, at = 0;
    reduce_token *const t = reduce_tokens(text, &count);
    for (int i = 0; i + 1 < count && from < 0; i++)
        if ((int)strlen(kernel) == t[i].size && strncmp(t[i].at, kernel, (size_t)t[i].size) == 0 &&
            *t[i + 1].at == '(')
            from = i + 2;
    end = from > 0 ? t[from - 1].pair : -1;
    for (; from > 0 && from < end && at < number; from++) at += *t[from].at == ',';
    xl__text out = {0};
    if (from > 0 && from < end && at == number) {
        int last = from;
        while (last < end && *t[last].at != ',') last++;
        if (last < end)
            last++; /* the comma after it */
        else if (number > 0)
            from--; /* the comma before it */
        xl__text_format(&out, "%.*s%s", (int)(t[from].at - text), text, t[last].at);
    }
    free(t);
    return out.data;
}

static void try_without_parameter(text_step *step, const char *kernel, int number) {
    shrunk_program *const p = shrunk_program_copy(step->job->best);
    char *const text = without_parameter(p->capture.programs[step->program].text, kernel, number);
    if (text) shrunk_program_set_text(p, step->program, text);
    for (int s = 0; s < p->capture.step_count; s++) {
        export_step *const launch = &p->capture.steps[s];
        if (launch->program != step->program || strcmp(launch->kernel, kernel) != 0) continue;
        if (number >= launch->argument_count) continue;
        memmove(&launch->argument[number], &launch->argument[number + 1],
                (size_t)(launch->argument_count - number - 1) * sizeof *launch->argument);
        launch->argument_count--;
    }
    if (text) {
        shrunk_remove_unused(p);
        shrink_step(step->job, p);
    } else {
        shrunk_program_free(p);
    }
    free(text);
}

static void shrink_parameters(text_step *step) {
    const export_capture *c = &step->job->best->capture;
    for (int s = 0; s < c->step_count && !text_stopped(step); s++)
        for (int a = c->steps[s].argument_count - 1; a >= 0 && c->steps[s].program == step->program; a--) {
            try_without_parameter(step, c->steps[s].kernel, a);
            c = &step->job->best->capture;
        }
}

void shrink_texts(shrink_job *job) {
    job->phase = "text";
    for (int i = 0; i < job->best->capture.program_count && !shrink_stopped(job); i++) {
        text_step step = {job, i};
        const reduce_question question = {text_holds, text_stopped, &step};
        for (bool better = true; better && !shrink_stopped(job);) {
            prune(&step);
            shrink_parameters(&step);
            char *text = tool_need(xl__copy_text(job->best->capture.programs[i].text));
            better = reduce_text(&text, &question);
            free(text);
        }
    }
}
