#include "charts/sweep.h"
#include "text/display.h"
#include "base/number.h"
#include "text/suggest.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_chosen(const tool_options *o, const char *algorithm) {
    for (int i = 0; i < o->names.count; i++) {
        const size_t length = strcspn(o->names.word[i], "/");
        if (strlen(algorithm) == length && strncmp(o->names.word[i], algorithm, length) == 0) return true;
    }
    return o->names.count == 0;
}

const tool_sweep *tool_sweep_of(const tool_options *o, const xl__algorithm **algorithm) {
    for (int c = 0; o->sweep && tool_cases[c]; c++)
        for (const tool_sweep *s = tool_cases[c]->sweeps; s && s->name; s++)
            if (is_chosen(o, tool_cases[c]->algorithm->name) && strcmp(s->name, o->sweep) == 0) {
                *algorithm = tool_cases[c]->algorithm;
                return s;
            }
    return NULL;
}

static tool_exit complain_unknown(const tool_options *o) {
    const char *known[64];
    size_t count = 0;
    for (int c = 0; tool_cases[c]; c++)
        for (const tool_sweep *s = tool_cases[c]->sweeps; s && s->name && count < 64; s++)
            if (is_chosen(o, tool_cases[c]->algorithm->name)) known[count++] = s->name;
    const char *near = tool_suggest(o->sweep, known, count);
    if (near)
        tool_complain("--sweep %s: nothing that is chosen has such a sweep; did you mean '%s'?", o->sweep,
                      near);
    else
        tool_complain("--sweep %s: no chosen algorithm has this sweep; 'crosslane list NAME' shows sweeps",
                      o->sweep);
    return TOOL_USAGE;
}

static bool is_set(const tool_options *o, const char *word) {
    const size_t length = strcspn(word, "=") + 1;
    for (int i = 0; i < o->settings.count; i++)
        if (strncmp(o->settings.word[i], word, length) == 0) return true;
    return false;
}

static tool_exit add_widths(tool_options *o, const tool_sweep *sweep) {
    if (o->width_native || o->width_all || o->width_count > 0) {
        tool_complain("--sweep %s gives the widths; leave --width out", sweep->name);
        return TOOL_USAGE;
    }
    for (const char *at = strchr(sweep->axis, '='); at && o->width_count < TOOL_MAX_WIDTHS;
         at = strchr(at + 1, ','))
        o->widths[o->width_count++] = (int)strtol(at + 1, NULL, 10);
    return TOOL_OK;
}

static tool_exit add_word(tool_options *o, const char *word) {
    if (o->settings.count == TOOL_MAX_WORDS) {
        tool_complain("more than %d --set; split the command in two", TOOL_MAX_WORDS);
        return TOOL_USAGE;
    }
    o->settings.word[o->settings.count++] = word;
    return TOOL_OK;
}

tool_exit tool_sweep_apply(tool_options *o) {
    const xl__algorithm *algorithm = NULL;
    const tool_sweep *sweep = tool_sweep_of(o, &algorithm);
    if (!o->sweep) return TOOL_OK;
    if (!sweep) return complain_unknown(o);
    if (o->names.count == 0) o->names.word[o->names.count++] = algorithm->name;
    if (!sweep->by_width && is_set(o, sweep->axis)) {
        tool_complain("--sweep %s gives %.*s its values; leave --set %.*s out", sweep->name,
                      (int)strcspn(sweep->axis, "="), sweep->axis, (int)strcspn(sweep->axis, "="),
                      sweep->axis);
        return TOOL_USAGE;
    }
    tool_exit status = TOOL_OK;
    for (int i = 0; sweep->settings && sweep->settings[i] && status == TOOL_OK; i++)
        if (!is_set(o, sweep->settings[i])) status = add_word(o, sweep->settings[i]);
    if (status != TOOL_OK) return status;
    return sweep->by_width ? add_widths(o, sweep) : add_word(o, sweep->axis);
}

/* "a,b,c"; returns how many. */
static int split(const char *list, char out[TOOL_SWEEP_VALUES][32]) {
    int count = 0;
    for (const char *at = list; count < TOOL_SWEEP_VALUES; at++) {
        const size_t length = strcspn(at, ",");
        snprintf(out[count++], 32, "%.*s", (int)length, at);
        at += length;
        if (*at == '\0') break;
    }
    return count;
}

void tool_curves_start(tool_curves *c, const tool_sweep *sweep, const char *algorithm) {
    memset(c, 0, sizeof *c);
    c->sweep = sweep;
    c->algorithm = algorithm;
    const char *values = strchr(sweep->axis, '=') + 1;
    c->values = split(values, c->value);
    split(sweep->labels ? sweep->labels : values, c->label);
}

enum { OTHER_VALUE = -1, NO_VALUE = -2 };

/* NO_VALUE: another value, or the strategy does not read the parameter. */
static int find_value(const tool_curves *c, const json_t *record) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(c->sweep->axis, "="), c->sweep->axis);
    const bool own = strcmp(name, "type") == 0 || strcmp(name, "distribution") == 0; /* no parameters */
    const json_t *has = c->sweep->by_width
                            ? json_object_get(record, "width_requested")
                            : json_object_get(own ? record : json_object_get(record, "params"), name);
    for (int i = 0; i < c->values; i++) {
        double value = 0.0;
        const bool number = xl__parse_number(c->value[i], strlen(c->value[i]), &value);
        if (json_is_number(has) && number && json_number_value(has) == value) return i;
        if (json_is_string(has) && strcmp(json_string_value(has), c->value[i]) == 0) return i;
    }
    return has ? OTHER_VALUE : NO_VALUE;
}

static tool_curve *find_curve(tool_curves *c, const char *strategy) {
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->curve[i].strategy, strategy) == 0) return &c->curve[i];
    if (c->count == TOOL_SWEEP_CURVES) return NULL;
    tool_curve *made = &c->curve[c->count++];
    snprintf(made->strategy, sizeof made->strategy, "%s", strategy);
    return made;
}

static bool is_less(const tool_curves *c, int curve) {
    return c->sweep->less && strcmp(c->curve[curve].strategy, c->sweep->less) == 0;
}

/* 0 without sub-groups. */
static int place_of_width(const json_t *record) {
    const char *backend = json_string_value(json_object_get(record, "backend"));
    const json_int_t width = json_integer_value(json_object_get(record, "width_requested"));
    int place = 0;
    while (place < 7 && (json_int_t)1 << place < width) place++;
    return width == 0 ? 0 : 1 + 2 * place + (backend && strcmp(backend, "local") == 0);
}

static bool is_emulated(int place) {
    return place > 0 && place % 2 == 0;
}

/* A difference of 0 or less is noise. */
static void settle_value(tool_curves *c, int value) {
    const double *less = NULL;
    for (int i = 0; i < c->count; i++)
        if (is_less(c, i)) less = c->curve[i].point[value].at;
    for (int i = 0; i < c->count; i++) {
        tool_curve_point *const point = &c->curve[i].point[value];
        point->ns = 0.0;
        for (int w = 0; w < TOOL_SWEEP_WIDTHS; w++) {
            const double ns = point->at[w] - (less && !is_less(c, i) ? less[w] : 0.0);
            const bool worse = point->emulated == is_emulated(w) ? ns >= point->ns : is_emulated(w);
            if (point->at[w] == 0.0 || (point->ns > 0.0 && worse)) continue;
            point->ns = fmax(ns, 0.0);
            point->least = point->low[w];
            point->emulated = is_emulated(w);
            point->width = w == 0 ? 0 : 1 << (w - 1) / 2;
            if (ns <= 0.0) snprintf(point->status, sizeof point->status, "noise");
        }
    }
}

static void add_point(tool_curves *c, tool_curve_point *point, int value, const json_t *record) {
    const char *status = json_string_value(json_object_get(record, "status"));
    const double steps = json_number_value(json_object_get(record, "steps_per_lane"));
    const int place = place_of_width(record);
    double ns = json_number_value(json_object_get(record, "median_ns"));
    if (c->sweep->per_step) ns = steps > 0.0 ? ns / steps : 0.0;
    if (strcmp(status, "ok") != 0 || !(ns > 0.0)) {
        snprintf(point->status, sizeof point->status, "%s", status);
    } else if (point->at[place] == 0.0 || ns < point->at[place]) {
        const json_t *const least = json_object_get(record, "min_ns");
        point->at[place] = ns;
        point->low[place] = json_is_number(least) ? json_number_value(least) : ns;
        settle_value(c, value);
    }
}

void tool_curves_add(tool_curves *c, const json_t *record) {
    const char *algorithm = json_string_value(json_object_get(record, "algorithm"));
    const char *strategy = json_string_value(json_object_get(record, "strategy"));
    const int value = find_value(c, record);
    if (!algorithm || strcmp(algorithm, c->algorithm) != 0 || !strategy ||
        !json_is_string(json_object_get(record, "status")))
        return;
    /* The subtracted strategy may lack the axis: its time is the same for each value. */
    const bool everywhere = value == NO_VALUE && c->sweep->less && strcmp(strategy, c->sweep->less) == 0;
    if (value < 0 && !everywhere) return;
    tool_curve *curve = find_curve(c, strategy);
    for (int v = everywhere ? 0 : value; curve && v < (everywhere ? c->values : value + 1); v++)
        add_point(c, &curve->point[v], v, record);
}

static bool has_value(const tool_curves *c, int value) {
    bool any = false;
    for (int i = 0; i < c->count; i++)
        any = any || c->curve[i].point[value].ns > 0.0 || c->curve[i].point[value].status[0];
    return any;
}

void tool_curves_trim(tool_curves *c) {
    int kept = 0;
    for (int v = 0; v < c->values; v++) {
        if (!has_value(c, v)) continue;
        memmove(c->value[kept], c->value[v], sizeof c->value[v]);
        memmove(c->label[kept], c->label[v], sizeof c->label[v]);
        for (int i = 0; i < c->count; i++) c->curve[i].point[kept] = c->curve[i].point[v];
        kept++;
    }
    c->values = kept;
}

int tool_curves_best(const tool_curves *c, int value) {
    int best = -1;
    for (int i = 0; i < c->count; i++)
        if (c->curve[i].point[value].ns > 0.0 && !is_less(c, i) &&
            (best < 0 || c->curve[i].point[value].ns < c->curve[best].point[value].ns))
            best = i;
    return best;
}

/* "everywhere", "up to 1%", "at 5%", "from 1% to 50%", "from 75% on". */
static const char *where_text(const tool_curves *c, int first, int last, char *out, size_t size) {
    if (first == 0 && last == c->values - 1)
        snprintf(out, size, "everywhere");
    else if (first == 0)
        snprintf(out, size, "up to %s", c->label[last]);
    else if (last == c->values - 1)
        snprintf(out, size, "from %s on", c->label[first]);
    else if (first == last)
        snprintf(out, size, "at %s", c->label[first]);
    else
        snprintf(out, size, "from %s to %s", c->label[first], c->label[last]);
    return out;
}

static bool is_timed(const tool_curves *c, int curve, int value) {
    return is_less(c, curve) || c->curve[curve].point[value].ns > 0.0;
}

void tool_curves_untimed(const tool_curves *c, char *out, size_t size) {
    out[0] = '\0';
    for (int i = 0; i < c->count; i++)
        for (int first = 0, last; first < c->values; first = last + 1) {
            const size_t used = strlen(out);
            char where[96];
            for (last = first; last + 1 < c->values && is_timed(c, i, last + 1) == is_timed(c, i, first);)
                last++;
            if (is_timed(c, i, first)) continue;
            snprintf(out + used, size - used, "%s%s %s", used ? ", " : "not timed: ", c->curve[i].strategy,
                     where_text(c, first, last, where, sizeof where));
        }
}

void tool_curves_answer(const tool_curves *c, char *out, size_t size) {
    char untimed[8] = "";
    int used = 0;
    out[0] = '\0';
    tool_curves_untimed(c, untimed, sizeof untimed);
    for (int first = 0, last; first < c->values; first = last + 1) {
        const int best = tool_curves_best(c, first);
        for (last = first; last + 1 < c->values && tool_curves_best(c, last + 1) == best;) last++;
        if (best < 0 || used < 0 || (size_t)used >= size) continue;
        char where[96];
        used += snprintf(out + used, size - (size_t)used, "%s%s %s",
                         used         ? ", "
                         : untimed[0] ? "fastest of those timed: "
                                      : "fastest: ",
                         c->curve[best].strategy, where_text(c, first, last, where, sizeof where));
    }
    if (used == 0) snprintf(out, size, "nothing ran");
}

bool tool_curves_growth(const tool_curves *c, int curve, tool_growth *out) {
    double size[TOOL_SWEEP_VALUES] = {0}, least[TOOL_SWEEP_VALUES] = {0};
    for (int v = 0; v < c->values; v++) {
        xl__parse_number(c->value[v], strlen(c->value[v]), &size[v]);
        least[v] = c->curve[curve].point[v].least;
    }
    return c->sweep->grows && tool_growth_fit(size, least, c->values, out);
}

const char *const tool_growth_titles[TOOL_GROWTH_COLUMNS] = {"strategy", "exponent", "its error",
                                                             "off the line", "over"};

bool tool_curves_growth_row(const tool_curves *c, int curve,
                            char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL]) {
    tool_growth g;
    if (!tool_curves_growth(c, curve, &g)) return false;
    snprintf(cell[0], TOOL_GROWTH_CELL, "%s", c->curve[curve].strategy);
    snprintf(cell[1], TOOL_GROWTH_CELL, "%.2f", g.exponent);
    snprintf(cell[2], TOOL_GROWTH_CELL, "%.2f", g.error);
    snprintf(cell[3], TOOL_GROWTH_CELL, "%.0f%%", 100.0 * g.off);
    snprintf(cell[4], TOOL_GROWTH_CELL, "%d values, %.0f to %.0f", g.points, g.from, g.to);
    return true;
}

json_t *tool_curves_growth_json(const tool_curves *c, int curve, const char *device) {
    tool_growth g;
    if (!tool_curves_growth(c, curve, &g)) return NULL;
    return json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:i,s:f,s:f,s:f}", "device", device, "algorithm", c->algorithm,
                     "strategy", c->curve[curve].strategy, "sweep", c->sweep->name, "from", g.from, "to",
                     g.to, "points", g.points, "exponent", g.exponent, "error", g.error, "off", g.off);
}

void tool_curves_chart(const tool_curves *c, const char *device, tool_chart *out) {
    char answer[512];
    memset(out, 0, sizeof *out);
    tool_curves_answer(c, answer, sizeof answer);
    snprintf(out->title, sizeof out->title, "%s: %s", c->algorithm, c->sweep->question);
    snprintf(out->subtitle, sizeof out->subtitle, "%s. %s", device, answer);
    out->x_title = c->sweep->title;
    out->y_title = c->sweep->per_step ? "time of a step, logarithmic" : "time, logarithmic";
    out->format = tool_format_ns;
    out->places = c->values;
    memcpy(out->place, c->label, sizeof out->place);
    for (int i = 0; i < c->count; i++)
        for (int v = 0; v < c->values; v++) {
            const tool_curve *const curve = &c->curve[i];
            if (!(curve->point[v].ns > 0.0)) continue;
            tool_series *const series = tool_chart_find(out, curve->strategy, curve->point[v].emulated);
            if (series) series->value[v] = curve->point[v].ns;
        }
}
