/*
 * width_chart.h - rows of one problem as curves over sub-group widths: their times, or what they achieve of a
 * ceiling.
 */
#pragma once

#include "charts/chart.h"
#include <jansson.h>

/* An amount over the time, and the ceiling of it: fields of records. */
typedef struct tool_rate {
    const char *amount, *ceiling, *ceiling_name, *title;
    char *(*format)(double per_second, char *out, size_t size);
} tool_rate;

extern const tool_rate tool_bytes_rate;
/* Operations of a record; on integers they are no FLOP. */
const tool_rate *tool_operations_rate(const json_t *record);
/* What limits a record: its bytes, or its operations. */
const tool_rate *tool_limiting_rate(const json_t *record);

/* Per second; 0: not known. As a share of the ceiling; 0: not known. */
double tool_rate_achieved(const tool_rate *what, const json_t *record);
double tool_rate_share(const tool_rate *what, const json_t *record);

/* Strategies over widths, of several tuning values the fastest; `what` NULL: times. The axes hold the rows
   `beside` too, of charts that are looked at together (NULL: none). Titles of the chart are left to the
   caller. Returns how many rows found no room. */
int tool_width_chart(tool_chart *chart, const json_t *rows, const json_t *beside, const tool_rate *what);
