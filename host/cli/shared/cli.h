/*
 * cli.h - one function per command, each in a file of that name. They print; the work is in host/tool.
 */
#pragma once

#include "campaign/campaign.h"
#include "charts/chart.h"
#include "options/select.h"
#include "text/table.h"

#define CLI_DECLARE(name, help) tool_exit cli_##name(const tool_options *options);
TOOL_COMMAND_LIST(CLI_DECLARE)
#undef CLI_DECLARE

/* Makes the job of the options and opens it (no device is touched for a mistyped word). */
tool_exit cli_open(tool_campaign *campaign, const tool_options *options);

/* Opens a job that was made, which it takes, and selects devices. `status`: how that went; all ranks call it,
   and all go on or none. */
tool_exit cli_start(tool_campaign *campaign, tool_job *job, tool_exit status);

/* Text of a field of a record or device, its first line; "-" where it is null. Kept in the caller's buffer.
 */
const char *cli_text(const json_t *object, const char *field, char *out, size_t size);

/* The same of a number of bytes, "16.0 MiB". */
char *cli_bytes(const json_t *object, const char *field, char *out, size_t size);

/* Whether a record's parameter (by its number) stands at its default. */
bool cli_is_default(const xl__algorithm *algorithm, int param, const json_t *params);

/* A name that a driver gave. On a terminal, a word too long for a line is cut. */
const char *cli_name(const tool_campaign *campaign, const json_t *object, const char *field, char *out,
                     size_t size);

/* "device 0: NAME (PLATFORM)"; with several machines, "node 2, device 0: ...". cli_device_line prints it, on
   a terminal in lines that fit. */
const char *cli_device_text(const tool_campaign *campaign, int device, char *out, size_t size);
void cli_device_line(tool_campaign *campaign, int device);

/* A record that is not well: what, where, expected and got, the command that repeats it. */
void cli_print_trouble(tool_campaign *campaign, const json_t *record);

/* "12 ok, 1 wrong, ..." and where the results are. */
void cli_print_summary(tool_campaign *campaign);

/* Of equal devices among the chosen ones, which differ; `timed` holds all rows (siblings.h). */
void cli_print_siblings(tool_campaign *campaign, const json_t *timed);

/* Terminal width of the screen, 0 when it is none, and whether colour is wanted. */
int cli_width(const tool_campaign *campaign);
bool cli_colour(const tool_campaign *campaign);

/* How a command prints what it hears, so that `show` prints recorded rows as the live run did. `make` gives
   what the listener has in campaign->user, `free` takes it. */
typedef struct cli_view {
    tool_listener listener;
    void *(*make)(const tool_options *options);
    void (*free)(void *user);
} cli_view;
extern const cli_view cli_run_view, cli_verify_view, cli_bench_view, cli_probe_view;

/* The grid of medians that run and bench print: strategies down, widths across. Collects bench records. */
typedef struct cli_grid cli_grid;
cli_grid *cli_grid_make(const tool_options *options);
void cli_grid_free(cli_grid *grid);
void cli_grid_add(cli_grid *grid, const json_t *record);
/* Prints and forgets what belongs to another problem than the next record, or all. */
void cli_grid_flush(cli_grid *grid, tool_campaign *campaign);
/* Whether the record belongs to the problem of those before, and there is room for its row. */
bool cli_grid_takes(const cli_grid *grid, const json_t *record);

/* What bench --sweep prints in place of the grid. NULL where no sweep is asked for. Flush prints what one
   device gave, and draws the chart of the first. */
typedef struct cli_sweep cli_sweep;
cli_sweep *cli_sweep_make(const tool_options *options);
void cli_sweep_free(cli_sweep *sweep);
void cli_sweep_add(cli_sweep *sweep, const json_t *record);
void cli_sweep_flush(cli_sweep *sweep, tool_campaign *campaign, int device);

/* What bench --auto-grid prints, in place of the grid. NULL where it is not asked for. */
typedef struct cli_auto_grid cli_auto_grid;
cli_auto_grid *cli_auto_grid_make(const tool_options *options);
void cli_auto_grid_free(cli_auto_grid *grid);
void cli_auto_grid_add(cli_auto_grid *grid, tool_campaign *campaign, const json_t *event);
void cli_auto_grid_flush(cli_auto_grid *grid, tool_campaign *campaign);

/* Writes the chart of --chart and says so; `what` stands before its name. A failure becomes the campaign's
 * status. */
void cli_save_chart(tool_campaign *campaign, const tool_chart *chart, const char *what);

/* When all is shown: a chart that was asked for and is not there becomes a line and the campaign's status. */
void cli_need_chart(tool_campaign *campaign);

/* What is left alone on the device because its driver's process died of it before, and how to try it again.
 */
void cli_print_left_out(tool_campaign *campaign, int device);
/* Both: what running found out about the device, its abilities and what is left out. */
void cli_print_detail(tool_campaign *campaign, int device);

/* How many samples an output does not count, as a line, where the event of a file that was written says so.
 */
void cli_print_uncounted(tool_campaign *c, const json_t *event);
