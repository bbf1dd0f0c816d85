/*
 * chart.h - curves as SVG: named places on a horizontal, a logarithmic vertical axis. Each of the first
 * TOOL_CHART_LOOKS strategies has its own colour and marker; if emulated, dashes and hollow markers: colour
 * is never the only sign.
 */
#pragma once

#include "crosslane.h"
#include "system/output_file.h"
#include <stdbool.h>

enum { TOOL_CHART_PLACES = 32, TOOL_CHART_SERIES = 48, TOOL_CHART_NAME = 96 };
enum { TOOL_CHART_COLOURS = 7, TOOL_CHART_MARKERS = 8, TOOL_CHART_LOOKS = 56 };

typedef struct tool_series {
    char name[TOOL_CHART_NAME];
    int look;                        /* of its colour and marker */
    bool hollow;                     /* dashes and hollow markers: emulated */
    double value[TOOL_CHART_PLACES]; /* 0: none, the curve breaks */
} tool_series;

typedef struct tool_chart {
    char title[800];     /* for screen readers; a file's heading */
    char subtitle[1024]; /* a file's second line; "": none */
    const char *x_title, *y_title;
    char place[TOOL_CHART_PLACES][32];
    int places;
    tool_series series[TOOL_CHART_SERIES];
    int count;
    bool apart;                /* offsets curves: equal values are common */
    bool unconnected;          /* places have no order: only markers */
    bool first_reaches_across; /* a thin line continues a first value that holds for all places */
    /* With its unit (display.h). */
    char *(*format)(double value, char *out, size_t size);
    double ceiling; /* a line across; 0: none */
    const char *ceiling_name;
    /* Of the vertical axis, for charts that share it; 0: none. */
    double low, high, highest_ceiling;
    bool bare; /* the page has the legend elsewhere */
} tool_chart;

/* Made if needed. NULL: no more room. */
tool_series *tool_chart_find(tool_chart *chart, const char *name, bool hollow);

extern const char tool_chart_style[];

/* `alone`: with heading and background, as a file of its own. */
void tool_chart_draw(tool_out *out, const tool_chart *chart, bool alone);

void tool_chart_legend(tool_out *out, const tool_chart *chart);

/* The largest of 1, 2, 5 times a power of ten that is not above the value (up: the smallest not below). */
double tool_chart_tick(double value, bool up);

/* 0 or more, linear. */
typedef struct tool_bars {
    const char *title, *x_title, *y_title;
    const double *value;
    size_t count;
} tool_bars;

/* Files of their own. XL_IO. */
int tool_bars_save(const char *path, const tool_bars *bars, xl_error *error);
int tool_chart_save(const char *path, const tool_chart *chart, xl_error *error);
