// Functions of one integer type: T, W = a wider one, I and U = the signed and the unsigned type of its size, BITS.
#define F1(R, name, E) R OVER name(T a) { return (R)(E); } VEC1(R, name, T)
#define F2(R, name, E) R OVER name(T a, T b) { return (R)(E); } VEC2(R, name, T)
#define F3(name, E) T OVER name(T a, T b, T c) { return (T)(E); } VEC3(T, name, T)
#define IS_SIGNED ((T)-1 < (T)0)
static T fit(W v) {
    W low = IS_SIGNED ? -((W)1 << (BITS - 1)) : (W)0, high = IS_SIGNED ? ((W)1 << (BITS - 1)) - 1 : ((W)1 << BITS) - 1;
    return (T)(v < low ? low : v > high ? high : v);
}
static T turned(T a, T k) { uint s = (uint)k & (BITS - 1); U u = (U)a; return (T)(s ? (U)(u << s) | (U)(u >> (BITS - s)) : u); }
F1(U, abs, a < 0 ? (U)0 - (U)a : (U)a) F2(U, abs_diff, a > b ? (U)a - (U)b : (U)b - (U)a) F2(T, hadd, ((W)a + (W)b) >> 1) F2(T, rhadd, ((W)a + (W)b + 1) >> 1)
F2(T, mul_hi, ((W)a * (W)b) >> BITS) F3(mad_hi, mul_hi(a, b) + c) F2(T, add_sat, fit((W)a + (W)b)) F2(T, sub_sat, fit((W)a - (W)b))
F3(mad_sat, fit((W)a * (W)b + (W)c)) F2(T, rotate, turned(a, b)) F1(T, clz, a ? __builtin_clzl((ulong)(U)a) - (64 - BITS) : BITS)
F1(T, ctz, a ? __builtin_ctzl((ulong)(U)a) : BITS) F1(T, popcount, __builtin_popcountl((ulong)(U)a)) F2(T, max, a < b ? b : a) F2(T, min, a < b ? a : b)
F3(clamp, min(max(a, b), c))
#define SCALARS(n)                                                                                    \
    V(T, n) OVER clamp(V(T, n) x, T a, T b) { return clamp(x, (V(T, n))(a), (V(T, n))(b)); }            \
    V(T, n) OVER max(V(T, n) x, T a) { return max(x, (V(T, n))(a)); } V(T, n) OVER min(V(T, n) x, T a) { return min(x, (V(T, n))(a)); }
SIZES(SCALARS)
#if BITS == 32
F2(T, mul24, ((a << 8) >> 8) * ((b << 8) >> 8)) F3(mad24, mul24(a, b) + c)
#endif
#if BITS < 64
#define UP(n) V(R, n) OVER upsample(V(T, n) h, V(U, n) l) { V(R, n) r; for (int i = 0; i < n; ++i) r[i] = upsample(h[i], l[i]); return r; }
R OVER upsample(T h, U l) { return (R)((R)h << BITS) | (R)l; }
SIZES(UP)
#endif
#define ANYN(n) int OVER any(V(T, n) a) { for (int i = 0; i < n; ++i) if (a[i] < 0) return 1; return 0; }   \
    int OVER all(V(T, n) a) { for (int i = 0; i < n; ++i) if (a[i] >= 0) return 0; return 1; }
int OVER any(T a) { return a < 0; }
int OVER all(T a) { return a < 0; }
SIZES(ANYN)
