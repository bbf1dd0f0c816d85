/* cmd_compare.c - `crosslane compare FILE...`: compares devices of results files. */
#include "text/os_locale.h"
#include "text/os_memory.h"
#include "charts/device_chart.h"
#include "text/display.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "inspect/inspected.h"
#include "options/outputs.h"
#include "recorded/siblings.h"
#include "recorded/gaps.h"
#include "print/print_inspected.h"
#include "print/print_promises.h"
#include "print/print_scores.h"
#include "text/wrap.h"
#include "text/print.h"
#include "verdict/verdict.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 2 + 3 * TOOL_MAX_SUBJECTS };

typedef struct comparison {
    const tool_options *options;
    tool_recorded recorded;
    tool_matches matches;
    tool_contests contests;
    FILE *out;
    int width;
    bool colour;
    bool pause;
    bool same_device; /* such as before and after a change */
    long long slower;
    char worst[512];
    double worst_ratio;
} comparison;

static const char *field(const json_t *object, const char *name, char *out, size_t size) {
    return cli_text(object, name, out, size);
}

static void print_details(const comparison *c) {
    tool_print(c->out, "\nDetails:\n");
    for (int i = 0; i < c->recorded.count; i++) {
        const tool_subject *s = &c->recorded.subject[i];
        char name[256], driver[256], platform[256], version[64], commit[64], file[TOOL_PATH];
        const json_t *tool = json_object_get(s->document, "tool");
        char line[TOOL_PATH + 1400];
        snprintf(line, sizeof line, "%c: %s: %s, %s, driver %s; %s, crosslane %s (%s)",
                 tool_subject_letter(i), s->name, field(s->device, "name", name, sizeof name),
                 field(s->device, "platform_version", platform, sizeof platform),
                 field(s->device, "driver_version", driver, sizeof driver),
                 tool_text_clean(s->file, file, sizeof file), field(tool, "version", version, sizeof version),
                 field(tool, "commit", commit, sizeof commit));
        tool_wrap(line, c->width, c->out);
    }
}

static void print_line(void *user, const char *line) {
    comparison *const c = user;
    if (c->pause) fputc('\n', c->out);
    c->pause = false;
    if (c->width > 0)
        tool_wrap(line, c->width, c->out);
    else
        tool_print(c->out, "%s\n", line); /* whole, for programs */
}

static void count_slower(comparison *c, const tool_match *m, int subject, double ratio, tool_rank found) {
    if (c->options->fail_slower < 0.0 || found != TOOL_RANK_SLOWER || ratio <= 1.0 + c->options->fail_slower)
        return;
    c->slower++;
    if (ratio <= c->worst_ratio) return;
    char width[24];
    tool_match_width(m, width, sizeof width);
    c->worst_ratio = ratio;
    snprintf(c->worst, sizeof c->worst, "%c in %.300s %.100s, width %s", tool_subject_letter(subject),
             m->title, m->strategy, width);
}

static const char *lacking(const tool_match *m, int subject) {
    return m->failed[subject] ? tool_failed_word(m->failed[subject]) : "A alone";
}

static void add_row(comparison *c, tool_table *table, const tool_match *rows, size_t count,
                    const tool_match *m) {
    char name[sizeof m->strategy], width[24], time[TOOL_MAX_SUBJECTS][32], ratio[TOOL_MAX_SUBJECTS][24];
    const char *cells[MAX_COLUMNS] = {cli_short_strategy(rows, count, m, name, sizeof name), width};
    int used = 2;
    tool_match_width(m, width, sizeof width);
    tool_style style = TOOL_PLAIN;
    for (int i = 0; i < c->recorded.count; i++) {
        const json_t *a = m->record[0], *b = m->record[i];
        cells[used++] = b ? tool_format_ns(tool_time_compared(m->record, c->recorded.count, 0, i), time[i],
                                           sizeof time[i])
                          : "";
        if (i == 0) continue;
        const bool both = a && b;
        const tool_rank found = both ? tool_rank_rows(a, b) : TOOL_RANK_FEW;
        const double share = both ? tool_rows_ratio(a, b) : 0.0;
        snprintf(ratio[i], sizeof ratio[i], share >= 99.5 ? "%.0f" : "%.2f", share);
        cells[used++] = both && found != TOOL_RANK_UNTIMED ? ratio[i] : "";
        cells[used++] = both ? tool_rank_told(found, c->recorded.count)
                        : a  ? lacking(m, i)
                        : b  ? "not in A"
                             : "";
        if (both) count_slower(c, m, i, share, found);
        if (c->recorded.count == 2 && both)
            style = found == TOOL_RANK_FASTER   ? TOOL_GOOD
                    : found == TOOL_RANK_SLOWER ? TOOL_WARN
                                                : TOOL_PLAIN;
    }
    tool_table_add(table, cells, style);
}

static tool_table *make_table(const comparison *c) {
    static char titles[TOOL_MAX_SUBJECTS][2][8];
    tool_column columns[MAX_COLUMNS] = {{"strategy", TOOL_LEFT, 10}, {"width", TOOL_RIGHT, 5}};
    size_t count = 2, parts[TOOL_MAX_SUBJECTS] = {0};
    for (int i = 0; i < c->recorded.count; i++) {
        snprintf(titles[i][0], sizeof titles[i][0], "%c", tool_subject_letter(i));
        snprintf(titles[i][1], sizeof titles[i][1], "%c/A", tool_subject_letter(i));
        parts[i] = count;
        columns[count++] = (tool_column){titles[i][0], TOOL_RIGHT, 7};
        if (i == 0) continue;
        columns[count++] = (tool_column){titles[i][1], TOOL_RIGHT, 5};
        columns[count++] = (tool_column){"", TOOL_LEFT, c->recorded.count > TOOL_FEW_SUBJECTS ? 1 : 6};
    }
    tool_table *const table = tool_table_make(columns, count);
    for (int i = 1; i < c->recorded.count; i++) tool_table_part(table, parts[i]);
    return table;
}

/* With several devices, only rows with widths that two or more devices have. */
static bool is_shown(const comparison *c, const tool_match *m) {
    int there = 0;
    for (int i = 0; i < c->recorded.count; i++) there += m->record[i] != NULL;
    return c->same_device || (there > 1 && m->width > 0);
}

static void print_rows(comparison *c) {
    int told = 0;
    for (size_t i = 0, end; i < c->matches.count; i = end) {
        end = tool_problem_end(&c->matches, i);
        if (!tool_problem_is_shared(&c->matches, c->recorded.count, i, end)) continue;
        tool_table *const table = make_table(c);
        size_t rows = 0;
        for (size_t m = i; m < end; m++)
            if (is_shown(c, &c->matches.item[m])) {
                add_row(c, table, &c->matches.item[i], end - i, &c->matches.item[m]);
                rows++;
            }
        if (rows > 0) {
            if (!c->same_device && !told++) tool_print(c->out, "\nRows of equal widths:\n");
            tool_print(c->out, "\n%s\n", c->matches.item[i].title);
            tool_table_print(table, c->out, c->width, c->colour);
        }
        tool_table_free(table);
    }
}

static tool_exit draw_chart(const comparison *c) {
    size_t first = 0, end = 0;
    for (; first < c->matches.count; first = end) {
        end = tool_problem_end(&c->matches, first);
        if (tool_problem_is_shared(&c->matches, c->recorded.count, first, end)) break;
    }
    if (first == c->matches.count) {
        tool_complain("--chart %s: no problem was timed on two devices, so there is nothing to draw",
                      c->options->chart);
        return TOOL_NOTHING_DONE;
    }
    xl_error error = {0};
    char path[TOOL_PATH];
    tool_chart *const chart = tool_need(malloc(sizeof *chart));
    tool_device_chart(chart, &c->recorded, &c->matches, first, end);
    const int status = tool_chart_save(c->options->chart, chart, &error);
    free(chart);
    if (status == XL_SUCCESS)
        tool_print(c->out, "chart of the first table: %s\n",
                   tool_text_clean(c->options->chart, path, sizeof path));
    else
        tool_complain("%s", error.text);
    return status == XL_SUCCESS ? TOOL_OK : TOOL_OUTPUT;
}

static tool_exit refuse(const comparison *c) {
    const bool several = c->recorded.files.count > 1;
    tool_complain("compare: %s with rows of bench%s",
                  c->recorded.count == 0 ? "the files have no device" : "the files have one device",
                  !several                ? "; name another file, or one of 'run --device all'"
                  : c->recorded.count > 0 ? "; files of one device are compared only if they have a "
                                            "row in common: nothing to compare"
                                          : ": nothing to compare");
    return several ? TOOL_NOTHING_DONE : TOOL_USAGE;
}

static void add_count(char *line, size_t size, long long count, const char *what) {
    const size_t used = strlen(line);
    if (count > 0) snprintf(line + used, size - used, "%s%lld %s", used ? ", " : "", count, what);
}

static tool_exit check(const comparison *c, long long unfinished) {
    const tool_gaps g = tool_find_gaps(&c->recorded, &c->matches);
    char line[400] = "";
    add_count(line, sizeof line, g.wrong, "wrong");
    add_count(line, sizeof line, g.failed, "failed");
    add_count(line, sizeof line, g.skipped, "skipped");
    add_count(line, sizeof line, g.unsupported, "unsupported");
    add_count(line, sizeof line, g.missing, "missing");
    add_count(line, sizeof line, g.few, "with too few samples");
    add_count(line, sizeof line, g.untimed, "with a time of 0");
    tool_print(c->out, "more than %g%% slower: %lld of %lld compared rows\n", 100.0 * c->options->fail_slower,
               c->slower, g.judged);
    if (c->slower > 0) tool_print(c->out, "slowest, %.2f times: %s\n", c->worst_ratio, c->worst);
    if (line[0]) tool_print(c->out, "A's rows that were not compared: %s\n", line);
    if (c->slower + g.wrong + g.failed > 0) return TOOL_WRONG;
    if (g.judged == 0) {
        tool_complain("compare: no row could be compared%s%s", line[0] ? ": " : "", line);
        return TOOL_NOTHING_DONE;
    }
    return (line[0] || unfinished + g.empty > 0) && !c->options->allow_missing ? TOOL_WRONG : TOOL_OK;
}

static bool is_one_device(const tool_recorded *r) {
    bool one = true;
    for (int i = 1; i < r->count; i++)
        one = one &&
              json_equal(json_object_get(r->subject[i].device, "name"),
                         json_object_get(r->subject[0].device, "name")) &&
              json_equal(json_object_get(r->subject[i].device, "platform"),
                         json_object_get(r->subject[0].device, "platform"));
    return one;
}

static tool_exit end(const comparison *c, long long unfinished) {
    const tool_exit charted = c->options->chart ? draw_chart(c) : TOOL_OK;
    if (c->options->fail_slower < 0.0) return charted;
    const tool_exit found = check(c, unfinished);
    return charted == TOOL_OK ? found : tool_exit_worst(charted, found);
}

static tool_exit end_short(comparison *c) {
    print_line(c, "'--details' adds every problem with its interval, every strategy and every row.");
    return c->options->chart ? draw_chart(c) : TOOL_OK;
}

static tool_exit compare(comparison *c, const tool_words *names) {
    if (c->recorded.count < 2) return refuse(c);
    if (c->matches.count == 0) return tool_recorded_none(&c->recorded, c->options, names, "compare");
    const cli_place place = {c->out, c->width, c->colour, tool_knows_unicode()};
    c->same_device = is_one_device(&c->recorded);
    if (c->contests.count > 0) cli_print_scores(&c->contests, &place);
    c->pause = true;
    const long long unfinished = tool_tell_files(&c->recorded, print_line, c);
    const bool whole = c->options->details || c->options->fail_slower >= 0.0 || c->same_device;
    if (!whole && c->contests.count > 0) return end_short(c);
    cli_print_verdict(&c->contests, &place);
    tool_tell_notes(&c->recorded, &c->matches, print_line, c);
    if (!c->same_device) cli_print_strategies(&c->contests, &place);
    print_rows(c);
    c->pause = true;
    tool_tell_gaps(&c->recorded, &c->matches, print_line, c);
    tool_siblings_tell_files(&c->recorded, c->options, names, print_line, c);
    print_details(c);
    tool_wrap(tool_verdict_legend, c->width, c->out);
    return end(c, unfinished);
}

static size_t count_devices(const json_t *document) {
    json_t *const ids = tool_need(json_object()), *record;
    size_t i;
    json_array_foreach(json_object_get(document, "records"), i, record) {
        if (strcmp(tool_text_of(record, "kind"), "bench") == 0)
            json_object_set_new(ids, tool_text_of(record, "device"), json_true());
    }
    const size_t count = json_object_size(ids);
    json_decref(ids);
    return count;
}

/* A cluster has too many devices for columns: compares equal devices. False: no cluster. */
static bool compare_cluster(comparison *c, const char *file, const tool_words *names) {
    json_t *document = NULL;
    xl_error error = {0};
    if (tool_results_load(file, &document, &error) != XL_SUCCESS) return false; /* complains by itself */
    const size_t count = count_devices(document);
    if (count > TOOL_MAX_SUBJECTS) {
        c->recorded.documents = tool_need(json_pack("[O]", document));
        char shown[TOOL_PATH];
        tool_print(c->out,
                   "%s: %zu devices are too many for columns (at most %d); comparing equal devices:\n",
                   tool_text_clean(file, shown, sizeof shown), count, TOOL_MAX_SUBJECTS);
        tool_siblings_tell_files(&c->recorded, c->options, names, print_line, c);
    }
    json_decref(document);
    return count > TOOL_MAX_SUBJECTS;
}

static bool any_inspected(const tool_words *files) {
    bool any = false;
    for (int i = 0; i < files->count && !any; i++) any = tool_is_inspected(files->word[i]);
    return any;
}

tool_exit cli_compare(const tool_options *o) {
    comparison c = {.options = o,
                    .out = stdout,
                    .width = tool_terminal_width(stdout),
                    .colour = tool_wants_colour(stdout)};
    tool_words files, names;
    tool_recorded_words(&o->names, &files, &names);
    if (files.count == 0) {
        tool_complain("compare: name the results files, 'crosslane compare A.json B.json'");
        return TOOL_USAGE;
    }
    if (any_inspected(&files)) return cli_compare_inspected(o, &files, &names);
    tool_exit status = tool_check_outputs(o);
    if (status != TOOL_OK) return status;
    if (files.count == 1 && o->fail_slower < 0.0 && compare_cluster(&c, files.word[0], &names)) {
        tool_recorded_free(&c.recorded);
        return tool_flush(stdout);
    }
    status = tool_recorded_open(&files, true, "compare", &c.recorded);
    if (status == TOOL_OK && c.recorded.count == 0 && names.count == 0 && cli_compare_promises(&files)) {
        tool_recorded_free(&c.recorded);
        return tool_flush(stdout);
    }
    if (status == TOOL_OK) {
        tool_match_rows(&c.recorded, o, &names, &c.matches);
        c.contests = tool_contests_make(&c.recorded, &c.matches, o, &names, 2);
        status = compare(&c, &names);
        tool_contests_free(&c.contests);
        tool_matches_free(&c.matches);
    }
    tool_recorded_free(&c.recorded);
    return tool_exit_worst(status, tool_flush(stdout));
}
