/*
 * dot_table.h - places in the tables of dot.c, for its case.
 */
#ifndef DOT_TABLE_H
#define DOT_TABLE_H

#include "algorithm.h"

enum { DOT_ROWS, DOT_N, DOT_GROUP }; /* parameters */
enum { DOT_A, DOT_B, DOT_SUM };      /* arrays */
enum { DOT_SERIAL, DOT_SUBGROUP };   /* strategies */

extern const xl__algorithm xl__algorithm_dot;

#endif
