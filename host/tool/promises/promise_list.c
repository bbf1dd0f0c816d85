/* promise_list.c - the questions. */
#include "promises/promise.h"
#include "table/abilities.h"
#include "text/suggest.h"
#include <string.h>

const char *const tool_promise_lines[] = {
    "All lanes are together again after if, switch, goto",
    "... in and after loops",
    "... after an early return, and after a call",
    "... in and after && || ?:",
    "In a branch, an operation counts its lanes only",
    "Lanes and sub-groups may wait for each other",
    "A work-group may wait for another one",
    "The largest work-group runs as a whole",
    "Between work-groups, data is visible before its flag",
    "... two accesses happen in the order written",
    "Lanes see each other's stores to local memory",
    "A shuffle from a lane that is not there gives",
    "A reduction of floats",
    "Work-items are lanes",
    NULL,
};
enum { IF, LOOP, EARLY, SHORT, COUNT, WAIT, GROUP, FULL, MESSAGE, ORDER, LOCAL, SHUFFLE, FLOATS, LANES };

/* The seven questions about random programs are in the order of branch_judge.h. */
const tool_question tool_questions[] = {
    {"together_if", "if", IF, true, 7, tool_measure_branches, 0},
    {"together_switch", "switch", IF, true, 0, NULL, 1},
    {"together_loop", "loop", LOOP, true, 0, NULL, 2},
    {"together_break", "break, continue", LOOP, true, 0, NULL, 3},
    {"together_return", "return", EARLY, true, 0, NULL, 4},
    {"together_call", "call", EARLY, true, 0, NULL, 5},
    {"together_short_circuit", "&&", SHORT, true, 0, NULL, 6},
    {"ballot_in_a_branch", "ballot", COUNT, true, 3, tool_measure_interpreter, 0},
    {"elect_in_a_branch", "elect", COUNT, true, 0, NULL, 1},
    {"non_uniform_in_a_branch", "non-uniform sum", COUNT, true, 0, NULL, 2},
    {"lane_waits_for_higher", "lower for higher", WAIT, true, 1, tool_measure_progress, 0},
    {"lane_waits_for_lower", "higher for lower", WAIT, true, 1, tool_measure_progress, 1},
    {"lock_inside_the_loop", "a lock, released in its loop", WAIT, true, 1, tool_measure_progress, 2},
    {"lock_after_the_loop", "a lock, released after its loop", WAIT, true, 1, tool_measure_progress, 3},
    {"sub_group_waits", "one sub-group for another", WAIT, true, 1, tool_measure_progress, 4},
    {"work_group_waits_for_started", "for one that started earlier", GROUP, false, 1, tool_measure_ability,
     XL__PROGRESS},
    {"work_group_waits_for_later", "for one that starts later", GROUP, false, 1, tool_measure_ability,
     XL__FAIR},
    {"full_work_groups", "largest work-group", FULL, false, 1, tool_measure_ability, XL__FULL_GROUPS},
    {"message_atomic_2", "new atomics, fence", MESSAGE, false, 1, tool_measure_order, 0},
    {"message_atomic", "old atomics, mem_fence", MESSAGE, false, 1, tool_measure_order, 1},
    {"message_vendor_fence", "old atomics, the vendor's fence", MESSAGE, false, 1, tool_measure_order, 7},
    {"message_volatile", "volatile", MESSAGE, false, 1, tool_measure_order, 2},
    {"store_buffering_atomic_2", "store, load: new atomics, fence", ORDER, false, 1, tool_measure_order, 3},
    {"store_buffering_atomic", "store, load: old atomics, mem_fence", ORDER, false, 1, tool_measure_order, 4},
    {"load_buffering_atomic", "load, store: old atomics, mem_fence", ORDER, false, 1, tool_measure_order, 5},
    {"coherence_atomic", "two loads of one address: old atomics", ORDER, false, 1, tool_measure_order, 6},
    {"store_buffering_vendor_fence", "store, load: the vendor's fence", ORDER, false, 1, tool_measure_order,
     8},
    {"message_local", "old atomics, mem_fence", LOCAL, false, 1, tool_measure_order, 9},
    {"local_after_collective", "plain, after a collective", LOCAL, true, 1, tool_measure_handed, 0},
    {"shuffle_outside", "past the last one", SHUFFLE, true, 1, tool_measure_shuffle, 0},
    {"shuffle_idle", "in another branch", SHUFFLE, true, 1, tool_measure_shuffle, 1},
    {"float_reductions", "floats", FLOATS, true, 1, tool_measure_sums, 0},
    {"lanes", "lanes", LANES, true, 1, tool_measure_lanes, 0},
    {NULL, NULL, 0, false, 0, NULL, 0},
};

const tool_question *tool_find_question(const char *name) {
    for (const tool_question *q = tool_questions; q->name; q++)
        if (strcmp(q->name, name) == 0) return q;
    return NULL;
}

bool tool_question_named(const tool_question *question, const char *name) {
    for (int i = 0; i < question->count; i++)
        if (tool_glob(name, question[i].name)) return true;
    return false;
}
