/* GPU programs that drivers return (inspect/targets/driver.h), damaged at every byte and length; scripts are
   the disassemblers. tests/inspect/driver_binary.py reads real programs. */
#define _XOPEN_SOURCE 700
#include "inspect/targets/driver.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 4096, GENERATION_12 = 18, PRODUCT_12 = 29 };

static tool_codes codes;
static char made[200], base[512], *path_before;
static const char *wanted; /* kernels of the program */

static void write_script(const char *name, const char *text) {
    FILE *const file = fopen(scratch_path(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_gt(fprintf(file, "#!/bin/sh\n%s", text), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(scratch_path(name), 0700), 0);
}

static void enter(void) {
    scratch_make();
    wanted = ";own";
    snprintf(base, sizeof base, "%s", scratch_path("0"));
    const char *const before = getenv("PATH");
    path_before = strdup(before ? before : "");
    ck_assert_ptr_nonnull(path_before);
    setenv("PATH", scratch_folder, 1);
}

static void leave(void) {
    tool_codes_free(&codes);
    setenv("PATH", path_before, 1);
    free(path_before);
    scratch_remove();
}
AROUND(enter, leave);

static bool read_program(const void *data, size_t size) {
    char path[600];
    snprintf(path, sizeof path, "%s.bin", base);
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    tool_codes_free(&codes);
    codes = (tool_codes){.count = 0};
    const tool_driver_program handed = {base, wanted, 20.0, &codes, made, sizeof made};
    return tool_driver_read(&handed);
}

/* ---- making programs --------------------------------------------------------------------------------- */

typedef struct program {
    unsigned char data[MOST];
    size_t size;
} program;

static void put(program *p, unsigned long long value, int bytes) {
    ck_assert_uint_le(p->size + 8, MOST);
    for (int i = 0; i < bytes; i++) p->data[p->size++] = (unsigned char)(value >> 8 * i);
}

static void put_bytes(program *p, const void *bytes, size_t size) {
    ck_assert_uint_le(p->size + size, MOST);
    memcpy(p->data + p->size, bytes, size);
    p->size += size;
}

static program make_elf(unsigned type, unsigned machine, const char *const *names, const program *sections,
                        unsigned count) {
    program p = {.size = 0}, text = {.size = 0};
    const size_t table = 64;
    size_t at = table + 64 * ((size_t)count + 1);
    put_bytes(&p, "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0", 16);
    put(&p, type, 2), put(&p, machine, 2), put(&p, 1, 4), put(&p, 0, 8), put(&p, 0, 8), put(&p, table, 8);
    put(&p, 0, 4), put(&p, 64, 2), put(&p, 0, 2), put(&p, 0, 2), put(&p, 64, 2), put(&p, count + 1, 2);
    put(&p, count, 2);
    for (unsigned i = 0; i <= count; i++) {
        const size_t size = i < count ? sections[i].size : 200;
        put(&p, text.size, 4), put(&p, 1, 4), put(&p, 0, 8), put(&p, 0, 8), put(&p, at, 8), put(&p, size, 8);
        put(&p, 0, 8), put(&p, 0, 8), put(&p, 0, 8);
        put_bytes(&text, i < count ? names[i] : ".names", strlen(i < count ? names[i] : ".names") + 1);
        at += size;
    }
    for (unsigned i = 0; i < count; i++) put_bytes(&p, sections[i].data, sections[i].size);
    text.size = 200;
    put_bytes(&p, text.data, text.size);
    return p;
}

static void put_kernel(program *p, const char *name, unsigned lanes) {
    const unsigned tokens = 8 + 33 * 4 + 2 * 16;
    put(p, 0, 4), put(p, 0, 8), put(p, 4, 4), put(p, tokens, 4), put(p, 64, 4), put(p, 0, 4), put(p, 32, 4);
    put(p, 8, 4), put(p, 32, 4);
    put_bytes(p, name, 4);
    for (unsigned i = 0; i < 64 + 32 + 8; i++) put(p, 0, 1);
    put(p, 15, 4), put(p, 16, 4), put(p, 0, 4), put(p, 512, 4); /* local memory */
    put(p, 18, 4), put(p, 16, 4), put(p, 0, 4), put(p, 2048, 4);
    put(p, 23, 4), put(p, 8 + 33 * 4, 4);
    for (unsigned i = 0; i < 33; i++) put(p, i == 3 ? lanes : i == 20 ? 128 : 0, 4);
}

static program make_tokens(unsigned generation) {
    static const char *const names[] = {"BuildOptions", "Intel(R) OpenCL Device Debug",
                                        "Intel(R) OpenCL Device Binary"};
    program sections[3] = {{.size = 8}, {.size = 40}, {.size = 0}}, *const p = &sections[2];
    put(p, 0x494e5443, 4), put(p, 1081, 4), put(p, generation, 4), put(p, 8, 4), put(p, 2, 4), put(p, 0, 4);
    put(p, 0, 4);
    memcpy(sections[1].data, p->data, 28);
    put_kernel(p, "oth\0", 8);
    put_kernel(p, "own\0", 16);
    return make_elf(0xff04, 0, names, sections, 3);
}

static program make_sections(unsigned product) {
    static const char *const names[] = {".text.own", ".ze_info", ".note.intelgt.compat"};
    static const char told[] = "---\nversion: '1.20'\nkernels:\n  - name: own\n    execution_env:\n"
                               "      grf_count: 128\n      simd_size: 16\n      slm_size: 512\n"
                               "      - type: scratch\n        size: 2048\n";
    program sections[3] = {{.size = 64}, {.size = 0}, {.size = 0}};
    put_bytes(&sections[1], told, sizeof told - 1);
    put(&sections[2], 8, 4), put(&sections[2], 4, 4), put(&sections[2], 1, 4);
    put_bytes(&sections[2], "IntelGT", 8);
    put(&sections[2], product, 4);
    return make_elf(1, TOOL_ELF_INTEL, names, sections, 3);
}

static program make_amd(void) {
    static const char *const names[] = {".text"};
    static const program sections[1] = {{.size = 64}};
    return make_elf(3, TOOL_ELF_AMD, names, sections, 1);
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static const char intel_words[] = "case $2 in -p=12p1) ;; *) exit 1 ;; esac\n"
                                  "echo 'L0:'\n"
                                  "echo '(W)     mov (8|M0)  r3.0<1>:ud  r[a0.0]<1,0>:ud'\n"
                                  "echo 'L16:'\n"
                                  "echo '        add (16|M0) r5.0<1>:d r5.0<8;8,1>:d 1:w'\n"
                                  "echo '        while (16|M0)  L16'\n"
                                  "echo 'L40:'\necho '        illegal'\necho '        illegal'\n";

static void check_intel(const program *p) {
    ck_assert_msg(read_program(p->data, p->size), "%s", made);
    ck_assert_int_eq(codes.count, 1);
    const tool_code *const code = &codes.item[0];
    ck_assert_str_eq(code->kernel, "own");
    ck_assert_int_eq(code->count, 3); /* no `illegal` */
    ck_assert_int_eq(code->kinds[TOOL_CROSS_LANE], 1);
    ck_assert_int_eq(code->loops, 1);
    ck_assert_int_eq(code->numbers.lanes, 16);
    ck_assert_int_eq(code->numbers.vector_registers, 128);
    ck_assert_int_eq(code->numbers.local_bytes, 512);
    ck_assert_int_eq(code->numbers.scratch_bytes, 2048);
    ck_assert_int_eq(code->numbers.spills, -1);
}

TEST(reads_intels_in_both_formats) {
    const program older = make_tokens(GENERATION_12), newer = make_sections(PRODUCT_12);
    write_script("iga64", intel_words);
    check_intel(&older);
    check_intel(&newer);
}

/* Ends between two kernels, or contains only the kernels' numbers. */
TEST(refuses_a_program_that_is_not_whole) {
    const program older = make_tokens(GENERATION_12), newer = make_sections(PRODUCT_12);
    write_script("iga64", intel_words);
    wanted = "own;a";
    ck_assert(!read_program(older.data, older.size));
    ck_assert_ptr_nonnull(strstr(made, "without code of kernel a"));
    ck_assert(!read_program(newer.data, newer.size));
    wanted = "own";
    write_script("iga64", "exit 0\n");
    ck_assert(!read_program(newer.data, newer.size));
    ck_assert_ptr_nonnull(strstr(made, "without code of kernel own"));
    ck_assert_int_eq(codes.count, 0);
}

TEST(guesses_no_device_of_intels) {
    const program older = make_tokens(77), newer = make_sections(4711);
    write_script("iga64", intel_words);
    ck_assert(!read_program(older.data, older.size));
    ck_assert(!read_program(newer.data, newer.size));
}

static const char amd_notes[] =
    "cat <<END\n    AMDGPU Metadata:\n        ---\namdhsa.kernels:\n  - .args:\n    .name:           own\n"
    "    .vgpr_count:     7\n    .sgpr_count:     9\n    .wavefront_size: 32\nEND\n";
static const char amd_rows[] = "cat <<END\n0000000000001b00 <own>:\n"
                               "\tv_mov_b32_e32 v3, 0  // 000000001B00: 7E060280\n"
                               "\ts_cbranch_scc1 65535 // 000000001B04: BF85FFFF <own+0x4>\n"
                               "\ts_endpgm             // 000000001B08: BF810000\n"
                               "\ts_code_end           // 000000001B0C: BF9F0000\n"
                               "0000000000001c00 <other>:\n"
                               "\ts_endpgm             // 000000001C00: BF810000\nEND\n";

TEST(reads_amds) {
    const program p = make_amd();
    write_script("llvm-readelf", amd_notes);
    write_script("llvm-objdump", amd_rows);
    setenv("PATH", scratch_folder, 1);
    char path[1024];
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", scratch_folder); /* cat */
    setenv("PATH", path, 1);
    write_script("llvm-objdump-19", amd_rows);
    write_script("llvm-readelf-19", amd_notes);
    ck_assert_msg(read_program(p.data, p.size), "%s", made);
    ck_assert_int_eq(codes.count, 1);
    ck_assert_int_eq(codes.item[0].count, 3);
    ck_assert_int_eq(codes.item[0].loops, 1);
    ck_assert_int_eq(codes.item[0].numbers.vector_registers, 7);
}

TEST(counts_nothing_that_it_does_not_know) {
    const program p = make_amd();
    char path[1024];
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", scratch_folder);
    setenv("PATH", path, 1);
    write_script("llvm-objdump-19", "cat <<END\n0000000000001b00 <own>:\n"
                                    "\t.long 0xd7781206 // 000000001B00: D7781206\n"
                                    "\ts_endpgm         // 000000001B04: BF810000\nEND\n");
    write_script("llvm-readelf-19", amd_notes);
    ck_assert(!read_program(p.data, p.size));
    ck_assert_ptr_nonnull(strstr(made, "install a later llvm"));
}

TEST(says_what_is_missing) {
    const program tokens = make_tokens(GENERATION_12), sections = make_sections(PRODUCT_12), amd = make_amd();
    ck_assert(!read_program(tokens.data, tokens.size));
    ck_assert_ptr_nonnull(strstr(made, "apt-get install libigc-tools"));
    ck_assert(!read_program(sections.data, sections.size));
    ck_assert_ptr_nonnull(strstr(made, "apt-get install libigc-tools"));
    ck_assert(!read_program(amd.data, amd.size));
    ck_assert_ptr_nonnull(strstr(made, "apt-get install llvm"));
    static const char ptx[] = ".version 7.0\n.target sm_80\n";
    ck_assert(!read_program(ptx, sizeof ptx));
    ck_assert_ptr_nonnull(strstr(made, "PTX"));
    ck_assert(!read_program("", 0));
    ck_assert_ptr_nonnull(strstr(made, "0 bytes in which no code is found"));
}

/* ---- damaged ----------------------------------------------------------------------------------------- */

/* Sanitizers report accesses outside the program. */
TEST(takes_any_damage) {
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    const program whole[] = {make_tokens(GENERATION_12), make_sections(PRODUCT_12), make_amd()};
    for (size_t w = 0; w < sizeof whole / sizeof *whole; w++) {
        for (size_t size = 0; size < whole[w].size; size += 3) read_program(whole[w].data, size);
        for (size_t at = 0; at < whole[w].size; at++) {
            program p = whole[w];
            p.data[at] = values[at % sizeof values];
            if (!read_program(p.data, p.size)) ck_assert_uint_gt(strlen(made), 0);
        }
    }
}
