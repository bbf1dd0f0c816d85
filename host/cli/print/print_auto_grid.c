/* print_auto_grid.c - `bench --auto-grid`: a line per problem, then how close auto comes to the best. */
#include "text/os_memory.h"
#include "text/display.h"
#include "text/print.h"
#include "shared/cli.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cli_auto_grid {
    char algorithm[64]; /* of the lines since the last summary; empty if there were none */
    int count, near, fair;
    double worst, sum;
    char at[600];
};

cli_auto_grid *cli_auto_grid_make(const tool_options *options) {
    return options->auto_grid > 0 ? tool_need(calloc(1, sizeof(cli_auto_grid))) : NULL;
}

void cli_auto_grid_free(cli_auto_grid *grid) {
    free(grid);
}

void cli_auto_grid_flush(cli_auto_grid *g, tool_campaign *c) {
    if (g->count > 0)
        tool_print(
            tool_screen(c),
            "%s: of %d problems auto is within 10%% of the best at %d (%.0f%%), within 25%% at %d (%.0f%%); "
            "geometric mean %.3f, worst %.2f at %s\n",
            g->algorithm, g->count, g->near, 100.0 * g->near / g->count, g->fair, 100.0 * g->fair / g->count,
            exp(g->sum / g->count), g->worst, g->at);
    *g = (cli_auto_grid){.count = 0};
}

void cli_auto_grid_add(cli_auto_grid *g, tool_campaign *c, const json_t *event) {
    char a[64], t[16], p[512], d[64], one[64], other[64], times[2][40];
    const double ratio = json_number_value(json_object_get(event, "ratio"));
    if (!json_object_get(event, "best")) return;
    cli_text(event, "algorithm", a, sizeof a);
    if (g->count > 0 && strcmp(g->algorithm, a) != 0) cli_auto_grid_flush(g, c);
    cli_text(event, "problem", p, sizeof p);
    cli_text(event, "type", t, sizeof t);
    cli_text(event, "distribution", d, sizeof d);
    tool_format_ns(json_number_value(json_object_get(event, "auto_ns")), times[0], sizeof times[0]);
    tool_format_ns(json_number_value(json_object_get(event, "best_ns")), times[1], sizeof times[1]);
    tool_print(tool_screen(c), "%5.2f  %s %s %s %s: auto %s/%lld %s, best %s/%lld %s\n", ratio, a, t, p, d,
               cli_text(event, "auto", one, sizeof one),
               (long long)json_integer_value(json_object_get(event, "auto_width")), times[0],
               cli_text(event, "best", other, sizeof other),
               (long long)json_integer_value(json_object_get(event, "best_width")), times[1]);
    snprintf(g->algorithm, sizeof g->algorithm, "%s", a);
    g->count++;
    g->near += ratio <= 1.1;
    g->fair += ratio <= 1.25;
    g->sum += log(ratio);
    if (ratio > g->worst) {
        g->worst = ratio;
        snprintf(g->at, sizeof g->at, "%s %s %s", t, p, d);
    }
}
