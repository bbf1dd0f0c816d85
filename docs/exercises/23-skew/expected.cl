/* An atomic for each value that a sub-group holds: for an element that no earlier lane of the sub-group has. */
__kernel void expected(__global const uint *x, __global uint *counts, __global uint *atomics, uint n, uint width,
                       uint group) {
    for (uint i = 0; i < n; i++) {
        uint first = 1;
        for (uint j = i - i % width; j < i; j++)
            if (x[j] == x[i]) first = 0;
        atomics[0] += first;
        counts[x[i]]++;
    }
}
