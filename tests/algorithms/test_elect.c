/* elect: values of an independent program, how often the function was computed and a place taken. */
#include "expected/expected.h"
#include <string.h>

EXPECTED("elect")

TEST(too_many_elements_are_refused) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "elect", .settings = "rows=65536 n=65536"};
    ck_assert_int_eq(xl_plan_make(place.device, &request, &plan, &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, "more than 2^32 - 1024 elements") != NULL, "%s", error.text);
}
