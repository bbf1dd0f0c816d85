/* failure_pattern.c - describes which runs are wrong (failure_values.c: which elements). */
#include "hints/failure_pattern.h"
#include "hints/failure_values.h"
#include <stdio.h>
#include <string.h>

/* A property of a run's size or, if `size` is -1, its width. */
typedef struct trait {
    bool (*has)(const tool_observed *run, long long value);
    const char *words; /* %s: the size's name */
    const char *hint;
} trait;

static bool no_multiple_of_width(const tool_observed *r, long long v) {
    return r->width > 1 && v % r->width != 0;
}
static bool no_multiple_of_group(const tool_observed *r, long long v) {
    return r->group_size > 1 && v % (long long)r->group_size != 0;
}
static bool below_width(const tool_observed *r, long long v) {
    return v < r->width;
}
static bool above_width(const tool_observed *r, long long v) {
    return r->width > 0 && v > r->width;
}
static bool above_group(const tool_observed *r, long long v) {
    return r->group_size > 0 && v > (long long)r->group_size;
}
static bool is_none(const tool_observed *r, long long v) {
    (void)r;
    return v == 0;
}
static bool is_one(const tool_observed *r, long long v) {
    (void)r;
    return v == 1;
}
static bool above_one(const tool_observed *r, long long v) {
    (void)r;
    return v > 1;
}
static bool above_none(const tool_observed *r, long long v) {
    (void)r;
    return v > 0;
}

static const trait size_traits[] = {
    {is_none, "where %s is 0", "does the kernel write its output when there is nothing to read?"},
    {no_multiple_of_width, "where %s is not a multiple of the width",
     "lanes past the end must take part with a value that changes nothing, and not store"},
    {no_multiple_of_group, "where %s is not a multiple of the work-group's size",
     "work-items past the end must take part with a value that changes nothing, and not store"},
    {below_width, "where %s is below the width", "some lanes have no element then"},
    {above_width, "where %s is above the width", "what a sub-group carries from one block to the next"},
    {above_group, "where %s is above the work-group's size",
     "what a work-group leaves to the next, or to the next iteration of its loop"},
    {is_one, "where %s is 1", NULL},
    {above_none, "where %s is above 0", NULL},
    {above_one, "where %s is above 1", NULL},
};

/* How runs with and without a trait turned out. */
typedef struct split {
    size_t wrong_with, wrong_without, right_with, right_without;
} split;

static void count_run(split *s, bool wrong, bool has) {
    size_t *const at =
        wrong ? (has ? &s->wrong_with : &s->wrong_without) : (has ? &s->right_with : &s->right_without);
    ++*at;
}

static split split_size(const tool_observed *seen, size_t count, int size, const trait *t) {
    split s = {0};
    for (size_t i = 0; i < count; i++)
        if (size < seen[i].size_count)
            count_run(&s, seen[i].wrong, t->has(&seen[i], seen[i].size[size].value));
    return s;
}

/* All runs with the trait and no others are wrong; or, weaker, no others are. */
static bool separates(const split *s, bool exactly) {
    if (s->wrong_without > 0 || s->wrong_with == 0 || s->right_without == 0) return false;
    return exactly ? s->right_with == 0 : s->wrong_with > 1 && s->right_without > 1;
}

static bool say_size(const tool_observed *seen, size_t count, bool exactly, tool_diagnosis *out) {
    for (size_t t = 0; t < sizeof size_traits / sizeof *size_traits; t++)
        for (int size = 0; size < seen[0].size_count; size++) {
            char words[120];
            const split s = split_size(seen, count, size, &size_traits[t]);
            if (!separates(&s, exactly)) continue;
            snprintf(words, sizeof words, size_traits[t].words, seen[0].size[size].name);
            tool_diagnosis_add(
                out, exactly ? "wrong %s, right elsewhere%s%s" : "wrong only %s, though not always%s%s",
                words, size_traits[t].hint ? ": " : "", size_traits[t].hint ? size_traits[t].hint : "");
            return true;
        }
    return false;
}

/* Tried widths, ascending, and whether runs of each are wrong or right. */
typedef struct widths {
    int count, width[16];
    bool wrong[16], right[16];
} widths;

static void add_width(widths *w, const tool_observed *run) {
    int at = 0;
    while (at < w->count && w->width[at] < run->width) at++;
    if (at == w->count || w->width[at] != run->width) {
        if (w->count == 16) return;
        for (int i = w->count++; i > at; i--) {
            w->width[i] = w->width[i - 1];
            w->wrong[i] = w->wrong[i - 1];
            w->right[i] = w->right[i - 1];
        }
        w->width[at] = run->width;
        w->wrong[at] = w->right[at] = false;
    }
    *(run->wrong ? &w->wrong[at] : &w->right[at]) = true;
}

/* "4, 8 and 16": the widths with a wrong run, or without. */
static int list_widths(const widths *w, bool wrong, char *out, size_t size) {
    int total = 0, done = 0;
    for (int i = 0; i < w->count; i++) total += w->wrong[i] == wrong;
    out[0] = '\0';
    for (int i = 0; i < w->count; i++) {
        if (w->wrong[i] != wrong) continue;
        const size_t used = strlen(out);
        done++;
        snprintf(out + used, size - used, "%s%d",
                 done == 1       ? ""
                 : done == total ? " and "
                                 : ", ",
                 w->width[i]);
    }
    return total;
}

static int only_width(const widths *w, bool wrong) {
    for (int i = 0; i < w->count; i++)
        if (w->wrong[i] == wrong) return w->width[i];
    return 0;
}

static bool say_width(const widths *w, tool_diagnosis *out) {
    char wrong[100], right[100];
    const int bad = list_widths(w, true, wrong, sizeof wrong),
              good = list_widths(w, false, right, sizeof right);
    if (bad == 0 || good == 0) return false;
    if (good == 1 && only_width(w, false) == 1)
        tool_diagnosis_add(
            out,
            "right only at width 1, wrong at %s: what lanes or sub-groups pass to each other is missing "
            "or wrong",
            wrong);
    else if (good == 1 && bad > 1)
        tool_diagnosis_add(
            out,
            "right only at width %s, wrong at %s: does the kernel contain a number instead of SG_WIDTH "
            "belongs?",
            right, wrong);
    else if (bad == 1 && only_width(w, true) == 1)
        tool_diagnosis_add(
            out, "wrong only at width 1, right at %s: a sub-group of one lane has no neighbour", right);
    else
        tool_diagnosis_add(out, "wrong at width%s %s, right at %s", bad > 1 ? "s" : "", wrong, right);
    return true;
}

/* If only runs with these inputs are wrong. */
static bool say_inputs(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    const char *name = NULL;
    for (size_t i = 0; i < count && !name; i++)
        if (seen[i].wrong) name = seen[i].inputs;
    if (!name) return false;
    split s = {0};
    for (size_t i = 0; i < count; i++)
        if (seen[i].inputs) count_run(&s, seen[i].wrong, strcmp(seen[i].inputs, name) == 0);
    if (!separates(&s, true)) return false;
    tool_diagnosis_add(out, "wrong with the inputs '%s', right with others", name);
    return true;
}

static void say_everywhere(const tool_observed *seen, size_t count, const widths *w, tool_diagnosis *out) {
    char wrong[100];
    const int many = list_widths(w, true, wrong, sizeof wrong);
    if (count < 2) return;
    if (many > 1)
        tool_diagnosis_add(out, "wrong in all %zu runs, at widths %s", count, wrong);
    else if (seen[0].size_count > 0)
        tool_diagnosis_add(out, "wrong at every tried size");
}

static void diagnose_runs(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    widths w = {0};
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        add_width(&w, &seen[i]);
        wrong += seen[i].wrong;
    }
    if (wrong == count) {
        say_everywhere(seen, count, &w, out);
        return;
    }
    if (say_size(seen, count, true, out)) return;
    const bool width = say_width(&w, out);
    if (say_inputs(seen, count, out) || width) return;
    say_size(seen, count, false, out);
}

void tool_diagnose(const tool_observed *seen, size_t count, tool_diagnosis *out) {
    bool wrong = false, past_end = false, varies = false;
    for (size_t i = 0; i < count; i++) {
        wrong = wrong || seen[i].wrong;
        past_end = past_end || seen[i].past_end;
        varies = varies || seen[i].varies;
    }
    if (!wrong) return;
    if (past_end)
        tool_diagnosis_add(
            out, "the kernel stores past the end of an output: an index must be below its length, and a "
                 "work-item without an element must not store: if (i < n)");
    if (varies)
        tool_diagnosis_add(out, "the same problem gives different results: work-items read what others have "
                                "not written yet (is a barrier missing?), or what was never written");
    diagnose_runs(seen, count, out);
    tool_diagnose_elements(seen, count, out);
}
