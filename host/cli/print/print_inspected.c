/* print_inspected.c - `compare` of two inspections: a table of differences per kernel. */
#include "print/print_inspected.h"
#include "inspect/inspected.h"
#include "inspect/inspection.h"
#include "records/record.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include "text/suggest.h"
#include "text/table.h"
#include "text/wrap.h"
#include "text/print.h"
#include "shared/cli.h"
#include <stdio.h>
#include <string.h>

enum { WORD = 400 };

typedef struct sides {
    const tool_options *options;
    const tool_words *files, *names;
    json_t *document[2]; /* one file: the second is NULL */
    tool_inspected_list list[2];
    tool_inspected_pairs pairs;
    int width;
    bool colour;
} sides;

/* A user's file matches by its name. */
static bool name_fits(const char *pattern, const char *name) {
    char algorithm[WORD], strategy[WORD] = "";
    snprintf(algorithm, sizeof algorithm, "%s", name);
    char *const slash = strchr(algorithm, '/');
    if (slash) {
        snprintf(strategy, sizeof strategy, "%s", slash + 1);
        *slash = '\0';
    }
    return tool_glob(pattern, name) || tool_match_name(pattern, algorithm, strategy);
}

static bool wants(const void *user, const tool_inspected *kernel) {
    const sides *const s = user;
    const char *const name = tool_text_of(kernel->entry, "name");
    const json_int_t lanes = json_integer_value(json_object_get(kernel->entry, "width"));
    bool named = s->names->count == 0, wide = s->options->width_count == 0;
    for (int i = 0; i < s->names->count; i++) named = named || name_fits(s->names->word[i], name);
    for (int i = 0; i < s->options->width_count; i++) wide = wide || s->options->widths[i] == lanes;
    return named && wide;
}

/* One property that identifies a kernel: "gfx1030, 32 lanes"; "" if it has none. */
static const char *by_text(const tool_inspected *kernel, int by, char *out, size_t size) {
    char value[WORD], clean[WORD];
    tool_text_clean(tool_inspected_by(kernel, by, value, sizeof value), clean, sizeof clean);
    out[0] = '\0';
    if (!clean[0]) return out;
    return tool_text_append(out, size, "%s%s%s", by == TOOL_BY_PROGRAM ? "program " : "", clean,
                            by == TOOL_BY_WIDTH ? " lanes" : "");
}

/* `alike`: the properties that both sides share, else the others. */
static const char *words_of(const sides *s, const tool_inspected *kernel, bool alike, char *out,
                            size_t size) {
    static const int order[] = {TOOL_BY_KERNEL, TOOL_BY_NAME,  TOOL_BY_SETTINGS,
                                TOOL_BY_TARGET, TOOL_BY_WIDTH, TOOL_BY_PROGRAM};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        char word[WORD];
        const bool told = s->pairs.alike[order[i]] == alike && !(alike && order[i] == TOOL_BY_PROGRAM);
        if (told && by_text(kernel, order[i], word, sizeof word)[0])
            tool_text_append(out, size, "%s%s", out[0] ? ", " : "", word);
    }
    return out;
}

/* "A: before.json: scan/kogge_stone, gfx1030, 32 lanes; clang version 15.0.6" */
static void print_side(const sides *s, int side) {
    const tool_inspected *const first = &s->list[side].item[0];
    char words[6 * WORD], file[WORD], compiler[WORD], line[8 * WORD];
    bool one = true;
    for (size_t i = 1; i < s->list[side].count; i++)
        one = one && strcmp(tool_text_of(first->entry, "compiler"),
                            tool_text_of(s->list[side].item[i].entry, "compiler")) == 0;
    words_of(s, first, true, words, sizeof words);
    snprintf(line, sizeof line, "%c: %s%s%s", 'A' + side,
             tool_text_clean(s->files->word[s->document[1] ? side : 0], file, sizeof file),
             words[0] ? ": " : "", words);
    tool_text_clean(tool_text_of(first->entry, "compiler"), compiler, sizeof compiler);
    if (one && compiler[0]) tool_text_append(line, sizeof line, "; %s", compiler);
    tool_wrap(line, s->width, stdout);
}

static const char *number_text(long value, char out[24]) {
    snprintf(out, 24, value < 0 ? "-" : "%ld", value);
    return out;
}

static bool more_is_better(const char *measure) {
    return strcmp(measure, "occupancy") == 0;
}

static int add_rows(const tool_inspected pair[2], tool_table *table) {
    /* Register counts of two devices are not judged. */
    const bool judged =
        strcmp(tool_text_of(pair[0].entry, "target"), tool_text_of(pair[1].entry, "target")) == 0;
    int rows = 0;
    for (size_t i = 0; tool_measure_name(i); i++) {
        const char *const measure = tool_measure_name(i);
        const long a = tool_inspected_number(&pair[0], measure), b = tool_inspected_number(&pair[1], measure);
        char one[24], other[24], more[32] = "";
        if (a == b) continue;
        if (a >= 0 && b >= 0) snprintf(more, sizeof more, "%+ld", b - a);
        const char *const cells[] = {measure, number_text(a, one), number_text(b, other),
                                     more[0] ? more : NULL};
        const bool better = (b > a) == more_is_better(measure);
        tool_table_add(table, cells, !judged || !more[0] ? TOOL_PLAIN : better ? TOOL_GOOD : TOOL_WARN);
        rows++;
    }
    return rows;
}

static bool print_pair(const sides *s, const tool_inspected pair[2]) {
    static const tool_column columns[] = {
        {"number", TOOL_LEFT, 22}, {"A", TOOL_RIGHT, 6}, {"B", TOOL_RIGHT, 6}, {"B - A", TOOL_RIGHT, 6}};
    tool_table *const table = tool_table_make(columns, 4);
    char title[6 * WORD];
    const bool differ = add_rows(pair, table) > 0;
    if (differ) {
        words_of(s, &pair[0], false, title, sizeof title);
        fputc('\n', stdout);
        if (title[0]) tool_wrap(title, s->width, stdout);
        tool_table_print(table, stdout, s->width, s->colour);
    }
    tool_table_free(table);
    return differ;
}

static void print_alone(const sides *s) {
    for (size_t i = s->pairs.both; i < s->pairs.count; i++) {
        const tool_inspected *const pair = s->pairs.item[i];
        const int side = pair[0].kernel ? 0 : 1;
        char title[6 * WORD], line[7 * WORD];
        snprintf(line, sizeof line, "%c only: %s", 'A' + side,
                 words_of(s, &pair[side], false, title, sizeof title));
        if (i == s->pairs.both) fputc('\n', stdout);
        tool_wrap(line, s->width, stdout);
    }
}

static void print_failed(const sides *s) {
    for (int side = 0; side < 2; side++) {
        const json_t *const entries = json_object_get(s->document[side], "inspections");
        for (size_t i = 0; i < json_array_size(entries); i++) {
            const json_t *const entry = json_array_get(entries, i);
            char name[WORD], target[WORD], reason[WORD], line[4 * WORD];
            if (!json_is_string(json_object_get(entry, "reason"))) continue;
            snprintf(
                line, sizeof line, "not in %s: %s for %s: %s", s->document[1] ? side ? "B" : "A" : "the file",
                cli_text(entry, "name", name, sizeof name), cli_text(entry, "target", target, sizeof target),
                cli_text(entry, "reason", reason, sizeof reason));
            tool_wrap(line, s->width, stdout);
        }
    }
}

static void print(const sides *s) {
    size_t differ = 0;
    for (int side = 0; side < 2; side++) print_side(s, side);
    for (size_t i = 0; i < s->pairs.both; i++) differ += print_pair(s, s->pairs.item[i]);
    print_alone(s);
    print_failed(s);
    tool_print(stdout, "\n%zu of %zu kernels differ\n", differ, s->pairs.both);
}

static tool_exit refuse_options(const tool_options *o) {
    const char *const which = o->fail_slower >= 0.0   ? "--fail-slower"
                              : o->allow_missing      ? "--allow-missing"
                              : o->chart              ? "--chart"
                              : o->settings.count > 0 ? "--set"
                              : o->backend            ? "--backend"
                                                      : NULL;
    if (!which) return TOOL_OK;
    tool_complain("compare: %s is for results files; inspections take names and --width", which);
    return TOOL_USAGE;
}

static tool_exit load(sides *s) {
    if (s->files->count > 2) {
        tool_complain("compare: %d files of 'inspect --json' are too many; name two, or one with two targets",
                      s->files->count);
        return TOOL_USAGE;
    }
    for (int i = 0; i < s->files->count; i++) {
        xl_error error = {.text = ""};
        if (tool_inspected_load(s->files->word[i], &s->document[i], &error) != XL_SUCCESS) {
            tool_complain("%s", error.text);
            return TOOL_USAGE;
        }
        tool_inspected_add(&s->list[i], s->document[i], wants, s);
    }
    return TOOL_OK;
}

static tool_exit compare(sides *s) {
    if (!s->document[1] && !tool_inspected_split(&s->list[0], &s->list[1])) {
        tool_complain("compare: %s has one target, width and strategy; name another file", s->files->word[0]);
        return TOOL_USAGE;
    }
    tool_inspected_match(&s->list[0], &s->list[1], &s->pairs);
    if (s->pairs.both == 0) {
        tool_complain("compare: the files have no kernel in common%s, so there is nothing to compare",
                      s->names->count > 0 || s->options->width_count > 0 ? " under these names and widths"
                                                                         : "");
        return TOOL_NOTHING_DONE;
    }
    print(s);
    return TOOL_OK;
}

tool_exit cli_compare_inspected(const tool_options *o, const tool_words *files, const tool_words *names) {
    sides s = {.options = o,
               .files = files,
               .names = names,
               .width = tool_terminal_width(stdout),
               .colour = tool_wants_colour(stdout)};
    tool_exit status = refuse_options(o);
    if (status == TOOL_OK) status = load(&s);
    if (status == TOOL_OK) status = compare(&s);
    tool_inspected_pairs_free(&s.pairs);
    for (int side = 0; side < 2; side++) {
        tool_inspected_free(&s.list[side]);
        json_decref(s.document[side]);
    }
    return tool_exit_worst(status, tool_flush(stdout));
}
