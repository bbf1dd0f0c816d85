/* Reading assembly: numbers, kinds, loops and waterfalls, in shortened output of clang 15 and ocloc 22.43. */
#include "support/suite.h"
#include "inspect/asked.h"
#include "inspect/targets/target_list.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static tool_codes codes;

static const tool_code *read_text(const tool_vendor *vendor, const char *text) {
    tool_codes_free(&codes);
    ck_assert(vendor->read(text, &vendor->syntax, &codes));
    ck_assert_int_eq(codes.count, 1);
    return &codes.item[0];
}

static const tool_code *read_amd(const char *body) {
    char text[8192];
    snprintf(
        text, sizeof text,
        "\t.text\nk:                                      ; @k\n; %%bb.0:\n%s\ts_endpgm\n.Lfunc_end0:\n"
        "\t.size\tk, .Lfunc_end0-k\n; NumVgprs: 9\nother:\n\tv_nop\n.Lfunc_end1:\n"
        "amdhsa.kernels:\n  - .args:\n      - .name:           x\n        .size:           8\n"
        "    .group_segment_fixed_size: 64\n    .name:           k\n    .private_segment_fixed_size: 16\n"
        "    .sgpr_count:     22\n    .sgpr_spill_count: 1\n    .vgpr_count:     9\n    .vgpr_spill_count: "
        "2\n"
        "    .wavefront_size: 32\namdhsa.target:   amdgcn-amd-amdhsa--gfx1030\n",
        body);
    return read_text(&tool_vendor_amd, text);
}

static void leave(void) {
    tool_codes_free(&codes);
}

AROUND(NULL, leave);

TEST(numbers_of_amd) {
    const tool_code *const code = read_amd("\t.loc\t1 5 3\t; mine.cl:5:3\n"
                                           "\tv_add_u32_e32 v0, v1,   v2   ; a remark\n");
    ck_assert_str_eq(code->kernel, "k");
    ck_assert_int_eq(code->count, 2);
    ck_assert_str_eq(code->item[0].text, "v_add_u32_e32 v0, v1, v2");
    ck_assert_str_eq(code->item[0].file, "mine.cl");
    ck_assert_int_eq(code->item[0].line, 5);
    ck_assert_int_eq(code->numbers.vector_registers, 9);
    ck_assert_int_eq(code->numbers.scalar_registers, 22);
    ck_assert_int_eq(code->numbers.spills, 3);
    ck_assert_int_eq(code->numbers.scratch_bytes, 16);
    ck_assert_int_eq(code->numbers.local_bytes, 64);
    ck_assert_int_eq(code->numbers.lanes, 32);
}

TEST(reads_places) {
    static const struct {
        const char *text, *file;
        int line, column;
    } known[] = {
        {"mine.cl:5:3", "mine.cl", 5, 3},
        {"a b/mine.cl:5:3", "a b/mine.cl", 5, 3},
        {"C:/my folder/mine.cl:12:1 ", "C:/my folder/mine.cl", 12, 1},
        {"mine.cl:0:0", "", 0, 0},
        {"", "", 0, 0},
        {":", "", 0, 0},
        {":5:3", "", 0, 0},
        {"mine.cl", "", 0, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        tool_place place;
        tool_place_read(known[i].text, strlen(known[i].text), &place);
        ck_assert_msg(strcmp(place.file, known[i].file) == 0 && place.line == known[i].line &&
                          place.column == known[i].column,
                      "%s: %s %d %d", known[i].text, place.file, place.line, place.column);
    }
}

TEST(hides_the_layer) {
    static const char program[] =
        "#line 1 \"mine.cl\"\na\n#line 1 \"sg/sg.h\"\nb\n#line 1 \"sg/operations/sg_word.h\"\nc\n"
        "#line 9 \"sg/sg.h\"\n#line 3 \"mine.cl\"\nd\n#line 1 \"sg/none.h\"\ne\n"
        "#line 1 \"x/crosslane_sg.h\"\nf";
    static const char push[] =
        "#pragma clang attribute push(__attribute__((nodebug)), apply_to=hasType(functionType))\n";
    static const char pop[] = "#pragma clang attribute pop\n";
    char expected[2048];
    snprintf(expected, sizeof expected,
             "#line 1 \"mine.cl\"\na\n%s#line 1 \"sg/sg.h\"\nb\n#line 1 \"sg/operations/sg_word.h\"\nc\n"
             "#line 9 \"sg/sg.h\"\n%s#line 3 \"mine.cl\"\nd\n#line 1 \"sg/none.h\"\ne\n"
             "%s#line 1 \"x/crosslane_sg.h\"\nf\n%s",
             push, pop, push, pop);
    xl__text out = {0};
    tool_place_wrap(program, &out);
    ck_assert_str_eq(out.data, expected);
    xl__text_free(&out);
}

/* A compiler may add or remove a folder. */
TEST(names_files) {
    static const char program[] =
        "#line 1 \"/srv/me/mine.cl\"\n#line 1 \"lerp/lerp.cl\"\n#line 1 \"lerp.cl\"\n";
    static const char *const known[][2] = {{"me/mine.cl", "/srv/me/mine.cl"},
                                           {"e/mine.cl", "e/mine.cl"},
                                           {"/tmp/lerp/lerp.cl", "lerp/lerp.cl"},
                                           {"lerp.cl", "lerp.cl"},
                                           {"other.cl", "other.cl"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char body[256];
        snprintf(body, sizeof body, "\t.loc\t1 5 3\t; %s:5:3\n\tv_nop\n\tv_nop\n", known[i][0]);
        const tool_code *const code = read_amd(body);
        tool_codes_name_files(&codes, program);
        ck_assert_str_eq(code->item[0].file, known[i][1]);
        ck_assert_str_eq(code->item[1].file, known[i][1]);
    }
}

static const char asking[] = "#line 1 \"mine.cl\"\n"
                             "#define TWICE(v) sg_shuffle(sg, sg_shuffle(sg, v, 1u), 2u) /* sg_any(x) */\n"
                             "v = sg_shuffle(sg, v, 1u) + sg_any(sg, v); // sg_all(sg, v)\n"
                             "v = TWICE(v); s = \"sg_all(\"; sg_t sg_v;\n"
                             "w = f(sg_lane(sg));\n";

TEST(finds_operations_at_their_places) {
    static const struct {
        int line, column, instructions;
        const char *name, *words;
    } known[] = {{2, 5, 3, "sg_shuffle", "2 ds_bpermute_b32, 1 ds_swizzle_b32"},
                 {2, 29, 1, "sg_any", ""},
                 {3, 5, 1, "sg_shuffle", ""}};
    const tool_code *const code = read_amd("\t.loc\t1 5 3\t; mine.cl:2:5\n"
                                           "\tds_bpermute_b32 v1, v2, v3\n\tds_bpermute_b32 v1, v2, v3\n"
                                           "\tds_swizzle_b32 v1, v2\n"
                                           "\t.loc\t1 5 3\t; mine.cl:2:29\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:2:3\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:3:5\n\tv_nop\n"
                                           "\t.loc\t1 4 0\t; mine.cl:4:1\n");
    tool_asked_list list = tool_asked_find(code, asking);
    ck_assert_int_eq(list.count, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(list.item[i].name, known[i].name);
        ck_assert_str_eq(list.item[i].words, known[i].words);
        ck_assert_int_eq(list.item[i].line, known[i].line);
        ck_assert_int_eq(list.item[i].column, known[i].column);
        ck_assert_int_eq(list.item[i].instructions, known[i].instructions);
    }
    ck_assert_int_eq(list.of[4], -1); /* only the line counts here, not the layer */
    tool_asked_free(&list);
}

static const char asking_twice[] =
    "#line 1 \"mine.cl\"\n"
    "v = sg_shuffle(sg, v, 1u) + sg_shuffle(sg, v, 2u) + sg_mask_count_below(m, 1u);\n"
    "v = sg_shuffle(sg, v, 1u);\n";

TEST(counts_one_use) {
    static const struct {
        const char *operation;
        long largest;
    } known[] = {{"sg_shuffle", 3},      {"sg_mask_count_below", 2}, {"sg_mask_count", -1},
                 {"sg_ballot_count", 2}, {"sg_shuffle_up", -1},      {"shuffle", -1}};
    const tool_code *const code = read_amd("\t.loc\t1 5 3\t; mine.cl:1:5\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:1:29\n\tv_nop\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:1:5\n\tv_nop\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:2:5\n\tv_nop\n"
                                           "\t.loc\t1 5 3\t; mine.cl:1:53\n\tv_nop\n");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_int_eq(tool_asked_largest(code, asking_twice, known[i].operation), known[i].largest);
}

TEST(finds_by_lines) {
    tool_code *const code = (tool_code *)(uintptr_t)read_amd("\tv_nop\n\tv_nop\n");
    static const int lines[] = {2, 3, 4};
    for (int i = 0; i < 3; i++) {
        code->item[i].file = "mine.cl";
        code->item[i].line = lines[i];
        code->item[i].column = 0;
    }
    tool_asked_list list = tool_asked_find(code, asking);
    ck_assert_int_eq(list.count, 2);
    ck_assert_str_eq(list.item[0].name, "sg_shuffle, sg_any");
    ck_assert_str_eq(list.item[1].name, "sg_shuffle");
    ck_assert_int_eq(list.of[2], -1); /* an operation without an exchange does not count */
    ck_assert_int_eq(tool_asked_largest(code, asking, "sg_any"), 1); /* the second name of its line */
    tool_asked_free(&list);
}

TEST(kinds_of_amd) {
    const tool_code *const code = read_amd("\tds_bpermute_b32 v1, v2, v3\n"
                                           "\tv_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf\n"
                                           "\tv_permlanex16_b32 v1, v2, s0, s1\n"
                                           "\tds_read_b32 v1, v2\n"
                                           "\tds_add_u32 v1, v2\n"
                                           "\tglobal_load_dword v1, v[2:3], off\n"
                                           "\ts_load_dwordx2 s[0:1], s[6:7], 0x0\n"
                                           "\tglobal_atomic_add v[2:3], v1, off\n"
                                           "\tbuffer_store_dword v1, off, s[0:3], 0 offset:4\n"
                                           "\tbuffer_gl0_inv\n"
                                           "\ts_barrier\n"
                                           "\ts_waitcnt vmcnt(0)\n"
                                           "\tv_cmp_eq_u32_e32 vcc_lo, s1, v4\n");
    static const int expected[TOOL_KINDS] = {[TOOL_CROSS_LANE] = 3, [TOOL_LOCAL] = 1,      [TOOL_GLOBAL] = 2,
                                             [TOOL_SCRATCH] = 1,    [TOOL_ATOMIC] = 2,     [TOOL_BARRIER] = 1,
                                             [TOOL_BRANCH] = 0,     [TOOL_ARITHMETIC] = 1, [TOOL_OTHER] = 3};
    for (int kind = 0; kind < TOOL_KINDS; kind++)
        ck_assert_msg(code->kinds[kind] == expected[kind], "%s: %d", tool_kind_name((tool_kind)kind),
                      code->kinds[kind]);
}

static const struct {
    const char *what, *body;
    int loops, waterfalls;
} forms[] = {
    {"a call through a pointer that differs between lanes, as clang 15 makes it for gfx1030",
     ".LBB2_1:                                ; =>This Inner Loop Header: Depth=1\n"
     "\tv_readfirstlane_b32 s6, v2\n\tv_readfirstlane_b32 s7, v3\n\ts_mov_b32 s39, exec_lo\n"
     "\tv_cmpx_eq_u64_e64 s[6:7], v[2:3]\n\ts_mov_b64 s[4:5], s[34:35]\n\ts_swappc_b64 s[30:31], s[6:7]\n"
     "\tv_mov_b32_e32 v1, v0\n\ts_xor_b32 exec_lo, exec_lo, s39\n\ts_cbranch_execnz .LBB2_1\n",
     1, 1},
    {"the same for gfx90a",
     ".LBB2_1:\n\tv_readfirstlane_b32 s6, v2\n\tv_readfirstlane_b32 s7, v3\n"
     "\tv_cmp_eq_u64_e32 vcc, s[6:7], v[2:3]\n\ts_and_saveexec_b64 s[44:45], vcc\n"
     "\ts_swappc_b64 s[30:31], s[6:7]\n\ts_xor_b64 exec, exec, s[44:45]\n\ts_cbranch_execnz .LBB2_1\n",
     1, 1},
    {"two in sequence",
     ".LBB2_1:\n\tv_readfirstlane_b32 s6, v2\n\tv_cmp_eq_u32_e32 vcc, s6, v2\n\ts_and_saveexec_b64 s[4:5], "
     "vcc\n"
     "\ts_xor_b64 exec, exec, s[4:5]\n\ts_cbranch_execnz .LBB2_1\n"
     ".LBB2_2:\n\tv_readfirstlane_b32 s6, v3\n\tv_cmp_eq_u32_e32 vcc, s6, v3\n\ts_and_saveexec_b64 s[4:5], "
     "vcc\n"
     "\ts_xor_b64 exec, exec, s[4:5]\n\ts_cbranch_execnz .LBB2_2\n",
     2, 2},
    {"a loop over the lanes in the source: for (;;) if (first == v) break",
     ".LBB0_1:\n\tv_readfirstlane_b32 s1, v4\n\tv_cmp_eq_u32_e32 vcc_lo, s1, v4\n\ts_or_b32 s0, vcc_lo, s0\n"
     "\ts_andn2_b32 exec_lo, exec_lo, s0\n\ts_cbranch_execnz .LBB0_1\n",
     1, 0},
    {"a loop with a condition inside whose lanes come back",
     ".LBB0_1:\n\tv_readfirstlane_b32 s1, v4\n\tv_cmp_eq_u32_e32 vcc_lo, s1, v4\n"
     "\ts_and_saveexec_b32 s2, vcc_lo\n\ts_xor_b32 exec_lo, exec_lo, s2\n\ts_cbranch_execz .LBB0_2\n"
     "\tv_add_nc_u32_e32 v5, 1, v5\n.LBB0_2:\n\ts_or_b32 exec_lo, exec_lo, s2\n\ts_cmp_lg_u32 s3, 0\n"
     "\ts_cbranch_scc1 .LBB0_1\n",
     1, 0},
    {"a loop that leaves its lanes without any comparison with the first",
     ".LBB0_1:\n\tv_cmp_gt_u32_e32 vcc_lo, 7, v4\n\ts_and_saveexec_b32 s2, vcc_lo\n"
     "\ts_xor_b32 exec_lo, exec_lo, s2\n\ts_cbranch_execnz .LBB0_1\n",
     1, 0},
    {"a comparison with another register than the first lane's",
     ".LBB0_1:\n\tv_readfirstlane_b32 s1, v4\n\tv_cmp_eq_u32_e32 vcc_lo, s11, v4\n"
     "\ts_and_saveexec_b32 s2, vcc_lo\n\ts_xor_b32 exec_lo, exec_lo, s2\n\ts_cbranch_execnz .LBB0_1\n",
     1, 0},
    {"what a waterfall has, but no loop",
     "\tv_readfirstlane_b32 s1, v4\n\tv_cmp_eq_u32_e32 vcc_lo, s1, v4\n\ts_and_saveexec_b32 s2, vcc_lo\n"
     "\ts_xor_b32 exec_lo, exec_lo, s2\n\ts_cbranch_execnz .LBB0_9\n.LBB0_9:\n",
     0, 0},
    {"a block after the end that branches back",
     "\ts_cbranch_execnz .LBB0_3\n.LBB0_2:\n\tv_nop\n\ts_endpgm\n.LBB0_3:\n\tv_nop\n\ts_branch .LBB0_2\n", 0,
     0},
    {"a block after the end that branches back into a loop",
     ".LBB0_1:\n\ts_cbranch_execnz .LBB0_3\n.LBB0_2:\n\tv_nop\n\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n"
     ".LBB0_3:\n\tv_nop\n\ts_branch .LBB0_2\n",
     1, 0},
    {"a loop whose condition follows its body",
     "\ts_branch .LBB0_2\n.LBB0_1:\n\tv_nop\n.LBB0_2:\n\ts_cbranch_scc1 .LBB0_1\n", 1, 0},
    {"one loop inside another, by labels of which one begins like the other",
     ".LBB0_1:\n\tv_nop\n.LBB0_12:\n\tv_nop\n\ts_cbranch_scc1 .LBB0_12\n\ts_cbranch_scc0 .LBB0_1\n", 2, 0},
};

EACH_TEST(waterfalls_of_amd, forms) {
    const tool_code *const code = read_amd(forms[_i].body);
    ck_assert_msg(code->loops == forms[_i].loops && code->waterfalls == forms[_i].waterfalls,
                  "%s: %d loops, %d waterfalls", forms[_i].what, code->loops, code->waterfalls);
}

/* The compiler's last attempt for the binary's lanes counts. */
static const char tries[] =
    "kernels:\n  - name:            k\n    user_attributes:\n      intel_reqd_sub_group_size: 16\n"
    "    execution_env:\n      grf_count:       128\n      simd_size:       16\n      slm_size:        1024\n"
    "    per_thread_memory_buffers:\n      - type:            scratch\n        usage:           "
    "spill_fill_space\n"
    "        size:            8192\n      - type:            global\n        usage:           private_space\n"
    "        size:            512\nkernels_misc_info:\n  - name:            k\n\n"
    "//.try 1 lanes 16\n//.kernel k\n//.spill size 5536\n_main:\n\n// File: /tmp/1\n\n// Line 3\n"
    "(W)     mov (8|M0)               r2.0<1>:ud    r0.0<1;1,0>:ud                                        // "
    "$1\n"
    "        send.dc1 (16|M0)         r17      r15     null    0x0            0x04205EFE           {@1,$3} "
    "// wr:2+0, "
    "rd:2; untyped surface read with x // $25\n"
    "        send.dc1 (16|M0)         r9       r6      null    0x0            0x04205E00           {@1,$0} "
    "// wr:2+0, "
    "rd:2; untyped surface read with x // $14\n"
    "(W)     send.dc1 (1|M0)          null     r26     r28     0x40            0x040487FF           {@2,$5} "
    "// "
    "wr:2+1, rd:0; untyped a64 atomic int32 integer add // $58\n"
    "(W)     send.gtwy (1|M0)         null     r13     null    0x0            0x02000004           {@2,$2} "
    "// wr:1+0, "
    "rd:0; signal barrier // $20\n"
    "(W)     sync.bar                             null                                                    // "
    "$20\n"
    "        mov (16|M0)              r37.0<1>:d    r[a0.0]<1,0>:d                                        // "
    "$29\n"
    "_0_009:\n        cmp (16|M0)   (lt)f0.1   null<1>:d     r3.1<0;1,0>:d     r19.0<8;8,1>:d   {@2}      // "
    "$42\n"
    "(f0.1)  while (16|M0)                        _0_009                                                  // "
    "$43\n"
    "//.try 0 lanes 16\n//.kernel k\n_main:\n        add (16|M0) r1.0<1>:d r1.0<8;8,1>:d 1:w\n"
    "//.try 2 lanes 32\n//.kernel k\n_main:\n        add (32|M0) r1.0<1>:d r1.0<8;8,1>:d 1:w\n";

TEST(reads_intel) {
    static const int expected[TOOL_KINDS] = {[TOOL_CROSS_LANE] = 1, [TOOL_LOCAL] = 1,      [TOOL_GLOBAL] = 1,
                                             [TOOL_SCRATCH] = 0,    [TOOL_ATOMIC] = 1,     [TOOL_BARRIER] = 1,
                                             [TOOL_BRANCH] = 1,     [TOOL_ARITHMETIC] = 2, [TOOL_OTHER] = 1};
    const tool_code *const code = read_text(&tool_vendor_intel, tries);
    for (int kind = 0; kind < TOOL_KINDS; kind++)
        ck_assert_msg(code->kinds[kind] == expected[kind], "%s: %d", tool_kind_name((tool_kind)kind),
                      code->kinds[kind]);
    ck_assert_int_eq(code->count, 9);
    ck_assert_int_eq(code->loops, 1);
    ck_assert_int_eq(code->waterfalls, 0);
    ck_assert_int_eq(code->item[0].line, 3);
    ck_assert_int_eq(code->numbers.spills, 5536);
    ck_assert_int_eq(code->numbers.scratch_bytes, 8192);
    ck_assert_int_eq(code->numbers.local_bytes, 1024);
    ck_assert_int_eq(code->numbers.lanes, 16);
}

/* Written in the style of their compiler, of which no real example was found (docs/inspect_numbers.md). */
static const struct {
    const char *what, *body;
    int waterfalls;
} intel_forms[] = {
    {"the first lane left is found, its value read and compared with every lane's",
     "_0_1:\n(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n        mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d "
     "// $2\n"
     "        cmp (16|M0) (eq)f0.0 null<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d // $3\n(f0.1) while (16|M0) _0_1 // "
     "$4\n",
     1},
    {"compared for something else than being the same",
     "_0_1:\n(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n        mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d "
     "// $2\n"
     "        cmp (16|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d // $3\n(f0.1) while (16|M0) _0_1 // "
     "$4\n",
     0},
    {"the comparison reads it where it is",
     "_0_1:\n(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n"
     "        cmp (16|M0) (eq)f0.0 null<1>:ud r[a0.0]<0;1,0>:ud r5.0<8;8,1>:ud // $3\n(f0.1) while (16|M0) "
     "_0_1 "
     "// $4\n",
     1},
    {"the value of the first lane is stored, and another one compared",
     "_0_1:\n(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n(W) mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d // "
     "$2\n"
     "(f1.1) cmp (16|M0) (eq)f1.1 null<1>:d r40.5<0;1,0>:d 0:w // $3\n(f0.1) while (16|M0) _0_1 // $4\n",
     0},
    {"a shuffle and a comparison in a loop that looks for no lane",
     "_0_1:\n        mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d // $2\n"
     "        cmp (16|M0) (eq)f0.0 null<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d // $3\n(f0.1) while (16|M0) _0_1 // "
     "$4\n",
     0},
    {"the comparison comes before the lane is found: a loop over the bits of a mask",
     "_0_1:\n        cmp (16|M0) (eq)f0.0 null<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d // $3\n"
     "(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n        mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d // $2\n"
     "(f0.1) while (16|M0) _0_1 // $4\n",
     0},
    {"a loop around a waterfall: only the waterfall counts",
     "_0_2:\n        add (16|M0) r9.0<1>:d r9.0<8;8,1>:d 1:w // $1\n_0_1:\n(W) fbl (1|M0) r3.0<1>:ud "
     "r2.0<0;1,0>:ud // $1\n"
     "        cmp (16|M0) (eq)f0.0 null<1>:ud r[a0.0]<0;1,0>:ud r5.0<8;8,1>:ud // $3\n"
     "(f0.1) while (16|M0) _0_1 // $4\n        cmp (16|M0) (eq)f1.0 null<1>:d r9.0<8;8,1>:d 7:w // $5\n"
     "(f1.0) while (16|M0) _0_2 // $6\n",
     1},
    {"all of it, but no loop",
     "(W) fbl (1|M0) r3.0<1>:ud r2.0<0;1,0>:ud // $1\n        mov (1|M0) r4.0<1>:d r[a0.0]<0;1,0>:d // $2\n"
     "        cmp (16|M0) (eq)f0.0 null<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d // $3\n",
     0},
};

EACH_TEST(waterfalls_of_intel, intel_forms) {
    char text[2048];
    snprintf(text, sizeof text,
             "kernels:\n  - name:            k\n      simd_size:       16\nkernels_misc_info:\n\n"
             "//.try 0 lanes 16\n//.kernel k\n_main:\n%s        ret (16|M0) r6.0 // $9\n",
             intel_forms[_i].body);
    const tool_code *const code = read_text(&tool_vendor_intel, text);
    ck_assert_msg(code->waterfalls == intel_forms[_i].waterfalls, "%s: %d loops, %d waterfalls",
                  intel_forms[_i].what, code->loops, code->waterfalls);
}

static const char sass[] =
    "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'k' for 'sm_90'\n"
    "ptxas info    : Function properties for k\n    16 bytes stack frame, 12 bytes spill stores, 8 bytes "
    "spill loads\n"
    "ptxas info    : Used 14 registers, used 1 barriers, 1024 bytes smem\nptxas info    : Compile time = "
    "45.029 ms\n\n"
    "\t.target\tsm_90\n//--------------------- .text.k                   --------------------------\n"
    "\t.section\t.text.k,\"ax\",@progbits\nk:\n.text.k:\n\t//## nv1.cl:2:5\n"
    "        /*0000*/                   S2R R4, SR_TID.X ;\n        /*0010*/                   ULDC UR4, "
    "c[0x0][0x0] ;\n"
    ".L_x_2:\n        /*0020*/                   LDS R6, [R6] ;\n"
    "        /*0030*/                   SHFL.IDX PT, R9, R7, R0, 0x1f ;\n"
    "        /*0040*/                   REDG.E.ADD.STRONG.GPU desc[UR6][R4.64], R7 ;\n"
    "        /*0050*/               @P0 BRA `(.L_x_2) ;\n        /*0060*/                   STG.E "
    "desc[UR6][R2.64], R9 ;\n"
    "        /*0070*/                   EXIT ;\n.L_x_4:\n        /*0080*/                   BRA `(.L_x_4);\n"
    "        /*0090*/                   NOP;\n        /*00a0*/                   NOP;\n.L_x_7:\n\n\n"
    "//--------------------- SYMBOLS --------------------------\n";

TEST(reads_nvidia) {
    static const int expected[TOOL_KINDS] = {[TOOL_CROSS_LANE] = 1, [TOOL_LOCAL] = 1,      [TOOL_GLOBAL] = 2,
                                             [TOOL_SCRATCH] = 0,    [TOOL_ATOMIC] = 1,     [TOOL_BARRIER] = 0,
                                             [TOOL_BRANCH] = 1,     [TOOL_ARITHMETIC] = 1, [TOOL_OTHER] = 1};
    const tool_code *const code = read_text(&tool_vendor_nvidia, sass);
    for (int kind = 0; kind < TOOL_KINDS; kind++)
        ck_assert_msg(code->kinds[kind] == expected[kind], "%s: %d", tool_kind_name((tool_kind)kind),
                      code->kinds[kind]);
    ck_assert_int_eq(code->loops, 1);
    ck_assert_int_eq(code->waterfalls, 0);
    ck_assert_str_eq(code->item[0].file, "nv1.cl");
    ck_assert_int_eq(code->item[0].line, 2);
    ck_assert_int_eq(code->item[0].column, 5);
    ck_assert_int_eq(code->numbers.vector_registers, 14);
    ck_assert_int_eq(code->numbers.spills, 12);
    ck_assert_int_eq(code->numbers.scratch_bytes, 16);
    ck_assert_int_eq(code->numbers.local_bytes, 1024);
    ck_assert_int_eq(code->numbers.lanes, 32);
}

/* gfx1030: 1024 registers per SIMD in steps of 16, at most 16 sub-groups. A unit of Intel's: 7 or 8
   threads of 128 registers (with 256 unknown). Work-groups get powers of two of the local memory that 16
   units share. */
TEST(occupancy_follows_from_registers) {
    static const struct {
        const char *target;
        long registers, local_bytes, lanes;
        int held;
    } known[] = {{"gfx1030", 1, 0, 32, 16},    {"gfx1030", 64, 0, 32, 16},      {"gfx1030", 65, 0, 32, 12},
                 {"gfx1030", 80, 0, 32, 12},   {"gfx1030", 81, 0, 32, 10},      {"gfx1030", 128, 0, 32, 8},
                 {"gfx1030", 256, 0, 32, 4},   {"tgllp", 128, 0, 16, 7},        {"dg2", 128, 0, 16, 8},
                 {"dg2", 256, 0, 16, -1},      {"tgllp", 128, 8 * 1024, 16, 7}, {"tgllp", 128, 8193, 16, 4},
                 {"tgllp", 128, 65536, 16, 1}, {"dg2", 128, 65536, 32, 1},      {"dg2", 128, 65536, 16, 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const tool_inspect_target *const target = tool_target_find(known[i].target);
        const tool_code code = {.numbers = {.vector_registers = known[i].registers,
                                            .local_bytes = known[i].local_bytes,
                                            .lanes = known[i].lanes}};
        tool_occupancy occupancy;
        target->vendor->occupancy(target, &code, 256, &occupancy);
        ck_assert_msg(occupancy.held == known[i].held, "%s, %ld registers, %ld bytes: %d", known[i].target,
                      known[i].registers, known[i].local_bytes, occupancy.held);
    }
}

/* Instructions up to the end of the thread count, and a nop before it. */
TEST(leaves_out_padding_after_the_end) {
    static const char text[] =
        "kernels:\n  - name:            k\n    execution_env:\n      grf_count:       128\n"
        "      required_work_group_size: [ 512, 2, 1 ]\n      simd_size:       16\n"
        "kernels_misc_info:\n\n//.try 0 lanes 16\n//.kernel k\n//.instCount 4\n\n        nop\n"
        "(W)     send.ts (8|M0)  null  r127  null  0x0  0x02000010  {EOT,@1}\n        nop\n        nop\n";
    ck_assert(tool_vendor_intel.read(text, &tool_vendor_intel.syntax, &codes));
    ck_assert_str_eq(codes.fault, "");
    ck_assert_int_eq(codes.item[0].count, 2);
    ck_assert_int_eq((int)codes.item[0].numbers.group, 1024);
}

/* A sub-slice of tgllp holds 112 threads, one of dg2 128. */
TEST(refuses_a_work_group_of_too_many_threads) {
    static const struct {
        const char *target;
        size_t group;
        int held;
    } known[] = {
        {"tgllp", 896, 7}, {"tgllp", 897, 0}, {"tgllp", 1024, 0}, {"dg2", 1024, 8}, {"dg2", 1025, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const tool_inspect_target *const target = tool_target_find(known[i].target);
        const tool_code code = {.numbers = {.vector_registers = 128, .lanes = 8}};
        tool_occupancy occupancy;
        target->vendor->occupancy(target, &code, known[i].group, &occupancy);
        ck_assert_msg(occupancy.held == known[i].held, "%s, %zu work-items: %d", known[i].target,
                      known[i].group, occupancy.held);
    }
}

/* Of twenty thousand blocks each odd one branches to itself, each even one to an earlier one. A new search
   from each block would take some hundred million steps. */
TEST(counts_loops_of_a_huge_kernel) {
    enum { BLOCKS = 20000, INSTRUCTIONS = 8 };
    static const tool_place nowhere = {.line = 0};
    tool_code *const code = tool_codes_add(&codes, "k");
    for (int b = 0; b < BLOCKS; b++) {
        char text[64];
        snprintf(text, sizeof text, ".L%d", b);
        tool_code_label(code, text, strlen(text));
        for (int i = 0; i < INSTRUCTIONS; i++) tool_code_add(code, "v_nop", 5, &nowhere);
        snprintf(text, sizeof text, "s_cbranch_scc1 .L%d", b % 2 ? b : b > 37 ? b - 37 : 0);
        tool_code_add(code, text, strlen(text), &nowhere);
    }
    tool_code_finish(code, &tool_vendor_amd.syntax);
    ck_assert_int_eq(code->count, BLOCKS * (INSTRUCTIONS + 1));
    /* Odd blocks already are heads; so is block 0. */
    ck_assert_int_eq(code->loops, BLOCKS / 2 + 1);
    ck_assert_int_eq(code->waterfalls, 0);
}

static double processor_time(void) {
    struct rusage used;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &used), 0);
    return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
}

/* The least processor time of five runs. */
static double time_to_read(int blocks) {
    xl__text text = {0};
    double least = 1e9;
    xl__text_format(&text, "k:                                      ; @k\n");
    for (int b = 0; b < blocks; b++) {
        xl__text_format(&text, ".LBB0_%d:\n\t.loc\t1 %d 3\t; mine.cl:%d:3\n", b, b + 1, b + 1);
        for (int i = 0; i < 8; i++) xl__text_format(&text, "\tv_add_u32_e32 v%d, v1, v2   ; a remark\n", i);
        xl__text_format(&text, "\ts_cbranch_scc1 .LBB0_%d\n", b % 2 ? b : b > 37 ? b - 37 : 0);
    }
    xl__text_format(&text, "\ts_endpgm\n.Lfunc_end0:\n\namdhsa.kernels:\n  - .name:           k\n");
    ck_assert(!text.failed);
    for (int i = 0; i < 5; i++) {
        const double from = processor_time();
        ck_assert_int_eq(read_text(&tool_vendor_amd, text.data)->count, 9 * blocks + 1);
        least = fmin(least, processor_time() - from);
    }
    xl__text_free(&text);
    return least;
}

/* Searching all lines or labels in each step would take sixteen times as long, not four. */
TEST(reads_a_huge_kernel_in_linear_time) {
    const double few = time_to_read(4000), many = time_to_read(16000);
    ck_assert_msg(many < 8 * few, "4000 blocks %.3f s, 16000 blocks %.3f s", few, many);
}

/* Two paths leave A, meet and return to A. One contains a loop; the other a cycle that is also entered
   from outside, which is no loop. */
TEST(counts_loops_of_crossing_ways) {
    const tool_code *const code = read_amd("\ts_cbranch_scc0 .LC\n"
                                           ".LA:\n\tv_nop\n\ts_cbranch_scc1 .LC\n"
                                           ".LB:\n\tv_nop\n\ts_cbranch_scc1 .LB\n\ts_branch .LD\n"
                                           ".LC:\n\tv_nop\n"
                                           ".LD:\n\tv_nop\n\ts_cbranch_scc1 .LA\n"
                                           "\tv_nop\n\ts_cbranch_scc0 .LD\n");
    ck_assert_int_eq(code->loops, 2); /* B and D, but not A: C and D are reached without A */
    /* The order in which paths to D are found must not matter. */
    const tool_code *const other = read_amd("\ts_cbranch_scc0 .LC\n"
                                            ".LA:\n\tv_nop\n\ts_cbranch_scc1 .LB\n"
                                            ".LC:\n\tv_nop\n\ts_branch .LD\n"
                                            ".LB:\n\tv_nop\n\ts_cbranch_scc1 .LB\n"
                                            ".LD:\n\tv_nop\n\ts_cbranch_scc1 .LA\n"
                                            "\tv_nop\n\ts_cbranch_scc0 .LD\n");
    ck_assert_int_eq(other->loops, 2);
}
