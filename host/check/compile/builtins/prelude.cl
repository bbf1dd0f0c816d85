// Comes before every program: functions that clang 15 does not declare.
#define XLC_OVER __attribute__((overloadable, convergent))
#define XLC_MOVES(T) T XLC_OVER intel_sub_group_shuffle(T v, uint i); T XLC_OVER intel_sub_group_shuffle_xor(T v, uint i); \
    T XLC_OVER intel_sub_group_shuffle_down(T v, T w, uint i); T XLC_OVER intel_sub_group_shuffle_up(T v, T w, uint i); \
    T XLC_OVER sub_group_rotate(T v, int i); T XLC_OVER sub_group_clustered_rotate(T v, int i, uint c);
#define XLC_VECTORS(T) XLC_MOVES(T) XLC_MOVES(T##2) XLC_MOVES(T##3) XLC_MOVES(T##4) XLC_MOVES(T##8) XLC_MOVES(T##16)
XLC_VECTORS(char) XLC_VECTORS(uchar) XLC_VECTORS(short) XLC_VECTORS(ushort) XLC_VECTORS(int) XLC_VECTORS(uint)
XLC_VECTORS(long) XLC_VECTORS(ulong) XLC_VECTORS(float)
#undef XLC_VECTORS
#undef XLC_MOVES
#undef XLC_OVER
