/* Standard names (sg_standard.h): shuffles, broadcasts and rotations of every scalar type and vector.
 * SPDX-License-Identifier: MIT
 */
/* lo and hi are the only names of vectors' parts, and a program may have macros called so. */
#if defined(__clang__)
#pragma push_macro("lo")
#pragma push_macro("hi")
#undef lo
#undef hi
#elif defined(lo) || defined(hi)
#error "with SG_STANDARD_NAMES and this compiler no macro may be called lo or hi"
#endif

/* Moves of every scalar type and vector. Narrow integers travel in an int or uint. Names are passed whole,
   because some drivers define macros called shuffle and rotate. */
#define SG_STD_WIDE(T, f, g)                                                                                 \
    SG_FN T g(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        return f(sg_ctx, sg_v, sg_i);                                                                        \
    }
#define SG_STD_NARROW(T, W, f, g)                                                                            \
    SG_FN T g(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        return (T)f(sg_ctx, (W)sg_v, sg_i);                                                                  \
    }
#define SG_STD_PARTS(T, f)                                                                                   \
    SG_FN T##2 f(sg_t sg_ctx, T##2 sg_v, uint sg_i) {                                                        \
        return (T##2)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##3 f(sg_t sg_ctx, T##3 sg_v, uint sg_i) {                                                        \
        return (T##3)(f(sg_ctx, SG_AT(sg_v, 0), sg_i), f(sg_ctx, SG_AT(sg_v, 1), sg_i),                      \
                      f(sg_ctx, SG_AT(sg_v, 2), sg_i));                                                      \
    }                                                                                                        \
    SG_FN T##4 f(sg_t sg_ctx, T##4 sg_v, uint sg_i) {                                                        \
        return (T##4)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##8 f(sg_t sg_ctx, T##8 sg_v, uint sg_i) {                                                        \
        return (T##8)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##16 f(sg_t sg_ctx, T##16 sg_v, uint sg_i) {                                                      \
        return (T##16)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                  \
    }
#define SG_STD_MOVE(f, g)                                                                                    \
    SG_STD_NARROW(char, int, f, g)                                                                           \
    SG_STD_NARROW(uchar, uint, f, g)                                                                         \
    SG_STD_NARROW(short, int, f, g)                                                                          \
    SG_STD_NARROW(ushort, uint, f, g)                                                                        \
    SG_STD_WIDE(int, f, g)                                                                                   \
    SG_STD_WIDE(uint, f, g)                                                                                  \
    SG_STD_WIDE(float, f, g)                                                                                 \
    SG_IF_INT64(SG_STD_WIDE(long, f, g) SG_STD_WIDE(ulong, f, g))                                            \
    SG_IF_FP16(SG_STD_WIDE(half, f, g))                                                                      \
    SG_IF_FP64(SG_STD_WIDE(double, f, g)) SG_IF_VECTOR(SG_STD_EACH(SG_STD_PARTS, g))
#define SG_STD_EACH(X, f)                                                                                    \
    X(char, f)                                                                                               \
    X(uchar, f)                                                                                              \
    X(short, f)                                                                                              \
    X(ushort, f)                                                                                             \
    X(int, f)                                                                                                \
    X(uint, f) X(float, f) SG_IF_INT64(X(long, f) X(ulong, f)) SG_IF_FP16(X(half, f)) SG_IF_FP64(X(double, f))
SG_STD_MOVE(sg_shuffle, sg_std_shuffle)
SG_STD_MOVE(sg_shuffle_xor, sg_std_shuffle_xor)
SG_STD_MOVE(sg_shuffle_up, sg_std_shuffle_up)
SG_STD_MOVE(sg_shuffle_down, sg_std_shuffle_down)
SG_STD_MOVE(sg_rotate, sg_std_rotate)
SG_STD_MOVE(sg_broadcast, sg_std_broadcast)
#if defined(__clang__)
#pragma pop_macro("lo")
#pragma pop_macro("hi")
#endif

/* Intel's: lanes past an end read the second operand. */
#define SG_STD_PAIR(T)                                                                                       \
    SG_FN T sg_std_down_pair(sg_t sg_ctx, T sg_v, T sg_next, uint sg_d) {                                    \
        const uint sg_from = sg_std_lane() + sg_d;                                                           \
        const T sg_a = sg_std_shuffle(sg_ctx, sg_v, sg_from & (SG_WIDTH - 1u));                              \
        const T sg_b = sg_std_shuffle(sg_ctx, sg_next, sg_from & (SG_WIDTH - 1u));                           \
        return sg_from < SG_WIDTH ? sg_a : sg_b;                                                             \
    }                                                                                                        \
    SG_FN T sg_std_up_pair(sg_t sg_ctx, T sg_before, T sg_v, uint sg_d) {                                    \
        const uint sg_me = sg_std_lane();                                                                    \
        const T sg_a = sg_std_shuffle(sg_ctx, sg_v, (sg_me - sg_d) & (SG_WIDTH - 1u));                       \
        const T sg_b = sg_std_shuffle(sg_ctx, sg_before, (sg_me - sg_d) & (SG_WIDTH - 1u));                  \
        return sg_me >= sg_d ? sg_a : sg_b;                                                                  \
    }
#define SG_STD_PAIRS(T, f)                                                                                   \
    SG_STD_PAIR(T)                                                                                           \
    SG_IF_VECTOR(SG_STD_PAIR(T##2) SG_STD_PAIR(T##3) SG_STD_PAIR(T##4) SG_STD_PAIR(T##8) SG_STD_PAIR(T##16))
SG_STD_EACH(SG_STD_PAIRS, 0)
