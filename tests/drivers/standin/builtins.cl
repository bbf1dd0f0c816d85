/* The built-ins of kernels/sg/backends/sg_amd.h, written from their documentation with another device's
   standard functions, including the hardware's limits. shim.c puts this text before every kernel source.
   STANDIN_WAVEFRONT is 32 or 64, a sub-group size that the other device must offer; STANDIN_GFX the
   hardware's generation (9, 10 or 11); STANDIN_CLANG the compiler's version, which decides the available
   built-ins. */
#define __AMDGCN__ 1
#define __AMDGCN_WAVEFRONT_SIZE STANDIN_WAVEFRONT
#if STANDIN_GFX == 9
#define __GFX9__ 1
#elif STANDIN_GFX == 10
#define __GFX10__ 1
#elif STANDIN_GFX == 11
#define __GFX11__ 1
#endif
#define __kernel __attribute__((intel_reqd_sub_group_size(STANDIN_WAVEFRONT))) __kernel

#define __has_builtin(name) STANDIN_HAS_##name
#define STANDIN_HAS___builtin_amdgcn_permlane64 (STANDIN_CLANG >= 16)
#define STANDIN_HAS___builtin_amdgcn_ballot_w32 (STANDIN_CLANG >= 18)
#define STANDIN_HAS___builtin_amdgcn_ballot_w64 (STANDIN_CLANG >= 18)

static inline uint standin_lane(void) {
    return get_sub_group_local_id();
}
static inline ulong standin_ballot(int p) {
    const uint4 words = sub_group_ballot(p);
    return words.x | (ulong)words.y << 32;
}

/* Adds the mask's bits below the lane to base: lo for lanes 0 to 31, hi for 32 to 63. */
static inline uint standin_mbcnt_lo(uint mask, uint base) {
    const uint lane = standin_lane();
    return base + popcount(lane < 32 ? mask & ((1u << lane) - 1u) : mask);
}
static inline uint standin_mbcnt_hi(uint mask, uint base) {
    const uint lane = standin_lane();
    return base + (lane < 32 ? 0 : popcount(mask & ((1u << (lane - 32)) - 1u)));
}
#define __builtin_amdgcn_mbcnt_lo(mask, base) standin_mbcnt_lo(mask, base)
#define __builtin_amdgcn_mbcnt_hi(mask, base) standin_mbcnt_hi(mask, base)

/* v of the lane at byte `address`, four bytes a lane. Ignores the two lowest bits and those past the
   wavefront (64 lanes on generations 10 and 11: past the half). */
static inline int standin_bpermute(int address, int v) {
    const uint wanted = (uint)address >> 2;
#if STANDIN_WAVEFRONT == 64 && STANDIN_GFX >= 10
    const uint lane = (wanted & 31u) | (standin_lane() & 32u);
#else
    const uint lane = wanted & (STANDIN_WAVEFRONT - 1u);
#endif
    return sub_group_shuffle(v, lane);
}
#define __builtin_amdgcn_ds_bpermute(address, v) standin_bpermute(address, v)

static inline int standin_readfirstlane(int v) {
    return sub_group_broadcast_first(v);
}
/* The first lane's `lane` counts, like a scalar register. */
static inline int standin_readlane(int v, int lane) {
    return sub_group_shuffle(v, (uint)standin_readfirstlane(lane) & (STANDIN_WAVEFRONT - 1u));
}
#define __builtin_amdgcn_readfirstlane(v) standin_readfirstlane(v)
#define __builtin_amdgcn_readlane(v, lane) standin_readlane(v, lane)

/* A comparison as a mask. Only code 33, "not equal", is used. */
static inline ulong standin_uicmp(uint a, uint b, int code) {
    return code == 33 ? standin_ballot(a != b) : 0;
}
#define __builtin_amdgcn_uicmp(a, b, code) standin_uicmp(a, b, code)
#define __builtin_amdgcn_ballot_w32(p) ((uint)standin_ballot(p))
#define __builtin_amdgcn_ballot_w64(p) standin_ballot(p)
#define __builtin_amdgcn_read_exec() standin_ballot(1)

/* Exchanges the halves of a wavefront of 64; generation 11. */
static inline uint standin_permlane64(uint v) {
    return sub_group_shuffle(v, standin_lane() ^ 32u);
}
#define __builtin_amdgcn_permlane64(v) standin_permlane64(v)
