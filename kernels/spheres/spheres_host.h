/*
 * spheres_host.h - what the table of spheres and its case share.
 */
#pragma once

#include "table/algorithm.h"

/* The largest radius of a sphere; the least is in weigh.h. */
#define SPHERES_MOST_RADIUS 1e18f

/* Where no points are given they are the pixels of an image: pixel i is column i % width of row i / width,
   its point ((column + 1/2) step, (row + 1/2) step, 0), so that the longer side of the image spans 0 to 1 and
   spheres look round. Returns the step, which a float holds; without an image 1. */
double xl__spheres_step(const xl__problem *problem);
