/* driver.c - what is in a program that a driver hands out is told by its first bytes, or where it is wrapped,
   by the beginnings of files in it. Tried: PoCL's and Intel's for processors. Others are recognised, and not
   read. */
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

/* ---- what it is --------------------------------------------------------------------------------------- */

static unsigned number_at(const unsigned char *at, int bytes) {
    unsigned value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

/* Begins at `at` an object or a library of a processor? *machine is the ELF's. */
static bool is_elf(const unsigned char *at, size_t size, unsigned *machine, unsigned *type) {
    if (size < 64 || memcmp(at, "\177ELF\2\1", 6) != 0) return false;
    *type = number_at(at + 16, 2);
    *machine = number_at(at + 18, 2);
    return true;
}

/* A part of the program that is a processor's object or library; NULL: there is none. Some are wrapped. */
static const unsigned char *find_object(const unsigned char *data, size_t size, size_t from,
                                        unsigned *machine) {
    enum { PROCESSOR = 62, OBJECT = 1, LIBRARY = 3 };
    for (size_t i = from; i + 64 <= size; i++) {
        unsigned type = 0, found = 0;
        if (!is_elf(data + i, size - i, &found, &type)) continue;
        *machine = found;
        if (found == PROCESSOR && (type == OBJECT || type == LIBRARY)) return data + i;
    }
    return NULL;
}

/* One line of a program that is not read. */
static void name_unread(const unsigned char *data, size_t size, unsigned machine, char *made, size_t room) {
    const bool ptx =
        size > 8 && memchr(data, '\0', size - 1) == NULL && strstr((const char *)data, ".target sm_");
    if (ptx)
        snprintf(made, room, "PTX, which the driver compiles further (--asm shows it)");
    else if (machine == 224 || machine == 205)
        snprintf(made, room, "an ELF file of a GPU (machine %u), which is not read here yet", machine);
    else
        snprintf(made, room, "%zu bytes in which no code is found", size);
}

/* ---- the disassembler's listing -------------------------------------------------------------------------
 */

/* Whether a symbol is kernel `name` as a work-group runs it: PoCL has two names, Intel's its own. */
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

/* "    1245:\tjne    1280 <k+0x40>": its place, and the instruction. */
static const char *read_row(const char *line, size_t size, unsigned long *address) {
    char *end = NULL;
    *address = strtoul(line, &end, 16);
    return end > line && end[0] == ':' && end[1] == '\t' && end < line + size ? end + 2 : NULL;
}

/* Where a jump goes, 0: it is none, or to another function. */
static unsigned long read_jump(const char *text, const char *symbol) {
    unsigned long to = 0;
    char name[200] = "";
    if (text[0] != 'j' || sscanf(text, "%*s %lx <%199[^+>]", &to, name) != 2 || strcmp(name, symbol) != 0)
        return 0;
    return to;
}

typedef struct function {
    const char *from, *to; /* its lines */
    char symbol[200];
} function;

static int compare_jumps(const void *a, const void *b) {
    const unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;
    return (x > y) - (x < y);
}

/* Where jumps go, sorted; freed by the caller. */
static unsigned long *list_jumps(const function *f, int *count) {
    unsigned long *jumps = NULL;
    *count = 0;
    for (const char *at = f->from; at < f->to; at += strcspn(at, "\n") + 1) {
        unsigned long own = 0;
        const char *const text = read_row(at, strcspn(at, "\n"), &own);
        const unsigned long to = text ? read_jump(text, f->symbol) : 0;
        if (to == 0) continue;
        jumps = tool_need(realloc(jumps, ((size_t)*count + 1) * sizeof *jumps));
        jumps[(*count)++] = to;
    }
    if (*count > 1) qsort(jumps, (size_t)*count, sizeof *jumps, compare_jumps);
    return jumps;
}

/* Jumps name labels; constants behind the code are operands, so they are named as the compiler does. */
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
    if (code->numbers.scratch_bytes == 0 && sscanf(line, "sub $0x%lx,%%rsp", (unsigned long *)&bytes) == 1)
        code->numbers.scratch_bytes = bytes;
    tool_code_add(code, line, strlen(line), &nowhere);
}

static void read_function(tool_code *code, const function *f) {
    int count = 0;
    unsigned long *const jumps = list_jumps(f, &count);
    code->numbers.scratch_bytes = 0;
    for (const char *at = f->from; at < f->to; at += strcspn(at, "\n") + 1) {
        const size_t size = strcspn(at, "\n");
        unsigned long address = 0;
        const char *const text = read_row(at, size, &address);
        char label[32];
        if (!text) continue;
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
        code->count--; /* what fills the memory up to the next function */
    tool_code_finish(code, &tool_vendor_processor.syntax);
}

static void read_listing(const char *listing, const char *kernels, tool_codes *out) {
    for (const char *at = listing; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        function f = {.from = at};
        char name[128];
        if (sscanf(at, "%*x <%199[^>]>:", f.symbol) != 1 || !find_kernel(f.symbol, kernels, name) ||
            tool_codes_find(out, name))
            continue;
        f.from = at + strcspn(at, "\n");
        f.from += *f.from == '\n';
        const char *const end = strstr(f.from, "\n\n");
        f.to = end ? end : f.from + strlen(f.from);
        read_function(tool_codes_add(out, name), &f);
    }
}

static bool disassemble(const char *base, const unsigned char *object, size_t size, double seconds,
                        xl__text *out) {
    static const char *const names[] = {"objdump", "llvm-objdump", "llvm-objdump-15", "llvm-objdump-14",
                                        NULL};
    char program[TOOL_PATH], file[TOOL_PATH + 8], listing[TOOL_PATH + 8], *text = NULL;
    size_t bytes = 0;
    snprintf(file, sizeof file, "%s.elf", base);
    snprintf(listing, sizeof listing, "%s.lst", base);
    const char *const argv[] = {program, "-d", "--no-show-raw-insn", file, NULL};
    if (!tool_find_program_of(names, program) || xl__os_write_file(file, object, size) != 0 ||
        tool_run_program(argv, NULL, listing, NULL, seconds) != 0 ||
        xl__os_read_file(listing, 1 << 28, &text, &bytes) != 0)
        return false;
    xl__text_format(out, "%s", text);
    free(text);
    return !out->failed;
}

bool tool_driver_read(const char *base, const char *kernels, double seconds, tool_codes *out, char *made,
                      size_t size) {
    char path[TOOL_PATH + 8], *data = NULL;
    size_t bytes = 0;
    unsigned machine = 0;
    xl__text text = {0};
    snprintf(path, sizeof path, "%s.bin", base);
    if (xl__os_read_file(path, 1 << 28, &data, &bytes) != 0) return false;
    const unsigned char *const all = (const unsigned char *)data;
    snprintf(made, size, "an object of this processor");
    size_t from = 0;
    for (const unsigned char *at; (at = find_object(all, bytes, from, &machine)) != NULL;) {
        from = (size_t)(at - all) + 1;
        xl__text one = {0};
        if (!disassemble(base, at, bytes + 1 - from, seconds, &one)) {
            snprintf(
                made, size,
                "an object of this processor, which no disassembler here reads: apt-get install binutils");
            xl__text_free(&one);
            break;
        }
        read_listing(one.data, kernels, out);
        xl__text_format(&text, "%s", one.data);
        xl__text_free(&one);
    }
    if (out->count == 0 && !text.data) name_unread(all, bytes, machine, made, size);
    if (out->count == 0 && text.data)
        snprintf(made, size, "an object of this processor without the kernels' names");
    snprintf(path, sizeof path, "%s.asm", base);
    const char *const told = text.data ? text.data : strstr(made, "PTX") == made ? data : "";
    (void)xl__os_write_file(path, told, strlen(told));
    xl__text_free(&text);
    free(data);
    return out->count > 0;
}
