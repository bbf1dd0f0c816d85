/* Only loads, arithmetic and a store.
   all: loops==0 waterfalls==0 branches==0 barriers==0 atomics==0 local==0 scratch==0 cross_lane==0 spills==0
   all: local_bytes==0 scratch_bytes==0 */
__kernel void straight(__global float *x) {
    x[get_global_id(0)] = x[get_global_id(0)] * 2.0f + 1.0f;
}
