// Functions of one floating-point type: T (float, double or half), C = the type in which they are computed, F = the letter
// of the C library's functions of that type, I = the integer type of the same size.
#define F1(name, E) T OVER name(T x) { return (T)(E); } VEC1(T, name, T)
#define F2(name, E) T OVER name(T x, T y) { return (T)(E); } VEC2(T, name, T)
#define F3(name, E) T OVER name(T x, T y, T z) { return (T)(E); } VEC3(T, name, T)
#define LIB(name) JOIN(__builtin_##name, F)
#define M1(name) F1(name, LIB(name)((C)x))
#define M2(name) F2(name, LIB(name)((C)x, (C)y))
#define PI 3.14159265358979323846
M1(acos) M1(acosh) M1(asin) M1(asinh) M1(atan) M1(atanh) M1(cbrt) M1(ceil) M1(cos) M1(cosh) M1(erf) M1(erfc) M1(exp)
M1(exp2) M1(expm1) M1(fabs) M1(floor) M1(lgamma) M1(log) M1(log2) M1(log10) M1(log1p) M1(logb) M1(rint) M1(round)
M1(sin) M1(sinh) M1(sqrt) M1(tan) M1(tanh) M1(tgamma) M1(trunc)
M2(atan2) M2(copysign) M2(fdim) M2(fmax) M2(fmin) M2(fmod) M2(hypot) M2(pow) M2(remainder)
#define SMALL2(name) M2(name)
#ifndef HALF
M2(nextafter)
#endif
F3(fma, LIB(fma)((C)x, (C)y, (C)z)) F3(mad, x * y + z)
F1(rsqrt, 1 / LIB(sqrt)((C)x)) F1(exp10, __builtin_pow(10.0, (double)x))
F1(acospi, __builtin_acos((double)x) / PI) F1(asinpi, __builtin_asin((double)x) / PI) F1(atanpi, __builtin_atan((double)x) / PI)
F1(cospi, __builtin_cos(PI * __builtin_fmod((double)x, 2.0))) F1(sinpi, __builtin_sin(PI * __builtin_fmod((double)x, 2.0)))
F1(tanpi, __builtin_tan(PI * __builtin_fmod((double)x, 1.0)))
F2(powr, LIB(pow)((C)x, (C)y)) F2(atan2pi, __builtin_atan2((double)x, (double)y) / PI)
F2(maxmag, fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y)) F2(minmag, fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y))
#ifdef FLOAT
#define FAST1(name) F1(native_##name, name(x)) F1(half_##name, name(x))
FAST1(cos) FAST1(exp) FAST1(exp2) FAST1(exp10) FAST1(log) FAST1(log2) FAST1(log10) FAST1(rsqrt) FAST1(sin) FAST1(sqrt) FAST1(tan)
F1(native_recip, 1 / x) F1(half_recip, 1 / x) F2(native_divide, x / y) F2(half_divide, x / y) F2(native_powr, powr(x, y)) F2(half_powr, powr(x, y))
#endif

// With an int.
T OVER ldexp(T a, int k) { return (T)__builtin_ldexp((double)a, k); }
T OVER pown(T a, int k) { return (T)__builtin_pow((double)a, (double)k); }
T OVER rootn(T a, int k) { double r = __builtin_pow(__builtin_fabs((double)a), 1.0 / k); return (T)(a < 0 && (k & 1) ? -r : r); }
int OVER ilogb(T a) { return __builtin_ilogb((double)a); }
#define WITH_INT(name, n) V(T, n) OVER name(V(T, n) a, int##n k) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = name(a[i], k[i]); return r; }
#define INT_VECTORS(n) WITH_INT(ldexp, n) WITH_INT(pown, n) WITH_INT(rootn, n) EACH1(int, ilogb, T, n) \
    V(T, n) OVER ldexp(V(T, n) a, int k) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = ldexp(a[i], k); return r; }
SIZES(INT_VECTORS)

// Results through pointers: the worker sees the store.
#define OUT(AS, name, value, rest)                                                                                 \
    T OVER name(T a, AS T *p) { C t; C r = value; xlc_write((ulong)p, sizeof(T), CALLER); *p = (T)t; return (T)(rest); } \
    OUTN(AS, name, 2) OUTN(AS, name, 3) OUTN(AS, name, 4) OUTN(AS, name, 8) OUTN(AS, name, 16)
#define OUTN(AS, name, n)                                                                                          \
    V(T, n) OVER name(V(T, n) a, AS V(T, n) *p) { V(T, n) r, q; for (int i = 0; i < n; ++i) { __private T t; r[i] = name(a[i], &t); q[i] = t; } \
        xlc_write((ulong)p, sizeof q, CALLER); *p = q; return r; }
#define OUTS(AS)                                                                                                   \
    OUT(AS, fract, LIB(floor)((C)a), LIB(fmin)((C)a - t, (C)(sizeof(T) == 4 ? 0x1.fffffep-1 : sizeof(T) == 8 ? 0x1.fffffffffffffp-1 : 0x1.ffcp-1))) \
    OUT(AS, modf, LIB(trunc)((C)a), LIB(copysign)(__builtin_isinf((C)a) ? (C)0 : (C)a - t, (C)a))                    \
    OUT(AS, sincos, LIB(cos)((C)a), LIB(sin)((C)a))                                                               \
    T OVER frexp(T a, AS int *p) { int e; double m = __builtin_frexp((double)a, &e); xlc_write((ulong)p, 4, CALLER); *p = e; return (T)m; } \
    T OVER remquo(T a, T b, AS int *p) { int e; double m = __builtin_remquo((double)a, (double)b, &e); xlc_write((ulong)p, 4, CALLER); *p = e; return (T)m; }
#undef OUT
#define OUT(AS, name, value, rest)                                                                                 \
    T OVER name(T a, AS T *p) { C t = value; xlc_write((ulong)p, sizeof(T), CALLER); *p = (T)t; return (T)(rest); } \
    OUTN(AS, name, 2) OUTN(AS, name, 3) OUTN(AS, name, 4) OUTN(AS, name, 8) OUTN(AS, name, 16)
OUTS(__private) OUTS(__global) OUTS(__local) OUTS(__generic)

// Common functions and geometry.
F2(max, x < y ? y : x) F2(min, y < x ? y : x) F3(clamp, fmin(fmax(x, y), z)) F3(mix, x + (y - x) * z) F2(step, y < x ? 0 : 1)
F1(sign, x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? x : (T)0) F1(degrees, x * (T)57.295779513082320877) F1(radians, x * (T)0.01745329251994329577)
T OVER smoothstep(T a, T b, T x) { T t = clamp((x - a) / (b - a), (T)0, (T)1); return t * t * (3 - 2 * t); } VEC3(T, smoothstep, T)
#define MIXED(n)                                                                                      \
    V(T, n) OVER fmax(V(T, n) x, T a) { return fmax(x, (V(T, n))(a)); } V(T, n) OVER fmin(V(T, n) x, T a) { return fmin(x, (V(T, n))(a)); } \
    V(T, n) OVER max(V(T, n) x, T a) { return max(x, (V(T, n))(a)); } V(T, n) OVER min(V(T, n) x, T a) { return min(x, (V(T, n))(a)); } \
    V(T, n) OVER clamp(V(T, n) x, T a, T b) { return clamp(x, (V(T, n))(a), (V(T, n))(b)); }            \
    V(T, n) OVER mix(V(T, n) x, V(T, n) y, T a) { return mix(x, y, (V(T, n))(a)); }                     \
    V(T, n) OVER step(T e, V(T, n) x) { return step((V(T, n))(e), x); }                                 \
    V(T, n) OVER smoothstep(T a, T b, V(T, n) x) { return smoothstep((V(T, n))(a), (V(T, n))(b), x); }
SIZES(MIXED)
#define SPACE(P)                                                                                      \
    T OVER P##length(T a) { return fabs(a); } T OVER P##distance(T a, T b) { return fabs(a - b); } T OVER P##normalize(T a) { return sign(a); } \
    SPACEN(P, 2) SPACEN(P, 3) SPACEN(P, 4)
#define SPACEN(P, n)                                                                                  \
    T OVER P##length(V(T, n) a) { return sqrt(dot(a, a)); } T OVER P##distance(V(T, n) a, V(T, n) b) { return P##length(a - b); } \
    V(T, n) OVER P##normalize(V(T, n) a) { T l = P##length(a); return l == 0 ? a : a / l; }
#define DOT(n) T OVER dot(V(T, n) a, V(T, n) b) { T r = 0; for (int i = 0; i < n; ++i) r += a[i] * b[i]; return r; }
T OVER dot(T a, T b) { return a * b; } DOT(2) DOT(3) DOT(4) SPACE() SPACE(fast_)
V(T, 3) OVER cross(V(T, 3) a, V(T, 3) b) { return (V(T, 3))(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
V(T, 4) OVER cross(V(T, 4) a, V(T, 4) b) { return (V(T, 4))(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0); }

// Comparisons. Of vectors each true element is -1.
#define TRUE2(name, n) V(I, n) OVER name(V(T, n) a, V(T, n) b) { V(I, n) r; for (int i = 0; i < n; ++i) r[i] = name(a[i], b[i]) ? -1 : 0; return r; }
#define TRUE1(name, n) V(I, n) OVER name(V(T, n) a) { V(I, n) r; for (int i = 0; i < n; ++i) r[i] = name(a[i]) ? -1 : 0; return r; }
#define TEST2(name, E) int OVER name(T a, T b) { return (E); } TRUE2(name, 2) TRUE2(name, 3) TRUE2(name, 4) TRUE2(name, 8) TRUE2(name, 16)
#define TEST1(name, E) int OVER name(T a) { return (E) ? 1 : 0; } TRUE1(name, 2) TRUE1(name, 3) TRUE1(name, 4) TRUE1(name, 8) TRUE1(name, 16)
TEST2(isequal, a == b) TEST2(isnotequal, a != b) TEST2(isgreater, a > b) TEST2(isgreaterequal, a >= b) TEST2(isless, a < b) TEST2(islessequal, a <= b)
TEST2(islessgreater, a < b || a > b) TEST2(isordered, a == a && b == b) TEST2(isunordered, a != a || b != b)
TEST1(isfinite, __builtin_isfinite((C)a)) TEST1(isinf, __builtin_isinf((C)a)) TEST1(isnan, a != a) TEST1(signbit, __builtin_signbit((C)a))
#ifdef HALF
TEST1(isnormal, __builtin_isfinite((C)a) && __builtin_fabsf((C)a) >= 0x1p-14f)
#else
TEST1(isnormal, __builtin_isnormal((C)a))
T OVER nan(U c) { union { U u; T f; } r = {.u = c | NAN_BITS}; return r.f; }
#endif
