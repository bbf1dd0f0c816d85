/* chart.c - curves as an SVG picture that needs nothing else. */
#include "display.h"
#include "os_file.h"
#include "sweep.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 440, LEFT = 80, RIGHT = 150, TOP = 60, BOTTOM = 70 };

/* Colours that people who see few colours tell apart (Okabe and Ito 2008), and dashes beside them. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#e69f00", "#000000"};
static const char *const dashes[] = {"none", "7 3", "2 3"};
enum { COLOURS = sizeof colours / sizeof *colours, DASHES = sizeof dashes / sizeof *dashes };

static void put(tool_out *out, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tool_out_write(out, text,
                   length < 0                     ? 0
                   : (size_t)length < sizeof text ? (size_t)length
                                                  : sizeof text - 1);
}

/* Text between tags: what XML takes for its own is written as it wants. */
static void put_text(tool_out *out, const char *text) {
    char clean[512];
    for (const char *at = tool_text_clean(text, clean, sizeof clean); *at; at++) {
        if (*at == '<')
            put(out, "&lt;");
        else if (*at == '&')
            put(out, "&amp;");
        else
            tool_out_write(out, at, 1);
    }
}

static void put_label(tool_out *out, double x, double y, const char *how, const char *text) {
    put(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, how);
    put_text(out, text);
    put(out, "</text>\n");
}

static double place_of(const tool_curves *c, int value) {
    const double room = WIDTH - LEFT - RIGHT;
    return c->values < 2 ? LEFT + room / 2 : LEFT + room * value / (c->values - 1);
}

typedef struct scale {
    int low, high; /* powers of ten of nanoseconds */
} scale;

static double height_of(const scale *s, double ns) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (log10(ns) - s->low) / (double)(s->high - s->low);
}

static scale scale_of(const tool_curves *c) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->count; i++)
        for (int v = 0; v < c->values; v++) {
            if (c->curve[i].ns[v] <= 0.0) continue;
            low = fmin(low, floor(log10(c->curve[i].ns[v])));
            high = fmax(high, floor(log10(c->curve[i].ns[v])) + 1.0);
        }
    return low < high ? (scale){(int)low, (int)high} : (scale){0, 1};
}

static void put_axes(tool_out *out, const tool_curves *c, const scale *s) {
    for (int power = s->low; power <= s->high; power++) {
        char text[32];
        const double y = height_of(s, pow(10.0, (double)power));
        put(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", LEFT, WIDTH - RIGHT,
            y, y);
        put_label(out, LEFT - 8, y + 4, "text-anchor=\"end\"",
                  tool_format_ns(pow(10.0, (double)power), text, sizeof text));
    }
    for (int v = 0; v < c->values; v++)
        put_label(out, place_of(c, v), HEIGHT - BOTTOM + 20, "text-anchor=\"middle\"", c->label[v]);
    put_label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 45, "text-anchor=\"middle\"",
              c->sweep->title);
}

/* A curve breaks where nothing ran. Its name stands at its last point, moved down where another one is. */
static void put_curve(tool_out *out, const tool_curves *c, int index, const scale *s, double *taken,
                      int *names) {
    const tool_curve *curve = &c->curve[index];
    char look[96];
    double last = 0.0, end = 0.0;
    snprintf(look, sizeof look, "stroke=\"%s\" stroke-dasharray=\"%s\"", colours[index % COLOURS],
             dashes[index / COLOURS % DASHES]);
    for (int v = 0; v < c->values; v++) {
        if (curve->ns[v] <= 0.0) continue;
        const double x = place_of(c, v), y = height_of(s, curve->ns[v]);
        if (v > 0 && curve->ns[v - 1] > 0.0)
            put(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"2\" %s/>\n",
                place_of(c, v - 1), height_of(s, curve->ns[v - 1]), x, y, look);
        put(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y, colours[index % COLOURS]);
        last = x;
        end = y;
    }
    if (last == 0.0) return;
    bool moved = true;
    for (int tries = 0; moved && tries < TOOL_SWEEP_CURVES; tries++) {
        moved = false;
        for (int i = 0; i < *names; i++)
            if (fabs(taken[i] - end) < 14.0) end = taken[i] + 14.0, moved = true;
    }
    taken[(*names)++] = end;
    snprintf(look, sizeof look, "fill=\"%s\"", colours[index % COLOURS]);
    put_label(out, WIDTH - RIGHT + 10, end + 4, look, curve->strategy);
}

int tool_chart_write(const char *path, const tool_curves *c, const char *device, xl_error *error) {
    tool_out out;
    double taken[TOOL_SWEEP_CURVES];
    int names = 0;
    char title[800], answer[512];
    const scale s = scale_of(c);
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    put(&out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"#fff\"/>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    snprintf(title, sizeof title, "%s: %s", c->algorithm, c->sweep->question);
    put_label(&out, LEFT, 20, "font-size=\"14\" font-weight=\"bold\"", title);
    tool_curves_answer(c, answer, sizeof answer);
    snprintf(title, sizeof title, "%s. %s", device, answer);
    put_label(&out, LEFT, 40, "fill=\"#555\"", title);
    put_axes(&out, c, &s);
    for (int i = 0; i < c->count; i++) put_curve(&out, c, i, &s, taken, &names);
    put(&out, "</svg>\n");
    return tool_out_close(&out, error);
}
