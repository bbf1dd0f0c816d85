/* objects: light by hand; when auto may take one direction per object. */
#include "expected/expected.h"
#include "support/sample.h"
#include <string.h>

EXPECTED("objects")

GROUP("auto");
AROUND(open_place, close_place);

static const struct {
    const char *settings, *strategy;
} chosen[] = {
    {"points=65536 lights=64", "points"}, /* no error is allowed */
    {"points=65536 lights=64 tolerance=0", "points"},
    {"points=65536 lights=64 tolerance=0.001", "direction"},
    {"points=65536 lights=64 tolerance=1e30", "direction"},
    {"points=65536 lights=64 object=1 tolerance=1e30", "points"},
    {"points=65536 lights=4 tolerance=1e30", "points"},
};

EACH_TEST(auto_needs_a_tolerance, chosen) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    xl_plan_facts facts;
    const xl_plan_request request = {.algorithm = "objects", .settings = chosen[_i].settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    xl_plan_get_facts(plan, &facts);
    ck_assert_msg(strcmp(facts.strategy, chosen[_i].strategy) == 0, "%s: %s", chosen[_i].settings,
                  facts.strategy);
    xl_plan_free(plan);
}
