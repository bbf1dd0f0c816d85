__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++)
        for (uint k = 0; k < 4; k++) y[4 * i + k] = x[4 * (i - i % 4 + k) + i % 4];
}
