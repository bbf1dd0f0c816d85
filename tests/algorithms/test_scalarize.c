/* scalarize where the answer is known: each kind of light by hand, lights that do not exist; and how many
   turns each sub-group takes, counted here from the inputs. */
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <math.h>
#include <stdint.h>

/* ---- by hand ------------------------------------------------------------------------------------------- */

enum { N = 8, LIGHTS = 6 };

/* All points lie at 0 and look up, to z. */
static void write_inputs(void) {
    static const uint32_t which[N] = {0, 1, 2, 3, 4, 5, 6, 0xffffffff}, kinds[LIGHTS] = {0, 1, 2, 3, 1, 7};
    static const float lights[16 * LIGHTS] = {
        0,    0,    1, 2,    0, 0, 0,  0,
        0,    0,    0, 0,    0, 0, 0,  0, /* point: 1 - 1/4 */
        0,    0,    1, 2,    0, 0, -1, 0,
        0.5F, 0.9F, 0, 0,    0, 0, 0,  0, /* spot, in its middle */
        0,    0,    0, 0,    0, 0, -1, 0,
        0,    0,    0, 0,    0, 0, 0,  0, /* directional, straight down: 1 */
        0.5F, 0,    1, 2,    0, 0, -1, 0,
        1,    0,    0, 0.5F, 0, 1, 0,  0.5F, /* area, whose nearest point is above */
        0,    0,    1, 2,    0, 0, -1, 0,
        0.5F, 1.5F, 0, 0,    0, 0, 0,  0, /* spot, half way between its angles */
        0,    0,    1, 2,    0, 0, -1, 0,
        0,    0,    0, 0,    0, 0, 0,  0, /* of no kind */
    };
    float points[3 * N] = {0}, normals[3 * N] = {0};
    for (size_t i = 0; i < N; i++) normals[3 * i + 2] = 1.0F;
    write_floats("points.npy", "(8, 3)", points, 3 * N);
    write_floats("normals.npy", "(8, 3)", normals, 3 * N);
    write_floats("lights.npy", "(6, 16)", lights, 16 * LIGHTS);
    write_npy("which.npy", "<u4", "False", "(8,)", which, sizeof which);
    write_npy("kinds.npy", "<u4", "False", "(6,)", kinds, sizeof kinds);
}

GROUP("hand");
AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

TEST(kinds_are_as_by_hand) {
    static const double expected[N] = {0.75, 0.75, 1, 0.75, 0.375, 0, 0, 0};
    static const char *const ways[] = {"switch", "waterfall --set key=kind", "waterfall --set key=light",
                                       "fast --set key=kind", "fast --set key=light"};
    write_inputs();
    for (size_t s = 0; s < sizeof ways / sizeof *ways; s++) {
        tool_array result;
        xl_error error = {0};
        crosslane(0,
                  "exec scalarize/%s --width 4 --in points=%s --in normals=%s --in which=%s --in "
                  "kinds=%s/kinds.npy "
                  "--in lights=%s/lights.npy --out result=%s/result.npy",
                  ways[s], scratch_path("points.npy"), scratch_path("normals.npy"), scratch_path("which.npy"),
                  scratch_folder, scratch_folder, scratch_folder);
        ck_assert_msg(tool_npy_read(scratch_path("result.npy"), &result, &error) == XL_SUCCESS, "%s",
                      error.text);
        ck_assert_uint_eq(tool_array_elements(&result), N);
        for (size_t i = 0; i < N; i++) {
            const double got = (double)((const float *)result.data)[i];
            ck_assert_msg(fabs(got - expected[i]) < 1e-6, "%s: element %zu is %.9g, expected %.9g", c.line, i,
                          got, expected[i]);
        }
        tool_array_free(&result);
    }
}

/* ---- turns --------------------------------------------------------------------------------------------- */

static void open_here(void) {
    const xl_options options = {.record_width = true};
    sample_open(&place, &options);
}
enum { ITEMS = 61, WIDTH = 8, TABLE = 12 };
enum { TURNS, MOST_TURNS, AGREED, ASTRAY, MEASURES };

/* What the measures of a run have to be: a sub-group takes a turn for each different key of its lanes. */
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
