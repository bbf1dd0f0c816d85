/*
 * spheres_table.h - places in the tables of spheres.c, for its case.
 */
#ifndef SPHERES_TABLE_H
#define SPHERES_TABLE_H

#include "algorithm.h"

/* Parameters. */
enum {
    SPHERES_POINTS,
    SPHERES_SPHERES,
    SPHERES_CHANNELS,
    SPHERES_MODEL,
    SPHERES_WIDTH,
    SPHERES_HEIGHT,
    SPHERES_WEIGHTS,
    SPHERES_ITEMS,
    SPHERES_LAYOUT,
    SPHERES_PER_SUB_GROUP,
    SPHERES_GROUP
};
enum { SPHERES_LINEAR, SPHERES_QUADRATIC };                                        /* values of model */
enum { SPHERES_WEIGHTS_AUTO, SPHERES_WEIGHTS_LANE, SPHERES_WEIGHTS_PASS };         /* values of weights */
enum { SPHERES_LAYOUT_AUTO, SPHERES_LAYOUT_BLOCKS, SPHERES_LAYOUT_RUNS };          /* values of layout */
enum { SPHERES_IN_POINTS, SPHERES_IN_SPHERES, SPHERES_IN_COLORS, SPHERES_RESULT }; /* arrays */
/* Strategies. */
enum { SPHERES_NAIVE, SPHERES_CONTINUED, SPHERES_DEFERRED, SPHERES_SHARED, SPHERES_WHOLE_GROUP };

extern const xl__algorithm xl__algorithm_spheres;

/* Where no points are given they are the pixels of an image: pixel i is column i % *width of row i / *width,
   its point ((column + 1/2) step, (row + 1/2) step, 0), so that the longer side of the image spans 0 to 1 and
   spheres look round. Returns the step; without an image both are 1. */
float xl__spheres_image(const xl__problem *problem, uint32_t *width);

#endif
