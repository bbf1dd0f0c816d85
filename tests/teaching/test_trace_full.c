/* `crosslane trace` of every strategy of every algorithm.
 * ctest label: full
 */
#include "table/registry.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <string.h>

AROUND(NULL, free_command);

/* Every strategy with lanes has something to show; plain OpenCL C says in one line that it has not. */
LOOP_TEST(every_strategy_shows_something, xl_algorithm_count()) {
    const xl__algorithm *const algorithm = xl__algorithms[_i];
    int shown = 0, strategies = 0;
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const strategy = &algorithm->strategies[s];
        if (strategy->flags & XL__WRONG) continue;
        strategies++;
        command_run(&c, "trace %s/%s --device 0 --width 8", algorithm->name, strategy->name);
        if (strategy->flow == XL__NO_SUB_GROUPS) {
            command_refused(&c, 2, "works without sub-groups, so it has no lanes to show", NULL);
            continue;
        }
        if (strstr(c.out, "does not run here")) continue; /* a look-back needs progress */
        command_expect(&c, 0);
        ck_assert_msg(strstr(c.out, "\nlane ") && !strstr(c.out, "recorded nothing"), "%s", c.out);
        shown++;
    }
    ck_assert(strategies > 0);
    ck_assert_msg(shown > 0 || strcmp(algorithm->name, "normal24") == 0, "%s", algorithm->name);
}
