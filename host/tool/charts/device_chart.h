/* device_chart.h - one problem on several devices: strategies next to each other, a marker per device. */
#pragma once

#include "charts/chart.h"
#include "recorded/recorded.h"

/* Charts the rows from `first` to `end`, of one problem (tool_problem_end): for each strategy and device
 * the least median of its native widths or without sub-groups, hollow if all timed rows are emulated.
 * Leaves out strategies beyond TOOL_CHART_PLACES.
 */
void tool_device_chart(tool_chart *chart, const tool_recorded *recorded, const tool_matches *matches,
                       size_t first, size_t end);
