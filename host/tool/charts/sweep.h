/*
 * sweep.h - a sweep (case.h) from its name to the words of --set that it stands for, and from the records to
 * the curves that answer its question.
 */
#pragma once

#include "cases/case.h"
#include "charts/chart.h"
#include "charts/growth.h"
#include "options/options.h"
#include <jansson.h>

enum { TOOL_SWEEP_CURVES = 16, TOOL_SWEEP_WIDTHS = 17 };

/* Appends the settings of --sweep to those of --set, which keeps its other settings. Without --sweep nothing
 * changes. Complains and returns TOOL_USAGE: no such sweep, or --set gives the axis. */
tool_exit tool_sweep_apply(tool_options *options);

/* The sweep that --sweep names; NULL: none. */
const tool_sweep *tool_sweep_of(const tool_options *options, const xl__algorithm **algorithm);

/* A strategy at a value of the axis. */
typedef struct tool_curve_point {
    double at[TOOL_SWEEP_WIDTHS];  /* of each width, native and emulated; 0: did not run */
    double low[TOOL_SWEEP_WIDTHS]; /* the least sample, where `at` is the median */
    double ns;    /* the fastest of the widths, native before emulated, less `sweep->less` there; 0: none */
    double least; /* that of `ns` */
    int width;
    bool emulated;   /* no native width ran */
    char status[16]; /* where none ran: "skipped", ... */
} tool_curve_point;

typedef struct tool_curve {
    char strategy[64];
    tool_curve_point point[TOOL_SWEEP_VALUES];
} tool_curve;

typedef struct tool_curves {
    const tool_sweep *sweep;
    const char *algorithm;
    char value[TOOL_SWEEP_VALUES][32], label[TOOL_SWEEP_VALUES][32];
    int values;
    tool_curve curve[TOOL_SWEEP_CURVES];
    int count;
} tool_curves;

/* Curves without a point. */
void tool_curves_start(tool_curves *curves, const tool_sweep *sweep, const char *algorithm);
/* Takes a bench record in; one that belongs to no value of the sweep changes nothing. */
void tool_curves_add(tool_curves *curves, const json_t *record);
/* When all records are in: leaves out the values of which there is none. */
void tool_curves_trim(tool_curves *curves);
/* The fastest curve at a value; -1: nothing ran there. */
int tool_curves_best(const tool_curves *curves, int value);
/* Which strategy is the fastest over which range, as a sentence; "of those timed" if some values were not
   timed for all. */
void tool_curves_answer(const tool_curves *curves, char *out, size_t size);
/* "" or "not timed: group up to 1%, stable from 75% on": what the sentence does not know of. */
void tool_curves_untimed(const tool_curves *curves, char *out, size_t size);

/* How a curve's least times grow along the axis; other load on the machine affects the least times least.
 * false: the sweep's axis is no size, or too few values ran. */
bool tool_curves_growth(const tool_curves *curves, int curve, tool_growth *out);
/* The columns of a table of it, and the cells of a curve's row; false: as above. */
enum { TOOL_GROWTH_COLUMNS = 5, TOOL_GROWTH_CELL = 64 };
extern const char *const tool_growth_titles[TOOL_GROWTH_COLUMNS];
bool tool_curves_growth_row(const tool_curves *curves, int curve,
                            char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL]);
/* The same for a results file: an object with strategy and exponent; NULL: as above. */
json_t *tool_curves_growth_json(const tool_curves *curves, int curve, const char *device);

/* The curves as a chart, with `device` in its second line. There is room for all curves. */
void tool_curves_chart(const tool_curves *curves, const char *device, tool_chart *out);
