// select and bitselect of one type: T, I and U = the integer types of its size.
#define BITS_OF(n) V(T, n) OVER bitselect(V(T, n) a, V(T, n) b, V(T, n) c) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = bitselect(a[i], b[i], c[i]); return r; }
T OVER bitselect(T a, T b, T c) { union { T t; U u; } x = {a}, y = {b}, z = {c}, r; r.u = (x.u & ~z.u) | (y.u & z.u); return r.t; }
SIZES(BITS_OF)
#define PICK(K, n) V(T, n) OVER select(V(T, n) a, V(T, n) b, V(K, n) c) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = (c[i] >> (sizeof(K) * 8 - 1)) & 1 ? b[i] : a[i]; return r; }
#define PICKS(n) PICK(I, n) PICK(U, n)
T OVER select(T a, T b, I c) { return c ? b : a; }
T OVER select(T a, T b, U c) { return c ? b : a; }
SIZES(PICKS)
