/* A loop over the lanes in the source is no waterfall.
   gfx: waterfalls==0 loops==1 cross_lane==1
   nv: waterfalls==0 loops>=1 (sm_75: lanes wait in a second one for a shuffle of all) */
#ifdef __AMDGCN__
#define FIRST(v) __builtin_amdgcn_readfirstlane(v)
#else
int first_of(int v) {
    int r;
    __asm__ volatile("{ .reg .b32 m, b; activemask.b32 m; brev.b32 m, m; bfind.u32 b, m; sub.u32 b, 31, b;"
                     " shfl.sync.idx.b32 %0, %1, b, 0x1f, 0xffffffff; }"
                     : "=r"(r)
                     : "r"(v));
    return r;
}
#define FIRST(v) first_of(v)
#endif
__kernel void written_loop(__global int *x, __global const int *table) {
    const size_t i = get_global_id(0);
    const int v = x[i];
    for (;;) {
        const int first = FIRST(v);
        if (first == v) {
            x[i] = table[first];
            break;
        }
    }
}
