#include "driver_binary/driver_binary.h"
#include "base/calls.h"
#include "base/os.h"
#include "hints/compiler_errors.h"
#include "plan/plan_make.h"
#include "program/program.h"
#include "records/facts.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

typedef struct work {
    tool_session *session;
    const char *name, *settings;
    const char *backend; /* NULL: not used */
    int width, programs;
    size_t group;
    int *files; /* written so far */
} work;

static void tell_reason(const work *w, const char *reason, bool wrong) {
    tool_emit(w->session, json_pack("{s:s,s:o,s:o,s:i,s:o,s:b}", "event", "code", "name",
                                    tool_json_text(w->name), "settings", tool_json_text(w->settings), "width",
                                    w->width, "reason", tool_json_text(reason), "wrong", wrong));
}

/* For its only device; freed by the caller. NULL: none. */
static unsigned char *read_binary(cl_program program, size_t *size) {
    *size = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL) != CL_SUCCESS ||
        *size == 0)
        return NULL;
    unsigned char *data = tool_need(malloc(*size));
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, NULL) == CL_SUCCESS) return data;
    free(data);
    return NULL;
}

static char *read_text(cl_program program, cl_program_info what) {
    size_t size = 0;
    if (clGetProgramInfo(program, what, 0, NULL, &size) != CL_SUCCESS) size = 0;
    char *const text = tool_need(calloc(size + 1, 1));
    if (size > 0 && clGetProgramInfo(program, what, size, text, NULL) != CL_SUCCESS) text[0] = '\0';
    return text;
}

static bool write_part(const char *base, const char *part, const void *data, size_t size) {
    xl__text path = {0};
    xl__text_format(&path, "%s.%s", base, part);
    const bool good = !path.failed && xl__os_write_file(path.data, data, size) == 0;
    xl__text_free(&path);
    return good;
}

static void hand_out(work *w, cl_program program) {
    size_t size = 0;
    xl__text base = {0};
    unsigned char *const binary = read_binary(program, &size);
    char *const source = read_text(program, CL_PROGRAM_SOURCE);
    char *const kernels = read_text(program, CL_PROGRAM_KERNEL_NAMES);
    xl__text_format(&base, "%s/%d", w->session->options->folder, (*w->files)++);
    tool_need(base.data);
    if (!binary)
        tell_reason(w, "its driver exports no program", false);
    else if (!write_part(base.data, "bin", binary, size) ||
             !write_part(base.data, "cl", source, strlen(source)))
        tell_reason(w, "its program cannot be written to a temporary file", false);
    else
        tool_emit(w->session,
                  json_pack("{s:s,s:o,s:o,s:o,s:i,s:I,s:i,s:s,s:o}", "event", "code", "name",
                            tool_json_text(w->name), "settings", tool_json_text(w->settings), "backend",
                            tool_json_text(w->backend), "width", w->width, "group", (json_int_t)w->group,
                            "program", w->programs++, "base", base.data, "kernels", tool_json_text(kernels)));
    xl__text_free(&base);
    free(kernels);
    free(source);
    free(binary);
}

/* ---- strategies -------------------------------------------------------------------------------------- */

static void hand_out_plan(work *w, const xl_plan *plan) {
    const void *before[XL__MAX_PASSES] = {NULL};
    int count = 0;
    for (int i = 0; i < XL__MAX_PASSES; i++) {
        const cl_program program = xl__plan_program(plan, i);
        int k = 0;
        while (k < count && before[k] != program) k++;
        if (!program || k < count) continue;
        before[count++] = program;
        hand_out(w, program);
    }
}

static void hand_out_strategy(work *w, const tool_choice *choice, const tool_point *point) {
    const xl__algorithm *const algorithm = choice->cs->algorithm;
    const xl_plan_request request = {.strategy = choice->strategy == TOOL_AUTO_STRATEGY
                                                     ? NULL
                                                     : algorithm->strategies[choice->strategy].name,
                                     .type = point->type,
                                     .width = w->width,
                                     .backend = w->session->options->backend,
                                     .settings = point->settings};
    char name[160], settings[TOOL_SETTINGS_TEXT + 16];
    xl_plan *plan = NULL;
    xl_plan_facts facts;
    xl_error error = {.text = ""};
    const char *const type = point->type == XL_TYPE_NONE ? "" : xl_type_name(point->type);
    snprintf(name, sizeof name, "%s/%s", algorithm->name, tool_choice_name(choice));
    snprintf(settings, sizeof settings, "%s%s%s", type, type[0] && point->settings[0] ? " " : "",
             point->settings);
    w->name = name;
    w->settings = settings;
    const int status = xl__plan_make_for(w->session->device, algorithm, &request, &plan, &error);
    if (status != XL_SUCCESS) {
        char all[XL_ERROR_TEXT];
        tell_reason(w, tool_build_errors(&error, all, sizeof all),
                    status == XL_BUILD_FAILED && w->session->options->kernel_dir);
        return;
    }
    xl_plan_get_facts(plan, &facts);
    w->backend = facts.backend;
    w->width = facts.width;
    w->group = facts.group_size;
    hand_out_plan(w, plan);
    xl_plan_free(plan);
}

/* ---- programs of one's own ------------------------------------------------------------------------------
 */

static void tell_log(const work *w, const char *log) {
    char first[512], further[XL_ERROR_TEXT], all[sizeof first + sizeof further];
    tool_further_errors(log, TOOL_ERRORS, "", further, sizeof further);
    snprintf(all, sizeof all, "%s%s", tool_first_error(log, first, sizeof first), further);
    tell_reason(w, all[0] ? all : "it does not build", true);
}

static bool add_layer(work *w, const char *text, xl__text *options) {
    xl_header_use use;
    xl_error error = {.text = ""};
    if (xl_header_options(w->session->device, w->session->options->backend, w->width, 0, &use, &error) !=
        XL_SUCCESS) {
        tell_reason(w, error.text, false);
        return false;
    }
    w->width = use.width;
    w->group = use.one_sub_group || use.largest_group_size < 256 ? (size_t)use.width : 256;
    xl__text_format(options, "%s", use.options);
    if (!strstr(text, "#define SG_GROUP_SIZE ")) xl__text_format(options, " -DSG_GROUP_SIZE=%zu", w->group);
    return true;
}

/* `inspect` generates NAME.cl from the file NAME. */
static void hand_out_program(work *w, const char *path, const char *name) {
    char *text = NULL, log[4096] = "";
    size_t size = 0;
    xl__text options = {0};
    cl_program program = NULL;
    w->name = name;
    w->settings = "";
    w->backend = NULL;
    if (xl__os_read_file(path, 1 << 28, &text, &size) != 0) return;
    const bool layer = strstr(text, "crosslane_sg.h\"\n") != NULL;
    if (!layer || add_layer(w, text, &options)) {
        const int status = xl__program_build(w->session->device, text, options.data ? options.data : "",
                                             &program, log, sizeof log);
        if (status == CL_SUCCESS) {
            hand_out(w, program);
            clReleaseProgram(program);
        } else {
            tell_log(w, log);
        }
    }
    xl__text_free(&options);
    free(text);
}

tool_exit tool_write_driver_binaries(tool_session *s, const tool_choice *choices, int count) {
    const tool_options *const o = s->options;
    int files = 0;
    for (int i = 0; i < (o->width_count > 0 ? o->width_count : 1); i++) {
        const int width = o->width_count > 0 ? o->widths[i] : 0;
        for (int p = 0; p + 1 < o->programs.count; p += 2) {
            work w = {.session = s, .width = width, .files = &files};
            hand_out_program(&w, o->programs.word[p], o->programs.word[p + 1]);
        }
        for (int c = 0; c < count && o->programs.count == 0; c++)
            for (size_t p = 0; p < choices[c].points->count; p++) {
                work w = {.session = s, .width = width, .files = &files};
                hand_out_strategy(&w, &choices[c], &choices[c].points->item[p]);
            }
    }
    return TOOL_OK;
}
