/* cmd_trace.c - `crosslane trace`: what SG_SHOW recorded, a row per step, a column per lane. */
#include "base/number.h"
#include "base/os.h"
#include "exec/trace.h"
#include "learn/learn.h"
#include "learn/exercise.h"
#include "program/source.h"
#include "records/record.h"
#include "text/os_memory.h"
#include "player/player.h"
#include "shared/cli_check.h"
#include "shared/cli.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

/* Eight lanes of CELL columns with two between them leave 16 of 80 columns for the names. */
enum { CELL = 6, COLUMNS = 129, SCREEN = 80, BLOCK = 8 };
/* With this many lanes, integers of LONG_NUMBER digits or more are shortened. */
enum { MANY_LANES = 6, LONG_NUMBER = 8 };
/* With more empty turns of a loop than this, one line summarises them. */
enum { MANY_ZEROS = 8 };

static long long number(const json_t *object, const char *field) {
    return (long long)json_integer_value(json_object_get(object, field));
}

static void short_real(double value, char cell[64]) {
    char text[XL__NUMBER_TEXT];
    for (int digits = CELL; digits > 0; digits--) {
        snprintf(cell, 64, "%s", xl__number_text(value, digits, text));
        if (strlen(cell) <= CELL) return;
    }
    snprintf(cell, 64, "%.0e", value);
}

/* If `brief`, writes "3824e6", not 3823634032. Returns whether it did. */
static bool write_integer(long long value, bool brief, char cell[64]) {
    const int length = snprintf(cell, 64, "%lld", value);
    if (!brief || length <= LONG_NUMBER) return false;
    snprintf(cell + CELL - 2, 64 - (CELL - 2), "e%d", length - (CELL - 2));
    return true;
}

static bool is_predicate(const json_t *step) {
    const json_t *value;
    size_t i;
    if (strcmp(json_string_value(json_object_get(step, "type")), "i32") != 0) return false;
    json_array_foreach(json_object_get(step, "values"), i,
                       value) if (!json_is_null(value) && (json_integer_value(value) < 0 ||
                                                           json_integer_value(value) > 1)) return false;
    return true;
}

static bool write_cell(const json_t *value, bool predicate, bool brief, char cell[64]) {
    if (json_is_null(value))
        snprintf(cell, 64, "-");
    else if (json_is_string(value))
        snprintf(cell, 64, "%s", json_string_value(value));
    else if (json_is_real(value))
        short_real(json_real_value(value), cell);
    else if (predicate)
        snprintf(cell, 64, "%s", json_integer_value(value) ? "1" : ".");
    else
        return write_integer((long long)json_integer_value(value), brief, cell);
    return false;
}

static bool is_mask(const json_t *step) {
    return strcmp(json_string_value(json_object_get(step, "type")), "mask") == 0;
}

/* NULL: masks differ, or a lane recorded none. */
static const char *shared_mask(const json_t *step) {
    const json_t *const values = json_object_get(step, "values");
    const char *const mask = json_string_value(json_array_get(values, 0));
    for (size_t l = 0; mask && l < json_array_size(values); l++) {
        const char *const other = json_string_value(json_array_get(values, l));
        if (!other || strcmp(other, mask) != 0) return NULL;
    }
    return mask;
}

/* Lane 0 first; with many lanes as hexadecimal digits, lane 0 in the lowest bit. */
static void write_mask(const json_t *value, char cell[64]) {
    enum { BITS = 8 };
    const char *const bits = json_string_value(value);
    const size_t count = bits ? strlen(bits) : 0;
    if (!bits) {
        snprintf(cell, 64, "-");
        return;
    }
    if (count <= BITS) {
        for (size_t l = 0; l <= count; l++) cell[l] = bits[l] == '0' ? '.' : bits[l];
        return;
    }
    for (size_t d = 0; d < count / 4; d++) {
        int digit = 0;
        for (size_t b = 0; b < 4; b++) digit |= (bits[count - 4 * (d + 1) + b] == '1') << b;
        cell[d] = "0123456789abcdef"[digit];
        cell[d + 1] = '\0';
    }
}

static void write_mask_cell(const json_t *step, const char *shared, int lane, int first, char cell[64]) {
    if (shared)
        snprintf(cell, 64, "%s", shared[first + lane] == '1' ? "1" : ".");
    else
        write_mask(json_array_get(json_object_get(step, "values"), (size_t)lane), cell);
}

/* All lanes hold 0, and an earlier step has this name. */
static bool is_empty_turn(const json_t *steps, size_t at) {
    const json_t *const step = json_array_get(steps, at), *value, *other;
    size_t i;
    json_array_foreach(json_object_get(step, "values"), i, value) {
        const char *const mask = json_string_value(value);
        if (mask ? mask[strspn(mask, "0")] != '\0' : json_number_value(value) != 0.0) return false;
    }
    json_array_foreach(steps, i, other) {
        if (i == at) break;
        if (json_equal(json_object_get(other, "name"), json_object_get(step, "name"))) return true;
    }
    return false;
}

static size_t count_empty_turns(const json_t *steps) {
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(steps); i++) count += is_empty_turn(steps, i);
    return count;
}

static void name_step(const json_t *steps, size_t at, char *out, size_t size) {
    const char *const name = json_string_value(json_object_get(json_array_get(steps, at), "name"));
    const json_t *step;
    size_t i, turn = 0, all = 0;
    json_array_foreach(steps, i, step) {
        const char *const other = json_string_value(json_object_get(step, "name"));
        const bool same = name && other && strcmp(name, other) == 0;
        all += same;
        turn += same && i <= at;
    }
    if (all > 1)
        snprintf(out, size, "%s %zu", name, turn);
    else
        snprintf(out, size, "%s", name ? name : "-");
}

/* Without empty turns unless `whole`. Sets *shortened if a number was. */
static tool_table *make_table(const json_t *trace, int from, int to, bool whole, bool brief,
                              bool *shortened) {
    const int first = (int)number(trace, "first_lane"), lanes = to - from + 1;
    tool_column columns[COLUMNS] = {{"lane", TOOL_LEFT, 0}};
    char title[COLUMNS][16], text[COLUMNS][64];
    const char *cells[COLUMNS];
    for (int l = 0; l < lanes; l++) {
        snprintf(title[l], sizeof title[l], "%d", from + l);
        columns[l + 1] = (tool_column){title[l], TOOL_RIGHT, 0};
    }
    tool_table *const table = tool_table_make(columns, (size_t)lanes + 1);
    tool_table_narrow(table, SCREEN);
    const json_t *const steps = json_object_get(trace, "steps"), *step;
    size_t i;
    json_array_foreach(steps, i, step) {
        if (!whole && is_empty_turn(steps, i)) continue;
        const json_t *const values = json_object_get(step, "values");
        const char *const shared = is_mask(step) ? shared_mask(step) : NULL;
        name_step(steps, i, text[0], sizeof text[0]);
        cells[0] = text[0];
        for (int l = 0; l < lanes; l++) {
            const int at = from - first + l;
            if (is_mask(step))
                write_mask_cell(step, shared, at, first, text[l + 1]);
            else if (write_cell(json_array_get(values, (size_t)at), is_predicate(step), brief, text[l + 1]))
                *shortened = true;
            cells[l + 1] = text[l + 1];
        }
        tool_table_add(table, cells, TOOL_PLAIN);
    }
    return table;
}

static void print_steps(tool_campaign *c, const json_t *trace, bool whole) {
    const int first = (int)number(trace, "first_lane"), last = (int)number(trace, "last_lane"),
              width = cli_width(c);
    const bool brief = last - first + 1 >= MANY_LANES;
    bool shortened = false;
    int step = last - first + 1;
    for (int from = first; from <= last; from += step) {
        tool_table *table = make_table(trace, from, from + step - 1 < last ? from + step - 1 : last, whole,
                                       brief, &shortened);
        if (width > 0 && step > BLOCK && tool_table_width(table) > (size_t)width) {
            tool_table_free(table);
            step = BLOCK;
            table = make_table(trace, from, from + step - 1, whole, brief, &shortened);
        }
        if (from > first) fputc('\n', c->screen);
        tool_table_print(table, c->screen, width, cli_colour(c));
        tool_table_free(table);
    }
    if (shortened)
        tool_print(
            c->screen,
            "numbers of more than %d digits are shortened; --lanes 0-%d or --json FILE shows all digits\n",
            LONG_NUMBER, MANY_LANES - 2);
}

/* NULL: a kernel of the suite. */
static const char *exercise_of(const tool_campaign *c) {
    return c->job->count == 0 ? c->job->options.names.word[0] : NULL;
}

static void print_trace(tool_campaign *c, const char *name, const json_t *trace) {
    FILE *const out = c->screen;
    char algorithm[64];
    snprintf(algorithm, sizeof algorithm, "%.*s", (int)strcspn(name, "/"), name);
    if (json_array_size(json_object_get(trace, "steps")) == 0) {
        if (exercise_of(c))
            tool_print(out, "nothing was recorded; write SG_SHOW(sg, \"name\", value) into your kernel\n");
        else
            tool_print(
                out,
                "%s recorded nothing, because no SG_SHOW ran. 'crosslane copy %s mine', write SG_SHOW(sg, "
                "\"name\", "
                "value) into its kernel, then add --kernel-dir mine\n",
                name, algorithm);
        return;
    }
    const size_t empty = count_empty_turns(json_object_get(trace, "steps"));
    print_steps(c, trace, empty < MANY_ZEROS);
    if (empty >= MANY_ZEROS)
        tool_print(out,
                   "left out %zu rows that repeat a name and hold only zeros (turns without an element); "
                   "--json FILE has them\n",
                   empty);
    if (number(trace, "lost") > 0)
        tool_print(out, "%lld of %lld records did not fit and were lost; make the problem smaller\n",
                   number(trace, "lost"), number(trace, "recorded"));
    if (json_is_true(json_object_get(trace, "cut")))
        tool_print(out, "more steps did not fit; make the problem smaller\n");
}

/* Settings that differ from the defaults: "type=u32 n=32". */
static void print_problem(FILE *out, const json_t *record) {
    const json_t *const params = json_object_get(record, "params");
    char text[64];
    const tool_case *const cs = tool_find_case(cli_text(record, "algorithm", text, sizeof text));
    if (json_is_string(json_object_get(record, "type")))
        tool_print(out, "type=%s ", cli_text(record, "type", text, sizeof text));
    for (int p = 0; cs && p < cs->algorithm->param_count; p++) {
        const char *const name = cs->algorithm->params[p].name;
        if (json_object_get(params, name) && !cli_is_default(cs->algorithm, p, params))
            tool_print(out, "%s=%s ", name, cli_text(params, name, text, sizeof text));
    }
    tool_print(out, "distribution=%s\n", cli_text(record, "distribution", text, sizeof text));
}

typedef struct page {
    json_t *player;
    tool_player_sources sources;
    char title[160];
} page;

static void add_to_page(page *p, const json_t *record, const char *name, FILE *out) {
    const size_t steps = tool_player_add(p->player, record, &p->sources);
    const long long width = number(json_object_get(record, "trace"), "width");
    snprintf(p->title, sizeof p->title, "%s", name);
    const bool right = strcmp(tool_text_of(record, "status"), "ok") == 0;
    if (steps == 0)
        tool_print(out, "%s, %lld lanes: nothing was recorded\n", name, width);
    else
        tool_print(out, "%s, %lld lanes: %zu steps%s\n", name, width, steps,
                   right ? "" : "; the result is wrong");
}

static tool_exit write_page(const tool_options *o, const page *p, FILE *out) {
    xl_error error = {0};
    if (json_array_size(json_object_get(p->player, "runs")) == 0) {
        tool_complain(
            "--html %s: nothing was recorded, so no page is written; write SG_SHOW(sg, \"name\", value) "
            "into the kernel, or install clang for the checking device",
            o->html);
        return TOOL_NOTHING_DONE;
    }
    if (tool_player_write(p->player, p->title,
                          "One column per lane, one row per step of the first sub-group.", o->html, o->force,
                          &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    tool_print(out, "wrote %s\n", o->html);
    return TOOL_OK;
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    const json_t *const trace = json_object_get(record, "trace");
    char algorithm[64], strategy[64], backend[32], status[32], name[160], reason[XL_ERROR_TEXT];
    FILE *const out = tool_screen(c);
    const bool chosen = json_is_string(json_object_get(record, "strategy_chosen"));
    cli_text(record, "status", status, sizeof status);
    snprintf(name, sizeof name, "%s/%s", cli_text(record, "algorithm", algorithm, sizeof algorithm),
             cli_text(record, chosen ? "strategy_chosen" : "strategy", strategy, sizeof strategy));
    if (exercise_of(c)) snprintf(name, sizeof name, "%s", exercise_of(c));
    if (!json_is_object(trace)) {
        if (strcmp(status, "unsupported") == 0)
            tool_print(out, "%s does not run here: %s\n", name,
                       cli_text(record, "reason", reason, sizeof reason));
        else
            cli_print_trouble(c, record);
        return;
    }
    if (c->user) {
        add_to_page(c->user, record, name, out);
        return;
    }
    tool_print(out, "%s on device %d, backend %s, %lld lanes: work-group %lld, sub-group %lld\n", name,
               device, cli_text(record, "backend", backend, sizeof backend), number(trace, "width"),
               number(trace, "group"), number(trace, "sub_group"));
    if (json_is_string(json_object_get(trace, "instead_of")))
        tool_print(out, "auto chooses %s/%s here, which records no lanes\n", algorithm,
                   cli_text(trace, "instead_of", strategy, sizeof strategy));
    print_problem(out, record);
    print_trace(c, name, trace);
    if (strcmp(status, "ok") == 0)
        tool_print(out, "right: the outputs match the reference\n");
    else if (exercise_of(c))
        tool_print(out, "wrong: 'crosslane learn check %s' says what\n", name);
    else
        cli_print_trouble(c, record);
}

/* "07-reduce" or "7": *out is the call for the answer in its folder. */
static bool is_exercise(const tool_options *o, char name[TOOL_EXERCISE_NAME], tool_options *out) {
    tool_exercise_name *const names = tool_need(calloc(TOOL_MOST_EXERCISES, sizeof *names));
    const char *const word = o->names.count == 1 ? o->names.word[0] : "";
    int count = 0;
    xl_error ignored;
    bool found = false;
    if (*word >= '0' && *word <= '9' &&
        tool_exercise_list(o->exercises, names, &count, &ignored) == XL_SUCCESS)
        for (int i = 0; i < count && !found; i++) {
            char *end;
            const bool number = strtol(word, &end, 10) == strtol(names[i], NULL, 10) && *end == '\0';
            found = number || strcmp(word, names[i]) == 0;
            if (found) snprintf(name, TOOL_EXERCISE_NAME, "%s", names[i]);
        }
    free(names);
    if (!found) return false;
    *out = *o;
    out->names.word[0] = name;
    if (!out->kernel_dir) out->kernel_dir = "crosslane-learn";
    return true;
}

static tool_exit read_answer(const tool_options *o, char path[TOOL_PATH], char **text) {
    xl_error error = {0};
    tool_learn_file(o, o->names.word[0], path);
    if (!xl__os_exists(path)) {
        tool_complain("%s: no such file; 'crosslane learn %s' writes it", path, o->names.word[0]);
        return TOOL_USAGE;
    }
    if (xl__read_source(path, TOOL_LARGEST_KERNEL, text, &error) == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_USAGE;
}

static tool_exit make_job(tool_job *job, bool exercise) {
    tool_exit status = TOOL_OK;
    if (exercise) return status;
    status = tool_job_select(job);
    if (status == TOOL_OK) status = tool_trace_check_choice(job);
    if (status == TOOL_OK) status = tool_job_settle(job);
    return status == TOOL_OK ? tool_trace_check_points(job) : status;
}

/* `p` NULL: a table. */
static tool_exit trace(const tool_options *o, bool exercise, page *p) {
    tool_exit status = tool_trace_check_words(o);
    if (status != TOOL_OK) return status;
    tool_job *const job = tool_job_new(o);
    status = make_job(job, exercise);
    tool_campaign c;
    status = cli_start(&c, job, status);
    if (status != TOOL_OK) return status;
    const tool_listener listener = {.record = on_record};
    tool_campaign_run(&c, &listener, p, true);
    if (p) c.status = tool_exit_worst(c.status, write_page(o, p, tool_screen(&c)));
    return tool_campaign_close(&c, true);
}

tool_exit cli_trace(const tool_options *given) {
    tool_options *const o = tool_need(malloc(2 * sizeof *o));
    char name[TOOL_EXERCISE_NAME], path[TOOL_PATH], *text = NULL;
    page p = {.player = tool_player_new()};
    tool_exit status = TOOL_OK;
    o[0] = *given;
    const bool exercise = is_exercise(given, name, &o[0]);
    if (exercise) status = read_answer(&o[0], path, &text);
    p.sources = (tool_player_sources){
        .user_file = text ? path : NULL, .user_text = text, .kernel_dir = o[0].kernel_dir};
    /* Only the checking device records collectives. */
    const bool checks = o->html && o->devices.count == 0 && !o->backend && cli_check_options(&o[0], &o[1]);
    if (status == TOOL_OK) status = trace(&o[checks], exercise, o->html ? &p : NULL);
    json_decref(p.player);
    free(text);
    free(o);
    return status;
}
