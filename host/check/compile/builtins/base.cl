// What the other files of the built-in library share: types, vector sizes, and the calls into the worker.
// Compiled without OpenCL's header: each file defines what that header declares.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define VECTORS(T)                               \
    typedef T T##2 __attribute__((ext_vector_type(2)));   \
    typedef T T##3 __attribute__((ext_vector_type(3)));   \
    typedef T T##4 __attribute__((ext_vector_type(4)));   \
    typedef T T##8 __attribute__((ext_vector_type(8)));   \
    typedef T T##16 __attribute__((ext_vector_type(16)));
#define OVER __attribute__((overloadable))
#define CONV __attribute__((overloadable, convergent, noinline))
#define INTEGERS(M) M(char) M(short) M(int) M(long) M(uchar) M(ushort) M(uint) M(ulong)
#define REALS(M) M(float) M(double) M(half)
#define TYPES(M) INTEGERS(M) REALS(M)
TYPES(VECTORS)
#define CALLER ((ulong)__builtin_return_address(0))
#define SIZES(M) M(2) M(3) M(4) M(8) M(16)
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V(T, n) JOIN(T, n)

// The same function of each element, for every size of vector.
#define EACH1(R, f, T, n) V(R, n) OVER f(V(T, n) a) { V(R, n) r; for (int i = 0; i < n; ++i) r[i] = f(a[i]); return r; }
#define EACH2(R, f, T, n) V(R, n) OVER f(V(T, n) a, V(T, n) b) { V(R, n) r; for (int i = 0; i < n; ++i) r[i] = f(a[i], b[i]); return r; }
#define EACH3(R, f, T, n) V(R, n) OVER f(V(T, n) a, V(T, n) b, V(T, n) c) { V(R, n) r; for (int i = 0; i < n; ++i) r[i] = f(a[i], b[i], c[i]); return r; }
#define VEC1(R, f, T) EACH1(R, f, T, 2) EACH1(R, f, T, 3) EACH1(R, f, T, 4) EACH1(R, f, T, 8) EACH1(R, f, T, 16)
#define VEC2(R, f, T) EACH2(R, f, T, 2) EACH2(R, f, T, 3) EACH2(R, f, T, 4) EACH2(R, f, T, 8) EACH2(R, f, T, 16)
#define VEC3(R, f, T) EACH3(R, f, T, 2) EACH3(R, f, T, 3) EACH3(R, f, T, 4) EACH3(R, f, T, 8) EACH3(R, f, T, 16)

void xlc_read(ulong p, ulong bytes, ulong pc);
void xlc_write(ulong p, ulong bytes, ulong pc);
