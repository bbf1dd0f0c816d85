// Conversions of S to D. A rounding of integers to floating point is always to nearest.
#define VECTOR(SUFFIX, n) V(D, n) OVER JOIN(JOIN(convert_, V(D, n)), SUFFIX)(V(S, n) v) { V(D, n) r; for (int i = 0; i < n; ++i) r[i] = JOIN(JOIN(convert_, D), SUFFIX)(v[i]); return r; }
#define FUNCTION(SUFFIX, E) D OVER JOIN(JOIN(convert_, D), SUFFIX)(S v) { return (E); } VECTOR(SUFFIX, 2) VECTOR(SUFFIX, 3) VECTOR(SUFFIX, 4) VECTOR(SUFFIX, 8) VECTOR(SUFFIX, 16)
#define MODES(E, SAT) FUNCTION(SAT, E((double)v, __builtin_trunc)) FUNCTION(SAT##_rte, E((double)v, __builtin_rint)) \
    FUNCTION(SAT##_rtz, E((double)v, __builtin_trunc)) FUNCTION(SAT##_rtp, E((double)v, __builtin_ceil)) FUNCTION(SAT##_rtn, E((double)v, __builtin_floor))
#define PLAIN(x, round) (D)v
#define ROUNDED(x, round) (D)round(x)
#define FITTED(x, round) fit((__int128)v)
#define SATURATED(x, round) saturate(round(x))
#ifdef D_INTEGER
#define LOW ((D)-1 < (D)0 ? -((__int128)1 << (sizeof(D) * 8 - 1)) : (__int128)0)
#define HIGH (((__int128)1 << (sizeof(D) * 8 - ((D)-1 < (D)0))) - 1)
#ifdef S_INTEGER
static D fit(__int128 v) { return (D)(v < LOW ? LOW : v > HIGH ? HIGH : v); }
MODES(PLAIN, ) MODES(FITTED, _sat)
#else
static D saturate(double v) { return v != v ? (D)0 : v <= (double)LOW ? (D)LOW : v >= (double)HIGH ? (D)HIGH : (D)v; }
MODES(ROUNDED, ) MODES(SATURATED, _sat)
#endif
#else
MODES(PLAIN, )
#endif
