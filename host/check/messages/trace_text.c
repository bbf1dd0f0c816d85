/* Columns are as wide as their longest value. */
#include "messages/trace_text.h"

#include <string.h>

#include "messages/findings_text.h"

enum { CELL = TRACE_CELL, LABEL = 12 };

bool trace_is_there(const struct check_meeting *m, uint32_t lane) {
    return m->lanes[lane / 64] >> lane % 64 & 1;
}

static double half_of(uint16_t h) {
    uint32_t exponent = h >> 10 & 31, fraction = h & 1023;
    double scale = 1.0, value = exponent ? 1024 + fraction : fraction;
    for (uint32_t e = exponent ? exponent : 1; e < 25; ++e) scale *= 0.5;
    for (uint32_t e = 25; e < exponent; ++e) scale *= 2.0;
    value = exponent == 31 ? (fraction ? 0.0 / 0.0 : 1.0 / 0.0) : value * scale;
    return h >> 15 ? -value : value;
}

static uint32_t size_of(char type) {
    return type == 'c' || type == 'h'                  ? 1
           : type == 's' || type == 't' || type == 'D' ? 2
           : type == 'l' || type == 'm' || type == 'd' ? 8
                                                       : 4;
}

static void number(const unsigned char *p, char type, char cell[CELL]) {
    int64_t i = 0;
    uint64_t u = 0;
    float f;
    double d;
    memcpy(&u, p, size_of(type));
    memcpy(&f, p, 4);
    memcpy(&d, p, 8);
    switch (type) {
    case 'c': i = (int8_t)u; break;
    case 's': i = (int16_t)u; break;
    case 'i': i = (int32_t)u; break;
    case 'l': i = (int64_t)u; break;
    default: break;
    }
    if (type == 'f')
        snprintf(cell, CELL, "%.6g", (double)f);
    else if (type == 'd')
        snprintf(cell, CELL, "%.6g", d);
    else if (type == 'D')
        snprintf(cell, CELL, "%.4g", half_of((uint16_t)u));
    else if (strchr("csil", type))
        snprintf(cell, CELL, "%lld", (long long)i);
    else
        snprintf(cell, CELL, "%llu", (unsigned long long)u);
}

void trace_value(const struct check_meeting *m, bool in, uint32_t lane, uint32_t k, char cell[CELL]) {
    const unsigned char *p = in ? m->in[lane] : m->out[lane];
    if (!trace_is_there(m, lane))
        snprintf(cell, CELL, "-");
    else if (!in && m->returned == CHECK_MASK) /* all lanes get the same: under each is its own bit */
        snprintf(cell, CELL, "%s", p[lane / 8] >> lane % 8 & 1 ? "1" : ".");
    else if (!in && m->returned == CHECK_TRUTH)
        number(p, 'i', cell);
    else
        number(p + k * size_of(m->type), m->type, cell);
}

uint32_t trace_components(const struct check_meeting *m, bool in) {
    uint32_t most = (uint32_t)sizeof m->in[0] / size_of(m->type);
    if (!in && m->returned != CHECK_SAME) return 1;
    return m->components < most ? m->components : most;
}

static void add_row(FILE *out, const struct check_meeting *m, bool in, uint32_t k, uint32_t width,
                    const struct check_lanes *lanes) {
    char label[LABEL + 8], cell[CELL];
    snprintf(label, sizeof label, trace_components(m, in) > 1 ? "%s.%c" : "%s", in ? "received" : "returned",
             "xyzwabcdefghijkl"[k]);
    fprintf(out, "  %-*s", LABEL, label);
    for (uint32_t l = lanes->first; l <= lanes->last; ++l) {
        trace_value(m, in, l, k, cell);
        fprintf(out, "  %*s", (int)width, cell);
    }
    fputc('\n', out);
}

static uint32_t longest(const struct check_meeting *m, const struct check_lanes *lanes) {
    size_t most = 3;
    char cell[CELL];
    for (int in = 0; in < 2; ++in)
        for (uint32_t k = 0; k < trace_components(m, in); ++k)
            for (uint32_t l = lanes->first; l <= lanes->last; ++l) {
                trace_value(m, in, l, k, cell);
                if (strlen(cell) > most) most = strlen(cell);
            }
    return (uint32_t)most;
}

void trace_print(FILE *out, const char *object, const char *source, const struct check_meeting *meetings,
                 uint32_t count, uint32_t lost, const struct check_lanes *lanes) {
    uint32_t width = 3;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t own = longest(&meetings[i], lanes);
        if (own > width) width = own;
    }
    fprintf(out, "  %-*s", LABEL, "lane");
    for (uint32_t l = lanes->first; l <= lanes->last; ++l) fprintf(out, "  %*u", (int)width, l);
    fputc('\n', out);
    for (uint32_t i = 0; i < count; ++i) {
        const struct check_meeting *m = &meetings[i];
        char place[512];
        uint32_t visit = 1;
        for (uint32_t k = 0; k < i; ++k) visit += !memcmp(&meetings[k].place, &m->place, sizeof m->place);
        findings_place(object, source, &m->place, place, sizeof place, NULL);
        fprintf(out, visit > 1 ? "%s: %s, time %u\n" : "%s: %s\n", place, m->name, visit);
        for (int in = 1; in >= 0; --in)
            for (uint32_t k = 0; k < trace_components(m, in) && (!in || m->received); ++k)
                add_row(out, m, in, k, width, lanes);
    }
    if (count == 0) fprintf(out, "no collective of the sub-group ran\n");
    if (lost > 0) fprintf(out, "and %u more\n", lost);
}
