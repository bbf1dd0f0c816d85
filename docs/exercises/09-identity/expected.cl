__kernel void expected(__global const int *x, __global int *lows, uint n, uint width, uint group) {
    const uint launched = (n + group - 1) / group * group;
    for (uint first = 0; first < launched; first += width) {
        int low = 2147483647;
        for (uint lane = 0; lane < width; lane++)
            if (first + lane < n && x[first + lane] < low) low = x[first + lane];
        lows[first / width] = low;
    }
}
