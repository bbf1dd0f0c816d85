/* Sizes and conditions of tables: values computed by hand, and refused texts. */
#include "support/suite.h"
#include "table/expression.h"
#include <string.h>

static const char *const names[] = {"n", "group", "items", "none", "huge", "way", NULL};
static const uint64_t values[] = {1000, 64, 3, 0, UINT64_MAX, 2};

static int find(const void *of, const char *name, size_t size) {
    (void)of;
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0) return i;
    return -1;
}

static const char *choices(const void *of, int place) {
    (void)of;
    return strcmp(names[place], "way") == 0 ? "ballot|shuffle|native" : NULL;
}

static const char *text_of(const void *of, const char *name, size_t size) {
    (void)of;
    if (size == 5 && memcmp(name, "tiles", 5) == 0) return "blocks(n, group)";
    if (size == 5 && memcmp(name, "pairs", 5) == 0) return "tiles - 1";
    if (size == 4 && memcmp(name, "self", 4) == 0) return "1 + self";
    if (size == 3 && memcmp(name, "bad", 3) == 0) return "n + m";
    return NULL;
}

static const xl__scope scope = {NULL, find, text_of, choices, NULL};

static const struct {
    const char *text;
    uint64_t value;
} right[] = {
    {"17", 17},
    {" n ", 1000},
    {"n + group * items", 1192},
    {"(n + group) * items", 3192},
    {"n - group - items", 933},
    {"group - n", 0},
    {"n / group", 15},
    {"n % group", 40},
    {"n / group / items", 5},
    {"blocks(n, group)", 16},
    {"blocks(n, group * items)", 6},
    {"blocks(none, group)", 0},
    {"blocks(huge, 2)", UINT64_MAX / 2 + 1},
    {"round_up(n, group)", 1024},
    {"round_up(960, group)", 960},
    {"min(n, group)", 64},
    {"max(n, min(group, 2000))", 1000},
    {"18446744073709551615", UINT64_MAX},
    {"huge", UINT64_MAX},
    {"n > group", 1},
    {"n >= 1000", 1},
    {"n < 1000", 0},
    {"n <= 1000", 1},
    {"n != 1000", 0},
    {"way == native", 1},
    {"way == shuffle", 0},
    {"way != ballot && n > 0", 1},
    {"none > 0 || way == native", 1},
    {"none > 0 && way == native || items == 3", 1},
    {"way == native ? items : group", 3},
    {"none ? items : n > 999 ? 7 : 8", 7},
    {"n + (way == ballot) * 5", 1000},
    {"blocks(n,group)*(items+1)", 64},
    {"tiles", 16},
    {"2 * pairs", 30}, /* a name has its value: not 2 * tiles - 1 */
    {"pairs * pairs + tiles", 241},
    {"power_of_2(0)", 1},
    {"power_of_2(1)", 1},
    {"power_of_2(min(n, 7))", 4},
    {"power_of_2(8) + power_of_2(9)", 16},
    {"power_of_2(18446744073709551615)", UINT64_C(1) << 63},
};

EACH_TEST(value_is_as_computed_by_hand, right) {
    xl__code code = {0};
    xl__expression before, e;
    xl_error error = {0};
    uint64_t value = 0;
    ck_assert_int_eq(xl__compile(&code, &scope, "items * 2", &before, &error), XL_SUCCESS);
    ck_assert_msg(xl__compile(&code, &scope, right[_i].text, &e, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(xl__compute(&code, e, values, &value));
    ck_assert_msg(value == right[_i].value, "%s is %llu", right[_i].text, (unsigned long long)value);
    ck_assert(xl__compute(&code, before, values, &value));
    ck_assert_uint_eq(value, 6);
    xl__code_free(&code);
}

static const struct {
    const char *text, *word; /* a text that the error must have */
} wrong[] = {
    {"", "value is missing"},
    {"nn", "no such name at 'nn'"},
    {"n +", "value is missing"},
    {"n group", "'group'"},
    {"(n", "bracket"},
    {"n)", "')'"},
    {"blocks(n)", "comma"},
    {"blocks(n, 2", "bracket"},
    {"power_of_2(n, 2)", "bracket"},
    {"n ? ballot : shuffle",
     "no such name at 'ballot'"}, /* words are allowed only if the result is a choice */
    {"block(n, 2)", "no such function at 'block(n,'"},
    {"18446744073709551616", "64 bits"},
    {"way == shufle", "no such word at 'shufle'"},
    {"way == n2", "no such word"},
    {"shuffle == way", "no such name at 'shuffle'"},
    {"n ? 1", "colon"},
    {"-1", "value is missing"},
    {"n = 5", "'='"},
    {"1.5", "'.5'"},
    {"self", "too deep"}, /* a size defined by itself */
    {"1 + bad", "'n + m': there is no such name at 'm'"},
};

EACH_TEST(mistake_is_named, wrong) {
    xl__code code = {0};
    xl__expression e;
    xl_error error = {0};
    ck_assert_int_eq(xl__compile(&code, &scope, wrong[_i].text, &e, &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, wrong[_i].word) != NULL, "%s", error.text);
    ck_assert_int_eq(code.count, 0);
    xl__code_free(&code);
}

/* Also next to comparisons with other choices' words. */
TEST(result_may_be_a_word) {
    const xl__scope of_choice = {NULL, find, text_of, choices, "auto|lane|pass"};
    static const struct {
        const char *text;
        uint64_t value;
    } words[] = {
        {"pass", 2}, {"way == native ? lane : auto", 1}, {"n < 5 ? lane : n < 5000 ? pass : auto", 2}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        xl__code code = {0};
        xl__expression e;
        xl_error error = {0};
        uint64_t value = 0;
        ck_assert_msg(xl__compile(&code, &of_choice, words[i].text, &e, &error) == XL_SUCCESS, "%s",
                      error.text);
        ck_assert(xl__compute(&code, e, values, &value));
        ck_assert_uint_eq(value, words[i].value);
        ck_assert_int_eq(xl__compile(&code, &of_choice, "way == native ? line : auto", &e, &error),
                         XL_BAD_VALUE);
        ck_assert_ptr_nonnull(strstr(error.text, "'line'"));
        xl__code_free(&code);
    }
}

static const char *const valueless[] = {"huge + 1",          "huge * 2",         "n / none",
                                        "n % none",          "blocks(n, none)",  "round_up(huge, 2)",
                                        "round_up(5, none)", "(huge + 1) * none"};

EACH_TEST(value_that_does_not_exist_is_refused, valueless) {
    xl__code code = {0};
    xl__expression e;
    uint64_t value = 0;
    ck_assert_int_eq(xl__compile(&code, &scope, valueless[_i], &e, NULL), XL_SUCCESS);
    ck_assert_msg(!xl__compute(&code, e, values, &value), "%s is %llu", valueless[_i],
                  (unsigned long long)value);
    xl__code_free(&code);
}

TEST(depth_is_bounded) {
    char text[200];
    memset(text, '(', 100);
    memcpy(text + 100, "n", 2);
    xl__code code = {0};
    xl__expression e;
    xl_error error = {0};
    ck_assert_int_eq(xl__compile(&code, &scope, text, &e, &error), XL_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(error.text, "too deep"));
    xl__code_free(&code);
}

/* With the caller's terms the evaluator allocates nothing. */
TEST(length_is_bounded) {
    enum { TOO_MANY = XL__MOST_TERMS / 2 + 2 }; /* "+n": two terms */
    char text[2 * TOO_MANY + 1] = "n";
    xl__term terms[XL__MOST_TERMS];
    xl__code code = {0}, lent = {.terms = terms, .capacity = XL__MOST_TERMS, .lent = true};
    xl__expression e;
    xl_error error = {0};
    for (int i = 0; i < TOO_MANY - 1; i++) memcpy(text + 1 + 2 * i, "+n", sizeof "+n");
    ck_assert_int_eq(xl__compile(&code, &scope, text, &e, &error), XL_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(error.text, "too long"));
    ck_assert_int_eq(xl__compile(&lent, &scope, text, &e, &error), XL_BAD_VALUE);
    text[strlen(text) - 4] = '\0';
    ck_assert_int_eq(xl__compile(&lent, &scope, text, &e, &error), XL_SUCCESS);
    ck_assert_ptr_eq(lent.terms, terms);
    ck_assert_int_eq(xl__compile(&lent, &scope, "n + n", &e, &error), XL_BAD_VALUE);
    ck_assert_ptr_eq(lent.terms, terms);
    xl__code_free(&lent);
    xl__code_free(&code);
}
