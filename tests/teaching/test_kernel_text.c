/* Kernels compared as texts. */
#include "support/suite.h"
#include "learn/kernel_text.h"

TEST(comments_and_blanks_say_nothing) {
    ck_assert(tool_same_code("a = b; /* c */\n// d\n", "a=b ;"));
    ck_assert(tool_same_code("", " /* */"));
    ck_assert(!tool_same_code("a = b;", "a = c;"));
    ck_assert(!tool_same_code("a", "ab"));
    ck_assert(!tool_same_code("a / b", "a")); /* no comment */
    ck_assert(!tool_same_code("a /* open", "a"));
}

TEST(one_place_is_near) {
    ck_assert_uint_eq(tool_shared_code("abcdef", "abcdef"), 6);
    ck_assert_uint_eq(tool_shared_code("ab x ef", "ab /* */ yy ef"), 4);
    ck_assert_uint_eq(tool_shared_code("aaa", "aaaaa"), 3); /* each once */
    ck_assert_uint_eq(tool_shared_code("abc", "xyz"), 0);
    ck_assert_uint_eq(tool_shared_code("", "x"), 0);
    ck_assert_uint_gt(tool_shared_code("v += below; y = v;", "v += below; y = w;"),
                      tool_shared_code("v += below; y = v;", "v -= below; y = w;"));
}
