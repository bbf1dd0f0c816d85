/* cause.c - compares limits, sub-groups, operations and compiled code of two rows. */
#include "verdict/cause.h"
#include "recorded/one_device.h"
#include "recorded/winners.h"
#include "text/display.h"
#include "verdict/operations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A resource is a cause if it explains this share of the ratio's logarithm, and one row reaches this fraction
   of its limit. */
#define EXPLAINS 0.5
#define REACHES 0.25
/* Ratios are the same up to this factor. */
#define DIFFERS 1.1
/* From this fraction on, a limit limits a row. */
#define LIMITED 0.5

enum { LAUNCH, MEMORY, ARITHMETIC, RESOURCES };
static const char *const resource_words[] = {"launch", "memory", "arithmetic"};

bool tool_is_same_processor(const tool_subject *a, const tool_subject *b) {
    const tool_subject *const both[] = {a, b};
    const json_t *machine[2];
    for (int i = 0; i < 2; i++) {
        if (strcmp(tool_text_of(both[i]->device, "type"), "cpu") != 0) return false;
        machine[i] = tool_machine_of(both[i]->document, both[i]->device);
    }
    const char *const name = tool_text_of(machine[0], "processor");
    return name[0] != '\0' && strcmp(name, tool_text_of(machine[1], "processor")) == 0 &&
           json_integer_value(json_object_get(machine[0], "cores")) ==
               json_integer_value(json_object_get(machine[1], "cores"));
}

typedef struct side {
    const tool_subject *subject;
    const json_t *record;
    double least[RESOURCES]; /* time that each resource allows, in ns; 0: not measured */
    int limiting;            /* the resource with the largest of them */
    double limit;            /* that time */
    double time, reached;    /* of the row; the share of it that the limit is */
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
              .least = {number(r, "floor_ns"), over(number(r, "bytes"), number(r, "bandwidth_bytes_per_s")),
                        over(number(r, "operations"), number(r, "arithmetic_ops_per_s"))}};
    for (int i = 1; i < RESOURCES; i++)
        if (s.least[i] > s.least[s.limiting]) s.limiting = i;
    s.limit = s.least[s.limiting];
    s.time = tool_median_of(r);
    s.reached = s.time > 0.0 ? s.limit / s.time : 0.0;
    return s;
}

/* ---- the causes, in the order in which they are tried; false: it does not apply ---- */

/* `op`: "shuffle". */
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

static bool explains(double a, double b, double ratio) {
    return a > 0.0 && b > a && log(b / a) >= EXPLAINS * log(ratio);
}

static bool differ(double a, double b) {
    return fabs(log(a / b)) > log(DIFFERS);
}

static const char *percent(double share, char *out, size_t size) {
    snprintf(out, size, share < 0.0995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
    return out;
}

/* A resource that explains more or less than the ratio is followed by what explains the rest. */
static void say_resource(const side *fast, const side *slow, int resource, double ratio, char *out) {
    char mine[32], other[32], times[16], share[16], his[16];
    const double advantage = slow->least[resource] / fast->least[resource];
    const char *const word = resource_words[resource];
    tool_ratio_text(advantage, times, sizeof times);
    if (differ(advantage, ratio) && fast->limiting != resource && fast->reached >= LIMITED)
        snprintf(out, TOOL_CAUSE, "%s: %s times; %s limits the faster", word, times,
                 resource_words[fast->limiting]);
    else if (differ(advantage, ratio))
        snprintf(out, TOOL_CAUSE, "%s: %s times, %s of limit, not %s", word, times,
                 percent(fast->least[resource] / fast->time, share, sizeof share),
                 percent(slow->reached, his, sizeof his));
    else if (resource == LAUNCH)
        snprintf(out, TOOL_CAUSE, "launch: %s, not %s",
                 tool_format_ns(fast->least[LAUNCH], mine, sizeof mine),
                 tool_format_ns(slow->least[LAUNCH], other, sizeof other));
    else
        snprintf(out, TOOL_CAUSE, "%s: %s times the %s", word, times,
                 resource == MEMORY ? "bandwidth" : "rate");
}

static bool by_resource(const side *fast, const side *slow, double ratio, char *out) {
    const int resource = slow->limiting;
    if (fmax(fast->reached, slow->reached) < REACHES ||
        !explains(fast->least[resource], slow->least[resource], ratio))
        return false;
    say_resource(fast, slow, resource, ratio, out);
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

static bool same_type(const side *a, const side *b) {
    return strcmp(tool_text_of(a->subject->device, "type"), tool_text_of(b->subject->device, "type")) == 0;
}

/* Between a GPU and a CPU, sub-groups are the least difference. */
static bool by_sub_groups(const side *fast, const side *slow, char *out) {
    if (!same_type(fast, slow)) return false;
    if (lanes_of(fast) == 0 || tool_record_is_emulated(fast->record)) return false;
    if (lanes_of(slow) > 0 && tool_record_is_emulated(slow->record))
        snprintf(out, TOOL_CAUSE, "native sub-groups, not emulated");
    else if (lanes_of(slow) == 0 && !has_native(slow->subject))
        snprintf(out, TOOL_CAUSE, "native sub-groups; the other uses none");
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
    if (!same_type(fast, slow) || !explains(other, mine, ratio)) return false;
    snprintf(out, TOOL_CAUSE, "cores: %.0f compute units, not %.0f", mine, other);
    return true;
}

static bool by_vector(const side *fast, const side *slow, double ratio, char *out) {
    const double mine = number(json_object_get(fast->subject->device, "facts"), "vector_floats"),
                 other = number(json_object_get(slow->subject->device, "facts"), "vector_floats");
    if (!explains(other, mine, ratio)) return false;
    snprintf(out, TOOL_CAUSE, "vector width: %.0f floats, not %.0f", mine, other);
    return true;
}

/* Two drivers of one processor differ in compiled code if launch, sub-groups and operations do not explain
   the ratio. A working set in the caches can beat the limit, which is measured in memory. */
static void by_fractions(const side *fast, const side *slow, double ratio, char *out) {
    const bool same = tool_is_same_processor(fast->subject, slow->subject);
    const char *const cause = same ? "compiled code" : "unknown";
    char mine[16], other[16];
    percent(fast->reached, mine, sizeof mine);
    percent(slow->reached, other, sizeof other);
    if (!(fast->limit > 0.0 && slow->limit > 0.0))
        snprintf(out, TOOL_CAUSE, "unknown: the file has no measured limits");
    else if (slow->reached > 1.0)
        snprintf(out, TOOL_CAUSE, "%s: both beat their limits", cause);
    else if (fast->reached > slow->reached && !differ(fast->reached / slow->reached, ratio))
        snprintf(out, TOOL_CAUSE, "%s: %s of its limit, not %s", cause, mine, other);
    else
        snprintf(out, TOOL_CAUSE, "%s: %s, %s of unequal limits", cause, mine, other);
}

const char *tool_cause_text(const tool_contests *c, const tool_contest *contest, char out[TOOL_CAUSE]) {
    const side fast = side_of(c, contest, contest->fastest), slow = side_of(c, contest, contest->next);
    const double ratio = contest->lead.ratio;
    if (!by_demoted(&slow, out) && !by_resource(&fast, &slow, ratio, out) &&
        !by_sub_groups(&fast, &slow, out) && !by_derived(&fast, &slow, out) && !by_code(&fast, &slow, out) &&
        !by_units(&fast, &slow, ratio, out) && !by_vector(&fast, &slow, ratio, out))
        by_fractions(&fast, &slow, ratio, out);
    return out;
}
