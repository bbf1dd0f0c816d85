#include "inner.h"
__kernel void sample_broken(__global uint *y) {
    y[0] = inner(1u);
}
