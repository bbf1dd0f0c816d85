/*
 * chart.h - draws curves as SVG: named places on the horizontal axis, a logarithmic vertical axis. Files
 * and pages share the drawing. A strategy has its own colour and marker among the first TOOL_CHART_LOOKS;
 * if emulated, with dashes and hollow markers. So colour is never the only sign.
 */
#pragma once

#include "crosslane.h"
#include "system/output_file.h"
#include <stdbool.h>

enum { TOOL_CHART_PLACES = 32, TOOL_CHART_SERIES = 48, TOOL_CHART_NAME = 96 };
enum { TOOL_CHART_COLOURS = 7, TOOL_CHART_MARKERS = 8, TOOL_CHART_LOOKS = 56 };

typedef struct tool_series {
    char name[TOOL_CHART_NAME];
    int look;                        /* number of its colour and marker */
    bool hollow;                     /* dashes and hollow markers: emulated */
    double value[TOOL_CHART_PLACES]; /* 0: nothing is there, the curve breaks */
} tool_series;

typedef struct tool_chart {
    char title[800];     /* what a reader hears, and the heading of a file of its own */
    char subtitle[1024]; /* a second line, in a file of its own; "": none */
    const char *x_title, *y_title;
    char place[TOOL_CHART_PLACES][32];
    int places;
    tool_series series[TOOL_CHART_SERIES];
    int count;
    bool apart;                /* curves are slightly offset: equal values are common */
    bool unconnected;          /* places have no order: only markers */
    bool first_reaches_across; /* a value at the first place is one for all: a thin line shows it */
    /* A value with its unit, as the functions of display.h. */
    char *(*format)(double value, char *out, size_t size);
    double ceiling; /* a line across; 0: none */
    const char *ceiling_name;
    /* Range of the vertical axis for charts that share it; 0: none. */
    double low, high, highest_ceiling;
    bool bare; /* the page has the legend elsewhere */
} tool_chart;

/* The series of that name; made if it is not there. NULL: there is no more room. */
tool_series *tool_chart_find(tool_chart *chart, const char *name, bool hollow);

/* How colours become those of a dark screen: rules for a page's <style>, which files of their own hold too.
 */
extern const char tool_chart_style[];

/* The <svg> element. `alone`: with heading and background, as a file of its own. */
void tool_chart_draw(tool_out *out, const tool_chart *chart, bool alone);

/* The legend as a list, for charts that leave it out. */
void tool_chart_legend(tool_out *out, const tool_chart *chart);

/* The largest of 1, 2, 5 times a power of ten that is not above the value (up: the smallest not below):
 * ticks. */
double tool_chart_tick(double value, bool up);

/* Numbers of 0 or more as bars, with a linear scale. */
typedef struct tool_bars {
    const char *title, *x_title, *y_title;
    const double *value;
    size_t count;
} tool_bars;

/* Files of their own. XL_IO. */
int tool_bars_save(const char *path, const tool_bars *bars, xl_error *error);
int tool_chart_save(const char *path, const tool_chart *chart, xl_error *error);
