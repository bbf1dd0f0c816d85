/*
 * cover.h - a plan in which every two values of different factors meet (Cohen, Dalal, Fredman, Patton: The
 * AETG System, IEEE TSE 1997).
 *
 * A row chooses a value, from 0, of each factor (strategy, width, parameter), or TOOL_NOT_THERE.
 */
#pragma once

#include "cases/random.h"
#include <stdbool.h>

enum { TOOL_MAX_FACTORS = 28, TOOL_MAX_VALUES = 512, TOOL_OPEN = -1, TOOL_NOT_THERE = -2 };

typedef enum tool_pair_state {
    TOOL_PAIR_LEFT,
    TOOL_PAIR_PLANNED, /* in a row that has not run yet */
    TOOL_PAIR_MET,
    TOOL_PAIR_NEVER, /* impossible in many rows */
    TOOL_PAIR_NONE   /* the strategy lacks the parameter */
} tool_pair_state;

typedef struct tool_cover {
    int factors;
    int first[TOOL_MAX_FACTORS + 1]; /* values of factor f: first[f] up to first[f + 1] */
    unsigned char *state;            /* of pairs of values, in both orders; owned */
    unsigned char *tries;
} tool_cover;

typedef struct tool_pair {
    int factor[2], value[2];
} tool_pair;

/* Returns its number; -1: no room. Call before tool_cover_start. */
int tool_cover_add(tool_cover *cover, int values);
/* All pairs become TOOL_PAIR_LEFT. False: no memory. */
bool tool_cover_start(tool_cover *cover);
void tool_cover_free(tool_cover *cover);

/* The pair becomes TOOL_PAIR_NONE. */
void tool_cover_exclude(tool_cover *cover, int f, int v, int g, int w);
tool_pair_state tool_cover_state(const tool_cover *cover, int f, int v, int g, int w);

/* One factor in `factors` (a bit each), the other in either, both compatible with `choice`. False: none is
   left. */
bool tool_cover_seed(const tool_cover *cover, uint32_t factors, uint32_t others, const int *choice,
                     tool_random *random, tool_pair *out);
/* Meets most of the chosen values for the first time; has already met most (such a row is probably
   possible); any. */
typedef enum tool_cover_way { TOOL_COVER_NEW, TOOL_COVER_KNOWN, TOOL_COVER_ANY } tool_cover_way;

/* For each open factor of `factors` a value, or TOOL_NOT_THERE if none is compatible. */
void tool_cover_fill(const tool_cover *cover, uint32_t factors, tool_cover_way way, tool_random *random,
                     int *choice);
int tool_cover_gain(const tool_cover *cover, const int *choice);

/* Met pairs are unchanged. */
void tool_cover_meet(tool_cover *cover, const int *choice, tool_pair_state state);
/* A row was impossible; after many its pair becomes TOOL_PAIR_NEVER. */
void tool_cover_fail(tool_cover *cover, const tool_pair *pair);

/* Factors with a single value do not count. */
long tool_cover_count(const tool_cover *cover, tool_pair_state state);
