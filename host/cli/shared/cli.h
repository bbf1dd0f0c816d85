/* cli.h - each command's function, and what commands share. They print; host/tool does the work. */
#pragma once

#include "campaign/campaign.h"
#include "charts/chart.h"
#include "options/select.h"
#include "text/table.h"

#define CLI_DECLARE(name, help) tool_exit cli_##name(const tool_options *options);
TOOL_COMMAND_LIST(CLI_DECLARE)
#undef CLI_DECLARE

/* First checks the words: a typing error touches no device. */
tool_exit cli_open(tool_campaign *campaign, const tool_options *options);

/* Opens an existing job and selects devices. All ranks call it with their `status`; all succeed or none. */
tool_exit cli_start(tool_campaign *campaign, tool_job *job, tool_exit status);

/* Complains of a folder with files, unless `force`. `act`: what the command does, "copy". */
tool_exit cli_need_free_folder(const char *folder, bool force, const char *act);

/* The first line of a field, in the caller's buffer; "-" if it is null. */
const char *cli_text(const json_t *object, const char *field, char *out, size_t size);

char *cli_bytes(const json_t *object, const char *field, char *out, size_t size);

bool cli_is_default(const xl__algorithm *algorithm, int param, const json_t *params);

/* A name from a driver, cut on a terminal to fit a line. */
const char *cli_name(const tool_campaign *campaign, const json_t *object, const char *field, char *out,
                     size_t size);

/* Prints a line, on a terminal wrapped at words. */
void cli_line(tool_campaign *campaign, const char *line);

/* "device 0: NAME (PLATFORM)", or "node 2, device 0: ...". cli_device_line prints it. */
const char *cli_device_text(const tool_campaign *campaign, int device, char *out, size_t size);
void cli_device_line(tool_campaign *campaign, int device);

/* Why a row is not ok, with the command to repeat it. */
void cli_print_trouble(tool_campaign *campaign, const json_t *record);

void cli_print_summary(tool_campaign *campaign);
/* "  crosslane show latest    a table for each problem": a command to type next. */
void cli_print_next(tool_campaign *campaign, const char *command, const char *what);

/* Which of several equal devices differ; `timed`: all rows (siblings.h). */
void cli_print_siblings(tool_campaign *campaign, const json_t *timed);

/* 0: the output is no terminal. */
int cli_width(const tool_campaign *campaign);
bool cli_colour(const tool_campaign *campaign);

/* How a command prints events; `show` uses it for recorded rows. `make` creates campaign->user. */
typedef struct cli_view {
    tool_listener listener;
    void *(*make)(const tool_options *options);
    void (*free)(void *user);
} cli_view;

/* `no_names`: the complaint about names; NULL: it takes some. `end` is called after the last device; NULL:
   prints a summary of the records. */
tool_exit cli_ask_devices(const tool_options *options, const char *no_names, const cli_view *view,
                          void (*end)(tool_campaign *campaign));
extern const cli_view cli_run_view, cli_verify_view, cli_bench_view, cli_probe_view, cli_promises_view;

typedef struct cli_grid cli_grid;
cli_grid *cli_grid_make(const tool_options *options);
void cli_grid_free(cli_grid *grid);
void cli_grid_add(cli_grid *grid, const json_t *record);
void cli_grid_flush(cli_grid *grid, tool_campaign *campaign);
/* True if the record belongs to the current problem and its row fits. */
bool cli_grid_takes(const cli_grid *grid, const json_t *record);

/* NULL without a sweep. Flush prints a device's rows, and the chart of the first device. */
typedef struct cli_sweep cli_sweep;
cli_sweep *cli_sweep_make(const tool_options *options);
void cli_sweep_free(cli_sweep *sweep);
void cli_sweep_add(cli_sweep *sweep, const json_t *record);
void cli_sweep_flush(cli_sweep *sweep, tool_campaign *campaign, int device);

typedef struct cli_auto_grid cli_auto_grid;
cli_auto_grid *cli_auto_grid_make(const tool_options *options);
void cli_auto_grid_free(cli_auto_grid *grid);
void cli_auto_grid_add(cli_auto_grid *grid, tool_campaign *campaign, const json_t *event);
void cli_auto_grid_flush(cli_auto_grid *grid, tool_campaign *campaign);

/* Prints the file's name after `what`. A failure sets the campaign's status. */
void cli_save_chart(tool_campaign *campaign, const tool_chart *chart, const char *what);

/* A chart that was not written sets the campaign's status. */
void cli_need_chart(tool_campaign *campaign);

/* What is not run because the driver crashed there before, and how to retry. */
void cli_print_left_out(tool_campaign *campaign, int device);
void cli_print_detail(tool_campaign *campaign, int device);

/* From the event of a written file. */
void cli_print_uncounted(tool_campaign *c, const json_t *event);
