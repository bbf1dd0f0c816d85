/* failure_places.c - names the places of elements. */
#include "hints/failure_pattern.h"
#include "hints/failure_values.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tool_diagnosis_add(tool_diagnosis *out, const char *format, ...) {
    if (out->count == TOOL_SENTENCES) return;
    va_list args;
    va_start(args, format);
    vsnprintf(out->line[out->count], TOOL_SENTENCE, format, args);
    va_end(args);
    for (int i = 0; i < out->count; i++)
        if (strcmp(out->line[i], out->line[out->count]) == 0) return;
    out->count++;
}

bool tool_observed_differs(double expected, double got, double allowed) {
    if (isnan(expected)) return !isnan(got);
    if (expected == got || isinf(allowed)) return false;
    return !(fabs(got - expected) <= allowed);
}

/* "rows" as "row". */
static void add_dimension(const char *name, size_t index, char *out, size_t size) {
    const size_t used = strlen(out), length = strlen(name);
    const bool plural = length > 2 && name[length - 1] == 's';
    snprintf(out + used, size - used, "%s%.*s %zu", used ? ", " : "", (int)(length - plural), name, index);
}

/* "rows" and "channels" are words; "n" and "4" do not say what is counted. */
static bool are_words(int rank, const size_t *shape, const char *const *dimension) {
    for (int d = 0; d < rank; d++)
        if (shape[d] > 1 && dimension[d] && (dimension[d][0] <= '9' || strlen(dimension[d]) < 2))
            return false;
    return true;
}

static void add_numbers(int rank, const size_t *at, char *out, size_t size) {
    for (int d = 0; d < rank; d++) {
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%zu%s", d ? ", " : "at [", at[d], d + 1 == rank ? "]" : "");
    }
}

void tool_index_text(int rank, const size_t *shape, const char *const *dimension, size_t index, char *out,
                     size_t size) {
    size_t at[TOOL_OBSERVED_RANK] = {0};
    int many = 0;
    out[0] = '\0';
    if (rank < 2 || rank > TOOL_OBSERVED_RANK) return;
    for (int d = rank - 1; d >= 0; d--) {
        if (shape[d] == 0) return;
        many += shape[d] > 1;
        at[d] = index % shape[d];
        index /= shape[d];
    }
    if (many > 1 && !are_words(rank, shape, dimension)) {
        add_numbers(rank, at, out, size);
        return;
    }
    for (int d = 0; d < rank && many > 1; d++)
        if (shape[d] > 1) add_dimension(dimension[d] ? dimension[d] : "index", at[d], out, size);
}

tool_maker tool_maker_of(const tool_observed *s, size_t index) {
    tool_maker m = {-1, -1, -1};
    if (s->rows_per_group == 0 || s->rank < 1 || s->shape[0] == 0 || s->count < s->shape[0]) return m;
    const size_t row = index / (s->count / s->shape[0]);
    m.group = (long long)(row / s->rows_per_group);
    const size_t width = (size_t)s->width, sub_groups = s->width > 0 ? s->group_size / width : 0;
    if (sub_groups == 0 || s->rows_per_group % sub_groups != 0) return m;
    m.sub_group = (long long)(row % s->rows_per_group / (s->rows_per_group / sub_groups));
    if (s->rows_per_group == s->group_size) m.lane = (long long)(row % width);
    return m;
}

void tool_observed_place(const tool_observed *s, size_t index, char *out, size_t size) {
    char at[160];
    const tool_maker m = tool_maker_of(s, index);
    tool_index_text(s->rank, s->shape, s->dimension, index, at, sizeof at);
    int used = snprintf(out, size, "element %zu%s%s%s", index, at[0] ? " (" : "", at, at[0] ? ")" : "");
    const struct {
        const char *name;
        long long value;
    } parts[] = {{"work-group", m.group}, {"sub-group", m.sub_group}, {"lane", m.lane}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].value >= 0 && used > 0 && (size_t)used < size)
            used += snprintf(out + used, size - (size_t)used, "%s %s %lld", i ? "," : ", made by",
                             parts[i].name, parts[i].value);
}
