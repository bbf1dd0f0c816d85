/* print_grid.c - a problem's medians: a row per strategy, a column per width. */
#include "text/os_memory.h"
#include "text/display.h"
#include "text/print.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 128, MAX_COLUMNS = 24, CELL = 40, LABEL = 160 };

struct cli_grid {
    const tool_options *options;
    char problem[512];              /* algorithm, parameters, type, distribution; "": none */
    char strategy[MAX_ROWS][LABEL]; /* with the tuning values that were set */
    int rows;
    struct {
        int width; /* 0 = any: no sub-groups */
        bool emulated;
    } column[MAX_COLUMNS];
    int columns;
    char cell[MAX_ROWS][MAX_COLUMNS][CELL];
    double best_ns, best_fraction; /* of the limit; 0: none */
    bool apart;                    /* strategies compute different things (case.h) */
    bool best_emulated;
    char best[LABEL + 32], limited_by[32];
    char remark[160]; /* the text of a row without a time */
    bool noisy;
};

cli_grid *cli_grid_make(const tool_options *options) {
    cli_grid *grid = tool_need(calloc(1, sizeof *grid));
    grid->options = options;
    return grid;
}

void cli_grid_free(cli_grid *grid) {
    free(grid);
}

static bool was_set(const tool_options *o, const char *name) {
    const size_t length = strlen(name);
    for (int i = 0; i < o->settings.count; i++)
        if (strncmp(o->settings.word[i], name, length) == 0 && o->settings.word[i][length] == '=')
            return true;
    return false;
}

/* Sizes, what was set, and other than defaults; never tuning values. */
static bool is_told(const cli_grid *g, const xl__algorithm *algorithm, int param, const json_t *params) {
    const xl__param *p = &algorithm->params[param];
    if (p->role == XL__TUNING || !json_object_get(params, p->name)) return false;
    if (was_set(g->options, p->name)) return true;
    for (int i = 0; i < XL__MAX_RANK && algorithm->shape[i]; i++)
        if (strcmp(algorithm->shape[i], p->name) == 0) return true;
    return !cli_is_default(algorithm, param, params);
}

static void label_of(const cli_grid *g, const json_t *record, char label[LABEL]) {
    char value[64];
    cli_text(record, "strategy", label, LABEL);
    const tool_case *cs = tool_find_case(cli_text(record, "algorithm", value, sizeof value));
    const json_t *params = json_object_get(record, "params");
    for (int p = 0; cs && p < cs->algorithm->param_count; p++) {
        const xl__param *param = &cs->algorithm->params[p];
        const size_t used = strlen(label);
        if (param->role == XL__TUNING && json_object_get(params, param->name) &&
            was_set(g->options, param->name))
            snprintf(label + used, LABEL - used, " %s=%s", param->name,
                     cli_text(params, param->name, value, sizeof value));
    }
}

static void problem_text(const cli_grid *g, const json_t *record, char *out, size_t size) {
    char a[64], t[16], d[64], value[64];
    cli_text(record, "algorithm", a, sizeof a);
    cli_text(record, "type", t, sizeof t);
    const bool typed = strcmp(t, "-") != 0;
    snprintf(out, size, "%s%s%s, %s:", a, typed ? " " : "", typed ? t : "",
             cli_text(record, "distribution", d, sizeof d));
    const tool_case *cs = tool_find_case(a);
    const json_t *params = json_object_get(record, "params");
    for (int p = 0; cs && p < cs->algorithm->param_count; p++) {
        const char *name = cs->algorithm->params[p].name;
        const size_t used = strlen(out);
        if (is_told(g, cs->algorithm, p, params))
            snprintf(out + used, size - used, " %s=%s", name, cli_text(params, name, value, sizeof value));
    }
}

static int find_label(const cli_grid *g, const char *label) {
    int row = 0;
    while (row < g->rows && strcmp(g->strategy[row], label) != 0) row++;
    return row;
}

bool cli_grid_takes(const cli_grid *grid, const json_t *record) {
    char text[512], label[LABEL];
    problem_text(grid, record, text, sizeof text);
    label_of(grid, record, label);
    return grid->problem[0] == '\0' ||
           (strcmp(grid->problem, text) == 0 && find_label(grid, label) < MAX_ROWS);
}

static int find_row(cli_grid *g, const char *label) {
    const int row = find_label(g, label);
    if (row == MAX_ROWS) return -1;
    if (row == g->rows) snprintf(g->strategy[g->rows++], LABEL, "%s", label);
    return row;
}

/* Columns: without sub-groups, native by width, emulated by width. */
static int rank_of(int width, bool emulated) {
    return 2 * width + (emulated ? 1 : 0) + (emulated ? 1000 : 0);
}

static int find_column(cli_grid *g, int width, bool emulated) {
    int at = 0;
    while (at < g->columns && rank_of(g->column[at].width, g->column[at].emulated) < rank_of(width, emulated))
        at++;
    if (at < g->columns && g->column[at].width == width && g->column[at].emulated == emulated) return at;
    if (g->columns == MAX_COLUMNS) return -1;
    memmove(&g->column[at + 1], &g->column[at], sizeof g->column[0] * (size_t)(g->columns - at));
    for (int row = 0; row < g->rows; row++) {
        memmove(&g->cell[row][at + 1], &g->cell[row][at], sizeof g->cell[0][0] * (size_t)(g->columns - at));
        g->cell[row][at][0] = '\0';
    }
    g->column[at].width = width;
    g->column[at].emulated = emulated;
    g->columns++;
    return at;
}

void cli_grid_add(cli_grid *g, const json_t *record) {
    char strategy[LABEL], backend[32], status[32];
    problem_text(g, record, g->problem, sizeof g->problem);
    label_of(g, record, strategy);
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
    tool_format_ns(ns, cell, CELL - 1);
    if (noisy) memcpy(cell + strlen(cell), "~", sizeof "~");
    g->noisy = g->noisy || noisy;
    if (json_is_string(json_object_get(record, "reason")))
        cli_text(record, "reason", g->remark, sizeof g->remark);
    g->apart = tool_is_apart(tool_text_of(record, "algorithm"));
    /* Emulated times say little about the device's own sub-groups. */
    const bool emulated = g->column[column].emulated;
    if (g->best_ns == 0.0 || (g->best_emulated && !emulated) ||
        (g->best_emulated == emulated && ns < g->best_ns)) {
        g->best_ns = ns;
        g->best_emulated = emulated;
        g->best_fraction = json_number_value(json_object_get(record, "fraction"));
        snprintf(g->best, sizeof g->best, width ? "%s at %d %slanes" : "%s", strategy, width,
                 emulated ? "emulated " : "");
        cli_text(record, "limited_by", g->limited_by, sizeof g->limited_by);
    }
}

static void title_of(const cli_grid *g, int column, char title[24]) {
    if (g->column[column].width == 0)
        snprintf(title, 24, "no sub-group");
    else
        tool_format_width(g->column[column].width, g->column[column].emulated, title, 24);
}

/* At least one. Numbers are never cut. */
static int columns_that_fit(const cli_grid *g, int first, int width) {
    size_t used = 10;
    for (int r = 0; r < g->rows; r++) used = strlen(g->strategy[r]) > used ? strlen(g->strategy[r]) : used;
    int count = 0;
    for (int i = first; i < g->columns; i++, count++) {
        char title[24];
        title_of(g, i, title);
        size_t need = strlen(title) > 7 ? strlen(title) : 7;
        for (int r = 0; r < g->rows; r++) need = strlen(g->cell[r][i]) > need ? strlen(g->cell[r][i]) : need;
        used += need + 2;
        if (count > 0 && width > 0 && used > (size_t)width) break;
    }
    return count;
}

static void print_columns(const cli_grid *g, const tool_campaign *c, FILE *out, int first, int count) {
    tool_column columns[MAX_COLUMNS + 1] = {{"strategy", TOOL_LEFT, 10}};
    char titles[MAX_COLUMNS][24];
    for (int i = 0; i < count; i++) {
        title_of(g, first + i, titles[i]);
        columns[i + 1] = (tool_column){titles[i], TOOL_RIGHT, 7};
    }
    tool_table *table = tool_table_make(columns, (size_t)count + 1);
    for (int r = 0; table && r < g->rows; r++) {
        const char *cells[MAX_COLUMNS + 1] = {g->strategy[r]};
        for (int i = 0; i < count; i++) cells[i + 1] = g->cell[r][first + i];
        tool_table_add(table, cells, TOOL_PLAIN);
    }
    tool_table_print(table, out, cli_width(c), cli_colour(c));
    tool_table_free(table);
}

void cli_grid_flush(cli_grid *g, tool_campaign *c) {
    if (!g || g->rows == 0) return;
    FILE *out = tool_screen(c);
    tool_print(out, "\n%s\n", g->problem);
    for (int first = 0, count = 0; first < g->columns; first += count) {
        count = columns_that_fit(g, first, cli_width(c));
        print_columns(g, c, out, first, count);
    }
    if (g->best_ns > 0.0 && !(g->apart && g->rows > 1)) {
        char time[32], part[96] = "", line[512];
        if (g->best_fraction > 0.0)
            snprintf(part, sizeof part, ", %.0f%% of the limit (%s)", 100.0 * g->best_fraction,
                     g->limited_by);
        snprintf(line, sizeof line, "best: %s, %s%s%s", g->best,
                 tool_format_ns(g->best_ns, time, sizeof time), part, g->noisy ? "; ~ is noisy" : "");
        cli_line(c, line);
        if (g->remark[0]) cli_line(c, g->remark);
    }
    fflush(out);
    const tool_options *options = g->options;
    memset(g, 0, sizeof *g);
    g->options = options;
}
