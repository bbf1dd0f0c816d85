// Loads and stores of one type T by function, seen by the worker; I = the unsigned integer type of its size.
#define VLOAD(AS, n) V(T, n) OVER JOIN(vload, n)(size_t i, const AS T *p) { V(T, n) r; const AS T *q = p + i * n; xlc_read((ulong)q, sizeof(T) * n, CALLER); for (int k = 0; k < n; ++k) r[k] = q[k]; return r; }
#define VSTORE(AS, n) void OVER JOIN(vstore, n)(V(T, n) v, size_t i, AS T *p) { AS T *q = p + i * n; xlc_write((ulong)q, sizeof(T) * n, CALLER); for (int k = 0; k < n; ++k) q[k] = v[k]; }
#define LOADS(AS) VLOAD(AS, 2) VLOAD(AS, 3) VLOAD(AS, 4) VLOAD(AS, 8) VLOAD(AS, 16)
#define STORES(AS) VSTORE(AS, 2) VSTORE(AS, 3) VSTORE(AS, 4) VSTORE(AS, 8) VSTORE(AS, 16)
LOADS(__global) LOADS(__local) LOADS(__private) LOADS(__generic) LOADS(__constant) STORES(__global) STORES(__local) STORES(__private) STORES(__generic)
void OVER prefetch(const __global T *p, size_t n) {}
#define PREFETCH(n) void OVER prefetch(const __global V(T, n) *p, size_t k) {}
SIZES(PREFETCH)
#define SHUFFLE1(n, m) V(T, n) OVER shuffle(V(T, m) x, V(I, n) k) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = x[k[i] & (m - 1)]; return r; } \
    V(T, n) OVER shuffle2(V(T, m) x, V(T, m) y, V(I, n) k) { V(T, n) r; for (int i = 0; i < n; ++i) r[i] = k[i] & m ? y[k[i] & (m - 1)] : x[k[i] & (m - 1)]; return r; }
#define SHUFFLES(n) SHUFFLE1(n, 2) SHUFFLE1(n, 4) SHUFFLE1(n, 8) SHUFFLE1(n, 16)
SHUFFLES(2) SHUFFLES(4) SHUFFLES(8) SHUFFLES(16)
// Copies by a work-group: its work-items share the elements, and wait_group_events is a barrier.
size_t xlc_local_index(void);
size_t xlc_local_count(void);
#define COPY(D, S, E) event_t OVER async_work_group_copy(D E *d, const S E *s, size_t n, event_t e) { for (size_t i = xlc_local_index(); i < n; i += xlc_local_count()) { \
        xlc_read((ulong)(s + i), sizeof(E), CALLER); xlc_write((ulong)(d + i), sizeof(E), CALLER); d[i] = s[i]; } return e; }
#define COPIES(n) COPY(__local, __global, V(T, n)) COPY(__global, __local, V(T, n))
COPY(__local, __global, T) COPY(__global, __local, T) SIZES(COPIES)
event_t OVER async_work_group_strided_copy(__local T *d, const __global T *s, size_t n, size_t stride, event_t e) { for (size_t i = xlc_local_index(); i < n; i += xlc_local_count()) {
        xlc_read((ulong)(s + i * stride), sizeof(T), CALLER); xlc_write((ulong)(d + i), sizeof(T), CALLER); d[i] = s[i * stride]; } return e; }
event_t OVER async_work_group_strided_copy(__global T *d, const __local T *s, size_t n, size_t stride, event_t e) { for (size_t i = xlc_local_index(); i < n; i += xlc_local_count()) {
        xlc_read((ulong)(s + i), sizeof(T), CALLER); xlc_write((ulong)(d + i * stride), sizeof(T), CALLER); d[i * stride] = s[i]; } return e; }
#ifdef HALF
#define HLOAD(AS, n) V(float, n) OVER JOIN(vload_half, n)(size_t i, const AS half *p) { V(float, n) r; xlc_read((ulong)(p + i * n), 2 * n, CALLER); for (int k = 0; k < n; ++k) r[k] = (float)p[i * n + k]; return r; } \
    V(float, n) OVER JOIN(vloada_half, n)(size_t i, const AS half *p) { const int s = n == 3 ? 4 : n; V(float, n) r; xlc_read((ulong)(p + i * s), 2 * n, CALLER); for (int k = 0; k < n; ++k) r[k] = (float)p[i * s + k]; return r; }
#define HLOADS(AS) float OVER vload_half(size_t i, const AS half *p) { xlc_read((ulong)(p + i), 2, CALLER); return (float)p[i]; } HLOAD(AS, 2) HLOAD(AS, 3) HLOAD(AS, 4) HLOAD(AS, 8) HLOAD(AS, 16)
HLOADS(__global) HLOADS(__local) HLOADS(__private) HLOADS(__generic) HLOADS(__constant)
#define HSTORE(AS, S, n) void OVER JOIN(vstore_half, n)(V(S, n) v, size_t i, AS half *p) { xlc_write((ulong)(p + i * n), 2 * n, CALLER); for (int k = 0; k < n; ++k) p[i * n + k] = (half)v[k]; } \
    void OVER JOIN(vstorea_half, n)(V(S, n) v, size_t i, AS half *p) { const int s = n == 3 ? 4 : n; xlc_write((ulong)(p + i * s), 2 * n, CALLER); for (int k = 0; k < n; ++k) p[i * s + k] = (half)v[k]; }
#define HSTORES(AS, S) void OVER vstore_half(S v, size_t i, AS half *p) { xlc_write((ulong)(p + i), 2, CALLER); p[i] = (half)v; } \
    void OVER vstore_half_rte(S v, size_t i, AS half *p) { xlc_write((ulong)(p + i), 2, CALLER); p[i] = (half)v; } \
    HSTORE(AS, S, 2) HSTORE(AS, S, 3) HSTORE(AS, S, 4) HSTORE(AS, S, 8) HSTORE(AS, S, 16)
HSTORES(__global, float) HSTORES(__local, float) HSTORES(__private, float) HSTORES(__generic, float)
HSTORES(__global, double) HSTORES(__local, double) HSTORES(__private, double) HSTORES(__generic, double)
#endif
