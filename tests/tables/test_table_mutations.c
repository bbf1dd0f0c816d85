/* Tables with one or two random changes: each is refused in one line, or a plan can be previewed. The
   separate process that tries them never ends or hangs. CROSSLANE_TEST_MUTATIONS=N tries N changes,
   CROSSLANE_TEST_SEED=S others, CROSSLANE_TEST_MUTATION=I only number I. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "caps/caps_set.h"
#include "check/table_check.h"
#include "device/device.h"
#include "options/case_check.h"
#include "plan/plan_make.h"
#include "run/rows.h"
#include "system/os_note.h"
#include "verify/verify.h"
#include "support/mutate.h"
#include "support/suite.h"
#include "table/values.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USUAL = 200, LONGEST_S = 20, LONGEST_RUN_S = 120, MOST_KINDS = 256 };

typedef struct report {
    long number;
    char what[512], complaint[512]; /* the change; the answer's fault or "" */
    long tried[MOST_KINDS], refused, plans, unplanned;
    long to_run, right, wrong, failed, in_driver; /* runs by outcome */
    long unknown;                                 /* runs with inputs other than the case's (case_of) */
} report;

static long number_of(const char *name, long usual) {
    const char *const text = getenv(name);
    return text ? strtol(text, NULL, 10) : usual;
}

static void make_device(xl_device *device, bool cpu) {
    *device = (xl_device){.planted = true};
    device->facts = (xl__device_facts){.name = "made up",
                                       .extensions = " ",
                                       .features = " ",
                                       .version_number = 300,
                                       .type = cpu ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU,
                                       .compute_units = 4,
                                       .global_bytes = UINT64_C(1) << 32,
                                       .local_bytes = 65536,
                                       .largest_buffer = UINT64_C(1) << 30,
                                       .largest_group = 1024,
                                       .largest_item = 1024,
                                       .available = true,
                                       .compiler = true,
                                       .little_endian = true,
                                       .fp64 = true};
    atomic_init(&device->users, 1);
    device->caps = xl__caps_make();
    if (!device->caps) abort();
    for (int a = 0; a < XL__ABILITIES; a++) device->caps->able[a].known = device->caps->able[a].able = cpu;
}

/* A line must name the fault and, if `placed`, its place. */
static bool check_line(report *r, int status, const xl_error *error, bool placed, const char *of) {
    const char *wrong = NULL;
    if (status == XL_SUCCESS) return true;
    if (!error->text[0])
        wrong = "says nothing";
    else if (strchr(error->text, '\n'))
        wrong = "says more than a line";
    else if (strstr(error->text, "(null)"))
        wrong = "prints a text that is not there";
    else if (placed && !strstr(error->text, ": "))
        wrong = "names no place";
    if (wrong && !r->complaint[0])
        snprintf(r->complaint, sizeof r->complaint, "%s %s: '%.300s'", of, wrong, error->text);
    return false;
}

/* Reads all that commands read without a plan. */
static void read_table(const xl__algorithm *algorithm, const xl__preview *preview) {
    xl__cost cost;
    xl__cost_of(algorithm, &preview->problem, preview->strategy, &cost);
    for (int p = 0; p < algorithm->param_count; p++)
        xl__uses(algorithm, &preview->problem, &algorithm->strategies[preview->strategy], p);
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        xl__array_elements(algorithm, a, &preview->problem, shape, &rank, &elements);
        if (algorithm->arrays[a].picture != XL__NO_PICTURE && algorithm->arrays[a].picture != XL__LUMINANCE)
            xl__picture_shape(algorithm, a, &preview->problem, 0, shape);
    }
    xl__auto_may_take(algorithm, &algorithm->strategies[preview->strategy]);
}

static void plan(report *r, xl_device *device, const xl__algorithm *algorithm, int strategy, int width) {
    const xl_plan_request request = {.algorithm = algorithm->name,
                                     .strategy = strategy < 0 ? "auto" : algorithm->strategies[strategy].name,
                                     .width = width,
                                     .backend = "local"};
    xl__preview preview;
    xl_error error = {.text = ""};
    if (!check_line(r, xl__plan_preview(device, algorithm, &request, &preview, &error), &error, false,
                    "a plan")) {
        r->unplanned++;
        return;
    }
    r->plans++;
    read_table(algorithm, &preview);
}

static tool_session *open_session(void) {
    static tool_job job;
    static tool_session session;
    xl_error error = {.text = ""};
    if (session.device) return &session;
    job.options = (tool_options){
        .command = TOOL_COMMAND_verify, .seed = 1, .timeout = LONGEST_RUN_S, .max_launch = 0.5};
    if (tool_session_open(&session, &job, NULL, &error) == XL_SUCCESS) return &session;
    fprintf(stderr, "no device to run on: %s\n", error.text);
    _exit(3);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_params(const xl__algorithm *a, const xl__algorithm *b) {
    bool same = a->param_count == b->param_count && a->check == b->check;
    for (int p = 0; p < a->param_count && same; p++) {
        const xl__param *const x = &a->params[p], *const y = &b->params[p];
        same = same_text(x->name, y->name) && same_text(x->choices, y->choices) && x->kind == y->kind &&
               x->initial == y->initial && x->least == y->least && x->most == y->most &&
               x->settle == y->settle;
    }
    for (int i = 0; i < 3 && same; i++) same = same_text(a->product[i], b->product[i]);
    return same;
}

static bool same_sizes(const xl__size *a, const xl__size *b) {
    for (; a && b && a->name && b->name; a++, b++)
        if (!same_text(a->name, b->name) || !same_text(a->is, b->is) || a->count != b->count ||
            a->may_drop != b->may_drop)
            return false;
    return !(a && a->name) && !(b && b->name);
}

static bool same_arrays(const xl__algorithm *a, const xl__algorithm *b) {
    bool same = a->array_count == b->array_count && same_sizes(a->sizes, b->sizes);
    for (int i = 0; i < a->array_count && same; i++) {
        const xl__array_desc *const x = &a->arrays[i], *const y = &b->arrays[i];
        same = same_text(x->name, y->name) && memcmp(x->types, y->types, sizeof x->types) == 0 &&
               x->direction == y->direction && same_text(x->counted_by, y->counted_by) &&
               same_text(x->placed_by, y->placed_by) && same_text(x->lengths, y->lengths);
        for (int d = 0; d < XL__MAX_RANK && same; d++) same = same_text(x->shape[d], y->shape[d]);
    }
    return same;
}

static int fill_any(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const xl__algorithm *const algorithm = problem->algorithm;
    (void)distribution, (void)error;
    for (int a = 0; a < algorithm->array_count; a++)
        for (size_t i = 0; i < data->in[a].bytes; i++)
            ((unsigned char *)data->in[a].data)[i] = i % 4 ? 0 : (unsigned char)mutant_draw(&seed, 16);
    return XL_SUCCESS;
}

static int expect_zeros(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)problem, (void)data, (void)error;
    return XL_SUCCESS;
}

/* A case's functions depend on the table's parameters and shapes. If these changed, any inputs are taken, and
   zeros are expected. */
static tool_case case_of(const mutant *m, bool *knows) {
    const tool_case *const cs = mutant_case(m), *const was = mutant_was(m);
    *knows = same_params(cs->algorithm, was->algorithm) && same_arrays(cs->algorithm, was->algorithm) &&
             same_text(cs->parts, was->parts);
    tool_case own = *cs;
    if (*knows) return own;
    own.inputs = NULL;
    own.generate = fill_any;
    own.parts = NULL;
    own.expect = NULL;
    own.count = NULL;
    own.refuse = NULL;
    own.reference = expect_zeros;
    own.by_strategy = own.by_width = false;
    own.by_itself = NULL;
    return own;
}

/* At verify's first small problem; makes the row too. */
static void run(report *r, const mutant *m, uint64_t *state) {
    bool knows = false;
    const tool_case own = case_of(m, &knows), *const cs = &own, *const was = mutant_was(m);
    tool_session *const session = open_session();
    tool_config config = {.cs = cs, .strategy = mutant_strategy(m)};
    if (config.strategy < 0)
        config.strategy = (int)mutant_draw(state, (uint64_t)cs->algorithm->strategy_count + 1) - 1;
    if (config.strategy < 0) config.strategy = TOOL_AUTO_STRATEGY;
    config.width = config.strategy % 2 ? 4 : 0; /* always the same: most programs are compiled once */
    tool_data_cache cache = {.latest = NULL};
    tool_trial trial = {.plan = NULL};
    snprintf(config.settings, sizeof config.settings, "%s", was->verify_base);
    config.distribution = cs->distributions[0];
    alarm(LONGEST_RUN_S);
    r->to_run--;
    r->unknown += !knows;
    const tool_outcome outcome = tool_try(session, &config, &cache, 1, &trial);
    json_t *const record = tool_row_record(session, "verify", "ok", &config, trial.plan);
    tool_row_set_trial(record, session, &config, &trial, outcome);
    /* A compiler's message may have several lines. */
    if (outcome == TOOL_FAILED && !strstr(trial.error.text, "did not compile"))
        check_line(r, XL_BAD_VALUE, &trial.error, false, "a run");
    *(outcome == TOOL_RIGHT ? &r->right : outcome == TOOL_FAILED ? &r->failed : &r->wrong) += 1;
    json_decref(record);
    xl_plan_free(trial.plan);
    tool_data_cache_clear(&cache);
}

static void try_mutant(report *r, const mutant *m, uint64_t *state) {
    const tool_case *const cs = mutant_case(m);
    xl_device device;
    xl_error error = {.text = ""};
    bool fits =
        check_line(r, xl__check_table(cs->algorithm, true, &error), &error, true, "the table's check");
    if (fits) fits = check_line(r, tool_check_case(cs, &error), &error, true, "the case's check");
    if (!fits) {
        r->refused++;
        return;
    }
    make_device(&device, mutant_draw(state, 2));
    for (int s = -1; s < cs->algorithm->strategy_count; s++)
        plan(r, &device, cs->algorithm, s, 1 << mutant_draw(state, 7));
    xl__caps_free(device.caps);
    if (r->to_run > 0) run(r, m, state);
}

static void mutate(report *r, long seed, long number) {
    uint64_t state = (uint64_t)seed * 1000003u + (uint64_t)number;
    int cases = 0, kind = (int)(number % mutant_kinds());
    mutant *m = NULL;
    char how[250];
    while (tool_cases[cases]) cases++;
    const int first = (int)mutant_draw(&state, (uint64_t)cases);
    for (int c = 0; c < cases; c++) { /* the first table from there on with such a field */
        const tool_case *const cs = tool_cases[(first + c) % cases];
        m = mutant_make(cs);
        snprintf(r->what, sizeof r->what, "%s", cs->algorithm->name);
        if (mutant_change(m, kind, &state, how, sizeof how)) break;
        mutant_free(m);
        m = NULL;
    }
    if (!m) return; /* no table has such a field: counted as not tried */
    snprintf(r->what + strlen(r->what), sizeof r->what - strlen(r->what), ", %s", how);
    r->tried[kind]++;
    if (mutant_draw(&state, 5) == 0) {
        kind = (int)mutant_draw(&state, (uint64_t)mutant_kinds());
        const size_t used = strlen(r->what);
        if (mutant_change(m, kind, &state, how, sizeof how)) {
            snprintf(r->what + used, sizeof r->what - used, "; %s", how);
            r->tried[kind]++;
        }
    }
    try_mutant(r, m, &state);
    mutant_free(m);
}

/* In a separate process. On a failure it returns false and sets `*first` to that change's number. */
static bool try_some(report *r, long seed, long *first, long last) {
    int status = 0;
    fflush(NULL);
    r->complaint[0] = '\0';
    int file = -1;
    tool_note *const note = tool_note_make(&file);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (note && dup2(file, TOOL_NOTE_FD) == TOOL_NOTE_FD) tool_note_take();
        for (r->number = *first; r->number <= last; r->number++) {
            alarm(LONGEST_S);
            mutate(r, seed, r->number);
            if (r->complaint[0]) _exit(1);
        }
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    const bool in_driver = note && (note->calls.in[0] || note->calls.underway);
    if (note) close(file);
    tool_note_free(note);
    if (status == 0) return true;
    const bool killed = WIFSIGNALED(status);
    *first = r->number;
    printf("mutation %ld, seed %ld: %s: %s", r->number, seed, r->what, r->complaint);
    if (!r->complaint[0])
        printf("%s %d",
               !killed                       ? "the process ended: status"
               : WTERMSIG(status) == SIGALRM ? "it did not end: signal"
                                             : "the process died: signal",
               killed ? WTERMSIG(status) : WEXITSTATUS(status));
    printf("%s\n", in_driver ? ", in the driver" : "");
    r->in_driver += in_driver;
    return false;
}

static void print_counts(const report *r) {
    int fewest = 0;
    printf("mutations of tables: %ld refused, %ld plans of the others, %ld refused plans; of each kind:\n",
           r->refused, r->plans, r->unplanned);
    for (int k = 0; k < mutant_kinds(); k++) {
        printf("  %3ld %s\n", r->tried[k], mutant_kind_name(k));
        if (r->tried[k] < r->tried[fewest]) fewest = k;
    }
    printf("fewest: %ld of %s\n", r->tried[fewest], mutant_kind_name(fewest));
}

TEST(mutations_are_refused_or_planned) {
    const long seed = number_of("CROSSLANE_TEST_SEED", 1), alone = number_of("CROSSLANE_TEST_MUTATION", -1);
    const long count = number_of("CROSSLANE_TEST_MUTATIONS", USUAL);
    const long first = alone < 0 ? 0 : alone, last = alone < 0 ? count - 1 : alone;
    report *const r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(r != MAP_FAILED);
    ck_assert_int_le(mutant_kinds(), MOST_KINDS);
    r->to_run = number_of("CROSSLANE_TEST_MUTATIONS_RUN", 0);
    const long to_run = r->to_run;
    long failed = 0;
    for (long at = first; at <= last && !try_some(r, seed, &at, last); at++) failed++;
    print_counts(r);
    for (int k = 0; k < mutant_kinds() && alone < 0 && count >= mutant_kinds(); k++)
        ck_assert_msg(r->tried[k] > 0, "no table has a field of the kind %s", mutant_kind_name(k));
    printf("%ld runs: %ld right, %ld wrong, %ld refused, %ld ended in the driver; %ld of them with inputs of "
           "their own\n",
           to_run - r->to_run, r->right, r->wrong, r->failed, r->in_driver, r->unknown);
    failed -= r->in_driver; /* kernels that ran with a wrong table's numbers */
    ck_assert_msg(failed == 0, "%ld mutations failed (listed above)", failed);
    munmap(r, sizeof *r);
}
