/* `show --csv`, `show --markdown` and `merge --csv`: recorded files as tables. */
#include "records/record.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <string.h>
#include <unistd.h>

#define RECORDED XL_TEST_SOURCE_DIR "/bench/results/"
static const char mixed[] = RECORDED "two-cores/PoCL-3.1.json", one[] = RECORDED "nvidia-h200/lerp_1.json",
                  two[] = RECORDED "nvidia-h200/lerp_3.json";
static long long lines_of(const char *text) {
    long long lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) lines++;
    return lines;
}

static long long rows_in(const char *file) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_int_eq(tool_results_load(file, &document, &error), XL_SUCCESS);
    const long long rows = (long long)json_array_size(json_object_get(document, "records"));
    json_decref(document);
    return rows;
}

AROUND(enter, leave);

TEST(a_recorded_table_equals_the_live_table) {
    size_t live = 0, later = 0;
    crosslane(0,
              "bench lerp/serial lerp/prefix --device 0 --set shape=2x300 --width 4 --samples 3 "
              "--min-time 0 --label 'a, \"label\"' --quiet --json %s --csv %s",
              scratch_path("r.json"), scratch_path("live.csv"));
    crosslane(0, "show %s --csv %s", scratch_path("r.json"), scratch_path("later.csv"));
    out_has("table:   ");
    char *const a = scratch_read("live.csv", &live), *const b = scratch_read("later.csv", &later);
    ck_assert_int_eq(lines_of(a), 1 + rows_in(scratch_path("r.json")));
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    crosslane(0, "show %s lerp/serial --csv -", scratch_path("r.json"));
    const long long serial = lines_of(c.out) - 1;
    ck_assert(serial > 0 && serial < rows_in(scratch_path("r.json")));
    ck_assert_int_eq(strncmp(c.out, "kind,status,", 12), 0);
    out_has("\"a, \"\"label\"\"\"");
    err_has(" ok, 0 wrong");
}

TEST(a_merged_table_has_every_row) {
    size_t size = 0;
    crosslane(0, "merge %s %s --csv %s --json %s", one, two, scratch_path("all.csv"),
              scratch_path("all.json"));
    out_has("2 files, 2 machines: ", "all.csv\n");
    char *const table = scratch_read("all.csv", &size);
    ck_assert_int_eq(rows_in(scratch_path("all.json")), rows_in(one) + rows_in(two));
    ck_assert_int_eq(lines_of(table), 1 + rows_in(one) + rows_in(two));
    crosslane(0, "merge %s %s --csv -", one, two);
    ck_assert_str_eq(c.out, table);
    crosslane(0, "show %s --csv -", scratch_path("all.json"));
    ck_assert_str_eq(c.out, table);
    free(table);
}

TEST(markdown_has_every_row) {
    long long rows = 0, cells = 0;
    crosslane(0, "show %s --markdown", mixed);
    for (const char *at = c.out, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        long long bars = 0;
        if (*at != '|') {
            cells = 0;
            continue;
        }
        for (const char *b = at; b < end; b++) bars += *b == '|' && (b == at || b[-1] != '\\');
        ck_assert_msg(cells == 0 || bars == cells, "%.*s", (int)(end - at), at);
        if (cells && strncmp(at, "|---", 4) != 0) rows++;
        cells = bars;
    }
    ck_assert_int_eq(rows, rows_in(mixed));
    ck_assert_int_eq(strncmp(c.out, "## PoCL 3.1", 11), 0);
    command_run(&c, "show %s histogram --markdown", mixed);
    out_has("### Timed\n\n| problem | strategy | width |");
    ck_assert_ptr_null(strstr(c.out, "spheres"));
}

TEST(refusals) {
    scratch_write("kept.csv", "mine", 4);
    scratch_write("torn.json", "{\"schema\":1,", 12);
    command_run(&c, "show %s --csv %s", one, scratch_path("kept.csv"));
    command_refused(&c, 2, "kept.csv: the file exists; --force replaces it", NULL);
    command_run(&c, "show %s --csv %s", scratch_path("torn.json"), scratch_path("new.csv"));
    command_refused(&c, 2, "torn.json", NULL);
    command_run(&c, "show %s --csv %s", one, scratch_path("no/new.csv"));
    command_refused(&c, 5, "no/new.csv", NULL);
    command_run(&c, "show %s --markdown --csv -", one);
    command_refused(&c, 2, "--markdown and --csv - together", NULL);
    command_run(&c, "show %s nosuch --csv %s", one, scratch_path("new.csv"));
    command_refused(&c, 2, "'nosuch'", NULL);
    command_run(&c, "merge %s %s --csv %s --json %s", one, two, scratch_path("new.csv"),
                scratch_path("new.csv"));
    command_refused(&c, 2, "are one file; name two", NULL);
    command_run(&c, "merge %s %s --csv %s", one, one, scratch_path("new.csv"));
    command_refused(&c, 2, "the same rows", NULL);
    ck_assert_int_ne(access(scratch_path("new.csv"), F_OK), 0);
    crosslane(0, "merge %s %s --csv %s --force", one, two, scratch_path("kept.csv"));
}
