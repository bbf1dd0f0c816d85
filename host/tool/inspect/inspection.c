/* inspection.c - what the library would build on a target, compiled by the target's tools and read. */
#include "inspect/inspection.h"
#include "base/os.h"
#include "hints/compiler_errors.h"
#include "inspect/cross.h"
#include "base/status.h"
#include "plan/plan_make.h"
#include "program/source.h"
#include "system/os_process.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One target at one width, while it is at work. */
typedef struct work {
    const tool_inspecting *inspecting;
    tool_inspection *out;
    tool_cross cross;
} work;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
fail(tool_inspection *out, tool_exit status, const char *format, ...) {
    char line[TOOL_PATH + 600 + XL_ERROR_TEXT];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    free(out->reason);
    out->reason = tool_need(xl__copy_text(line));
    out->status = status;
}

/* ---- strategies -------------------------------------------------------------------------------------- */

/* How the compiler ended, where that is worth a line of its own, or that what it made is refused. */
static bool tell_end(work *w) {
    const tool_codes *const refused = &w->cross.refused;
    if (refused->fault[0]) {
        fail(w->out, refused->huge ? TOOL_OUTPUT : TOOL_DEVICE_FAILED,
             "the compiler's listing is refused: %s", refused->fault);
        return true;
    }
    if (w->cross.ended == TOOL_RAN_TOO_LONG)
        fail(w->out, TOOL_DEVICE_FAILED, "the compiler was ended after %g s%s", w->inspecting->seconds,
             w->inspecting->seconds < w->inspecting->options->timeout ? "" : " (--timeout)");
    else if (w->cross.ended == TOOL_CANNOT_RUN)
        fail(w->out, TOOL_DEVICE_FAILED, "%s cannot be started", w->cross.tools.compiler);
    else if (w->cross.ended < 0)
        fail(w->out, TOOL_DEVICE_FAILED, "the compiler died: %s", tool_signal_text(-w->cross.ended));
    return w->cross.ended < 0;
}

static void tell_failure(work *w, int status, const xl_error *error) {
    char line[512], all[XL_ERROR_TEXT];
    const bool refused =
        status == XL_UNSUPPORTED || status == XL_TOO_LARGE || status == XL_BAD_VALUE || status == XL_BAD_NAME;
    const bool own = w->inspecting->options->kernel_dir != NULL;
    if (tell_end(w)) return;
    if (status != XL_BUILD_FAILED) {
        tool_text_first_line(error->text, line, sizeof line);
        fail(w->out, refused ? TOOL_NO_DEVICE : TOOL_BROKEN, "%s", line);
        w->out->refused = refused;
        return;
    }
    fail(w->out, own ? TOOL_WRONG : TOOL_DEVICE_FAILED, "%s", tool_build_errors(error, all, sizeof all));
}

static void take_code(tool_inspection *out, const tool_codes *codes, const char *kernel, int program) {
    tool_code *const code = tool_codes_find(codes, kernel);
    if (!code) return;
    tool_code *const mine = tool_codes_add(&out->codes, kernel);
    const tool_code empty = *mine;
    *mine = *code;
    mine->program = program;
    *code = empty; /* its texts now belong to the inspection */
}

static void take_program(tool_inspection *out, const char *base) {
    char *const assembly = tool_cross_part(base, "asm");
    char *const text = tool_cross_part(base, "cl");
    if (assembly) xl__text_format(&out->assembly, "%s", assembly);
    free(assembly);
    out->texts = tool_need(realloc(out->texts, ((size_t)out->text_count + 1) * sizeof *out->texts));
    out->texts[out->text_count++] = text ? text : tool_need(xl__copy_text(""));
}

/* True if one of the first `count` kernels has that program, and that name if it is given. */
static bool is_taken(const tool_absent *absent, size_t count, const char *base, const char *kernel) {
    for (size_t i = 0; i < count; i++) {
        const char *name = NULL;
        const char *const other = tool_absent_kernel(absent, i, &name);
        if (strcmp(other, base) == 0 && (!kernel || strcmp(name, kernel) == 0)) return true;
    }
    return false;
}

/* Which of the programs it is, from 0, in the order in which their kernels come. */
static int number_of_program(const tool_absent *absent, const char *base) {
    const char *other = NULL, *name = NULL;
    int number = 0;
    for (size_t i = 0; (other = tool_absent_kernel(absent, i, &name)) != NULL && strcmp(other, base) != 0;
         i++)
        number += !is_taken(absent, i, other, NULL);
    return number;
}

/* Passes may launch one kernel several times, and kernels of one name out of programs of different options.
 */
static void take_kernels(work *w) {
    const tool_absent *const absent = w->cross.absent;
    const char *kernel = NULL, *base = NULL;
    for (size_t i = 0; (base = tool_absent_kernel(absent, i, &kernel)) != NULL; i++) {
        if (is_taken(absent, i, base, kernel)) continue;
        if (!is_taken(absent, i, base, NULL)) take_program(w->out, base);
        take_code(w->out, tool_cross_codes(&w->cross, base), kernel, number_of_program(absent, base));
    }
}

static int plan_on(work *w, const tool_choice *choice, const tool_point *point, xl_error *error) {
    const xl__algorithm *const algorithm = choice->cs->algorithm;
    const tool_options *const o = w->inspecting->options;
    xl_plan *plan = NULL;
    xl_plan_facts facts;
    const xl_plan_request request = {
        .algorithm = algorithm->name,
        .strategy =
            choice->strategy == TOOL_AUTO_STRATEGY ? NULL : algorithm->strategies[choice->strategy].name,
        .type = point->type,
        .width = w->out->width,
        .backend = o->backend ? o->backend : tool_described_value(&w->out->target->facts, "backend"),
        .settings = point->settings};
    const int status = xl__plan_make_for(w->cross.device, algorithm, &request, &plan, error);
    if (status != XL_SUCCESS) return status;
    xl_plan_get_facts(plan, &facts);
    snprintf(w->out->name, sizeof w->out->name, "%s/%s", facts.algorithm, facts.strategy);
    snprintf(w->out->backend, sizeof w->out->backend, "%s", facts.backend);
    w->out->group = facts.group_size;
    take_kernels(w);
    xl_plan_free(plan);
    return XL_SUCCESS;
}

static int first_width(const tool_inspect_target *target) {
    int width = 0;
    return tool_target_widths(target, &width, 1) == 1 ? width : 0;
}

/* Finds the tools; false where they are missing, which is said. */
static bool begin(work *w, const tool_inspecting *inspecting, const tool_inspect_target *target, int width,
                  tool_inspection *out) {
    xl_error error = {.text = ""};
    *out = (tool_inspection){.target = target, .width = width ? width : first_width(target)};
    *w = (work){.inspecting = inspecting, .out = out};
    const tool_cross_wish wish = {
        .target = target, .width = out->width, .folder = inspecting->folder, .seconds = inspecting->seconds};
    const int status = tool_cross_start(&w->cross, &wish, &error);
    memcpy(out->version, w->cross.tools.version, sizeof out->version);
    if (status != XL_SUCCESS) fail(out, TOOL_NO_DEVICE, "%s", error.text);
    return status == XL_SUCCESS;
}

void tool_inspect_strategy(const tool_inspecting *inspecting, const tool_inspect_target *target,
                           const tool_choice *choice, const tool_point *point, int width,
                           tool_inspection *out) {
    work w;
    const bool good = begin(&w, inspecting, target, width, out);
    const char *const type = point->type == XL_TYPE_NONE ? "" : xl_type_name(point->type);
    snprintf(out->name, sizeof out->name, "%s/%s", choice->cs->algorithm->name, tool_choice_name(choice));
    snprintf(out->settings, sizeof out->settings, "%s%s%s", type, type[0] && point->settings[0] ? " " : "",
             point->settings);
    if (good) {
        const xl_options options = {.kernel_dir = inspecting->options->kernel_dir, .planted = 1};
        xl_error error = {.text = ""};
        int status = tool_cross_open(&w.cross, &options, &error);
        if (status == XL_SUCCESS) status = plan_on(&w, choice, point, &error);
        if (status != XL_SUCCESS)
            tell_failure(&w, status, &error);
        else if (w.cross.refused.fault[0] && tell_end(&w)) /* of a probe: what was planned rests on it */
            tool_codes_free(&out->codes);
    }
    tool_cross_close(&w.cross);
}

/* ---- files of one's own ------------------------------------------------------------------------------ */

static bool includes(const char *text, const char *file) {
    const char *const at = strstr(text, file);
    return at && at > text && (at[-1] == '"' || at[-1] == '<' || at[-1] == '/');
}

/* True if a text with its includes contains the layer: as one file, or under the names in the suite's own
 * kernels and exercises. */
static bool includes_layer(const char *text) {
    return includes(text, "crosslane_sg.h") || includes(text, "sg/sg.h");
}

/* Work-items of a work-group, which the layer has to know: as --set says, else a usual number. */
static void add_group(work *w, const xl_header_use *use, xl__text *options) {
    static const char name[] = "SG_GROUP_SIZE=";
    const tool_options *const o = w->inspecting->options;
    w->out->group = use->one_sub_group || use->largest_group_size < 256 ? (size_t)use->width : 256;
    for (int i = 0; i < o->settings.count; i++)
        if (strncmp(o->settings.word[i], name, sizeof name - 1) == 0) {
            w->out->group = strtoul(o->settings.word[i] + sizeof name - 1, NULL, 10);
            return;
        }
    xl__text_format(options, "-D%s%zu ", name, w->out->group);
}

/* The options that the library gives for kernels of others on the target. */
static bool add_layer_options(work *w, xl__text *options) {
    const char *const given = w->inspecting->options->backend;
    const char *const backend = given ? given : tool_described_value(&w->out->target->facts, "backend");
    xl_error error = {.text = ""};
    xl_header_use use;
    int status = tool_cross_open(&w->cross, NULL, &error);
    if (status == XL_SUCCESS)
        status = xl_header_options(w->cross.device, backend, w->out->width, 0, &use, &error);
    if (status != XL_SUCCESS) {
        tell_failure(w, status, &error);
        return false;
    }
    xl__text_format(options, "%s ", use.options);
    snprintf(w->out->backend, sizeof w->out->backend, "%s", use.backend);
    add_group(w, &use, options);
    return true;
}

static bool write_part(work *w, const char *base, const char *part, const char *text) {
    char reason[128];
    xl__text path = {0};
    xl__text_format(&path, "%s.%s", base, part);
    const int failed = xl__os_write_file(tool_need(path.data), text, strlen(text));
    if (failed) fail(w->out, TOOL_OUTPUT, "%s: %s", path.data, xl__os_reason(failed, reason, sizeof reason));
    xl__text_free(&path);
    return !failed;
}

/* --set NAME=VALUE of a file is a macro. */
static void add_macros(const tool_options *o, xl__text *options) {
    for (int i = 0; i < o->settings.count; i++) xl__text_format(options, "-D%s ", o->settings.word[i]);
}

/* The file with what it includes, under its own names and lines. The layer as one file is built in. */
static bool expand_file(work *w, const char *path, const char *text, xl__text *out) {
    xl_error error = {.text = ""};
    char folder[TOOL_PATH];
    const char *const slash = strrchr(path, '/');
    const bool fits =
        strlen(path) < XL__SOURCE_NAME || !slash; /* else its includes are looked for next to it */
    snprintf(folder, sizeof folder, "%.*s", fits ? 0 : (int)(slash - path), path);
    const int status = fits ? xl__expand_text(path[0] == '/' ? "" : ".", path, text, out, &error)
                            : xl__expand_text(folder, slash + 1, text, out, &error);
    if (status != XL_SUCCESS) fail(w->out, TOOL_USAGE, "%s", error.text);
    return status == XL_SUCCESS;
}

static bool prepare_file(work *w, const char *path, const char *text, const char *base) {
    xl__text all = {0}, options = {0};
    bool good = expand_file(w, path, text, &all);
    if (good && includes_layer(tool_need(all.data)))
        good = add_layer_options(w, &options);
    else if (good)
        xl__text_format(&options, "%s ", tool_described_value(&w->out->target->facts, "own_options"));
    add_macros(w->inspecting->options, &options);
    tool_need(all.failed || options.failed ? NULL : w);
    good = good && write_part(w, base, "cl", all.data) && write_part(w, base, "options", options.data);
    xl__text_free(&all);
    xl__text_free(&options);
    return good;
}

static void compile_file(work *w, const char *base) {
    char line[512], further[XL_ERROR_TEXT];
    w->cross.ended = 0; /* of what was tried before */
    if (tool_cross_compile(&w->cross, base)) {
        tool_codes *const codes = tool_cross_codes(&w->cross, base);
        if (w->cross.refused.fault[0]) {
            tell_end(w);
            return;
        }
        if (codes->count == 0) fail(w->out, TOOL_WRONG, "%s: no kernel in it", w->out->name);
        take_program(w->out, base);
        w->out->codes = *codes;
        *codes = (tool_codes){.count = 0};
        return;
    }
    if (tell_end(w)) return;
    char *const log = tool_cross_part(base, "log");
    tool_first_error(log ? log : "", line, sizeof line);
    tool_further_errors(log ? log : "", TOOL_ERRORS, "", further, sizeof further);
    free(log);
    fail(w->out, TOOL_WRONG, "%s%s", line, further);
}

static char *read_file(work *w, const char *path) {
    enum { LARGEST = 1 << 26 };
    char *text = NULL;
    xl_error error = {.text = ""};
    if (xl__read_source(path, LARGEST, &text, &error) != XL_SUCCESS)
        fail(w->out, TOOL_USAGE, "%s", error.text);
    return text;
}

static void inspect_text(work *w, const char *path, const char *text) {
    xl__text base = {0};
    xl__text_format(&base, "%s/own-%s-%d", w->inspecting->folder, w->out->target->name, w->out->width);
    tool_need(base.data);
    if (prepare_file(w, path, text, base.data)) compile_file(w, base.data);
    xl__text_free(&base);
}

void tool_inspect_text(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       const char *text, int width, tool_inspection *out) {
    work w;
    const bool good = begin(&w, inspecting, target, width, out);
    snprintf(out->name, sizeof out->name, "%s", path);
    if (good) inspect_text(&w, path, text);
    tool_cross_close(&w.cross);
}

void tool_inspect_file(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       int width, tool_inspection *out) {
    work w;
    const bool good = begin(&w, inspecting, target, width, out);
    snprintf(out->name, sizeof out->name, "%s", path);
    char *const text = read_file(&w, path); /* what is wrong with it is said before what is missing here */
    if (good && text) inspect_text(&w, path, text);
    free(text);
    tool_cross_close(&w.cross);
}

void tool_inspection_take(tool_inspection *out, const char *base, tool_codes *codes) {
    take_program(out, base);
    for (int i = 0; i < codes->count; i++) {
        char kernel[sizeof codes->item[i].kernel];
        memcpy(kernel, codes->item[i].kernel, sizeof kernel);
        take_code(out, codes, kernel, out->text_count - 1);
    }
    tool_codes_free(codes);
}

void tool_inspection_fail(tool_inspection *out, tool_exit status, const char *reason) {
    fail(out, status, "%s", reason);
}

void tool_inspection_free(tool_inspection *inspection) {
    tool_codes_free(&inspection->codes);
    for (int i = 0; i < inspection->text_count; i++) free(inspection->texts[i]);
    free(inspection->texts);
    xl__text_free(&inspection->assembly);
    free(inspection->reason);
    inspection->reason = NULL;
    inspection->texts = NULL;
    inspection->text_count = 0;
}
