/* bench.c - `crosslane bench`. */
#include "cli.h"
#include <string.h>

static void on_device(tool_campaign *c, int device) {
    cli_grid_flush(c->user, c);
    cli_device_line(c, device, tool_screen(c));
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    cli_grid *grid = c->user;
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0) cli_print_trouble(c, record);
    if (!cli_grid_takes(grid, record)) cli_grid_flush(grid, c);
    cli_grid_add(grid, record);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    cli_grid_flush(c->user, c);
}

static void *make_grid(const tool_options *o) {
    return cli_grid_make(o);
}

static void free_grid(void *grid) {
    cli_grid_free(grid);
}

const cli_view cli_bench_view = {
    .listener = {.device_begins = on_device, .record = on_record, .device_ends = on_device_end},
    .make = make_grid,
    .free = free_grid};

tool_exit cli_bench(const tool_options *o, int argc, char **argv) {
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o, argc, argv, false);
    if (opened != TOOL_OK) return opened;
    cli_grid *grid = cli_grid_make(o);
    tool_campaign_run(&c, &cli_bench_view.listener, grid, false);
    cli_grid_free(grid);
    cli_print_summary(&c);
    return tool_campaign_close(&c, true);
}
