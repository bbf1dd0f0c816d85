/* When a machine counts as busy. */
#include "support/suite.h"
#include "records/os_busy.h"
#include "system/os_start.h"
#include <stdint.h>

static const struct {
    double load;
    unsigned cores;
    double share;
    const char *text; /* "": not busy */
} cases[] = {
    {3.2, 2, 0.61,
     "this machine is busy (load 3.2 on 2 cores; other processes use 61% of them): times will be noisy"},
    {0.1, 1, 0.9,
     "this machine is busy (load 0.1 on 1 core; other processes use 90% of them): times will be noisy"},
    {3.2, 2, -1.0, "this machine is busy (load 3.2 on 2 cores): times will be noisy"},
    {-1.0, 2, 0.5, "this machine is busy (other processes use 50% of the processors): times will be noisy"},
    {5.0, 0, 0.5, "this machine is busy (other processes use 50% of the processors): times will be noisy"},
    {3.2, 2, 0.02, ""}, /* the process that made the load has ended */
    {0.9, 2, 0.1, ""},
    {3.2, 64, -1.0, ""},
    {-1.0, 2, -1.0, ""},
    {-1.0, 0, 0.0, ""}};

EACH_TEST(messages_about_a_busy_machine, cases) {
    char text[160];
    const bool busy = tool_busy_text(cases[_i].load, cases[_i].cores, cases[_i].share, text, sizeof text);
    ck_assert_str_eq(text, cases[_i].text);
    ck_assert_int_eq(busy, cases[_i].text[0] != 0);
}

TEST(others_are_all_but_the_idle_and_the_own) {
    const tool_busy from = {100.0, 50.0, 3.0};
    tool_busy to = {104.0, 51.0, 4.0};
    ck_assert_double_eq_tol(tool_busy_share(&from, &to), 0.5, 1e-12);
    to.own = 9.0; /* ticks are coarse */
    ck_assert_double_eq_tol(tool_busy_share(&from, &to), 0.0, 1e-12);
    to = (tool_busy){100.05, 50.0, 3.0};
    ck_assert_double_lt(tool_busy_share(&from, &to), 0.0);
    const tool_busy unknown = {0.0, 0.0, 3.0};
    ck_assert_double_lt(tool_busy_share(&unknown, &to), 0.0);
}

TEST(own_work_is_counted) {
    const tool_busy from = tool_busy_now();
    tool_busy to = from;
    for (volatile uint64_t i = 0; to.own - from.own < 0.2; i++)
        if (i % 1000000 == 0) to = tool_busy_now();
    if (!(from.all > 0.0)) return; /* the system does not report it */
    ck_assert_double_gt(to.all, from.all);
    ck_assert_double_ge(to.idle, from.idle);
    const double share = tool_busy_share(&from, &to),
                 busy = 1.0 - (to.idle - from.idle) / (to.all - from.all);
    ck_assert_msg(share < 0.0 || share < busy, "%g of %g", share, busy);
}
