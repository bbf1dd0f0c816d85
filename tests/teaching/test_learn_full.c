/* Every solution of the exercises passes, and every wrong answer gets its message. expected.cl computes
 * the results in the texts and those of independent models in C. ctest label: full
 */
#include "learn/exercise.h"
#include "support/one_command.h"
#include "support/suite.h"

enum { LEAST_MISTAKES = 3, LEAST_EXERCISES = 20, LARGEST = 4096 };

static int test_device_index(void) {
    const char *const wanted = getenv("CROSSLANE_TEST_DEVICE");
    return wanted ? atoi(wanted) : 0;
}

/* ---- all answers --------------------------------------------------------------------------------- */

static int lines_with(const char *text, const char *begin, const char *end) {
    int count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n"), tail = strlen(end);
        count += strncmp(line, begin, strlen(begin)) == 0 && length >= tail &&
                 strncmp(line + length - tail, end, tail) == 0;
        if (!line[length]) break;
    }
    return count;
}

static int count_texts(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
    return count;
}

GROUP("walk");
AROUND(enter, leave);

/* A command for each exercise, because a slow machine needs minutes for all. Mistakes that show only in
   compiled code need a compiler, which may be missing. */
TEST(solutions_pass_and_mistakes_are_reported) {
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count = 0;
    char text[2 * TOOL_EXERCISE_NAME];
    xl_error error;
    ck_assert_int_eq(tool_exercise_list(NULL, names, &count, &error), XL_SUCCESS);
    ck_assert_int_ge(count, LEAST_EXERCISES);
    for (int i = 0; i < count; i++) {
        crosslane(0, "learn test %s --device %d", names[i], test_device_index());
        snprintf(text, sizeof text, " as expected, 0 not, %d not run\n",
                 count_texts(c.out, ": not run: its compiled code was not checked: "));
        out_has(text);
        snprintf(text, sizeof text, "%.60s/solution", names[i]);
        ck_assert_msg(lines_with(c.out, text, ".cl: right") == 1, "%s is not right:\n%s", text, c.out);
        snprintf(text, sizeof text, "%.60s/wrong_", names[i]);
        ck_assert_msg(lines_with(c.out, text, ".cl: told") >= LEAST_MISTAKES,
                      "%s: fewer than %d are reported:\n%s", text, LEAST_MISTAKES, c.out);
    }
}

/* ---- models --------------------------------------------------------------------------------------- */

/* A problem: the exercise's arrays in order, outputs filled with 0. */
typedef struct task {
    const uint32_t *x, *head; /* inputs; the second may be missing */
    uint32_t *y, *z;          /* outputs, likewise */
    uint32_t n, width, group;
} task;

static uint32_t held(const task *p, uint32_t first) {
    return p->n - first < p->width ? p->n - first : p->width;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): names that are declared */
#define EACH_SUB_GROUP(p, first) for (uint32_t first = 0; first < (p)->n; first += (p)->width)
#define EACH_LANE(p, first, lane) for (uint32_t lane = 0; lane < held(p, first); lane++)
/* NOLINTEND(bugprone-macro-parentheses) */

static void lane_model(task *p) {
    EACH_SUB_GROUP(p, first) EACH_LANE(p, first, l) p->y[first + l] = l;
}

static void sub_group_model(task *p) {
    uint32_t number = 0;
    EACH_SUB_GROUP(p, first) {
        EACH_LANE(p, first, l) p->y[first + l] = number;
        number++;
    }
}

static void broadcast_model(task *p) {
    EACH_SUB_GROUP(p, first) EACH_LANE(p, first, l) p->y[first + l] = p->x[first];
}

static void ring_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        EACH_LANE(p, first, l) p->y[first + l] = p->x[l + 1 < p->width ? first + l + 1 : first];
    }
}

static void shift_model(task *p) {
    EACH_SUB_GROUP(p, first) EACH_LANE(p, first, l) if (l > 0) p->y[first + l] = p->x[first + l - 1];
}

static uint32_t sum_of(const task *p, uint32_t first) {
    uint32_t sum = 0;
    EACH_LANE(p, first, l) sum += p->x[first + l];
    return sum;
}

static void butterfly_model(task *p) {
    EACH_SUB_GROUP(p, first) EACH_LANE(p, first, l) p->y[first + l] = sum_of(p, first);
}

static void totals_model(task *p) {
    uint32_t *to = p->y;
    EACH_SUB_GROUP(p, first) *to++ = sum_of(p, first);
}

static void lowest_model(task *p) {
    const uint32_t launched = (p->n + p->group - 1) / p->group * p->group;
    for (uint32_t s = 0; s < launched / p->width; s++) p->y[s] = INT32_MAX;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->x[i] < p->y[i / p->width]) p->y[i / p->width] = p->x[i]; /* all are above 0 */
}

static void scan_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t sum = 0;
        EACH_LANE(p, first, l) p->y[first + l] = sum += p->x[first + l];
    }
}

static void before_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t largest = 0;
        EACH_LANE(p, first, l) {
            p->y[first + l] = largest;
            if (p->x[first + l] > largest) largest = p->x[first + l];
        }
    }
}

static void rank_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t odd = 0;
        EACH_LANE(p, first, l) {
            p->y[first + l] = odd;
            odd += p->x[first + l] & 1;
        }
    }
}

static void compiled_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t large = 0;
        EACH_LANE(p, first, l) {
            p->y[first + l] = large;
            large += p->x[first + l] > 499;
        }
    }
}

static void ballot_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t odd = 0;
        EACH_LANE(p, first, l) odd += p->x[first + l] & 1;
        EACH_LANE(p, first, l) p->y[first + l] = odd;
    }
}

static void split_model(task *p) {
    uint32_t at = 0;
    EACH_SUB_GROUP(p, first) {
        for (uint32_t bit = 2; bit-- > 0;) {
            EACH_LANE(p, first, l) if ((p->x[first + l] & 1) == bit) p->y[at++] = p->x[first + l];
        }
    }
}

/* The list is y, its length z. */
static void append_model(task *p) {
    for (uint32_t i = 0; i < p->n; i++)
        if (p->x[i] & 1) p->y[p->z[0]++] = p->x[i];
}

static void group_sum_model(task *p) {
    for (uint32_t i = 0, g = 0; i < p->n; g++)
        for (uint32_t k = 0; k < p->group && i < p->n; k++, i++) p->y[g] += p->x[i];
}

static void vote_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        bool high = false;
        EACH_LANE(p, first, l) high = high || p->x[first + l] > 850;
        EACH_LANE(p, first, l) p->y[first + l] = p->x[first + l] + 1000 * high;
    }
}

static void segments_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t sum = 0;
        EACH_LANE(p, first, l) {
            if (p->head[first + l]) sum = 0;
            p->y[first + l] = sum += p->x[first + l];
        }
    }
}

static void transpose_model(task *p) {
    for (uint32_t square = 0; square < p->n / 4; square++)
        for (uint32_t row = 0; row < 4; row++)
            for (uint32_t column = 0; column < 4; column++)
                p->y[16 * square + 4 * column + row] = p->x[16 * square + 4 * row + column];
}

static void alike_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        uint32_t times[8] = {0};
        EACH_LANE(p, first, l) times[p->x[first + l]]++;
        EACH_LANE(p, first, l) p->y[first + l] = times[p->x[first + l]];
    }
}

static void histogram_model(task *p) {
    for (uint32_t i = 0; i < p->n; i++) p->y[p->x[i]]++;
}

/* z: one atomic per sub-group and value in it. */
static void skew_model(task *p) {
    histogram_model(p);
    EACH_SUB_GROUP(p, first) {
        uint32_t values = 0;
        EACH_LANE(p, first, l) values |= 1u << p->x[first + l];
        for (; values; values &= values - 1) p->z[0]++;
    }
}

static void own_place_model(task *p) {
    EACH_SUB_GROUP(p, first) EACH_LANE(p, first, l) p->y[first + l] = sum_of(p, first);
}

/* z: tickets. */
static void look_back_model(task *p) {
    for (uint32_t i = 0; i < p->n; i++) p->y[i / p->group] += p->x[i];
    for (uint32_t t = 0, before = 0; t * p->group < p->n; t++, p->z[0]++) {
        before += p->y[t];
        p->y[t] = before * 2 + 1;
    }
}

static void together_model(task *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t number = p->y[0] >> 16, largest = p->y[0] & 0xffff;
        p->y[0] = (number + 1) << 16 | (p->x[i] > largest ? p->x[i] : largest);
    }
}

static void message_model(task *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t to = i / p->group * p->group + (i + 2) % p->group;
        if (to < p->n) p->y[to] = p->x[i];
    }
}

/* z: lanes that gave up, all of the last of a work-group's four sub-groups. */
static void release_model(task *p) {
    uint32_t number = 0;
    EACH_SUB_GROUP(p, first) {
        if (number % 4 < 3)
            p->y[number] = sum_of(p, first);
        else
            p->z[number] = held(p, first);
        number++;
    }
}

static void gaps_model(task *p) {
    for (uint32_t i = 0, g = 0; i < p->n; g++) {
        uint32_t sum = 0, count = 0, largest = 0;
        for (; count < p->group && i < p->n; count++, i++) {
            sum += p->x[i];
            if (p->x[i] > largest) largest = p->x[i];
        }
        p->y[g] = count * largest - sum;
    }
}

/* Four times the largest value that is left, from the lowest lane that holds it. */
static void top_model(task *p) {
    EACH_SUB_GROUP(p, first) {
        for (int turn = 0; turn < 4; turn++) {
            uint32_t best = 0, at = 0;
            EACH_LANE(p, first, l)
            if (!p->y[first + l] && p->x[first + l] > best) {
                best = p->x[first + l];
                at = first + l;
            }
            if (best) p->y[at] = best;
        }
    }
}

static void port_model(task *p) {
    for (uint32_t i = 0, odd = 0; i < p->n; i++) {
        if (i % p->group == 0) odd = 0;
        p->y[i] = odd;
        odd += p->x[i] & 1;
    }
}

static const struct {
    const char *exercise;
    void (*compute)(task *p);
} models[] = {{"01-lane", lane_model},
              {"02-sub-group", sub_group_model},
              {"03-broadcast", broadcast_model},
              {"04-ring", ring_model},
              {"05-shift", shift_model},
              {"06-butterfly", butterfly_model},
              {"07-reduce", totals_model},
              {"08-tail", totals_model},
              {"09-identity", lowest_model},
              {"10-scan", scan_model},
              {"11-exclusive", before_model},
              {"12-ballot", ballot_model},
              {"13-rank", rank_model},
              {"14-split", split_model},
              {"15-append", append_model},
              {"16-work-group", group_sum_model},
              {"17-vote", vote_model},
              {"18-segments", segments_model},
              {"19-transpose", transpose_model},
              {"20-waterfall", alike_model},
              {"21-histogram", histogram_model},
              {"22-local", histogram_model},
              {"23-skew", skew_model},
              {"24-own-place", own_place_model},
              {"25-any-width", totals_model},
              {"26-look-back", look_back_model},
              {"27-compiled", compiled_model},
              {"28-lock", together_model},
              {"29-message", message_model},
              {"30-release", release_model},
              {"31-hidden-race", gaps_model},
              {"32-top-k", top_model},
              {"33-port", port_model}};

/* ---- expected.cl ---------------------------------------------------------------------------------- */

static tool_job job;
static tool_session session;

static void open_session(void) {
    xl_error error = {0};
    job = (tool_job){.task = {.device = test_device_index()}, .options = {.seed = 1}};
    ck_assert_msg(tool_session_open(&session, &job, NULL, &error) == XL_SUCCESS, "%s", error.text);
}

static void close_session(void) {
    tool_session_close(&session);
}

static tool_exercise *open_exercise(const char *name) {
    tool_exercise *e = NULL;
    xl_error error = {0};
    ck_assert_msg(tool_exercise_open(NULL, name, &e, &error) == XL_SUCCESS, "%s", error.text);
    e->session = &session;
    return e;
}

static xl__problem problem_of(const tool_exercise *e, uint32_t n, int width, size_t group) {
    return (xl__problem){.width = width, .group_size = group, .value = {n}, .algorithm = &e->algorithm};
}

static void compare(tool_exercise *e, const xl__problem *problem, tool_data *data, void (*compute)(task *)) {
    static uint32_t made[2][4 * LARGEST];
    xl_error error = {0};
    int out[2], outs = 0, ins = 0;
    const uint32_t *in[2] = {NULL, NULL};
    memset(made, 0, sizeof made);
    for (int a = 0; a < e->algorithm.array_count; a++) {
        if (e->arrays[a].direction == XL__OUT)
            out[outs++] = a;
        else
            in[ins++] = data->in[a].data;
    }
    task p = {in[0],
              in[1],
              made[0],
              made[1],
              (uint32_t)problem->value[0],
              (uint32_t)problem->width,
              (uint32_t)problem->group_size};
    ck_assert_int_eq(tool_data_allocate_expected(problem, &e->algorithm, data, &error), XL_SUCCESS);
    ck_assert_msg(tool_exercise_reference(problem, data, &error) == XL_SUCCESS, "%s", error.text);
    compute(&p);
    for (int o = 0; o < outs; o++) {
        const tool_expected *const expected = &data->expected[out[o]];
        const uint32_t *const got = expected->exact;
        for (size_t i = 0; i < expected->elements; i++)
            ck_assert_msg(got[i] == made[o][i],
                          "%s, n %u, width %d: %s[%zu] is %u by expected.cl, %u by the model", e->name, p.n,
                          problem->width, e->arrays[out[o]].name, i, got[i], made[o][i]);
    }
}

GROUP("expected");
AROUND(open_session, close_session);

TEST(expected_results_are_those_of_models) {
    static const uint32_t any[] = {0, 1, 7, 8, 9, 31, 33, 101, 773}, whole[] = {0, 1, 3}; /* in work-groups */
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count = 0;
    xl_error error = {0};
    ck_assert_int_eq(tool_exercise_list(NULL, names, &count, &error), XL_SUCCESS);
    for (int i = 0; i < count; i++) {
        size_t m = 0;
        while (m < sizeof models / sizeof *models && strcmp(models[m].exercise, names[i]) != 0) m++;
        ck_assert_msg(m < sizeof models / sizeof *models, "%s has no model in this test", names[i]);
        tool_exercise *const e = open_exercise(names[i]);
        for (int width = 4; width <= 64; width *= 4)
            for (size_t s = 0; s < (e->whole ? sizeof whole : sizeof any) / sizeof *any; s++) {
                const uint32_t n = e->whole ? whole[s] * 4 * (uint32_t)width : any[s];
                const xl__problem problem = problem_of(e, n, width, 4 * (size_t)width);
                tool_data data = {0};
                ck_assert_int_eq(tool_data_generate(&e->cs, &problem, e->distributions[0], 1, &data, &error),
                                 XL_SUCCESS);
                compare(e, &problem, &data, models[m].compute);
                tool_data_free(&data);
            }
        tool_exercise_free(e);
    }
}

/* The tables in the texts, eight lanes each. */
TEST(expected_results_are_those_of_the_texts) {
    static const struct {
        const char *exercise;
        uint32_t x[8], head[8], wanted[8];
        int count;
    } tables[] = {
        {"01-lane", {0}, {0}, {0, 1, 2, 3, 4, 5, 6, 7}, 8},
        {"03-broadcast", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {5, 5, 5, 5, 5, 5, 5, 5}, 8},
        {"04-ring", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {3, 9, 1, 4, 4, 0, 2, 5}, 8},
        {"05-shift", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {0, 5, 3, 9, 1, 4, 4, 0}, 8},
        {"06-butterfly", {1, 2, 3, 4, 5, 6, 7, 8}, {0}, {36, 36, 36, 36, 36, 36, 36, 36}, 8},
        {"07-reduce", {1, 2, 3, 4, 5, 6, 7, 8}, {0}, {36}, 1},
        {"08-tail", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {28}, 1},
        {"09-identity", {5, 3, 9, 1, 4, 4, 8, 2}, {0}, {1}, 1},
        {"10-scan", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {5, 8, 17, 18, 22, 26, 26, 28}, 8},
        {"11-exclusive", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {0, 5, 5, 9, 9, 9, 9, 9}, 8},
        {"12-ballot", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {4, 4, 4, 4, 4, 4, 4, 4}, 8},
        {"13-rank", {0, 1, 1, 0, 0, 1, 0, 1}, {0}, {0, 0, 1, 2, 2, 2, 3, 3}, 8},
        {"14-split", {4, 3, 9, 0, 4, 5, 2, 1}, {0}, {3, 9, 5, 1, 4, 0, 4, 2}, 8},
        {"15-append", {4, 3, 9, 0, 4, 5, 2, 1}, {0}, {3, 9, 5, 1}, 4},
        {"16-work-group", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {28}, 1},
        {"17-vote",
         {12, 300, 17, 950, 4, 90, 610, 8},
         {0},
         {1012, 1300, 1017, 1950, 1004, 1090, 1610, 1008},
         8},
        {"18-segments", {5, 3, 9, 1, 4, 4, 0, 2}, {0, 0, 1, 0, 0, 1, 0, 0}, {5, 8, 9, 10, 14, 4, 4, 6}, 8},
        {"20-waterfall", {3, 1, 3, 3, 1, 0, 1, 3}, {0}, {4, 3, 4, 4, 3, 1, 3, 4}, 8},
        {"21-histogram", {3, 1, 3, 3, 1, 0, 1, 3}, {0}, {1, 3, 0, 4}, 4},
        {"23-skew", {3, 1, 3, 3, 1, 0, 1, 3}, {0}, {1, 3, 0, 4}, 4},
        {"26-look-back", {1, 2, 3, 4, 5, 6, 7, 8}, {0}, {73}, 1},
        {"28-lock", {5, 3, 9, 1, 4, 4, 0, 2}, {0}, {8 * 65536 + 9}, 1},
        {"32-top-k", {12, 45, 33, 7, 60, 33, 20, 33}, {0}, {0, 45, 33, 0, 60, 33, 0, 0}, 8},
        {"27-compiled", {12, 700, 950, 17, 4, 500, 610, 8}, {0}, {0, 0, 1, 2, 2, 2, 3, 4}, 8},
    };
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        tool_exercise *const e = open_exercise(tables[t].exercise);
        const xl__problem problem = problem_of(e, 8, 8, 32);
        tool_data data = {0};
        xl_error error = {0};
        int ins = 0, outs = 0, out = 0;
        for (int a = 0; a < e->algorithm.array_count; a++) {
            if (e->arrays[a].direction == XL__OUT) {
                if (outs++ == 0) out = a;
                continue;
            }
            ck_assert_int_eq(tool_data_allocate(&problem, &e->algorithm, a, &data, &error), XL_SUCCESS);
            memcpy(data.in[a].data, ins++ ? tables[t].head : tables[t].x, sizeof tables[t].x);
        }
        ck_assert_int_eq(tool_data_allocate_expected(&problem, &e->algorithm, &data, &error), XL_SUCCESS);
        ck_assert_msg(tool_exercise_reference(&problem, &data, &error) == XL_SUCCESS, "%s", error.text);
        const uint32_t *const got = data.expected[out].exact;
        for (int i = 0; i < tables[t].count; i++)
            ck_assert_msg(got[i] == tables[t].wanted[i],
                          "%s: element %d is %u by expected.cl, %u in the text", e->name, i, got[i],
                          tables[t].wanted[i]);
        tool_data_free(&data);
        tool_exercise_free(e);
    }
}
