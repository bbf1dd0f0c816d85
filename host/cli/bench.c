/* bench.c - `crosslane bench`. */
#include "cli.h"
#include <string.h>

/* One of the two is there. */
typedef struct screen {
    cli_grid *grid;
    cli_sweep *sweep;
} screen;

static void on_device(tool_campaign *c, int device) {
    cli_device_line(c, device, tool_screen(c));
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    screen *s = c->user;
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0) cli_print_trouble(c, record);
    if (s->sweep) {
        cli_sweep_add(s->sweep, record);
        return;
    }
    if (!cli_grid_same_problem(s->grid, record)) cli_grid_flush(s->grid, c);
    cli_grid_add(s->grid, record);
}

static void on_device_end(tool_campaign *c, int device) {
    screen *s = c->user;
    if (s->sweep)
        cli_sweep_flush(s->sweep, c, device);
    else
        cli_grid_flush(s->grid, c);
}

tool_exit cli_bench(const tool_options *o, int argc, char **argv) {
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o, argc, argv, false);
    if (opened != TOOL_OK) return opened;
    screen s = {.sweep = cli_sweep_make(o)};
    if (!s.sweep) s.grid = cli_grid_make(o);
    const tool_listener listener = {
        .device_begins = on_device, .record = on_record, .device_ends = on_device_end};
    tool_campaign_run(&c, &listener, &s, false);
    cli_grid_free(s.grid);
    cli_sweep_free(s.sweep);
    cli_print_summary(&c);
    return tool_campaign_close(&c, true);
}
