/* cmd_export.c - `crosslane export`: a recorded row as a program of its own. */
#include "export/folder.h"
#include "recorded/recorded.h"
#include "records/record.h"
#include "run/rows.h"
#include "shared/cli.h"
#include "shared/cli_export.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 40, SETTING = 160 };

static bool has_program(const json_t *record) {
    const char *const kind = tool_text_of(record, "kind"), *const status = tool_text_of(record, "status");
    const bool run = strcmp(kind, "verify") == 0 || strcmp(kind, "bench") == 0;
    return run && strcmp(status, "skipped") != 0 && strcmp(status, "unsupported") != 0;
}

/* A planted kernel's row is ok if it was caught. */
static bool is_caught(const json_t *record) {
    return strncmp(tool_text_of(record, "reason"), TOOL_PLANT_CAUGHT, strlen(TOOL_PLANT_CAUGHT)) == 0;
}

static bool has_mismatch(const json_t *record) {
    return strcmp(tool_text_of(record, "status"), "mismatch") == 0 || is_caught(record);
}

static bool went_wrong(const json_t *record) {
    return has_mismatch(record) || strcmp(tool_text_of(record, "status"), "error") == 0;
}

/* What was written past its end. TOOL_USAGE, complained of: the mistake is not in the results. */
static tool_exit find_mistake(const json_t *record, const char **beyond) {
    const json_t *const mismatch = json_object_get(record, "mismatch");
    const char *const got = tool_text_of(mismatch, "got");
    *beyond = NULL;
    if (!has_mismatch(record)) return TOOL_OK;
    if (strcmp(got, "written past the end") == 0) *beyond = tool_text_of(mismatch, "array");
    if (json_is_object(mismatch) && strcmp(got, "written before the start") != 0) return TOOL_OK;
    tool_complain("an exported program cannot show this mistake: %s", tool_text_of(record, "reason"));
    return TOOL_USAGE;
}

bool cli_export_prefers(const json_t *record, const json_t *before) {
    return has_program(record) && (!before || (went_wrong(record) && !went_wrong(before)));
}

/* `number` 0: the first wrong row, else the first. Complains. */
static const json_t *find_row(const json_t *document, const char *file, int number) {
    const json_t *const records = json_object_get(document, "records"), *record, *best = NULL;
    const size_t count = json_array_size(records);
    size_t i;
    if (number > (int)count) {
        tool_complain("--row %d: %s has %zu rows", number, file, count);
        return NULL;
    }
    if (number > 0) {
        record = json_array_get(records, (size_t)number - 1);
        if (has_program(record)) return record;
        tool_complain("--row %d: a row of '%s' with status '%s' runs no kernel; take one of verify or bench",
                      number, tool_text_of(record, "kind"), tool_text_of(record, "status"));
        return NULL;
    }
    json_array_foreach(records, i, record) if (cli_export_prefers(record, best)) best = record;
    if (!best) tool_complain("%s has no row of verify or bench that ran", file);
    return best;
}

static const json_t *device_of(const json_t *document, const json_t *record) {
    const json_t *device;
    size_t i;
    json_array_foreach(json_object_get(document, "devices"), i,
                       device) if (strcmp(tool_text_of(device, "id"), tool_text_of(record, "device")) ==
                                   0) return device;
    return NULL;
}

typedef struct export_words {
    char name[192], text[SETTINGS][SETTING];
} export_words;

static void add_setting(tool_options *o, export_words *words, const char *name, const char *value) {
    if (o->settings.count == SETTINGS || strcmp(value, "-") == 0) return;
    char *const text = words->text[o->settings.count];
    snprintf(text, SETTING, "%s=%s", name, value);
    o->settings.word[o->settings.count++] = text;
}

static void set_options(tool_options *o, export_words *words, const json_t *record) {
    const char *name, *chosen = tool_text_of(record, "strategy_chosen");
    const json_t *value;
    char text[SETTING];
    o->command = TOOL_COMMAND_export;
    o->names = o->settings = (tool_words){.count = 0};
    o->width_native = o->width_all = false;
    o->width_count = 0;
    o->json = o->csv = o->plant = NULL;
    o->random = 0;
    o->pairs = o->exhaustive = false;
    snprintf(words->name, sizeof words->name, "%s/%s", tool_text_of(record, "algorithm"),
             chosen[0] ? chosen : tool_text_of(record, "strategy"));
    o->names.word[o->names.count++] = words->name;
    add_setting(o, words, "type", tool_field_text(record, "type", text, sizeof text));
    add_setting(o, words, "distribution", tool_field_text(record, "distribution", text, sizeof text));
    json_object_foreach((json_t *)(uintptr_t)json_object_get(record, "params"), name, value)
        add_setting(o, words, name, tool_json_value_text(value, text, sizeof text));
    if (tool_number_of(record, "width_requested") > 0)
        o->widths[o->width_count++] = (int)tool_number_of(record, "width_requested");
    if (json_is_string(json_object_get(record, "backend")) && o->width_count > 0)
        o->backend = tool_text_of(record, "backend");
    o->seed = (uint64_t)json_integer_value(json_object_get(record, "seed"));
}

typedef struct exported {
    json_t *event, *device; /* owned; NULL: none came */
} exported;

static void on_other(tool_campaign *c, int device, const json_t *event) {
    exported *const out = c->user;
    if (strcmp(tool_text_of(event, "event"), "exported") != 0 || out->event) return;
    out->event = json_deep_copy(event);
    out->device = json_deep_copy(c->found[device].facts);
}

static void print_result(const char *folder, const exported *out, const export_runs *runs, bool wrong) {
    tool_print(stdout, "%s: %s\n", folder, tool_text_of(out->event, "title"));
    if (runs->runs == 0)
        tool_print(stdout, "%s\n", runs->why);
    else if (runs->failed == 0)
        tool_print(stdout, "its program passed in %d of %d runs%s\n", runs->runs, runs->runs,
                   wrong ? ", although the row was wrong: it does not show the mistake" : "");
    else
        tool_print(stdout, "its program failed in %d of %d runs: %s\n", runs->failed, runs->runs, runs->why);
    tool_print(stdout, "next: make -C %s check; REPORT.md has the facts\n", folder);
}

/* Runs it ten times. */
static tool_exit write_program(tool_options *o, exported *out, export_runs *runs) {
    const tool_listener listener = {.other = on_other};
    tool_campaign c;
    json_decref(out->event);
    json_decref(out->device);
    *out = (exported){NULL, NULL};
    tool_exit status = cli_open(&c, o);
    if (status != TOOL_OK) return status;
    tool_campaign_run(&c, &listener, out, true);
    status = tool_campaign_close(&c, false);
    if (status == TOOL_OK && !out->event) status = TOOL_DEVICE_FAILED;
    return status == TOOL_OK ? export_folder_run(o->folder, runs) : status;
}

static bool always_passes(const export_runs *runs) {
    return runs->runs > 0 && runs->failed == 0;
}

tool_exit cli_export_row(const tool_options *given, const json_t *record, const char *device,
                         const char *folder) {
    tool_options *const o = tool_need(malloc(sizeof *o));
    export_words *const words = tool_need(calloc(1, sizeof *words));
    exported out = {NULL, NULL};
    export_runs runs = {.runs = 0};
    const bool wrong = went_wrong(record);
    *o = *given;
    set_options(o, words, record);
    o->folder = folder;
    tool_exit status = find_mistake(record, &o->beyond);
    if (o->devices.count == 0) o->devices.word[o->devices.count++] = device;
    if (status == TOOL_OK) status = cli_need_free_folder(folder, given->force, "write");
    if (status == TOOL_OK) status = export_folder_make(folder);
    for (o->repeat = 1; status == TOOL_OK && o->repeat <= 2; o->repeat++) { /* the second run may be wrong */
        status = write_program(o, &out, &runs);
        if (!wrong || !always_passes(&runs)) break;
    }
    if (status == TOOL_OK) status = export_folder_report(folder, record, out.device, out.event, &runs);
    if (status == TOOL_OK) print_result(folder, &out, &runs, wrong);
    if (status == TOOL_OK && wrong && always_passes(&runs)) status = TOOL_WRONG;
    json_decref(out.event);
    json_decref(out.device);
    free(words);
    free(o);
    return status;
}

typedef struct export_call {
    const tool_options *options;
    const char *folder;
    int files; /* so far */
} export_call;

static tool_exit export_file(void *user, int word, const char *file) {
    export_call *const call = user;
    json_t *document = NULL;
    xl_error error = {0};
    (void)word;
    if (call->files++ > 0) {
        tool_complain("export takes one results file, but there is also %s", file);
        return TOOL_USAGE;
    }
    if (tool_results_load(file, &document, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    const json_t *const record = find_row(document, file, call->options->row);
    const json_t *const device = record ? device_of(document, record) : NULL;
    const tool_exit status =
        record ? cli_export_row(call->options, record, tool_text_of(device, "name"), call->folder)
               : TOOL_USAGE;
    json_decref(document);
    return status;
}

tool_exit cli_export(const tool_options *o) {
    if (o->names.count != 2) {
        tool_complain("export takes a results file and a new folder: crosslane export FILE DIR --row 3");
        return TOOL_USAGE;
    }
    const tool_words file = {.word = {o->names.word[0]}, .count = 1};
    export_call call = {.options = o, .folder = o->names.word[1]};
    return tool_recorded_each(&file, export_file, &call);
}
