#include "text/os_memory.h"
#include "learn/learn.h"
#include "base/os.h"
#include "plan/plan_make.h"
#include "learn/exercise.h"
#include "learn/kernel_text.h"
#include "text/display.h"
#include "program/source.h"
#include "verify/smallest_failure.h"
#include "hints/kernel_check.h"
#include "hints/kernel_lanes.h"
#include "run/findings.h"
#include "system/os_start.h"
#include "verify/verify.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SIZES = 10, MOST_CASES = MOST_SIZES * TOOL_MOST_DISTRIBUTIONS };

/* Of a kernel's results, to compare kernels. */
typedef struct signature {
    bool ran, wrong, past_end;
    size_t past_index;
    uint64_t checksum;
    double measures[TOOL_MOST_MEASURES];
} signature;

typedef struct attempt {
    tool_session *session;
    tool_exercise *exercise;
    const char *file;
    const char *says; /* words that the answer must contain; NULL: none */
    tool_target target;
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count;
    json_t *hints; /* by hash of the kernel's text; owned */
    tool_config first_wrong;
    long long collectives; /* that kernels of its name executed before */
    long row;
    json_t *record; /* the first wrong case, or the last case */
    const char *stage;
    bool wrong, failed, undefined;
    bool serial;           /* calls no operation of the sub-group, which the exercise is about */
    bool exchanges;        /* calls one, or need not */
    bool standard;         /* calls functions of the standard, whose sub-groups may be others */
    bool one_shown, found; /* the record shows one element, has findings */
    bool index_error;      /* the error is an index, not a result */
    bool untouched;        /* start.cl, apart from comments and spaces */
    bool launched;         /* at some width */
    xl_error error;
    long long size[MOST_SIZES];
    int sizes;
    signature seen[MOST_CASES];
    tool_data_cache cache;
    char widths[160], skipped[160];
} attempt;

const char *tool_learn_file(const tool_options *o, const char *exercise, char path[TOOL_PATH]) {
    snprintf(path, TOOL_PATH, "%s/%s.cl", o->kernel_dir, exercise);
    return path;
}

/* ---- cases ---------------------------------------------------------------------------------------- */

static tool_config config_of(const attempt *a, int strategy, long long size, const char *inputs) {
    tool_config config = {.cs = &a->exercise->cs,
                          .strategy = strategy,
                          .backend = a->target.backend,
                          .width = a->target.width,
                          .distribution = inputs};
    snprintf(config.settings, sizeof config.settings, "n=%lld", size);
    return config;
}

/* Ascending, so that the first wrong one is the smallest: none, one, around a sub-group and a work-group;
   or whole work-groups. */
static void choose_sizes(attempt *a, long long width, long long group) {
    const long long any[] = {0, 1, width - 1, width, width + 1, group - 1, group + 1, 3 * group + 5};
    const long long whole[] = {0, group, 3 * group};
    const long long *const from = a->exercise->whole ? whole : any;
    const int count = (int)(a->exercise->whole ? sizeof whole : sizeof any) / (int)sizeof *whole;
    a->sizes = 0;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < a->sizes && a->size[at] < from[i]) at++;
        if (at < a->sizes && a->size[at] == from[i]) continue;
        memmove(&a->size[at + 1], &a->size[at], sizeof *a->size * (size_t)(a->sizes - at));
        a->size[at] = from[i];
        a->sizes++;
    }
}

static signature sign(const attempt *a, const tool_trial *trial, tool_outcome outcome) {
    signature s = {.ran = outcome != TOOL_FAILED};
    xl_measure measure;
    if (!s.ran) return s;
    s.wrong = trial->verdict.wrong;
    s.past_end = trial->verdict.guard;
    s.past_index = trial->verdict.guard ? trial->verdict.index : 0;
    /* a right result may differ in its order */
    s.checksum = trial->verdict.wrong ? trial->verdict.checksum : 0;
    for (size_t i = 0; i < TOOL_MOST_MEASURES; i++)
        if (xl_plan_get_measure(trial->plan, a->session->queue, i, &measure, NULL) == XL_SUCCESS)
            s.measures[i] = measure.value;
    return s;
}

/* `loose`: only whether both are wrong, since the order of sub-groups' writes may differ between runs. */
static bool same(const signature *a, const signature *b, bool loose) {
    if (loose) return a->ran && b->ran && a->wrong == b->wrong;
    bool equal = a->ran && b->ran && a->wrong == b->wrong && a->past_end == b->past_end &&
                 a->past_index == b->past_index && a->checksum == b->checksum;
    for (size_t i = 0; i < TOOL_MOST_MEASURES; i++) equal = equal && a->measures[i] == b->measures[i];
    return equal;
}

static json_t *record_of(const attempt *a, const tool_config *config, const char *status,
                         const xl_plan *plan) {
    json_t *const record = tool_row_record(a->session, "verify", status, config, plan);
    json_object_set_new(record, "exercise", json_string(a->exercise->name));
    char shown[TOOL_PATH];
    json_object_set_new(record, "file", json_string(tool_text_clean(a->file, shown, sizeof shown)));
    if (a->hints) json_object_set(record, "hints", a->hints);
    if (a->says) json_object_set_new(record, "says", json_string(a->says));
    if (a->stage) json_object_set_new(record, "stage", json_string(a->stage));
    if (a->launched) json_object_set_new(record, "launched", json_true());
    return record;
}

/* Reports the stage in case the process dies. */
static void tell_stage(attempt *a, const char *stage) {
    const tool_config config = config_of(a, 0, 0, a->exercise->distributions[0]);
    a->stage = stage;
    a->launched = a->launched || strcmp(stage, "run") == 0;
    json_t *const begun = record_of(a, &config, "error", NULL);
    if (a->record) json_object_set(begun, "found", a->record);
    tool_row_change(a->session, a->row, begun);
}

/* As kernels/sg/extras/sg_guard.h writes it; false: none. */
static bool read_index_error(attempt *a, xl_plan *plan, char *out, size_t size) {
    enum { SHUFFLE = 1, BROADCAST, SHUFFLE_XOR, SEVERAL, LINE = 0x1fff, MOST = 0xffff };
    cl_uint words[XL__INDEX_ERROR_WORDS];
    xl_error ignored;
    if (!plan || xl__plan_index_errors(plan, a->session->queue, words, &ignored) != XL_SUCCESS ||
        words[2] == 0)
        return false;
    const unsigned what = words[2] >> 29, line = words[2] >> 16 & LINE, index = words[2] & MOST;
    char asked[48];
    snprintf(asked, sizeof asked, index < MOST ? "%u" : "%u or more, or below 0", index);
    if (what == SEVERAL)
        snprintf(out, size,
                 "line %u: lanes give sg_broadcast different lanes to read; sg_shuffle "
                 "allows that",
                 line);
    else if (what == SHUFFLE_XOR)
        snprintf(out, size,
                 "line %u: the m of sg_shuffle_xor is %s; it must be below SG_WIDTH, which is %d here", line,
                 asked, a->target.width);
    else
        snprintf(out, size,
                 "line %u: %s reads lane %s; lanes are 0 to %d here, and the result of other numbers "
                 "differs between devices",
                 line, what == BROADCAST ? "sg_broadcast" : "sg_shuffle", asked, a->target.width - 1);
    return true;
}

/* Errors that are no results; the kernel wrote `words`. */
static void take_index_error(attempt *a, const tool_config *config, xl_plan *plan, const char *words) {
    if (!a->record) {
        a->record = record_of(a, config, "mismatch", plan);
        tool_row_set_reason(a->record, "%s", words);
        a->first_wrong = *config;
        a->index_error = true;
    } else {
        json_object_set_new(a->record, "common", json_pack("[s]", words));
    }
}

/* One element shows no pattern. */
static bool shows_more(const attempt *a, const tool_trial *trial) {
    return a->one_shown && trial->verdict.row_length > 1 && (trial->found || !a->found);
}

static void run_case(attempt *a, long long size, const char *inputs, signature *out) {
    const tool_config config = config_of(a, 0, size, inputs);
    tool_trial trial = {0};
    const tool_outcome outcome = tool_try(a->session, &config, &a->cache, 1, &trial);
    *out = sign(a, &trial, outcome);
    char words[TOOL_SENTENCE];
    const bool index_error = outcome != TOOL_FAILED && read_index_error(a, trial.plan, words, sizeof words);
    if (outcome == TOOL_FAILED && !trial.found && !a->wrong) {
        a->failed = true;
        a->error = trial.error;
    } else if ((outcome == TOOL_WRONG_RESULT || trial.found) &&
               (!a->wrong || a->index_error || shows_more(a, &trial))) {
        json_decref(a->record);
        a->wrong = true;
        a->index_error = false;
        a->one_shown = trial.verdict.row_length == 1 && !trial.verdict.guard;
        a->found = trial.found;
        a->first_wrong = config;
        a->record = record_of(a, &config, "mismatch", trial.plan);
        tool_row_set_trial(a->record, a->session, &config, &trial, outcome);
        if (index_error) take_index_error(a, &config, trial.plan, words);
        tell_stage(a, "run");
    } else if (index_error && !a->wrong) {
        a->wrong = true;
        take_index_error(a, &config, trial.plan, words);
        tell_stage(a, "run");
    }
    xl_plan_free(trial.plan);
}

/* ---- known mistakes ------------------------------------------------------------------------------- */

typedef enum { OTHER, PERHAPS, KNOWN } likeness;

/* KNOWN: mistake `m` has the same results in every case of this width. PERHAPS: its results differ between
   runs, so only their wrongness was compared. */
static likeness is_mistake(attempt *a, int m) {
    likeness all = PERHAPS;
    for (int d = 0; a->exercise->distributions[d]; d++)
        for (int i = 0; i < a->sizes; i++) {
            const tool_config config = config_of(a, 1 + m, a->size[i], a->exercise->distributions[d]);
            tool_trial trial = {0};
            const tool_outcome outcome = tool_try(a->session, &config, &a->cache, 1, &trial);
            const signature got = sign(a, &trial, outcome);
            xl_plan_free(trial.plan);
            const bool loose = a->exercise->mistake[m].unsettled && a->size[i] > a->target.width;
            if (!same(&got, &a->seen[d * MOST_SIZES + i], loose)) return OTHER;
            if (got.wrong && !loose) all = KNOWN;
        }
    return a->exercise->mistake[m].unsettled ? all : KNOWN;
}

/* By similarity of their text, because each must be compiled. */
static int order_mistakes(const attempt *a, int order[TOOL_MOST_MISTAKES]) {
    const tool_exercise *const e = a->exercise;
    size_t shared[TOOL_MOST_MISTAKES];
    int count = 0;
    for (int m = 0; m < e->mistake_count; m++) {
        if (e->mistake[m].says[0]) continue;
        shared[m] = tool_shared_code(e->strategies[0].text, e->mistake[m].text);
        int at = count++;
        for (; at > 0 && shared[order[at - 1]] < shared[m]; at--) order[at] = order[at - 1];
        order[at] = m;
    }
    return count;
}

static bool recognise(attempt *a) {
    int order[TOOL_MOST_MISTAKES];
    const int count = order_mistakes(a, order);
    for (int i = 0; i < count; i++) {
        const int m = order[i];
        tool_row_at(a->session, a->row);
        const likeness found = is_mistake(a, m);
        if (found == OTHER) continue;
        json_object_set_new(a->record, "mistake", json_string(a->exercise->mistake[m].sentence));
        if (found == PERHAPS) json_object_set_new(a->record, "perhaps", json_true());
        return true;
    }
    return false;
}

/* What the failures share, also at other widths and sizes if the exercise allows any size. Skipped for
   known mistakes, because each width must be compiled. */
static void explain(attempt *a, bool known) {
    const bool alone = known || a->exercise->whole;
    tool_diagnosis said = {.count = 0};
    tool_config config = a->first_wrong;
    const tool_question question = {
        a->session, &a->cache, a->targets, alone ? 0 : a->target_count, a->exercise->whole ? "n=1" : "",
        a->row};
    tool_explain_wrong(&question, &config, &said);
    json_t *const list = json_array();
    json_array_extend(list, json_object_get(a->record, "common"));
    for (int i = 0; i < said.count; i++) json_array_append_new(list, tool_json_text(said.line[i]));
    json_object_set_new(a->record, "common", list);
}

static const char *kernel_of(const tool_exercise *e) {
    return e->passes[e->launch].kernel;
}

/* Adds the cause if the kernel assumes a number of lanes; false: it does not. */
static bool add_fixed_lanes(attempt *a, const char *text) {
    tool_fixed_lanes fixed;
    if (!tool_kernel_lanes(text, kernel_of(a->exercise), (unsigned)a->target.width, &fixed)) return false;
    json_t *const list = json_array();
    json_array_append_new(
        list, json_sprintf("line %u: '%s' assumes %u lanes; SG_WIDTH is the number of lanes, here %d",
                           fixed.line, fixed.text, fixed.lanes, a->target.width));
    json_array_extend(list, json_object_get(a->record, "common"));
    json_object_set_new(a->record, "common", list);
    return true;
}

/* In the kernel's text. After some mistakes results are undefined and cannot identify one. */
static json_t *hints_of(attempt *a, const char *text) {
    tool_finding found[TOOL_MOST_FINDINGS];
    const int count = tool_kernel_check(text, kernel_of(a->exercise), found);
    json_t *const list = json_array();
    for (int i = 0; i < count; i++) {
        char line[TOOL_FINDING_TEXT + 32];
        const tool_mistake kind = found[i].mistake;
        a->undefined = a->undefined || kind != TOOL_WORK_ITEM_AS_LANE;
        a->standard = a->standard || kind == TOOL_STANDARD_NAME;
        snprintf(line, sizeof line, "line %u: %s", found[i].line, found[i].text);
        json_array_append_new(list, tool_json_text(line));
    }
    return list;
}

static const json_t *findings_of(const attempt *a) {
    return json_object_get(json_object_get(a->record, "findings"), "list");
}

/* Whether other runs may have other results, which then name no mistake. On the checking device the findings
   tell, elsewhere the hints. */
static bool is_undefined(const attempt *a) {
    static const char *const kinds[] = {"lanes missing", "different collectives",
                                        "barrier not reached by all"};
    const json_t *finding;
    size_t i;
    if (!a->session->job->task.checks) return a->undefined;
    json_array_foreach(findings_of(a), i, finding) {
        const char *const kind = json_string_value(json_object_get(finding, "kind"));
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (!kind || strcmp(kind, kinds[k]) == 0) return true;
    }
    return false;
}

/* ---- one kernel ----------------------------------------------------------------------------------- */

static void add_width(const attempt *a, char list[160]) {
    const size_t used = strlen(list);
    const char *const how = a->target.emulated             ? ""
                            : a->session->job->task.checks ? " (simulated)"
                                                           : " (native)";
    snprintf(list + used, 160 - used, "%s%d%s", used ? ", " : "", a->target.width, how);
}

/* Continues after a wrong case, to distinguish mistakes. */
static void run_width(attempt *a) {
    const tool_config largest = config_of(a, 0, 4096, a->exercise->distributions[0]);
    xl_plan *plan = NULL;
    tell_stage(a, "build");
    const int status = tool_plan_make(a->session, &largest, &plan, &a->error);
    if (status == XL_UNSUPPORTED) {
        add_width(a, a->skipped);
        return;
    }
    a->failed = status != XL_SUCCESS;
    if (a->failed) return;
    choose_sizes(a, a->target.width, (long long)xl__plan_problem(plan)->group_size);
    xl_plan_free(plan);
    tell_stage(a, "run");
    for (int d = 0; a->exercise->distributions[d] && !a->failed; d++)
        for (int i = 0; i < a->sizes && !a->failed; i++)
            run_case(a, a->size[i], a->exercise->distributions[d], &a->seen[d * MOST_SIZES + i]);
    if (!a->wrong && !a->failed) add_width(a, a->widths);
}

/* Of --width, or else of the exercise. */
static int choose_targets(tool_session *s, const tool_exercise *e, tool_target targets[TOOL_MAX_TARGETS],
                          int *count, xl_error *error) {
    const tool_options *const given = s->options;
    tool_options own = *given;
    if (!own.backend && !own.width_count && !own.width_all && !own.width_native) {
        memcpy(own.widths, e->widths, sizeof own.widths);
        own.width_count = e->width_count;
    }
    s->options = &own;
    const int status = tool_targets(s, TOOL_NATIVE_WIDTHS, targets, count, error);
    s->options = given;
    return status;
}

/* The caller owns it. */
static json_t *finish(attempt *a) {
    const tool_config config = config_of(a, 0, 0, a->exercise->distributions[0]);
    if (!a->record) {
        a->record = record_of(a, &config, a->failed ? "error" : a->widths[0] ? "ok" : "unsupported", NULL);
        if (a->failed) tool_row_set_failure(a->record, &a->error);
        if (!a->failed && !a->widths[0]) tool_row_set_reason(a->record, "%s", a->error.text);
    }
    json_object_set_new(a->record, "widths", json_string(a->widths));
    if (a->untouched) json_object_set_new(a->record, "untouched", json_true());
    if (a->serial) json_object_set_new(a->record, "serial", json_true());
    if (!a->exchanges && !a->untouched)
        json_object_set_new(a->record, "rule",
                            json_string("values must move between lanes by an operation of the sub-group; "
                                        "this kernel calls none"));
    if (a->session->job->task.checks)
        json_object_set_new(
            a->record, "collectives",
            json_integer(tool_findings_collectives(a->session, kernel_of(a->exercise)) - a->collectives));
    if (a->skipped[0]) json_object_set_new(a->record, "skipped", json_string(a->skipped));
    return a->record;
}

/* For compilers: its path, or its name if the path is too long. */
static const char *source_name(const char *file) {
    const char *const slash = strrchr(file, '/');
    return strlen(file) < XL__SOURCE_NAME || !slash ? file : slash + 1;
}

static tool_exit try_kernel(tool_session *s, tool_exercise *e, const char *file, const char *text,
                            const char *says) {
    attempt *const a = tool_need(calloc(1, sizeof *a));
    *a = (attempt){.session = s, .exercise = e, .file = file, .says = says};
    a->hints = hints_of(a, text);
    a->collectives = tool_findings_collectives(s, kernel_of(e));
    a->untouched = !says && tool_exercise_is_start(s->options->exercises, e->name, text);
    const bool exchanges = tool_kernel_exchanges(text);
    a->serial = !exchanges && json_object_get(e->json, "ops");
    a->exchanges = exchanges || !e->exchanges;
    e->session = s;
    tool_exercise_set_kernel(e, source_name(file), text);
    if (choose_targets(s, e, a->targets, &a->target_count, &a->error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, a->error.text);
        json_decref(a->hints);
        free(a);
        return TOOL_USAGE;
    }
    const tool_config config = config_of(a, 0, 0, e->distributions[0]);
    a->row = tool_row_begin(s, record_of(a, &config, "error", NULL));
    for (int t = 0; t < a->target_count && a->row >= 0 && !a->wrong && !a->failed; t++) {
        a->target = a->targets[t];
        run_width(a);
    }
    const bool open = a->wrong && !a->index_error && !a->untouched && !a->standard,
               found = json_array_size(findings_of(a)) > 0;
    /* A fixed number of lanes is in the text: surer than results that fit a known mistake. */
    const bool fixed = !says && a->wrong && !a->untouched && add_fixed_lanes(a, text);
    const bool known = open && !fixed && !is_undefined(a) && recognise(a);
    if (open && !found && !fixed && !(says && known)) explain(a, known); /* a test needs only the words */
    if (a->row >= 0) tool_row_end(s, a->row, finish(a));
    tool_data_cache_clear(&a->cache);
    json_decref(a->hints);
    free(a);
    return TOOL_OK;
}

/* ---- words ---------------------------------------------------------------------------------------- */

static tool_exit check(tool_session *s, tool_exercise *e) {
    char path[TOOL_PATH], *text = NULL;
    xl_error error = {0};
    tool_learn_file(s->options, e->name, path);
    if (xl__read_source(path, TOOL_LARGEST_KERNEL, &text, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        return TOOL_USAGE;
    }
    const tool_exit status = try_kernel(s, e, path, text, NULL);
    free(text);
    return status;
}

static tool_exit test(tool_session *s, tool_exercise *e, bool mistakes) {
    char *text = NULL, file[TOOL_PATH];
    xl_error error = {0};
    if (tool_exercise_file(s->options->exercises, e->name, "solution.cl", &text, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        return TOOL_USAGE;
    }
    snprintf(file, sizeof file, "%s/solution.cl", e->name);
    tool_exit status = try_kernel(s, e, file, text, NULL);
    for (int m = 0; mistakes && m < e->mistake_count && status == TOOL_OK; m++) {
        const tool_known_mistake *const known = &e->mistake[m];
        status = try_kernel(s, e, known->source, known->text, known->says[0] ? known->says : known->sentence);
    }
    free(text);
    return status;
}

tool_exit tool_learn(tool_session *s) {
    const tool_options *const o = s->options;
    tool_exit status = TOOL_OK;
    for (int i = 1; i < o->names.count && status == TOOL_OK; i++) {
        tool_exercise *e = NULL;
        xl_error error = {0};
        if (tool_exercise_open(o->exercises, o->names.word[i], &e, &error) != XL_SUCCESS) {
            tool_emit_failure(s, TOOL_USAGE, error.text);
            status = TOOL_USAGE;
        } else {
            const bool tests = strcmp(o->names.word[0], "test") == 0;
            const bool solves = strcmp(o->names.word[0], "solve") == 0;
            status = tests || solves ? test(s, e, tests) : check(s, e);
        }
        tool_exercise_free(e);
    }
    return status;
}
