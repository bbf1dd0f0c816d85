/* cause.c - compares the limits, the sub-groups, the operations and the compiled code of two rows. */
#include "verdict/cause.h"
#include "recorded/winners.h"
#include "text/display.h"
#include "verdict/operations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A resource is a cause if it explains this share of the ratio's logarithm, and one row reaches this fraction
   of its limit. Far from the limit, the limit decides nothing. */
#define EXPLAINS 0.5
#define REACHES 0.5

typedef struct side {
    const tool_subject *subject;
    const json_t *record;
    double launch, memory, arithmetic; /* least time that each resource allows, in ns; 0: not measured */
    double limit, reached;             /* the largest of them, and its share of the row's time */
} side;

static double number(const json_t *record, const char *field) {
    return json_number_value(json_object_get(record, field));
}

static double over(double amount, double rate) {
    return amount > 0.0 && rate > 0.0 ? 1e9 * amount / rate : 0.0;
}

static side side_of(const tool_contests *c, const tool_contest *contest, int subject) {
    const json_t *const r = contest->best[subject].record;
    side s = {.subject = &c->recorded->subject[subject],
              .record = r,
              .launch = number(r, "floor_ns"),
              .memory = over(number(r, "bytes"), number(r, "bandwidth_bytes_per_s")),
              .arithmetic = over(number(r, "operations"), number(r, "arithmetic_ops_per_s"))};
    s.limit = fmax(s.launch, fmax(s.memory, s.arithmetic));
    s.reached = tool_median_of(r) > 0.0 ? s.limit / tool_median_of(r) : 0.0;
    return s;
}

/* ---- the causes, in the order in which they are tried; false: it does not apply ---- */

/* Whether the row uses an operation in that form; `op`: "shuffle". */
static bool uses_form(const side *s, const char *form, char *op, size_t size) {
    char text[300];
    tool_operations_not_native(s->subject, s->record, text, sizeof text);
    const char *const at = strstr(text, form);
    if (!at) return false;
    const char *start = at - 1; /* "reduce_add demoted, shuffle derived": the word before the form */
    while (start > text && start[-1] != ' ') start--;
    snprintf(op, size, "%.*s", (int)(at - 1 - start), start);
    return true;
}

static bool by_demoted(const side *slow, char *out) {
    char op[64];
    if (!uses_form(slow, "demoted", op, sizeof op)) return false;
    snprintf(out, TOOL_CAUSE, "demoted: the other's %.30s is wrong", op);
    return true;
}

/* Whether times a and b of one resource explain the ratio. */
static bool explains(double a, double b, double ratio) {
    return a > 0.0 && b > a && log(b / a) >= EXPLAINS * log(ratio);
}

static bool by_resource(const side *fast, const side *slow, double ratio, char *out) {
    char mine[32], other[32], times[24];
    if (fmax(fast->reached, slow->reached) < REACHES) return false;
    if (slow->launch >= slow->limit && explains(fast->launch, slow->launch, ratio))
        snprintf(out, TOOL_CAUSE, "launch: %s, not %s", tool_format_ns(fast->launch, mine, sizeof mine),
                 tool_format_ns(slow->launch, other, sizeof other));
    else if (slow->memory >= slow->limit && explains(fast->memory, slow->memory, ratio))
        snprintf(out, TOOL_CAUSE, "memory: %s times the bandwidth",
                 tool_ratio_text(slow->memory / fast->memory, times, sizeof times));
    else if (slow->arithmetic >= slow->limit && explains(fast->arithmetic, slow->arithmetic, ratio))
        snprintf(out, TOOL_CAUSE, "arithmetic: %s times the rate",
                 tool_ratio_text(slow->arithmetic / fast->arithmetic, times, sizeof times));
    else
        return false;
    return true;
}

static long long lanes_of(const side *s) {
    return (long long)json_integer_value(json_object_get(s->record, "width_requested"));
}

static bool has_native(const tool_subject *subject) {
    json_t *record;
    size_t i;
    json_array_foreach(subject->records, i, record) {
        if (json_integer_value(json_object_get(record, "width_requested")) > 0 &&
            tool_record_is_timed(record) && !tool_record_is_emulated(record))
            return true;
    }
    return false;
}

static bool by_sub_groups(const side *fast, const side *slow, char *out) {
    if (lanes_of(fast) == 0 || tool_record_is_emulated(fast->record)) return false;
    if (lanes_of(slow) > 0 && tool_record_is_emulated(slow->record))
        snprintf(out, TOOL_CAUSE, "native sub-groups, not emulated");
    else if (lanes_of(slow) == 0 && !has_native(slow->subject))
        snprintf(out, TOOL_CAUSE, "native sub-groups; the other has none");
    else
        return false;
    return true;
}

static bool by_derived(const side *fast, const side *slow, char *out) {
    char op[64];
    if (tool_record_is_emulated(fast->record) || !uses_form(slow, "derived", op, sizeof op)) return false;
    snprintf(out, TOOL_CAUSE, "derived: the other has no %.30s", op);
    return true;
}

static bool by_code(const side *fast, const side *slow, char *out) {
    const json_t *const mine = json_object_get(fast->record, "spills"), *const other = json_object_get(
                                                                            slow->record, "spills");
    if (!mine || !other || json_integer_value(other) <= json_integer_value(mine)) return false;
    snprintf(out, TOOL_CAUSE, "compiled code: %lld bytes spilled, not %lld",
             (long long)json_integer_value(mine), (long long)json_integer_value(other));
    return true;
}

static bool by_units(const side *fast, const side *slow, double ratio, char *out) {
    const double mine = number(fast->subject->device, "compute_units"),
                 other = number(slow->subject->device, "compute_units");
    const bool same_type =
        strcmp(tool_text_of(fast->subject->device, "type"), tool_text_of(slow->subject->device, "type")) == 0;
    if (!same_type || !explains(other, mine, ratio)) return false;
    snprintf(out, TOOL_CAUSE, "cores: %.0f compute units, not %.0f", mine, other);
    return true;
}

static const char *percent(double share, char *out, size_t size) {
    snprintf(out, size, share < 0.0995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
    return out;
}

/* A working set in the caches can beat the limit, which is measured in memory. */
static void by_fractions(const side *fast, const side *slow, char *out) {
    char mine[16], other[16], times[24];
    percent(fast->reached, mine, sizeof mine);
    percent(slow->reached, other, sizeof other);
    tool_ratio_text(slow->limit / fast->limit, times, sizeof times);
    if (!(fast->limit > 0.0 && slow->limit > 0.0))
        snprintf(out, TOOL_CAUSE, "unknown: the file has no measured limits");
    else if (slow->reached > 1.0)
        snprintf(out, TOOL_CAUSE, "unknown: both beat their measured limits");
    else if (fast->reached > 1.0)
        snprintf(out, TOOL_CAUSE, "beats its limit; the other reaches %s", other);
    else if (fast->reached <= slow->reached)
        snprintf(out, TOOL_CAUSE, "reaches %s of a %s times lower limit", mine, times);
    else
        snprintf(out, TOOL_CAUSE, "reaches %s of its limit, the other %s", mine, other);
}

const char *tool_cause_text(const tool_contests *c, const tool_contest *contest, char out[TOOL_CAUSE]) {
    const side fast = side_of(c, contest, contest->fastest), slow = side_of(c, contest, contest->next);
    const double ratio = contest->lead.ratio;
    if (!by_demoted(&slow, out) && !by_resource(&fast, &slow, ratio, out) &&
        !by_sub_groups(&fast, &slow, out) && !by_derived(&fast, &slow, out) && !by_code(&fast, &slow, out) &&
        !by_units(&fast, &slow, ratio, out))
        by_fractions(&fast, &slow, out);
    return out;
}
