/* SG_PARAMS, SG_BEGIN, and the records that they add to a kernel.
 * SPDX-License-Identifier: MIT
 *
 * SG_RECORD=1 adds a parameter `__global uint *` of 2 words, which the first sub-group of the launch writes:
 *   [0] the lanes that ran together, counted by a collective
 *   [1] get_sub_group_size(), or 0.
 * With SG_PROBED only a collective known to be correct is used; without one, [0] equals [1].
 *
 * SG_TRACE=1 adds another parameter after it. The host sets [0] = 0 and [1] = capacity in records. Every
 * SG_SHOW adds 1 to [0] and, within the capacity, writes SG_TRACE_WORDS words at 2 + SG_TRACE_WORDS * index.
 *   0 line;  1 global id;  2 type (SG_TRACE_TYPE_*) | components << 8;  3 lane | sub-group id << 16;
 *   4..7 the name's first 16 bytes, zero-filled, byte 0 lowest;
 *   8..11 the value's bits, a word per component; 64-bit types have two, the low word first
 */
#define SG_TRACE_WORDS 12
#define SG_TRACE_TYPE_INT 0u
#define SG_TRACE_TYPE_UINT 1u
#define SG_TRACE_TYPE_LONG 2u
#define SG_TRACE_TYPE_ULONG 3u
#define SG_TRACE_TYPE_FLOAT 4u
#define SG_TRACE_TYPE_HALF 5u
#define SG_TRACE_TYPE_DOUBLE 6u

/* Without a collective that counts lanes, the only width is the emulated one. */
#ifndef SG_N_MEASURED_WIDTH
#define SG_N_MEASURED_WIDTH(sg) sg_mask_count(sg_ballot(sg, 1))
#endif
/* A kernel's parameter hides the function of the same name. Without SG_PARAMS the compiler prints this
 * message. */
#define SG_NO_PARAMS                                                                                         \
    __attribute__((__unavailable__("SG_PARAMS is missing: write it at the end of this kernel's parameters, " \
                                   "without a comma before it")))
#include "sg/extras/sg_guard.h"

#if SG_RECORD
#define SG_PARAM_RECORD_ , __global uint *sg_params_record_
void sg_params_record_(void) SG_NO_PARAMS;
#ifndef SG_N_REPORTED_WIDTH
#define SG_N_REPORTED_WIDTH() 0u
#endif
SG_FN void sg_record_width(sg_t sg_ctx, __global uint *sg_rec) {
    const uint sg_lanes = SG_N_MEASURED_WIDTH(sg_ctx) * (SG_PLANT_WRONG_WIDTH ? 2u : 1u);
    if (get_global_id(0) == get_global_offset(0)) {
        sg_rec[0] = sg_lanes;
        sg_rec[1] = SG_N_REPORTED_WIDTH();
    }
}
#define SG_RECORD_WIDTH_(sg) sg_record_width(sg, sg_params_record_);
#else
#define SG_PARAM_RECORD_
#define SG_RECORD_WIDTH_(sg)
#endif

#if SG_TRACE
#define SG_PARAM_TRACE_ , __global uint *sg_params_trace_
void sg_params_trace_(void) SG_NO_PARAMS;
/* SG_BEGIN calls it first, or compilers would report the context's initializer first. */
SG_FN void sg_trace_to(__global uint *sg_records) {
}
#define SG_TRACE_TO_ sg_trace_to(sg_params_trace_);
/* vstore4 was missing for global memory under -cl-std=CL2.0 (defect D22). */
SG_FN void sg_put(__global uint *sg_to, uint4 sg_words) {
    sg_to[0] = SG_AT(sg_words, 0);
    sg_to[1] = SG_AT(sg_words, 1);
    sg_to[2] = SG_AT(sg_words, 2);
    sg_to[3] = SG_AT(sg_words, 3);
}
SG_FN void sg_show(sg_t sg_ctx, uint sg_line, uint sg_type, uint4 sg_name, uint4 sg_value) {
    const uint sg_at = atomic_inc((volatile __global uint *)sg_ctx.sg_records);
    if (sg_at < sg_ctx.sg_records[1]) {
        __global uint *sg_r = sg_ctx.sg_records + 2 + (size_t)sg_at * SG_TRACE_WORDS;
        sg_r[0] = sg_line;
        sg_r[1] = (uint)get_global_id(0);
        sg_r[2] = sg_type;
        sg_r[3] = sg_lane(sg_ctx) | (sg_id(sg_ctx) << 16);
        sg_put(sg_r + 4, sg_name);
        sg_put(sg_r + 8, sg_value);
    }
}
#define SG_STAMP_SHOW(T, n, tag, value)                                                                      \
    SG_FN void sg_show(sg_t sg_ctx, uint sg_line, T sg_v, uint4 sg_name) {                                   \
        sg_show(sg_ctx, sg_line, tag | (n##u << 8), sg_name, value);                                         \
    }
SG_STAMP_SHOW(int, 1, SG_TRACE_TYPE_INT, (uint4)(as_uint(sg_v), 0u, 0u, 0u))
SG_STAMP_SHOW(uint, 1, SG_TRACE_TYPE_UINT, (uint4)(sg_v, 0u, 0u, 0u))
SG_STAMP_SHOW(float, 1, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint(sg_v), 0u, 0u, 0u))
SG_STAMP_SHOW(float2, 2, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint2(sg_v), 0u, 0u))
SG_STAMP_SHOW(float3, 3, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint3(sg_v), 0u))
SG_STAMP_SHOW(float4, 4, SG_TRACE_TYPE_FLOAT, as_uint4(sg_v))
#if SG_HAS_INT64
SG_STAMP_SHOW(long, 1, SG_TRACE_TYPE_LONG, (uint4)(as_uint2(sg_v), 0u, 0u))
SG_STAMP_SHOW(ulong, 1, SG_TRACE_TYPE_ULONG, (uint4)(as_uint2(sg_v), 0u, 0u))
#endif
#if SG_HAS_FP16
SG_STAMP_SHOW(half, 1, SG_TRACE_TYPE_HALF, (uint4)(as_ushort(sg_v), 0u, 0u, 0u))
#endif
#if SG_HAS_FP64
SG_STAMP_SHOW(double, 1, SG_TRACE_TYPE_DOUBLE, (uint4)(as_uint2(sg_v), 0u, 0u))
#endif
#define SG_NAME_BYTES "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define SG_NAME_BYTE(s, i) ((uint)(uchar)(s SG_NAME_BYTES)[i] << (8 * ((i)&3)))
#define SG_NAME_WORD(s, i)                                                                                   \
    (SG_NAME_BYTE(s, i) | SG_NAME_BYTE(s, i + 1) | SG_NAME_BYTE(s, i + 2) | SG_NAME_BYTE(s, i + 3))
#define SG_SHOW(sg, name, v)                                                                                 \
    sg_show(sg, (uint)__LINE__, v,                                                                           \
            (uint4)(SG_NAME_WORD(name, 0), SG_NAME_WORD(name, 4), SG_NAME_WORD(name, 8),                     \
                    SG_NAME_WORD(name, 12)))
/* A mask is recorded as four uints, which no other value is. */
#define SG_SHOW_MASK(sg, name, m)                                                                            \
    sg_show(sg, (uint)__LINE__, SG_TRACE_TYPE_UINT | (4u << 8),                                              \
            (uint4)(SG_NAME_WORD(name, 0), SG_NAME_WORD(name, 4), SG_NAME_WORD(name, 8),                     \
                    SG_NAME_WORD(name, 12)),                                                                 \
            sg_mask_words(m))
#else
#define SG_PARAM_TRACE_
#define SG_TRACE_TO_
#define SG_SHOW(sg, name, v) ((void)0)
#define SG_SHOW_MASK(sg, name, m) ((void)0)
#endif

#define SG_PARAMS SG_PARAM_RECORD_ SG_PARAM_TRACE_ SG_PARAM_GUARD_

/* Local memory can only be declared at kernel scope, so the context needs a macro. */
#if SG_USES_LOCAL
#define SG_DECLARE_SCRATCH_ __local uint sg_scratch_[4 * SG_GROUP_SIZE] __attribute__((__aligned__(16)));
#define SG_SLICE_ (sg_scratch_ + (size_t)SG_N_ID() * SG_SLICE_WORDS)
#else
#define SG_DECLARE_SCRATCH_
#endif
#if SG_TRACE
#define SG_CONTEXT_TRACE_ sg_params_trace_,
#else
#define SG_CONTEXT_TRACE_
#endif
#if SG_GUARD == 2
#define SG_CONTEXT_GUARD_ sg_params_guard_,
#else
#define SG_CONTEXT_GUARD_
#endif
#if !SG_USES_LOCAL
#define SG_SLICE_
#endif
#if SG_TRACE || SG_GUARD == 2
#define SG_CONTEXT_                                                                                          \
    { SG_CONTEXT_TRACE_ SG_CONTEXT_GUARD_ SG_SLICE_ }
#elif SG_USES_LOCAL
#define SG_CONTEXT_ SG_SLICE_
#else
#define SG_CONTEXT_ 0
#endif
#define SG_BEGIN(sg)                                                                                         \
    SG_TRACE_TO_                                                                                             \
    SG_DECLARE_SCRATCH_                                                                                      \
    const sg_t sg = SG_CONTEXT_;                                                                             \
    SG_RECORD_WIDTH_(sg)                                                                                     \
    SG_GUARD_(sg)                                                                                            \
    (void)sg
