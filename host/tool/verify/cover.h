/*
 * cover.h - which values have met: the bookkeeping of a plan in which every two values of different factors
 * meet (a covering array of strength two: Cohen, Dalal, Fredman, Patton: The AETG System, IEEE TSE 1997).
 *
 * A factor is something that can be chosen (the strategy, the width, a parameter), and it has values,
 * numbered from 0. A row of the plan chooses one value of each factor, or TOOL_NOT_THERE.
 */
#ifndef TOOL_COVER_H
#define TOOL_COVER_H

#include "cases/random.h"
#include <stdbool.h>

enum { TOOL_MAX_FACTORS = 28, TOOL_MAX_VALUES = 512, TOOL_OPEN = -1, TOOL_NOT_THERE = -2 };

typedef enum tool_pair_state {
    TOOL_PAIR_LEFT,    /* has not met yet */
    TOOL_PAIR_PLANNED, /* is in a row that did not run it */
    TOOL_PAIR_MET,
    TOOL_PAIR_NEVER, /* was tried in many rows, none of which can be */
    TOOL_PAIR_NONE   /* makes no sense: a parameter that the strategy does not have */
} tool_pair_state;

typedef struct tool_cover {
    int factors;
    int first[TOOL_MAX_FACTORS + 1]; /* values of factor f: first[f] up to first[f + 1] */
    unsigned char *state;            /* of values a and b, both ways; owned */
    unsigned char *tries;
} tool_cover;

/* Two values of different factors. */
typedef struct tool_pair {
    int factor[2], value[2];
} tool_pair;

/* Adds a factor and returns its number; -1: there is no room. Before tool_cover_start. */
int tool_cover_add(tool_cover *cover, int values);
/* All pairs are left. False: no memory. */
bool tool_cover_start(tool_cover *cover);
void tool_cover_free(tool_cover *cover);

/* This pair makes no sense. */
void tool_cover_exclude(tool_cover *cover, int f, int v, int g, int w);
tool_pair_state tool_cover_state(const tool_cover *cover, int f, int v, int g, int w);

/* Draws a pair that is left: one factor at least in `factors` (a bit each), the other in `factors` or in
   `others`, both fitting `choice`. False: there is none. */
bool tool_cover_seed(const tool_cover *cover, uint32_t factors, uint32_t others, const int *choice,
                     tool_random *random, tool_pair *out);
/* How a value is chosen beside those that are: the one that meets most of them anew, the one that has met
   most of them already (a row of such values is likely to be possible), or any. */
typedef enum tool_cover_way { TOOL_COVER_NEW, TOOL_COVER_KNOWN, TOOL_COVER_ANY } tool_cover_way;

/* Chooses a value for each of `factors` that is open. What can be nothing beside what is chosen becomes
   TOOL_NOT_THERE. */
void tool_cover_fill(const tool_cover *cover, uint32_t factors, tool_cover_way way, tool_random *random,
                     int *choice);
/* Pairs of the choice that are left. */
int tool_cover_gain(const tool_cover *cover, const int *choice);

/* What the choice holds is TOOL_PAIR_PLANNED or TOOL_PAIR_MET from now on; what has met stays so. */
void tool_cover_meet(tool_cover *cover, const int *choice, tool_pair_state state);
/* A row for this pair could not be; after many such the pair counts as one that never meets. */
void tool_cover_fail(tool_cover *cover, const tool_pair *pair);

/* How many pairs are in a state; a factor of a single value has none. */
long tool_cover_count(const tool_cover *cover, tool_pair_state state);

#endif
