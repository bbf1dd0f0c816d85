#include "charts/chart.h"
#include "text/display.h"
#include "charts/html.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Without heading, slanted names, legend. */
enum { WIDTH = 560, LEFT = 116, RIGHT = 16, PLOT = 250, LETTER = 7, LINE = 20, NAME = 66 };

/* For colour-blind readers (after Okabe and Ito 2008), dark enough for white paper. tool_chart_style has
 * lighter partners.
 */
static const char *const colours[TOOL_CHART_COLOURS] = {"#0072b2", "#c44e00", "#007a5a", "#a3478b",
                                                        "#946a00", "#3a7ca5", "#333333"};
/* About 9 wide, around 0. */
static const char *const markers[TOOL_CHART_MARKERS] = {
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-3.6 -3.6h7.2v7.2h-7.2z",
    "M0 -4.8L4.6 3.4H-4.6z",
    "M0 -5.2L5.2 0L0 5.2L-5.2 0z",
    "M0 4.8L4.6 -3.4H-4.6z",
    "M-1.6 -4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z",
    "M-4.2 -4.2h8.4l-8.4 8.4h8.4z",
    "M0 -6L1.6 -1.6L6 0L1.6 1.6L0 6L-1.6 1.6L-6 0L-1.6 -1.6z",
};

const char tool_chart_style[] =
    ".chart .paper,.chart .hollow{fill:#fff}\n"
    "@media screen and (prefers-color-scheme:dark){\n"
    ".chart .paper,.chart .hollow{fill:#15191e}.chart .ink{color:#e4e7eb}.chart .faint{color:#39424d}\n"
    ".chart .c0{color:#5ab4f0}.chart .c1{color:#ff9350}.chart .c2{color:#35c79d}.chart .c3{color:#e893d0}\n"
    ".chart .c4{color:#e5bd4b}.chart .c5{color:#9cc9e6}.chart .c6{color:#d5d8dc}\n}\n";

/* A strategy's native and emulated curves share their look. */
tool_series *tool_chart_find(tool_chart *c, const char *name, bool hollow) {
    int look = -1, most = -1;
    for (int i = 0; i < c->count; i++) {
        tool_series *const s = &c->series[i];
        most = s->look > most ? s->look : most;
        if (strcmp(s->name, name) != 0) continue;
        if (s->hollow == hollow) return s;
        look = s->look;
    }
    if (c->count == TOOL_CHART_SERIES) return NULL;
    tool_series *const made = &c->series[c->count++];
    *made = (tool_series){.hollow = hollow, .look = look >= 0 ? look : most + 1};
    snprintf(made->name, sizeof made->name, "%s", name);
    return made;
}

static void put_label(tool_out *out, double x, double y, const char *how, const char *text) {
    tool_put(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, how);
    tool_put_text(out, text);
    tool_put(out, "</text>\n");
}

/* Without `out` it only counts. */
static int put_lines(tool_out *out, const char *text, int columns, double y, const char *how) {
    int lines = 0;
    while (*text) {
        size_t length = strlen(text);
        char line[256];
        if (length > (size_t)columns) {
            length = (size_t)columns;
            while (length > 0 && text[length] != ' ') length--;
            if (length == 0) length = strcspn(text, " ");
        }
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (out) put_label(out, 12, y + lines * LINE, how, line);
        text += length + strspn(text + length, " ");
        lines++;
    }
    return lines;
}

static int put_heading(tool_out *out, const tool_chart *c) {
    const int titles =
        put_lines(out, c->title, (WIDTH - 24) / 8, 26, " font-size=\"15\" font-weight=\"bold\"");
    return titles + put_lines(out, c->subtitle, (WIDTH - 24) / 7, 26 + titles * LINE, "");
}

typedef struct frame {
    const tool_chart *chart;
    int top, bottom, height; /* of the plot; of the picture */
    double slot;             /* from place to place */
    bool slanted;            /* names are too long for a horizontal row */
    int legend_columns;
    double low, high; /* of the vertical axis */
    double step[64];
    int steps;
} frame;

double tool_chart_tick(double value, bool up) {
    static const double digits[] = {1.0, 2.0, 5.0, 10.0};
    const double power = pow(10.0, floor(log10(value)));
    const double slack = 1e-9 * value;
    double best = up ? 10.0 * power : power;
    for (int i = 0; i < 4; i++) {
        const double tick = digits[i] * power;
        if (!up && tick <= value + slack) best = tick;
        if (up && tick >= value - slack) return tick;
    }
    return best;
}

static void find_range(frame *f) {
    const tool_chart *const c = f->chart;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->count; i++)
        for (int p = 0; p < c->places; p++) {
            const double value = c->series[i].value[p];
            if (!(value > 0.0)) continue;
            low = fmin(low, value);
            high = fmax(high, value);
        }
    const double ceiling = fmax(c->ceiling, c->highest_ceiling);
    high = fmax(high, ceiling);
    if (c->low > 0.0) low = fmin(low, c->low);
    high = fmax(high, c->high);
    if (!(low <= high)) low = high = 1.0;
    f->low = tool_chart_tick(low, false);
    f->high = tool_chart_tick(high, true);
    if (f->high <= f->low * 1.5) f->low = tool_chart_tick(0.75 * f->low, false);
    if (f->high <= f->low * 1.5) f->high = tool_chart_tick(1.5 * f->high, true);
    /* Room for the ceiling's name. */
    if (ceiling > 0.0 && log(f->high / ceiling) < 0.1 * log(f->high / f->low))
        f->high = tool_chart_tick(1.5 * f->high, true);
}

static void find_steps(frame *f) {
    const double decades = log10(f->high / f->low);
    double tick = f->low;
    for (int i = 0; i < 256 && f->steps < 64 && tick <= f->high * 1.000001; i++) {
        const double digit = tick / pow(10.0, floor(log10(tick) + 1e-9));
        const bool edge = i == 0 || tick >= f->high * 0.999999;
        if (decades <= 2.1 || digit < 1.5 || (edge && decades <= 4.0)) f->step[f->steps++] = tick;
        tick = tool_chart_tick(1.5 * tick, true);
    }
}

static double height_of(const frame *f, double value) {
    return f->bottom - PLOT * log10(value / f->low) / log10(f->high / f->low);
}

static double place_of(const frame *f, int place) {
    return LEFT + f->slot * (place + 0.5);
}

/* `apart`: curves are offset, so that equal values are visible. */
static double point_of(const frame *f, const tool_series *s, int place) {
    const int count = f->chart->count, index = (int)(s - f->chart->series);
    if (!f->chart->apart || count < 2) return place_of(f, place);
    const double step = fmin(14.0, 0.7 * f->slot / (count - 1));
    return place_of(f, place) + step * (index - 0.5 * (count - 1));
}

static size_t longest_place(const tool_chart *c) {
    size_t longest = 1;
    for (int p = 0; p < c->places; p++) {
        const size_t width = tool_text_width(c->place[p]);
        longest = width > longest ? width : longest;
    }
    return longest;
}

static void lay_out(frame *f, const tool_chart *c, bool alone) {
    size_t widest = 8;
    *f = (frame){.chart = c, .top = alone ? 26 + LINE * put_heading(NULL, c) : 12};
    f->bottom = f->top + PLOT;
    f->slot = (double)(WIDTH - LEFT - RIGHT) / (c->places > 0 ? c->places : 1);
    f->slanted = (double)longest_place(c) * LETTER + 6 > f->slot;
    for (int i = 0; i < c->count; i++) {
        const size_t width = tool_text_width(c->series[i].name) + (c->series[i].hollow ? 10 : 0);
        widest = width > widest ? width : widest;
    }
    if (widest > NAME) widest = NAME;
    f->legend_columns = (WIDTH - 20) / ((int)widest * LETTER + 44);
    if (f->legend_columns < 1) f->legend_columns = 1;
    if (f->legend_columns > 4) f->legend_columns = 4;
    const int names = f->slanted ? (int)(longest_place(c) * 5) + 14 : 22;
    const int rows = (c->count + f->legend_columns - 1) / f->legend_columns;
    f->height = f->bottom + names + 26 + (c->bare ? 0 : rows * LINE + 8);
    find_range(f);
    find_steps(f);
}

static void put_axes(tool_out *out, const frame *f) {
    const tool_chart *const c = f->chart;
    char text[64];
    tool_put(out, "<g class=\"faint\" color=\"#d5dae0\" stroke=\"currentColor\">\n");
    for (int i = 0; i < f->steps; i++)
        tool_put(out, "<path d=\"M%d %.1fH%d\"/>\n", LEFT, height_of(f, f->step[i]), WIDTH - RIGHT);
    tool_put(out, "</g>\n<g class=\"ink\" color=\"#1f2328\" fill=\"currentColor\">\n");
    for (int i = 0; i < f->steps; i++)
        put_label(out, LEFT - 8, height_of(f, f->step[i]) + 4, " text-anchor=\"end\"",
                  c->format(f->step[i], text, sizeof text));
    const int every = f->slanted && f->slot < 13.0 ? 2 : 1; /* names would overlap */
    for (int p = 0; p < c->places; p += every) {
        char rotated[80];
        snprintf(rotated, sizeof rotated, " text-anchor=\"end\" transform=\"rotate(-40 %.1f %d)\"",
                 place_of(f, p) + 4, f->bottom + 14);
        put_label(out, place_of(f, p) + (f->slanted ? 4 : 0), f->bottom + (f->slanted ? 14 : 18),
                  f->slanted ? rotated : " text-anchor=\"middle\"", c->place[p]);
    }
    const int names = f->slanted ? (int)(longest_place(c) * 5) + 14 : 22;
    put_label(out, (LEFT + WIDTH - RIGHT) / 2.0, f->bottom + names + 16, " text-anchor=\"middle\"",
              c->x_title);
    snprintf(text, sizeof text, " text-anchor=\"middle\" transform=\"rotate(-90 14 %d)\"",
             f->bottom - PLOT / 2);
    put_label(out, 14, f->bottom - PLOT / 2.0, text, c->y_title);
    tool_put(out, "</g>\n");
}

static void put_ceiling(tool_out *out, const frame *f) {
    const tool_chart *const c = f->chart;
    if (!(c->ceiling > 0.0)) return;
    char text[64], label[160];
    const double y = height_of(f, c->ceiling);
    snprintf(label, sizeof label, "%s %s", c->ceiling_name, c->format(c->ceiling, text, sizeof text));
    tool_put(out,
             "<g class=\"ink\" color=\"#1f2328\" fill=\"currentColor\">"
             "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\n",
             LEFT, y, WIDTH - RIGHT);
    put_label(out, WIDTH - RIGHT - 2, y - 5, " text-anchor=\"end\" font-style=\"italic\"", label);
    tool_put(out, "</g>\n");
}

static void put_marker(tool_out *out, const tool_series *s, double x, double y) {
    tool_put(out, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\"%s", x, y,
             markers[s->look % TOOL_CHART_MARKERS],
             s->hollow ? " class=\"hollow\" fill=\"#fff\" stroke=\"currentColor\" stroke-width=\"1.5\""
                       : " fill=\"currentColor\"");
}

static void put_name(tool_out *out, const tool_series *s) {
    char name[4 * TOOL_CHART_NAME];
    tool_put_text(out, tool_text_cut(s->name, NAME - 10, TOOL_ELLIPSIS, name, sizeof name));
    if (s->hollow) tool_put(out, ", emulated");
}

static void put_colour(tool_out *out, const tool_series *s) {
    const int colour = s->look % TOOL_CHART_COLOURS;
    tool_put(out, "<g class=\"c%d\" color=\"%s\">", colour, colours[colour]);
}

static void put_line(tool_out *out, const tool_series *s) {
    tool_put(out, " stroke=\"currentColor\" stroke-width=\"2\"%s/>",
             s->hollow ? " stroke-dasharray=\"6 4\"" : "");
}

static void put_curve(tool_out *out, const frame *f, const tool_series *s) {
    const tool_chart *const c = f->chart;
    const char *pen = "M";
    bool any = false;
    put_colour(out, s);
    for (int p = 0; p < c->places; p++) {
        const bool there = s->value[p] > 0.0;
        if (c->unconnected) break;
        if (there && !any) tool_put(out, "<path class=\"line\" d=\"");
        if (there) tool_put(out, "%s%.1f %.1f", pen, point_of(f, s, p), height_of(f, s->value[p]));
        any = any || there;
        if (!c->apart || there) pen = there ? "L" : "M"; /* unrequested widths are no gap */
    }
    if (any) {
        tool_put(out, "\" fill=\"none\"");
        put_line(out, s);
        tool_put(out, "\n");
    }
    if (c->first_reaches_across && s->value[0] > 0.0)
        tool_put(out,
                 "<path d=\"M%.1f %.1fH%d\" stroke=\"currentColor\" stroke-width=\"1\" opacity=\"0.45\"/>\n",
                 point_of(f, s, 0), height_of(f, s->value[0]), WIDTH - RIGHT);
    for (int p = 0; p < c->places; p++) {
        char text[64];
        if (!(s->value[p] > 0.0)) continue;
        put_marker(out, s, point_of(f, s, p), height_of(f, s->value[p]));
        tool_put(out, "><title>");
        put_name(out, s);
        tool_put(out, ", ");
        tool_put_text(out, c->place[p]);
        tool_put(out, ": ");
        tool_put_text(out, c->format(s->value[p], text, sizeof text));
        tool_put(out, "</title></path>\n");
    }
    tool_put(out, "</g>\n");
}

static void put_entry(tool_out *out, const frame *f, const tool_series *s, int number) {
    const int rows = (f->chart->count + f->legend_columns - 1) / f->legend_columns;
    const double column = (double)(WIDTH - 20) / f->legend_columns;
    const double x = 10 + column * (number % f->legend_columns);
    const int row = number / f->legend_columns;
    const double y = f->height - rows * LINE + LINE * row;
    put_colour(out, s);
    if (!f->chart->unconnected) {
        tool_put(out, "<path d=\"M%.1f %.1fh28\"", x, y);
        put_line(out, s);
    }
    put_marker(out, s, x + 14, y);
    tool_put(out,
             "/></g><text class=\"ink\" color=\"#1f2328\" fill=\"currentColor\" x=\"%.1f\" "
             "y=\"%.1f\">",
             x + 34, y + 4);
    put_name(out, s);
    tool_put(out, "</text>\n");
}

/* Sorts by strategy, native sub-groups first; returns how many. */
static int legend_order(const tool_chart *c, const tool_series *order[TOOL_CHART_SERIES]) {
    for (int i = 0; i < c->count; i++) {
        const tool_series *const s = &c->series[i];
        int at = i;
        while (at > 0 && (order[at - 1]->look > s->look ||
                          (order[at - 1]->look == s->look && order[at - 1]->hollow && !s->hollow))) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = s;
    }
    return c->count;
}

static void put_legend(tool_out *out, const frame *f) {
    const tool_series *order[TOOL_CHART_SERIES];
    const int count = f->chart->bare ? 0 : legend_order(f->chart, order);
    for (int i = 0; i < count; i++) put_entry(out, f, order[i], i);
}

void tool_chart_legend(tool_out *out, const tool_chart *c) {
    const tool_series *order[TOOL_CHART_SERIES];
    const int count = legend_order(c, order);
    tool_put(out, "<ul class=\"legend chart\">\n");
    for (int i = 0; i < count; i++) {
        const tool_series *const s = order[i];
        tool_put(out, "<li><svg viewBox=\"0 -8 30 16\" aria-hidden=\"true\">");
        put_colour(out, s);
        tool_put(out, "<path d=\"M1 0h28\"");
        put_line(out, s);
        put_marker(out, s, 15, 0);
        tool_put(out, "/></g></svg>");
        put_name(out, s);
        tool_put(out, "</li>\n");
    }
    tool_put(out, "</ul>\n");
}

void tool_chart_draw(tool_out *out, const tool_chart *c, bool alone) {
    frame f;
    lay_out(&f, c, alone);
    tool_put(
        out,
        "<svg%s class=\"chart\" role=\"img\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\" "
        "font-size=\"13\">\n<title>",
        alone ? " xmlns=\"http://www.w3.org/2000/svg\" width=\"760\"" : "", WIDTH, f.height);
    tool_put_text(out, c->title);
    tool_put(out, "</title>\n");
    if (alone) {
        tool_put(
            out,
            "<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            tool_chart_style);
        tool_put(out, "<g class=\"ink\" color=\"#1f2328\" fill=\"currentColor\">\n");
        put_heading(out, c);
        tool_put(out, "</g>\n");
    }
    put_axes(out, &f);
    put_ceiling(out, &f);
    for (int i = 0; i < c->count; i++) put_curve(out, &f, &c->series[i]);
    put_legend(out, &f);
    tool_put(out, "</svg>\n");
}

int tool_chart_save(const char *path, const tool_chart *c, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    if (!out.existed) tool_out_only_new(&out);
    tool_chart_draw(&out, c, true);
    return tool_out_close(&out, error);
}
