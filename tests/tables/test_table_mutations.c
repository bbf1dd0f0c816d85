/* Tables with one or two fields changed at random: each is refused in one line, or a plan can be previewed.
   Never does the process end, or wait for ever. The changes are tried in a process of its own, which says
   what it is at.

   CROSSLANE_TEST_MUTATIONS=N tries so many, CROSSLANE_TEST_SEED=S others, CROSSLANE_TEST_MUTATION=I number I
   alone. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "caps/caps_set.h"
#include "check/table_check.h"
#include "device/device.h"
#include "options/case_check.h"
#include "plan/plan_make.h"
#include "program/program.h"
#include "support/mutate.h"
#include "table/values.h"
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *suite_table_mutations(void);

enum { USUAL = 200, LONGEST_S = 20, MOST_KINDS = 256 };

/* What both processes see. */
typedef struct report {
    long number;
    char what[512], complaint[512]; /* the change; what is wrong with the answer, empty: nothing */
    long tried[MOST_KINDS], refused, plans, unplanned;
} report;

static long number_of(const char *name, long usual) {
    const char *const text = getenv(name);
    return text ? strtol(text, NULL, 10) : usual;
}

/* ---- a device that nothing is asked of --------------------------------------------------------------- */

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

/* ---- one change --------------------------------------------------------------------------------------- */

/* A refusal is a line that says something, where (`placed`) and what. */
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

/* What commands read of a table without a plan. */
static void read_table(const xl__algorithm *algorithm, const xl__preview *preview) {
    xl__cost cost;
    xl__cost_of(algorithm, &preview->problem, preview->strategy, &cost);
    for (int p = 0; p < algorithm->param_count; p++)
        xl__uses(algorithm, &preview->problem, preview->strategy, p);
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

static void try_mutant(report *r, const tool_case *cs, uint64_t *state) {
    xl_device device;
    xl_error error = {.text = ""};
    bool fits = check_line(r, xl__check_table(cs->algorithm, &error), &error, true, "the table's check");
    if (fits) fits = check_line(r, tool_check_case(cs, &error), &error, true, "the case's check");
    if (!fits) {
        r->refused++;
        return;
    }
    make_device(&device, mutant_draw(state, 2));
    for (int s = -1; s < cs->algorithm->strategy_count; s++)
        plan(r, &device, cs->algorithm, s, 1 << mutant_draw(state, 7));
    xl__caps_free(device.caps);
}

/* Makes change number `number` of the seed, and tries it. */
static void mutate(report *r, long seed, long number) {
    uint64_t state = (uint64_t)seed * 1000003u + (uint64_t)number;
    int cases = 0, kind = (int)(number % mutant_kinds());
    mutant *m = NULL;
    char how[250];
    while (tool_cases[cases]) cases++;
    const int first = (int)mutant_draw(&state, (uint64_t)cases);
    for (int c = 0; c < cases; c++) { /* the first table from there on that has such a field */
        const tool_case *const cs = tool_cases[(first + c) % cases];
        m = mutant_make(cs);
        snprintf(r->what, sizeof r->what, "%s", cs->algorithm->name);
        if (mutant_change(m, kind, &state, how, sizeof how)) break;
        mutant_free(m);
        m = NULL;
    }
    if (!m) return; /* no table has one: counted as not tried */
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
    try_mutant(r, mutant_case(m), &state);
    mutant_free(m);
}

/* ---- processes ------------------------------------------------------------------------------------------
 */

/* Tries number *first to `last` in a process of its own, up to the first that does not do well: false, and
 *first is its number. */
static bool try_some(report *r, long seed, long *first, long last) {
    int status = 0;
    fflush(NULL);
    r->complaint[0] = '\0';
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        for (r->number = *first; r->number <= last; r->number++) {
            alarm(LONGEST_S);
            mutate(r, seed, r->number);
            if (r->complaint[0]) _exit(1);
        }
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
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
    printf("\n");
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

START_TEST(mutations_are_refused_or_planned) {
    const long seed = number_of("CROSSLANE_TEST_SEED", 1), alone = number_of("CROSSLANE_TEST_MUTATION", -1);
    const long count = number_of("CROSSLANE_TEST_MUTATIONS", USUAL);
    const long first = alone < 0 ? 0 : alone, last = alone < 0 ? count - 1 : alone;
    report *const r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(r != MAP_FAILED);
    ck_assert_int_le(mutant_kinds(), MOST_KINDS);
    int failed = 0;
    for (long at = first; at <= last && !try_some(r, seed, &at, last); at++) failed++;
    print_counts(r);
    for (int k = 0; k < mutant_kinds() && alone < 0 && count >= mutant_kinds(); k++)
        ck_assert_msg(r->tried[k] > 0, "no table has a field of the kind %s", mutant_kind_name(k));
    ck_assert_msg(failed == 0, "%d mutations did not end well (above)", failed);
    munmap(r, sizeof *r);
}
END_TEST

Suite *suite_table_mutations(void) {
    Suite *const suite = suite_create("table_mutations");
    TCase *const tc = tcase_create("mutations");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, mutations_are_refused_or_planned);
    suite_add_tcase(suite, tc);
    return suite;
}
