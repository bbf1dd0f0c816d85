/* report_parts.h - parts of the page. */
#pragma once

#include "charts/chart.h"
#include "charts/html.h"
#include "promises/promise_words.h"
#include "verdict/contest.h"

typedef struct tool_report {
    tool_out out;
    const tool_recorded *recorded;
    json_t *rows[TOOL_MAX_SUBJECTS]; /* selected, of each subject; owned */
    tool_matches matches;            /* what was timed; owned */
    tool_contests contests;          /* each device's best; owned */
    const json_t *listings;          /* compiled code, may be empty */
    json_t *looks;                   /* strategy -> its look in every chart; owned */
    tool_chart *chart;               /* the current one; owned */
} tool_report;

extern const char tool_report_style[], tool_heat_style[], tool_scores_style[];

void tool_report_devices(tool_report *report);

typedef struct tool_problem {
    size_t first, end; /* rows in `matches` */
    size_t algorithm;  /* its number, in order of appearance */
} tool_problem;
typedef struct tool_problems {
    tool_problem *item; /* owned */
    size_t count;
} tool_problems;
void tool_report_list(const tool_report *report, tool_problems *problems);
const char *tool_problem_algorithm(const tool_report *report, const tool_problem *problem);

void tool_report_algorithms(tool_report *report, const tool_problems *problems);
/* False: the algorithm's rows answer no sweep. */
bool tool_report_sweeps(tool_report *report, const char *algorithm);

/* Shows values of SG_SHOW; nothing if no row has any. */
void tool_report_traces(tool_report *report);

/* `user` is the report. */
void tool_report_paragraph(void *user, const char *line);

/* Of a single device, what it is good at. */
void tool_report_verdict(tool_report *report);

void tool_report_names(tool_report *report);

/* For two devices or more. */
void tool_report_scores(tool_report *report);

/* Nothing for a single device. */
void tool_report_heat(tool_report *report);

/* Nothing for a single device. */
void tool_report_comparison(tool_report *report);

/* A column per device; false: no device was asked. */
bool tool_put_promises(tool_out *out, const tool_promise_device *devices, const char *const *names,
                       int count);
void tool_report_promises(tool_report *report);

/* Compares equal devices of one file; nothing if no two are equal. */
void tool_report_siblings(tool_report *report, const tool_options *options, const tool_words *names);

void tool_report_troubles(tool_report *report);

/* Strategies look as in every chart. */
void tool_report_figure(tool_report *report, const char *heading);

/* A name has the same look everywhere. Within an algorithm no two have the same colour, if there are enough.

 */
void tool_report_looks(tool_report *report, const tool_problem *first, size_t count);
void tool_report_look(const tool_report *report, tool_chart *chart);
