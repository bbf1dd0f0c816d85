#include "charts/device_chart.h"
#include "text/display.h"
#include "recorded/winners.h"
#include <stdio.h>
#include <string.h>

static int place_of(tool_chart *chart, const char *strategy) {
    char name[sizeof chart->place[0]];
    int place = 0;
    tool_text_cut(strategy, sizeof name - 4, TOOL_ELLIPSIS, name, sizeof name);
    while (place < chart->places && strcmp(chart->place[place], name) != 0) place++;
    if (place == TOOL_CHART_PLACES) return -1;
    if (place == chart->places) snprintf(chart->place[chart->places++], sizeof name, "%s", name);
    return place;
}

/* Of emulated rows or of the others; 0: none. */
static double best_of(tool_chart *chart, const tool_matches *all, size_t first, size_t end, int subject,
                      int place, bool emulated) {
    double best = 0.0;
    for (size_t m = first; m < end; m++) {
        const tool_match *const row = &all->item[m];
        if (!row->record[subject] || row->emulated != emulated || place_of(chart, row->strategy) != place)
            continue;
        const double median = tool_median_of(row->record[subject]);
        if (best == 0.0 || median < best) best = median;
    }
    return best;
}

static void add_subject(tool_chart *chart, const tool_recorded *recorded, const tool_matches *all,
                        size_t first, size_t end, int subject) {
    for (int place = 0; place < chart->places; place++)
        for (int emulated = 0; emulated < 2; emulated++) {
            const double best = best_of(chart, all, first, end, subject, place, emulated);
            if (!(best > 0.0)) continue;
            tool_series *const series = tool_chart_find(chart, recorded->subject[subject].name, emulated);
            if (series) series->value[place] = best;
            break;
        }
}

void tool_device_chart(tool_chart *chart, const tool_recorded *recorded, const tool_matches *matches,
                       size_t first, size_t end) {
    *chart = (tool_chart){.x_title = "strategy",
                          .y_title = "time, logarithmic",
                          .format = tool_format_ns,
                          .unconnected = true,
                          .apart = true};
    snprintf(chart->title, sizeof chart->title, "%s", matches->item[first].title);
    snprintf(chart->subtitle, sizeof chart->subtitle,
             "less is faster; each strategy at its best sub-group width");
    for (size_t m = first; m < end; m++) place_of(chart, matches->item[m].strategy);
    for (int s = 0; s < recorded->count; s++) add_subject(chart, recorded, matches, first, end, s);
}
