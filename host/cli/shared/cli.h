/*
 * cli.h - declares the function of each command and what commands share. They print; host/tool does the
 * work.
 */
#pragma once

#include "campaign/campaign.h"
#include "charts/chart.h"
#include "options/select.h"
#include "text/table.h"

#define CLI_DECLARE(name, help) tool_exit cli_##name(const tool_options *options);
TOOL_COMMAND_LIST(CLI_DECLARE)
#undef CLI_DECLARE

/* Makes the job and opens it. Words are checked first, so a typing error touches no device. */
tool_exit cli_open(tool_campaign *campaign, const tool_options *options);

/* Takes an existing job, opens it and selects devices. All ranks call it with their `status`; all succeed or
   none. */
tool_exit cli_start(tool_campaign *campaign, tool_job *job, tool_exit status);

/* The first line of a field of a record or device, in the caller's buffer; "-" if it is null. */
const char *cli_text(const json_t *object, const char *field, char *out, size_t size);

/* A field that is a number of bytes, "16.0 MiB". */
char *cli_bytes(const json_t *object, const char *field, char *out, size_t size);

/* True if a parameter, given by its index, has its default value. */
bool cli_is_default(const xl__algorithm *algorithm, int param, const json_t *params);

/* A name from a driver. On a terminal, words that are too long for a line are cut. */
const char *cli_name(const tool_campaign *campaign, const json_t *object, const char *field, char *out,
                     size_t size);

/* "device 0: NAME (PLATFORM)", or "node 2, device 0: ..." with several machines. cli_device_line prints it,
   wrapped on a terminal. */
const char *cli_device_text(const tool_campaign *campaign, int device, char *out, size_t size);
void cli_device_line(tool_campaign *campaign, int device);

/* Prints why a row is not ok: where, the expected and actual values, the command to repeat it. */
void cli_print_trouble(tool_campaign *campaign, const json_t *record);

/* "12 ok, 1 wrong, ..." and the path of the results. */
void cli_print_summary(tool_campaign *campaign);

/* Reports which of several equal devices differ; `timed`: all rows (siblings.h). */
void cli_print_siblings(tool_campaign *campaign, const json_t *timed);

/* Width of the terminal, 0 if the output is none, and whether to use colour. */
int cli_width(const tool_campaign *campaign);
bool cli_colour(const tool_campaign *campaign);

/* How a command prints events; `show` uses it to print recorded rows like the live run. `make` creates
   campaign->user, `free` frees it. */
typedef struct cli_view {
    tool_listener listener;
    void *(*make)(const tool_options *options);
    void (*free)(void *user);
} cli_view;
extern const cli_view cli_run_view, cli_verify_view, cli_bench_view, cli_probe_view, cli_promises_view;

/* The grid of medians that run and bench print: a row per strategy, a column per width. */
typedef struct cli_grid cli_grid;
cli_grid *cli_grid_make(const tool_options *options);
void cli_grid_free(cli_grid *grid);
void cli_grid_add(cli_grid *grid, const json_t *record);
/* Prints and clears the rows before a new problem, or all. */
void cli_grid_flush(cli_grid *grid, tool_campaign *campaign);
/* Whether the record belongs to the current problem, and its row fits. */
bool cli_grid_takes(const cli_grid *grid, const json_t *record);

/* The table of bench --sweep; NULL without a sweep. Flush prints a device's rows, and draws the chart of the
   first device. */
typedef struct cli_sweep cli_sweep;
cli_sweep *cli_sweep_make(const tool_options *options);
void cli_sweep_free(cli_sweep *sweep);
void cli_sweep_add(cli_sweep *sweep, const json_t *record);
void cli_sweep_flush(cli_sweep *sweep, tool_campaign *campaign, int device);

/* The lines of bench --auto-grid; NULL without it. */
typedef struct cli_auto_grid cli_auto_grid;
cli_auto_grid *cli_auto_grid_make(const tool_options *options);
void cli_auto_grid_free(cli_auto_grid *grid);
void cli_auto_grid_add(cli_auto_grid *grid, tool_campaign *campaign, const json_t *event);
void cli_auto_grid_flush(cli_auto_grid *grid, tool_campaign *campaign);

/* Writes the file of --chart and prints its name after `what`. A failure sets the campaign's status. */
void cli_save_chart(tool_campaign *campaign, const tool_chart *chart, const char *what);

/* At the end: reports a requested chart that was not written, and sets the campaign's status. */
void cli_need_chart(tool_campaign *campaign);

/* Prints what is not run on the device because its driver crashed there before, and how to retry. */
void cli_print_left_out(tool_campaign *campaign, int device);
/* Prints the device's abilities and what is left out. */
void cli_print_detail(tool_campaign *campaign, int device);

/* Prints how many samples an output did not count, if the event of a written file says so. */
void cli_print_uncounted(tool_campaign *c, const json_t *event);
