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

static void expect_width(const command *ran, char *text, size_t width) {
    keep_what_stands(text);
    ck_assert_msg(strchr(text, '\n') != NULL, "%s says nothing", ran->line);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        ck_assert_msg(tool_text_width(line) <= width, "%s: %zu columns: %s", ran->line, tool_text_width(line),
                      line);
}

static void expect_columns(const command *ran, char *text) {
    expect_width(ran, text, COLUMNS);
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

/* A terminal shows the same words as elsewhere, where each fact is one line. PoCL's global memory follows the
   machine's free memory, so the sizes may differ. */
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
    bool sizes = false;
    for (; word && there; word = strtok_r(NULL, " \n", &rest), there = strtok_r(NULL, " \n", &shown_rest)) {
        sizes = sizes && strcmp(word, "work-groups") != 0;
        if (!sizes) ck_assert_str_eq(word, there);
        sizes = sizes || strcmp(word, "memory") == 0;
    }
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

#define POCL RESULTS "two-cores/PoCL-3.1.json "
#define INTEL RESULTS "two-cores/Intel-CPU-runtime.json "
#define H100 RESULTS "nvidia-h100/table.json "
#define H200 RESULTS "nvidia-h200/table.json "

static const char *first_line_end(const char *text) {
    return text + strcspn(text, "\r\n");
}

/* Two drivers of one processor, two GPUs, a processor next to a GPU, four devices, one device. Of a
   comparison, 25 lines count the winners, and the names in the first line are not far to the right of the
   table. */
TEST(recorded_screens_fit) {
    static const char *const lines[] = {"compare " POCL INTEL, "compare " H100 H200, "compare " H200 POCL,
                                        "compare " H100 H200 POCL INTEL, "show " POCL};
    static const char *const settings[] = {"TERM=xterm", "NO_COLOR=1", "LC_ALL=C"};
    static const unsigned short widths[] = {80, 120, 200};
    for (size_t i = 0; i < 5 * 3 * 3; i++) {
        command_run_on_terminal(&c, widths[i % 3], "%s %s", settings[i / 3 % 3], lines[i / 9]);
        command_expect(&c, 0);
        const char *line = c.out, *const sum = strstr(c.out, " wins ");
        ck_assert_msg(i / 9 == 4 || first_line_end(line) <= line + 120, "%s: %.200s", c.line, line);
        for (int l = 0; l < 25 && *line; l++)
            line = first_line_end(line) + strspn(first_line_end(line), "\r\n");
        ck_assert_msg(i / 9 == 4 || (sum && sum < line), "%s: %s", c.line, c.out);
        expect_width(&c, c.out, widths[i % 3]);
    }
}

/* A longer line would be cut within a word. */
TEST(complaints_break_at_words) {
    command_run_on_terminal(&c, COLUMNS, "compare " POCL);
    command_expect(&c, 2);
    out_has("crosslane: compare: the files have one device with rows of bench; name another\r\n  file, or "
            "one of ");
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
