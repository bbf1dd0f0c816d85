/* Tables, text helpers, the progress line. */
#include "support/suite.h"
#include "campaign/progress.h"
#include "text/table.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(cleans_what_drivers_say) {
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"", ""},
        {NULL, ""},
        {"Radeon\t7\x1b[31m", "Radeon?7?[31m"},
        {"2 \xc2\xb5s", "2 \xc2\xb5s"}, /* micro sign */
        {"a\xc2\x9b"
         "b",
         "a?b"}, /* a control character of two bytes */
        {"a\xff"
         "b\xc2",
         "a?b?"},                     /* not UTF-8; cut off */
        {"\xc0\xaf", "??"},           /* overlong */
        {"\xed\xa0\x80", "???"},      /* surrogate */
        {"\xf4\x90\x80\x80", "????"}, /* past the end of Unicode */
        {"a\xe2\x80\xae"
         "b",
         "a?b"}, /* right-to-left override */
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"line\nfeed\x7f", "line?feed?"},
    };
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(tool_text_clean(cases[i].in, out, sizeof out), cases[i].out);
    ck_assert_str_eq(tool_text_clean("ab\xc2\xb5", out, 4), "ab");
    ck_assert_str_eq(tool_text_clean("ab\xc2\xb5", out, 5), "ab\xc2\xb5");
    ck_assert_str_eq(tool_text_clean("ab", out, 1), "");
}

TEST(counts_columns) {
    ck_assert_uint_eq(tool_text_width(""), 0);
    ck_assert_uint_eq(tool_text_width("4 \xc2\xb5s"), 4);
    ck_assert_uint_eq(tool_text_width("e\xcc\x81"), 1);    /* e and a combining acute */
    ck_assert_uint_eq(tool_text_width("\xe6\xbc\xa2"), 2); /* a wide character */
    ck_assert_uint_eq(tool_text_width("\xf0\x9f\x98\x80"), 2);
}

TEST(cuts_with_an_ellipsis) {
    char out[64];
    ck_assert_str_eq(tool_text_cut("abcdef", 6, TOOL_ELLIPSIS, out, sizeof out), "abcdef");
    ck_assert_str_eq(tool_text_cut("abcdef", 5, TOOL_ELLIPSIS, out, sizeof out), "abcd\xe2\x80\xa6");
    ck_assert_str_eq(tool_text_cut("\xc2\xb5\xc2\xb5\xc2\xb5", 2, TOOL_ELLIPSIS, out, sizeof out),
                     "\xc2\xb5\xe2\x80\xa6");
    ck_assert_str_eq(tool_text_cut("\xe6\xbc\xa2\xe6\xbc\xa2", 3, TOOL_ELLIPSIS, out, sizeof out),
                     "\xe6\xbc\xa2\xe2\x80\xa6");
    ck_assert_str_eq(tool_text_cut("abc", 1, TOOL_ELLIPSIS, out, sizeof out), "\xe2\x80\xa6");
    ck_assert_str_eq(tool_text_cut("abc", 0, TOOL_ELLIPSIS, out, sizeof out), "");
    ck_assert_str_eq(tool_text_cut("abcdefgh", 7, TOOL_ELLIPSIS, out, 6), "ab\xe2\x80\xa6");
    ck_assert_str_eq(tool_text_cut("abcdefgh", 8, TOOL_ELLIPSIS, out, 3), "ab");
    ck_assert_str_eq(tool_text_cut("abcdef", 5, "...", out, sizeof out), "ab...");
    ck_assert_str_eq(tool_text_cut("abcdef", 2, "...", out, sizeof out), "..");
    ck_assert_str_eq(tool_text_cut("abcdef", 5, "...", out, 5), "a...");
}

TEST(formats_numbers) {
    static const struct {
        double value;
        const char *ns, *bytes, *rate;
    } cases[] = {
        {0, "0 ns", "0 B", "0 op/s"},
        {4.7, "4.70 ns", "5 B", "4.70 op/s"},
        {999.4, "999 ns", "999 B", "999 op/s"},
        {999.6, "1.00 us", "1000 B", "1.00 kop/s"},
        {1023, "1.02 us", "1023 B", "1.02 kop/s"},
        {1023.7, "1.02 us", "1.00 KiB", "1.02 kop/s"},
        {9995, "10.0 us", "9.76 KiB", "10.0 kop/s"},
        {99950, "100 us", "97.6 KiB", "100 kop/s"},
        {103e3, "103 us", "101 KiB", "103 kop/s"},
        {1.0784e6, "1.08 ms", "1.03 MiB", "1.08 Mop/s"},
        {12e9, "12.0 s", "11.2 GiB", "12.0 Gop/s"},
        {4.5e12, "4500 s", "4.09 TiB", "4.50 Top/s"},
    };
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_str_eq(tool_format_ns(cases[i].value, out, sizeof out), cases[i].ns);
        ck_assert_str_eq(tool_format_bytes(cases[i].value, out, sizeof out), cases[i].bytes);
        ck_assert_str_eq(tool_format_rate(cases[i].value, "op/s", out, sizeof out), cases[i].rate);
    }
    ck_assert_str_eq(tool_format_ns(-1, out, sizeof out), "-");
    ck_assert_str_eq(tool_format_bytes(NAN, out, sizeof out), "-");
    ck_assert_str_eq(tool_format_rate(HUGE_VAL, "B/s", out, sizeof out), "-");
}

static const tool_column columns[] = {
    {"device", TOOL_LEFT, 0}, {"median", TOOL_RIGHT, 0}, {"note", TOOL_LEFT, 0}};

static void print(tool_table *table, int width, bool colour, char *text, size_t size) {
    memset(text, 0, size);
    FILE *const stream = fmemopen(text, size - 1, "w");
    ck_assert_ptr_nonnull(stream);
    ck_assert(tool_table_print(table, stream, width, colour));
    fclose(stream);
}

TEST(aligns) {
    const char *const a[] = {"cpu", "4.70 \xc2\xb5s", "fine"}, *const b[] = {"a long name", "12 s", NULL};
    char text[512];
    tool_table *const table = tool_table_make(columns, 3);
    ck_assert_ptr_nonnull(table);
    tool_table_add(table, a, TOOL_GOOD);
    tool_table_add(table, b, TOOL_BAD);
    print(table, 0, false, text, sizeof text);
    ck_assert_str_eq(text, "device        median  note\n"
                           "cpu          4.70 \xc2\xb5s  fine\n"
                           "a long name     12 s  -\n");
    tool_table_free(table);
}

/* The first set variable decides, in any case, with or without a hyphen. */
TEST(an_ellipsis_as_the_locale_allows) {
    static const struct {
        const char *all, *ctype, *lang, *mark;
    } cases[] = {{"C", "en_US.UTF-8", "en_US.UTF-8", "..."},
                 {"", "C.utf8", "C", TOOL_ELLIPSIS},
                 {"", "", "de_DE.Utf-8@euro", TOOL_ELLIPSIS},
                 {"", "", "de_DE.ISO-8859-1", "..."},
                 {"POSIX", "", "", "..."},
                 {"", "UTF-8", "", TOOL_ELLIPSIS},
                 {"utf-7utf-8", "", "", TOOL_ELLIPSIS},
                 {"utf-", "", "", "..."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("LC_ALL", cases[i].all, 1);
        setenv("LC_CTYPE", cases[i].ctype, 1);
        setenv("LANG", cases[i].lang, 1);
        ck_assert_msg(strcmp(tool_ellipsis(), cases[i].mark) == 0, "case %zu", i);
    }
    unsetenv("LC_CTYPE");
    unsetenv("LANG");
    setenv("LC_ALL", "C.UTF-8", 1);
}

TEST(fits_the_terminal) {
    setenv("LC_ALL", "C.UTF-8", 1);
    const char *const a[] = {"a very long name of a device", "123456789 ns", "a note that is long too"};
    char text[512];
    tool_table *const table = tool_table_make(columns, 3);
    tool_table_add(table, a, TOOL_PLAIN);
    print(table, 40, false, text, sizeof text);
    ck_assert_str_eq(text, "device              median  note\n"
                           "a very long\xe2\x80\xa6  123456789 ns  a note that\xe2\x80\xa6\n");
    tool_table_free(table);
}

TEST(never_cuts_numbers) {
    const char *const a[] = {"name", "123456789012345678901234567890", "note"};
    char text[512];
    tool_table *const table = tool_table_make(columns, 3);
    tool_table_add(table, a, TOOL_PLAIN);
    print(table, 10, false, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "123456789012345678901234567890"));
    tool_table_free(table);
}

/* Each part has the first column and its non-empty rows. Elsewhere it is one table. */
TEST(parts_where_it_is_too_wide) {
    static const tool_column four[] = {{"name", TOOL_LEFT, 0},
                                       {"A", TOOL_RIGHT, 7},
                                       {"B", TOOL_RIGHT, 7},
                                       {"", TOOL_LEFT, 0},
                                       {"C", TOOL_RIGHT, 7}};
    const char *const a[] = {"one", "1 us", "2 us", "slower", "3 us"}, *const b[] = {"two", "", "", "",
                                                                                     "4 us"};
    static const struct {
        int width;
        const char *text;
    } cases[] = {{80, "name        A        B                C\n"
                      "one      1 us     2 us  slower     3 us\n"
                      "two                                4 us\n"},
                 {0, "name        A        B                C\n"
                     "one      1 us     2 us  slower     3 us\n"
                     "two                                4 us\n"},
                 {38, "name        A        B  \none      1 us     2 us  slower\n"
                      "name        A        C\none      1 us     3 us\ntwo               4 us\n"},
                 {10, "name        A        B  \none      1 us     2 us  slower\n"
                      "name        A        C\none      1 us     3 us\ntwo               4 us\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        tool_table *const table = tool_table_make(four, 5);
        tool_table_part(table, 2);
        tool_table_part(table, 4);
        tool_table_add(table, a, TOOL_PLAIN);
        tool_table_add(table, b, TOOL_PLAIN);
        print(table, cases[i].width, false, text, sizeof text);
        ck_assert_str_eq(text, cases[i].text);
        tool_table_free(table);
    }
}

TEST(rows_may_come_later) {
    static const tool_column wide[] = {{"name", TOOL_LEFT, 8}, {"n", TOOL_RIGHT, 4}};
    const char *const a[] = {"one", "1"}, *const b[] = {"one two three", "100000"};
    char text[512];
    setenv("LC_ALL", "C.UTF-8", 1);
    tool_table *const table = tool_table_make(wide, 2);
    tool_table_add(table, a, TOOL_PLAIN);
    print(table, 80, false, text, sizeof text);
    ck_assert_str_eq(text, "name         n\none          1\n");
    tool_table_add(table, b, TOOL_PLAIN);
    print(table, 80, false, text, sizeof text);
    ck_assert_str_eq(text, "one two\xe2\x80\xa6  100000\n");
    print(table, 80, false, text, sizeof text);
    ck_assert_str_eq(text, "");
    tool_table_add(table, b, TOOL_PLAIN); /* freed without having been printed */
    tool_table_free(table);
}

TEST(colours_and_cleans) {
    const char *const a[] = {"\x1b]0;title\a", "1", "bad"};
    char text[512];
    tool_table *const table = tool_table_make(columns, 3);
    tool_table_add(table, a, TOOL_BAD);
    print(table, 0, true, text, sizeof text);
    ck_assert_str_eq(text, "\033[1mdevice      median  note\033[0m\n"
                           "\033[31m?]0;title?       1  bad\033[0m\n");
    tool_table_free(table);
}

TEST(tells_a_full_device) {
    FILE *const full = fopen("/dev/full", "w");
    if (!full) return; /* no such device on this system */
    tool_table *const table = tool_table_make(columns, 3);
    ck_assert(!tool_table_print(table, full, 0, false));
    tool_table_free(table);
    fclose(full);
}

TEST(progress_in_a_log_is_rare) {
    char text[512] = {0};
    tool_progress progress;
    FILE *const stream = fmemopen(text, sizeof text - 1, "w");
    tool_progress_start(&progress, stream, false, 100);
    tool_progress_show(&progress, 101, "%d of 9", 1);
    tool_progress_show(&progress, 109.9, "%d of 9", 2);
    ck_assert_str_eq(text, "");
    tool_progress_show(&progress, 110, "%d of 9", 3);
    tool_progress_clear(&progress);
    tool_progress_show(&progress, 119, "%d of 9", 4);
    tool_progress_show(&progress, 120, "%d\tof 9", 5);
    ck_assert_str_eq(text, "3 of 9\n5?of 9\n");
    fclose(stream);
}

TEST(progress_on_a_terminal_is_redrawn) {
    char text[512] = {0};
    tool_progress progress;
    FILE *const stream = fmemopen(text, sizeof text - 1, "w");
    tool_progress_start(&progress, stream, false, 0);
    progress.live = true; /* as if the stream were a terminal */
    progress.last = -HUGE_VAL;
    tool_progress_show(&progress, 0, "one");
    tool_progress_show(&progress, 0.05, "too soon");
    tool_progress_show(&progress, 0.2, "two");
    tool_progress_clear(&progress);
    tool_progress_clear(&progress);
    tool_progress_show(&progress, 0.21, "three");
    ck_assert_str_eq(text, "\rone\033[K\rtwo\033[K\r\033[K\rthree\033[K");
    fclose(stream);
}

TEST(quiet_progress_says_nothing) {
    char text[64] = {0};
    tool_progress progress;
    FILE *const stream = fmemopen(text, sizeof text - 1, "w");
    tool_progress_start(&progress, stream, true, 0);
    tool_progress_show(&progress, 1000, "line");
    tool_progress_clear(&progress);
    fclose(stream);
    ck_assert_str_eq(text, "");
}
