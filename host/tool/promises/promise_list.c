/* promise_list.c - the questions. */
#include "promises/promise.h"
#include <string.h>

const char *const tool_promise_lines[] = {
    "All lanes are together again after if and if/else",
    "... after else if, switch and goto",
    "... in and after loops",
    "... in and after loops with break or continue",
    "... after an early return, those that remain",
    "... in and after && || ?:",
    "... in and after a call",
    "Lanes may wait for each other",
    "A sub-group may wait for another one",
    "A work-group may wait for another one",
    "Between work-groups, data is visible before its flag",
    "... two accesses happen in the order written",
    "Lanes see each other's stores to local memory",
    "Work-items are lanes",
    NULL,
};
enum { IF, NEST, LOOP, BREAK, EARLY, SHORT, CALL, WAIT, SUB, GROUP, MESSAGE, ORDER, LOCAL, LANES };

const tool_question tool_questions[] = {
    {"together_if", "if", IF, true, 7, tool_measure_branches, 0},
    {"together_switch", "switch", NEST, true, 0, NULL, 1},
    {"together_loop", "loop", LOOP, true, 0, NULL, 2},
    {"together_break", "break", BREAK, true, 0, NULL, 3},
    {"together_return", "return", EARLY, true, 0, NULL, 4},
    {"together_short_circuit", "&&", SHORT, true, 0, NULL, 5},
    {"together_call", "call", CALL, true, 0, NULL, 6},
    {"lane_waits_for_higher", "lower for higher", WAIT, true, 1, tool_measure_progress, 0},
    {"lane_waits_for_lower", "higher for lower", WAIT, true, 1, tool_measure_progress, 1},
    {"lock_inside_the_loop", "a lock, released in its loop", WAIT, true, 1, tool_measure_progress, 2},
    {"lock_after_the_loop", "a lock, released after its loop", WAIT, true, 1, tool_measure_progress, 3},
    {"sub_group_waits", "sub-group", SUB, true, 1, tool_measure_progress, 4},
    {"work_group_waits_for_started", "for one that started earlier", GROUP, false, 1, tool_measure_progress,
     5},
    {"work_group_waits_for_later", "for one that starts later", GROUP, false, 1, tool_measure_progress, 6},
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
    {"lanes", "lanes", LANES, true, 1, tool_measure_lanes, 0},
    {NULL, NULL, 0, false, 0, NULL, 0},
};

const tool_question *tool_find_question(const char *name) {
    for (const tool_question *q = tool_questions; q->name; q++)
        if (strcmp(q->name, name) == 0) return q;
    return NULL;
}
