/* Runs random structured programs that are data (host/tool/promises/branch_code.h), so no compiler knows their control
 * flow.
 * SPDX-License-Identifier: MIT
 *
 * All lanes find the lowest instruction at which one of them is; the lanes that are there run it, in one branch. Only
 * this is asked of the device: operations in it must count its lanes only. Branches that a compiler sees (branches.h)
 * ask more.
 *
 * Work-group g is one sub-group and runs program g / INTERPRETER_GROUPS.
 *
 * words: for each program, a word of each lane, then one of each sub-group.
 * start: for each program, its first instruction, and the first one after it.
 * out: records of a lane as in branches.h.
 * more: for each record [1 if the operation elects this lane, lanes that a non-uniform sum counts]. 2: no elect; 0: no
 * such sum.
 */
#include "sg/promises/together.h"

enum { SEE, BRANCH, ABOVE, JUMP, LOOP, HEAD, NEXT };
enum { INTERPRETER_GROUPS = 4, LEVELS = 8 };

static uint holds(uint form, uint k, uint lane, uint data, uint shared, uint turn) {
    switch (form) {
    case 0: return lane < k;
    case 1: return lane >> k & 1u;
    case 2: return data >> k & 1u;
    case 3: return shared >> k & 1u;
    default: return ((lane + turn) & 3u) == k;
    }
}

static uint number_of(uint form, uint k, uint lane, uint data, uint shared) {
    switch (form) {
    case 0: return lane < k ? 1u : 3u;
    case 1: return lane >> (k > 1u ? k - 1u : 0u) & 3u;
    case 2: return data >> (k & 15u) & 3u;
    case 3: return shared >> (k & 15u) & 3u;
    default: return (lane + k) & 3u;
    }
}

typedef struct counted {
    ulong mask;
    uint elected, sum;
} counted;

static counted count_lanes(void) {
    counted c;
    c.mask = together();
    c.elected = elects_this();
    c.sum = count_here();
    return c;
}

/* in_branch = 0: the operations run before the branch, so they count all lanes. */
SG_KERNEL void interpret(__global uint4 *out, __global uint2 *more, __global const uint *words,
                         __global const uint4 *code, __global const uint *start, uint most, uint steps,
                         uint in_branch SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg), group = (uint)get_group_id(0), sub_group = group % INTERPRETER_GROUPS;
    __global const uint *own = words + group / INTERPRETER_GROUPS * INTERPRETER_GROUPS * (SG_WIDTH + 1);
    const uint data = own[sub_group * SG_WIDTH + lane], shared = own[INTERPRETER_GROUPS * SG_WIDTH + sub_group];
    const uint end = start[group / INTERPRETER_GROUPS + 1];
    const uint first = group * most * SG_WIDTH + lane, beyond = first + most * SG_WIDTH;
    uint at = start[group / INTERPRETER_GROUPS], record = first;
    uint turns[LEVELS], turn[LEVELS], trips[LEVELS];
    turns[0] = 0;
    for (uint step = 0; step < steps; step++) {
        const uint lowest = sg_reduce_min(sg, at);
        counted c = {0, 0, 0};
        if (lowest >= end) break;
        const uint4 i = code[lowest];
        const uint op = i.x & 255u, level = i.x >> 8 & 255u, form = i.x >> 16 & 255u, k = i.x >> 24;
        const uint begin = start[group / INTERPRETER_GROUPS];
        if (in_branch == 0) c = count_lanes();
        if (at == lowest) {
            at++;
            switch (op) {
            case SEE:
                if (in_branch != 0) c = count_lanes();
                if (record >= beyond) break; /* a device on which the program does not end */
                out[record] = (uint4)(i.w, i.z == 0 ? turns[level] : turns[level] * 8u + i.z - 1u, (uint)c.mask,
                                      (uint)(c.mask >> 32));
                more[record] = (uint2)(c.elected, c.sum);
                record += SG_WIDTH;
                break;
            case BRANCH:
                if (holds(form, k, lane, data, shared, turns[level] & 7u) == i.z) at = begin + i.y;
                break;
            case ABOVE:
                if (number_of(form, k, lane, data, shared) > i.z) at = begin + i.y;
                break;
            case JUMP: at = begin + i.y; break;
            case LOOP:
                turn[level + 1] = 0;
                trips[level + 1] = i.z < 8u ? i.z : number_of(form, k, lane, data, shared);
                break;
            case HEAD:
                if (i.z == 0 && turn[level] == trips[level])
                    at = begin + i.y;
                else
                    turns[level] = turns[(level - 1u) % LEVELS] * 8u + turn[level]++; /* %: defect D37 */
                break;
            default:
                if (turn[level] < trips[level]) at = begin + i.y;
                break;
            }
        }
    }
}
