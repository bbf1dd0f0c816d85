/* The same for lanes: the fake driver wraps the checking device, which has sub-groups. ctest label: full */
#include "breaks_answers.h"
#include "support/suite.h"
#include <stdio.h>

static const char library[] = XL_TEST_FAKE_DRIVER "/../../../libcrosslane_check.so";

static bool is_built(void) {
    FILE *const stream = XL_TEST_FAKE_DRIVER[0] ? fopen(library, "rb") : NULL;
    if (stream) return fclose(stream) == 0;
    puts("skipped: the fake driver or the checking device was not built");
    return false;
}

/* A breach in random programs shows only that some question is broken. */
static bool any_together(const json_t *document) {
    bool broken = false;
    for (const tool_question *q = tool_questions; q->name; q++)
        broken = broken || (strncmp(q->name, "together_", 9) == 0 &&
                            strcmp(text_of(row_of(document, q->name), "outcome"), "broken") == 0 &&
                            strstr(text_of(row_of(document, q->name), "example"), "record 0"));
    return broken;
}

GROUP("lanes");
AROUND(enter, leave);

TEST(each_breach_between_lanes_is_found) {
    static const char questions[] =
        "together_if ballot_* lane_* sub_group_* lock_* local_* shuffle_* float_* lanes "
        "--width 8 --timeout 600";
    if (!is_built()) return;
    bad_driver_wrap(library);
    json_t *const plain = ask("nothing", questions), *const broken = ask("breaks=all", questions);
    ck_assert_int_ge(compare(plain, broken), 11);
    ck_assert(!any_together(plain) && any_together(broken));
    json_decref(plain);
    json_decref(broken);
}
