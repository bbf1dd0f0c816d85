/* Each guarantee that the fake driver breaks (breaks.h) is found, and no other. */
#include "breaks_answers.h"
#include "support/suite.h"

GROUP("breaks");
AROUND(enter, leave);

TEST(each_breach_between_work_groups_is_found) {
    if (!bad_driver_ready()) return;
    static const char questions[] = "full_* work_group_* message_* store_* load_* coherence_*";
    json_t *const plain = ask("nothing", questions), *const broken = ask("breaks=all", questions);
    ck_assert_int_ge(compare(plain, broken), 8);
    json_decref(plain);
    json_decref(broken);
}

TEST(other_guarantees_stay) {
    if (!bad_driver_ready()) return;
    json_t *const document = ask("breaks=full_work_groups", "full_* work_group_waits_for_started");
    ck_assert_str_eq(text_of(row_of(document, "full_work_groups"), "outcome"), "broken");
    ck_assert_str_eq(text_of(row_of(document, "work_group_waits_for_started"), "outcome"), "holds");
    json_decref(document);
}
