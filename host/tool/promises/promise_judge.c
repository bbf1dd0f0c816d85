/* promise_judge.c - what numbers of tries and breaches say. */
#include "promises/promise.h"

const char *tool_outcome_name(tool_outcome outcome) {
    static const char *const names[] = {"holds", "broken", "unproven", "found", "impossible"};
    return names[outcome];
}

tool_outcome tool_promise_judge(const tool_promise *p) {
    if (p->outcome == TOOL_PROMISE_IMPOSSIBLE || p->outcome == TOOL_PROMISE_FOUND) return p->outcome;
    if (p->broken > 0) return TOOL_PROMISE_BROKEN;
    return p->tries > 0 && p->mutant_broken > 0 ? TOOL_PROMISE_HOLDS : TOOL_PROMISE_UNPROVEN;
}
