/* quad where the answer is known: a picture with odd sides, by hand. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "arrays/npy.h"

/* Powers of two: every difference and every sum tells which pixels it is made of. */
static const float image[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};

typedef struct output {
    const char *name;
    size_t count;
    float wanted[9];
} output;
static const output outputs[] = {{"ddx", 9, {1, 1, 0, 8, 8, 0, 64, 64, 0}},
                                 {"ddy", 9, {7, 14, 28, 7, 14, 28, 0, 0, 0}},
                                 {"diagonal", 9, {15, 6, 28, 6, 15, 28, 64, -64, 0}},
                                 {"sums", 4, {27, 72, 384, 1024}}};

static void check_output(const output *o) {
    char name[32];
    tool_array array;
    xl_error error = {0};
    snprintf(name, sizeof name, "%s.npy", o->name);
    ck_assert_msg(tool_npy_read(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&array), o->count);
    for (size_t i = 0; i < o->count; i++)
        ck_assert_msg(((const float *)array.data)[i] == o->wanted[i], "%s: %s[%zu] is %g, expected %g",
                      c.line, o->name, i, (double)((const float *)array.data)[i], (double)o->wanted[i]);
    tool_array_free(&array);
}

static const char *const ways[] = {"serial",
                                   "memory",
                                   "shuffle --width 4",
                                   "shuffle --width 8 --set layout=square",
                                   "table --width 32",
                                   "table --width 128 --set layout=square",
                                   "local --width 16"};

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

EACH_TEST(neighbours_are_as_by_hand, ways) {
    write_floats("image.npy", "(3, 3, 1)", image, 9);
    crosslane(0,
              "exec quad/%s --device 0 --in image=%s/image.npy --out ddx=%s/ddx.npy --out ddy=%s/ddy.npy "
              "--out diagonal=%s/diagonal.npy --out sums=%s/sums.npy",
              ways[_i], scratch_folder, scratch_folder, scratch_folder, scratch_folder, scratch_folder);
    for (size_t o = 0; o < 4; o++) check_output(&outputs[o]);
}

TEST(two_lanes_are_no_quad) {
    write_floats("image.npy", "(3, 3, 1)", image, 9);
    command_run(&c, "exec quad/shuffle --width 2 --device 0 --in image=%s --out ddx=%s",
                scratch_path("image.npy"), scratch_path("ddx.npy"));
    command_refused(&c, 3, "needs the four lanes of a quad", NULL);
}
