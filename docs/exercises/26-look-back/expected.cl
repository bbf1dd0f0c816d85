__kernel void expected(__global const uint *x, __global uint *states, __global uint *ticket, uint n, uint width,
                       uint group) {
    const uint tiles = (n + group - 1) / group;
    uint sum = 0;
    for (uint t = 0; t < tiles; t++) {
        for (uint i = t * group; i < n && i < (t + 1) * group; i++) sum += x[i];
        states[t] = 2 * sum + 1;
    }
    ticket[0] = tiles;
}
