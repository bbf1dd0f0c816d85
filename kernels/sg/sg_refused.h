/* crosslane sub-group layer: 8- and 16-bit integers are refused.
 * SPDX-License-Identifier: MIT
 *
 * They would be promoted to int without a word, and the identity, which lane 0 of an exclusive scan has,
 * would be int's: INT_MAX stored into a char is -1. So calls with them are compile errors that say what to
 * write.
 */
#define SG_REFUSED                                                                                           \
    __attribute__((__overloadable__,                                                                         \
                   __unavailable__("sg_ operations take no 8- or 16-bit integers: convert to int or uint")))
#define SG_REFUSE_FAMILY(T, op)                                                                              \
    T sg_reduce_##op(sg_t sg, T sg_v) SG_REFUSED;                                                            \
    T sg_scan_inclusive_##op(sg_t sg, T sg_v) SG_REFUSED;                                                    \
    T sg_scan_exclusive_##op(sg_t sg, T sg_v) SG_REFUSED;                                                    \
    T sg_cluster_reduce_##op(sg_t sg, T sg_v, uint sg_size) SG_REFUSED;                                      \
    T sg_cluster_scan_inclusive_##op(sg_t sg, T sg_v, uint sg_size) SG_REFUSED;                              \
    T sg_cluster_scan_exclusive_##op(sg_t sg, T sg_v, uint sg_size) SG_REFUSED;                              \
    T sg_identity_of_##op(T sg_v) SG_REFUSED;
#define SG_REFUSE(T)                                                                                         \
    T sg_shuffle(sg_t sg, T sg_v, uint sg_i) SG_REFUSED;                                                     \
    T sg_shuffle_xor(sg_t sg, T sg_v, uint sg_m) SG_REFUSED;                                                 \
    T sg_shuffle_up(sg_t sg, T sg_v, uint sg_d) SG_REFUSED;                                                  \
    T sg_shuffle_down(sg_t sg, T sg_v, uint sg_d) SG_REFUSED;                                                \
    T sg_rotate(sg_t sg, T sg_v, uint sg_d) SG_REFUSED;                                                      \
    T sg_broadcast(sg_t sg, T sg_v, uint sg_i) SG_REFUSED;                                                   \
    int sg_all_equal(sg_t sg, T sg_v) SG_REFUSED;                                                            \
    sg_mask sg_match_any(sg_t sg, T sg_v) SG_REFUSED;                                                        \
    SG_REFUSE_FAMILY(T, add)                                                                                 \
    SG_REFUSE_FAMILY(T, mul)                                                                                 \
    SG_REFUSE_FAMILY(T, min)                                                                                 \
    SG_REFUSE_FAMILY(T, max)                                                                                 \
    SG_REFUSE_FAMILY(T, and)                                                                                 \
    SG_REFUSE_FAMILY(T, or)                                                                                  \
    SG_REFUSE_FAMILY(T, xor)
SG_REFUSE(char)
SG_REFUSE(uchar)
SG_REFUSE(short)
SG_REFUSE(ushort)
