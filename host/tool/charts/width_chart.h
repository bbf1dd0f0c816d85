/* width_chart.h - charts a problem's rows over sub-group widths: times, or shares of a ceiling. */
#pragma once

#include "charts/chart.h"
#include <jansson.h>

/* An amount per time, and its ceiling: fields of records. */
typedef struct tool_rate {
    const char *amount, *ceiling, *ceiling_name, *title;
    char *(*format)(double per_second, char *out, size_t size);
} tool_rate;

extern const tool_rate tool_bytes_rate;
/* Operations on integers are no FLOP. */
const tool_rate *tool_operations_rate(const json_t *record);
/* Bytes, or operations. */
const tool_rate *tool_limiting_rate(const json_t *record);

/* Per second; as a share of the ceiling. 0: unknown. */
double tool_rate_achieved(const tool_rate *what, const json_t *record);
double tool_rate_share(const tool_rate *what, const json_t *record);

/* Of several tuning values the fastest; `what` NULL: times. The axes include the rows `beside` of a related
   chart (NULL: none). The caller sets the titles. Returns how many rows had no room. */
int tool_width_chart(tool_chart *chart, const json_t *rows, const json_t *beside, const tool_rate *what);
