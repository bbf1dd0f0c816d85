#include "verify/cover.h"
#include <stdlib.h>

/* Before a pair counts as impossible. From the third on completions are random, so a pair that a tenth of
   them allow is missed once in ten. */
enum { MOST_TRIES = 24 };

int tool_cover_add(tool_cover *cover, int values) {
    const int f = cover->factors, end = cover->first[f] + values;
    if (f == TOOL_MAX_FACTORS || end > TOOL_MAX_VALUES) return -1;
    cover->first[++cover->factors] = end;
    return f;
}

static int value_count(const tool_cover *cover, int f) {
    return cover->first[f + 1] - cover->first[f];
}

bool tool_cover_start(tool_cover *cover) {
    const size_t values = (size_t)cover->first[cover->factors];
    cover->state = calloc(values, values);
    cover->tries = calloc(values, values);
    return cover->state && cover->tries;
}

void tool_cover_free(tool_cover *cover) {
    free(cover->state);
    free(cover->tries);
    *cover = (tool_cover){0};
}

/* The smaller factor's value first. */
static size_t place(const tool_cover *cover, int f, int v, int g, int w) {
    const size_t a = (size_t)cover->first[f] + (size_t)v, b = (size_t)cover->first[g] + (size_t)w;
    const size_t values = (size_t)cover->first[cover->factors];
    return a < b ? a * values + b : b * values + a;
}

tool_pair_state tool_cover_state(const tool_cover *cover, int f, int v, int g, int w) {
    return (tool_pair_state)cover->state[place(cover, f, v, g, w)];
}

void tool_cover_exclude(tool_cover *cover, int f, int v, int g, int w) {
    cover->state[place(cover, f, v, g, w)] = TOOL_PAIR_NONE;
}

static bool has(uint32_t factors, int f) {
    return factors >> f & 1u;
}

static bool fits(const int *choice, int f, int v) {
    return choice[f] == TOOL_OPEN || choice[f] == v;
}

bool tool_cover_seed(const tool_cover *cover, uint32_t factors, uint32_t others, const int *choice,
                     tool_random *random, tool_pair *out) {
    uint64_t seen = 0;
    for (int f = 0; f < cover->factors; f++)
        for (int g = f + 1; g < cover->factors; g++) {
            const bool both = has(factors | others, f) && has(factors | others, g);
            if (!both || !(has(factors, f) || has(factors, g))) continue;
            for (int v = 0; v < value_count(cover, f); v++)
                for (int w = 0; w < value_count(cover, g); w++) {
                    if (tool_cover_state(cover, f, v, g, w) != TOOL_PAIR_LEFT) continue;
                    if (!fits(choice, f, v) || !fits(choice, g, w)) continue;
                    /* Each pair so far is equally likely. */
                    if (tool_random_below(random, ++seen) == 0)
                        *out = (tool_pair){.factor = {f, g}, .value = {v, w}};
                }
        }
    return seen > 0;
}

/* A value's merit with the chosen ones; -1: incompatible. */
static int worth_of(const tool_cover *cover, const int *choice, int f, int v, tool_cover_way way) {
    int worth = 0;
    for (int g = 0; g < cover->factors; g++) {
        if (g == f || choice[g] < 0) continue;
        const tool_pair_state state = tool_cover_state(cover, f, v, g, choice[g]);
        if (state == TOOL_PAIR_NONE || state == TOOL_PAIR_NEVER) return -1;
        worth += way != TOOL_COVER_ANY && (state == TOOL_PAIR_LEFT) == (way == TOOL_COVER_NEW);
    }
    return worth;
}

static int choose_value(const tool_cover *cover, int f, tool_cover_way way, tool_random *random,
                        const int *choice) {
    int best = TOOL_NOT_THERE, most = -1;
    uint64_t equal = 0;
    for (int v = 0; v < value_count(cover, f); v++) {
        const int worth = worth_of(cover, choice, f, v, way);
        if (worth < 0 || worth < most) continue;
        if (worth > most) equal = 0;
        most = worth;
        if (tool_random_below(random, ++equal) == 0) best = v;
    }
    return best;
}

void tool_cover_fill(const tool_cover *cover, uint32_t factors, tool_cover_way way, tool_random *random,
                     int *choice) {
    int order[TOOL_MAX_FACTORS], count = 0;
    for (int f = 0; f < cover->factors; f++)
        if (has(factors, f) && choice[f] == TOOL_OPEN) order[count++] = f;
    /* Factor 0, the strategy, comes first: it decides which others exist. */
    const int fixed = count > 0 && order[0] == 0;
    tool_random_shuffle(random, order + fixed, (size_t)(count - fixed), sizeof *order);
    for (int i = 0; i < count; i++) choice[order[i]] = choose_value(cover, order[i], way, random, choice);
}

int tool_cover_gain(const tool_cover *cover, const int *choice) {
    int gain = 0;
    for (int f = 0; f < cover->factors; f++)
        for (int g = f + 1; g < cover->factors; g++)
            gain += choice[f] >= 0 && choice[g] >= 0 &&
                    tool_cover_state(cover, f, choice[f], g, choice[g]) == TOOL_PAIR_LEFT;
    return gain;
}

void tool_cover_meet(tool_cover *cover, const int *choice, tool_pair_state state) {
    for (int f = 0; f < cover->factors; f++)
        for (int g = f + 1; g < cover->factors; g++) {
            if (choice[f] < 0 || choice[g] < 0) continue;
            unsigned char *const now = &cover->state[place(cover, f, choice[f], g, choice[g])];
            if (*now != TOOL_PAIR_MET) *now = (unsigned char)state;
        }
}

void tool_cover_fail(tool_cover *cover, const tool_pair *pair) {
    const size_t at = place(cover, pair->factor[0], pair->value[0], pair->factor[1], pair->value[1]);
    if (cover->state[at] == TOOL_PAIR_LEFT && ++cover->tries[at] >= MOST_TRIES)
        cover->state[at] = TOOL_PAIR_NEVER;
}

long tool_cover_count(const tool_cover *cover, tool_pair_state state) {
    long count = 0;
    for (int f = 0; f < cover->factors; f++)
        for (int g = f + 1; g < cover->factors; g++) {
            if (value_count(cover, f) == 1 || value_count(cover, g) == 1) continue;
            for (int v = 0; v < value_count(cover, f); v++)
                for (int w = 0; w < value_count(cover, g); w++)
                    count += tool_cover_state(cover, f, v, g, w) == state;
        }
    return count;
}
