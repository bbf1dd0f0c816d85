/* sweep.h - a sweep (case.h): its words of --set, its curves and answer. */
#pragma once

#include "cases/case.h"
#include "charts/chart.h"
#include "charts/growth.h"
#include "options/options.h"
#include <jansson.h>

enum { TOOL_SWEEP_CURVES = 16, TOOL_SWEEP_WIDTHS = 17 };

/* Appends to --set. Complains, TOOL_USAGE: no such sweep, or --set gives the axis. */
tool_exit tool_sweep_apply(tool_options *options);

/* NULL: none. */
const tool_sweep *tool_sweep_of(const tool_options *options, const xl__algorithm **algorithm);

typedef struct tool_curve_point {
    double at[TOOL_SWEEP_WIDTHS];  /* of each width, native and emulated; 0: did not run */
    double low[TOOL_SWEEP_WIDTHS]; /* the least sample; `at` is the median */
    double ns;    /* of the fastest width, native before emulated, minus `sweep->less` there; 0: none */
    double least; /* that of `ns` */
    int width;
    bool emulated;   /* no native width ran */
    char status[16]; /* if none ran: "skipped", ... */
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

void tool_curves_start(tool_curves *curves, const tool_sweep *sweep, const char *algorithm);
/* Ignores a record of no value of the sweep. */
void tool_curves_add(tool_curves *curves, const json_t *record);
/* Call after all records: drops values without a record. */
void tool_curves_trim(tool_curves *curves);
/* -1: nothing ran there. */
int tool_curves_best(const tool_curves *curves, int value);
/* Which strategy is the fastest over which range; "of those timed" if some values were not timed for all. */
void tool_curves_answer(const tool_curves *curves, char *out, size_t size);
/* "not timed: group up to 1%, stable from 75% on", or "". */
void tool_curves_untimed(const tool_curves *curves, char *out, size_t size);

/* Of the least times, which other load affects least. False: the axis is no size, or too few values ran. */
bool tool_curves_growth(const tool_curves *curves, int curve, tool_growth *out);
/* Titles of a table of growth, and the cells of a curve; false: as above. */
enum { TOOL_GROWTH_COLUMNS = 5, TOOL_GROWTH_CELL = 64 };
extern const char *const tool_growth_titles[TOOL_GROWTH_COLUMNS];
bool tool_curves_growth_row(const tool_curves *curves, int curve,
                            char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL]);
/* For a results file: strategy and exponent; NULL: as above. */
json_t *tool_curves_growth_json(const tool_curves *curves, int curve, const char *device);

/* `device` is in the second line. All curves fit. */
void tool_curves_chart(const tool_curves *curves, const char *device, tool_chart *out);
