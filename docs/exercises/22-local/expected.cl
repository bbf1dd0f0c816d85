__kernel void expected(__global const uint *x, __global uint *counts, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++) counts[x[i]]++;
}
