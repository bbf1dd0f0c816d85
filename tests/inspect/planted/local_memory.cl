/* Passes a value to a neighbour through local memory: one store, one load, one barrier.
   all: barriers==1 local_bytes==1024 waterfalls==0 loops==0
   gfx: local==2
   gen: local==2
   nv: local==2
   cpu: local==0 scratch_bytes==0 cross_lane==0 */
#ifdef __AMDGCN__
#define ONE_MESSAGE /* for all lanes */
#else
#define ONE_MESSAGE __attribute__((intel_reqd_sub_group_size(8)))
#endif
ONE_MESSAGE __attribute__((reqd_work_group_size(256, 1, 1))) __kernel void local_memory(__global int *x) {
    __local int own[256];
    const uint me = get_local_id(0);
    own[me] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = own[me ^ 5];
}
