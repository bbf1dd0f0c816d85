__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint first = 0; first < n; first += width) {
        uint sum = 0;
        for (uint lane = 0; lane < width; lane++) sum += x[first + lane];
        for (uint lane = 0; lane < width; lane++) y[first + lane] = sum;
    }
}
