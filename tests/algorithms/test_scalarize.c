/* scalarize: each kind of light by hand, lights that do not exist, and each sub-group's turns. */
#include "expected/expected.h"

EXPECTED("scalarize")

static void open_here(void) {
    const xl_options options = {.record_width = true};
    sample_open(&place, &options);
}
enum { ITEMS = 61, WIDTH = 8, TABLE = 12 };
enum { TURNS, MOST_TURNS, AGREED, ASTRAY, MEASURES };

static void count_turns(const uint32_t *which, bool by_light, double counted[MEASURES]) {
    memset(counted, 0, MEASURES * sizeof *counted);
    for (size_t first = 0; first < ITEMS; first += WIDTH) {
        double turns = 0;
        for (size_t i = first; i < first + WIDTH && i < ITEMS; i++) {
            bool met = which[i] >= TABLE; /* no such light */
            for (size_t j = first; j < i; j++)
                met |= which[j] < TABLE && (by_light ? which[j] == which[i] : which[j] % 4 == which[i] % 4);
            turns += !met;
        }
        counted[TURNS] += turns;
        counted[MOST_TURNS] = fmax(counted[MOST_TURNS], turns);
        counted[AGREED] += turns == 1;
    }
}

static void check_turns(const char *strategy, bool by_light, const uint32_t *which, const char *what) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    uint32_t kinds[TABLE];
    double counted[MEASURES];
    for (uint32_t j = 0; j < TABLE; j++) kinds[j] = j % 4;
    const xl_plan_request request = {.algorithm = "scalarize",
                                     .strategy = strategy,
                                     .backend = "local",
                                     .width = WIDTH,
                                     .settings =
                                         by_light ? "n=61 lights=12 key=light" : "n=61 lights=12 key=kind"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    xl_array arrays[] = {{"points", sample_buffer(&place, 3 * ITEMS, NULL), 0},
                         {"normals", sample_buffer(&place, 3 * ITEMS, NULL), 0},
                         {"which", sample_buffer(&place, ITEMS, which), 0},
                         {"kinds", sample_buffer(&place, TABLE, kinds), 0},
                         {"lights", sample_buffer(&place, 16 * TABLE, NULL), 0},
                         {"result", sample_buffer(&place, ITEMS, NULL), 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 6};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    count_turns(which, by_light, counted);
    for (size_t m = 0; m < MEASURES; m++) {
        xl_measure measure;
        ck_assert_msg(xl_plan_get_measure(plan, place.queue, m, &measure, &error) == XL_SUCCESS, "%s",
                      error.text);
        ck_assert_msg(measure.value == counted[m], "%s by %s, %s: %s is %g, expected %g", strategy,
                      by_light ? "light" : "kind", what, measure.name, measure.value, counted[m]);
    }
    for (size_t a = 0; a < 6; a++) clReleaseMemObject(arrays[a].buffer);
    xl_plan_free(plan);
}

GROUP("turns");
AROUND(open_here, close_place);

TEST(turns_are_the_different_keys) {
    static const char *const what[] = {"one light",     "a light for each", "kinds alike, lights not",
                                       "three in turn", "a change within",  "some without",
                                       "none"};
    for (size_t pattern = 0; pattern < 7; pattern++) {
        uint32_t which[ITEMS];
        for (uint32_t i = 0; i < ITEMS; i++) {
            const uint32_t of[] = {7,          i % TABLE, i % 3 * 4, i % 3, i / 11, i % 5 ? 3 : TABLE + i,
                                   4000000000u};
            which[i] = of[pattern];
        }
        for (int by_light = 0; by_light < 2; by_light++) {
            check_turns("waterfall", by_light, which, what[pattern]);
            check_turns("fast", by_light, which, what[pattern]);
        }
    }
}
