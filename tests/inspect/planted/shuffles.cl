/* Five shuffles from lanes known only at run time.
   gfx: cross_lane==5 waterfalls==0 loops==0
   gen: cross_lane==5 waterfalls==0 loops==0
   nv: cross_lane==5 waterfalls==0 loops==0 */
#ifdef __AMDGCN__
#define SHUFFLE(v, lane) __builtin_amdgcn_ds_bpermute((lane) << 2, v)
#define WIDTH
#elif defined(__NVPTX__)
int take(int v, int lane) {
    int r;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(lane));
    return r;
}
#define SHUFFLE(v, lane) take(v, lane)
#define WIDTH
#else
#define SHUFFLE(v, lane) intel_sub_group_shuffle(v, lane)
#define WIDTH __attribute__((intel_reqd_sub_group_size(16)))
#endif
WIDTH __kernel void shuffles(__global int *x) {
    const size_t i = get_global_id(0);
    const int lane = x[i] & 15;
    int v = x[i + 1];
    v = SHUFFLE(v, lane) ^ 1;
    v = SHUFFLE(v, v & 15) ^ 2;
    v = SHUFFLE(v, v & 15) ^ 3;
    v = SHUFFLE(v, v & 15) ^ 4;
    x[i] = SHUFFLE(v, v & 15);
}
