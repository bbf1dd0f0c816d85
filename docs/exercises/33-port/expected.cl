__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++)
        for (uint j = i - i % group; j < i; j++) y[i] += x[j] % 2;
}
