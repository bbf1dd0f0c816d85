/* For tests: all work-groups but the first give up waiting, and lack their last work-item. */
__kernel void ability_progress(__global uint *words, uint polls, uint right) {
    if (get_local_id(0) == 0 && atomic_inc((volatile __global uint *)words) > 0 && polls + right > 0)
        atomic_inc((volatile __global uint *)words + 1);
}

__kernel void ability_fair(__global uint *words, uint polls, uint right) {
    if (get_local_id(0) == 0 && atomic_inc((volatile __global uint *)words) > 0 && polls + right > 0)
        atomic_inc((volatile __global uint *)words + 1);
}

__kernel void ability_full_groups(__global uint *words, uint polls, uint right) {
    __local uint sum;
    const uint id = (uint)get_local_id(0), count = (uint)get_local_size(0);
    if (id == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < count - 1) atomic_add(&sum, id + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id != 0 || polls + right == 0) return;
    if (sum != count * (count + 1) / 2) atomic_inc(words + 1);
    atomic_inc(words);
}
