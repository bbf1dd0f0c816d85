/* chart_bars.c - numbers as bars from 0 on: a histogram. */
#include "charts/chart.h"
#include "text/display.h"
#include "charts/html.h"
#include <math.h>
#include <stdio.h>

enum { WIDTH = 760, HEIGHT = 420, LEFT = 96, RIGHT = 20, TOP = 52, BOTTOM = 62, TICKS = 6 };

static double left_of(const tool_bars *b, double index) {
    return LEFT + (WIDTH - LEFT - RIGHT) * index / (double)b->count;
}

static double height_of(double value, double most) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most;
}

static void put_label(tool_out *out, double x, double y, const char *how, const char *text) {
    tool_put(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, how);
    tool_put_text(out, text);
    tool_put(out, "</text>\n");
}

static void put_levels(tool_out *out, double most, double step) {
    for (int i = 0; i * step <= most * 1.000001; i++) {
        char text[32];
        const double y = height_of(i * step, most);
        snprintf(text, sizeof text, "%.0f", i * step);
        tool_put(out, "<path class=\"faint\" color=\"#d5dae0\" stroke=\"currentColor\" d=\"M%d %.1fH%d\"/>\n",
                 LEFT, y, WIDTH - RIGHT);
        put_label(out, LEFT - 8, y + 4, " text-anchor=\"end\"", text);
    }
}

static void put_places(tool_out *out, const tool_bars *b) {
    const double step = tool_chart_tick(fmax(1.0, (double)b->count / TICKS), true);
    for (int i = 0; i * step <= (double)b->count - 1.0; i++) {
        char text[32];
        const double index = floor(i * step);
        snprintf(text, sizeof text, "%.0f", index);
        put_label(out, left_of(b, index + 0.5), HEIGHT - BOTTOM + 18, " text-anchor=\"middle\"", text);
    }
}

static void put_bars(tool_out *out, const tool_bars *b, double most) {
    const double width = left_of(b, 1.0) - left_of(b, 0.0);
    tool_put(out, "<g class=\"c0\" color=\"#0072b2\" fill=\"currentColor\">\n");
    for (size_t i = 0; i < b->count; i++) {
        if (!(b->value[i] > 0.0)) continue;
        const double top = height_of(b->value[i], most);
        tool_put(
            out,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>%zu: %.0f</title></rect>\n",
            left_of(b, (double)i), top, width * (width > 2.0 ? 0.8 : 1.0), HEIGHT - BOTTOM - top, i,
            b->value[i]);
    }
    tool_put(out, "</g>\n");
}

static void put_picture(tool_out *out, const tool_bars *b) {
    double most = 1.0;
    char rotated[80];
    for (size_t i = 0; i < b->count; i++) most = fmax(most, b->value[i]);
    const double step = tool_chart_tick(most / TICKS, true);
    most = step * ceil(most / step);
    tool_put(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" width=\"%d\" "
             "viewBox=\"0 0 %d %d\" "
             "font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<title>",
             WIDTH, WIDTH, HEIGHT);
    tool_put_text(out, b->title);
    tool_put(out,
             "</title>\n<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\" "
             "fill=\"#fff\"/>\n"
             "<g class=\"ink\" color=\"#1f2328\" fill=\"currentColor\">\n",
             tool_chart_style);
    put_label(out, 16, 28, " font-size=\"15\" font-weight=\"bold\"", b->title);
    put_levels(out, most, step);
    put_places(out, b);
    put_label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 42, " text-anchor=\"middle\"", b->x_title);
    snprintf(rotated, sizeof rotated, " text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\"",
             (TOP + HEIGHT - BOTTOM) / 2);
    put_label(out, 18, (TOP + HEIGHT - BOTTOM) / 2.0, rotated, b->y_title);
    tool_put(out, "</g>\n");
    put_bars(out, b, most);
    tool_put(out, "</svg>\n");
}

int tool_bars_save(const char *path, const tool_bars *b, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    if (!out.existed) tool_out_only_new(&out);
    put_picture(&out, b);
    return tool_out_close(&out, error);
}
