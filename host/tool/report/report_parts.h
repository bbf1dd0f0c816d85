/*
 * report_parts.h - the parts of the page (report.h), each written by a file of its own.
 */
#pragma once

#include "charts/chart.h"
#include "charts/html.h"
#include "verdict/contest.h"

typedef struct tool_report {
    tool_out out;
    const tool_recorded *recorded;
    json_t *rows[TOOL_MAX_SUBJECTS]; /* the selected rows of each subject; owned */
    tool_matches matches;            /* of them, what was timed; owned */
    tool_contests contests;          /* each device at its best; owned */
    const json_t *listings;          /* compiled code, may be empty */
    json_t *looks;                   /* strategy -> its look in every chart; owned */
    tool_chart *chart;               /* room for the current chart; owned */
} tool_report;

/* Rules of the page's <style>. */
extern const char tool_report_style[], tool_heat_style[], tool_scores_style[];

/* Facts and abilities of the devices. */
void tool_report_devices(tool_report *report);

/* Problems in the order of their algorithms. */
typedef struct tool_problem {
    size_t first, end; /* rows in `matches` */
    size_t algorithm;  /* its number, in the order in which they came */
} tool_problem;
typedef struct tool_problems {
    tool_problem *item; /* owned */
    size_t count;
} tool_problems;
void tool_report_list(const tool_report *report, tool_problems *problems);
/* The algorithm of a problem. */
const char *tool_problem_algorithm(const tool_report *report, const tool_problem *problem);

/* A section per algorithm: its sweeps, and times and rates over widths of each problem. */
void tool_report_algorithms(tool_report *report, const tool_problems *problems);
/* The sweeps that the rows of an algorithm answer; false: there is none. */
bool tool_report_sweeps(tool_report *report, const char *algorithm);

/* The values recorded by SG_SHOW; nothing if no row has any. */
void tool_report_traces(tool_report *report);

/* Writes a line as a paragraph; `user` is the report. */
void tool_report_paragraph(void *user, const char *line);

/* Which device is better at what, and why; for a single device, what it is good at. */
void tool_report_verdict(tool_report *report);

/* One row per algorithm: the faster device, the ratio and one cause. For two devices or more. */
void tool_report_scores(tool_report *report);

/* Problems against devices, shaded by ratio; nothing for a single device. */
void tool_report_heat(tool_report *report);

/* Devices side by side; nothing for a single device. */
void tool_report_comparison(tool_report *report);

/* Compares equal devices of one file; nothing if no two are equal. */
void tool_report_siblings(tool_report *report, const tool_options *options, const tool_words *names);

/* Rows that are not ok, with their reasons. */
void tool_report_troubles(tool_report *report);

/* A chart in its frame; its strategies get the looks that they have in every chart of the page. */
void tool_report_figure(tool_report *report, const char *heading);

/* Gives the strategies of an algorithm their looks: a name has the same look everywhere. Within an algorithm
 * no two have the same colour, as long as there are enough colours. */
void tool_report_looks(tool_report *report, const tool_problem *first, size_t count);
void tool_report_look(const tool_report *report, tool_chart *chart);
