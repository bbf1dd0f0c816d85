#include "options/outputs.h"
#include "base/os.h"
#include "program/source.h"
#include "records/runs.h"
#include "system/os_drivers.h"
#include "system/output_file.h"
#include "system/os_file.h"
#include <stdio.h>
#include <string.h>

static bool is_stream(const char *path) {
    return path && strcmp(path, "-") == 0;
}

FILE *tool_outputs_screen(const tool_options *o) {
    return is_stream(o->json) || is_stream(o->csv) ? stderr : stdout;
}

typedef struct named_file {
    const char *option, *word; /* as typed */
    const char *path;
} named_file;

enum { MAX_FILES = 2 * TOOL_MAX_WORDS + 3 };

typedef struct file_list {
    named_file item[MAX_FILES];
    int count;
} file_list;

static void add(file_list *list, const char *option, const char *word, const char *path) {
    if (path && path[0] && !is_stream(path)) list->item[list->count++] = (named_file){option, word, path};
}

/* ARRAY=FILE; others are refused where arrays are known. */
static void add_words(file_list *list, const char *option, const tool_words *words) {
    for (int i = 0; i < words->count; i++) {
        const char *equals = strchr(words->word[i], '=');
        if (equals) add(list, option, words->word[i], equals + 1);
    }
}

static tool_exit check_pairs(const file_list *out) {
    for (int a = 0; a < out->count; a++)
        for (int b = a + 1; b < out->count; b++)
            if (tool_file_same(out->item[a].path, out->item[b].path)) {
                tool_complain("%s %s and %s %s are one file; name two", out->item[a].option,
                              out->item[a].word, out->item[b].option, out->item[b].word);
                return TOOL_USAGE;
            }
    return TOOL_OK;
}

static tool_exit check_inputs(const file_list *out, const file_list *in) {
    for (int a = 0; a < out->count; a++)
        for (int b = 0; b < in->count; b++)
            if (tool_file_same(out->item[a].path, in->item[b].path)) {
                tool_complain("%s %s would replace %s %s; name another file", out->item[a].option,
                              out->item[a].word, in->item[b].option, in->item[b].word);
                return TOOL_USAGE;
            }
    return TOOL_OK;
}

static void add_recorded(file_list *in, const tool_options *o) {
    for (int i = 0; i < o->names.count; i++) add(in, "the results file", o->names.word[i], o->names.word[i]);
}

static tool_exit check_kernels(const file_list *out, const char *folder) {
    for (size_t i = 0; folder && i < xl__embedded_file_count; i++) {
        char path[TOOL_PATH];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, xl__embedded_files[i].name);
        if (length < 0 || (size_t)length >= sizeof path || !tool_file_is_regular(path)) continue;
        file_list in = {.count = 0};
        add(&in, "--kernel-dir's", path, path);
        const tool_exit status = check_inputs(out, &in);
        if (status != TOOL_OK) return status;
    }
    return TOOL_OK;
}

static tool_exit check_new(const tool_options *o, const char *option, const char *path) {
    if (!path || is_stream(path) || o->force) return TOOL_OK;
    if (tool_file_is_lost_link(path))
        tool_complain("%s %s: it is a link that leads to no file; --force makes that file", option, path);
    else if (tool_file_is_regular(path))
        tool_complain("%s %s: the file exists; --force replaces it", option, path);
    else
        return TOOL_OK;
    return TOOL_USAGE;
}

/* exec replaces files. */
static tool_exit check_links(const tool_options *o) {
    for (int i = 0; i < o->out.count; i++) {
        const char *const equals = strchr(o->out.word[i], '=');
        if (!equals || !tool_file_is_lost_link(equals + 1)) continue;
        const tool_exit status = check_new(o, "--out", equals + 1);
        if (status != TOOL_OK) return status;
    }
    return TOOL_OK;
}

/* Keeps an earlier run's files in --out-dir. */
static tool_exit check_folder(const tool_options *o) {
    char **names = NULL, path[TOOL_PATH];
    size_t count = 0;
    bool taken = false;
    if (!o->out_dir || o->keeps_runs || o->force || xl__os_list_folder(o->out_dir, &names, &count) != 0)
        return TOOL_OK;
    for (size_t i = 0; i < count && !taken; i++) {
        if (!tool_runs_writes(names[i]) || (o->json && strcmp(names[i], TOOL_RUNS_FILE) == 0)) continue;
        taken = snprintf(path, sizeof path, "%s/%s", o->out_dir, names[i]) < (int)sizeof path;
    }
    xl__os_free_names(names, count);
    if (!taken) return TOOL_OK;
    tool_complain(
        "--out-dir %s: %s exists; name another folder, or --force replaces what an earlier run wrote",
        o->out_dir, path);
    return TOOL_USAGE;
}

/* A worker writes exec's outputs; its own streams lead to this process. */
static tool_exit check_streams(const tool_words *words) {
    static const char *const streams[] = {"-",         "/dev/stdout",     "/dev/stderr",    "/dev/fd/1",
                                          "/dev/fd/2", "/proc/self/fd/1", "/proc/self/fd/2"};
    for (int i = 0; i < words->count; i++) {
        const char *const equals = strchr(words->word[i], '=');
        for (size_t s = 0; equals && s < sizeof streams / sizeof *streams; s++)
            if (strcmp(equals + 1, streams[s]) == 0) {
                tool_complain("--out %s: exec writes no array to its own output; name a file or a pipe",
                              words->word[i]);
                return TOOL_USAGE;
            }
    }
    return TOOL_OK;
}

tool_exit tool_check_outputs(const tool_options *o) {
    file_list out = {.count = 0}, in = {.count = 0};
    char results[TOOL_PATH] = "";
    add(&out, "--json", o->json, o->json);
    add(&out, "--csv", o->csv, o->csv);
    add(&out, "--chart", o->chart, o->chart);
    add(&out, "--html", o->html, o->html);
    const bool page = o->command == TOOL_COMMAND_report;
    if (page)
        add(&out, "--out", o->out.word[0], o->out.word[0]);
    else
        add_words(&out, "--out", &o->out);
    if (page || o->command == TOOL_COMMAND_show || o->command == TOOL_COMMAND_compare ||
        o->command == TOOL_COMMAND_merge)
        add_recorded(&in, o);
    add_words(&in, "--in", &o->in);
    if (o->out_dir && !o->json && !o->keeps_runs)
        snprintf(results, sizeof results, "%s/" TOOL_RUNS_FILE, o->out_dir);
    add(&out, "--out-dir's", results, results);
    tool_exit status = page ? TOOL_OK : check_streams(&o->out);
    if (status == TOOL_OK) status = check_pairs(&out);
    if (status == TOOL_OK) status = check_inputs(&out, &in);
    if (status == TOOL_OK) status = check_kernels(&out, o->kernel_dir);
    if (status == TOOL_OK) status = check_new(o, "--json", o->json);
    if (status == TOOL_OK) status = check_new(o, "--csv", o->csv);
    if (status == TOOL_OK) status = check_new(o, "--chart", o->chart);
    if (status == TOOL_OK) status = check_new(o, "--html", o->html);
    if (status == TOOL_OK) status = page ? check_new(o, "--out", o->out.word[0]) : check_links(o);
    if (status == TOOL_OK) status = check_folder(o);
    for (int i = 0; i < out.count && status == TOOL_OK; i++) {
        xl_error error = {0};
        if (out.item[i].path == results || tool_out_check(out.item[i].path, &error) == XL_SUCCESS) continue;
        tool_complain("%s", error.text);
        status = TOOL_OUTPUT;
    }
    return status;
}

void tool_sweep_outputs(const tool_options *o) {
    char picture[TOOL_PATH];
    for (int i = 0; i < o->out.count; i++) {
        const char *equals = strchr(o->out.word[i], '=');
        if (equals) tool_out_sweep(equals + 1);
    }
    if (o->out_dir && snprintf(picture, sizeof picture, "%s/picture", o->out_dir) < (int)sizeof picture)
        tool_out_sweep(picture);
}
