#line 1 "crosslane_check"
// Comes before every program: functions that clang 15 does not declare.
#define XLC_OVER __attribute__((overloadable, convergent))
#define XLC_MOVES(T) T XLC_OVER intel_sub_group_shuffle(T v, uint i); T XLC_OVER intel_sub_group_shuffle_xor(T v, uint i); \
    T XLC_OVER intel_sub_group_shuffle_down(T v, T w, uint i); T XLC_OVER intel_sub_group_shuffle_up(T v, T w, uint i); \
    T XLC_OVER sub_group_rotate(T v, int i); T XLC_OVER sub_group_clustered_rotate(T v, int i, uint c);
#define XLC_VECTORS(T) XLC_MOVES(T) XLC_MOVES(T##2) XLC_MOVES(T##3) XLC_MOVES(T##4) XLC_MOVES(T##8) XLC_MOVES(T##16)
XLC_VECTORS(char) XLC_VECTORS(uchar) XLC_VECTORS(short) XLC_VECTORS(ushort) XLC_VECTORS(int) XLC_VECTORS(uint)
XLC_VECTORS(long) XLC_VECTORS(ulong) XLC_VECTORS(float) XLC_VECTORS(double)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
XLC_VECTORS(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#define XLC_BLOCK(T, S) \
    inline T XLC_IN intel_sub_group_block_read##S(const __global T *p) { return p[get_sub_group_local_id()]; } \
    inline T##2 XLC_IN intel_sub_group_block_read##S##2(const __global T *p) { return (T##2)(XLC_P(0), XLC_P(1)); } \
    inline T##4 XLC_IN intel_sub_group_block_read##S##4(const __global T *p) { return (T##4)(XLC_P(0), XLC_P(1), XLC_P(2), XLC_P(3)); } \
    inline T##8 XLC_IN intel_sub_group_block_read##S##8(const __global T *p) { return (T##8)(XLC_P(0), XLC_P(1), XLC_P(2), XLC_P(3), XLC_P(4), XLC_P(5), XLC_P(6), XLC_P(7)); } \
    inline void XLC_IN intel_sub_group_block_write##S(__global T *p, T v) { p[get_sub_group_local_id()] = v; } \
    inline void XLC_IN intel_sub_group_block_write##S##2(__global T *p, T##2 v) { XLC_P(0) = v.s0; XLC_P(1) = v.s1; } \
    inline void XLC_IN intel_sub_group_block_write##S##4(__global T *p, T##4 v) { XLC_P(0) = v.s0; XLC_P(1) = v.s1; XLC_P(2) = v.s2; XLC_P(3) = v.s3; } \
    inline void XLC_IN intel_sub_group_block_write##S##8(__global T *p, T##8 v) { XLC_P(0) = v.s0; XLC_P(1) = v.s1; XLC_P(2) = v.s2; XLC_P(3) = v.s3; XLC_P(4) = v.s4; XLC_P(5) = v.s5; XLC_P(6) = v.s6; XLC_P(7) = v.s7; }
#define XLC_P(i) p[get_sub_group_local_id() + i * get_max_sub_group_size()]
#define XLC_IN __attribute__((overloadable, always_inline))
XLC_BLOCK(uint, ) XLC_BLOCK(uint, _ui) XLC_BLOCK(ushort, _us) XLC_BLOCK(ulong, _ul) XLC_BLOCK(uchar, _uc)
#undef XLC_IN
#undef XLC_P
#undef XLC_BLOCK
#undef XLC_VECTORS
#undef XLC_MOVES
#undef XLC_OVER
