/* amd.c - AMD's GPUs: LLVM's compiler from distributions, and the device libraries of ROCm. */
#include "inspect/targets/driver.h"
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tools ----------------------------------------------------------------------------------------- */

static const char *const libraries[] = {"/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
                                        "/usr/lib/amdgcn/bitcode",
                                        "/usr/lib64/amdgcn/bitcode",
                                        "/usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode",
                                        "/usr/lib/llvm-18/lib/clang/18/amdgcn/bitcode",
                                        "/usr/lib/llvm-19/lib/clang/19/amdgcn/bitcode",
                                        "/opt/rocm/amdgcn/bitcode",
                                        NULL};

static const char *processor(const tool_inspect_target *target) {
    return tool_described_value(&target->facts, "cpu");
}

static bool find_library(const tool_inspect_target *target, char folder[TOOL_PATH]) {
    for (int i = 0; libraries[i]; i++) {
        char file[TOOL_PATH];
        snprintf(file, sizeof file, "%s/oclc_isa_version_%s.bc", libraries[i], processor(target) + 3);
        snprintf(folder, TOOL_PATH, "%s", libraries[i]);
        if (xl__os_is_file(file)) return true;
    }
    return false;
}

static bool find(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size) {
    if (!tool_find_clang(tools->compiler) &&
        !tool_find_program("/opt/rocm/llvm/bin/clang", tools->compiler)) {
        snprintf(missing, size, "no clang 15 or later");
        return false;
    }
    if (find_library(target, tools->folder)) {
        const char *const ask[] = {tools->compiler, "--version", NULL};
        tool_ask_program(ask, tools->version, sizeof tools->version);
        return true;
    }
    snprintf(missing, size, "no device libraries for %s", processor(target));
    return false;
}

/* ---- compiling ------------------------------------------------------------------------------------- */

static int compile(const tool_compiling *job) {
    char cpu[64], library[TOOL_PATH + 32], source[TOOL_PATH + 8], assembly[TOOL_PATH + 8];
    snprintf(cpu, sizeof cpu, "-mcpu=%s", processor(job->target));
    snprintf(library, sizeof library, "--rocm-device-lib-path=%s", job->tools->folder);
    if (!tool_target_source(job, source)) return 1;
    snprintf(assembly, sizeof assembly, "%s.asm", job->base);
    const char *const own[] = {"-target", "amdgcn-amd-amdhsa", cpu, library, "-gline-tables-only", NULL};
    /* The runtime's driver removes -Wf, from an option. */
    const char **const argv = tool_target_clang(job, own, source, assembly);
    for (int i = 0; argv[i]; i++)
        if (tool_begins(argv[i], "-Wf,")) argv[i] += 4;
    const int ended = tool_target_run(job, argv, NULL);
    free(argv);
    return ended;
}

/* ---- what an instruction does ------------------------------------------------------------------------ */

static bool ends(const char *text, const char *part) {
    const size_t a = strlen(text), b = strlen(part);
    return a >= b && strcmp(text + a - b, part) == 0;
}

/* The first match counts. */
static const struct {
    const char *begin;
    tool_kind kind;
} kinds[] = {
    {"ds_bpermute", TOOL_CROSS_LANE},
    {"ds_permute", TOOL_CROSS_LANE},
    {"ds_swizzle", TOOL_CROSS_LANE},
    {"v_readlane", TOOL_CROSS_LANE},
    {"v_readfirstlane", TOOL_CROSS_LANE},
    {"v_writelane", TOOL_CROSS_LANE},
    {"v_permlane", TOOL_CROSS_LANE},
    {"ds_read", TOOL_LOCAL},
    {"ds_write", TOOL_LOCAL},
    {"ds_load", TOOL_LOCAL},
    {"ds_store", TOOL_LOCAL},
    {"ds_nop", TOOL_OTHER},
    {"ds_", TOOL_ATOMIC},
    {"global_atomic", TOOL_ATOMIC},
    {"flat_atomic", TOOL_ATOMIC},
    {"buffer_atomic", TOOL_ATOMIC},
    {"image_atomic", TOOL_ATOMIC},
    {"buffer_gl", TOOL_OTHER}, /* caches */
    {"buffer_wb", TOOL_OTHER},
    {"buffer_inv", TOOL_OTHER},
    {"buffer_load_format", TOOL_GLOBAL}, /* of an image1d_buffer_t */
    {"buffer_store_format", TOOL_GLOBAL},
    {"tbuffer_", TOOL_GLOBAL},
    {"buffer_", TOOL_SCRATCH}, /* no other use in OpenCL C */
    {"scratch_", TOOL_SCRATCH},
    {"global_", TOOL_GLOBAL},
    {"flat_", TOOL_GLOBAL},
    {"image_", TOOL_GLOBAL},
    {"s_load", TOOL_GLOBAL},
    {"s_buffer_load", TOOL_GLOBAL},
    {"s_store", TOOL_GLOBAL},
    {"s_barrier", TOOL_BARRIER},
    {"s_branch", TOOL_BRANCH},
    {"s_cbranch", TOOL_BRANCH},
    {"s_setpc", TOOL_BRANCH},
    {"s_swappc", TOOL_BRANCH},
    {"s_call", TOOL_BRANCH},
    {"s_waitcnt", TOOL_OTHER},
    {"s_nop", TOOL_OTHER},
    {"s_endpgm", TOOL_OTHER},
    {"s_clause", TOOL_OTHER},
    {"s_inst_prefetch", TOOL_OTHER},
    {"s_delay_alu", TOOL_OTHER},
    {"s_sendmsg", TOOL_OTHER},
    {"s_setreg", TOOL_OTHER},
    {"s_sleep", TOOL_OTHER},
    {"s_set_inst_prefetch", TOOL_OTHER},
    {"s_dcache", TOOL_OTHER},
    {"s_icache", TOOL_OTHER},
    {"s_code_end", TOOL_OTHER},
};

static tool_kind kind_of(const char *operation, const char *text) {
    (void)text;
    if (ends(operation, "_dpp")) return TOOL_CROSS_LANE;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tool_begins(operation, kinds[i].begin)) return kinds[i].kind;
    return TOOL_ARITHMETIC;
}

static bool stops(const char *operation) {
    return strcmp(operation, "s_branch") == 0 || strcmp(operation, "s_endpgm") == 0 ||
           tool_begins(operation, "s_setpc");
}

static bool leads(const char *operation, const char *text) {
    (void)text;
    return strcmp(operation, "s_branch") == 0 || tool_begins(operation, "s_cbranch");
}

/* ---- waterfalls -------------------------------------------------------------------------------------- */

/* Instruction `at` saves the mask of active lanes in `saved`. */
static bool saves_lanes(const tool_code *code, int at, const char *saved) {
    char to[64], from[64];
    tool_code_operand(code, at, 0, to, sizeof to);
    tool_code_operand(code, at, 1, from, sizeof from);
    if (strcmp(to, saved) != 0) return false;
    return tool_code_is(code, at, "s_and_saveexec*") ||
           (tool_code_is(code, at, "s_mov_b*") && tool_begins(from, "exec"));
}

/* In s4, or s[4:5]; -1: another register. */
static int scalar_number(const char *operand) {
    if (operand[0] != 's') return -1;
    const char *const digits = operand[1] == '[' ? operand + 2 : operand + 1;
    return *digits >= '0' && *digits <= '9' ? atoi(digits) : -1;
}

/* A lane's value with the first lane's. */
static bool compares(const tool_code *code, int at, int first_lanes) {
    if (!tool_code_is(code, at, "v_cmp_eq_*") && !tool_code_is(code, at, "v_cmpx_eq_*")) return false;
    for (int i = 0; i < 3; i++) {
        char operand[64];
        tool_code_operand(code, at, i, operand, sizeof operand);
        if (scalar_number(operand) == first_lanes) return true;
    }
    return false;
}

/* LLVM's loop for an operand that must be the same in all lanes but is not: it compares the first lane's
 * value with every lane's, saves exec and activates only equal lanes. At the end exec ^= the saved mask
 * removes the finished lanes. A loop in the source removes lanes by s_or and s_andn2.
 */
static bool waterfall(const tool_code *code, int first, int last) {
    if (last - first < 3 || !tool_code_is(code, last, "s_cbranch_execnz")) return false;
    char saved[64];
    const int leaves = last - 1;
    if (!tool_code_is(code, leaves, "s_xor_b*")) return false;
    tool_code_operand(code, leaves, 0, saved, sizeof saved);
    if (!tool_begins(saved, "exec")) return false;
    tool_code_operand(code, leaves, 2, saved, sizeof saved);
    bool kept = false, compared = false;
    int first_lanes = -1;
    for (int i = first; i < leaves; i++) {
        char to[64];
        if (code->item[i].waterfall) continue;
        tool_code_operand(code, i, 0, to, sizeof to);
        if (first_lanes < 0 && tool_code_is(code, i, "v_readfirstlane*")) first_lanes = scalar_number(to);
        kept = kept || saves_lanes(code, i, saved);
        compared = compared || (first_lanes >= 0 && compares(code, i, first_lanes));
    }
    return kept && compared;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

/* Notes end the assembly: " .key: value" for each kernel. */
typedef struct note {
    char name[128];
    tool_numbers numbers;
} note;

static void add_note(tool_codes *out, note *n) {
    if (n->name[0]) tool_codes_add(out, n->name)->numbers = n->numbers;
    *n = (note){.numbers = {-1, -1, -1, -1, -1, -1, 0}};
}

/* NULL: unused. */
static long *find_number(tool_numbers *numbers, const char *key) {
    const struct {
        const char *key;
        long *to;
    } all[] = {{".vgpr_count", &numbers->vector_registers},
               {".sgpr_count", &numbers->scalar_registers},
               {".vgpr_spill_count", &numbers->spills},
               {".sgpr_spill_count", &numbers->spills},
               {".private_segment_fixed_size", &numbers->scratch_bytes},
               {".group_segment_fixed_size", &numbers->local_bytes},
               {".wavefront_size", &numbers->lanes}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(key, all[i].key) == 0) return all[i].to;
    return NULL;
}

static bool read_note(note *n, const char *key, const char *value) {
    long number = 0, *const to = find_number(&n->numbers, key);
    if (strcmp(key, ".name") == 0) snprintf(n->name, sizeof n->name, "%s", value);
    if (!to) return true;
    if (!tool_read_number(value, value + strlen(value), &number)) return false;
    *to = to == &n->numbers.spills && *to > 0 ? *to + number : number;
    return true;
}

static void read_notes(const char *assembly, tool_codes *out) {
    note n = {.numbers = {-1, -1, -1, -1, -1, -1, 0}};
    const char *at = strstr(assembly, "\namdhsa.kernels:");
    if (!at) return;
    for (at = strchr(at + 1, '\n'); at && at[1] == ' '; at = strchr(at + 1, '\n')) {
        char key[64] = "", value[128] = "";
        if (strncmp(at + 1, "  - ", 4) == 0) add_note(out, &n);
        /* Arguments have the same keys, indented deeper. */
        const bool own = strncmp(at + 1, "  - .", 5) == 0 || strncmp(at + 1, "    .", 5) == 0;
        if (own && tool_scan(at + 5, "%63[^: \n]: %127[^\n]", key, value) == 2 && !read_note(&n, key, value))
            tool_codes_refuse_line(out, at + 1, strcspn(at + 1, "\n"));
    }
    add_note(out, &n);
}

static size_t without_remark(const char *line, size_t size) {
    const char *const remark = memchr(line, ';', size);
    return remark ? (size_t)(remark - line) : size;
}

static bool is_instruction(const char *text, size_t size) {
    static const char *const begins[] = {"s_",   "v_",       "ds_",    "global_", "flat_", "buffer_",
                                         "lds_", "scratch_", "image_", "tbuffer", "exp",   NULL};
    const size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (word < size && text[word] != ' ' && text[word] != '\t') return false;
    for (int i = 0; begins[i]; i++)
        if (tool_begins(text, begins[i])) return true;
    return false;
}

/* Begins with blanks: an instruction, a directive, or a remark. */
static void read_line(tool_codes *out, tool_code *code, const char *line, size_t size, tool_place *place) {
    const size_t blanks = strspn(line, " \t\r");
    const char *const text = line + blanks;
    if (tool_place_passes(line, size, ';', place)) return;
    if (is_instruction(text, size - blanks))
        tool_code_add(code, text, without_remark(text, size - blanks), place);
    else
        tool_codes_refuse_line(out, line, size);
}

static void read_body(const char *assembly, tool_codes *out) {
    tool_code *code = NULL;
    tool_place place = {.line = 0};
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        char name[128];
        const size_t label = tool_name_size(at);
        snprintf(name, sizeof name, "%.*s", (int)label, at);
        tool_code *const next = label > 0 && at[label] == ':' ? tool_codes_find(out, name) : NULL;
        if (tool_begins(at, ".Lfunc_end")) {
            code = NULL;
        } else if (next) {
            if (code) tool_codes_refuse_end(out, code->kernel);
            code = next;
            place = (tool_place){.line = 0};
        } else if (code && label > 0 && at[label] == ':') {
            tool_code_label(code, at, label);
        } else if (code && label > 0) {
            tool_codes_refuse_line(out, at, size);
        } else if (code) {
            read_line(out, code, at, size, &place);
        }
    }
    if (code) tool_codes_refuse_end(out, code->kernel);
}

static bool read_assembly(const char *assembly, const tool_syntax *syntax, tool_codes *out) {
    read_notes(assembly, out);
    read_body(assembly, out);
    for (int i = 0; i < out->count; i++) tool_code_finish(&out->item[i], syntax);
    return out->count > 0;
}

/* ---- occupancy ------------------------------------------------------------------------------------- */

static long round_up(long value, long step) {
    return (value + step - 1) / step * step;
}

/* Registers are allocated in steps. A work-group's sub-groups are spread over `limit_simds` SIMDs, which
 * share local memory.
 */
static void occupancy(const tool_inspect_target *target, const tool_code *code, size_t group,
                      tool_occupancy *out) {
    const tool_numbers *const n = &code->numbers;
    const bool wide = n->lanes == 64 && tool_target_number(target, "wavefront") == 32;
    const long registers = tool_target_number(target, "limit_vector_registers") / (wide ? 2 : 1);
    const long step = tool_target_number(target, "limit_vector_step") / (wide ? 2 : 1);
    const long scalars = tool_target_number(target, "limit_scalar_registers");
    const long local = tool_target_number(target, "limit_local_bytes");
    const long simds = tool_target_number(target, "limit_simds");
    const int most = (int)tool_target_number(target, "limit_sub_groups");
    *out = (tool_occupancy){most, most, "SIMD", "the device"};
    if (n->vector_registers > 0 && step > 0)
        tool_occupancy_limit(out, registers / round_up(n->vector_registers, step), "vector registers");
    if (n->scalar_registers > 0 && scalars > 0)
        tool_occupancy_limit(out, scalars / n->scalar_registers, "scalar registers");
    if (n->local_bytes > 0 && group > 0 && n->lanes > 0) {
        const long sub_groups = ((long)group + n->lanes - 1) / n->lanes;
        const long held = local / n->local_bytes * sub_groups;
        tool_occupancy_limit(out, held < simds ? 1 : held / simds, "local memory");
    }
}

const tool_vendor tool_vendor_amd = {
    .name = "AMD",
    .install = "apt-get install clang-15 rocm-device-libs",
    .syntax = {kind_of, stops, leads, waterfall},
    .find = find,
    .compile = compile,
    .read = read_assembly,
    .occupancy = occupancy,
};

/* A disassembler's row: "\ts_cbranch_scc1 112 // 000000001B9C: BF850070 <k1+0x260>". */
typedef struct row {
    const char *text;
    size_t size;
    unsigned long address, behind, to; /* to: where it branches, 0: it does not */
} row;

static bool read_row(const char *line, size_t size, row *out) {
    const char *const remark = memchr(line, '/', size);
    char *end = NULL;
    if (line[0] != '\t' || !remark || remark[1] != '/') return false;
    *out = (row){.text = line + 1, .size = (size_t)(remark - line) - 1};
    out->address = out->behind = strtoul(remark + 2, &end, 16);
    while (out->size > 0 && out->text[out->size - 1] == ' ') out->size--;
    if (*end != ':' || out->size == 0) return false;
    enum { WORD = 8 };
    for (end++; *end == ' ' && strspn(end + 1, "0123456789ABCDEF") == WORD; end += 1 + WORD) out->behind += 4;
    return out->behind > out->address;
}

/* In the function that begins at `start`; it follows the last '<'. */
static unsigned long read_aim(const row *r, const char *line_end, const char *symbol, unsigned long start) {
    char name[128] = "";
    unsigned long offset = 0;
    const char *at = line_end;
    if (!tool_begins(r->text, "s_branch") && !tool_begins(r->text, "s_cbranch")) return 0;
    while (at > r->text && *at != '<') at--;
    if (tool_scan(at, "<%127[^+>]+0x%lx>", name, &offset) < 1 || strcmp(name, symbol) != 0) return 0;
    return start + offset;
}

static bool is_filling(const row *r) {
    return tool_begins(r->text, "s_code_end") || tool_begins(r->text, "s_nop");
}

static void add_function(const row *rows, size_t count, const char *symbol, xl__text *out) {
    while (count > 0 && is_filling(&rows[count - 1])) count--;
    if (count == 0) return;
    const unsigned long first = rows[0].address, last = rows[count - 1].address;
    bool *const aims = tool_need(calloc((last - first) / 4 + 1, sizeof *aims));
    for (size_t i = 0; i < count; i++)
        if (rows[i].to >= first && rows[i].to <= last) aims[(rows[i].to - first) / 4] = true;
    xl__text_format(out, "%s:\n", symbol);
    for (size_t i = 0; i < count; i++) {
        const row *const r = &rows[i];
        if (r->address >= first && r->address <= last && aims[(r->address - first) / 4])
            xl__text_format(out, ".L%lx:\n", r->address);
        if (r->to)
            xl__text_format(out, "\t%.*s .L%lx\n", (int)strcspn(r->text, " "), r->text, r->to);
        else
            xl__text_format(out, "\t%.*s\n", (int)r->size, r->text);
    }
    xl__text_format(out, ".Lfunc_end:\n");
    free(aims);
}

/* "0000000000001b00 <k1>:" begins a function. */
static void add_listing(const tool_driver_program *binary, const char *listing, xl__text *out) {
    row *rows = NULL;
    size_t count = 0, capacity = 0, size = 0;
    char symbol[128] = "", next[128];
    unsigned long start = 0, address = 0;
    for (const char *rest = listing, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        row r;
        if (tool_scan(at, "%lx <%127[^>]>:", &address, next) == 2) {
            if (tool_driver_program_wants(binary, symbol)) add_function(rows, count, symbol, out);
            memcpy(symbol, next, sizeof symbol);
            start = address;
            count = 0;
        } else if (read_row(at, size, &r)) {
            r.to = read_aim(&r, at + size, symbol, start);
            if (symbol[0] && r.address != (count ? rows[count - 1].behind : start))
                tool_codes_refuse_line(binary->out, at, size);
            if (count == capacity) {
                capacity = 2 * capacity + 64;
                rows = tool_need(realloc(rows, capacity * sizeof *rows));
            }
            rows[count++] = r;
        } else if (symbol[0] && at[0] == '\t') {
            tool_codes_refuse_line(binary->out, at, size);
        }
    }
    if (tool_driver_program_wants(binary, symbol)) add_function(rows, count, symbol, out);
    free(rows);
}

/* An earlier one lacks newer instructions. */
static bool find_latest(const char *name, char path[TOOL_PATH]) {
    char versions[6][40];
    const char *names[] = {versions[0], versions[1], versions[2], versions[3],
                           versions[4], name,        versions[5], NULL};
    for (int i = 0; i < 6; i++) snprintf(versions[i], sizeof versions[i], "%s-%d", name, i < 5 ? 19 - i : 14);
    if (tool_find_program_of(names, path)) return true;
    char rocm[64];
    snprintf(rocm, sizeof rocm, "/opt/rocm/llvm/bin/%s", name);
    return tool_find_program(rocm, path);
}

static bool list_program(const tool_driver_program *binary, const tool_elf *elf, const char *disassembler,
                         const char *reader, xl__text *out) {
    const char *const ask[] = {reader, "--notes", NULL};
    char *const notes = tool_driver_program_list(binary, ask, "elf", elf->data, elf->size);
    /* Stated from the 10th generation on. */
    const bool wide = notes && strstr(notes, ".wavefront_size: 64");
    const char *const list[] = {disassembler, "-d", wide ? "--mattr=+wavefrontsize64,-wavefrontsize32" : NULL,
                                NULL};
    char *const listing = notes ? tool_driver_program_list(binary, list, "elf", NULL, 0) : NULL;
    if (listing) add_listing(binary, listing, out);
    if (listing) xl__text_format(out, "%s", notes);
    free(listing);
    free(notes);
    return listing != NULL;
}

bool tool_amd_read(const tool_driver_program *binary, const tool_elf *elf) {
    char disassembler[TOOL_PATH], reader[TOOL_PATH];
    xl__text assembly = {0};
    snprintf(binary->made, binary->size,
             "an ELF file of an AMD GPU, which no disassembler here reads: apt-get install llvm");
    if (!find_latest("llvm-objdump", disassembler) || !find_latest("llvm-readelf", reader) ||
        !list_program(binary, elf, disassembler, reader, &assembly))
        return false;
    const bool known = !assembly.data || !strstr(assembly.data, "\n\t.long ");
    snprintf(binary->made, binary->size, "an ELF file of an AMD GPU %s",
             known ? "without numbers of its kernels"
                   : "with instructions that llvm-objdump does not know: install a later llvm");
    const bool good = known && tool_driver_program_take(binary, &tool_vendor_amd, &assembly);
    xl__text_free(&assembly);
    return good;
}
