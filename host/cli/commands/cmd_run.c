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
    bool bench_seen;
    long long skipped;
    char first_skipped[XL_ERROR_TEXT + 160];
    json_t *pictures; /* names that were printed: other devices compute the same pictures */
    json_t *rows;
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
    *screen = (run_screen){.grid = screen->grid, .pictures = screen->pictures, .rows = screen->rows};
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

static void begin_bench(tool_campaign *c, run_screen *screen) {
    if (screen->bench_seen) return;
    screen->bench_seen = true;
    FILE *out = tool_screen(c);
    if (screen->probed > 0)
        tool_print(out, "probed %lld operations: %lld native, %lld demoted\n", screen->probed, screen->native,
                   screen->demoted);
    tool_print(out, "verified %lld configurations: %lld wrong\n", screen->verified, screen->wrong);
    fflush(out);
}

/* One line for all skipped rows: a slow device has many. */
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
        begin_bench(c, screen);
        if (!cli_grid_takes(screen->grid, record)) cli_grid_flush(screen->grid, c);
        cli_grid_add(screen->grid, record);
    }
}

static void print_estimate(tool_campaign *c, const json_t *event) {
    const double seconds = json_number_value(json_object_get(event, "seconds"));
    const double minutes = ceil(seconds / 60.0);
    const json_int_t devices = json_integer_value(json_object_get(event, "devices"));
    char several[40] = "";
    if (devices > 1) snprintf(several, sizeof several, "%lld devices, ", (long long)devices);
    tool_print(
        tool_screen(c),
        "%lld algorithms, %s%.0f rows at most: about %.0f minute%s%s; Ctrl-C keeps what was measured\n",
        (long long)json_integer_value(json_object_get(event, "algorithms")), several,
        json_number_value(json_object_get(event, "rows")), minutes, minutes == 1.0 ? "" : "s",
        devices > 1 ? " in all" : "");
    fflush(c->screen);
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    (void)device;
    run_screen *screen = c->user;
    const char *const file = json_string_value(json_object_get(event, "file"));
    if (json_is_real(json_object_get(event, "seconds"))) print_estimate(c, event);
    if (!file || json_object_get(screen->pictures, file)) return;
    json_object_set_new(screen->pictures, file, json_true());
    cli_grid_flush(screen->grid, c);
    tool_print(tool_screen(c), "picture: %s\n", file);
    cli_print_uncounted(c, event);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    run_screen *screen = c->user;
    begin_bench(c, screen);
    cli_grid_flush(screen->grid, c);
    print_skipped(c, screen);
}

static void *make_screen(const tool_options *o) {
    run_screen *screen = tool_need(calloc(1, sizeof *screen));
    screen->grid = cli_grid_make(o);
    screen->pictures = tool_need(json_object());
    screen->rows = tool_need(json_array());
    return screen;
}

static void free_screen(void *user) {
    run_screen *screen = user;
    cli_grid_free(screen->grid);
    json_decref(screen->pictures);
    json_decref(screen->rows);
    free(screen);
}

const cli_view cli_run_view = {.listener = {.device_begins = on_device,
                                            .detail = on_detail,
                                            .record = on_record,
                                            .other = on_other,
                                            .device_ends = on_device_end},
                               .make = make_screen,
                               .free = free_screen};

/* Prints the verdict for several devices, or the best strategies of one. */
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

/* Only after a complete run that wrote a file. */
static void print_contribution(tool_campaign *c) {
    const tool_options *const o = c->options;
    char path[TOOL_PATH], shown[TOOL_PATH];
    snprintf(path, sizeof path, "%s%s", o->json ? o->json : o->out_dir, o->json ? "" : "/results.json");
    if (strcmp(path, "-") == 0 || o->quiet || tool_interrupted() || !tool_results_stand(c->results)) return;
    tool_print(tool_screen(c), "to contribute it: crosslane report --check %s\n",
               tool_text_clean(path, shown, sizeof shown));
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
    free_screen(screen);
    cli_print_summary(&c);
    print_contribution(&c);
    return tool_campaign_close(&c, true);
}
