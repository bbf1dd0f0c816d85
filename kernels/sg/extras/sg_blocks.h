/* Intel's block reads and writes, in OpenCL C: element i of a vector is that of lane + i * width.
 * SPDX-License-Identifier: MIT
 *
 * SG_BLOCKS(NAME, FN, LANE, WIDTH) defines NAME_read and NAME_write for every type and size of the buffer
 * forms; FN is what precedes each function. The layer's standard names and the checking device use it.
 */
#define SG_BLOCK_AT(LANE, WIDTH, i) sg_p[(LANE) + (i) * (WIDTH)]
#define SG_BLOCK_PUT(LANE, WIDTH, i) SG_BLOCK_AT(LANE, WIDTH, i) = SG_AT(sg_v, i)
#define SG_BLOCK_4(L, W, i)                                                                                  \
    SG_BLOCK_AT(L, W, i), SG_BLOCK_AT(L, W, i + 1), SG_BLOCK_AT(L, W, i + 2), SG_BLOCK_AT(L, W, i + 3)
#define SG_BLOCKS_OF(T, S, NAME, FN, L, W)                                                                   \
    FN T NAME##_read##S(const __global T *sg_p) {                                                            \
        return SG_BLOCK_AT(L, W, 0);                                                                         \
    }                                                                                                        \
    FN T##2 NAME##_read##S##2(const __global T *sg_p) {                                                      \
        return (T##2)(SG_BLOCK_AT(L, W, 0), SG_BLOCK_AT(L, W, 1));                                           \
    }                                                                                                        \
    FN T##4 NAME##_read##S##4(const __global T *sg_p) {                                                      \
        return (T##4)(SG_BLOCK_4(L, W, 0));                                                                  \
    }                                                                                                        \
    FN T##8 NAME##_read##S##8(const __global T *sg_p) {                                                      \
        return (T##8)(SG_BLOCK_4(L, W, 0), SG_BLOCK_4(L, W, 4));                                             \
    }                                                                                                        \
    FN void NAME##_write##S(__global T *sg_p, T sg_v) {                                                      \
        SG_BLOCK_AT(L, W, 0) = sg_v;                                                                         \
    }                                                                                                        \
    FN void NAME##_write##S##2(__global T * sg_p, T##2 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
    }                                                                                                        \
    FN void NAME##_write##S##4(__global T * sg_p, T##4 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
        SG_BLOCK_PUT(L, W, 2), SG_BLOCK_PUT(L, W, 3);                                                        \
    }                                                                                                        \
    FN void NAME##_write##S##8(__global T * sg_p, T##8 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
        SG_BLOCK_PUT(L, W, 2), SG_BLOCK_PUT(L, W, 3);                                                        \
        SG_BLOCK_PUT(L, W, 4), SG_BLOCK_PUT(L, W, 5);                                                        \
        SG_BLOCK_PUT(L, W, 6), SG_BLOCK_PUT(L, W, 7);                                                        \
    }
#define SG_BLOCKS(NAME, FN, L, W)                                                                            \
    SG_BLOCKS_OF(uint, , NAME, FN, L, W)                                                                     \
    SG_BLOCKS_OF(uint, _ui, NAME, FN, L, W)                                                                  \
    SG_BLOCKS_OF(ushort, _us, NAME, FN, L, W)                                                                \
    SG_BLOCKS_OF(ulong, _ul, NAME, FN, L, W)                                                                 \
    SG_BLOCKS_OF(uchar, _uc, NAME, FN, L, W)
