/* On a terminal of 80 columns no line is longer, and no word is cut. */
#include "options/options.h"
#include "options/commands.h"
#include "support/bad_driver.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "text/display.h"
#include "text/wrap.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80 };

/* The visible text: without colours and overwritten parts. */
static void keep_what_stands(char *text) {
    char *out = text, *line = text;
    for (const char *at = text; *at; at++) {
        if (*at == '\033') {
            at += strcspn(at, "mK");
            if (!*at) break;
        } else if (*at == '\r') {
            if (at[1] != '\n') out = line;
        } else {
            *out++ = *at;
            if (*at == '\n') line = out;
        }
    }
    *out = '\0';
}

static void expect_columns(const command *ran, char *text) {
    keep_what_stands(text);
    ck_assert_msg(strchr(text, '\n') != NULL, "%s says nothing", ran->line);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        ck_assert_msg(tool_text_width(line) <= COLUMNS, "%s: %zu columns: %s", ran->line,
                      tool_text_width(line), line);
}

AROUND(NULL, free_command);

TEST(words_after_a_title) {
    char *text = NULL;
    size_t size = 0;
    FILE *const memory = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(memory);
    tool_wrap_behind("  a ", 6, "one two  three", 12, memory);
    tool_wrap_behind("  longer ", 6, "one two", 12, memory);
    tool_wrap_behind("", 0, "one twoandmuchmore three", 12, memory);
    tool_wrap("  one two three", 12, memory);
    ck_assert_int_eq(fclose(memory), 0);
    ck_assert_str_eq(text, "  a   one\n      two\n      three\n"
                           "  longer one\n      two\n"
                           "one\ntwoandmuchmore\nthree\n"
                           "  one two\n    three\n");
    free(text);
}

TEST(help_fits) {
    command_run_on_terminal(&c, COLUMNS, "help");
    command_expect(&c, 0);
    expect_columns(&c, c.out);
    for (int i = 0; i < TOOL_COMMAND_COUNT; i++) {
        command_run_on_terminal(&c, COLUMNS, "help %s", tool_command_name((tool_command)i));
        command_expect(&c, 0);
        expect_columns(&c, c.out);
    }
}

/* A terminal shows the same words as elsewhere, where each fact is one line. */
TEST(devices_fit) {
    crosslane(0, "devices --device 0 --quiet");
    char *const whole = strdup(c.out), *rest = NULL, *shown_rest = NULL;
    ck_assert_ptr_nonnull(strstr(whole, " lanes"));
    command_run_on_terminal(&c, COLUMNS, "devices --device 0 --quiet");
    command_expect(&c, 0);
    char *const shown = strdup(c.out);
    expect_columns(&c, c.out);
    keep_what_stands(shown);
    ck_assert_int_eq(strncmp(shown, "device 0: ", 10), 0);
    const char *word = strtok_r(whole, " \n", &rest), *there = strtok_r(shown, " \n", &shown_rest);
    for (; word && there; word = strtok_r(NULL, " \n", &rest), there = strtok_r(NULL, " \n", &shown_rest))
        ck_assert_str_eq(word, there);
    ck_assert_msg(!word && !there, "%s", word ? word : there);
    free(whole);
    free(shown);
}

TEST(long_names_fit) {
    static const char *const names[] = {"words", "long"};
    static const char *const lines[] = {
        "devices",
        "verify lerp/serial --backend local --set shape=1x1 --set channels=1 --set distribution=even"};
    if (!bad_driver_ready()) return;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
            char faults[32];
            snprintf(faults, sizeof faults, "name=%s", names[i]);
            bad_driver_run_on_terminal(&c, faults, COLUMNS, "%s --device 0 --quiet", lines[k]);
            command_expect(&c, 0);
            expect_columns(&c, c.out);
        }
}

/* Recordings of five devices: their tables are split, and no name is cut. */
TEST(a_verdict_of_five_devices_fits) {
#define RESULTS XL_TEST_SOURCE_DIR "/bench/results/"
    command_run_on_terminal(&c, COLUMNS,
                            "NO_COLOR=1 compare --details %stwo-cores %snvidia-h200/reduce.json "
                            "%snvidia-h200/spheres.json reduce spheres",
                            RESULTS, RESULTS, RESULTS);
    command_expect(&c, 0);
    const char *const last = strstr(c.out, "E/A");
    ck_assert_msg(last != NULL, "%s", c.out);
    const char *line = last;
    while (line > c.out && line[-1] != '\n') line--;
    ck_assert_msg(strncmp(line, "strategy", 8) == 0 && strstr(line, "B/A") > last, "one table: %.80s", line);
    ck_assert_msg(!strstr(c.out, "\xe2\x80\xa6"), "something is cut: %s", c.out);
    expect_columns(&c, c.out);
}

TEST(quickstart_ends_within) {
    FILE *const stream = /* NOLINTNEXTLINE(cert-env33-c) a line as a person types it */
        popen("cd '" XL_TEST_SOURCE_DIR "' && { sed -n '/^say()/,/^}/p; /^tell_next()/,/^}/p' "
              "quickstart.sh; echo 'tool=build/release/crosslane preset=release; tell_next'; } | sh",
              "r");
    char text[4096];
    ck_assert_ptr_nonnull(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    ck_assert_int_eq(pclose(stream), 0);
    ck_assert_msg(strstr(text, "build/release/crosslane help") != NULL, "%s", text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        ck_assert_msg(strlen(line) <= COLUMNS, "%zu columns: %s", strlen(line), line);
}
