/* cmd_run.c - `crosslane run`, the default command. */
#include "text/os_locale.h"
#include "text/os_memory.h"
#include "text/display.h"
#include "text/wrap.h"
#include "text/print.h"
#include "system/os_start.h"
#include "records/runs.h"
#include "shared/cli.h"
#include "print/print_verdict.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct run_screen {
    cli_grid *grid;
    long long probed, native, demoted;
    long long verified, wrong;
    bool tables;
    bool told_checked;
    long long skipped;
    char first_skipped[XL_ERROR_TEXT + 160];
    json_t *pictures; /* names already printed: other devices compute the same
                         pictures */
    json_t *rows;     /* of all devices */
    json_t *timed;
    json_t *estimate; /* predicted; NULL: nothing */
} run_screen;

static void print_devices(tool_campaign *c) {
    static const tool_column columns[] = {{"device", TOOL_RIGHT, 6},  {"name", TOOL_LEFT, 24},
                                          {"type", TOOL_LEFT, 4},     {"units", TOOL_RIGHT, 5},
                                          {"memory", TOOL_RIGHT, 8},  {"driver", TOOL_LEFT, 12},
                                          {"platform", TOOL_LEFT, 16}};
    tool_table *table = tool_table_make(columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < c->count; i++) {
        const json_t *d = c->found[i].facts;
        char index[16], name[256], type[32], units[16], memory[32], driver[256], platform[256];
        snprintf(index, sizeof index, "%d%s", i, c->found[i].selected ? "" : " -");
        const char *cells[] = {
            index,
            cli_text(d, "name", name, sizeof name),
            cli_text(d, "type", type, sizeof type),
            cli_text(d, "compute_units", units, sizeof units),
            cli_bytes(d, "global_memory_bytes", memory, sizeof memory),
            cli_text(d, "driver_version", driver, sizeof driver),
            cli_text(d, strcmp(type, "-") ? "platform" : "reason", platform, sizeof platform)};
        tool_table_add(table, cells, c->found[i].selected ? TOOL_PLAIN : TOOL_FAINT);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
    fflush(c->screen);
}

static void on_device(tool_campaign *c, int device) {
    run_screen *screen = c->user;
    *screen = (run_screen){.grid = screen->grid,
                           .tables = screen->tables,
                           .pictures = screen->pictures,
                           .rows = screen->rows,
                           .timed = screen->timed,
                           .estimate = screen->estimate};
    FILE *out = tool_screen(c);
    fputc('\n', out);
    cli_device_line(c, device);
}

static void on_detail(tool_campaign *c, int device) {
    char backend[32], reason[512];
    const json_t *d = c->found[device].facts;
    FILE *out = tool_screen(c);
    tool_print(out, "backend %s: %s\n", cli_text(d, "backend", backend, sizeof backend),
               cli_text(d, "backend_reason", reason, sizeof reason));
    const json_t *sizes = json_object_get(d, "sub_group_sizes"), *value = NULL;
    size_t i = 0;
    tool_print(out, "%s",
               json_array_size(sizes) ? "native sub-groups of"
                                      : "no native sub-groups: emulated through local memory");
    json_array_foreach(sizes, i, value)
        tool_print(out, "%s %lld", i ? "," : "", (long long)json_integer_value(value));
    tool_print(out, "%s", json_array_size(sizes) ? " lanes\n" : "\n");
    cli_print_left_out(c, device);
    fflush(out);
}

/* Before the first table, or at the end if there is none. */
static void tell_checked(tool_campaign *c, run_screen *screen) {
    if (screen->told_checked) return;
    screen->told_checked = true;
    FILE *out = tool_screen(c);
    if (screen->probed > 0)
        tool_print(out, "probed %lld operations: %lld native, %lld demoted\n", screen->probed, screen->native,
                   screen->demoted);
    tool_print(out, "verified %lld configurations: %lld wrong\n", screen->verified, screen->wrong);
    fflush(out);
}

static void note_skipped(run_screen *screen, const json_t *record) {
    char algorithm[64], strategy[64], reason[XL_ERROR_TEXT];
    if (screen->skipped++ > 0) return;
    snprintf(screen->first_skipped, sizeof screen->first_skipped, "%s/%s: %s",
             cli_text(record, "algorithm", algorithm, sizeof algorithm),
             cli_text(record, "strategy", strategy, sizeof strategy),
             cli_text(record, "reason", reason, sizeof reason));
}

static void print_skipped(tool_campaign *c, const run_screen *screen) {
    char line[sizeof screen->first_skipped + 64];
    if (screen->skipped == 0) return;
    snprintf(line, sizeof line, "skipped %lld row%s; the first is %s", screen->skipped,
             screen->skipped == 1 ? "" : "s", screen->first_skipped);
    tool_wrap(line, cli_width(c), tool_screen(c));
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    run_screen *screen = c->user;
    json_array_append(screen->rows, (json_t *)record);
    const char *kind = json_string_value(json_object_get(record, "kind"));
    const char *status = json_string_value(json_object_get(record, "status"));
    const char *form = json_string_value(json_object_get(record, "form"));
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0) cli_print_trouble(c, record);
    if (strcmp(status, "skipped") == 0) note_skipped(screen, record);
    if (strcmp(kind, "probe") == 0) {
        screen->probed++;
        screen->native += form && strcmp(form, "native") == 0;
        screen->demoted += form && strcmp(form, "demoted") == 0;
    } else if (strcmp(kind, "verify") == 0) {
        screen->verified++;
        screen->wrong += strcmp(status, "mismatch") == 0;
    } else {
        if (strcmp(status, "ok") == 0)
            json_object_set_new(screen->timed, tool_text_of(record, "algorithm"), json_true());
        if (!screen->tables) return;
        tell_checked(c, screen);
        if (!cli_grid_takes(screen->grid, record)) cli_grid_flush(screen->grid, c);
        cli_grid_add(screen->grid, record);
    }
}

static const char *minutes_text(double seconds, char *out, size_t size) {
    const double minutes = fmax(ceil(seconds / 60.0), 1.0);
    snprintf(out, size, "about %.0f minute%s", minutes, minutes == 1.0 ? "" : "s");
    return out;
}

/* "2 algorithms, 2 devices, 94 rows at most: about 2 minutes in all; ..." */
static void print_estimate(tool_campaign *c, run_screen *screen, const json_t *event) {
    const json_int_t devices = json_integer_value(json_object_get(event, "devices"));
    const double seconds = c->options->seconds;
    char line[320], minutes[40], several[40] = "";
    if (!screen->estimate) screen->estimate = json_incref((json_t *)event);
    if (devices > 1) snprintf(several, sizeof several, "%lld devices, ", (long long)devices);
    snprintf(line, sizeof line, "%lld algorithms, %s%.0f rows at most: %s%s",
             (long long)json_integer_value(json_object_get(event, "algorithms")), several,
             tool_number_of(event, "rows"),
             minutes_text(tool_number_of(event, "seconds"), minutes, sizeof minutes),
             devices > 1 ? " in all" : "");
    if (seconds > 0.0)
        tool_text_append(line, sizeof line,
                         "; then further algorithms, the last begins before %.0f s are over", seconds);
    tool_text_append(line, sizeof line, "; Ctrl-C keeps what was measured");
    tool_wrap(line, cli_width(c), tool_screen(c));
    fflush(c->screen);
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    (void)device;
    run_screen *screen = c->user;
    char file[TOOL_PATH];
    if (json_is_real(json_object_get(event, "seconds"))) print_estimate(c, screen, event);
    if (!json_is_string(json_object_get(event, "file"))) return;
    cli_text(event, "file", file, sizeof file);
    if (json_object_get(screen->pictures, file)) return;
    json_object_set_new(screen->pictures, file, json_true());
    cli_grid_flush(screen->grid, c);
    tool_print(tool_screen(c), "picture: %s\n", file);
    if (json_integer_value(json_object_get(event, "uncounted")) > 0) cli_print_uncounted(c, event);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    run_screen *screen = c->user;
    tell_checked(c, screen);
    cli_grid_flush(screen->grid, c);
    print_skipped(c, screen);
}

static void *make_screen(const tool_options *o) {
    run_screen *screen = tool_need(calloc(1, sizeof *screen));
    screen->grid = cli_grid_make(o);
    screen->pictures = tool_need(json_object());
    screen->rows = tool_need(json_array());
    screen->timed = tool_need(json_object());
    screen->tables = o->details || o->command != TOOL_COMMAND_run;
    return screen;
}

static void free_screen(void *user) {
    run_screen *screen = user;
    cli_grid_free(screen->grid);
    json_decref(screen->pictures);
    json_decref(screen->rows);
    json_decref(screen->timed);
    json_decref(screen->estimate);
    free(screen);
}

const cli_view cli_run_view = {.listener = {.device_begins = on_device,
                                            .detail = on_detail,
                                            .record = on_record,
                                            .other = on_other,
                                            .device_ends = on_device_end},
                               .make = make_screen,
                               .free = free_screen};

static void print_verdict(tool_campaign *c, json_t *rows) {
    static const tool_options all;
    static const tool_words none;
    json_t *const devices = tool_need(json_array());
    tool_recorded recorded;
    for (int i = 0; i < c->count; i++)
        if (c->found[i].selected) json_array_append(devices, c->found[i].facts);
    const size_t count = json_array_size(devices);
    json_t *const document = tool_need(json_pack("{s:o,s:O}", "devices", devices, "records", rows));
    const cli_place place = {tool_screen(c), cli_width(c), cli_colour(c), tool_knows_unicode()};
    if (count <= TOOL_MAX_SUBJECTS) {
        tool_recorded_of(document, "this run", &recorded);
        cli_end_with_verdict(&recorded, &all, &none, &place);
        tool_recorded_free(&recorded);
    }
    json_decref(document);
}

static void print_next(tool_campaign *c, const run_screen *screen) {
    const tool_options *const o = c->options;
    FILE *const out = tool_screen(c);
    char path[TOOL_PATH], shown[TOOL_PATH], command[TOOL_PATH + 40], what[128], minutes[40];
    snprintf(path, sizeof path, "%s%s", o->json ? o->json : o->out_dir, o->json ? "" : "/results.json");
    const json_int_t all = json_integer_value(json_object_get(screen->estimate, "all_algorithms"));
    const bool partial = (json_int_t)json_object_size(screen->timed) < all,
               there = strcmp(path, "-") != 0 && !tool_interrupted() && tool_results_stand(c->results);
    if (o->quiet || (!partial && !there)) return;
    tool_print(out, "next:\n");
    if (partial) {
        snprintf(what, sizeof what, "all %lld algorithms, %s; this run has %zu", (long long)all,
                 minutes_text(tool_number_of(screen->estimate, "all_seconds"), minutes, sizeof minutes),
                 json_object_size(screen->timed));
        cli_print_next(c, "crosslane run --all", what);
    }
    if (!there) return;
    tool_text_clean(path, shown, sizeof shown);
    snprintf(command, sizeof command, "crosslane show %s", c->run_folder[0] ? "latest" : shown);
    cli_print_next(c, command, "a table for each problem");
    snprintf(command, sizeof command, "crosslane report --check %s", c->run_folder[0] ? "latest" : shown);
    cli_print_next(c, command, "to contribute the results");
}

tool_exit cli_run(const tool_options *o) {
    tool_options options = *o;
    if (!options.out_dir) {
        options.out_dir = TOOL_RUNS_FOLDER;
        options.keeps_runs = true;
    }
    tool_campaign c;
    const tool_exit opened = cli_open(&c, &options);
    if (opened != TOOL_OK) return opened;
    run_screen *screen = make_screen(o);
    print_devices(&c);
    tool_campaign_run(&c, &cli_run_view.listener, screen, false);
    fputc('\n', tool_screen(&c));
    print_verdict(&c, screen->rows);
    cli_print_siblings(&c, screen->rows);
    cli_print_summary(&c);
    print_next(&c, screen);
    free_screen(screen);
    return tool_campaign_close(&c, true);
}
