#include "print/print_conditions.h"
#include "text/complain.h"
#include <stdio.h>

static void tell_missed(const tool_condition *condition, const tool_inspection *it, const tool_code *code,
                        long got) {
    char number[32] = "none that its compiler reports";
    if (got >= 0) snprintf(number, sizeof number, "%ld", got);
    tool_complain("--require %s is not met: %s for %s, %d lanes, has %s%s", condition->text, code->kernel,
                  it->target->name, it->width, number,
                  condition->operation[0] ? " instructions at one place, unrolled copies of it together"
                                          : "");
}

typedef struct judgement {
    bool shown, judged, missed; /* there are kernels; the condition applies to one; one violates it */
} judgement;

static void judge(const tool_condition *condition, const tool_inspection *it, const tool_code *code,
                  judgement *out) {
    long got = -1;
    if (!tool_inspection_shows(it, code)) return;
    out->shown = true;
    if (!tool_condition_applies(condition, it)) return;
    const bool holds = tool_condition_holds(condition, it, code, &got);
    if (condition->operation[0] && got < 0) return; /* a kernel that does not use it */
    out->judged = true;
    if (holds) return;
    tell_missed(condition, it, code, got);
    out->missed = true;
}

static tool_exit check(const tool_condition *condition, const tool_inspection *item, size_t count) {
    judgement all = {false, false, false};
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < item[i].codes.count; k++)
            judge(condition, &item[i], &item[i].codes.item[k], &all);
    if (all.missed) return TOOL_WRONG;
    if (all.judged || !all.shown || !condition->operation[0]) return TOOL_OK;
    tool_complain("--require %s cannot be judged: no instruction of these kernels%s%s is known to belong to "
                  "%s",
                  condition->text, condition->target[0] ? " for " : "", condition->target,
                  condition->operation);
    return TOOL_NOTHING_DONE;
}

tool_exit cli_check_conditions(const tool_condition *conditions, int condition_count,
                               const tool_inspection *item, size_t count) {
    tool_exit status = TOOL_OK;
    for (int c = 0; c < condition_count; c++)
        status = tool_exit_worst(status, check(&conditions[c], item, count));
    return status;
}
