#include "charts/width_chart.h"
#include "text/display.h"
#include "recorded/recorded.h"
#include <stdio.h>
#include <string.h>

static char *format_bytes_rate(double value, char *out, size_t size) {
    return tool_format_rate(value, "B/s", out, size);
}
static char *format_flops(double value, char *out, size_t size) {
    return tool_format_rate(value, "FLOP/s", out, size);
}
static char *format_ops(double value, char *out, size_t size) {
    return tool_format_rate(value, "op/s", out, size);
}

const tool_rate tool_bytes_rate = {"bytes", "bandwidth_bytes_per_s", "bandwidth at this size",
                                   "bytes per second, logarithmic", format_bytes_rate};
static const tool_rate flops_rate = {"operations", "arithmetic_ops_per_s", "arithmetic rate",
                                     "operations per second, logarithmic", format_flops};
static const tool_rate ops_rate = {"operations", "arithmetic_ops_per_s", "arithmetic rate",
                                   "operations per second, logarithmic", format_ops};

const tool_rate *tool_operations_rate(const json_t *record) {
    const char first = tool_text_of(record, "type")[0];
    return first == 'i' || first == 'u' ? &ops_rate : &flops_rate;
}

const tool_rate *tool_limiting_rate(const json_t *record) {
    const bool arithmetic = strcmp(tool_text_of(record, "limited_by"), "arithmetic") == 0;
    return arithmetic || !(tool_number_of(record, "bytes") > 0.0) ? tool_operations_rate(record)
                                                                  : &tool_bytes_rate;
}

double tool_rate_achieved(const tool_rate *what, const json_t *record) {
    const double ns = tool_number_of(record, "median_ns");
    return ns > 0.0 ? 1e9 * tool_number_of(record, what->amount) / ns : 0.0;
}

double tool_rate_share(const tool_rate *what, const json_t *record) {
    const double ceiling = tool_number_of(record, what->ceiling);
    return ceiling > 0.0 ? tool_rate_achieved(what, record) / ceiling : 0.0;
}

static int width_of(const json_t *record) {
    return (int)json_integer_value(json_object_get(record, "width_requested"));
}

static int widths_of(const json_t *rows, int widths[TOOL_CHART_PLACES]) {
    int count = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const int width = width_of(json_array_get(rows, i));
        int at = 0;
        while (at < count && widths[at] < width) at++;
        if ((at < count && widths[at] == width) || count == TOOL_CHART_PLACES) continue;
        memmove(&widths[at + 1], &widths[at], sizeof widths[0] * (size_t)(count - at));
        widths[at] = width;
        count++;
    }
    return count;
}

static int place_of(const int *widths, int count, int width) {
    for (int i = 0; i < count; i++)
        if (widths[i] == width) return i;
    return -1;
}

static double value_of(const json_t *record, const tool_rate *what) {
    return what ? tool_rate_achieved(what, record) : tool_number_of(record, "median_ns");
}

/* False: no room. */
static bool add_row(tool_chart *c, const json_t *record, int place, const tool_rate *what) {
    const bool emulated = width_of(record) > 0 && tool_record_is_emulated(record);
    tool_series *const s = place < 0 ? NULL : tool_chart_find(c, tool_text_of(record, "strategy"), emulated);
    const double value = value_of(record, what);
    if (!s) return false;
    const double old = s->value[place];
    if (value > 0.0 && (old == 0.0 || (what ? value > old : value < old))) s->value[place] = value;
    if (what && tool_number_of(record, what->ceiling) > c->ceiling) {
        c->ceiling = tool_number_of(record, what->ceiling);
        c->ceiling_name = what->ceiling_name;
    }
    return true;
}

static void widen(tool_chart *c, const json_t *rows, const tool_rate *what) {
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const record = json_array_get(rows, i);
        const double value = value_of(record, what),
                     ceiling = what ? tool_number_of(record, what->ceiling) : 0.0;
        if (value > 0.0 && (c->low == 0.0 || value < c->low)) c->low = value;
        if (value > c->high) c->high = value;
        if (ceiling > c->highest_ceiling) c->highest_ceiling = ceiling;
    }
}

int tool_width_chart(tool_chart *c, const json_t *rows, const json_t *beside, const tool_rate *what) {
    int widths[TOOL_CHART_PLACES] = {0}, left_out = 0;
    const int count = widths_of(beside ? beside : rows, widths);
    *c = (tool_chart){.x_title = "sub-group width, lanes",
                      .y_title = what ? what->title : "time, logarithmic",
                      .format = what ? what->format : tool_format_ns,
                      .places = count,
                      .apart = true,
                      .first_reaches_across = widths[0] == 0};
    for (int i = 0; i < count; i++)
        snprintf(c->place[i], sizeof c->place[i], widths[i] ? "%d" : "none", widths[i]);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const record = json_array_get(rows, i);
        left_out += !add_row(c, record, place_of(widths, count, width_of(record)), what);
    }
    widen(c, beside, what);
    return left_out;
}
