/* Shared by spheres.c and spheres_case.c. */
#pragma once

#include "table/algorithm.h"

/* The largest radius of a sphere; the least is in weigh.h. */
#define SPHERES_MOST_RADIUS 1e18f

/* Without points, pixel i is in row i / width and column i % width. Its point is ((column + 1/2) step, (row +
   1/2) step, 0). The longer side spans 0 to 1. Returns the step, exact as a float; 1 without an image. */
double xl__spheres_step(const xl__problem *problem);
