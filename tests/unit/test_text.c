#include "support/suite.h"
#include "base/text.h"
#include "text/display.h"
#include <stdlib.h>
#include <string.h>

TEST(formatted_text_is_whole) {
    for (int n = 0; n < 1100; n++) {
        xl__text text = {0};
        xl__text_format(&text, "a%*d", n, 7);
        xl__text_format(&text, "%*dz", n, 8);
        const size_t one = n > 1 ? (size_t)n : 1;
        ck_assert(!text.failed);
        ck_assert_uint_eq(text.size, 2 * one + 2);
        ck_assert_uint_eq(strlen(text.data), text.size);
        ck_assert(text.data[0] == 'a' && text.data[one] == '7' && text.data[2 * one] == '8');
        ck_assert_int_eq(text.data[2 * one + 1], 'z');
        xl__text_free(&text);
    }
}

TEST(names_are_shown_differently) {
    static const struct {
        const char *name, *shown;
    } names[] = {{"M\xc3\xbcller", "M\xc3\xbcller"},
                 {"M\xfcller", "M\\xfcller"},
                 {"M\\xfcller", "M\\\\xfcller"},
                 {"M?ller", "M?ller"},
                 {"a\nb\x1b\x7f", "a\\x0ab\\x1b\\x7f"},
                 {"a\xe2\x80\x8b\xe2\x80\xae", "a\\u200b\\u202e"},
                 {"\xf3\xa0\x80\x81", "\\U000e0001"},
                 {"\xc2\x9b", "\\u009b"},
                 {"\xc2", "\\xc2"},
                 {"", ""}};
    char shown[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_str_eq(tool_text_name(names[i].name, shown, sizeof shown), names[i].shown);
    ck_assert_str_eq(tool_text_name("ab\xfc", shown, 6), "ab");
    ck_assert_str_eq(tool_text_name("ab\xfc", shown, 7), "ab\\xfc");
}

TEST(appended_text_is_cut_where_it_ends) {
    char out[8] = "";
    ck_assert_str_eq(tool_text_append(out, sizeof out, "%s-%d", "ab", 3), "ab-3");
    ck_assert_str_eq(tool_text_append(out, sizeof out, "%s", "cde"), "ab-3cde");
    ck_assert_str_eq(tool_text_append(out, sizeof out, "more"), "ab-3cde");
    char short_out[6] = "abc";
    ck_assert_str_eq(tool_text_append(short_out, sizeof short_out, "%d", 12345), "abc12");
}
