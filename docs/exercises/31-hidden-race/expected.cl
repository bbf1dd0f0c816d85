__kernel void expected(__global const uint *x, __global uint *gaps, uint n, uint width, uint group) {
    for (uint first = 0; first < n; first += group) {
        uint largest = 0;
        for (uint i = first; i < n && i < first + group; i++) largest = max(largest, x[i]);
        for (uint i = first; i < n && i < first + group; i++) gaps[first / group] += largest - x[i];
    }
}
