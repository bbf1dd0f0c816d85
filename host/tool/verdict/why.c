/* why.c - the ratio of limits and the ratio of fractions, in words. */
#include "verdict/why.h"
#include "recorded/winners.h"
#include "text/display.h"
#include "verdict/operations.h"
#include "verdict/ratio.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* AGREES: ratios this close are the same. A factor carries a difference if it has three quarters of its
   logarithm. A row is bound by its limit from half of it on. */
#define AGREES 0.1
#define CARRIES 0.75
#define BOUND 0.5

typedef struct side {
    const tool_subject *subject;
    char letter;
    const json_t *record;
    double limit, fraction;
    const char *kind; /* limited_by */
} side;

static double number(const json_t *record, const char *field) {
    return json_number_value(json_object_get(record, field));
}

static bool agree(double a, double b) {
    return b > 0.0 && isfinite(a) && fabs(a / b - 1.0) <= AGREES;
}

const char *tool_limit_word(const json_t *record) {
    const char *const kind = tool_text_of(record, "limited_by");
    return strcmp(kind, "bandwidth") == 0 ? "memory" : kind;
}

static double limit_from_parts(const json_t *record) {
    const char *const kind = tool_text_of(record, "limited_by");
    if (strcmp(kind, "launch") == 0) return number(record, "floor_ns");
    if (strcmp(kind, "bandwidth") == 0)
        return 1e9 * number(record, "bytes") / number(record, "bandwidth_bytes_per_s");
    if (strcmp(kind, "arithmetic") == 0)
        return 1e9 * number(record, "operations") / number(record, "arithmetic_ops_per_s");
    return 0.0;
}

bool tool_limit_is_sound(const json_t *record) {
    const double fraction = number(record, "fraction"), limit = number(record, "limit_ns");
    return fraction > 0.0 && fraction < 1.0 && limit > 0.0 && agree(limit_from_parts(record), limit) &&
           agree(limit / fraction, tool_median_of(record));
}

static side side_of(const tool_recorded *r, int subject, const json_t *record) {
    return (side){
        &r->subject[subject],       tool_subject_letter(subject), record,
        number(record, "limit_ns"), number(record, "fraction"),   tool_text_of(record, "limited_by")};
}

/* ---- in words ---------------------------------------------------------------------------------------- */

static tool_carrier carrier_of(const side *fast, const side *slow) {
    if (strcmp(fast->kind, slow->kind) != 0) return TOOL_WHY_LIMITS;
    return strcmp(fast->kind, "launch") == 0      ? TOOL_WHY_LAUNCH
           : strcmp(fast->kind, "bandwidth") == 0 ? TOOL_WHY_MEMORY
                                                  : TOOL_WHY_ARITHMETIC;
}

/* True if the limits' ratio is that of the rates. */
static bool same_work(const side *fast, const side *slow, tool_carrier carrier) {
    const char *const what = carrier == TOOL_WHY_MEMORY ? "bytes" : "operations";
    return agree(number(fast->record, what), number(slow->record, what));
}

static void say_limits(tool_why *why, const side *fast, const side *slow) {
    const tool_carrier carrier = carrier_of(fast, slow);
    const bool bound = fast->fraction >= BOUND && slow->fraction >= BOUND;
    char mine[32], other[32], times[24];
    tool_format_ns(fast->limit, mine, sizeof mine);
    tool_format_ns(slow->limit, other, sizeof other);
    tool_ratio_text(slow->limit / fast->limit, times, sizeof times);
    if (carrier == TOOL_WHY_LAUNCH)
        tool_text_append(why->text, sizeof why->text,
                         bound ? "both are bound by the launch: %c's takes %s, %c's %s"
                               : "the launch: %c's takes %s, %c's %s",
                         fast->letter, mine, slow->letter, other);
    else if (carrier == TOOL_WHY_LIMITS || !same_work(fast, slow, carrier))
        tool_text_append(why->text, sizeof why->text, "%c's limit is %s (%s), %c's %s (%s)", fast->letter,
                         mine, tool_limit_word(fast->record), slow->letter, other,
                         tool_limit_word(slow->record));
    else
        tool_text_append(why->text, sizeof why->text, "%s%c's %s is %s times as fast",
                         !bound                       ? ""
                         : carrier == TOOL_WHY_MEMORY ? "both are bound by memory; "
                                                      : "both are bound by arithmetic; ",
                         fast->letter, carrier == TOOL_WHY_MEMORY ? "memory" : "arithmetic", times);
}

static bool has_lanes(const side *s) {
    return json_integer_value(json_object_get(s->record, "width_requested")) > 0;
}

static void say_forms(tool_why *why, const side *fast, const side *slow) {
    const bool fast_emulated = tool_record_is_emulated(fast->record),
               slow_emulated = tool_record_is_emulated(slow->record);
    if (!has_lanes(fast) || !has_lanes(slow) || fast_emulated == slow_emulated) return;
    if (slow_emulated)
        tool_text_append(why->text, sizeof why->text, "; %c's sub-groups are native, %c's emulated",
                         fast->letter, slow->letter);
    else
        tool_text_append(why->text, sizeof why->text, "; though %c's sub-groups are emulated, %c's native",
                         fast->letter, slow->letter);
}

static void say_operations(tool_why *why, const side *fast, const side *slow) {
    const side *const both[] = {fast, slow};
    char text[2][300];
    for (int i = 0; i < 2; i++)
        tool_operations_not_native(both[i]->subject, both[i]->record, text[i], sizeof text[i]);
    if (strcmp(text[0], text[1]) == 0) return;
    for (int i = 0; i < 2; i++)
        if (text[i][0])
            tool_text_append(why->text, sizeof why->text, "; on %c %.200s", both[i]->letter, text[i]);
}

/* "84%", "3.1%". */
static void percent(const side *s, char *out, size_t size) {
    snprintf(out, size, s->fraction < 0.0995 ? "%.1f%%" : "%.0f%%", 100.0 * s->fraction);
}

/* "A reaches 84% of the limit (memory, 74.6 us), B 31%"; different limits are both named. */
static void say_reached(tool_why *why, const side *fast, const side *slow, bool told) {
    const bool same = agree(fast->limit, slow->limit) && strcmp(fast->kind, slow->kind) == 0;
    char limit[32], his[32], mine[16], other[16];
    percent(fast, mine, sizeof mine);
    percent(slow, other, sizeof other);
    tool_format_ns(fast->limit, limit, sizeof limit);
    tool_format_ns(slow->limit, his, sizeof his);
    if (told)
        tool_text_append(why->text, sizeof why->text, "; %c reaches %s of its limit, %c %s", fast->letter,
                         mine, slow->letter, other);
    else if (same)
        tool_text_append(why->text, sizeof why->text,
                         "about the same limit (%s, %s): %c reaches %s of it, %c %s",
                         tool_limit_word(fast->record), limit, fast->letter, mine, slow->letter, other);
    else
        tool_text_append(why->text, sizeof why->text,
                         "%c reaches %s of its limit (%s, %s), %c %s of its own (%s, %s)", fast->letter, mine,
                         tool_limit_word(fast->record), limit, slow->letter, other,
                         tool_limit_word(slow->record), his);
}

static tool_why say(const side *fast, const side *slow) {
    const double limits = slow->limit / fast->limit, reached = fast->fraction / slow->fraction;
    const double share = log(limits) / log(limits * reached);
    const bool far = fast->fraction < BOUND && slow->fraction < BOUND;
    tool_why why = {.carrier = share <= 0.5 ? TOOL_WHY_REACHED : far ? TOOL_WHY_FAR : carrier_of(fast, slow)};
    const bool limits_told = share > 1.0 - CARRIES;
    if (limits_told) say_limits(&why, fast, slow);
    if (limits_told && far) tool_text_append(why.text, sizeof why.text, ", but neither comes near it");
    if (share < CARRIES || share > 1.0 / CARRIES || fast->fraction < BOUND)
        say_reached(&why, fast, slow, limits_told);
    if (share < CARRIES) {
        say_forms(&why, fast, slow);
        say_operations(&why, fast, slow);
    }
    return why;
}

tool_why tool_why_faster(const tool_recorded *r, int fast_subject, const json_t *fast, int slow_subject,
                         const json_t *slow) {
    const side a = side_of(r, fast_subject, fast), b = side_of(r, slow_subject, slow);
    const double ratio = tool_rows_ratio(fast, slow);
    const bool known = tool_limit_is_sound(fast) && tool_limit_is_sound(slow) && ratio > 1.0 &&
                       agree(b.limit / a.limit * (a.fraction / b.fraction), ratio);
    tool_why unsaid = {.carrier = TOOL_WHY_UNSAID};
    snprintf(unsaid.text, sizeof unsaid.text, "the records do not say");
    return known ? say(&a, &b) : unsaid;
}
