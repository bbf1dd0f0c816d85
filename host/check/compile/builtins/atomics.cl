// Atomics of OpenCL C 1.2 (relaxed) and 2.0. The worker does them, and knows what they order.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ulong xlc_atomic(void *p, uint type, uint op, ulong value, ulong compare, uint order, uint scope, ulong pc);
void xlc_fence(uint flags, uint order, uint scope);
#define WIDEN(v, T) xl_wide((T)(v))
static ulong OVER xl_wide(int v) { return (ulong)(long)v; }
static ulong OVER xl_wide(uint v) { return v; }
static ulong OVER xl_wide(long v) { return (ulong)v; }
static ulong OVER xl_wide(ulong v) { return v; }
static ulong OVER xl_wide(float v) { union { float f; uint u; } x = {v}; return x.u; }
static ulong OVER xl_wide(double v) { union { double f; ulong u; } x = {v}; return x.u; }
#define BACK(T, x) ({ ulong back = (x); *(T *)&back; })

#define OLD2(AS, T, CODE, name, OP) T OVER name(volatile AS T *p, T v) { return BACK(T, xlc_atomic((void *)p, CODE, OP, xl_wide(v), 0, 0, 2, CALLER)); }
#define OLD(AS, T, CODE, A) OLD2(AS, T, CODE, A##add, XLC_ADD) OLD2(AS, T, CODE, A##sub, XLC_SUB) OLD2(AS, T, CODE, A##xchg, XLC_EXCHANGE) OLD2(AS, T, CODE, A##min, XLC_MIN) \
    OLD2(AS, T, CODE, A##max, XLC_MAX) OLD2(AS, T, CODE, A##and, XLC_AND) OLD2(AS, T, CODE, A##or, XLC_OR) OLD2(AS, T, CODE, A##xor, XLC_XOR) \
    T OVER A##inc(volatile AS T *p) { return BACK(T, xlc_atomic((void *)p, CODE, XLC_ADD, 1, 0, 0, 2, CALLER)); } \
    T OVER A##dec(volatile AS T *p) { return BACK(T, xlc_atomic((void *)p, CODE, XLC_SUB, 1, 0, 0, 2, CALLER)); } \
    T OVER A##cmpxchg(volatile AS T *p, T c, T v) { return BACK(T, xlc_atomic((void *)p, CODE, XLC_COMPARE, xl_wide(v), xl_wide(c), 0, 2, CALLER)); }
#define OLDS(AS) OLD(AS, int, XLC_INT, atomic_) OLD(AS, uint, XLC_UINT, atomic_) OLD(AS, int, XLC_INT, atom_) OLD(AS, uint, XLC_UINT, atom_) \
    OLD(AS, long, XLC_LONG, atom_) OLD(AS, ulong, XLC_ULONG, atom_) OLD2(AS, float, XLC_FLOAT, atomic_xchg, XLC_EXCHANGE)
OLDS(__global) OLDS(__local)

#define PTR(AS, T) volatile AS atomic_##T *p
#define DO(T, CODE, OP, v, c, o, s) BACK(T, xlc_atomic((void *)p, CODE, OP, v, c, o, s, CALLER))
#define FETCH(AS, T, CODE, name, OP, M) T OVER name(PTR(AS, T), M v) { return DO(T, CODE, OP, WIDEN(v, T), 0, 5, 2); } \
    T OVER name##_explicit(PTR(AS, T), M v, memory_order o) { return DO(T, CODE, OP, WIDEN(v, T), 0, o, 2); } \
    T OVER name##_explicit(PTR(AS, T), M v, memory_order o, memory_scope s) { return DO(T, CODE, OP, WIDEN(v, T), 0, o, s); }
#define BASIC(AS, T, CODE) FETCH(AS, T, CODE, atomic_exchange, XLC_EXCHANGE, T) \
    void OVER atomic_init(PTR(AS, T), T v) { xlc_write((ulong)p, sizeof v, CALLER); *(AS T *)p = v; } \
    T OVER atomic_load(PTR(AS, T)) { return DO(T, CODE, XLC_LOAD, 0, 0, 5, 2); } \
    T OVER atomic_load_explicit(PTR(AS, T), memory_order o) { return DO(T, CODE, XLC_LOAD, 0, 0, o, 2); } \
    T OVER atomic_load_explicit(PTR(AS, T), memory_order o, memory_scope s) { return DO(T, CODE, XLC_LOAD, 0, 0, o, s); } \
    void OVER atomic_store(PTR(AS, T), T v) { DO(T, CODE, XLC_STORE, WIDEN(v, T), 0, 5, 2); } \
    void OVER atomic_store_explicit(PTR(AS, T), T v, memory_order o) { DO(T, CODE, XLC_STORE, WIDEN(v, T), 0, o, 2); } \
    void OVER atomic_store_explicit(PTR(AS, T), T v, memory_order o, memory_scope s) { DO(T, CODE, XLC_STORE, WIDEN(v, T), 0, o, s); } \
    COMPARE(AS, T, CODE, __global, strong) COMPARE(AS, T, CODE, __local, strong) COMPARE(AS, T, CODE, __private, strong) COMPARE(AS, T, CODE, __generic, strong) \
    COMPARE(AS, T, CODE, __global, weak) COMPARE(AS, T, CODE, __local, weak) COMPARE(AS, T, CODE, __private, weak) COMPARE(AS, T, CODE, __generic, weak)
#define COMPARED(AS, T, CODE, o, s) { T was = *e, old = DO(T, CODE, XLC_COMPARE, WIDEN(v, T), WIDEN(was, T), o, s); *e = old; return WIDEN(old, T) == WIDEN(was, T); }
#define COMPARE(AS, T, CODE, ES, how) bool OVER atomic_compare_exchange_##how(PTR(AS, T), ES T *e, T v) COMPARED(AS, T, CODE, 5, 2) \
    bool OVER atomic_compare_exchange_##how##_explicit(PTR(AS, T), ES T *e, T v, memory_order o, memory_order f) COMPARED(AS, T, CODE, o, 2) \
    bool OVER atomic_compare_exchange_##how##_explicit(PTR(AS, T), ES T *e, T v, memory_order o, memory_order f, memory_scope s) COMPARED(AS, T, CODE, o, s)
#define WHOLE(AS, T, CODE) BASIC(AS, T, CODE) FETCH(AS, T, CODE, atomic_fetch_add, XLC_ADD, T) FETCH(AS, T, CODE, atomic_fetch_sub, XLC_SUB, T) FETCH(AS, T, CODE, atomic_fetch_min, XLC_MIN, T) \
    FETCH(AS, T, CODE, atomic_fetch_max, XLC_MAX, T) FETCH(AS, T, CODE, atomic_fetch_and, XLC_AND, T) FETCH(AS, T, CODE, atomic_fetch_or, XLC_OR, T) FETCH(AS, T, CODE, atomic_fetch_xor, XLC_XOR, T)
#define NEW(AS) WHOLE(AS, int, XLC_INT) WHOLE(AS, uint, XLC_UINT) WHOLE(AS, long, XLC_LONG) WHOLE(AS, ulong, XLC_ULONG) BASIC(AS, float, XLC_FLOAT) BASIC(AS, double, XLC_DOUBLE) \
    bool OVER atomic_flag_test_and_set(PTR(AS, int)) { return DO(int, XLC_INT, XLC_EXCHANGE, 1, 0, 5, 2) != 0; } \
    bool OVER atomic_flag_test_and_set_explicit(PTR(AS, int), memory_order o) { return DO(int, XLC_INT, XLC_EXCHANGE, 1, 0, o, 2) != 0; } \
    bool OVER atomic_flag_test_and_set_explicit(PTR(AS, int), memory_order o, memory_scope s) { return DO(int, XLC_INT, XLC_EXCHANGE, 1, 0, o, s) != 0; } \
    void OVER atomic_flag_clear(PTR(AS, int)) { DO(int, XLC_INT, XLC_STORE, 0, 0, 5, 2); } \
    void OVER atomic_flag_clear_explicit(PTR(AS, int), memory_order o) { DO(int, XLC_INT, XLC_STORE, 0, 0, o, 2); } \
    void OVER atomic_flag_clear_explicit(PTR(AS, int), memory_order o, memory_scope s) { DO(int, XLC_INT, XLC_STORE, 0, 0, o, s); }
NEW(__global) NEW(__local) NEW(__generic)

void OVER atomic_work_item_fence(cl_mem_fence_flags f, memory_order o, memory_scope s) { xlc_fence(f, o, s); }
void OVER mem_fence(cl_mem_fence_flags f) { xlc_fence(f, 4, 2); }
void OVER read_mem_fence(cl_mem_fence_flags f) { xlc_fence(f, 4, 2); }
void OVER write_mem_fence(cl_mem_fence_flags f) { xlc_fence(f, 4, 2); }
