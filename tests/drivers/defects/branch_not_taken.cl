/* title: a private array is read before its beginning by a case that is not reached
 * remedy: the interpreter of promises keeps the index within the array
 * local: 8
 * needs: cl_khr_subgroup_ballot
 */
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__kernel __attribute__((reqd_work_group_size(8, 1, 1), intel_reqd_sub_group_size(8))) void defect(__global uint2 *out) {
    const uint id = (uint)get_local_id(0), many = (uint)get_global_size(1); /* 1, but no compiler knows it */
    uint turns[8], turn[8], at = id % 2u;
    turns[0] = 7u;
    for (uint step = 0; step < 2u * many; step++) {
        const uint lowest = sub_group_reduce_min(at), op = lowest * many, level = step * (many - 1u); /* 0 */
        if (at == lowest) {
            at += 2u;
            switch (op) {
            case 0:
            case 1: out[get_global_id(0)] = (uint2)(7u, turns[level]); break;
            case 2: turn[level + 1u] = 0; break;
            case 3:
                if (turn[level] == many)
                    at = 0;
                else
                    turns[level] = turns[level - 1u] * 8u + turn[level]++; /* level is never 0 here */
                break;
            default:
                if (turn[level] < many) at = 0;
                break;
            }
        }
    }
}
