/* intel.c - Intel's GPUs, by the compiler ocloc. */
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tools ----------------------------------------------------------------------------------------- */

/* ocloc writes a file in its working folder. */
static void ask_version(const char *compiler, char *out, size_t size) {
    tool_work_folder folder;
    char *text = NULL;
    size_t bytes = 0;
    xl__text path = {0};
    snprintf(out, size, "ocloc");
    if (tool_work_folder_make(&folder, NULL) != XL_SUCCESS) return;
    const char *const ask[] = {"/bin/sh", "-c",        "cd \"$1\" && \"$0\" query OCL_DRIVER_VERSION",
                               compiler,  folder.path, NULL};
    (void)tool_run_program(ask, NULL, NULL, NULL, 20.0);
    xl__text_format(&path, "%s/OCL_DRIVER_VERSION", folder.path);
    if (!path.failed && xl__os_read_file(path.data, 256, &text, &bytes) == 0)
        snprintf(out, size, "ocloc %.*s", (int)strcspn(text, "\r\n"), text);
    free(text);
    xl__text_free(&path);
    tool_work_folder_remove(&folder);
}

static bool find(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size) {
    static const char *const names[] = {"ocloc", NULL};
    (void)target;
    if (!tool_find_program_of(names, tools->compiler)) {
        snprintf(missing, size, "no ocloc");
        return false;
    }
    ask_version(tools->compiler, tools->version, sizeof tools->version);
    return true;
}

/* ---- compiling ------------------------------------------------------------------------------------- */

/* The binary's text about its kernels, from "kernels:" on. */
static char *read_kernels(const char *base) {
    enum { LARGEST = 1 << 28 };
    static const char word[] = "\nkernels:\n";
    xl__text path = {0};
    char *binary = NULL, *found = NULL;
    size_t size = 0;
    xl__text_format(&path, "%s.bin", base);
    if (!path.failed && xl__os_read_file(path.data, LARGEST, &binary, &size) == 0)
        for (char *at = binary; !found && (at = memchr(at, '\n', (size_t)(binary + size - at))) != NULL; at++)
            if (tool_begins(at, word)) found = xl__copy_text(at + 1);
    free(binary);
    xl__text_free(&path);
    return found;
}

/* OCL_asm0123456789abcdef_1_simd32_entry_0001.asm */
static bool read_name(const char *name, int *tries, int *lanes) {
    const char *const at = strstr(name, "_simd");
    const size_t length = strlen(name);
    if (!at || length < 4 || strcmp(name + length - 4, ".asm") != 0) return false;
    const char *start = at;
    while (start > name && start[-1] >= '0' && start[-1] <= '9') start--;
    *tries = start > name && start[-1] == '_' && at - start < 4 ? atoi(start) : 0;
    *lanes = atoi(at + 5);
    return true;
}

/* A line before each names the try and its lanes. Removes the files. Returns as tool_target_text. */
static int add_assemblies(const char *folder, xl__text *out) {
    char **names = NULL;
    size_t count = 0;
    int ended = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return 0;
    for (size_t i = 0; i < count; i++) {
        xl__text path = {0};
        int tries = 0, lanes = 0;
        xl__text_format(&path, "%s/%s", folder, names[i]);
        if (ended == 0 && !path.failed && read_name(names[i], &tries, &lanes)) {
            char *const text = tool_target_text(path.data, &ended);
            if (text) xl__text_format(out, "//.try %d lanes %d\n%s\n", tries, lanes, text);
            free(text);
        }
        if (out->size > TOOL_CODES_BYTES) ended = TOOL_TOO_LARGE;
        if (!path.failed) (void)xl__os_remove_file(path.data);
        xl__text_free(&path);
    }
    xl__os_free_names(names, count);
    (void)remove(folder);
    return ended;
}

/* A kernel must not be compiled for other lanes than it requires. */
static bool keeps_lanes(const char *kernels, const char *base) {
    char name[128] = "", text[256];
    int lanes = 0;
    size_t size = 0;
    for (const char *rest = kernels, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        int wanted = 0;
        if (tool_scan(at, " - name: %127s", name) == 1) lanes = 0;
        if (tool_begins(at, "kernels_misc_info")) break;
        tool_scan(at, " simd_size: %d", &lanes);
        /* It may come before or after simd_size. */
        if (tool_scan(at, " required_sub_group_size: %d", &wanted) != 1 || lanes == 0 || wanted == lanes)
            continue;
        xl__text path = {0};
        xl__text_format(&path, "%s.log", base);
        const int length =
            snprintf(text, sizeof text, "error: %s: %d lanes wanted, %d compiled\n", name, wanted, lanes);
        if (!path.failed && length > 0) (void)xl__os_write_file(path.data, text, strlen(text));
        xl__text_free(&path);
        return false;
    }
    return true;
}

static int write_assembly(const tool_compiling *job, const char *dumps) {
    xl__text out = {0}, path = {0};
    char *const kernels = read_kernels(job->base);
    const bool good = kernels && keeps_lanes(kernels, job->base);
    xl__text_format(&path, "%s.asm", job->base);
    if (good) xl__text_format(&out, "%s\n", kernels);
    const int ended = add_assemblies(dumps, &out);
    const bool written = good && ended == 0 && !out.failed && !path.failed &&
                         xl__os_write_file(path.data, out.data, out.size) == 0;
    free(kernels);
    xl__text_free(&out);
    xl__text_free(&path);
    return written ? 0 : good && ended ? ended : 1;
}

static char *join_options(const tool_compiling *job) {
    xl__text text = {0};
    xl__text_format(&text, "%s", job->numbers_alone ? "" : "-gline-tables-only");
    for (int i = 0; job->options[i]; i++) xl__text_format(&text, " %s", job->options[i]);
    return tool_need(text.data);
}

static int compile(const tool_compiling *job) {
    char source[TOOL_PATH + 8], binary[TOOL_PATH + 8], dumps[TOOL_PATH + 8], dump_to[TOOL_PATH + 40];
    if (!tool_target_source(job, source)) return 1;
    snprintf(binary, sizeof binary, "%s.bin", job->base);
    snprintf(dumps, sizeof dumps, "%s.dumps", job->base);
    snprintf(dump_to, sizeof dump_to, "IGC_DumpToCustomDir=%s", dumps);
    char *const options = join_options(job);
    /* The newer binary format reports each kernel's lanes and memory. */
    const char *const argv[] = {job->tools->compiler,
                                "compile",
                                "-file",
                                source,
                                "-device",
                                job->target->name,
                                "-options",
                                options,
                                "-internal_options",
                                "-cl-intel-allow-zebin",
                                "-output_no_suffix",
                                "-output",
                                binary,
                                NULL};
    const char *const dumping[] = {"IGC_ShaderDumpEnable=1", dump_to, NULL};
    if (!job->numbers_alone) (void)xl__os_make_private_folder(dumps);
    int ended = tool_target_run(job, argv, job->numbers_alone ? NULL : dumping);
    const int unwritten = write_assembly(job, dumps);
    if (ended == 0) ended = unwritten;
    snprintf(dumps, sizeof dumps, "%s.bin.spv", job->base);
    (void)xl__os_remove_file(dumps);
    (void)xl__os_remove_file(binary);
    free(options);
    return ended;
}

/* ---- what an instruction does ------------------------------------------------------------------------ */

static bool is_one_of(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

/* The assembler's words for a message to memory or another unit follow. */
static tool_kind kind_of_message(const char *text) {
    static const struct {
        const char *words;
        tool_kind kind;
    } messages[] = {
        {"atomic", TOOL_ATOMIC},       {"scratch", TOOL_SCRATCH}, {"fence", TOOL_OTHER},
        {"end of thread", TOOL_OTHER}, {"barrier", TOOL_OTHER}, /* the waiting instruction counts */
        {".slm.", TOOL_LOCAL},
    };
    const char *const told = strstr(text, "//");
    for (size_t i = 0; told && i < sizeof messages / sizeof *messages; i++)
        if (strstr(told, messages[i].words)) return messages[i].kind;
    /* The descriptor's last eight bits name the surface: fe is the work-group's memory. */
    const char *number = NULL;
    for (const char *at = strstr(text, "0x"); at && (!told || at < told); at = strstr(at + 2, "0x"))
        number = at;
    return number && (strtoul(number, NULL, 16) & 0xff) == 0xfe ? TOOL_LOCAL : TOOL_GLOBAL;
}

static tool_kind kind_of(const char *operation, const char *text) {
    static const char *const branches[] = {"if",   "else", "endif", "while", "break", "cont", "goto", "join",
                                           "jmpi", "call", "calla", "ret",   "brc",   "brd",  "halt", NULL};
    static const char *const others[] = {"nop",        "illegal", "sync.nop", "sync.allrd",
                                         "sync.allwr", "wait",    NULL};
    if (tool_begins(operation, "send")) return kind_of_message(text);
    if (strcmp(operation, "sync.bar") == 0) return TOOL_BARRIER;
    char word[32]; /* "goto.b" */
    snprintf(word, sizeof word, "%.*s", (int)strcspn(operation, "."), operation);
    if (is_one_of(word, branches)) return TOOL_BRANCH;
    if (is_one_of(operation, others)) return TOOL_OTHER;
    return strstr(text, "r[a0") ? TOOL_CROSS_LANE : TOOL_ARITHMETIC;
}

/* Other lanes continue later. */
static bool stops(const char *operation) {
    return strcmp(operation, "ret") == 0;
}

static bool leads(const char *operation, const char *text) {
    static const char *const always[] = {"if", "else", "endif", "while", "break", NULL};
    (void)text;
    return is_one_of(operation, always) || tool_begins(operation, "cont") || tool_begins(operation, "goto") ||
           tool_begins(operation, "join");
}

/* 9 in "(W) mov (1|M0) r9.0<1>:d r[a0.0]<0;1,0>:d". -1: none. */
static int written(const char *text) {
    const char *const size = strchr(text, '|'), *const end = size ? strchr(size, ')') : NULL;
    int number = -1;
    return end && tool_scan(end, ") r%d.", &number) == 1 ? number : -1;
}

static bool compares(const char *text, int number) {
    char name[24];
    snprintf(name, sizeof name, " r%d.", number);
    return strstr(text, "(eq)") && (strstr(text, "r[a0") || (number >= 0 && strstr(text, name)));
}

/* Intel's loop for an operand that must be the same in all lanes but is not: it reads the first remaining
 * lane's (fbl) value through a0 and compares it with every lane's. Such a read without a comparison has other
 * uses.
 */
static bool waterfall(const tool_code *code, int first, int last) {
    bool found = false;
    int read = -1; /* the register that was read into */
    if (tool_code_is(code, last, "call*") || tool_code_is(code, last, "ret")) return false;
    for (int i = first; i <= last; i++) {
        const char *const text = code->item[i].text;
        found = found || (!code->item[i].waterfall && tool_code_is(code, i, "fbl"));
        if (!found || code->item[i].waterfall) continue;
        if (tool_code_is(code, i, "cmp*") && compares(text, read)) return true;
        if (strstr(text, "r[a0")) read = written(text);
    }
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

/* "grf_count: 128". Refuses the listing if no number follows. */
static bool read_number(tool_codes *out, const char *line, size_t size, const char *key, long *number) {
    const char *const text = line + strspn(line, " ");
    const size_t length = strlen(key);
    if (!tool_begins(text, key) || text[length] != ':') return false;
    if (tool_read_number(text + length + 1, line + size, number)) return true;
    tool_codes_refuse_line(out, line, size);
    return false;
}

/* "required_work_group_size: [ 512, 2, 1 ]". */
static void read_group(const char *line, tool_numbers *numbers) {
    long size[3];
    if (tool_scan(line, " required_work_group_size: [ %ld, %ld, %ld", &size[0], &size[1], &size[2]) == 3)
        numbers->group = size[0] * size[1] * size[2];
}

/* "kernels:" and below it " - name:", "simd_size:"... of each. */
static void read_numbers(const char *assembly, tool_codes *out) {
    tool_code *code = NULL;
    char word[128];
    bool in_scratch = false;
    if (!tool_begins(assembly, "kernels:")) return;
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        long number = 0;
        if (tool_begins(at, "kernels_misc_info") || tool_begins(at, "//")) break;
        if (tool_scan(at, "  - name: %127s", word) == 1) {
            code = tool_codes_add(out, word);
            code->numbers.scratch_bytes = code->numbers.local_bytes = 0;
            in_scratch = false;
        }
        if (!code) continue;
        if (read_number(out, at, size, "grf_count", &number)) code->numbers.vector_registers = number;
        if (read_number(out, at, size, "simd_size", &number)) code->numbers.lanes = number;
        if (read_number(out, at, size, "slm_size", &number)) code->numbers.local_bytes = number;
        read_group(at, &code->numbers);
        if (tool_scan(at, " - type: %127s", word) == 1) in_scratch = strcmp(word, "scratch") == 0;
        if (in_scratch && read_number(out, at, size, "size", &number)) code->numbers.scratch_bytes += number;
    }
}

/* A kernel's listing; the last try for the binary's lanes is in the binary. */
typedef struct part {
    tool_code *code;
    const char *from, *to;
    int tries; /* -1: none yet */
} part;

static part *find_parts(const char *assembly, tool_codes *codes) {
    static const char begins[] = "//.try ";
    part *const parts = tool_need(calloc((size_t)codes->count + 1, sizeof *parts));
    for (int i = 0; i < codes->count; i++) parts[i] = (part){.code = &codes->item[i], .tries = -1};
    for (const char *at = strstr(assembly, begins), *next = NULL; at; at = next) {
        int tries = 0;
        long lanes = 0;
        char name[128] = "";
        next = strstr(at + 1, begins);
        if (tool_scan(at, "//.try %d lanes %ld //.kernel %127s", &tries, &lanes, name) != 3) continue;
        for (int i = 0; i < codes->count; i++) {
            const tool_code *const code = parts[i].code;
            if (lanes != code->numbers.lanes || tries <= parts[i].tries || strcmp(name, code->kernel) != 0)
                continue;
            parts[i] = (part){parts[i].code, at, next ? next : at + strlen(at), tries};
        }
    }
    return parts;
}

/* "(W&f0.0) mov (8|M0) r2.0<1>:ud ...": an optional condition, the operation, its lanes. */
static bool is_instruction(const char *line, size_t size) {
    static const char *const alone[] = {"nop", "illegal", "jmpi", "wait", NULL};
    const char *at = line + strspn(line, " \t"), *const end = line + size;
    char word[64];
    unsigned lanes = 0, first = 0;
    if (*at == '(') at += strcspn(at, ")\n") + 1;
    if (at < end) at += strspn(at, " \t");
    if (at >= end || *at < 'a' || *at > 'z') return false;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " \t\r\n"), at);
    at += strlen(word);
    const bool boolean = tool_begins(word, "bfn."); /* its operands are in its name */
    if (!boolean && word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_.")]) return false;
    if (tool_begins(word, "sync.") || is_one_of(word, alone)) return true;
    return at < end && tool_scan(at, " (%u|M%u)", &lanes, &first) == 2;
}

/* "// File:", "// Line", spills and the number of instructions. */
static void read_remark(const char *at, size_t size, tool_place *place, long *spilled, long *instructions) {
    if (tool_scan(at, "//.spill size %ld", spilled) == 1 ||
        tool_scan(at, "//.instCount %ld", instructions) == 1)
        return;
    if (tool_begins(at, "// File: "))
        snprintf(place->file, sizeof place->file, "%.*s", (int)(size - 9), at + 9);
    else if (tool_begins(at, "// Line "))
        place->line = atoi(at + 8);
}

static void drop_padding(tool_code *code) {
    int count = code->count;
    while (count > 0 && tool_code_is(code, count - 1, "nop")) count--;
    if (count > 0 && strstr(code->item[count - 1].text, "EOT")) code->count = count;
}

static void read_lines(const part *p, tool_codes *out) {
    tool_place place = {.line = 0};
    long spilled = 0, instructions = -1;
    size_t size = 0;
    for (const char *rest = p->from, *at; rest < p->to && (at = tool_next_line(&rest, &size)) != NULL;) {
        if (strspn(at, " \t\r") >= size) {
        } else if (tool_begins(at, "//")) {
            read_remark(at, size, &place, &spilled, &instructions);
        } else if (at[size - 1] == ':' && tool_name_size(at) == size - 1) {
            tool_code_label(p->code, at, size - 1);
        } else if (is_instruction(at, size)) {
            tool_code_add(p->code, at, size, &place);
        } else {
            tool_codes_refuse_line(out, at, size);
        }
    }
    if (instructions >= 0 && instructions != p->code->count)
        tool_codes_refuse_count(out, p->code, instructions);
    drop_padding(p->code);
    p->code->numbers.spills = spilled;
}

static bool read_assembly(const char *assembly, const tool_syntax *syntax, tool_codes *out) {
    read_numbers(assembly, out);
    part *const parts = find_parts(assembly, out);
    for (int i = 0; i < out->count; i++) {
        if (parts[i].tries >= 0) read_lines(&parts[i], out);
        tool_code_finish(&out->item[i], syntax);
    }
    free(parts);
    return out->count > 0;
}

/* ---- occupancy ------------------------------------------------------------------------------------- */

/* An execution unit holds a fixed number of threads of 128 registers; that of 256 is not published for these
 * devices. Local memory is allocated in powers of two from 1 KiB. The `limit_simds` units of a sub-slice
 * share it and run a work-group's threads; a work-group of more threads than they hold cannot run.
 */
static void occupancy(const tool_inspect_target *target, const tool_code *code, size_t group,
                      tool_occupancy *out) {
    enum { USUAL_REGISTERS = 128, LEAST_LOCAL = 1024 };
    const tool_numbers *const n = &code->numbers;
    const int most = (int)tool_target_number(target, "limit_sub_groups");
    const long units = tool_target_number(target, "limit_simds");
    *out = (tool_occupancy){most, most, "EU", "the device"};
    if (group > 0 && n->lanes > 0 && ((long)group + n->lanes - 1) / n->lanes > most * units) {
        tool_occupancy_limit(out, 0, "the work-group needs more threads than a sub-slice has");
        return;
    }
    if (n->vector_registers > USUAL_REGISTERS) {
        out->held = -1;
        return;
    }
    if (n->local_bytes > 0 && group > 0 && n->lanes > 0) {
        long given = LEAST_LOCAL;
        while (given < n->local_bytes) given *= 2;
        const long threads = ((long)group + n->lanes - 1) / n->lanes;
        const long held = tool_target_number(target, "limit_local_bytes") / given * threads / units;
        tool_occupancy_limit(out, held > 0 ? held : 1, "local memory");
    }
}

const tool_vendor tool_vendor_intel = {
    .name = "Intel",
    .install = "apt-get install intel-opencl-icd",
    .syntax = {kind_of, stops, leads, waterfall},
    .find = find,
    .compile = compile,
    .read = read_assembly,
    .occupancy = occupancy,
};
