// Mathematics of the C library, for float and double; half goes through float.
#define C1(name, cname)                                                            \
    float cname##f(float); double cname(double);                                   \
    float OVER xl_##name(float a) { return cname##f(a); }                          \
    double OVER xl_##name(double a) { return cname(a); }
#define ALL1(name)                                                                 \
    half OVER name(half a) { return (half)name((float)a); }                        \
    VEC1(name, float) VEC1(name, double) VEC1(name, half)
#define ALL2(name)                                                                 \
    half OVER name(half a, half b) { return (half)name((float)a, (float)b); }      \
    VEC2(name, float) VEC2(name, double) VEC2(name, half)
#define ALL3(name)                                                                 \
    half OVER name(half a, half b, half c) { return (half)name((float)a, (float)b, (float)c); } \
    VEC3(name, float) VEC3(name, double) VEC3(name, half)
#define M1(name)                                                                   \
    float OVER name(float a) { return __builtin_##name##f(a); }                    \
    double OVER name(double a) { return __builtin_##name(a); } ALL1(name)
#define M2(name)                                                                   \
    float OVER name(float a, float b) { return __builtin_##name##f(a, b); }        \
    double OVER name(double a, double b) { return __builtin_##name(a, b); } ALL2(name)
#define M3(name)                                                                   \
    float OVER name(float a, float b, float c) { return __builtin_##name##f(a, b, c); }   \
    double OVER name(double a, double b, double c) { return __builtin_##name(a, b, c); } ALL3(name)
#define W1(name, E)                                                                \
    float OVER name(float x) { return (float)(E); }                                \
    double OVER name(double x) { return (E); } ALL1(name)
M1(acos) M1(acosh) M1(asin) M1(asinh) M1(atan) M1(atanh) M1(cbrt) M1(ceil) M1(cos) M1(cosh) M1(erf) M1(erfc) M1(exp)
M1(exp2) M1(expm1) M1(fabs) M1(floor) M1(lgamma) M1(log) M1(log2) M1(log10) M1(log1p) M1(logb) M1(rint) M1(round)
M1(sin) M1(sinh) M1(sqrt) M1(tan) M1(tanh) M1(tgamma) M1(trunc)
M2(atan2) M2(copysign) M2(fdim) M2(fmax) M2(fmin) M2(fmod) M2(hypot) M2(nextafter) M2(pow) M2(remainder) M3(fma)
W1(rsqrt, 1 / sqrt(x)) W1(exp10, pow((double)10, (double)x))
W1(acospi, acos((double)x) / 3.14159265358979323846) W1(asinpi, asin((double)x) / 3.14159265358979323846)
W1(atanpi, atan((double)x) / 3.14159265358979323846) W1(cospi, cos(3.14159265358979323846 * fmod((double)x, 2.0)))
W1(sinpi, sin(3.14159265358979323846 * fmod((double)x, 2.0))) W1(tanpi, tan(3.14159265358979323846 * fmod((double)x, 1.0)))
#define MAD(T) T OVER mad(T a, T b, T c) { return a * b + c; } VEC3(mad, T)
MAD(float) MAD(double) MAD(half)
#define TWO(name, E) float OVER name(float a, float b) { return (float)(E); } double OVER name(double a, double b) { return (E); } ALL2(name)
TWO(powr, pow(a, b)) TWO(atan2pi, atan2((double)a, (double)b) / 3.14159265358979323846)
TWO(maxmag, fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b)) TWO(minmag, fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b))
#define FAST(name, of) float OVER name(float a) { return of(a); } VEC1(name, float)
#define NATIVE(f) FAST(native_##f, f) FAST(half_##f, f)
NATIVE(cos) NATIVE(exp) NATIVE(exp2) NATIVE(exp10) NATIVE(log) NATIVE(log2) NATIVE(log10) NATIVE(rsqrt) NATIVE(sin) NATIVE(sqrt) NATIVE(tan)
#define RECIP(f) float OVER f(float a) { return 1.0f / a; } VEC1(f, float)
RECIP(native_recip) RECIP(half_recip)
#define DIVIDE(f) float OVER f(float a, float b) { return a / b; } VEC2(f, float)
DIVIDE(native_divide) DIVIDE(half_divide)
#define POWR(f) float OVER f(float a, float b) { return __builtin_powf(a, b); } VEC2(f, float)
POWR(native_powr) POWR(half_powr)
// With a scalar after a vector.
#define SCALAR2(f, T) LAST2(f, T, 2) LAST2(f, T, 3) LAST2(f, T, 4) LAST2(f, T, 8) LAST2(f, T, 16)
SCALAR2(fmax, float) SCALAR2(fmin, float) SCALAR2(fmax, double) SCALAR2(fmin, double) SCALAR2(fmax, half) SCALAR2(fmin, half)

// With an int.
#define WITH_INT(T, n)                                                                                          \
    T##n OVER ldexp(T##n a, int##n k) { T##n r; for (int i = 0; i < n; ++i) r[i] = ldexp(a[i], k[i]); return r; }  \
    T##n OVER ldexp(T##n a, int k) { T##n r; for (int i = 0; i < n; ++i) r[i] = ldexp(a[i], k); return r; }        \
    T##n OVER pown(T##n a, int##n k) { T##n r; for (int i = 0; i < n; ++i) r[i] = pown(a[i], k[i]); return r; }    \
    T##n OVER rootn(T##n a, int##n k) { T##n r; for (int i = 0; i < n; ++i) r[i] = rootn(a[i], k[i]); return r; }  \
    int##n OVER ilogb(T##n a) { int##n r; for (int i = 0; i < n; ++i) r[i] = ilogb(a[i]); return r; }
#define INTS(T)                                                                       \
    T OVER ldexp(T a, int k) { return (T)__builtin_ldexp((double)a, k); }             \
    T OVER pown(T a, int k) { return (T)__builtin_pow((double)a, (double)k); }        \
    T OVER rootn(T a, int k) { double r = __builtin_pow(__builtin_fabs((double)a), 1.0 / k); return (T)(a < 0 && (k & 1) ? -r : r); } \
    int OVER ilogb(T a) { return __builtin_ilogb((double)a); } TO_EACH(WITH_INT, T)
REALS(INTS)
float OVER nan(uint c) { union { uint u; float f; } r = {.u = 0x7fc00000u | c}; return r.f; }
double OVER nan(ulong c) { union { ulong u; double f; } r = {.u = 0x7ff8000000000000ul | c}; return r.f; }

// Results through pointers: the worker sees the store.
#define OUT1(AS, T, name, body)                                                                                 \
    T OVER name(T a, AS T *p) { xlc_write((ulong)p, sizeof(T), CALLER); body }
#define OUTN(AS, T, name, n)                                                                                    \
    T##n OVER name(T##n a, AS T##n *p) { T##n r, q; for (int i = 0; i < n; ++i) { T t; r[i] = name(a[i], (__private T *)&t); q[i] = t; } \
        xlc_write((ulong)p, sizeof(T##n), CALLER); *p = q; return r; }
#define OUTS(AS, T)                                                                                             \
    OUT1(AS, T, fract, T f = floor(a); *p = f; return fmin(a - f, (T)(sizeof(T) == 4 ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1));) \
    OUT1(AS, T, modf, T t = trunc(a); *p = t; return copysign(__builtin_isinf(a) ? (T)0 : a - t, a);)              \
    OUT1(AS, T, sincos, *p = cos(a); return sin(a);)                                                            \
    OUTN(AS, T, fract, 2) OUTN(AS, T, fract, 3) OUTN(AS, T, fract, 4) OUTN(AS, T, fract, 8) OUTN(AS, T, fract, 16)    \
    OUTN(AS, T, modf, 2) OUTN(AS, T, modf, 3) OUTN(AS, T, modf, 4) OUTN(AS, T, modf, 8) OUTN(AS, T, modf, 16)        \
    OUTN(AS, T, sincos, 2) OUTN(AS, T, sincos, 3) OUTN(AS, T, sincos, 4) OUTN(AS, T, sincos, 8) OUTN(AS, T, sincos, 16) \
    T OVER frexp(T a, AS int *p) { int e; T m = (T)__builtin_frexp((double)a, (int *)&e); xlc_write((ulong)p, 4, CALLER); *p = e; return m; } \
    T OVER remquo(T a, T b, AS int *p) { int e; T m = (T)__builtin_remquo((double)a, (double)b, (int *)&e); xlc_write((ulong)p, 4, CALLER); *p = e; return m; }
#define OUTS_ALL(AS) OUTS(AS, float) OUTS(AS, double)
OUTS_ALL(__private) OUTS_ALL(__global) OUTS_ALL(__local) OUTS_ALL(__generic)

// Common functions and geometry.
#define COMMON(T)                                                                                     \
    T OVER clamp(T x, T a, T b) { return fmin(fmax(x, a), b); }                                       \
    T OVER max(T a, T b) { return a < b ? b : a; }                                                    \
    T OVER min(T a, T b) { return b < a ? b : a; }                                                    \
    T OVER mix(T x, T y, T a) { return x + (y - x) * a; }                                             \
    T OVER step(T e, T x) { return x < e ? (T)0 : (T)1; }                                             \
    T OVER smoothstep(T a, T b, T x) { T t = clamp((x - a) / (b - a), (T)0, (T)1); return t * t * (3 - 2 * t); } \
    T OVER sign(T x) { return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? x : (T)0; }                     \
    T OVER degrees(T x) { return (T)(x * (T)57.295779513082320877); }                                 \
    T OVER radians(T x) { return (T)(x * (T)0.01745329251994329577); }                                \
    VEC3(clamp, T) VEC2(max, T) VEC2(min, T) VEC3(mix, T) VEC2(step, T) VEC3(smoothstep, T) VEC1(sign, T) VEC1(degrees, T) VEC1(radians, T) \
    TO_EACH(MIXED, T)
#define MIXED(T, n)                                                                                   \
    T##n OVER clamp(T##n x, T a, T b) { return clamp(x, (T##n)(a), (T##n)(b)); }                      \
    T##n OVER max(T##n x, T a) { return max(x, (T##n)(a)); }                                          \
    T##n OVER min(T##n x, T a) { return min(x, (T##n)(a)); }                                          \
    T##n OVER mix(T##n x, T##n y, T a) { return mix(x, y, (T##n)(a)); }                               \
    T##n OVER step(T e, T##n x) { return step((T##n)(e), x); }                                        \
    T##n OVER smoothstep(T a, T b, T##n x) { return smoothstep((T##n)(a), (T##n)(b), x); }
REALS(COMMON)
#define DOT(T, n) T OVER dot(T##n a, T##n b) { T r = 0; for (int i = 0; i < n; ++i) r += a[i] * b[i]; return r; }     \
    T OVER length(T##n a) { return sqrt(dot(a, a)); } T OVER distance(T##n a, T##n b) { return length(a - b); }        \
    T##n OVER normalize(T##n a) { T l = length(a); return l == 0 ? a : a / l; }                                        \
    T OVER fast_length(T##n a) { return length(a); } T OVER fast_distance(T##n a, T##n b) { return length(a - b); }    \
    T##n OVER fast_normalize(T##n a) { return normalize(a); }
#define GEOMETRY(T)                                                                                   \
    T OVER dot(T a, T b) { return a * b; } T OVER length(T a) { return fabs(a); }                     \
    T OVER distance(T a, T b) { return fabs(a - b); } T OVER normalize(T a) { return sign(a); }       \
    T OVER fast_length(T a) { return fabs(a); } T OVER fast_distance(T a, T b) { return fabs(a - b); } \
    T OVER fast_normalize(T a) { return sign(a); }                                                    \
    DOT(T, 2) DOT(T, 3) DOT(T, 4)                                                                     \
    T##3 OVER cross(T##3 a, T##3 b) { return (T##3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); } \
    T##4 OVER cross(T##4 a, T##4 b) { return (T##4)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0); }
REALS(GEOMETRY)
