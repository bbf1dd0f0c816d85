/*
 * lerp_table.h - places in the tables of lerp.c, for its case.
 */
#ifndef LERP_TABLE_H
#define LERP_TABLE_H

#include "algorithm.h"

enum { LERP_ROWS, LERP_N, LERP_CHANNELS, LERP_CARRY, LERP_GROUP };                            /* parameters */
enum { LERP_X, LERP_T, LERP_INITIAL, LERP_C };                                                /* arrays */
enum { LERP_SERIAL, LERP_READLANE, LERP_PREFIX, LERP_CONTINUED, LERP_DEFERRED, LERP_AFFINE }; /* strategies */

extern const xl__algorithm xl__algorithm_lerp;

#endif
