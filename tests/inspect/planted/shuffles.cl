/* Five shuffles from lanes known only at run time.
   gfx: cross_lane==5 waterfalls==0 loops==0
   gen: cross_lane==5 waterfalls==0 loops==0 */
#ifdef __AMDGCN__
#define SHUFFLE(v, lane) __builtin_amdgcn_ds_bpermute((lane) << 2, v)
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
