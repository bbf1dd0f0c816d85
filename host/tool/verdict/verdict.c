/* verdict.c - sentences about which device is better at what, and why. */
#include "text/os_memory.h"
#include "verdict/glossary.h"
#include "verdict/groups.h"
#include "verdict/verdict.h"
#include "verdict/why.h"
#include "system/os_start.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, NAMED = 2 };

/* Equal medians are the same time if the interval stays within this factor. */
#define SAME_UP_TO 1.1

const char tool_verdict_legend[] =
    "Each device at its best: its fastest correct strategy and width, native "
    "or emulated. The ratio is that of the medians; of rows timed in alternation, the median of the rounds' "
    "ratios, "
    "next to the times of the round with that ratio (of more than two devices: medians of the "
    "rounds' least times). Faster: it is more than 2% from 1, and that is more than noise (test of Mann and "
    "Whitney, p < 0.01; in "
    "alternation the sign test over rounds, p < 0.005). Same: within 2%. Unclear: further apart, but not "
    "beyond "
    "the noise. Too few samples: "
    "no order of so few samples is significant; 5 next to 5 are enough, or 9 rounds. Of many devices <, >, "
    "=, ? stand"
    " for faster, slower, same and none of these. In brackets the 99% (in alternation 99.5%) interval of the "
    "ratio (Hodges and Lehmann; in alternation from the sign test). Limit: least time that launch, memory "
    "and "
    "arithmetic allow, as measured "
    "in the same run.";

/* ---- text -------------------------------------------------------------------------------------------- */

static const char *name_of(const tool_contests *c, int subject) {
    return c->recorded->subject[subject].name;
}

/* ---- sentences --------------------------------------------------------------------------------------- */

/* "1.60 to 1.90"; "1.74" if both read the same. */
static const char *range(double low, double high, char *out, size_t size) {
    char first[24], last[24];
    tool_ratio_text(low, first, sizeof first);
    tool_ratio_text(high, last, sizeof last);
    if (strcmp(first, last) == 0)
        snprintf(out, size, "%s", first);
    else
        snprintf(out, size, "%s to %s", first, last);
    return out;
}

/* ", both by sum at 8"; ", by sum at 8 against lane at emul 4". */
static void say_bests(char *line, const tool_contest *contest) {
    char mine[128], other[128];
    tool_best_name(&contest->best[contest->fastest], mine, sizeof mine);
    tool_best_name(&contest->best[contest->next], other, sizeof other);
    if (strcmp(mine, other) == 0)
        tool_text_append(line, LINE, ", both by %s", mine);
    else
        tool_text_append(line, LINE, ", by %s against %s", mine, other);
}

static void say_others(char *line, const tool_contests *c, const tool_contest *contest) {
    const json_t *const best = contest->best[contest->fastest].record;
    for (int s = 0; s < c->recorded->count; s++) {
        char times[24];
        if (s == contest->fastest || s == contest->next || !contest->best[s].record) continue;
        tool_ratio_text(tool_rows_ratio(best, contest->best[s].record), times, sizeof times);
        tool_text_append(line, LINE, "; %s takes %s times as long", name_of(c, s), times);
    }
}

static void say_one(char *line, const tool_contests *c, const tool_contest *contest) {
    const bool several = c->recorded->count > 2;
    char times[24], interval[64];
    tool_ratio_text(contest->lead.ratio, times, sizeof times);
    range(contest->lead.low, contest->lead.high, interval, sizeof interval);
    if (contest->lead.rank == TOOL_RANK_UNTIMED) {
        tool_text_append(line, LINE, "a time of 0 cannot be compared");
    } else if (contest->lead.rank == TOOL_RANK_FEW) {
        tool_text_append(line, LINE, "too few samples; by the medians %s takes %s times as long as %s",
                         name_of(c, contest->next), times, name_of(c, contest->fastest));
    } else if (contest->lead.rank == TOOL_RANK_SAME || contest->lead.rank == TOOL_RANK_UNCLEAR) {
        const bool same = contest->lead.rank == TOOL_RANK_SAME && contest->lead.low >= 1.0 / SAME_UP_TO &&
                          contest->lead.high <= SAME_UP_TO;
        tool_text_append(
            line, LINE, "%s and %s %s (%s times)", name_of(c, contest->fastest), name_of(c, contest->next),
            same ? "take the same time to 2%" : "cannot be distinguished in this noise", interval);
    } else {
        tool_text_append(line, LINE, "%s is %s times as fast%s%s (%s)", name_of(c, contest->fastest), times,
                         several ? " as the next, " : "", several ? name_of(c, contest->next) : "", interval);
        say_bests(line, contest);
    }
    if (several) say_others(line, c, contest);
}

static const char *range_of_wins(const tool_group *g, int subject, char *out, size_t size) {
    double low = INFINITY, high = 0.0;
    for (int i = 0; i < g->count; i++) {
        if (g->item[i]->winner != subject) continue;
        low = fmin(low, g->item[i]->lead.ratio);
        high = fmax(high, g->item[i]->lead.ratio);
    }
    return range(low, high, out, size);
}

/* `names`: with the first of them. */
static void say_wins(char *line, const tool_contests *c, const tool_group *g, int subject, bool first,
                     bool names) {
    char times[64];
    int named = 0;
    range_of_wins(g, subject, times, sizeof times);
    if (first)
        tool_text_append(line, LINE, "%s is %s in %d of %d problems", name_of(c, subject),
                         c->recorded->count > 2 ? "the fastest" : "faster", g->wins[subject], g->count);
    else
        tool_text_append(line, LINE, "; %s in %d", name_of(c, subject), g->wins[subject]);
    tool_text_append(line, LINE, ", %s times%s", times,
                     !first                   ? ""
                     : c->recorded->count > 2 ? " as fast as the next"
                                              : " as fast");
    for (int i = 0; i < g->count && names; i++) {
        if (g->item[i]->winner != subject || named++ >= NAMED) continue;
        tool_text_append(line, LINE, "%s%s", named == 1 ? " (" : "; ", tool_contest_rest(g->item[i]));
    }
    if (named > NAMED) tool_text_append(line, LINE, "; and %d more", named - NAMED);
    if (names) tool_text_append(line, LINE, ")");
}

static void say_several(char *line, const tool_contests *c, const tool_group *g) {
    if (g->wins[g->most] > 0) say_wins(line, c, g, g->most, true, false);
    for (int s = 0; s < c->recorded->count; s++)
        if (s != g->most && g->wins[s] > 0) say_wins(line, c, g, s, false, true);
    const char *const nobody = c->recorded->count > 2 ? "no one alone" : "neither";
    if (g->same > 0 && g->winners > 0)
        tool_text_append(line, LINE, "; %s in %d", nobody, g->same);
    else if (g->same > 0)
        tool_text_append(line, LINE, "%s is faster in %d of %d problems", nobody, g->same, g->count);
    if (g->unknown > 0)
        tool_text_append(line, LINE, "%stoo few samples in %d of %d", g->unknown < g->count ? "; " : "",
                         g->unknown, g->count);
}

/* ---- why --------------------------------------------------------------------------------------------- */

static tool_why why_of(const tool_contests *c, const tool_contest *contest) {
    return tool_why_faster(c->recorded, contest->fastest, contest->best[contest->fastest].record,
                           contest->next, contest->best[contest->next].record);
}

/* "split not measured on B; ": B might have been as fast with it. */
static void say_missing(char *line, const tool_contests *c, const tool_contest *contest) {
    const tool_best *const best = &contest->best[contest->fastest];
    if (tool_contest_has_strategy(contest, contest->next, best->match)) return;
    tool_text_append(line, LINE, "%s %s on %c; ", tool_text_of(best->record, "strategy"),
                     tool_contest_lacking(c, contest, contest->next, best->match),
                     tool_subject_letter(contest->next));
}

static void say_why(const tool_contests *c, const tool_group *g, tool_teller *tell, void *user) {
    for (int s = 0; s < c->recorded->count; s++) {
        const tool_contest *const contest = tool_group_widest(g, s);
        if (!contest) continue;
        char line[LINE] = "  why: ", times[24];
        const tool_why why = why_of(c, contest);
        if (g->count > 1) {
            tool_text_append(line, LINE, "%s in %s (%s times", g->winners > 1 ? name_of(c, s) : "most",
                             tool_contest_rest(contest),
                             tool_ratio_text(contest->lead.ratio, times, sizeof times));
            say_bests(line, contest);
            tool_text_append(line, LINE, "): ");
        }
        say_missing(line, c, contest);
        tool_text_append(line, LINE, "%s", why.text);
        tell(user, line);
    }
}

/* What was skipped, failed or not measured in the first such problem, and their number. */
static void say_left_out(const tool_contests *c, const tool_group *g, tool_teller *tell, void *user) {
    char line[LINE] = "";
    for (int s = 0; s < c->recorded->count; s++) {
        char first[600] = "", text[600];
        int problems = 0;
        for (int i = 0; i < g->count; i++) {
            if (!g->item[i]->best[s].record) continue;
            tool_contest_left_out(c, g->item[i], s, text, sizeof text);
            if (text[0] && problems++ == 0) snprintf(first, sizeof first, "%s", text);
        }
        if (problems == 0) continue;
        tool_text_append(line, LINE, "%s%s: %s", line[0] ? "; " : "  best of those measured; ", name_of(c, s),
                         first);
        if (problems > 1) tool_text_append(line, LINE, " (the first of %d problems)", problems);
    }
    if (line[0]) tell(user, line);
}

static void tell_group(const tool_contests *c, const tool_group *g, tool_teller *tell, void *user) {
    char line[LINE] = "";
    tool_text_append(line, LINE, "%s: ", g->algorithm);
    if (g->count == 1)
        say_one(line, c, g->item[0]);
    else
        say_several(line, c, g);
    tell(user, line);
    say_why(c, g, tell, user);
    say_left_out(c, g, tell, user);
}

/* ---- overall ----------------------------------------------------------------------------------------- */

typedef enum share { SHARE_WINS, SHARE_EACH, SHARE_SAME, SHARE_UNKNOWN } share;

static share share_of(const tool_group *g) {
    return g->winners > 1    ? SHARE_EACH
           : g->winners == 1 ? SHARE_WINS
           : g->same > 0     ? SHARE_SAME
                             : SHARE_UNKNOWN;
}

/* " (A in 36 of 45, B in 4)": problems won, most first. */
static void list_wins(char *line, const tool_group *g) {
    tool_text_append(line, LINE, " (%c in %d of %d", tool_subject_letter(g->most), g->wins[g->most],
                     g->count);
    for (int s = 0; s < TOOL_MAX_SUBJECTS; s++)
        if (s != g->most && g->wins[s] > 0)
            tool_text_append(line, LINE, ", %c in %d", tool_subject_letter(s), g->wins[s]);
    tool_text_append(line, LINE, ")");
}

/* ", lerp 1.38" */
static void list_one(char *line, const tool_group *g, const char *between) {
    char times[64];
    tool_text_append(line, LINE, "%s%s", between, g->algorithm);
    if (share_of(g) == SHARE_WINS)
        tool_text_append(line, LINE, " %s", range_of_wins(g, g->most, times, sizeof times));
    if (share_of(g) == SHARE_WINS && g->wins[g->most] < g->count)
        tool_text_append(line, LINE, " (in %d of %d)", g->wins[g->most], g->count);
    if (share_of(g) == SHARE_EACH) list_wins(line, g);
}

/* "in 3: lerp 1.38, scan 1.17, sort 2.20 to 3.40"; false: none. */
static bool list_groups(char *line, const tool_group *all, size_t count, share wanted, int subject,
                        const char *before) {
    int found = 0;
    for (size_t g = 0; g < count; g++)
        found += share_of(&all[g]) == wanted && (wanted != SHARE_WINS || all[g].most == subject);
    if (found == 0) return false;
    tool_text_append(line, LINE, "%s%d: ", before, found);
    found = 0;
    for (size_t g = 0; g < count; g++)
        if (share_of(&all[g]) == wanted && (wanted != SHARE_WINS || all[g].most == subject))
            list_one(line, &all[g], found++ ? ", " : "");
    return true;
}

static void tell_overall(const tool_contests *c, const tool_group *all, size_t count, tool_teller *tell,
                         void *user) {
    static const struct {
        share share;
        const char *before;
    } others[] = {
        {SHARE_EACH, "mixed in "}, {SHARE_SAME, "undecided in "}, {SHARE_UNKNOWN, "too few samples in "}};
    char line[LINE] = "", before[TOOL_SUBJECT_NAME + 32];
    tool_text_append(line, LINE,
                     "%zu algorithms, each device at its best: which is faster, and how many times:", count);
    tell(user, line);
    for (int s = 0; s < c->recorded->count; s++) {
        line[0] = '\0';
        snprintf(before, sizeof before, "  %s in ", name_of(c, s));
        if (!list_groups(line, all, count, SHARE_WINS, s, before))
            tool_text_append(line, LINE, "  %s in none", name_of(c, s));
        tell(user, line);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        line[0] = '\0';
        snprintf(before, sizeof before, "  %s", others[i].before);
        if (list_groups(line, all, count, others[i].share, 0, before)) tell(user, line);
    }
}

static tool_carrier carrier_of(const tool_contests *c, const tool_group *g) {
    return why_of(c, tool_group_widest(g, g->most)).carrier;
}

/* Counts what explains each algorithm's largest win. */
static void tell_carriers(const tool_contests *c, const tool_group *all, size_t count, tool_teller *tell,
                          void *user) {
    static const char *const words[] = {[TOOL_WHY_UNSAID] = "the records do not say",
                                        [TOOL_WHY_LAUNCH] = "the launch is shorter",
                                        [TOOL_WHY_MEMORY] = "the memory is faster",
                                        [TOOL_WHY_ARITHMETIC] = "the arithmetic is faster",
                                        [TOOL_WHY_LIMITS] = "the limits are of two kinds",
                                        [TOOL_WHY_REACHED] = "the faster device uses its hardware better",
                                        [TOOL_WHY_FAR] = "neither device is limited by its hardware"};
    static const char meaning[] = "  limit: the least time that memory, arithmetic or the launch allow, as "
                                  "measured in the same run; 50% of it means twice that time";
    enum { CARRIERS = sizeof words / sizeof *words };
    char line[LINE] = "";
    bool reason = false;
    for (int i = 1; i <= CARRIERS; i++) {
        const tool_carrier carrier = (tool_carrier)(i % CARRIERS); /* UNSAID comes last */
        int found = 0;
        char names[1024] = "";
        for (size_t g = 0; g < count; g++) {
            if (all[g].winners == 0 || carrier_of(c, &all[g]) != carrier) continue;
            tool_text_append(names, sizeof names, "%s%s", found++ ? ", " : "", all[g].algorithm);
        }
        reason = reason || (found > 0 && carrier != TOOL_WHY_UNSAID);
        if (found > 0)
            tool_text_append(line, LINE, "%s%s in %d: %s", line[0] ? "; " : "  why: ", words[carrier], found,
                             names);
    }
    if (line[0]) tell(user, line);
    if (reason) tell(user, meaning);
}

/* Without ranks devices have no node. */
static bool is_one_processor(const tool_subject *a, const tool_subject *b) {
    const json_t *const node = json_object_get(a->device, "node"), *const other =
                                                                       json_object_get(b->device, "node");
    return a->document == b->document && strcmp(tool_text_of(a->device, "type"), "cpu") == 0 &&
           strcmp(tool_text_of(b->device, "type"), "cpu") == 0 &&
           json_is_integer(node) == json_is_integer(other) &&
           json_integer_value(node) == json_integer_value(other);
}

static void add_name(char *line, char (*names)[TOOL_SHORT], int subject) {
    if (names)
        tool_text_append(line, LINE, "%s", names[subject]);
    else
        tool_text_append(line, LINE, "%c", tool_subject_letter(subject));
}

void tool_verdict_processors(const tool_contests *c, char (*names)[TOOL_SHORT], tool_teller *tell,
                             void *user) {
    const tool_subject *const all = c->recorded->subject;
    for (int s = 0; s < c->recorded->count; s++) {
        char line[LINE] = "";
        int count = 1;
        bool first = true;
        for (int i = 0; i < s; i++) first = first && !is_one_processor(&all[i], &all[s]);
        add_name(line, names, s);
        for (int i = s + 1; i < c->recorded->count && first; i++) {
            if (!is_one_processor(&all[s], &all[i])) continue;
            tool_text_append(line, LINE, " and ");
            add_name(line, names, i);
            count++;
        }
        tool_text_append(line, LINE, " are one processor with different drivers");
        if (count > 1) tell(user, line);
    }
}

void tool_verdict_tell(const tool_contests *c, tool_teller *to, void *reader) {
    size_t count;
    tool_glossary glossary = {.tell = to, .user = reader};
    tool_teller *const tell = tool_glossary_pass;
    void *const user = &glossary;
    tool_group *const all = tool_groups_make(c, &count);
    tool_verdict_processors(c, NULL, tell, user);
    if (count > 1) {
        tell_overall(c, all, count, tell, user);
        tell_carriers(c, all, count, tell, user);
        tell(user, "");
    }
    for (size_t g = 0; g < count; g++) tell_group(c, &all[g], tell, user);
    if (count == 0) tell(user, tool_contests_none(c));
    tool_glossary_end(&glossary);
    tool_groups_free(all);
}

/* ---- one device -------------------------------------------------------------------------------------- */

void tool_verdict_tell_alone(const tool_contests *c, tool_teller *to, void *reader) {
    tool_glossary glossary = {.tell = to, .user = reader};
    tool_teller *const tell = tool_glossary_pass;
    void *const user = &glossary;
    for (size_t i = 0; i < c->count; i++) {
        const tool_contest *const contest = &c->item[i];
        const tool_best *const best = &contest->best[0];
        char line[LINE] = "", name[128], time[32], text[600];
        tool_text_append(line, LINE, "%s; best by %s, %s", contest->first->title,
                         tool_best_name(best, name, sizeof name),
                         tool_format_ns(tool_median_of(best->record), time, sizeof time));
        if (tool_limit_is_sound(best->record))
            tool_text_append(line, LINE, ", %.0f%% of what the %s allows",
                             100.0 * json_number_value(json_object_get(best->record, "fraction")),
                             tool_limit_word(best->record));
        tell(user, line);
        tool_contest_left_out(c, contest, 0, text, sizeof text);
        line[0] = '\0';
        tool_text_append(line, LINE, "  best of those measured; %s", text);
        if (text[0]) tell(user, line);
    }
    tool_glossary_end(&glossary);
}
