/* For tests: the trial of a device on which every work-group but the first has to give up waiting. */
__kernel void ability_progress(__global uint *words, uint polls) {
    if (get_local_id(0) == 0 && atomic_inc((volatile __global uint *)words) > 0 && polls > 0)
        atomic_inc((volatile __global uint *)words + 1);
}
