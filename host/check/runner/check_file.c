/* Compares the results of the widths. */
#include "runner/check_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "messages/findings_text.h"
#include "runner/specs.h"

enum { SHOWN = 20, KEPT = 256 };

struct run {
    const struct check_call *call;
    struct check_program program;
    const struct check_kernel *kernel;
    struct check_data data[CHECK_ARGUMENTS];
    struct check_arena arena;
    struct check_worker worker;
    struct check_given given[CHECK_ARGUMENTS];
    char *left[CHECK_WIDTHS][CHECK_ARGUMENTS]; /* the results in writable arrays */
    struct check_finding found[KEPT];
    uint32_t count;
    uint64_t total;
};

static enum check_result complain(enum check_result status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static enum check_result complain(enum check_result status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "crosslane: ");
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return status;
}

static void list_kernel(const struct check_call *call, const struct check_kernel *k) {
    uint64_t items = 1;
    for (uint32_t d = 0; d < 3; ++d) items *= call->local[d] * call->groups[d];
    fprintf(call->out, "kernel %s\n", k->name);
    for (uint32_t i = 0; i < k->parameters; ++i) {
        static const char *const spaces[] = {"", "__global ", "__constant ", "__local "};
        fprintf(call->out, "    %s%s %s\n", spaces[k->parameter[i].space], k->parameter[i].type,
                k->parameter[i].name);
    }
    fprintf(call->out, "to %s it, type:\n    crosslane %s %s --kernel %s", call->trace ? "trace" : "check",
            call->trace ? "trace" : "check", call->file, k->name);
    for (uint32_t i = 0; i < k->parameters; ++i) {
        char text[256];
        specs_suggest(&k->parameter[i], items, text, sizeof text);
        fprintf(call->out, " %s", text);
    }
    fputc('\n', call->out);
}

static enum check_result choose(struct run *r) {
    const struct check_call *call = r->call;
    if (r->program.kernels == 0) return complain(CHECK_USAGE, "%s: has no kernel", call->file);
    for (uint32_t i = 0; i < r->program.kernels; ++i)
        if (!call->kernel || !strcmp(call->kernel, r->program.kernel[i].name)) {
            if (!r->kernel) r->kernel = &r->program.kernel[i];
        }
    if (!r->kernel)
        return complain(CHECK_USAGE, "%s: has no kernel %s; its first is %s", call->file, call->kernel,
                        r->program.kernel[0].name);
    if (!call->kernel && r->program.kernels > 1 && call->arguments)
        return complain(CHECK_USAGE, "%s: has %u kernels; name one with --kernel", call->file,
                        r->program.kernels);
    return CHECK_CLEAN;
}

static enum check_result read_arguments(struct run *r) {
    char why[256];
    for (uint32_t a = 0; a < r->call->arguments; ++a) {
        const char *text = r->call->argument[a], *equals = strchr(text, '=');
        uint32_t i = 0;
        for (; i < r->kernel->parameters; ++i)
            if (equals && strlen(r->kernel->parameter[i].name) == (size_t)(equals - text) &&
                !strncmp(r->kernel->parameter[i].name, text, (size_t)(equals - text)))
                break;
        if (!equals || i == r->kernel->parameters)
            return complain(CHECK_USAGE, "--arg %s: the kernel %s has no such parameter", text,
                            r->kernel->name);
        free(r->data[i].bytes);
        const char *end = strrchr(text, '.');
        if (r->kernel->parameter[i].space != CHECK_PRIVATE && end && !strcmp(end, ".npy")) {
            if (!r->call->read_file(equals + 1, &r->data[i], why, sizeof why))
                return complain(CHECK_USAGE, "--arg %s: %s", text, why);
        } else if (!specs_read(&r->kernel->parameter[i], equals + 1, &r->data[i], why, sizeof why))
            return complain(CHECK_USAGE, "--arg %s", why);
    }
    for (uint32_t i = 0; i < r->kernel->parameters; ++i)
        if (!r->data[i].size)
            return complain(CHECK_USAGE, "the parameter %s has no value: give it with --arg %s=...",
                            r->kernel->parameter[i].name, r->kernel->parameter[i].name);
    return CHECK_CLEAN;
}

/* Into shared memory; frees those of the previous width. */
static enum check_result place(struct run *r) {
    for (uint32_t i = 0; i < r->kernel->parameters; ++i) {
        const struct check_data *d = &r->data[i];
        enum check_space space = r->kernel->parameter[i].space;
        struct check_given *g = &r->given[i];
        if (space == CHECK_LOCAL_SPACE)
            *g = (struct check_given){CHECK_LOCAL, NULL, d->size, 0};
        else if (space == CHECK_PRIVATE)
            *g = (struct check_given){CHECK_VALUE, d->bytes, d->size, 0};
        else {
            if (g->size) check_arena_give(&r->arena, g->offset);
            *g = (struct check_given){CHECK_BUFFER, NULL, d->size, check_arena_take(&r->arena, d->size)};
            if (g->offset == CHECK_NO_BUFFER)
                return complain(CHECK_USAGE, "the argument %s is too large", r->kernel->parameter[i].name);
            memcpy(r->arena.memory + g->offset, d->bytes, d->size);
            check_arena_written(&r->arena, g->offset, d->size);
        }
    }
    return CHECK_CLEAN;
}

static bool known(const struct run *r, const struct check_finding *f) {
    for (uint32_t i = 0; i < r->count; ++i) {
        const struct check_finding *k = &r->found[i];
        bool same = k->kind == f->kind && k->places == f->places, turned = same && f->places == 2;
        for (uint32_t p = 0; p < f->places; ++p) same &= k->place[p].pc[0] == f->place[p].pc[0];
        turned = turned && k->place[0].pc[0] == f->place[1].pc[0] && k->place[1].pc[0] == f->place[0].pc[0];
        if (same || turned) return true;
    }
    return false;
}

static void keep(struct run *r, const struct check_finding *f) {
    if (known(r, f)) return;
    ++r->total;
    if (r->count < KEPT) r->found[r->count++] = *f;
}

static enum check_result run_width(struct run *r, uint32_t w) {
    static struct check_finding findings[CHECK_MAX_FINDINGS];
    static struct check_meeting meetings[CHECK_MEETINGS];
    const struct check_call *call = r->call;
    struct check_reply reply;
    enum check_result status = place(r);
    if (status) return status;
    struct check_launch launch = {.program = &r->program,
                                  .kernel = r->kernel,
                                  .given = r->given,
                                  .width = call->width[w],
                                  .dimensions = call->dimensions,
                                  .schedules = call->schedules,
                                  .seed = call->seed,
                                  .meetings = call->trace ? meetings : NULL,
                                  .steps = 2000000000};
    for (uint32_t d = 0; d < 3; ++d) {
        launch.local[d] = call->local[d];
        launch.global[d] = call->local[d] * call->groups[d];
    }
    bool ok = check_worker_run(&r->worker, &r->arena, &launch, &reply, findings);
    for (uint32_t i = 0; i < reply.findings; ++i) keep(r, &findings[i]);
    if (ok && call->meetings)
        trace_json(call->meetings, r->program.object, r->kernel->name, call->width[w], meetings,
                   reply.meetings, reply.meetings_lost);
    if (ok && call->trace && !call->meetings) {
        fprintf(call->out, "kernel %s, width %u: work-group 0, sub-group 0\n", r->kernel->name,
                call->width[w]);
        trace_print(call->out, r->program.object, call->file, meetings, reply.meetings, reply.meetings_lost,
                    call->trace);
    }
    if (!ok || reply.status == CHECK_FAILED) return complain(CHECK_INTERNAL, "%s", reply.note);
    if (reply.status != CHECK_DONE) {
        char note[2 * CHECK_TEXT];
        findings_note(r->program.object, call->file, &reply, note, sizeof note);
        return complain(CHECK_FOUND, "%s, width %u: %s", r->kernel->name, call->width[w], note);
    }
    for (uint32_t i = 0; i < r->kernel->parameters; ++i) {
        if (r->given[i].kind != CHECK_BUFFER || r->kernel->parameter[i].is_const) continue;
        r->left[w][i] = malloc(r->given[i].size);
        if (r->left[w][i]) memcpy(r->left[w][i], r->arena.memory + r->given[i].offset, r->given[i].size);
    }
    return CHECK_CLEAN;
}

/* The first element that differs, or -1; floats may differ by rounding. */
static int64_t difference(const struct run *r, uint32_t i, uint32_t a, uint32_t b) {
    const struct check_data *d = &r->data[i];
    const char *x = r->left[a][i], *y = r->left[b][i];
    if (!x || !y || !memcmp(x, y, d->size)) return -1;
    for (uint64_t k = 0; k < d->size; k += d->element_bytes) {
        if (!memcmp(x + k, y + k, d->element_bytes)) continue;
        float f, g;
        memcpy(&f, x + k, 4);
        memcpy(&g, y + k, 4);
        float distance = f > g ? f - g : g - f, size = (f < 0 ? -f : f) + (g < 0 ? -g : g);
        if (d->element == 'f' && d->element_bytes == 4 && distance <= 1e-4f * size) continue;
        return (int64_t)(k / d->element_bytes);
    }
    return -1;
}

/* If a few widths differ from the rest, they are wrong; if all differ, the difference is intended. */
static void compare_widths(struct run *r, uint32_t i) {
    uint32_t n = r->call->widths, best = 0, most = 0;
    for (uint32_t a = 0; a < n; ++a) {
        uint32_t same = 0;
        for (uint32_t b = 0; b < n; ++b) same += difference(r, i, a, b) < 0;
        if (same > most) most = same, best = a;
    }
    if (most == n || most < 2 || most * 2 < n) return;
    struct check_finding f = {.kind = CHECK_WIDTH};
    char agree[100] = "", differ[100] = "";
    int64_t first = -1;
    for (uint32_t a = 0; a < n; ++a) {
        int64_t at = difference(r, i, best, a);
        char *to = at < 0 ? agree : differ;
        if (at >= 0 && first < 0) first = at, f.width = r->call->width[a];
        snprintf(to + strlen(to), 100 - strlen(to), "%s%u", *to ? ", " : "", r->call->width[a]);
    }
    snprintf(f.text, sizeof f.text, "`%s` differs: widths %s agree, %s not; first difference in element %lld",
             r->kernel->parameter[i].name, agree, differ, (long long)first);
    keep(r, &f);
}

static void print(const struct run *r) {
    FILE *out = r->call->out;
    for (uint32_t i = 0; i < r->count; ++i) {
        char text[2 * CHECK_TEXT];
        const struct check_finding *f = &r->found[i];
        if (r->call->json) findings_json(r->call->json, r->program.object, r->call->file, r->kernel->name, f);
        if (i >= SHOWN) continue;
        findings_message(r->program.object, r->call->file, f, text, sizeof text);
        fprintf(out, "%s, width %u: %s\n    %s\n", findings_name(f->kind), f->width, text,
                findings_advice(f));
    }
    if (r->total > SHOWN) fprintf(out, "and %llu more\n", (unsigned long long)(r->total - SHOWN));
    fprintf(out, "%s: %llu finding%s at %u width%s\n", r->kernel->name, (unsigned long long)r->total,
            r->total == 1 ? "" : "s", r->call->widths, r->call->widths == 1 ? "" : "s");
}

static enum check_result check_kernel(struct run *r) {
    enum check_result status = read_arguments(r);
    for (uint32_t w = 0; !status && w < r->call->widths; ++w) {
        bool fits = !r->kernel->width || r->kernel->width == r->call->width[w];
        if (fits) status = run_width(r, w);
    }
    if (status && status != CHECK_FOUND) return status;
    for (uint32_t i = 0; !status && !r->total && i < r->kernel->parameters; ++i)
        if (r->left[0][i]) compare_widths(r, i);
    print(r);
    return r->total || status ? CHECK_FOUND : CHECK_CLEAN;
}

static void finish(struct run *r) {
    for (uint32_t i = 0; i < CHECK_ARGUMENTS; ++i) {
        free(r->data[i].bytes);
        for (uint32_t w = 0; w < CHECK_WIDTHS; ++w) free(r->left[w][i]);
    }
    check_worker_stop(&r->worker);
    check_program_free(&r->program);
    check_arena_close(&r->arena);
    free(r);
}

enum check_result check_file(const struct check_call *call) {
    struct run *r = calloc(1, sizeof *r);
    if (!r) return complain(CHECK_INTERNAL, "no memory");
    r->call = call;
    enum check_built built = check_program_build(call->source, call->options, call->file, &r->program);
    enum check_result status = CHECK_CLEAN;
    if (built == CHECK_NO_COMPILER)
        status = complain(CHECK_MISSING, "%.*s", (int)strcspn(r->program.log, "\n"), r->program.log);
    else if (built == CHECK_NOT_BUILT)
        status = complain(CHECK_FOUND, "%s does not compile:\n%s", call->file, r->program.log);
    else if (built)
        status = complain(built == CHECK_BAD_OPTIONS ? CHECK_USAGE : CHECK_INTERNAL, "%s", r->program.log);
    if (!status) status = choose(r);
    if (!status && !call->arguments && r->kernel->parameters) {
        for (uint32_t i = 0; i < r->program.kernels; ++i) list_kernel(call, &r->program.kernel[i]);
    } else if (!status && !check_arena_open(&r->arena))
        status = complain(CHECK_INTERNAL, "no shared memory");
    else if (!status)
        status = check_kernel(r);
    finish(r);
    return status;
}
