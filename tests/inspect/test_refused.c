/* Damaged listings: either nothing is counted, or as much as before. */
#include "inspect/targets/target_list.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Output of each vendor's tools, cut to two blocks. */
static const struct {
    const char *name;
    const tool_vendor *vendor;
    const char *text;
    bool counted; /* a missing line is detected too, by its address or by the total */
} whole[] = {
    {"amd", &tool_vendor_amd,
     "\t.text\nk:                                      ; @k\n.Lfunc_begin0:\n; %bb.0:\n"
     "\t.loc\t1 5 3\t; mine.cl:5:3\n\tv_add_u32_e32 v0, v1, v2   ; a remark\n"
     ".LBB0_1:                                ; in a loop\n\tds_bpermute_b32 v1, v2, v3\n"
     "\ts_cbranch_execnz .LBB0_1\n\ts_endpgm\n.Lfunc_end0:\n\t.size\tk, .Lfunc_end0-k\n"
     "amdhsa.kernels:\n  - .args:\n      - .name:           x\n    .group_segment_fixed_size: 64\n"
     "    .name:           k\n    .private_segment_fixed_size: 16\n    .sgpr_count:     22\n"
     "    .vgpr_count:     9\n    .wavefront_size: 32\namdhsa.target:   amdgcn-amd-amdhsa--gfx1030\n",
     false},
    {"intel", &tool_vendor_intel,
     "kernels:\n  - name:            k\n    execution_env:\n      grf_count:       128\n      simd_size:     "
     "  "
     "16\n      slm_size:        1024\n    per_thread_memory_buffers:\n      - type:            scratch\n"
     "        size:            64\nkernels_misc_info:\n\n//.try 0 lanes 16\n//.kernel k\n//.instCount 4\n\n"
     "// B000:\n_main:\n(W)     mov (8|M0)               r2.0<1>:ud    r0.0<1;1,0>:ud     // $1\n"
     "_0_1:\n        bfn.(s0&s1&s2) (16|M0)   r20.0<1>:ud   r12.0<1;0>:ud   r14.0<1;0>:ud  r18.0<1>:ud\n"
     "(f0.0)  while (16|M0)                        _0_1            // $30\n"
     "(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} "
     "// end of thread // $42\n\n",
     true},
    {"intel, disassembled", &tool_vendor_intel,
     "kernels:\n  - name:            k\n    execution_env:\n      grf_count:       128\n      simd_size:     "
     "  "
     "16\n      slm_size:        1024\n    per_thread_memory_buffers:\n      - type:            scratch\n"
     "        size:            64\nkernels_misc_info:\n\n//.try 0 lanes 16\n//.kernel k\n\n"
     "// B000:\n_main:\n(W)     mov (8|M0)               r2.0<1>:ud    r0.0<1;1,0>:ud     // $1\n"
     "_0_1:\n        bfn.(s0&s1&s2) (16|M0)   r20.0<1>:ud   r12.0<1;0>:ud   r14.0<1;0>:ud  r18.0<1>:ud\n"
     "(f0.0)  while (16|M0)                        _0_1            // $30\n"
     "(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} "
     "// end of thread // $42\n\n",
     false},
    {"nvidia", &tool_vendor_nvidia,
     "ptxas info    : Compiling entry function 'k' for 'sm_90'\nptxas info    : Function properties for k\n"
     "    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
     "ptxas info    : Used 14 registers, used 1 barriers, 1024 bytes smem\n\n\t.target\tsm_90\n"
     "//--------------------- .text.k                   --------------------------\n"
     "\t.section\t.text.k,\"ax\",@progbits\n        .size           k,(.L_x_2 - k)\nk:\n.text.k:\n"
     "\t//## mine.cl:2:5\n        /*0000*/                   LDC R1, c[0x0][0x28] ;\n.L_x_0:\n"
     "        /*0010*/                   SHFL.IDX PT, R9, R7, R0, 0x1f ;\n"
     "        /*0020*/              @!P0 BRA `(.L_x_0) ;\n        /*0030*/                   EXIT "
     ";\n.L_x_1:\n"
     "        /*0040*/                   BRA `(.L_x_1);\n        /*0050*/                   "
     "NOP;\n.L_x_2:\n\n\n"
     "//--------------------- SYMBOLS --------------------------\n",
     true},
    {"processor", &tool_vendor_processor,
     "\t.text\n\t.section\tkernels_of_program,\"ax\",@progbits\nk:                                      # "
     "@k\n"
     ".Lfunc_begin0:\n\t.cfi_startproc\n# %bb.0:\n\t.loc\t1 5 3                           # mine.cl:5:3\n"
     "\tmovq\tcrosslane_get_global_id(%rip), %rax\n.LBB0_1:                                # in a loop\n"
     "\tlock\t\tincl\t(%rdi)\n\tjne\t.LBB0_1\n\tretq\n.Lfunc_end0:\n\t.size\tk, .Lfunc_end0-k\n",
     false},
};

static tool_codes codes;

static void leave(void) {
    tool_codes_free(&codes);
}
AROUND(NULL, leave);

typedef struct counts {
    bool taken;
    int instructions, loops, cross_lane;
    tool_numbers numbers;
} counts;

static counts read_text(const tool_vendor *vendor, const char *text) {
    tool_codes_free(&codes);
    const bool taken = vendor->read(text, &vendor->syntax, &codes) && tool_codes_stand(&codes);
    if (!taken) return (counts){.taken = false};
    const tool_code *const code = &codes.item[0];
    return (counts){true, code->count, code->loops, code->kinds[TOOL_CROSS_LANE], code->numbers};
}

static bool is_right(const counts *before, const counts *now) {
    return !now->taken || (now->instructions == before->instructions && now->loops == before->loops);
}

EACH_TEST(takes_them_whole, whole) {
    const counts all = read_text(whole[_i].vendor, whole[_i].text);
    ck_assert_msg(all.taken, "%s: %s", whole[_i].name, codes.fault);
    ck_assert_int_eq(all.instructions, 4);
    ck_assert_int_eq(all.loops, 1);
}

/* By a character not in the listing. */
EACH_TEST(sees_a_damaged_byte, whole) {
    const counts before = read_text(whole[_i].vendor, whole[_i].text);
    char *const text = strdup(whole[_i].text);
    int refused = 0;
    for (size_t at = 0; text[at]; at++) {
        const char was = text[at];
        if (was == '\n' && !whole[_i].counted) continue;
        text[at] = '?';
        const counts now = read_text(whole[_i].vendor, text);
        ck_assert_msg(is_right(&before, &now), "%s: byte %zu, of '%.30s': %d instructions, %d loops",
                      whole[_i].name, at, text + at, now.instructions, now.loops);
        refused += !now.taken;
        text[at] = was;
    }
    ck_assert_int_gt(refused, 20);
    free(text);
}

EACH_TEST(sees_an_early_end, whole) {
    const counts before = read_text(whole[_i].vendor, whole[_i].text);
    if (strstr(whole[_i].name, "disassembled")) return;
    for (size_t size = 0; size < strlen(whole[_i].text); size++) {
        char *const text = strndup(whole[_i].text, size);
        const counts now = read_text(whole[_i].vendor, text);
        ck_assert_msg(is_right(&before, &now), "%s: %zu bytes: %d instructions", whole[_i].name, size,
                      now.instructions);
        free(text);
    }
}

/* A number lost with its line must be unknown. */
EACH_TEST(sees_a_damaged_line, whole) {
    const counts before = read_text(whole[_i].vendor, whole[_i].text);
    size_t size = 0;
    for (const char *rest = whole[_i].text, *at; (at = tool_next_line(&rest, &size)) != NULL;)
        for (int kept = 0; kept < 2; kept++) {
            char text[4096];
            snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole[_i].text), whole[_i].text,
                     kept ? "\t#?$ damaged\n" : "", rest);
            const counts now = read_text(whole[_i].vendor, text);
            const bool seen = kept || whole[_i].counted;
            if (kept && whole[_i].vendor == &tool_vendor_processor) continue; /* # begins its remarks */
            ck_assert_msg(!seen || is_right(&before, &now), "%s: '%.*s': %d instructions, %d loops",
                          whole[_i].name, (int)size, at, now.instructions, now.loops);
        }
}

TEST(reports_the_line) {
    static const char text[] =
        "k:\n\ts_nop 0\n\tv_a\x1b[31mdd v0\n\ts_endpgm\n.Lfunc_end0:\n\namdhsa.kernels:\n"
        "  - .name:           k\n";
    ck_assert(!read_text(&tool_vendor_amd, text).taken);
    ck_assert_str_eq(codes.fault, "a line in it is not understood: 'v_a?[31mdd v0'");
    ck_assert_int_eq(codes.count, 0);
    ck_assert(!codes.huge);
}
