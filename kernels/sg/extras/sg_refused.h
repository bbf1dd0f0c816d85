/* Calls refused with an error: 8- and 16-bit integers, and operations whose option is missing.
 * SPDX-License-Identifier: MIT
 *
 * Narrow integers would be promoted to int silently, and lane 0 of an exclusive scan would get int's
 * identity: INT_MAX stored in a char is -1.
 */
#define SG_REFUSED                                                                                           \
    __attribute__((__overloadable__,                                                                         \
                   __unavailable__("sg_ operations take no 8- or 16-bit integers: convert to int or uint")))
#define SG_REFUSE_FAMILY(T, U, op, OP, N)                                                                    \
    T sg_reduce_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                        \
    T sg_scan_inclusive_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                \
    T sg_scan_exclusive_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                \
    T sg_cluster_reduce_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                                  \
    T sg_cluster_scan_inclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                          \
    T sg_cluster_scan_exclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                          \
    T sg_identity_of_##op(T sg_v) SG_REFUSED;
#define SG_REFUSE(T)                                                                                         \
    T sg_shuffle(sg_t sg_ctx, T sg_v, uint sg_i) SG_REFUSED;                                                 \
    T sg_shuffle_xor(sg_t sg_ctx, T sg_v, uint sg_m) SG_REFUSED;                                             \
    T sg_shuffle_up(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                              \
    T sg_shuffle_down(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                            \
    T sg_rotate(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                                  \
    T sg_broadcast(sg_t sg_ctx, T sg_v, uint sg_i) SG_REFUSED;                                               \
    int sg_all_equal(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                        \
    sg_mask sg_match_any(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                    \
    SG_OPERATORS(SG_REFUSE_FAMILY, T, T, 0)                                                                  \
    SG_BIT_OPERATORS(SG_REFUSE_FAMILY, T, T, 0)
SG_REFUSE(char)
SG_REFUSE(uchar)
SG_REFUSE(short)
SG_REFUSE(ushort)
#if SG_SEGMENTS
#define SG_REFUSE_PARTS(T, U, op, OP, N)                                                                     \
    T sg_segment_reduce_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                                   \
    T sg_segment_scan_inclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                           \
    T sg_segment_scan_exclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                           \
    T sg_partition_reduce_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                                \
    T sg_partition_scan_inclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                        \
    T sg_partition_scan_exclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                        \
    T sg_scan_inclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) SG_REFUSED;                             \
    T sg_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) SG_REFUSED;
#define SG_REFUSE_PARTS_OF(T)                                                                                \
    SG_OPERATORS(SG_REFUSE_PARTS, T, T, 0) SG_BIT_OPERATORS(SG_REFUSE_PARTS, T, T, 0)
SG_REFUSE_PARTS_OF(char)
SG_REFUSE_PARTS_OF(uchar)
SG_REFUSE_PARTS_OF(short)
SG_REFUSE_PARTS_OF(ushort)
#else
#define SG_NEEDS_SEGMENTS                                                                                    \
    __attribute__((__unavailable__("it needs the build option -DSG_SEGMENTS=1, or the same by #define")))
#define SG_WITHOUT_SEGMENTS(T, U, op, OP, N)                                                                 \
    void sg_segment_reduce_##op(void) SG_NEEDS_SEGMENTS;                                                     \
    void sg_segment_scan_inclusive_##op(void) SG_NEEDS_SEGMENTS;                                             \
    void sg_segment_scan_exclusive_##op(void) SG_NEEDS_SEGMENTS;                                             \
    void sg_partition_reduce_##op(void) SG_NEEDS_SEGMENTS;                                                   \
    void sg_partition_scan_inclusive_##op(void) SG_NEEDS_SEGMENTS;                                           \
    void sg_partition_scan_exclusive_##op(void) SG_NEEDS_SEGMENTS;                                           \
    void sg_scan_inclusive_total_##op(void) SG_NEEDS_SEGMENTS;                                               \
    void sg_scan_exclusive_total_##op(void) SG_NEEDS_SEGMENTS;
void sg_segment(void) SG_NEEDS_SEGMENTS;
SG_OPERATORS(SG_WITHOUT_SEGMENTS, int, int, 0)
SG_BIT_OPERATORS(SG_WITHOUT_SEGMENTS, int, int, 0)
#endif
#if SG_GROUPS
#define SG_REFUSE_GROUP(T, U, op, OP, N)                                                                     \
    T sg_group_reduce_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts) SG_REFUSED;                             \
    T sg_group_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts, T *sg_total) SG_REFUSED;
#define SG_REFUSE_GROUPS(T) SG_OPERATORS(SG_REFUSE_GROUP, T, T, 0) SG_BIT_OPERATORS(SG_REFUSE_GROUP, T, T, 0)
SG_REFUSE_GROUPS(char)
SG_REFUSE_GROUPS(uchar)
SG_REFUSE_GROUPS(short)
SG_REFUSE_GROUPS(ushort)
#else
#define SG_NEEDS_GROUPS                                                                                      \
    __attribute__((__unavailable__("it needs the build option -DSG_GROUPS=1, or the same by #define")))
#define SG_WITHOUT_GROUPS(T, U, op, OP, N)                                                                   \
    void sg_group_reduce_##op(void) SG_NEEDS_GROUPS;                                                         \
    void sg_group_scan_exclusive_total_##op(void) SG_NEEDS_GROUPS;
SG_OPERATORS(SG_WITHOUT_GROUPS, int, int, 0)
SG_BIT_OPERATORS(SG_WITHOUT_GROUPS, int, int, 0)
#endif
