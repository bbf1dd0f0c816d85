/* A loop over the lanes that somebody wrote is no waterfall.
   gfx: waterfalls==0 loops==1 cross_lane==1 */
__kernel void written_loop(__global int *x, __global const int *table) {
    const size_t i = get_global_id(0);
    const int v = x[i];
    for (;;) {
        const int first = __builtin_amdgcn_readfirstlane(v);
        if (first == v) {
            x[i] = table[first];
            break;
        }
    }
}
