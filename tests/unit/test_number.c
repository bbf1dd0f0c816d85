/* Numbers as text in any locale: reading gives the nearest double, writing the shortest text that reads back
   equal. Exact rationals gave the expected bits; tests/independent/numbers tests random texts. */
#include "support/scratch.h"
#include "support/suite.h"
#include "base/number.h"
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Halfway between doubles and near it, more than 17 digits, denormals, extremes, exponents beyond 22. */
static const struct {
    const char *text;
    uint64_t bits;
} numbers[] = {
    {"0", UINT64_C(0x0000000000000000)},
    {"-0", UINT64_C(0x8000000000000000)},
    {"0e999999", UINT64_C(0x0000000000000000)},
    {"1", UINT64_C(0x3ff0000000000000)},
    {"+7", UINT64_C(0x401c000000000000)},
    {"-0.10000000149011612", UINT64_C(0xbfb99999a0000000)},
    {"1365.3333333333333", UINT64_C(0x4095555555555555)},
    {"4505.6", UINT64_C(0x40b199999999999a)},
    {"0.1", UINT64_C(0x3fb999999999999a)},
    {"9007199254740993", UINT64_C(0x4340000000000000)},
    {"9007199254740992.9999999999999999", UINT64_C(0x4340000000000000)},
    {"9007199254740993.00000000000000000000001", UINT64_C(0x4340000000000001)},
    {"9007199254740995", UINT64_C(0x4340000000000002)},
    {"18014398509481986", UINT64_C(0x4350000000000000)},
    {"36893488147419107329", UINT64_C(0x4400000000000001)},
    {"1e22", UINT64_C(0x4480f0cf064dd592)},
    {"1e23", UINT64_C(0x44b52d02c7e14af6)},
    {"8.5e23", UINT64_C(0x44e67fd2f45f5fa6)},
    {"9e23", UINT64_C(0x44e7d2a320dd7455)},
    {"123456789012345678901234567890", UINT64_C(0x45f8ee90ff6c373e)},
    {"3.14159265358979323846264338327950288", UINT64_C(0x400921fb54442d18)},
    {"0.30000000000000004", UINT64_C(0x3fd3333333333334)},
    {"2.2250738585072011e-308", UINT64_C(0x000fffffffffffff)},
    {"2.2250738585072012e-308", UINT64_C(0x0010000000000000)},
    {"2.2250738585072014e-308", UINT64_C(0x0010000000000000)},
    {"4.9406564584124654e-324", UINT64_C(0x0000000000000001)},
    {"5e-324", UINT64_C(0x0000000000000001)},
    {"2.4703282292062327e-324", UINT64_C(0x0000000000000000)},
    {"2.4703282292062328e-324", UINT64_C(0x0000000000000001)},
    {"1e-400", UINT64_C(0x0000000000000000)},
    {"1.7976931348623157e308", UINT64_C(0x7fefffffffffffff)},
    {"1.7976931348623158e308", UINT64_C(0x7fefffffffffffff)},
    {"1.797693134862315807e308", UINT64_C(0x7fefffffffffffff)},
    {"1.7976931348623159e308", UINT64_C(0x7ff0000000000000)},
    {"1e309", UINT64_C(0x7ff0000000000000)},
    {"-1e400", UINT64_C(0xfff0000000000000)},
    {"6.02214076e23", UINT64_C(0x44dfe185ca57c517)},
    {"1.7976931348623157081e308", UINT64_C(0x7fefffffffffffff)},
    {"7.2057594037927933e16", UINT64_C(0x4370000000000000)},
    {"9.5e-5", UINT64_C(0x3f18e757928e0c9e)},
    {"0.000000000000000000000000000000000001e36", UINT64_C(0x3ff0000000000000)},
    {"100000000000000000000000000000000000e-35", UINT64_C(0x3ff0000000000000)},
    {"5.", UINT64_C(0x4014000000000000)},
    {"000000000000000000000.5", UINT64_C(0x3fe0000000000000)},
    {"16777217", UINT64_C(0x4170000010000000)},
    {"4294967295", UINT64_C(0x41efffffffe00000)},
    {"9223372036854775807", UINT64_C(0x43e0000000000000)},
    {"18446744073709551615", UINT64_C(0x43f0000000000000)},
    {"1.00000005960464477539062500", UINT64_C(0x3ff0000010000000)},
    {"1.00000005960464477539062499", UINT64_C(0x3ff0000010000000)},
    {"3.5844466002796428e+298", UINT64_C(0x7deb67769db917d9)},
    {"1e-40", UINT64_C(0x37a16c262777579c)},
    {"1.1754943508222875e-38", UINT64_C(0x3810000000000000)},
    {"3.4028234663852886e38", UINT64_C(0x47efffffe0000000)},
    {"0.500000000000000166533453693773481063544750213623046875", UINT64_C(0x3fe0000000000002)},
    {"3.518437208883201171875e13", UINT64_C(0x42c0000000000002)},
    {"62.5364939768271845828", UINT64_C(0x404f44abd5aa7ca4)},
    {"8.10109172351e-10", UINT64_C(0x3e0bd5cbaef0fd0c)},
    {"1.50000000000000011102230246251565", UINT64_C(0x3ff8000000000000)},
    {"2.71828182845904523536028747135266249775724709369995", UINT64_C(0x4005bf0a8b145769)},
    {"1.0000000000000001110223024625156540423631668090820312500000000001", UINT64_C(0x3ff0000000000001)},
    {"1.00000000000000011102230246251565404236316680908203125", UINT64_C(0x3ff0000000000000)},
    {"1.00000000000000033306690738754696212708950042724609375", UINT64_C(0x3ff0000000000002)},
    {"1e-1000000000000000000000", UINT64_C(0)},
    {"1e99999999999999999999", UINT64_C(0x7ff0000000000000)},
};

static uint64_t bits_of(double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void check_number(const char *text, uint64_t bits) {
    double value = 0;
    ck_assert_msg(xl__parse_number(text, strlen(text), &value), "%s", text);
    ck_assert_msg(bits_of(value) == bits, "%.80s reads as %016" PRIx64 ", expected %016" PRIx64, text,
                  bits_of(value), bits);
}

GROUP("number");

EACH_TEST(the_nearest_double, numbers) {
    check_number(numbers[_i].text, numbers[_i].bits);
}

/* 2^-1075 exactly, the tie between 0 and the least denormal; then with one more digit. */
TEST(hundreds_of_digits) {
    char digits[1200] = "1";
    size_t count = 1;
    for (int i = 0; i < 1075; i++) { /* 5^1075 */
        unsigned carry = 0;
        for (size_t d = 0; d < count; d++) {
            carry += 5 * (unsigned)(digits[d] - '0');
            digits[d] = (char)('0' + carry % 10);
            carry /= 10;
        }
        if (carry) digits[count++] = (char)('0' + carry);
    }
    char text[5000] = "0.";
    size_t used = 2;
    for (size_t i = count; i < 1075; i++) text[used++] = '0';
    for (size_t i = count; i > 0; i--) text[used++] = digits[i - 1];
    text[used] = '\0';
    ck_assert_uint_eq(used, 1077);
    check_number(text, 0);
    memset(text + used, '0', 2000);
    text[used + 2000] = '\0';
    check_number(text, 0);
    text[used + 1999] = '1';
    check_number(text, 1);
    memset(text, '9', 4000);
    text[4000] = '\0';
    check_number(text, UINT64_C(0x7ff0000000000000));
    memcpy(text + 4000, "e-4000", sizeof "e-4000");
    check_number(text, UINT64_C(0x3ff0000000000000));
}

static const char *const no_numbers[] = {"",    "-",        ".",    "e5",    "1e",   "1e+",  "0x10", "1.2.3",
                                         "nan", "inf",      "12a",  " 12",   "12 ",  "1,5",  "--1",  "1e5e5",
                                         "+-1", "infinity", "1e5.", "0x1p3", "-nan", "1e 5", "+",    "1_000"};

EACH_TEST(other_text_is_refused, no_numbers) {
    double value = 0;
    ck_assert(!xl__parse_number(no_numbers[_i], strlen(no_numbers[_i]), &value));
}

TEST(number_ends_where_told) {
    double value = 0;
    ck_assert(xl__parse_number("1234", 2, &value));
    ck_assert(value == 12);
}

static const struct {
    double value;
    const char *text; /* as repr() of Python, whole numbers without ".0" */
} texts[] = {{0.1, "0.1"},
             {0.30000000000000004, "0.30000000000000004"},
             {-0.10000000149011612, "-0.10000000149011612"},
             {16777216, "16777216"},
             {4294967295.0, "4294967295"},
             {-1e15, "-1000000000000000"},
             {9007199254740993.0, "9007199254740992"},
             {1e16, "1e+16"},
             {0, "0"},
             {-0.0, "-0"},
             {0.0001, "0.0001"},
             {0.00001, "1e-05"},
             {123456.789, "123456.789"},
             {5e-324, "5e-324"},
             {1.7976931348623157e308, "1.7976931348623157e+308"},
             {-3.4e38, "-3.4e+38"},
             {1e100, "1e+100"},
             {INFINITY, "inf"},
             {-INFINITY, "-inf"},
             {NAN, "nan"}};

EACH_TEST(shortest_text, texts) {
    char text[XL__NUMBER_TEXT];
    ck_assert_str_eq(xl__number_text(texts[_i].value, XL__DIGITS, text), texts[_i].text);
}

TEST(fewer_digits_where_asked) {
    char text[XL__NUMBER_TEXT];
    ck_assert_str_eq(xl__number_text((double)0.1f, XL__DIGITS_F32, text), "0.100000001");
    ck_assert_str_eq(xl__number_text(4294967295.0, XL__DIGITS_F32, text), "4294967295");
    ck_assert_str_eq(xl__number_text(1.0 / 3, XL__DIGITS_F32, text), "0.333333333");
    ck_assert_str_eq(xl__number_text(0.5, XL__DIGITS_F32, text), "0.5");
}

GROUP("locales");
AROUND(scratch_make, scratch_remove);

TEST(locale_does_not_matter) {
    char command[1024];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s' >'%s' 2>&1",
             scratch_path("de_DE.UTF-8"), scratch_path("log"));
    /* NOLINTNEXTLINE(cert-env33-c) a line as a person types it */
    const bool made = system(command) == 0 && setenv("LOCPATH", scratch_folder, 1) == 0;
    char text[XL__NUMBER_TEXT];
    double value = 0;
    if (!made || !setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        fprintf(stderr, "locale_does_not_matter: not run, localedef makes no German locale here\n");
        return;
    }
    snprintf(text, sizeof text, "%.1f", 2.5);
    ck_assert_str_eq(text, "2,5"); /* the locale is in force */
    const bool read = xl__parse_number("2.5", 3, &value), comma = xl__parse_number("2,5", 3, &value);
    xl__number_text(2.5, XL__DIGITS, text);
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    ck_assert(read && !comma && value == 2.5);
    ck_assert_str_eq(text, "2.5");
}
