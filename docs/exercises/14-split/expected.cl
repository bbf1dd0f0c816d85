__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint first = 0, at = 0; first < n; first += width) {
        for (uint lane = 0; lane < width; lane++)
            if (x[first + lane] % 2 == 1) y[at++] = x[first + lane];
        for (uint lane = 0; lane < width; lane++)
            if (x[first + lane] % 2 == 0) y[at++] = x[first + lane];
    }
}
