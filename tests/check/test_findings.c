/* Which differences between orders of work-items a table allows. */
#include "support/one_command.h"
#include "support/suite.h"
#include "run/findings.h"
#include <string.h>

AROUND(enter, leave);

static const xl__measure vary[] = {{.name = "fallbacks", .varies = true}, {0}},
                         some[] = {{.name = "fallbacks", .varies = true}, {.name = "steps"}, {0}};

static const struct {
    const xl__strategy strategy;
    const char *message;
    bool found;
} rows[] = {
    {{.measures = vary}, "`measures` differs between two orders (x; y), first in byte 0", false},
    {{.measures = some}, "`measures` differs between two orders (x; y), first in byte 0", true},
    {{.name = "none"}, "`measures` differs between two orders (x; y), first in byte 0", true},
    {{.measures = vary}, "`keys`, `measures` differ between two orders (x; y)", true},
    {{.measures = vary}, "`measures`, `states` differ between two orders (x; y)", true},
    {{.measures = vary}, "`keys` differs between two orders (x; y), first in byte 0", true},
    {{.any_order = "keys"}, "`keys` differs between two orders (x; y), first in byte 0", false},
};

EACH_TEST(only_measures_that_vary_may_differ, rows) {
    char line[300];
    tool_session session = {.report = scratch_path("report")};
    snprintf(line, sizeof line,
             "{\"kind\":\"depends on the schedule\",\"kernel\":\"k\",\"message\":\"%s\"}\n",
             rows[_i].message);
    scratch_write("report", line, strlen(line));
    ck_assert_int_eq(tool_findings_read(&session, &rows[_i].strategy), rows[_i].found);
    tool_findings_close(&session);
}
