__kernel void expected(__global const uint *x, __global uint *kept, __global uint *count, uint n, uint width,
                       uint group) {
    for (uint i = 0; i < n; i++)
        if (x[i] % 2 == 1) kept[count[0]++] = x[i];
}
