__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++) {
        uint high = 0;
        for (uint j = i - i % width; j < n && j / width == i / width; j++) high |= x[j] > 850;
        y[i] = x[i] + (high ? 1000 : 0);
    }
}
