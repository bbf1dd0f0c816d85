// Barriers and collectives of work-groups and sub-groups: each hands its operands to the worker, which lets the lanes meet.
typedef struct { ulong pc; const void *in; const void *in2; void *out; uint bytes; uint kind; uint who; uint op; uint type; uint cluster; ulong arg; } xlc_meeting;
__attribute__((convergent)) void xlc_meet(const xlc_meeting *m, ulong name);
__attribute__((convergent)) void xlc_barrier(uint who, uint flags, ulong pc, ulong name);
#define MEET(...) do { xlc_meeting m = {.pc = CALLER, __VA_ARGS__}; xlc_meet(&m, (ulong)__func__); } while (0)
#define TYPED(M) M(char, XLC_CHAR) M(uchar, XLC_UCHAR) M(short, XLC_SHORT) M(ushort, XLC_USHORT) M(int, XLC_INT) M(uint, XLC_UINT) \
    M(long, XLC_LONG) M(ulong, XLC_ULONG) M(half, XLC_HALF) M(float, XLC_FLOAT) M(double, XLC_DOUBLE)
#define INTEGRAL(M) M(char, XLC_CHAR) M(uchar, XLC_UCHAR) M(short, XLC_SHORT) M(ushort, XLC_USHORT) M(int, XLC_INT) M(uint, XLC_UINT) \
    M(long, XLC_LONG) M(ulong, XLC_ULONG)

void OVER barrier(cl_mem_fence_flags f) { xlc_barrier(XLC_GROUP, f, CALLER, (ulong)__func__); }
void OVER work_group_barrier(cl_mem_fence_flags f) { xlc_barrier(XLC_GROUP, f, CALLER, (ulong)__func__); }
void OVER work_group_barrier(cl_mem_fence_flags f, memory_scope s) { xlc_barrier(XLC_GROUP, f, CALLER, (ulong)__func__); }
void OVER sub_group_barrier(cl_mem_fence_flags f) { xlc_barrier(XLC_SUBGROUP, f, CALLER, (ulong)__func__); }
void OVER sub_group_barrier(cl_mem_fence_flags f, memory_scope s) { xlc_barrier(XLC_SUBGROUP, f, CALLER, (ulong)__func__); }

#define VOTE(name, WHO, KIND) int OVER name(int p) { int r; MEET(.in = &p, .out = &r, .bytes = 4, .kind = KIND, .who = WHO); return r; }
VOTE(work_group_all, XLC_GROUP, XLC_ALL) VOTE(work_group_any, XLC_GROUP, XLC_ANY) VOTE(sub_group_all, XLC_SUBGROUP, XLC_ALL) VOTE(sub_group_any, XLC_SUBGROUP, XLC_ANY)
VOTE(sub_group_non_uniform_all, XLC_PRESENT, XLC_ALL) VOTE(sub_group_non_uniform_any, XLC_PRESENT, XLC_ANY)

#define FOLD(T, CODE, name, WHO, KIND, OP) T OVER name(T v) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = KIND, .who = WHO, .op = OP, .type = CODE); return r; }
#define FOLDS(T, CODE, prefix, suffix, WHO, OP) FOLD(T, CODE, prefix##reduce_##suffix, WHO, XLC_REDUCE, OP) \
    FOLD(T, CODE, prefix##scan_inclusive_##suffix, WHO, XLC_INCLUSIVE, OP) FOLD(T, CODE, prefix##scan_exclusive_##suffix, WHO, XLC_EXCLUSIVE, OP)
#define CORE(T, CODE) FOLDS(T, CODE, work_group_, add, XLC_GROUP, XLC_ADD) FOLDS(T, CODE, work_group_, min, XLC_GROUP, XLC_MIN) FOLDS(T, CODE, work_group_, max, XLC_GROUP, XLC_MAX) \
    FOLDS(T, CODE, sub_group_, add, XLC_SUBGROUP, XLC_ADD) FOLDS(T, CODE, sub_group_, min, XLC_SUBGROUP, XLC_MIN) FOLDS(T, CODE, sub_group_, max, XLC_SUBGROUP, XLC_MAX) \
    FOLDS(T, CODE, sub_group_non_uniform_, add, XLC_PRESENT, XLC_ADD) FOLDS(T, CODE, sub_group_non_uniform_, mul, XLC_PRESENT, XLC_MUL) \
    FOLDS(T, CODE, sub_group_non_uniform_, min, XLC_PRESENT, XLC_MIN) FOLDS(T, CODE, sub_group_non_uniform_, max, XLC_PRESENT, XLC_MAX) \
    CLUSTER(T, CODE, add, XLC_ADD) CLUSTER(T, CODE, mul, XLC_MUL) CLUSTER(T, CODE, min, XLC_MIN) CLUSTER(T, CODE, max, XLC_MAX) \
    int OVER sub_group_non_uniform_all_equal(T v) { int r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_ALL_EQUAL, .who = XLC_PRESENT, .type = CODE); return r; } \
    T OVER work_group_broadcast(T v, size_t x) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_BROADCAST, .who = XLC_GROUP, .arg = x); return r; }
#define CLUSTER(T, CODE, suffix, OP) T OVER sub_group_clustered_reduce_##suffix(T v, uint c) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_REDUCE, .who = XLC_PRESENT, .op = OP, .type = CODE, .cluster = c); return r; }
TYPED(CORE)
#define BITWISE(T, CODE) FOLDS(T, CODE, sub_group_non_uniform_, and, XLC_PRESENT, XLC_AND) FOLDS(T, CODE, sub_group_non_uniform_, or, XLC_PRESENT, XLC_OR) \
    FOLDS(T, CODE, sub_group_non_uniform_, xor, XLC_PRESENT, XLC_XOR) CLUSTER(T, CODE, and, XLC_AND) CLUSTER(T, CODE, or, XLC_OR) CLUSTER(T, CODE, xor, XLC_XOR)
INTEGRAL(BITWISE)
FOLDS(int, XLC_INT, sub_group_non_uniform_, logical_and, XLC_PRESENT, XLC_LOGICAL_AND) FOLDS(int, XLC_INT, sub_group_non_uniform_, logical_or, XLC_PRESENT, XLC_LOGICAL_OR)
FOLDS(int, XLC_INT, sub_group_non_uniform_, logical_xor, XLC_PRESENT, XLC_LOGICAL_XOR)
CLUSTER(int, XLC_INT, logical_and, XLC_LOGICAL_AND) CLUSTER(int, XLC_INT, logical_or, XLC_LOGICAL_OR) CLUSTER(int, XLC_INT, logical_xor, XLC_LOGICAL_XOR)

// Values of any type move as they are.
#define MOVE(T, name, WHO, KIND) T OVER name(T v, uint i) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = KIND, .who = WHO, .arg = i); return r; }
#define MOVES(T) MOVE(T, sub_group_broadcast, XLC_SUBGROUP, XLC_BROADCAST) MOVE(T, sub_group_non_uniform_broadcast, XLC_PRESENT, XLC_BROADCAST) \
    MOVE(T, sub_group_shuffle, XLC_PRESENT, XLC_SHUFFLE) MOVE(T, sub_group_shuffle_xor, XLC_PRESENT, XLC_SHUFFLE_XOR) \
    MOVE(T, sub_group_shuffle_up, XLC_PRESENT, XLC_SHUFFLE_UP) MOVE(T, sub_group_shuffle_down, XLC_PRESENT, XLC_SHUFFLE_DOWN) \
    MOVE(T, intel_sub_group_shuffle, XLC_PRESENT, XLC_SHUFFLE) MOVE(T, intel_sub_group_shuffle_xor, XLC_PRESENT, XLC_SHUFFLE_XOR) \
    T OVER intel_sub_group_shuffle_down(T v, T w, uint i) { T r; MEET(.in = &v, .in2 = &w, .out = &r, .bytes = sizeof v, .kind = XLC_SHUFFLE_DOWN2, .who = XLC_PRESENT, .arg = i); return r; } \
    T OVER intel_sub_group_shuffle_up(T v, T w, uint i) { T r; MEET(.in = &v, .in2 = &w, .out = &r, .bytes = sizeof v, .kind = XLC_SHUFFLE_UP2, .who = XLC_PRESENT, .arg = i); return r; } \
    T OVER sub_group_broadcast_first(T v) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_BROADCAST_FIRST, .who = XLC_PRESENT); return r; } \
    T OVER sub_group_rotate(T v, int i) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_ROTATE, .who = XLC_PRESENT, .arg = (ulong)i); return r; } \
    T OVER sub_group_clustered_rotate(T v, int i, uint c) { T r; MEET(.in = &v, .out = &r, .bytes = sizeof v, .kind = XLC_ROTATE, .who = XLC_PRESENT, .arg = (ulong)i, .cluster = c); return r; }
#define MOVES_ALL(T) MOVES(T) MOVES(V(T, 2)) MOVES(V(T, 3)) MOVES(V(T, 4)) MOVES(V(T, 8)) MOVES(V(T, 16))
TYPES(MOVES_ALL)

int OVER sub_group_elect(void) { int v = 0, r; MEET(.in = &v, .out = &r, .bytes = 4, .kind = XLC_ELECT, .who = XLC_PRESENT); return r; }
uint4 OVER sub_group_ballot(int p) { uint4 r = 0; MEET(.in = &p, .out = &r, .bytes = 4, .kind = XLC_BALLOT, .who = XLC_PRESENT); return r; }

// Of masks: no lane waits for another.
uint xlc_lane(void);
uint xlc_width(void);
uint xlc_max_width(void); // bits of lanes that a last, smaller sub-group does not have count too
static uint4 below(uint n) { uint4 r; for (uint w = 0; w < 4; ++w) r[w] = n >= 32 * (w + 1) ? ~0u : n <= 32 * w ? 0u : (1u << (n - 32 * w)) - 1; return r; }
static uint bits(uint4 v) { return __builtin_popcount(v.x) + __builtin_popcount(v.y) + __builtin_popcount(v.z) + __builtin_popcount(v.w); }
static int bit(uint4 v, uint i) { return i < 128 ? (v[(i >> 5) & 3] >> (i & 31)) & 1 : 0; }
int OVER sub_group_inverse_ballot(uint4 v) { return bit(v, xlc_lane()); }
int OVER sub_group_ballot_bit_extract(uint4 v, uint i) { return bit(v, i); }
uint OVER sub_group_ballot_bit_count(uint4 v) { return bits(v & below(xlc_max_width())); }
uint OVER sub_group_ballot_inclusive_scan(uint4 v) { return bits(v & below(xlc_lane() + 1)); }
uint OVER sub_group_ballot_exclusive_scan(uint4 v) { return bits(v & below(xlc_lane())); }
uint OVER sub_group_ballot_find_lsb(uint4 v) { for (uint i = 0; i < xlc_max_width(); ++i) if (bit(v, i)) return i; return 0; }
uint OVER sub_group_ballot_find_msb(uint4 v) { for (uint i = xlc_max_width(); i > 0; --i) if (bit(v, i - 1)) return i - 1; return 0; }
uint4 OVER get_sub_group_eq_mask(void) { return below(xlc_lane() + 1) & ~below(xlc_lane()); }
uint4 OVER get_sub_group_ge_mask(void) { return below(xlc_width()) & ~below(xlc_lane()); }
uint4 OVER get_sub_group_gt_mask(void) { return below(xlc_width()) & ~below(xlc_lane() + 1); }
uint4 OVER get_sub_group_le_mask(void) { return below(xlc_lane() + 1); }
uint4 OVER get_sub_group_lt_mask(void) { return below(xlc_lane()); }
