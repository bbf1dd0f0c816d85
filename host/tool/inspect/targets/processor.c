/* processor.c - a processor's instructions of one work-item by LLVM, before a driver vectorises or adds
 * loops. Functions that drivers call at run time remain calls.
 */
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- compiling ------------------------------------------------------------------------------------- */

/* Kernels have a section of their own. */
#define SECTION "kernels_of_program"

static bool find(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size) {
    (void)target;
    if (!tool_find_clang(tools->compiler)) {
        snprintf(missing, size, "no clang 15 or later");
        return false;
    }
    const char *const ask[] = {tools->compiler, "--version", NULL};
    tool_ask_program(ask, tools->version, sizeof tools->version);
    return true;
}

/* These get no places (place.h). Ids are read from memory, since drivers' loops know them without a call. */
static const char prelude[] =
    "#define QUERY(type, name) \\\n"
    "    extern __constant type crosslane_##name[3]; \\\n"
    "    __attribute__((overloadable, always_inline, const, nodebug)) type name(uint d) { "
    "return crosslane_##name[d]; }\n"
    "QUERY(size_t, get_global_id)\n"
    "QUERY(size_t, get_local_id)\n"
    "QUERY(size_t, get_group_id)\n"
    "QUERY(size_t, get_global_size)\n"
    "QUERY(size_t, get_local_size)\n"
    "QUERY(size_t, get_num_groups)\n"
    "QUERY(size_t, get_global_offset)\n"
    "#undef QUERY\n";

static int compile(const tool_compiling *job) {
    char cpu[64], source[TOOL_PATH + 8], assembly[TOOL_PATH + 8], header[TOOL_PATH + 8];
    snprintf(header, sizeof header, "%s.h", job->base);
    if (xl__os_write_file(header, prelude, sizeof prelude - 1) != 0) return 1;
    snprintf(cpu, sizeof cpu, "-march=%s", tool_described_value(&job->target->facts, "cpu"));
    if (!tool_target_source(job, source)) return 1;
    snprintf(assembly, sizeof assembly, "%s.asm", job->base);
    const char *const own[] = {"-target",
                               "x86_64-unknown-linux-gnu",
                               cpu,
                               ("-D__kernel=__attribute__((section(\"" SECTION "\"))) __kernel"),
                               "-Dkernel=__kernel",
                               "-fno-pic",
                               "-include",
                               header,
                               "-mno-red-zone", /* all of a kernel's memory is allocated */
                               "-gline-tables-only",
                               NULL};
    const char **const argv = tool_target_clang(job, own, source, assembly);
    const int ended = tool_target_run(job, argv, NULL);
    (void)xl__os_remove_file(header);
    free(argv);
    return ended;
}

/* ---- what an instruction does ------------------------------------------------------------------------ */

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

/* A call, or a jump to a function in place of a call and a return. */
static tool_kind kind_of_call(const char *text) {
    if (has(text, "barrier") || has(text, "_fence")) return TOOL_BARRIER;
    return has(text, "atomic") ? TOOL_ATOMIC : TOOL_BRANCH;
}

/* The stack is a work-item's own; the rest is one kind. Constants count as operands. */
static tool_kind kind_of_operands(const char *text) {
    const char *const open = strchr(text, '(');
    if (!open || has(text, ".LCPI")) return TOOL_ARITHMETIC;
    return tool_begins(open, "(%rsp") || tool_begins(open, "(%rbp") ? TOOL_SCRATCH : TOOL_GLOBAL;
}

static tool_kind kind_of(const char *operation, const char *text) {
    static const struct {
        const char *begin;
        tool_kind kind;
    } kinds[] = {{"call", TOOL_BRANCH},  {"jmp", TOOL_BRANCH},   {"j", TOOL_BRANCH},
                 {"lock", TOOL_ATOMIC},  {"ret", TOOL_OTHER},    {"nop", TOOL_OTHER},
                 {"mfence", TOOL_OTHER}, {"lfence", TOOL_OTHER}, {"vzeroupper", TOOL_OTHER},
                 {"pause", TOOL_OTHER},  {"ud2", TOOL_OTHER},    {"prefetch", TOOL_OTHER},
                 {"push", TOOL_SCRATCH}, {"pop", TOOL_SCRATCH},  {"lea", TOOL_ARITHMETIC}};
    if (tool_begins(operation, "popcnt")) return kind_of_operands(text);
    if (tool_begins(operation, "xchg") && strchr(text, '(')) return TOOL_ATOMIC;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tool_begins(operation, kinds[i].begin))
            return kinds[i].kind == TOOL_BRANCH ? kind_of_call(text) : kinds[i].kind;
    return kind_of_operands(text);
}

static bool stops(const char *operation) {
    return tool_begins(operation, "jmp") || tool_begins(operation, "ret") || strcmp(operation, "ud2") == 0;
}

/* A branch may lead to another function, shown as "<f>". */
static bool leads(const char *operation, const char *text) {
    if (!tool_begins(operation, "j") || strchr(text, '<')) return false;
    return !tool_begins(operation, "jmp") || strstr(text, "LBB");
}

/* A single work-item has no lanes to loop over. */
static bool waterfall(const tool_code *code, int first, int last) {
    (void)code, (void)first, (void)last;
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static size_t without_remark(const char *line, size_t size) {
    const char *const remark = memchr(line, '#', size);
    return remark ? (size_t)(remark - line) : size;
}

static bool line_has(const char *line, size_t size, const char *part) {
    const size_t length = strlen(part);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(line + i, part, length) == 0) return true;
    return false;
}

static void read_instruction(tool_code *code, const char *line, size_t size, const tool_place *place) {
    long bytes = 0;
    const char *const remark = memchr(line, '#', size);
    tool_code_add(code, line, without_remark(line, size), place);
    if (remark && line_has(remark, size - (size_t)(remark - line), "Spill")) code->numbers.spills++;
    if (code->numbers.scratch_bytes == 0 && tool_scan(line, "subq $%ld, %%rsp", &bytes) == 1)
        code->numbers.scratch_bytes = bytes;
}

/* Of the work-group, declared by kernel k: k.NAME. */
static void read_variable(tool_codes *out, const char *name, long bytes) {
    for (int i = 0; i < out->count; i++) {
        const size_t length = strlen(out->item[i].kernel);
        if (strncmp(name, out->item[i].kernel, length) == 0 && name[length] == '.')
            out->item[i].numbers.local_bytes += bytes;
    }
}

static void read_variables(const char *assembly, tool_codes *out) {
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        char name[256];
        long bytes = 0;
        if (tool_scan(at, " .comm %255[^,\n],%ld", name, &bytes) == 2 ||
            tool_scan(at, " .size %255[^,\n], %ld", name, &bytes) == 2)
            read_variable(out, name, bytes);
    }
}

static tool_code *add_kernel(tool_codes *out, const char *name, size_t size) {
    char text[128];
    snprintf(text, sizeof text, "%.*s", (int)size, name);
    tool_code *const code = tool_codes_add(out, text);
    code->numbers.spills = code->numbers.scratch_bytes = code->numbers.local_bytes = 0;
    return code;
}

/* Begins with blanks: an instruction, a directive, or a remark. */
static void read_line(tool_codes *out, tool_code *code, const char *line, size_t size, tool_place *place) {
    const size_t blanks = strspn(line, " \t\r");
    const char *const text = line + blanks;
    const size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789;{}");
    if (tool_place_passes(line, size, '#', place)) return;
    if (word > 0 && (*text < '0' || *text > '9') && (blanks + word == size || tool_is_blank(text[word])))
        read_instruction(code, text, size - blanks, place);
    else
        tool_codes_refuse_line(out, line, size);
}

static void read_body(const char *assembly, tool_codes *out) {
    tool_code *code = NULL;
    tool_place place = {.line = 0};
    bool kernels = false;
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        const size_t label = tool_name_size(at);
        if (tool_begins(at, "\t.section") || tool_begins(at, "\t.text")) {
            kernels = line_has(at, size, SECTION);
        } else if (tool_begins(at, ".Lfunc_end")) {
            code = NULL;
        } else if (label > 0 && at[label] == ':' && at[0] != '.') {
            if (code) tool_codes_refuse_end(out, code->kernel);
            code = kernels ? add_kernel(out, at, label) : NULL;
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
    read_body(assembly, out);
    read_variables(assembly, out);
    for (int i = 0; i < out->count; i++) tool_code_finish(&out->item[i], syntax);
    return out->count > 0;
}

const tool_vendor tool_vendor_processor = {
    .name = "processor",
    .install = "apt-get install clang-15",
    .syntax = {kind_of, stops, leads, waterfall},
    .find = find,
    .compile = compile,
    .read = read_assembly,
};

const tool_vendor tool_vendor_driver = {.name = "driver", .syntax = {kind_of, stops, leads, waterfall}};
