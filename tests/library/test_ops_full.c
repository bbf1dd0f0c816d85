/* ctest label: full. Every operation of the sub-group layer on every device, emulated and native, with one
   type per width. CROSSLANE_TEST_OPS=all tests every type at every width, CROSSLANE_TEST_OPS=NAME or
   'segment_*' only for these operations. CROSSLANE_TEST_WIDTHS=2,8: only these widths. */
#include "support/ops_sweep.h"
#include "support/ops_place.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const char *wanted, const char *name) {
    const size_t length = strcspn(wanted, "*");
    return strncmp(wanted, name, length) == 0 && (wanted[length] == '*' || name[length] == '\0');
}

static bool takes_its_turn(const xl__op *op, size_t op_index, xl__op_type type, int turn) {
    const char *level = getenv("CROSSLANE_TEST_OPS");
    if (level && strcmp(level, "all") == 0) return true;
    if (level) return is_named(level, op->name);
    int taken = 0, before = 0;
    for (int t = 0; t < XL__OP_TYPES; t++) {
        taken += xl__op_takes(op, (xl__op_type)t);
        before += t < (int)type && xl__op_takes(op, (xl__op_type)t);
    }
    return taken && (op_index + (size_t)turn) % (size_t)taken == (size_t)before;
}

enum { WIDTHS = 8 };

static void read_widths(const char *list, int widths[WIDTHS + 1]) {
    int count = 0;
    for (int width = 1; width <= 128 && !list; width *= 2) widths[count++] = width;
    for (const char *at = list; at && count < WIDTHS; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const long width = strtol(at, NULL, 10);
        ck_assert_msg(width >= 1 && width <= 128 && (width & (width - 1)) == 0,
                      "CROSSLANE_TEST_WIDTHS=%s: no widths", list);
        widths[count++] = (int)width;
    }
    widths[count] = 0;
}

TEST(test_every_operation_is_right) {
    const char *const level = getenv("CROSSLANE_TEST_OPS");
    bool known = !level || strcmp(level, "all") == 0;
    for (size_t i = 0; i < xl__op_count && !known; i++) known = is_named(level, xl__ops[i].name);
    ck_assert_msg(known, "CROSSLANE_TEST_OPS=%s: no such operation", level);
    int widths[WIDTHS + 1];
    read_widths(getenv("CROSSLANE_TEST_WIDTHS"), widths);
    ops_sweep(widths, takes_its_turn);
}

TEST(test_options_are_given_once) {
    ops_place places[OPS_DEVICES];
    const int count = ops_open(places);
    for (int i = 0; i < count; i++) {
        int width = 0;
        xl_header_use use;
        if (xl_native_widths(places[i].device, NULL, &width, 1, NULL) == 0) continue;
        ck_assert_int_eq(xl_header_options(places[i].device, NULL, width, 0, &use, NULL), XL_SUCCESS);
        for (const char *at = strstr(use.options, " -D"); at; at = strstr(at + 1, " -D")) {
            char option[128];
            snprintf(option, sizeof option, "%.*s=", (int)strcspn(at + 1, " =") + 1, at);
            ck_assert_msg(strstr(at + 1, option) == NULL, "twice%s: %s", option, use.options);
        }
    }
    ops_close(places, count);
}
