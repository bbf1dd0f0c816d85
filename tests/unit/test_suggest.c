#include "support/suite.h"
#include "text/suggest.h"
#include <stdint.h>
#include <string.h>

TEST(distances) {
    char longest[80];
    memset(longest, 'a', sizeof longest);
    longest[79] = '\0';
    ck_assert_uint_eq(tool_edit_distance("", ""), 0);
    ck_assert_uint_eq(tool_edit_distance("", "abc"), 3);
    ck_assert_uint_eq(tool_edit_distance("kitten", "sitting"), 3);
    ck_assert_uint_eq(tool_edit_distance("serail", "serial"), 1); /* a swap is one change */
    ck_assert_uint_eq(tool_edit_distance("LERP", "lerp"), 0);
    ck_assert_uint_eq(tool_edit_distance("ca", "abc"), 3);
    ck_assert_uint_eq(tool_edit_distance(longest, "a"), SIZE_MAX);
}

TEST(suggests_the_nearest) {
    static const char *const names[] = {"run", "devices", "list", "probe", "verify", "bench", "histogram"};
    const size_t n = sizeof names / sizeof names[0];
    ck_assert_str_eq(tool_suggest("histgram", names, n), "histogram");
    ck_assert_str_eq(tool_suggest("bnech", names, n), "bench");
    ck_assert_str_eq(tool_suggest("Verfy", names, n), "verify");
    ck_assert_str_eq(tool_suggest("runn", names, n), "run");
    ck_assert_str_eq(tool_suggest("hist", names, n), "list"); /* one change is nearer than a common prefix */
    ck_assert_str_eq(tool_suggest("histo", names, n), "histogram");
    ck_assert_ptr_null(tool_suggest("xyzzy", names, n));
    ck_assert_ptr_null(tool_suggest("q", names, n));
    ck_assert_ptr_null(tool_suggest("", names, n));
    ck_assert_ptr_null(tool_suggest("run", names, 0));
}

TEST(globs) {
    static const struct {
        const char *pattern, *text;
        bool match;
    } cases[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "", false},
        {"*", "", true},
        {"*", "abc", true},
        {"**", "abc", true},
        {"?", "a", true},
        {"?", "", false},
        {"a?c", "abc", true},
        {"a*c", "ac", true},
        {"a*c", "abbbc", true},
        {"a*c", "abcd", false},
        {"*bc", "abcbc", true},
        {"*a*b*", "xaxbx", true},
        {"*a*b*", "xbxax", false},
        {"local*", "local", true},
        {"a*b?c", "axxbxc", true},
        {"A", "a", false},
        {"a", "ab", false},
        {"*?", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(tool_glob(cases[i].pattern, cases[i].text) == cases[i].match, "'%s' on '%s'",
                      cases[i].pattern, cases[i].text);
}

/* A pattern on which a backtracking matcher takes exponential time. */
TEST(glob_stays_quick) {
    char text[400];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    ck_assert(!tool_glob("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

TEST(names) {
    ck_assert(tool_match_name("lerp", "lerp", "serial"));
    ck_assert(tool_match_name("l*", "lerp", "serial"));
    ck_assert(tool_match_name("lerp/serial", "lerp", "serial"));
    ck_assert(tool_match_name("*/ser*", "lerp", "serial"));
    ck_assert(!tool_match_name("lerp/serial", "lerp", "prefix"));
    ck_assert(!tool_match_name("serial", "lerp", "serial"));
    ck_assert(!tool_match_name("lerp/", "lerp", "serial"));
    ck_assert(tool_has_wildcard("a*") && tool_has_wildcard("?") && !tool_has_wildcard("lerp/serial"));
}
