/* inspection.c - compiles what the library would build on a target. */
#include "inspect/inspection.h"
#include "hints/compiler_errors.h"
#include "inspect/inspect_work.h"
#include "base/status.h"
#include "plan/plan_make.h"
#include "system/os_process.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tool_work_fail(tool_inspection *out, tool_exit status, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    free(out->reason);
    out->reason = tool_need(malloc(size));
    vsnprintf(out->reason, size, format, again);
    out->status = status;
    va_end(again);
    va_end(values);
}

/* ---- strategies -------------------------------------------------------------------------------------- */

bool tool_work_tell_end(tool_work *w) {
    const tool_codes *const refused = &w->cross.refused;
    if (refused->fault[0]) {
        tool_work_fail(w->out, refused->huge ? TOOL_OUTPUT : TOOL_DEVICE_FAILED,
                       "the compiler's listing is refused: %s", refused->fault);
        return true;
    }
    if (w->cross.ended == TOOL_RAN_TOO_LONG)
        tool_work_fail(w->out, TOOL_DEVICE_FAILED, "the compiler was ended after %g s%s",
                       w->inspecting->seconds,
                       w->inspecting->seconds < w->inspecting->options->timeout ? "" : " (--timeout)");
    else if (w->cross.ended == TOOL_CANNOT_RUN)
        tool_work_fail(w->out, TOOL_DEVICE_FAILED, "%s cannot be started", w->cross.tools.compiler);
    else if (w->cross.ended < 0)
        tool_work_fail(w->out, TOOL_DEVICE_FAILED, "the compiler died: %s",
                       tool_signal_text(-w->cross.ended));
    return w->cross.ended < 0;
}

void tool_work_tell_failure(tool_work *w, int status, const xl_error *error) {
    char line[512], all[XL_ERROR_TEXT];
    const bool refused =
        status == XL_UNSUPPORTED || status == XL_TOO_LARGE || status == XL_BAD_VALUE || status == XL_BAD_NAME;
    const bool own = w->inspecting->options->kernel_dir != NULL;
    if (tool_work_tell_end(w)) return;
    if (status != XL_BUILD_FAILED) {
        tool_text_first_line(error->text, line, sizeof line);
        tool_work_fail(w->out, refused ? TOOL_NOTHING_DONE : TOOL_BROKEN, "%s", line);
        w->out->refused = refused;
        return;
    }
    tool_work_fail(w->out, own ? TOOL_WRONG : TOOL_DEVICE_FAILED, "%s",
                   tool_build_errors(error, all, sizeof all));
}

static void take_code(tool_inspection *out, const tool_codes *codes, const char *kernel, int program) {
    tool_code *const code = tool_codes_find(codes, kernel);
    if (!code) return;
    tool_code *const mine = tool_codes_add(&out->codes, kernel);
    const tool_code empty = *mine;
    *mine = *code;
    mine->program = program;
    *code = empty; /* the inspection owns its texts */
}

void tool_work_take_program(tool_inspection *out, const char *base) {
    char *const assembly = tool_cross_part(base, "asm");
    char *const text = tool_cross_part(base, "cl");
    if (assembly) xl__text_format(&out->assembly, "%s", assembly);
    free(assembly);
    out->texts = tool_need(realloc(out->texts, ((size_t)out->text_count + 1) * sizeof *out->texts));
    out->texts[out->text_count++] = text ? text : tool_need(xl__copy_text(""));
}

static bool is_taken(const tool_absent *absent, size_t count, const char *base, const char *kernel) {
    for (size_t i = 0; i < count; i++) {
        const char *name = NULL;
        const char *const other = tool_absent_kernel(absent, i, &name);
        if (strcmp(other, base) == 0 && (!kernel || strcmp(name, kernel) == 0)) return true;
    }
    return false;
}

static int number_of_program(const tool_absent *absent, const char *base) {
    const char *other = NULL, *name = NULL;
    int number = 0;
    for (size_t i = 0; (other = tool_absent_kernel(absent, i, &name)) != NULL && strcmp(other, base) != 0;
         i++)
        number += !is_taken(absent, i, other, NULL);
    return number;
}

/* Passes may launch a kernel several times, and equal names from different programs. */
static void take_kernels(tool_work *w) {
    const tool_absent *const absent = w->cross.absent;
    const char *kernel = NULL, *base = NULL;
    for (size_t i = 0; (base = tool_absent_kernel(absent, i, &kernel)) != NULL; i++) {
        if (is_taken(absent, i, base, kernel)) continue;
        if (!is_taken(absent, i, base, NULL)) tool_work_take_program(w->out, base);
        take_code(w->out, tool_cross_codes(&w->cross, base), kernel, number_of_program(absent, base));
    }
}

static int plan_on(tool_work *w, const tool_choice *choice, const tool_point *point, xl_error *error) {
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

bool tool_work_begin(tool_work *w, const tool_inspecting *inspecting, const tool_inspect_target *target,
                     int width, tool_inspection *out) {
    xl_error error = {.text = ""};
    *out = (tool_inspection){.target = target, .width = width ? width : first_width(target)};
    *w = (tool_work){.inspecting = inspecting, .out = out};
    const tool_cross_wish wish = {
        .target = target, .width = out->width, .folder = inspecting->folder, .seconds = inspecting->seconds};
    const int status = tool_cross_start(&w->cross, &wish, &error);
    memcpy(out->version, w->cross.tools.version, sizeof out->version);
    if (status != XL_SUCCESS) tool_work_fail(out, TOOL_NOTHING_DONE, "%s", error.text);
    return status == XL_SUCCESS;
}

void tool_inspect_strategy(const tool_inspecting *inspecting, const tool_inspect_target *target,
                           const tool_choice *choice, const tool_point *point, int width,
                           tool_inspection *out) {
    tool_work w;
    const bool good = tool_work_begin(&w, inspecting, target, width, out);
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
            tool_work_tell_failure(&w, status, &error);
        else if (w.cross.refused.fault[0] &&
                 tool_work_tell_end(&w)) /* of a probe, on which the plan depends */
            tool_codes_free(&out->codes);
    }
    tool_cross_close(&w.cross);
}

void tool_inspection_take(tool_inspection *out, const char *base, tool_codes *codes) {
    tool_work_take_program(out, base);
    for (int i = 0; i < codes->count; i++) {
        char kernel[sizeof codes->item[i].kernel];
        memcpy(kernel, codes->item[i].kernel, sizeof kernel);
        take_code(out, codes, kernel, out->text_count - 1);
    }
    tool_codes_free(codes);
}

void tool_inspection_fail(tool_inspection *out, tool_exit status, const char *reason) {
    tool_work_fail(out, status, "%s", reason);
}

void tool_inspection_forget(tool_inspection *inspection) {
    tool_codes_free(&inspection->codes);
    for (int i = 0; i < inspection->text_count; i++) free(inspection->texts[i]);
    free(inspection->texts);
    xl__text_free(&inspection->assembly);
    free(inspection->reason);
    inspection->reason = NULL;
    inspection->texts = NULL;
    inspection->text_count = 0;
    inspection->status = TOOL_OK;
}

void tool_inspection_free(tool_inspection *inspection) {
    tool_inspection_forget(inspection);
    free(inspection->note);
    inspection->note = NULL;
}
