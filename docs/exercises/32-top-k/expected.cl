__kernel void expected(__global const uint *x, __global uint *y, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++) {
        uint before = 0;
        for (uint j = i - i % width; j < n && j / width == i / width; j++)
            before += x[j] > x[i] || (x[j] == x[i] && j < i);
        y[i] = before < 4 ? x[i] : 0;
    }
}
