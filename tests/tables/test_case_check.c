/* Checks of cases, without a device: a mistake planted into a right case gives one line with its place. */
#include "support/suite.h"
#include "options/case_check.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A case with lists that can be changed. */
typedef struct copy {
    tool_case cs;
    tool_sweep sweeps[2];
    tool_domain domains[2];
    tool_input inputs[2];
} copy;

/* compact: inputs, parts, sweeps; normal24: domains. */
static void make(copy *c, const char *algorithm) {
    c->cs = *tool_find_case(algorithm);
    c->sweeps[0] = c->cs.sweeps[0];
    c->sweeps[1] = (tool_sweep){.name = NULL};
    c->domains[0] = c->cs.domains ? c->cs.domains[0] : (tool_domain){.name = NULL};
    c->domains[1] = (tool_domain){.name = NULL};
    c->inputs[0] = c->cs.inputs ? c->cs.inputs[0] : (tool_input){.array = NULL};
    c->inputs[1] = (tool_input){.array = NULL};
    c->cs.sweeps = c->sweeps;
    c->cs.domains = c->domains;
    if (c->cs.inputs) c->cs.inputs = c->inputs;
}

static const char *const one_good_one_bad[] = {"items=2", "itms=2", NULL};
static const char *const out_of_range[] = {"items=0", NULL};
static const char *const nothing[] = {NULL};

#define MISTAKE(name, change)                                                                                \
    static void name(copy *c) {                                                                              \
        change;                                                                                              \
    }
MISTAKE(bad_base, c->cs.verify_base = "m=5")
MISTAKE(no_base, c->cs.verify_base = NULL)
MISTAKE(bad_verify, c->cs.verify_settings = one_good_one_bad)
MISTAKE(bad_bench, c->cs.bench_settings = out_of_range)
MISTAKE(no_bench, c->cs.bench_settings = nothing)
MISTAKE(bad_picture, c->cs.picture_settings = "width")
MISTAKE(no_distribution, c->cs.distributions = nothing)
MISTAKE(unknown_input, c->inputs[0].array = "y")
MISTAKE(input_that_is_output, c->inputs[0].array = "kept")
MISTAKE(counts_nothing, c->cs.counts_of = "sample")
MISTAKE(counts_itself, c->cs.counts_of = "counts")
MISTAKE(counts_with_others, c->cs.counts_of = "x")
MISTAKE(two_references, c->cs.reference = (int (*)(const xl__problem *, tool_data *, xl_error *))abort)
MISTAKE(no_parts, c->cs.parts = NULL)
MISTAKE(bad_parts, c->cs.parts = "m")
MISTAKE(no_count, c->cs.count = NULL)
MISTAKE(bad_axis, c->sweeps[0].axis = "treshold=0,1000")
MISTAKE(bad_value_of_axis, c->sweeps[0].axis = "items=2,0")
MISTAKE(bad_rest_of_sweep, c->sweeps[0].settings = one_good_one_bad)
MISTAKE(lost_label, c->sweeps[0].labels = "one,two,three")
MISTAKE(no_question, c->sweeps[0].question = NULL)
MISTAKE(bad_domain, c->domains[0].settings = "form=no")
MISTAKE(domain_of_none, c->domains[0].input = "nobody")
MISTAKE(domain_by_none, c->domains[0].reference = "nobody")
MISTAKE(domain_shows_right, c->domains[0].shows = c->domains[0].reference)
MISTAKE(domain_shows_nothing, c->domains[0].shows = NULL)

static const struct {
    void (*plant)(copy *);
    const char *algorithm, *place, *word;
} mistakes[] = {
    {bad_base, "compact", "compact, .verify_base of its case: 'm=5'", "no parameter"},
    {no_base, "compact", "compact, .verify_base of its case: is not there", ""},
    {bad_verify, "compact", "compact, .verify_settings of its case: 'itms=2'", "no parameter"},
    {bad_bench, "compact", "compact, .bench_settings of its case: 'items=0'", "items"},
    {no_bench, "compact", "compact, .bench_settings of its case: is empty", ""},
    {bad_picture, "compact", "compact, .picture_settings of its case: 'width'", "width"},
    {no_distribution, "compact", "compact, .distributions of its case", "empty"},
    {unknown_input, "compact", "compact, .inputs of its case: 'y'", "no input"},
    {input_that_is_output, "compact", "compact, .inputs of its case: 'kept'", "no input"},
    {counts_nothing, "histogram", "histogram, .counts_of of its case: 'sample'", "no input"},
    {counts_itself, "histogram", "histogram, .counts_of of its case: 'counts'", "no input"},
    {counts_with_others, "compact", "compact, .counts_of of its case: 'x'", "one output of u32"},
    {two_references, "compact", "compact, .expect of its case: one of", ".reference"},
    {no_parts, "compact", "compact, .parts of its case: belongs", ".expect"},
    {bad_parts, "compact", "compact, .parts of its case: 'm'", "no value"},
    {no_count, "compact", "compact, .count of its case: belongs", "counted"},
    {bad_axis, "compact", "compact, .sweeps of its case: 'treshold=0,1000'", "sets what"},
    {bad_value_of_axis, "compact", "compact, .sweeps of its case", "items=0"},
    {bad_rest_of_sweep, "compact", "compact, .sweeps of its case", "itms"},
    {lost_label, "compact", "compact, .sweeps of its case", "labels"},
    {no_question, "compact", "compact, .sweeps of its case", "question"},
    {bad_domain, "normal24", "normal24, .domains of its case: 'form=no'", "form"},
    {domain_of_none, "normal24", "normal24, .domains of its case", ".input"},
    {domain_by_none, "normal24", "normal24, .domains of its case", ".reference"},
    {domain_shows_right, "normal24", "normal24, .domains of its case", "no planted kernel"},
    {domain_shows_nothing, "normal24", "normal24, .domains of its case", ".shows"},
};

LOOP_TEST(copies_are_right, 3) {
    static const char *const algorithms[] = {"compact", "normal24", "histogram"};
    copy c;
    xl_error error = {0};
    make(&c, algorithms[_i]);
    ck_assert_msg(tool_check_case(&c.cs, &error) == XL_SUCCESS, "%s", error.text);
}

EACH_TEST(mistake_is_one_line_that_names_its_place, mistakes) {
    copy c;
    xl_error error = {0};
    make(&c, mistakes[_i].algorithm);
    mistakes[_i].plant(&c);
    ck_assert_msg(tool_check_case(&c.cs, &error) != XL_SUCCESS, "mistake %d passed", _i);
    ck_assert_msg(strstr(error.text, mistakes[_i].place) != NULL, "mistake %d: %s", _i, error.text);
    ck_assert_msg(strstr(error.text, mistakes[_i].word) != NULL, "mistake %d: %s", _i, error.text);
    ck_assert_msg(strchr(error.text, '\n') == NULL, "mistake %d: %s", _i, error.text);
}

/* The process ends with a line. */
static void misplace(void (*use)(void)) {
    char line[256] = "";
    int ends[2], status = 0;
    ck_assert_int_eq(pipe(ends), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        use();
        _exit(0);
    }
    close(ends[1]);
    ck_assert_int_gt(read(ends[0], line, sizeof line - 1), 0);
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    ck_assert_msg(strncmp(line, TOOL_CASE_MISTAKE, strlen(TOOL_CASE_MISTAKE)) == 0, "%s", line);
    ck_assert_msg(strstr(line, "_case.c: .expect ") && strstr(line, "; is its enum in the order of .arrays?"),
                  "%s", line);
}

static void read_output(void) {
    const tool_array none[XL__MAX_ARRAYS] = {{.data = NULL}};
    const xl__problem problem = {.algorithm = tool_find_case("compact")->algorithm};
    (void)tool_f32(&(tool_part){.problem = &problem, .in = none}, 1, 0);
}
static void expect_of_input(void) {
    tool_expect_whole(&(tool_expected){.type = XL_TYPE_NONE}, 0, 1);
}
static void expect_floats_of_counts(void) {
    uint32_t count = 0;
    tool_expect_near(&(tool_expected){.type = XL_U32, .elements = 1, .exact = &count}, 0, 1.0, 0.0);
}

TEST(misplaced_arrays_are_reported) {
    misplace(read_output);
    misplace(expect_of_input);
    misplace(expect_floats_of_counts);
}
