/* cmd_show.c - `crosslane show FILE...`: recorded files as the live run printed them. */
#include "text/os_locale.h"
#include "text/os_memory.h"
#include "system/os_start.h"
#include "options/outputs.h"
#include "recorded/gaps.h"
#include "recorded/tables.h"
#include "shared/cli.h"
#include "print/print_scores.h"
#include "text/display.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

static const cli_view *view_of(const json_t *rows) {
    bool probe = false, verify = false, bench = false, promise = false;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const char *const kind = json_string_value(json_object_get(json_array_get(rows, i), "kind"));
        probe = probe || strcmp(kind, "probe") == 0;
        verify = verify || strcmp(kind, "verify") == 0;
        bench = bench || strcmp(kind, "bench") == 0;
        promise = promise || strcmp(kind, "promise") == 0;
    }
    if (bench) return probe || verify ? &cli_run_view : &cli_bench_view;
    if (verify) return &cli_verify_view;
    return promise ? &cli_promises_view : &cli_probe_view;
}

static void count(tool_campaign *c, const json_t *record) {
    const char *const status = json_string_value(json_object_get(record, "status"));
    c->ok += strcmp(status, "ok") == 0;
    c->mismatch += strcmp(status, "mismatch") == 0;
    c->unsupported += strcmp(status, "unsupported") == 0;
    c->skipped += strcmp(status, "skipped") == 0;
    c->error += strcmp(status, "error") == 0;
}

static json_t *rows_of(const tool_options *o, const tool_words *names, const tool_subject *s) {
    json_t *const rows = tool_need(json_array());
    for (size_t i = 0; i < json_array_size(s->records); i++) {
        json_t *const record = json_array_get(s->records, i);
        if (tool_recorded_wants(o, names, record)) json_array_append(rows, record);
    }
    return rows;
}

enum { LONGEST_FILE = 40 }; /* columns that leave room for the rest of a command */

static void print_next(tool_campaign *c, const tool_words *files) {
    static const char *const next[][3] = {{"show", " ALGORITHM", "one algorithm's strategies and widths"},
                                          {"compare", " OTHER.json", "with another device"},
                                          {"report", " --out PAGE.html", "a page with charts"}};
    char file[TOOL_PATH], command[TOOL_PATH + 64];
    if (files->count != 1) return;
    tool_text_clean(files->word[0], file, sizeof file);
    const bool fits = tool_text_width(file) <= LONGEST_FILE;
    tool_print(c->screen, fits ? "next:\n" : "next, with this file for FILE:\n");
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        snprintf(command, sizeof command, "crosslane %s %s%s", next[i][0], fits ? file : "FILE", next[i][1]);
        cli_print_next(c, command, next[i][2]);
    }
}

/* Only `run` has a verdict. */
static bool show_verdict(tool_campaign *c, const tool_recorded *recorded, const tool_words *names) {
    bool ran = false;
    for (int i = 0; i < recorded->count; i++) {
        json_t *const rows = rows_of(c->options, names, &recorded->subject[i]);
        ran = ran || (json_array_size(rows) > 0 && view_of(rows) == &cli_run_view);
        json_decref(rows);
    }
    const cli_place place = {c->screen, cli_width(c), cli_colour(c), tool_knows_unicode()};
    if (!ran) return false;
    fputc('\n', c->screen);
    cli_end_with_verdict(recorded, c->options, names, &place);
    return true;
}

static void show_subject(tool_campaign *c, const tool_subject *s, const json_t *rows) {
    const cli_view *const view = view_of(rows);
    const int device = (int)json_integer_value(json_object_get(s->device, "index"));
    if (device < 0 || device >= TOOL_MAX_FOUND) return;
    c->user = view->make(c->options);
    c->listener = &view->listener;
    c->found[device].facts = (json_t *)s->device;
    if (view->listener.device_begins) view->listener.device_begins(c, device);
    if (view->listener.detail) view->listener.detail(c, device);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        view->listener.record(c, device, json_array_get(rows, i));
        count(c, json_array_get(rows, i));
    }
    if (view->listener.device_ends) view->listener.device_ends(c, device);
    c->found[device].facts = NULL;
    view->free(c->user);
}

static void show_live(const tool_options *o, const tool_recorded *recorded, const tool_words *files,
                      const tool_words *names, tool_exit *status) {
    tool_campaign *const c = tool_need(calloc(1, sizeof *c));
    c->options = o;
    c->screen = tool_outputs_screen(o);
    c->found = tool_need(calloc(TOOL_MAX_FOUND, sizeof *c->found));
    for (int i = 0; i < recorded->count; i++) {
        json_t *const rows = rows_of(o, names, &recorded->subject[i]);
        if (json_array_size(rows) > 0) show_subject(c, &recorded->subject[i], rows);
        json_decref(rows);
    }
    const bool ran = show_verdict(c, recorded, names);
    cli_print_summary(c);
    if (ran && !o->quiet) print_next(c, files);
    cli_need_chart(c);
    *status = tool_exit_worst(*status, c->status);
    free(c->found);
    free(c);
}

static void print_markdown_verdict(const tool_options *o, const tool_recorded *recorded,
                                   const tool_words *names) {
    tool_matches matches;
    tool_match_rows(recorded, o, names, &matches);
    tool_contests contests = tool_contests_make(recorded, &matches, o, names, 2);
    if (recorded->count > 1 && contests.count > 0) cli_print_scores_markdown(&contests, stdout);
    tool_contests_free(&contests);
    tool_matches_free(&matches);
}

static tool_exit show_all(const tool_options *o, const tool_recorded *recorded, const tool_words *files,
                          const tool_words *names) {
    tool_exit status = TOOL_OK;
    tool_warn_files(recorded);
    if (!tool_recorded_any(recorded, o, names)) return tool_recorded_none(recorded, o, names, "show");
    if (o->csv) status = tool_recorded_csv(o->csv, recorded, o, names);
    if (status != TOOL_OK) return status;
    if (o->markdown) {
        print_markdown_verdict(o, recorded, names);
        return tool_recorded_markdown(recorded, o, names);
    }
    show_live(o, recorded, files, names, &status);
    return status;
}

tool_exit cli_show(const tool_options *o) {
    tool_words files, names;
    tool_recorded recorded;
    tool_recorded_words(&o->names, &files, &names);
    if (files.count == 0) {
        tool_complain("show: name the results files, 'crosslane show results.json'");
        return TOOL_USAGE;
    }
    if (o->csv) tool_interrupt_catch(); /* refuse before any output is half written */
    tool_exit status = tool_check_outputs(o);
    if (status != TOOL_OK) return status;
    status = tool_recorded_open(&files, false, "show", &recorded);
    if (status == TOOL_OK) status = show_all(o, &recorded, &files, &names);
    tool_recorded_free(&recorded);
    return tool_exit_worst(status, tool_flush(stdout));
}
