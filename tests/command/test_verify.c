/* verify: planted kernels are caught, right ones pass, an edited one is wrong and can be repeated. */
#include "support/one_command.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>

static char kernels[300]; /* a copy of lerp's kernels */

static void copy_kernels(void) {
    scratch_make();
    snprintf(kernels, sizeof kernels, "%s", scratch_path("kernels"));
    crosslane(0, "copy lerp %s", kernels);
}

#define ONE "--device 0 --set channels=1 "

static json_t *records_all(const char *status) {
    json_t *const document = command_document(&c), *row = NULL;
    json_t *const records = json_object_get(document, "records");
    size_t i = 0;
    ck_assert_uint_gt(json_array_size(records), 0);
    json_array_foreach(records, i, row)
        ck_assert_msg(strcmp(json_string_value(json_object_get(row, "status")), status) == 0,
                      "%s: row %zu\n%.8000s", c.line, i, c.out);
    return document;
}

AROUND(copy_kernels, leave);

TEST(planted_kernels_are_caught) {
    crosslane(0, "verify lerp --plant '*' --width 8 " ONE "--json -");
    json_t *const document = records_all("ok"), *row = NULL;
    const json_t *const records = json_object_get(document, "records");
    size_t i = 0;
    ck_assert_uint_ge(json_array_size(records), 7);
    json_array_foreach(records, i, row) {
        const char *const reason = json_string_value(json_object_get(row, "reason"));
        ck_assert_msg(reason && strncmp(reason, "planted, and caught", 19) == 0, "%s",
                      json_string_value(json_object_get(row, "strategy")));
    }
    json_decref(document);
}

TEST(one_planted_kernel_by_name) {
    crosslane(0, "verify lerp --plant wrong_width --width 8 " ONE);
    out_has("for sub-groups of 8 lanes, but the kernel ran with 16", "  caught ");
    ck_assert_ptr_null(strstr(c.out, "  ok  "));
    command_run(&c, "verify lerp/tail --width 8 " ONE); /* named in full it is verified */
    command_expect(&c, 0);
    out_has("planted, and caught");
}

TEST(unsupported_rows_are_reported_once) {
    crosslane(3, "verify reduce/builtin --set type=f32 --set n=100 --set operator=and,or,xor --width 8,16 "
                 "--device 0");
    char total[40];
    int rows = 0;
    const char *const first = strstr(c.out, " rows: reduce/builtin: and, or, xor are for integers");
    ck_assert_msg(first != NULL, "%s", c.out);
    const char *number = first;
    while (number > c.out && number[-1] >= '0' && number[-1] <= '9') number--;
    ck_assert_int_eq(sscanf(number, "%d", &rows), 1);
    ck_assert_int_ge(rows, 3); /* at least one for each operator */
    snprintf(total, sizeof total, " %d unsupported", rows);
    out_has(total);
    ck_assert_msg(!strstr(strstr(first, "integers"), "are for integers"), "%s", c.out);
}

TEST(a_planted_kernel_that_is_right_is_not_caught) {
    scratch_edit("kernels/lerp/lerp.cl", "sg_reduce_add(sg, xi * (ti * after))",
                 "sg_reduce_add(sg, xi * (ti * sg_scan_exclusive_mul(sg, 1.0f - ti)))");
    crosslane(1, "verify lerp --plant divide --width 8 --kernel-dir %s " ONE, kernels);
    out_has("planted wrong kernel was NOT caught", "0 ok, 1 wrong");
}

TEST(a_planted_mistake_whose_text_is_gone_is_not_built) {
    crosslane(0, "copy lights4 %s --force", kernels);
    scratch_edit("kernels/lights4/tile.cl", "from + item", "item + from");
    crosslane(1, "verify lights4 --plant first_part --kernel-dir %s --device 0", kernels);
    out_has(
        "lights4/first_part: 'colors, from + item,' is neither in what is included nor in lights4/tile.cl",
        "0 ok, 0 wrong, 1 failed");
    scratch_edit("kernels/lights4/tile.cl", "item + from", "from + item, undeclared");
    crosslane(1, "verify lights4 --plant first_part --kernel-dir %s --device 0", kernels);
    out_has("lights4/tile.cl did not compile", "0 ok, 0 wrong, 1 failed");
    crosslane(0, "verify lights4 --plant first_part --device 0");
    out_has("planted, and caught", "1 ok");
    crosslane(0, "list lights4/first_part");
    out_has("- colors, from + item,\n", "+ colors, item,\n");
}

static char *first_wrong(void) {
    const char *const at = strstr(c.out, "the first is ");
    ck_assert_msg(at != NULL, "%s\n%.8000s", c.line, c.out);
    return strndup(at, strcspn(at, "\n"));
}

TEST(a_mismatch_names_the_sub_group_that_made_it) {
    scratch_edit("kernels/lerp/continued.cl", "= sg_reduce_add(sg, sum) +",
                 "= sg_reduce_add(sg, sum) + (lerp_color)(row == 9 ? 1.0f : 0.0f) +");
    crosslane(1,
              "verify lerp/deferred --kernel-dir %s --width 4 --set group=16 --set shape=11x5 --set "
              "carry=product " ONE "--json -",
              kernels);
    json_t *const document = records_all("mismatch");
    const json_t *const m =
        json_object_get(json_array_get(json_object_get(document, "records"), 0), "mismatch");
    ck_assert_int_eq(json_integer_value(json_object_get(m, "index")), 9);
    ck_assert_int_eq(json_integer_value(json_object_get(m, "group")), 2);
    ck_assert_int_eq(json_integer_value(json_object_get(m, "sub_group")), 1);
    ck_assert(json_is_null(json_object_get(m, "lane"))); /* all lanes of a row are wrong */
    json_decref(document);
    err_has("made by:  work-group 2, sub-group 1\n");
}

TEST(an_edited_kernel_is_wrong_and_the_line_repeats_it) {
    scratch_edit("kernels/lerp/lerp.cl", "lerp_step(color, x, t, base + i);",
                 "lerp_step(color, x, t, base + i) * (row == 2 ? 1.5f : 1.0f);");
    crosslane(1, "verify lerp/serial --kernel-dir %s " ONE, kernels);
    out_has("WRONG: lerp/serial", "1 element of 'c' is wrong, the first is c[2]: expected ", ", got ");
    char *const wrong = first_wrong();
    static const char title[] = "repeat:   crosslane ";
    const char *const at = strstr(c.out, title);
    ck_assert_ptr_nonnull(at);
    char line[1024];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at + strlen(title), "\n"), at + strlen(title));
    crosslane(1, "%s", line);
    char *const again = first_wrong();
    ck_assert_str_eq(again, wrong);
    free(again);
    free(wrong);
}

/* The line quotes a folder's name for the shell. */
static void expect_repeated(const char *shell_name, const char *end) {
    char folder[320], line[1400], word[400], command_line[400];
    snprintf(folder, sizeof folder, "%s%s", kernels, end);
    ck_assert_int_eq(symlink(kernels, folder), 0);
    crosslane(1, "verify lerp/serial --kernel-dir %s " ONE, folder);
    const char *const at = strstr(c.out, "repeat:   crosslane ");
    ck_assert_ptr_nonnull(at);
    snprintf(line, sizeof line, "printf '%%s\\n' %.*s", (int)strcspn(at, "\n"), at);
    scratch_write("line.sh", line, strlen(line));
    snprintf(command_line, sizeof command_line, "%s %s", shell_name, scratch_path("line.sh"));
    /* NOLINTNEXTLINE(cert-env33-c) a line as a person types it */
    FILE *const shell = popen(command_line, "r");
    ck_assert_ptr_nonnull(shell);
    bool found = false;
    while (fgets(word, sizeof word, shell)) {
        word[strcspn(word, "\n")] = '\0';
        found |= strcmp(word, folder) == 0;
    }
    ck_assert_int_eq(pclose(shell), 0);
    ck_assert_msg(found, "%s", line);
    ck_assert_int_eq(unlink(folder), 0);
}

TEST(the_line_that_repeats_survives_any_name) {
    scratch_edit("kernels/lerp/lerp.cl", "lerp_step(color, x, t, base + i);",
                 "lerp_step(color, x, t, base);");
    expect_repeated("sh", "'s");
    if (access("/bin/bash", X_OK) == 0) expect_repeated("/bin/bash", "\xfc'\x01\\7\xe2\x80\x8b");
}

TEST(a_sub_groups_worth_is_shown) {
    scratch_edit("kernels/lerp/lerp.cl", "const lerp_color xl = sg_broadcast(sg, xi, l);",
                 "const lerp_color xl = sg_broadcast(sg, xi, l) * (row == 3 ? 1.5f : 1.0f);");
    crosslane(1, "verify lerp/readlane --width 4 --kernel-dir %s " ONE, kernels);
    out_has("the first is c[3]: expected ", "    expected  ", "    got       ", "--width 4 ");
}

TEST(a_kernel_that_does_not_build_shows_its_line) {
    scratch_edit("kernels/lerp/lerp.cl", "lerp_store(color, c, row);", "lerp_store(colour, c, row);");
    crosslane(1, "verify lerp/serial --kernel-dir %s --json %s " ONE, kernels, scratch_path("r.json"));
    out_has("lerp/lerp.cl did not compile", "lerp_store(colour, c, row);"); /* the source line */
    command_has(&c, c.out, "1 failed");
    ck_assert_int_eq(unlink(scratch_path("r.json")), 0);
    scratch_edit("kernels/lerp/lerp.cl", "lerp_store(colour, c, row);", "lerp_store(colour, other, row);");
    crosslane(1, "verify lerp/serial --kernel-dir %s " ONE, kernels);
    out_has("undeclared", "'other'"); /* the second error too */
    command_run(&c, "list lerp/serial --device 0 --kernel-dir %s", kernels);
    out_has("does not run: ");
}

TEST(widths_that_ran_are_those_that_were_asked) {
    crosslane(0, "verify lerp/readlane --width 1,2,8,32 --set shape=3x20 " ONE "--json -");
    json_t *const document = records_all("ok"), *row = NULL;
    unsigned widths = 0;
    size_t i = 0;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const json_int_t width = json_integer_value(json_object_get(row, "width_requested"));
        ck_assert_int_eq(width, json_integer_value(json_object_get(row, "width_measured")));
        widths |= (unsigned)width;
    }
    ck_assert_uint_eq(widths, 1 | 2 | 8 | 32);
    json_decref(document);
}

TEST(ends_of_tuning_values_are_met) {
    char mine[300];
    snprintf(mine, sizeof mine, "%s", scratch_path("spheres"));
    crosslane(0, "copy spheres %s", mine);
    scratch_edit("spheres/spheres/shared.cl", "sum[k] = (lerp_color)(0.0f);",
                 "sum[k] = (lerp_color)(PER_SUB_GROUP == 16 ? 1.0f : 0.0f);");
    crosslane(1,
              "verify spheres/shared --device 0 --width 8 --kernel-dir %s --set shape=5x9 --set channels=1 "
              "--set weights=lane --set group=64",
              mine);
    out_has("--set per_sub_group=16");
    crosslane(0,
              "verify spheres/shared --device 0 --width 8 --kernel-dir %s --set shape=5x9 --set channels=1 "
              "--set weights=lane --set group=64 "
              "--set per_sub_group=4",
              mine); /* a given value is not swept */
}

TEST(repeated_and_seeded) {
    json_int_t cases = 0;
    char sums[3][32];
    for (int i = 0; i < 3; i++) {
        crosslane(0,
                  "verify lerp/serial --set shape=7x13 --set group=64 --set distribution=uniform " ONE
                  "--json - --seed %d%s",
                  i < 2 ? 5 : 6, i == 1 ? " --repeat 3" : "");
        json_t *const document = records_all("ok");
        const json_t *const row = json_array_get(json_object_get(document, "records"), 0);
        snprintf(sums[i], sizeof sums[i], "%s", json_string_value(json_object_get(row, "checksum")));
        cases += json_integer_value(json_object_get(row, "cases"));
        json_decref(document);
    }
    ck_assert_int_eq(cases, 3); /* repeats do not count as cases */
    ck_assert_str_eq(sums[0], sums[1]);
    ck_assert_str_ne(sums[0], sums[2]);
}

static int count_rows(const json_t *document, const char *strategy, const char *name, int *with) {
    const json_t *row = NULL;
    size_t i = 0;
    int count = 0;
    *with = 0;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        if (strcmp(json_string_value(json_object_get(row, "strategy")), strategy) != 0) continue;
        count++;
        *with += json_object_get(json_object_get(row, "params"), name) != NULL;
    }
    return count;
}

/* affine and serial do not read `carry`, so they have one row where continued has two. Of lerp's five cases,
   three differ from a fourth only in carry, so for affine they are one problem. */
TEST(parameters_that_a_strategy_lacks_are_not_crossed) {
    static const char *const commands[] = {"verify --level full", "bench --samples 1 --min-time 0"};
    for (int i = 0; i < 2; i++) {
        int with = 0;
        crosslane(0,
                  "%s lerp/serial lerp/continued lerp/affine --device 0 --width 4 --set shape=3x5 "
                  "--set channels=2 --set distribution=even --set carry=ballot,findmsb --json -",
                  commands[i]);
        json_t *const document = records_all("ok");
        ck_assert_int_eq(count_rows(document, "continued", "carry", &with), 2);
        ck_assert_int_eq(with, 2);
        ck_assert_int_eq(count_rows(document, "affine", "carry", &with), 1);
        ck_assert_int_eq(with, 0);
        ck_assert_int_eq(count_rows(document, "serial", "carry", &with), 1);
        ck_assert_int_eq(with, 0);
        json_decref(document);
    }
    err_has("continued carry=ballot ", "continued carry=findmsb ");
    int with = 0;
    crosslane(0, "verify lerp/deferred lerp/affine --level full --device 0 --width 4 --set shape=3x5 "
                 "--set distribution=even --json -");
    json_t *const document = records_all("ok");
    ck_assert_int_eq(count_rows(document, "deferred", "carry", &with), 5);
    ck_assert_int_eq(count_rows(document, "affine", "carry", &with), 4);
    json_decref(document);
}

TEST(parameters_that_auto_lacks_are_reported) {
    command_run(&c,
                "verify lerp/auto --device 0 --width 4 --set shape=3x5 --set channels=2 --set carry=ballot");
    if (strstr(c.out, "continued") == NULL && strstr(c.out, "unsupported") == NULL) {
        command_expect(&c, 0); /* on another device auto's choice has the setting */
        return;
    }
    command_expect(&c, 3);
    out_has("--set carry: auto took 'interleaved' here, which does not have it; it belongs to "
            "lerp/continued, lerp/deferred");
    crosslane(0, "verify lerp/auto lerp/continued --device 0 --width 4 --set shape=3x5 --set channels=2 "
                 "--set carry=ballot --set distribution=even");
    out_has("2 ok, 0 wrong, 0 failed, 0 unsupported");
}

static int rows_told(const char *keys[], int most) {
    int count = 0;
    for (char *line = strtok(c.out, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "match/", 6) == 0 && count < most) keys[count++] = strdup(line);
    return count;
}

TEST(parts_of_the_rows_make_the_whole) {
    enum { MOST = 64, PARTS = 3 };
    const char *whole[MOST], *part[MOST];
    crosslane(0, "verify match/layer match/loop --level full --device 0 --width 4 --set n=300 --quiet");
    const int rows = rows_told(whole, MOST);
    ck_assert_int_gt(rows, PARTS);
    int met = 0;
    for (int p = 0; p < PARTS; p++) {
        crosslane(0,
                  "verify match/layer match/loop --level full --device 0 --width 4 --set n=300 --quiet "
                  "--part %d/%d",
                  p + 1, PARTS);
        const int count = rows_told(part, MOST);
        for (int i = 0; i < count; i++, met++) {
            ck_assert_int_lt(p + i * PARTS, rows);
            ck_assert_str_eq(part[i], whole[p + i * PARTS]);
            free((char *)part[i]);
        }
    }
    ck_assert_int_eq(met, rows);
    for (int i = 0; i < rows; i++) free((char *)whole[i]);
}
