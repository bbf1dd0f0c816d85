/* driver.c - identifies a driver's program, also wrapped, by the first bytes of files in it; reads
 * processors' code.
 */
#include "inspect/targets/driver.h"
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- targets ------------------------------------------------------------------------------------------ */

const tool_inspect_target *tool_driver_target(int device) {
    enum { MOST = 128 };
    static tool_inspect_target targets[MOST];
    static char names[MOST][16];
    const int i = device < 0 || device >= MOST ? MOST - 1 : device;
    snprintf(names[i], sizeof names[i], "device %d", device);
    targets[i].name = names[i];
    targets[i].vendor = &tool_vendor_driver;
    return &targets[i];
}

/* ---- the disassembler's listing -------------------------------------------------------------------------
 */

/* The work-group function of kernel `name`: PoCL has two names for it, Intel its own. */
static bool is_kernel(const char *symbol, const char *name) {
    char other[200];
    snprintf(other, sizeof other, "_pocl_kernel_%s_workgroup", name);
    return strcmp(symbol, name) == 0 || strcmp(symbol, other) == 0;
}

/* The kernel's name among "a;b". */
static bool find_kernel(const char *symbol, const char *kernels, char name[128]) {
    for (const char *at = kernels; *at; at += *at == ';') {
        const size_t size = strcspn(at, ";");
        snprintf(name, 128, "%.*s", (int)size, at);
        if (size > 0 && is_kernel(symbol, name)) return true;
        at += size;
    }
    return false;
}

/* " 1245:\tjne 1280 <k+0x40>" */
static const char *read_row(const char *line, size_t size, unsigned long *address) {
    char *end = NULL;
    *address = strtoul(line, &end, 16);
    return end > line && end[0] == ':' && end[1] == '\t' && end < line + size ? end + 2 : NULL;
}

/* 0: no jump, or to another function. */
static unsigned long read_jump(const char *text, const char *symbol) {
    unsigned long to = 0;
    char name[200] = "";
    if (text[0] != 'j' || tool_scan(text, "%*s %lx <%199[^+>]", &to, name) != 2 || strcmp(name, symbol) != 0)
        return 0;
    return to;
}

typedef struct function {
    const char *from, *to;
    char symbol[200];
} function;

static int compare_jumps(const void *a, const void *b) {
    const unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;
    return (x > y) - (x < y);
}

/* Sorted; freed by the caller. */
static unsigned long *list_jumps(const function *f, int *count) {
    unsigned long *jumps = NULL;
    *count = 0;
    size_t size = 0;
    for (const char *rest = f->from, *at; rest < f->to && (at = tool_next_line(&rest, &size)) != NULL;) {
        unsigned long own = 0;
        const char *const text = read_row(at, size, &own);
        const unsigned long to = text ? read_jump(text, f->symbol) : 0;
        if (to == 0) continue;
        jumps = tool_need(realloc(jumps, ((size_t)*count + 1) * sizeof *jumps));
        jumps[(*count)++] = to;
    }
    if (*count > 1) qsort(jumps, (size_t)*count, sizeof *jumps, compare_jumps);
    return jumps;
}

/* Constants after the code are operands and get the compiler's names. */
static void add_row(tool_code *code, const function *f, const char *text, size_t size) {
    static const tool_place nowhere = {.line = 0};
    char line[512];
    const unsigned long to = read_jump(text, f->symbol);
    const char *const remark = memchr(text, '#', size);
    snprintf(line, sizeof line, "%.*s", (int)(remark ? (size_t)(remark - text) : size), text);
    char *const constant = strstr(line, "(%rip)");
    if (to) {
        line[strcspn(line, " ")] = '\0';
        snprintf(line + strlen(line), sizeof line - strlen(line), " .L%lx", to);
    } else if (constant && !tool_begins(line, "lea")) {
        char *start = constant;
        while (start > line && start[-1] != ' ' && start[-1] != ',' && start[-1] != '*') start--;
        char rest[256];
        snprintf(rest, sizeof rest, "%s", constant);
        snprintf(start, sizeof line - (size_t)(start - line), ".LCPI%s", rest);
    }
    long bytes = 0;
    if (code->numbers.scratch_bytes == 0 && tool_scan(line, "sub $0x%lx,%%rsp", (unsigned long *)&bytes) == 1)
        code->numbers.scratch_bytes = bytes;
    tool_code_add(code, line, strlen(line), &nowhere);
}

static void read_function(tool_codes *out, tool_code *code, const function *f) {
    int count = 0;
    unsigned long *const jumps = list_jumps(f, &count);
    code->numbers.scratch_bytes = 0;
    size_t size = 0;
    for (const char *rest = f->from, *at; rest < f->to && (at = tool_next_line(&rest, &size)) != NULL;) {
        unsigned long address = 0;
        const char *const text = read_row(at, size, &address);
        char label[32];
        if (!text || tool_begins(text, "(bad)")) {
            if (strspn(at, " \t.\r") < size) tool_codes_refuse_line(out, at, size);
            continue;
        }
        snprintf(label, sizeof label, ".L%lx", address);
        if (count > 0 && bsearch(&address, jumps, (size_t)count, sizeof *jumps, compare_jumps))
            tool_code_label(code, label, strlen(label));
        add_row(code, f, text, size - (size_t)(text - at));
    }
    free(jumps);
    while (code->count > 0 &&
           (tool_code_is(code, code->count - 1, "nop*") || tool_code_is(code, code->count - 1, "cs") ||
            tool_code_is(code, code->count - 1, "data16") || tool_code_is(code, code->count - 1, "int3") ||
            tool_code_is(code, code->count - 1, "xchg")))
        code->count--; /* filling up to the next function */
    tool_code_finish(code, &tool_vendor_processor.syntax);
}

static void read_listing(const char *listing, const char *kernels, tool_codes *out) {
    size_t size = 0;
    for (const char *rest = listing, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        function f = {.from = rest};
        char name[128];
        if (size == 0 || tool_scan(at, "%*x <%199[^>]>:", f.symbol) != 1 ||
            !find_kernel(f.symbol, kernels, name) || tool_codes_find(out, name))
            continue;
        const char *const end = strstr(f.from, "\n\n");
        f.to = end ? end : f.from + strlen(f.from);
        read_function(out, tool_codes_add(out, name), &f);
    }
}

/* ---- a program ---------------------------------------------------------------------------------------- */

/* Several if a driver makes one per kernel. */
static bool read_processor(const tool_driver_program *binary, const unsigned char *data, size_t size) {
    static const char *const names[] = {"objdump", "llvm-objdump", "llvm-objdump-15", "llvm-objdump-14",
                                        NULL};
    char program[TOOL_PATH], path[TOOL_PATH + 8];
    const bool found = tool_find_program_of(names, program);
    const char *const argv[] = {program, "-d", "--no-show-raw-insn", NULL};
    xl__text all = {0};
    tool_elf elf;
    snprintf(binary->made, binary->size, "an object of this processor without the kernels' names");
    for (size_t from = 0; tool_elf_find(data, size, from, &elf); from = (size_t)(elf.data - data) + 1) {
        if (elf.machine != TOOL_ELF_PROCESSOR ||
            (elf.type != TOOL_ELF_OBJECT && elf.type != TOOL_ELF_LIBRARY))
            continue;
        char *const listing =
            found ? tool_driver_program_list(binary, argv, "elf", elf.data, elf.size) : NULL;
        if (!listing) {
            snprintf(
                binary->made, binary->size,
                "an object of this processor, which no disassembler here reads: apt-get install binutils");
            break;
        }
        read_listing(listing, binary->kernels, binary->out);
        xl__text_format(&all, "%s", listing);
        free(listing);
    }
    snprintf(path, sizeof path, "%s.asm", binary->base);
    if (all.data && !all.failed) (void)xl__os_write_file(path, all.data, all.size);
    xl__text_free(&all);
    if (binary->out->count == 0 || !tool_driver_program_is_whole(binary)) return false;
    binary->made[0] = '\0';
    return true;
}

/* Decided by the first file in it that a reader knows. */
static bool read_program(const tool_driver_program *binary, const unsigned char *data, size_t size) {
    tool_elf elf;
    const bool is_text = size > 0 && strlen((const char *)data) + 1 >= size;
    if (is_text && strstr((const char *)data, ".target sm_"))
        return tool_nvidia_read(binary, (const char *)data);
    snprintf(binary->made, binary->size, "%zu bytes in which no code is found", size);
    for (size_t from = 0; tool_elf_find(data, size, from, &elf); from = (size_t)(elf.data - data) + 1) {
        if (elf.machine == TOOL_ELF_AMD) return tool_amd_read(binary, &elf);
        if (elf.machine == TOOL_ELF_PROCESSOR &&
            (elf.type == TOOL_ELF_OBJECT || elf.type == TOOL_ELF_LIBRARY))
            return read_processor(binary, data, size);
        if (tool_intel_read(binary, &elf)) return true;
        if (elf.machine == TOOL_ELF_INTEL) return false;
    }
    return false;
}

bool tool_driver_read(const tool_driver_program *binary) {
    enum { LARGEST = 1 << 28 };
    char path[TOOL_PATH + 8], *data = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s.asm", binary->base);
    (void)xl__os_write_file(path, "", 0);
    snprintf(path, sizeof path, "%s.bin", binary->base);
    snprintf(binary->made, binary->size, "a program that cannot be read from a temporary file");
    if (xl__os_read_file(path, LARGEST, &data, &size) != 0) return false;
    const bool good = read_program(binary, (const unsigned char *)data, size);
    free(data);
    return good;
}
