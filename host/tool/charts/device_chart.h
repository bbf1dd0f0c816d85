/* device_chart.h - one problem: strategies next to each other, a marker per device. */
#pragma once

#include "charts/chart.h"
#include "recorded/recorded.h"

/* Rows `first` to `end` are of one problem (tool_problem_end). Shows for each strategy and device the least
 * median of its native widths or without sub-groups, hollow if all timed rows are emulated. Leaves out
 * strategies beyond TOOL_CHART_PLACES.
 */
void tool_device_chart(tool_chart *chart, const tool_recorded *recorded, const tool_matches *matches,
                       size_t first, size_t end);
