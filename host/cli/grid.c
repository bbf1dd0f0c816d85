/* grid.c - medians of one problem: strategies down, widths across. */
#include "../tool/display.h"
#include "cli.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 128, MAX_COLUMNS = 24, CELL = 40 };

struct cli_grid {
    char problem[512]; /* algorithm, parameters, type, distribution; "" = empty */
    json_t *first;     /* a record of it; owned */
    char strategy[MAX_ROWS][64];
    int rows;
    struct {
        int width; /* 0 = any: no sub-groups */
        bool emulated;
    } column[MAX_COLUMNS];
    int columns;
    char cell[MAX_ROWS][MAX_COLUMNS][CELL];
    double best_ns, best_fraction;
    char best[128], limited_by[32];
    bool noisy, reduced;
};

cli_grid *cli_grid_make(void) {
    return calloc(1, sizeof(cli_grid));
}

void cli_grid_free(cli_grid *grid) {
    if (grid) json_decref(grid->first);
    free(grid);
}

/* Parameters that are part of the problem's identity are those of the record; tuning differs by strategy only
   where the person sweeps it, and then each value is a problem of its own. */
static void problem_text(const json_t *record, char *out, size_t size) {
    char *params = json_dumps(json_object_get(record, "params"), JSON_COMPACT | JSON_SORT_KEYS);
    char a[64], t[16], d[64];
    snprintf(out, size, "%s %s %s %s", cli_text(record, "algorithm", a, sizeof a), cli_text(record, "type", t, sizeof t),
             cli_text(record, "distribution", d, sizeof d), params ? params : "");
    free(params);
}

bool cli_grid_same_problem(const cli_grid *grid, const json_t *record) {
    char text[512];
    problem_text(record, text, sizeof text);
    return grid->problem[0] == '\0' || strcmp(grid->problem, text) == 0;
}

static int find_row(cli_grid *g, const char *strategy) {
    for (int i = 0; i < g->rows; i++)
        if (strcmp(g->strategy[i], strategy) == 0) return i;
    if (g->rows == MAX_ROWS) return -1;
    snprintf(g->strategy[g->rows], sizeof g->strategy[0], "%s", strategy);
    return g->rows++;
}

static int find_column(cli_grid *g, int width, bool emulated) {
    for (int i = 0; i < g->columns; i++)
        if (g->column[i].width == width && g->column[i].emulated == emulated) return i;
    if (g->columns == MAX_COLUMNS) return -1;
    g->column[g->columns].width = width;
    g->column[g->columns].emulated = emulated;
    return g->columns++;
}

void cli_grid_add(cli_grid *g, const json_t *record) {
    char strategy[64], backend[32], status[32];
    problem_text(record, g->problem, sizeof g->problem);
    if (!g->first) g->first = json_deep_copy(record);
    cli_text(record, "strategy", strategy, sizeof strategy);
    cli_text(record, "backend", backend, sizeof backend);
    cli_text(record, "status", status, sizeof status);
    const int width = (int)json_integer_value(json_object_get(record, "width_requested"));
    const int row = find_row(g, strategy);
    const int column = find_column(g, width, width > 0 && strcmp(backend, "local") == 0);
    if (row < 0 || column < 0) return;
    char *cell = g->cell[row][column];
    const double ns = json_number_value(json_object_get(record, "median_ns"));
    if (strcmp(status, "ok") != 0 || !(ns > 0.0)) {
        snprintf(cell, CELL, "%s", strcmp(status, "unsupported") == 0 ? "n/a" : status);
        return;
    }
    const bool noisy = json_is_true(json_object_get(record, "noisy"));
    tool_format_ns(ns, cell, CELL - 2);
    if (noisy) strcat(cell, "~");
    g->noisy = g->noisy || noisy;
    g->reduced = g->reduced || json_is_string(json_object_get(record, "reason"));
    if (g->best_ns == 0.0 || ns < g->best_ns) {
        g->best_ns = ns;
        g->best_fraction = json_number_value(json_object_get(record, "fraction"));
        snprintf(g->best, sizeof g->best, width ? "%s at %d lanes" : "%s", strategy, width);
        cli_text(record, "limited_by", g->limited_by, sizeof g->limited_by);
    }
}

static void print_title(const cli_grid *g, FILE *out) {
    char a[64], t[32], d[64];
    fprintf(out, "\n%s", cli_text(g->first, "algorithm", a, sizeof a));
    if (json_is_string(json_object_get(g->first, "type"))) fprintf(out, ", %s", cli_text(g->first, "type", t, sizeof t));
    fprintf(out, ", %s;", cli_text(g->first, "distribution", d, sizeof d));
    const char *name = NULL;
    json_t *value = NULL;
    json_object_foreach(json_object_get(g->first, "params"), name, value) {
        char text[64];
        fprintf(out, " %s=%s", name, cli_text(json_object_get(g->first, "params"), name, text, sizeof text));
    }
    fputc('\n', out);
}

void cli_grid_flush(cli_grid *g, tool_campaign *c) {
    if (!g || g->rows == 0) return;
    FILE *out = tool_screen(c);
    print_title(g, out);
    tool_column columns[MAX_COLUMNS + 1] = {{"strategy", TOOL_LEFT, 10}};
    char titles[MAX_COLUMNS][24];
    for (int i = 0; i < g->columns; i++) {
        if (g->column[i].width == 0)
            snprintf(titles[i], sizeof titles[i], "no sub-group");
        else
            snprintf(titles[i], sizeof titles[i], "%s%d", g->column[i].emulated ? "emul " : "", g->column[i].width);
        columns[i + 1] = (tool_column){titles[i], TOOL_RIGHT, 7};
    }
    tool_table *table = tool_table_make(columns, (size_t)g->columns + 1);
    for (int r = 0; table && r < g->rows; r++) {
        const char *cells[MAX_COLUMNS + 1] = {g->strategy[r]};
        for (int i = 0; i < g->columns; i++) cells[i + 1] = g->cell[r][i][0] ? g->cell[r][i] : "";
        tool_table_add(table, cells, TOOL_PLAIN);
    }
    if (table) tool_table_print(table, out, cli_width(c), cli_colour(c));
    tool_table_free(table);
    if (g->best_ns > 0.0) {
        char best[32];
        fprintf(out, "best: %s, %s, %.0f%% of the limit (%s)%s%s\n", g->best, tool_format_ns(g->best_ns, best, sizeof best),
                100.0 * g->best_fraction, g->limited_by, g->noisy ? "; ~ noisy" : "",
                g->reduced ? "; slow device: fewer samples" : "");
    }
    fflush(out);
    json_decref(g->first);
    memset(g, 0, sizeof *g);
}
