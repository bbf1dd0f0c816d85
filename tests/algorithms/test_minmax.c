/* minmax where the answer is known: words by hand, clear tiles, tiles of 0 and near it, edges; and the errors
   that the encodings are known for, measured on the device. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <math.h>
#include <stdint.h>

/* Five tiles of 12 columns side by side, the last one of 3. */
enum { COLUMNS = 51, ROWS = 16, TILES = 5 };

static tool_array read_output(const char *name, size_t elements) {
    tool_array array;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&array), elements);
    return array;
}

/* Nothing drawn; all 0; a single tiny depth among nothing; 0.25 to 0.5; 1 in the last column's last row. */
static void write_depth(void) {
    float depth[ROWS][COLUMNS];
    for (size_t y = 0; y < ROWS; y++)
        for (size_t x = 0; x < COLUMNS; x++)
            depth[y][x] = x < 12   ? (x % 2 ? 2.0F : -0.25F)
                          : x < 24 ? 0.0F
                          : x < 36 ? (x == 30 && y == 9 ? 5e-6F : (float)NAN)
                          : x < 48 ? (x == 40 && y == 3 ? 0.5F : 0.25F)
                                   : (x == 50 && y == 15 ? 1.0F : 0.75F);
    write_npy("depth.npy", "<f4", "False", "(16, 51)", depth, sizeof depth);
}

typedef struct wanted {
    const char *settings;
    uint32_t code[TILES];
} wanted;

/* 0.5 is 32767.5 of 65535, and 0.25 is 16383.75; 0.5 rounded up decodes to 0.5000076, of which 0.25 is 32767
   of 65535 and half a step more. 0.75 of 1 is 49151.25. 5e-6 is a third of a step. */
static const wanted words[] = {
    {"encoding=direct rounding=conservative",
     {0x0000ffff, 0, 0x00010000, 32768u << 16 | 16383, 65535u << 16 | 49151}},
    {"encoding=direct rounding=nearest", {0x0000ffff, 0, 0, 0, 65535u << 16 | 49151}},
    {"encoding=ratio rounding=conservative",
     {0x0000ffff, 0, 1u << 16 | 21474, 32768u << 16 | 32767, 65535u << 16 | 49151}},
    {"encoding=word rounding=conservative", {0x00007fff, 0, 1u << 15 | 21474, 0, 131071u << 15 | 24575}},
};

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

EACH_TEST(words_are_as_by_hand, words) {
    static const char *const strategies[] = {"serial", "atomic", "sub_group", "group"};
    const wanted *w = &words[_i];
    char set[160] = "", one[64], two[64];
    ck_assert_int_eq(sscanf(w->settings, "%63s %63s", one, two), 2);
    snprintf(set, sizeof set, "--set tile_width=12 --set %s --set %s", one, two);
    write_depth();
    for (size_t s = 0; s < 4; s++) {
        crosslane(0, "exec minmax/%s --width 8 --in depth=%s --out code=%s --out bounds=%s %s", strategies[s],
                  scratch_path("depth.npy"), scratch_path("code.npy"), scratch_path("bounds.npy"), set);
        tool_array code = read_output("code.npy", TILES), bounds = read_output("bounds.npy", 2 * TILES);
        for (size_t t = 0; t < TILES; t++) {
            const uint32_t got = ((const uint32_t *)code.data)[t];
            /* 0: not computed by hand, or the word is 0 */
            ck_assert_msg(got == w->code[t] || (w->code[t] == 0 && t == 3) ||
                              (w->code[t] == 0 && t == 2 && got < 2),
                          "%s: tile %zu is 0x%08x, expected 0x%08x", c.line, t, got, w->code[t]);
        }
        const float *b = bounds.data;
        ck_assert(b[0] == 1.0F && b[1] == 0.0F); /* clear */
        ck_assert(b[2] == 0.0F && b[3] == 0.0F); /* 0 is not clear */
        ck_assert_msg(b[4] <= b[5], "a tile near 0 reads as clear: %g %g", (double)b[4], (double)b[5]);
        if (strstr(w->settings, "conservative"))
            ck_assert(b[4] <= 5e-6F && b[5] >= 5e-6F && b[6] <= 0.25F && b[7] >= 0.5F && b[8] <= 0.75F);
        ck_assert(b[9] == 1.0F);
        tool_array_free(&code);
        tool_array_free(&bounds);
    }
}

/* The first row's largest error of a walk, in steps of 16 bits; the domain is the last that fits the
 * settings. */
static double error_in_steps(const char *what, int expected_status) {
    crosslane(expected_status,
              "verify %s --device 0 --exhaustive --part 16000/20000 --quiet --width 8 --json -", what);
    json_t *const document = command_document(&c);
    const json_t *rows = json_object_get(document, "records");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    const double error = json_number_value(json_object_get(last, "error_found"));
    json_decref(document);
    return error * 65535.0;
}

/* Of the minimum where the maximum is about a quarter. */
TEST(errors_are_the_known_ones) {
    double e = error_in_steps("minmax/serial --set encoding=direct --set rounding=nearest", 0);
    ck_assert_msg(e > 0.49 && e < 0.5005, "direct: %g", e);
    e = error_in_steps("minmax/serial --set encoding=ratio --set rounding=nearest", 0);
    ck_assert_msg(e > 0.12 && e < 0.1252, "ratio: %g", e);
    e = error_in_steps("minmax --plant published --set encoding=ratio --set rounding=nearest", 0);
    ck_assert_msg(e > 0.55 && e < 0.63, "published: %g", e);
}

/* A bound on the wrong side of a depth is told as such. */
TEST(what_is_cut_is_seen) {
    command_run(&c, "verify minmax --plant cuts --device 0 --exhaustive --part 16000/20000 --quiet --width 8 "
                    "--set encoding=direct --set rounding=conservative");
    out_has("planted, and caught: two depths in [0, 1)", "a result on the wrong side of 0x");
}
