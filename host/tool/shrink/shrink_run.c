/* shrink_run.c - makes what main.c does smaller: launches, sizes, numbers, data, build options. */
#include "base/os.h"
#include "shrink/expected.h"
#include "shrink/shrink_job.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

static bool mentions(const shrunk_program *p, const char *word) {
    for (int i = 0; i < p->capture.program_count; i++)
        if (strstr(p->capture.programs[i].text, word)) return true;
    return false;
}

/* ---- launches and outputs --------------------------------------------------------------------- */

static void remove_step(shrunk_program *p, int s) {
    export_capture *const c = &p->capture;
    memmove(&c->steps[s], &c->steps[s + 1], (size_t)(c->step_count - s - 1) * sizeof *c->steps);
    c->step_count--;
}

static void remove_output(shrunk_program *p, int o) {
    export_description *const d = &p->description;
    const size_t after = (size_t)(d->output_count - o - 1);
    free(p->expected[o].data);
    free(p->allowed[o].data);
    memmove(&d->output[o], &d->output[o + 1], after * sizeof *d->output);
    memmove(&p->expected[o], &p->expected[o + 1], after * sizeof *p->expected);
    memmove(&p->allowed[o], &p->allowed[o + 1], after * sizeof *p->allowed);
    d->output_count--;
}

static bool uses_buffer(const shrunk_program *p, int b) {
    for (int s = 0; s < p->capture.step_count; s++) {
        const export_step *const step = &p->capture.steps[s];
        if (step->program < 0 && step->buffer == b) return true;
        for (int a = 0; a < step->argument_count; a++)
            if (step->program >= 0 && step->argument[a].buffer == b) return true;
    }
    for (int o = 0; o < p->description.output_count; o++)
        if (p->description.output[o].buffer == b) return true;
    return false;
}

static void remove_buffer(shrunk_program *p, int b) {
    export_capture *const c = &p->capture;
    free(c->buffers[b].before);
    memmove(&c->buffers[b], &c->buffers[b + 1], (size_t)(c->buffer_count - b - 1) * sizeof *c->buffers);
    c->buffer_count--;
    for (int s = 0; s < c->step_count; s++) {
        c->steps[s].buffer -= c->steps[s].program < 0 && c->steps[s].buffer > b;
        for (int a = 0; a < c->steps[s].argument_count; a++)
            c->steps[s].argument[a].buffer -= c->steps[s].argument[a].buffer > b;
    }
    for (int o = 0; o < p->description.output_count; o++)
        p->description.output[o].buffer -= p->description.output[o].buffer > b;
}

static void remove_program(shrunk_program *p, int i) {
    export_capture *const c = &p->capture;
    free(c->programs[i].text);
    free(c->programs[i].options);
    memmove(&c->programs[i], &c->programs[i + 1], (size_t)(c->program_count - i - 1) * sizeof *c->programs);
    c->program_count--;
    for (int k = 0; k < c->program_count; k++) p->description.options[k] = c->programs[k].options;
    for (int s = 0; s < c->step_count; s++) c->steps[s].program -= c->steps[s].program > i;
}

void shrunk_remove_unused(shrunk_program *p) {
    for (int b = p->capture.buffer_count - 1; b >= 0; b--)
        if (!uses_buffer(p, b)) remove_buffer(p, b);
    for (int i = p->capture.program_count - 1; i >= 0 && p->capture.step_count > 0; i--) {
        bool used = false;
        for (int s = 0; s < p->capture.step_count; s++) used = used || p->capture.steps[s].program == i;
        if (!used) remove_program(p, i);
    }
}

static void shrink_launches(shrink_job *job) {
    job->phase = "launches";
    for (int s = job->best->capture.step_count - 1; s >= 0; s--) {
        if (job->best->capture.step_count < 2) break;
        shrunk_program *const p = shrunk_program_copy(job->best);
        remove_step(p, s);
        shrunk_remove_unused(p);
        shrink_step(job, p);
    }
    for (int o = job->best->description.output_count - 1; o >= 0; o--) {
        if (job->best->description.output_count < 2) break;
        shrunk_program *const p = shrunk_program_copy(job->best);
        remove_output(p, o);
        shrunk_remove_unused(p);
        shrink_step(job, p);
    }
}

/* ---- work-groups and numbers ------------------------------------------------------------------ */

/* Replaces the required work-group size in all texts. */
static void set_required_size(shrunk_program *p, size_t from, size_t to) {
    char old[64], new[64];
    const int old_size = snprintf(old, sizeof old, "reqd_work_group_size(%zu,", from);
    snprintf(new, sizeof new, "reqd_work_group_size(%zu,", to);
    for (int i = 0; i < p->capture.program_count; i++) {
        xl__text out = {0};
        const char *at = p->capture.programs[i].text, *found;
        for (; (found = strstr(at, old)); at = found + old_size) {
            xl__text_add(&out, at, (size_t)(found - at));
            xl__text_format(&out, "%s", new);
        }
        xl__text_format(&out, "%s", at);
        shrunk_program_set_text(p, i, tool_need(out.data));
        xl__text_free(&out);
    }
}

static bool try_sizes(shrink_job *job, int s, size_t groups, size_t local) {
    shrunk_program *const p = shrunk_program_copy(job->best);
    export_step *const step = &p->capture.steps[s];
    if (local != step->local) set_required_size(p, step->local, local);
    for (int i = 0; i < p->capture.step_count; i++) { /* the attribute may be shared */
        export_step *const other = &p->capture.steps[i];
        if (i == s || local == step->local || other->program < 0 || other->local != step->local) continue;
        other->global = other->global / other->local * local;
        other->local = local;
    }
    step->global = groups * local;
    step->local = local;
    return shrink_step(job, p);
}

/* Without a required width, a driver may choose the width by the size of the work-group. */
static bool may_change_local(const shrunk_program *p) {
    return !mentions(p, "sub_group") || mentions(p, "reqd_sub_group_size");
}

static void shrink_groups(shrink_job *job) {
    job->phase = "work-groups";
    for (int s = 0; s < job->best->capture.step_count && !shrink_stopped(job); s++) {
        const export_step *step = &job->best->capture.steps[s];
        if (step->program < 0 || step->local == 0) continue;
        if (step->global / step->local > 1) try_sizes(job, s, 1, step->local);
        for (bool more = true; more;
             more = more && try_sizes(job, s, step->global / step->local / 2, step->local)) {
            step = &job->best->capture.steps[s];
            more = step->global / step->local > 1;
        }
        for (bool more = may_change_local(job->best); more;) {
            step = &job->best->capture.steps[s];
            more = step->local > 1 && try_sizes(job, s, step->global / step->local, step->local / 2);
        }
    }
}

static bool try_value(shrink_job *job, int s, int a, uint64_t value) {
    shrunk_program *const p = shrunk_program_copy(job->best);
    export_argument *const argument = &p->capture.steps[s].argument[a];
    if (argument->local)
        argument->size = (size_t)value;
    else
        argument->value = value;
    return shrink_step(job, p);
}

static void shrink_value(shrink_job *job, int s, int a) {
    for (bool more = true, first = true; more && !shrink_stopped(job); first = false) {
        const export_argument *const argument = &job->best->capture.steps[s].argument[a];
        const uint64_t value = argument->local ? argument->size : argument->value;
        const uint64_t least = argument->local ? 4 : 0;
        if (value <= least || argument->buffer >= 0 || argument->null) return;
        if (first && (try_value(job, s, a, least) || try_value(job, s, a, least ? 2 * least : 1))) return;
        more = value > 2 * least && value / 2 > 0 && try_value(job, s, a, value / 2);
    }
}

static void shrink_values(shrink_job *job) {
    job->phase = "numbers";
    for (int s = 0; s < job->best->capture.step_count; s++)
        for (int a = 0; a < job->best->capture.steps[s].argument_count; a++) shrink_value(job, s, a);
}

/* ---- buffers ---------------------------------------------------------------------------------- */

static bool try_bytes(shrink_job *job, int b, size_t bytes) {
    shrunk_program *const p = shrunk_program_copy(job->best);
    p->capture.buffers[b].bytes = bytes;
    for (int s = 0; s < p->capture.step_count; s++) {
        export_step *const step = &p->capture.steps[s];
        if (step->program < 0 && step->buffer == b && step->bytes > bytes) step->bytes = bytes;
    }
    for (int o = 0; o < p->description.output_count; o++) {
        export_output *const output = &p->description.output[o];
        if (output->buffer != b || shrunk_output_bytes(output) <= bytes) continue;
        output->elements = bytes / xl_type_size(output->type);
        if (output->from > bytes) output->from = bytes;
        shrunk_expect_room(p, o);
    }
    return shrink_step(job, p);
}

static void shrink_buffers(shrink_job *job) {
    job->phase = "buffers";
    for (int b = 0; b < job->best->capture.buffer_count; b++) {
        for (size_t bytes = 8; bytes < job->best->capture.buffers[b].bytes && !shrink_stopped(job);
             bytes *= 4)
            if (try_bytes(job, b, bytes)) break;
        for (bool more = true; more && !shrink_stopped(job);) {
            const size_t bytes = job->best->capture.buffers[b].bytes / 2 / 4 * 4;
            more = bytes >= 4 && try_bytes(job, b, bytes);
        }
    }
}

/* ---- data ------------------------------------------------------------------------------------- */

typedef enum filling { ZEROES, SAME, COUNTED } filling;

/* False: they are so already. */
static bool fill(export_buffer *buffer, size_t first, size_t end, filling how) {
    bool changed = false;
    for (size_t i = first; i < end; i++) {
        uint32_t was, word = how == ZEROES ? 0 : how == SAME ? 1 : (uint32_t)i;
        memcpy(&was, buffer->before + 4 * i, 4);
        memcpy(buffer->before + 4 * i, &word, 4);
        changed = changed || was != word;
    }
    return changed;
}

static bool try_fill(shrink_job *job, int b, size_t first, size_t end, filling how) {
    shrunk_program *const p = shrunk_program_copy(job->best);
    if (fill(&p->capture.buffers[b], first, end, how)) return shrink_step(job, p);
    shrunk_program_free(p);
    return true;
}

static void shrink_data(shrink_job *job) {
    enum { PARTS = 8 };
    job->phase = "data";
    for (int b = 0; b < job->best->capture.buffer_count && !shrink_stopped(job); b++) {
        const size_t words = job->best->capture.buffers[b].bytes / 4;
        if (try_fill(job, b, 0, words, ZEROES) || try_fill(job, b, 0, words, SAME) ||
            try_fill(job, b, 0, words, COUNTED))
            continue;
        const size_t part = (words + PARTS - 1) / PARTS;
        for (size_t at = 0; at < words; at += part)
            try_fill(job, b, at, at + part < words ? at + part : words, ZEROES);
    }
}

/* ---- build options ---------------------------------------------------------------------------- */

/* The options without the word at `from`. */
static void cut_option(shrunk_program *p, int i, size_t from, size_t size) {
    char *const options = p->capture.programs[i].options;
    const char *rest = options + from + size;
    rest += strspn(rest, " ");
    memmove(options + from, rest, strlen(rest) + 1);
    for (size_t length = strlen(options); length > 0 && options[length - 1] == ' ';) options[--length] = '\0';
}

static void shrink_options(shrink_job *job) {
    job->phase = "build options";
    for (int i = 0; i < job->best->capture.program_count; i++)
        for (size_t from = 0; !shrink_stopped(job);) {
            const char *const options = job->best->capture.programs[i].options;
            const size_t size = strcspn(options + from, " ");
            if (size == 0) break;
            shrunk_program *const p = shrunk_program_copy(job->best);
            cut_option(p, i, from, size);
            if (!shrink_step(job, p)) {
                from += size;
                from += strspn(job->best->capture.programs[i].options + from, " ");
            }
        }
}

void shrink_run(shrink_job *job) {
    shrink_launches(job);
    shrink_groups(job);
    shrink_values(job);
    shrink_buffers(job);
    shrink_data(job);
    shrink_options(job);
}
