/* print_sweep.c - `bench --sweep`: a row per value, a column per strategy, and the answer. */
#include "text/os_memory.h"
#include "campaign/campaign_files.h"
#include "charts/sweep.h"
#include "text/display.h"
#include "text/print.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

struct cli_sweep {
    tool_curves curves;
    bool drawn; /* of the first device */
};

cli_sweep *cli_sweep_make(const tool_options *options) {
    const xl__algorithm *algorithm = NULL;
    const tool_sweep *found = tool_sweep_of(options, &algorithm);
    if (!found) return NULL;
    cli_sweep *sweep = tool_need(calloc(1, sizeof *sweep));
    tool_curves_start(&sweep->curves, found, algorithm->name);
    return sweep;
}

void cli_sweep_free(cli_sweep *sweep) {
    free(sweep);
}

void cli_sweep_add(cli_sweep *sweep, const json_t *record) {
    tool_curves_add(&sweep->curves, record);
}

static void print_table(const tool_curves *curves, tool_campaign *c) {
    tool_column columns[TOOL_SWEEP_CURVES + 1] = {{curves->sweep->title, TOOL_RIGHT, 8}};
    const size_t count = (size_t)curves->count + 1;
    for (int i = 0; i < curves->count; i++)
        columns[i + 1] = (tool_column){curves->curve[i].strategy, TOOL_RIGHT, 8};
    tool_table *table = tool_table_make(columns, count);
    for (int v = 0; table && v < curves->values; v++) {
        char cell[TOOL_SWEEP_CURVES][40];
        const char *cells[TOOL_SWEEP_CURVES + 1] = {curves->label[v]};
        for (int i = 0; i < curves->count; i++) {
            const tool_curve *curve = &curves->curve[i];
            if (curve->point[v].ns > 0.0) {
                tool_format_ns(curve->point[v].ns, cell[i], sizeof cell[i] - 1);
                if (tool_curves_best(curves, v) == i) memcpy(cell[i] + strlen(cell[i]), "*", sizeof "*");
            } else {
                snprintf(cell[i], sizeof cell[i], "%s",
                         curve->point[v].status[0] ? curve->point[v].status : "-");
            }
            cells[i + 1] = cell[i];
        }
        tool_table_add(table, cells, TOOL_PLAIN);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
}

/* Only if the axis is a size. */
static void tell_growth(const tool_curves *curves, tool_campaign *c, int device) {
    tool_column columns[TOOL_GROWTH_COLUMNS];
    char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL], id[256];
    const char *cells[TOOL_GROWTH_COLUMNS];
    for (int i = 0; i < TOOL_GROWTH_COLUMNS; i++) {
        columns[i] = (tool_column){tool_growth_titles[i], i > 0 ? TOOL_RIGHT : TOOL_LEFT, 8};
        cells[i] = cell[i];
    }
    if (!curves->sweep->grows) return;
    tool_table *const table = tool_table_make(columns, TOOL_GROWTH_COLUMNS);
    for (int i = 0; table && i < curves->count; i++) {
        if (!tool_curves_growth_row(curves, i, cell)) continue;
        tool_table_add(table, cells, TOOL_PLAIN);
        tool_files_growth(
            c, tool_curves_growth_json(curves, i, cli_text(c->found[device].facts, "id", id, sizeof id)));
    }
    tool_print(tool_screen(c), "\ntime = factor * %s^exponent, over the upper half of the values:\n",
               curves->sweep->name);
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
}

void cli_sweep_flush(cli_sweep *sweep, tool_campaign *c, int device) {
    tool_curves *curves = &sweep->curves;
    char answer[512], name[256], untimed[512];
    if (curves->count == 0) return;
    tool_curves_trim(curves); /* recorded files may lack some */
    FILE *out = tool_screen(c);
    tool_print(out, "\n%s: %s\n", curves->algorithm, curves->sweep->question);
    print_table(curves, c);
    tool_curves_answer(curves, answer, sizeof answer);
    tool_print(out, "%s (* in the table; of several widths the fastest, native before emulated)\n", answer);
    tool_curves_untimed(curves, untimed, sizeof untimed);
    if (untimed[0]) tool_print(out, "%s\n", untimed);
    if (curves->sweep->per_step || curves->sweep->less)
        tool_print(out, "times %s%s%s%s\n", curves->sweep->per_step ? "of one step of a lane" : "",
                   curves->sweep->per_step && curves->sweep->less ? ", " : "",
                   curves->sweep->less ? "less that of " : "",
                   curves->sweep->less ? curves->sweep->less : "");
    tell_growth(curves, c, device);
    if (c->options->chart && !sweep->drawn) {
        tool_chart *const chart = tool_need(malloc(sizeof *chart));
        tool_curves_chart(curves, cli_text(c->found[device].facts, "name", name, sizeof name), chart);
        cli_save_chart(c, chart, "chart");
        free(chart);
        sweep->drawn = true;
    }
    tool_curves_start(curves, curves->sweep, curves->algorithm);
}
