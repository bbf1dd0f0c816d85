/* inspect_file.c - compiles a user's own file for a target. */
#include "inspect/inspect_work.h"
#include "base/os.h"
#include "base/status.h"
#include "compilers/explain.h"
#include "compilers/standard_names.h"
#include "hints/compiler_errors.h"
#include "program/source.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the program and its options ---------------------------------------------------------------------- */

static bool includes(const char *text, const char *file) {
    const char *const at = strstr(text, file);
    return at && at > text && (at[-1] == '"' || at[-1] == '<' || at[-1] == '/');
}

/* As one file, or by a name in the suite. */
static bool includes_layer(const char *text) {
    return includes(text, "crosslane_sg.h") || includes(text, "sg/sg.h");
}

/* From --set, else what a kernel requires (0: nothing), else a usual number. */
static void add_group(tool_work *w, const xl_header_use *use, long required, xl__text *options) {
    static const char name[] = "SG_GROUP_SIZE=";
    const tool_options *const o = w->inspecting->options;
    const size_t lanes = (size_t)use->width, whole = ((size_t)required + lanes - 1) / lanes * lanes;
    w->out->group = use->one_sub_group || use->largest_group_size < 256 ? lanes : 256;
    if (whole > 0) w->out->group = whole;
    for (int i = 0; i < o->settings.count; i++)
        if (strncmp(o->settings.word[i], name, sizeof name - 1) == 0) {
            w->out->group = strtoul(o->settings.word[i] + sizeof name - 1, NULL, 10);
            return;
        }
    xl__text_format(options, "-D%s%zu ", name, w->out->group);
}

static bool has_width(const tool_inspect_target *target, int width) {
    int widths[TOOL_MAX_WIDTHS];
    const int count = tool_target_widths(target, widths, TOOL_MAX_WIDTHS);
    for (int i = 0; i < count; i++)
        if (widths[i] == width) return true;
    return false;
}

/* A width that the target lacks is emulated. */
static bool add_layer_options(tool_work *w, long required, xl__text *options) {
    const char *const given = w->inspecting->options->backend;
    const char *const own = tool_described_value(&w->out->target->facts, "backend");
    const char *const backend = given ? given : has_width(w->out->target, w->out->width) ? own : "local";
    xl_error error = {.text = ""};
    xl_header_use use;
    /* Learning the operations compiles a dozen kernels whose instructions are not shown. */
    w->cross.wish.numbers_alone = true;
    int status = tool_cross_open(&w->cross, NULL, &error);
    if (status == XL_SUCCESS)
        status = xl_header_options(w->cross.device, backend, w->out->width, 0, &use, &error);
    w->cross.wish.numbers_alone = false;
    if (status != XL_SUCCESS) {
        tool_work_tell_failure(w, status, &error);
        return false;
    }
    xl__text_format(options, "%s ", use.options);
    snprintf(w->out->backend, sizeof w->out->backend, "%s", use.backend);
    add_group(w, &use, required, options);
    return true;
}

static bool write_part(tool_work *w, const char *base, const char *part, const char *text) {
    char reason[128];
    xl__text path = {0};
    xl__text_format(&path, "%s.%s", base, part);
    const int failed = xl__os_write_file(tool_need(path.data), text, strlen(text));
    if (failed)
        tool_work_fail(w->out, TOOL_OUTPUT, "%s: %s", path.data,
                       xl__os_reason(failed, reason, sizeof reason));
    xl__text_free(&path);
    return !failed;
}

static void add_macros(const tool_options *o, xl__text *options) {
    for (int i = 0; i < o->settings.count; i++) xl__text_format(options, "-D%s ", o->settings.word[i]);
}

/* The folder of the file for an include whose name is a macro, then those asked for. Options are words, so a
   folder with a blank in its name cannot be one. */
static void add_includes(const tool_options *o, const char *path, xl__text *options) {
    const char *const slash = strrchr(path, '/');
    const int size = slash ? (int)(slash - path) : 0;
    if (!memchr(path, ' ', (size_t)size))
        xl__text_format(options, "-I%.*s/ ", size ? size : 1, size ? path : ".");
    for (int i = 0; i < o->includes.count; i++) xl__text_format(options, "-I%s ", o->includes.word[i]);
    for (int i = 0; i < o->build_options.count; i++)
        xl__text_format(options, "%s ", o->build_options.word[i]);
}

/* Without the layer only some compilers take the lanes. */
static void add_own_options(tool_work *w, xl__text *options) {
    char name[32];
    const char *own = tool_described_value(&w->out->target->facts, "own_options");
    xl__text_format(options, "%s ", own);
    snprintf(name, sizeof name, "own_lanes_%d", w->out->width);
    own = tool_described_value(&w->out->target->facts, name);
    if (own) xl__text_format(options, "%s ", own);
}

/* Keeps names and lines. The layer as one file is built in. */
static bool expand_file(tool_work *w, const char *path, const char *text, xl__text *out) {
    xl_error error = {.text = ""};
    char folder[TOOL_PATH];
    const char *const slash = strrchr(path, '/');
    const bool fits =
        strlen(path) < XL__SOURCE_NAME || !slash; /* else its includes are looked for next to it */
    snprintf(folder, sizeof folder, "%.*s", fits ? 0 : (int)(slash - path), path);
    const int status = fits ? xl__expand_text(path[0] == '/' ? "" : ".", path, text, out, &error)
                            : xl__expand_text(folder, slash + 1, text, out, &error);
    if (status != XL_SUCCESS) tool_work_fail(w->out, TOOL_USAGE, "%s", error.text);
    return status == XL_SUCCESS;
}

typedef struct program {
    const char *path;
    xl__text text; /* with its includes */
    char base[TOOL_PATH];
    bool layered; /* it includes the layer */
} program;

static bool write_options(tool_work *w, const program *p, xl__text *options) {
    add_macros(w->inspecting->options, options);
    add_includes(w->inspecting->options, p->path, options);
    tool_need(options->failed ? NULL : options);
    return write_part(w, p->base, "options", options->data);
}

static bool prepare_file(tool_work *w, const char *text, program *p) {
    xl__text options = {0};
    bool good = expand_file(w, p->path, text, &p->text);
    tool_need(p->text.failed || !p->text.data ? NULL : p);
    p->layered = includes_layer(p->text.data);
    if (good && p->layered)
        good = add_layer_options(w, 0, &options);
    else if (good)
        add_own_options(w, &options);
    good = good && write_part(w, p->base, "cl", p->text.data) && write_options(w, p, &options);
    xl__text_free(&options);
    return good;
}

static void check_lanes(tool_work *w) {
    tool_inspection *const out = w->out;
    if (w->inspecting->options->width_count == 0 && !out->note) return;
    if (strcmp(out->backend, "local") == 0) return; /* emulated, in any lanes */
    for (int i = 0; i < out->codes.count; i++) {
        const tool_code *const code = &out->codes.item[i];
        if (code->numbers.lanes <= 0 || code->numbers.lanes == out->width) continue;
        tool_work_fail(
            out, TOOL_WRONG,
            "%s was compiled for %ld lanes, not %d; without the layer the kernel itself has to ask for them",
            code->kernel, code->numbers.lanes, out->width);
        return;
    }
}

static void add_extensions(const tool_work *w, xl__text *out) {
    const tool_described *const facts = &w->out->target->facts;
    const char *const features = tool_described_value(facts, "features");
    xl__text_format(out, "%s %s", tool_described_value(facts, "extensions"), features ? features : "");
    tool_need(out->data);
}

static void compile_file(tool_work *w, const char *base) {
    enum { LOG = 8192 };
    char line[512], further[LOG];
    w->cross.ended = 0;
    if (tool_cross_compile(&w->cross, base)) {
        tool_codes *const codes = tool_cross_codes(&w->cross, base);
        if (w->cross.refused.fault[0]) {
            tool_work_tell_end(w);
            return;
        }
        if (codes->count == 0) tool_work_fail(w->out, TOOL_WRONG, "%s: no kernel in it", w->out->name);
        tool_work_take_program(w->out, base);
        w->out->codes = *codes;
        *codes = (tool_codes){.count = 0};
        check_lanes(w);
        return;
    }
    if (tool_work_tell_end(w)) return;
    char *const log = tool_cross_part(base, "log");
    char *const text = tool_cross_part(base, "cl");
    xl__text help = {0}, extensions = {0};
    add_extensions(w, &extensions);
    const tool_explaining explaining = {log ? log : "", text ? text : "", w->out->target->name,
                                        extensions.data,
                                        tool_described_value(&w->out->target->facts, "lanes")};
    tool_explain_errors(&explaining, &help);
    tool_first_error(explaining.log, line, sizeof line);
    tool_further_errors(explaining.log, TOOL_ERRORS, "", further, sizeof further);
    tool_work_fail(w->out, TOOL_WRONG, "%s%s%s", line, further, help.data ? help.data : "");
    xl__text_free(&help);
    xl__text_free(&extensions);
    free(text);
    free(log);
}

/* ---- standard names ------------------------------------------------------------------------------------ */

static bool find_names(tool_work *w, const program *p, tool_names *names) {
    const tool_described *const facts = &w->out->target->facts;
    const char *const own = tool_described_value(facts, "tree_options");
    xl__text options = {0};
    xl_error error = {.text = ""};
    if (!own || p->layered) return false;
    xl__text_format(&options, "%s %s ", own, tool_described_value(facts, "own_options"));
    add_macros(w->inspecting->options, &options);
    add_includes(w->inspecting->options, p->path, &options);
    const char **const words = tool_split_words(tool_need(options.data));
    const tool_tree_given given = {p->text.data, p->base, words, w->inspecting->seconds};
    const int status = tool_names_find(&given, w->inspecting->options->kernel, names, &error);
    if (status != XL_SUCCESS) tool_names_free(names);
    free(words);
    xl__text_free(&options);
    return status == XL_SUCCESS;
}

static void find_missing(const tool_work *w, const tool_names *names, char missing[TOOL_NAMES_TEXT]) {
    xl__text all = {0};
    add_extensions(w, &all);
    tool_names_missing(names, all.data, missing);
    xl__text_free(&all);
}

/* The compiler ignored a kernel's required lanes. */
static bool ignores_width(const tool_work *w, const tool_names *names) {
    for (int i = 0; i < w->out->codes.count; i++) {
        const long lanes = w->out->codes.item[i].numbers.lanes;
        if (names->width > 0 && lanes > 0 && lanes != names->width) return true;
    }
    return false;
}

/* False: refused. */
static bool choose_width(tool_work *w, const tool_names *names) {
    const tool_options *const o = w->inspecting->options;
    tool_inspection *const out = w->out;
    if (names->other_width > 0)
        tool_work_fail(out, TOOL_WRONG,
                       "its kernels require sub-groups of %d and of %d lanes: choose a kernel with --kernel",
                       names->width, names->other_width);
    else if (names->width > 0 && (o->width_count > 0 || o->width_all || o->width_native) &&
             names->width != out->width)
        tool_work_fail(out, TOOL_WRONG, "%s requires sub-groups of %d lanes, not %d", names->kernel,
                       names->width, out->width);
    else {
        if (names->width > 0) out->width = names->width;
        out->status = TOOL_OK;
        return true;
    }
    return false;
}

static void note_names(tool_work *w, const tool_names *names, const char *missing) {
    xl__text note = {0};
    const bool emulated = strcmp(w->out->backend, "local") == 0;
    xl__text_format(&note, "crosslane's layer (backend %s, %d lanes%s%s%s) provides %s", w->out->backend,
                    w->out->width, names->width ? " as required by " : "", names->width ? names->kernel : "",
                    emulated ? ", emulated" : "", missing[0] ? missing : "the sub-group functions");
    w->out->note = tool_need(note.data);
}

/* The program was compiled as OpenCL C 3.0, say, when the layer needs only 1.2. */
static void keep_language(const tool_work *w, xl__text *options) {
    static const char word[] = "-cl-std=CL";
    const char *const own = strstr(tool_described_value(&w->out->target->facts, "own_options"), word);
    const char *const layers = options->data ? strstr(options->data, word) : NULL;
    if (!own || (layers && strncmp(own, layers, sizeof word + 2) <= 0)) return;
    xl__text_format(options, "%.*s ", (int)strcspn(own, " "), own);
}

static bool prepare_names(tool_work *w, program *p, const tool_names *names) {
    xl__text text = {0}, options = {0};
    xl_error error = {.text = ""};
    bool good = add_layer_options(w, names->group, &options);
    keep_language(w, &options);
    const bool context = strcmp(w->out->backend, "local") == 0;
    if (good && tool_names_write(names, p->text.data, context, &text, &error) != XL_SUCCESS) {
        tool_work_fail(w->out, TOOL_WRONG, "%s", error.text);
        good = false;
    }
    good = good && write_part(w, p->base, "cl", text.data) && write_options(w, p, &options);
    xl__text_free(&text);
    xl__text_free(&options);
    return good;
}

/* The layer provides called functions, and a required width, that the target lacks. */
static void use_names(tool_work *w, program *p) {
    tool_names names;
    char missing[TOOL_NAMES_TEXT];
    tool_inspection *const out = w->out;
    if (out->status != TOOL_OK && out->status != TOOL_WRONG) return;
    if (out->status == TOOL_OK && !strstr(p->text.data, "reqd_sub_group_size")) return;
    if (!find_names(w, p, &names)) return;
    find_missing(w, &names, missing);
    if (names.count > 0 &&
        (out->status == TOOL_OK ? ignores_width(w, &names) : missing[0] || names.width > 0) &&
        choose_width(w, &names)) {
        tool_inspection_forget(out);
        tool_text_append(p->base, sizeof p->base, "-names");
        if (prepare_names(w, p, &names)) {
            note_names(w, &names, missing);
            compile_file(w, p->base);
        }
    }
    tool_names_free(&names);
}

static char *read_file(tool_work *w, const char *path) {
    enum { LARGEST = 1 << 26 };
    char *text = NULL;
    xl_error error = {.text = ""};
    if (xl__read_source(path, LARGEST, &text, &error) != XL_SUCCESS)
        tool_work_fail(w->out, TOOL_USAGE, "%s", error.text);
    return text;
}

static bool calls(const tool_tree *tree, const char *name) {
    for (int i = 0; i < tree->count; i++)
        if (tool_tree_uses(&tree->item[i], name)) return true;
    return false;
}

/* A compiler that drops printf, which the device's driver keeps. */
static void note_printf(tool_work *w, const program *p) {
    static const char note[] =
        "the code lacks its printf: this compiler drops it, the device's driver does not";
    tool_names names;
    xl__text all = {0};
    if (!tool_described_value(&w->out->target->facts, "drops_printf") || w->out->status != TOOL_OK) return;
    if (!xl__find_name(p->text.data, "printf", sizeof "printf" - 1) || !find_names(w, p, &names)) return;
    if (calls(&names.tree, "printf")) {
        xl__text_format(&all, "%s%s%s", w->out->note ? w->out->note : "", w->out->note ? "; " : "", note);
        free(w->out->note);
        w->out->note = tool_need(all.data);
    }
    tool_names_free(&names);
}

static void inspect_text(tool_work *w, const char *path, const char *text) {
    program p = {.path = path};
    snprintf(p.base, sizeof p.base, "%s/own-%s-%d", w->inspecting->folder, w->out->target->name,
             w->out->width);
    if (prepare_file(w, text, &p)) {
        compile_file(w, p.base);
        if (strstr(p.text.data, "sub_group")) use_names(w, &p);
        note_printf(w, &p);
    }
    xl__text_free(&p.text);
}

void tool_inspect_text(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       const char *text, int width, tool_inspection *out) {
    tool_work w;
    const bool good = tool_work_begin(&w, inspecting, target, width, out);
    snprintf(out->name, sizeof out->name, "%s", path);
    if (good) inspect_text(&w, path, text);
    tool_cross_close(&w.cross);
}

void tool_inspect_file(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       int width, tool_inspection *out) {
    tool_work w;
    const bool good = tool_work_begin(&w, inspecting, target, width, out);
    snprintf(out->name, sizeof out->name, "%s", path);
    char *const text = read_file(&w, path); /* reports the file's mistakes before missing tools */
    if (good && text) inspect_text(&w, path, text);
    free(text);
    tool_cross_close(&w.cross);
}
