#include "text/os_memory.h"
#include "system/os_start.h"
#include "recorded/recorded.h"
#include "charts/width_chart.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

typedef struct screen {
    cli_grid *grid;
    cli_sweep *sweep;
    cli_auto_grid *automatic;
    json_t *charted; /* of the first problem, for --chart */
    bool drawn;
    json_t *timed;
} screen;

static void chart_row(screen *s, const json_t *record) {
    char problem[512], first[512];
    if (s->drawn || strcmp(json_string_value(json_object_get(record, "status")), "ok") != 0) return;
    tool_record_problem(record, "", problem, sizeof problem);
    if (json_array_size(s->charted) > 0) {
        tool_record_problem(json_array_get(s->charted, 0), "", first, sizeof first);
        if (strcmp(problem, first) != 0) return;
    }
    json_array_append(s->charted, (json_t *)record);
}

static void draw_chart(tool_campaign *c, screen *s, int device) {
    if (s->drawn || json_array_size(s->charted) == 0) return;
    tool_chart *const chart = tool_need(malloc(sizeof *chart));
    tool_width_chart(chart, s->charted, NULL, NULL);
    tool_record_title(json_array_get(s->charted, 0), chart->title, sizeof chart->title);
    cli_text(c->found[device].facts, "name", chart->subtitle, sizeof chart->subtitle);
    cli_save_chart(c, chart, "chart of the first table");
    free(chart);
    s->drawn = true;
}

static void on_device(tool_campaign *c, int device) {
    cli_device_line(c, device);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    screen *s = c->user;
    const char *status = json_string_value(json_object_get(record, "status"));
    const bool skipped =
        strcmp(status, "skipped") == 0; /* a grid skips strategies that are much slower than the best */
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0 || (skipped && !s->automatic))
        cli_print_trouble(c, record);
    if (s->automatic) return;
    if (strcmp(status, "ok") == 0) json_array_append(s->timed, (json_t *)record);
    if (s->sweep) {
        cli_sweep_add(s->sweep, record);
        return;
    }
    if (c->options->chart) chart_row(s, record);
    if (!cli_grid_takes(s->grid, record)) cli_grid_flush(s->grid, c);
    cli_grid_add(s->grid, record);
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    (void)device;
    screen *s = c->user;
    if (s->automatic) cli_auto_grid_add(s->automatic, c, event);
}

static void on_device_end(tool_campaign *c, int device) {
    screen *s = c->user;
    if (s->automatic) {
        cli_auto_grid_flush(s->automatic, c);
        return;
    }
    if (s->sweep) {
        cli_sweep_flush(s->sweep, c, device);
        return;
    }
    cli_grid_flush(s->grid, c);
    draw_chart(c, s, device);
}

static void *make_screen(const tool_options *o) {
    screen *s = tool_need(calloc(1, sizeof *s));
    s->automatic = cli_auto_grid_make(o);
    s->sweep = cli_sweep_make(o);
    if (!s->sweep && !s->automatic) s->grid = cli_grid_make(o);
    s->charted = tool_need(json_array());
    s->timed = tool_need(json_array());
    return s;
}

static void free_screen(void *of) {
    screen *s = of;
    cli_grid_free(s->grid);
    cli_sweep_free(s->sweep);
    cli_auto_grid_free(s->automatic);
    json_decref(s->charted);
    json_decref(s->timed);
    free(s);
}

const cli_view cli_bench_view = {.listener = {.device_begins = on_device,
                                              .record = on_record,
                                              .other = on_other,
                                              .device_ends = on_device_end},
                                 .make = make_screen,
                                 .free = free_screen};

tool_exit cli_bench(const tool_options *o) {
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o);
    if (opened != TOOL_OK) return opened;
    screen *s = make_screen(o);
    tool_campaign_run(&c, &cli_bench_view.listener, s, false);
    cli_print_siblings(&c, s->timed);
    free_screen(s);
    cli_print_summary(&c);
    cli_need_chart(&c);
    return tool_campaign_close(&c, true);
}
