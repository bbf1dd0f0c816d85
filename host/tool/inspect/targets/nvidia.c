/* nvidia.c - NVIDIA's GPUs: LLVM compiles to PTX, the toolkit assembles and disassembles it. NVIDIA's driver
 * compiles PTX differently.
 */
#include "inspect/targets/driver.h"
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tools ----------------------------------------------------------------------------------------- */

/* PATH lacks the folders of the toolkit and of its Python package. */
static bool find_in_toolkit(const char *name, char path[TOOL_PATH]) {
    static const char where[] =
        "import glob, os, sys, nvidia\n"
        "for d in nvidia.__path__:\n"
        "    for p in sorted(glob.glob(os.path.join(d, '*', 'bin', sys.argv[1]))): print(p)";
    char toolkit[TOOL_PATH];
    snprintf(toolkit, sizeof toolkit, "/usr/local/cuda/bin/%s", name);
    const char *const names[] = {name, toolkit, NULL};
    if (tool_find_program_of(names, path)) return true;
    char python[TOOL_PATH];
    if (!tool_find_program("python3", python)) return false;
    const char *const ask[] = {python, "-c", where, name, NULL};
    char found[TOOL_PATH];
    tool_ask_program(ask, found, sizeof found);
    return found[0] && tool_find_program(found, path);
}

static bool find_library(char path[TOOL_PATH]) {
    static const char *const places[] = {"/usr/lib/clc/nvptx64--nvidiacl.bc",
                                         "/usr/share/clc/nvptx64--nvidiacl.bc",
                                         "/usr/lib64/clc/nvptx64--nvidiacl.bc", NULL};
    for (int i = 0; places[i]; i++) {
        snprintf(path, TOOL_PATH, "%s", places[i]);
        if (xl__os_is_file(path)) return true;
    }
    return false;
}

static bool find(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size) {
    const char *lacks = NULL;
    (void)target;
    if (!tool_find_clang(tools->compiler)) lacks = "no clang 15 or later";
    if (!lacks && !find_library(tools->folder)) lacks = "no libclc";
    if (!lacks && !find_in_toolkit("ptxas", tools->second)) lacks = "no ptxas";
    if (!lacks && !find_in_toolkit("nvdisasm", tools->third)) lacks = "no nvdisasm";
    snprintf(missing, size, "%s", lacks ? lacks : "");
    if (lacks) return false;
    char clang[80], ptxas[60];
    const char *const ask_clang[] = {tools->compiler, "--version", NULL};
    const char *const ask_ptxas[] = {
        "/bin/sh", "-c",
        "\"$0\" --version | while read -r line; do case $line in *release*) echo \"$line\" ;; esac; done",
        tools->second, NULL};
    tool_ask_program(ask_clang, clang, sizeof clang);
    tool_ask_program(ask_ptxas, ptxas, sizeof ptxas);
    snprintf(tools->version, sizeof tools->version, "%s; ptxas:%s", clang,
             strchr(ptxas, ',') ? strchr(ptxas, ',') + 1 : "");
    return true;
}

/* ---- compiling ------------------------------------------------------------------------------------- */

/* What the library lacks or LLVM cannot compile. Offsets, a driver's arguments, are 0. */
static const char prelude[] =
    "#define QUERY(type, name, parameters, value) \\\n"
    "    __attribute__((overloadable, always_inline, nodebug)) type name parameters { return value; }\n"
    "#define PLACE(at, of) ((get_##at##_id(2) * get_##of##_size(1) + get_##at##_id(1)) * "
    "get_##of##_size(0) + get_##at##_id(0))\n"
    "QUERY(size_t, get_global_offset, (uint d), 0)\n"
    "QUERY(uint, get_work_dim, (void), 3)\n"
    "#if __OPENCL_C_VERSION__ >= 200\n"
    "QUERY(size_t, get_local_linear_id, (void), PLACE(local, local))\n"
    "QUERY(size_t, get_global_linear_id, (void), PLACE(global, global))\n"
    "QUERY(int, ctz, (int x), popcount(~x & (x - 1)))\n"
    "QUERY(uint, ctz, (uint x), popcount(~x & (x - 1)))\n"
    "QUERY(long, ctz, (long x), popcount(~x & (x - 1)))\n"
    "QUERY(ulong, ctz, (ulong x), popcount(~x & (x - 1)))\n"
    "#endif\n"
    "#undef QUERY\n"
    "#undef PLACE\n"
    "#define APPROXIMATE(name, ptx) \\\n"
    "    __attribute__((overloadable, always_inline, nodebug)) float name(float x) { \\\n"
    "        float r; \\\n"
    "        __asm__(ptx \" %0, %1;\" : \"=f\"(r) : \"f\"(x)); \\\n"
    "        return r; \\\n"
    "    }\n"
    "APPROXIMATE(native_sin, \"sin.approx.f32\")\n"
    "APPROXIMATE(native_cos, \"cos.approx.f32\")\n"
    "APPROXIMATE(native_exp2, \"ex2.approx.f32\")\n"
    "APPROXIMATE(native_log2, \"lg2.approx.f32\")\n"
    "APPROXIMATE(native_rsqrt, \"rsqrt.approx.f32\")\n"
    "APPROXIMATE(native_sqrt, \"sqrt.approx.f32\")\n"
    "APPROXIMATE(native_recip, \"rcp.approx.f32\")\n"
    "#undef APPROXIMATE\n";

typedef struct files {
    xl__text prelude, ptx, object, listing, log, assembly;
} files;

static files name_files(const char *base) {
    files f = {.prelude = {.data = NULL}};
    xl__text_format(&f.prelude, "%s.h", base);
    xl__text_format(&f.ptx, "%s.ptx", base);
    xl__text_format(&f.object, "%s.cubin", base);
    xl__text_format(&f.listing, "%s.sass", base);
    xl__text_format(&f.log, "%s.log", base);
    xl__text_format(&f.assembly, "%s.asm", base);
    tool_need(f.prelude.failed || f.ptx.failed || f.object.failed || f.listing.failed || f.log.failed ||
                      f.assembly.failed
                  ? NULL
                  : f.prelude.data);
    return f;
}

static void release(files *f) {
    (void)xl__os_remove_file(f->prelude.data);
    (void)xl__os_remove_file(f->ptx.data);
    (void)xl__os_remove_file(f->object.data);
    (void)xl__os_remove_file(f->listing.data);
    xl__text *const all[] = {&f->prelude, &f->ptx, &f->object, &f->listing, &f->log, &f->assembly};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) xl__text_free(all[i]);
}

static int make_ptx(const tool_compiling *job, const files *f) {
    char source[TOOL_PATH + 8];
    if (!tool_target_source(job, source)) return 1;
    const char *const cpu = tool_described_value(&job->target->facts, "clang_cpu");
    const char *const version = tool_described_value(&job->target->facts, "clang_ptx");
    const char *const own[] = {"-target",
                               "nvptx64--nvidiacl",
                               "-Xclang",
                               "-target-cpu",
                               "-Xclang",
                               cpu,
                               "-Xclang",
                               "-target-feature",
                               "-Xclang",
                               version,
                               "-nogpulib",
                               "-Xclang",
                               "-mlink-builtin-bitcode",
                               "-Xclang",
                               job->tools->folder,
                               "-include",
                               f->prelude.data,
                               "-D__NV_CL_C_VERSION=120",
                               "-gline-directives-only",
                               NULL};
    const char **const argv = tool_target_clang(job, own, source, f->ptx.data);
    for (int i = 0; argv[i]; i++) /* an option that only the driver accepts */
        if (tool_begins(argv[i], "-cl-nv-")) argv[i] = "-Wno-unused-command-line-argument";
    const int ended = tool_target_run(job, argv, NULL);
    free(argv);
    return ended;
}

/* The assembler keeps an instruction's file and line, but no column. So its line is the number of a place;
   the places replace the numbers in its listing. Freed by release_places. */
typedef struct places {
    tool_place *item; /* without files: */
    int *file;        /* the number of each one's */
    int count;
    char (*name)[256];
    int names;
} places;

static void release_places(places *all) {
    free(all->item);
    free(all->file);
    free(all->name);
}

static int number_of(places *all, int file, int line, int column) {
    const int last = all->count - 1;
    if (last >= 0 && all->file[last] == file && all->item[last].line == line &&
        all->item[last].column == column)
        return all->count;
    const size_t size = (size_t)all->count + 1;
    all->item = tool_need(realloc(all->item, size * sizeof *all->item));
    all->file = tool_need(realloc(all->file, size * sizeof *all->file));
    all->item[all->count] = (tool_place){.line = line, .column = column};
    all->file[all->count++] = file;
    return all->count;
}

/* `.file 1 "folder" "name"`, or only the name. */
static void keep_name(places *all, int number, const char *line) {
    char first[256], second[256];
    enum { MOST = 4096 };
    const int read = tool_scan(line, " .file %*d \"%255[^\"]\" \"%255[^\"]\"", first, second);
    if (read < 1 || number < 0 || number >= MOST) return;
    if (number >= all->names) {
        all->name = tool_need(realloc(all->name, ((size_t)number + 1) * sizeof *all->name));
        memset(all->name + all->names, 0, (size_t)(number + 1 - all->names) * sizeof *all->name);
        all->names = number + 1;
    }
    snprintf(all->name[number], sizeof *all->name, "%s", read == 2 ? second : first);
}

/* Returns as tool_target_text. */
static int number_places(const char *path, places *all) {
    int ended = 0;
    char *const text = tool_target_text(path, &ended);
    xl__text out = {0};
    size_t size = 0;
    for (const char *rest = text ? text : "", *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        int file = 0, line = 0, column = 0;
        if (tool_scan(at, " .loc %d %d %d", &file, &line, &column) == 3)
            xl__text_format(&out, "\t.loc\t1 %d 0\n", number_of(all, file, line, column));
        else if (tool_scan(at, " .file %d", &file) == 1)
            keep_name(all, file, at);
        else if (!tool_begins(at, "$L__tmp")) /* a label of debug information, also in the middle of a call */
            xl__text_format(&out, "%.*s\n", (int)size, at);
    }
    xl__text_format(&out, "\t.file\t1 \"places\"\n");
    const bool good = text && out.data && !out.failed && xl__os_write_file(path, out.data, out.size) == 0;
    free(text);
    xl__text_free(&out);
    return good ? 0 : ended ? ended : 1;
}

static void add_listing(const char *listing, const places *all, xl__text *out) {
    size_t size = 0;
    for (const char *rest = listing, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        int number = 0;
        if (tool_begins(at, "\t//## File") &&
            tool_scan(at, " //## File \"%*[^\"]\", line %d", &number) == 1 && number > 0 &&
            number <= all->count) {
            const tool_place *const place = &all->item[number - 1];
            const int file = all->file[number - 1];
            xl__text_format(out, "\t//## %s:%d:%d\n", file >= 0 && file < all->names ? all->name[file] : "",
                            place->line, place->column);
        } else {
            xl__text_format(out, "%.*s\n", (int)size, at);
        }
    }
}

static int write_assembly(const files *f, const places *all, bool listed) {
    int ended = 0;
    char *const told = tool_target_text(f->log.data, &ended);
    char *const listing = listed ? tool_target_text(f->listing.data, &ended) : NULL;
    xl__text out = {0};
    xl__text_format(&out, "%s\n", told ? told : "");
    if (listing) add_listing(listing, all, &out);
    const bool good = told && (!listed || listing) && !out.failed &&
                      xl__os_write_file(f->assembly.data, out.data, out.size) == 0;
    free(told);
    free(listing);
    xl__text_free(&out);
    return good ? 0 : ended ? ended : 1;
}

/* From the last .loc before the line. NULL: none. */
static const tool_place *place_of(const char *ptx, long line, const places *all, const char **file) {
    const tool_place *found = NULL;
    size_t size = 0;
    for (const char *at; line > 0 && (at = tool_next_line(&ptx, &size)) != NULL; line--) {
        int number = 0;
        if (tool_scan(at, " .loc 1 %d 0", &number) != 1 || number < 1 || number > all->count) continue;
        const int named = all->file[number - 1];
        *file = named >= 0 && named < all->names ? all->name[named] : "";
        found = &all->item[number - 1];
    }
    return found;
}

/* A built-in function that the library lacks: `.extern .func (...) _Z3ctzj`. "": none. */
static void find_missing(const char *ptx, char name[128]) {
    static const char word[] = ".extern .func";
    int size = 0, used = 0;
    name[0] = '\0';
    for (const char *at = strstr(ptx, word); at && !name[0]; at = strstr(at + 1, word)) {
        const char *const mangled = strstr(at, "_Z");
        if (mangled && mangled < at + strcspn(at, "\n") && sscanf(mangled, "_Z%d%n", &size, &used) == 1)
            snprintf(name, 128, "%.*s", size < 127 ? size : 127, mangled + used);
    }
}

/* The assembler names lines of PTX, "ptxas FILE, line 7; error   : ...": the log gets the kernel's lines. */
static void name_lines(const files *f, const places *all) {
    int ended = 0;
    char *const log = tool_target_text(f->log.data, &ended), *const ptx =
                                                                 tool_target_text(f->ptx.data, &ended);
    xl__text out = {0};
    size_t size = 0;
    for (const char *rest = log && ptx ? log : "", *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        char line[512], missing[128], *const copy = line;
        const char *file = "";
        snprintf(line, sizeof line, "%.*s", (int)size, at);
        const char *const number = strstr(copy, ", line "), *const error = strstr(copy, "; error"),
                          *const told = error ? strchr(error, ':') : NULL;
        const tool_place *const place =
            number && told ? place_of(ptx, strtol(number + sizeof ", line " - 1, NULL, 10), all, &file)
                           : NULL;
        find_missing(strstr(copy, "Unresolved extern") ? ptx : "", missing);
        if (missing[0])
            xl__text_format(&out, "error: libclc, clang's library for NVIDIA, lacks %s\n", missing);
        else if (place)
            xl__text_format(&out, "%s:%d:%d: error: ptxas refuses the assembly made from it:%s\n", file,
                            place->line, place->column, told + 1);
        else if (told)
            xl__text_format(&out, "error: ptxas refuses the assembly:%s\n", told + 1);
        else
            xl__text_format(&out, "%s\n", line);
    }
    if (out.data && !out.failed) (void)xl__os_write_file(f->log.data, out.data, out.size);
    xl__text_free(&out);
    free(log);
    free(ptx);
}

static int compile(const tool_compiling *job) {
    files f = name_files(job->base);
    places all = {.count = 0};
    char architecture[64];
    snprintf(architecture, sizeof architecture, "-arch=%s", job->target->name);
    const char *const assemble[] = {job->tools->second,
                                    "--generate-line-info",
                                    "-v",
                                    architecture,
                                    f.ptx.data,
                                    "-o",
                                    f.object.data,
                                    NULL};
    const char *const list[] = {job->tools->third, "-g", "-c", f.object.data, NULL};
    int ended = xl__os_write_file(f.prelude.data, prelude, sizeof prelude - 1) == 0 ? make_ptx(job, &f) : 1;
    if (ended == 0) ended = number_places(f.ptx.data, &all);
    if (ended == 0 && (ended = tool_target_run(job, assemble, NULL)) > 0) name_lines(&f, &all);
    if (ended == 0 && !job->numbers_alone)
        ended = tool_run_program(list, NULL, f.listing.data, NULL, job->seconds);
    if (ended == 0) ended = write_assembly(&f, &all, !job->numbers_alone);
    release_places(&all);
    release(&f);
    return ended;
}

/* ---- what an instruction does ------------------------------------------------------------------------ */

static const struct {
    const char *word;
    tool_kind kind;
} kinds[] = {
    {"SHFL", TOOL_CROSS_LANE},  {"VOTE", TOOL_CROSS_LANE},  {"VOTEU", TOOL_CROSS_LANE},
    {"MATCH", TOOL_CROSS_LANE}, {"REDUX", TOOL_CROSS_LANE}, {"CREDUX", TOOL_CROSS_LANE},
    {"LDS", TOOL_LOCAL},        {"STS", TOOL_LOCAL},        {"LDSM", TOOL_LOCAL},
    {"LDG", TOOL_GLOBAL},       {"STG", TOOL_GLOBAL},       {"LD", TOOL_GLOBAL},
    {"ST", TOOL_GLOBAL},        {"LDC", TOOL_GLOBAL},       {"ULDC", TOOL_GLOBAL},
    {"LDCU", TOOL_GLOBAL},      {"TEX", TOOL_GLOBAL},       {"TLD", TOOL_GLOBAL},
    {"SULD", TOOL_GLOBAL},      {"SUST", TOOL_GLOBAL},      {"LDL", TOOL_SCRATCH},
    {"STL", TOOL_SCRATCH},      {"ATOM", TOOL_ATOMIC},      {"ATOMG", TOOL_ATOMIC},
    {"ATOMS", TOOL_ATOMIC},     {"RED", TOOL_ATOMIC},       {"REDG", TOOL_ATOMIC},
    {"REDS", TOOL_ATOMIC},      {"BAR", TOOL_BARRIER},      {"BRA", TOOL_BRANCH},
    {"BRX", TOOL_BRANCH},       {"JMP", TOOL_BRANCH},       {"JMX", TOOL_BRANCH},
    {"CALL", TOOL_BRANCH},      {"RET", TOOL_BRANCH},       {"BREAK", TOOL_BRANCH},
    {"BSSY", TOOL_OTHER},       {"BSYNC", TOOL_OTHER},      {"WARPSYNC", TOOL_OTHER},
    {"EXIT", TOOL_OTHER},       {"NOP", TOOL_OTHER},        {"DEPBAR", TOOL_OTHER},
    {"LDGDEPBAR", TOOL_OTHER},  {"MEMBAR", TOOL_OTHER},     {"ERRBAR", TOOL_OTHER},
    {"CCTL", TOOL_OTHER},       {"FENCE", TOOL_OTHER},      {"BMOV", TOOL_OTHER},
    {"YIELD", TOOL_OTHER},      {"NANOSLEEP", TOOL_OTHER},  {"BPT", TOOL_OTHER},
};

static tool_kind kind_of(const char *operation, const char *text) {
    const size_t size = strcspn(operation, ".");
    (void)text;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].word) == size && strncmp(kinds[i].word, operation, size) == 0)
            return kinds[i].kind;
    return TOOL_ARITHMETIC;
}

static bool stops(const char *operation) {
    return strcmp(operation, "BRA") == 0 || strcmp(operation, "EXIT") == 0 || tool_begins(operation, "RET") ||
           strcmp(operation, "JMP") == 0 || strcmp(operation, "BRX") == 0;
}

static bool leads(const char *operation, const char *text) {
    (void)text;
    return tool_begins(operation, "BRA");
}

/* R2UR makes a value uniform. BRA.U.ANY branches back for lanes with another value, or each lane's value is
 * compared with it.
 */
static bool waterfall(const tool_code *code, int first, int last) {
    for (int i = first; i < last; i++) {
        char uniform[32], own[32];
        if (code->item[i].waterfall || !tool_code_is(code, i, "R2UR*")) continue;
        tool_code_operand(code, i, 0, uniform, sizeof uniform);
        tool_code_operand(code, i, 1, own, sizeof own);
        if (uniform[0] == 'P' && tool_code_is(code, last, "BRA.U.ANY*")) return true;
        for (int k = i + 1; k <= last; k++) {
            char a[32], b[32];
            if (!tool_code_is(code, k, "ISETP.EQ*") && !tool_code_is(code, k, "ISETP.NE*")) continue;
            tool_code_operand(code, k, 2, a, sizeof a);
            tool_code_operand(code, k, 3, b, sizeof b);
            if (tool_begins(a, own) && strcmp(b, uniform) == 0) return true;
        }
    }
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

/* "Compiling entry function 'k' for 'sm_90'", then a line of spills and one of registers. */
static void read_numbers(const char *assembly, tool_codes *out) {
    tool_code *code = NULL;
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        long stack = 0, stores = 0, registers = 0;
        char name[128];
        if (tool_begins(at, "\t.target")) break;
        if (tool_scan(at, "ptxas info : Compiling entry function '%127[^']'", name) == 1) {
            code = tool_codes_add(out, name);
            code->numbers.lanes = 32;
            code->numbers.local_bytes = 0;
        }
        if (!code) continue;
        if (tool_scan(at, " %ld bytes stack frame, %ld bytes spill stores", &stack, &stores) == 2) {
            code->numbers.scratch_bytes = stack;
            code->numbers.spills = stores;
        }
        if (tool_scan(at, "ptxas info : Used %ld registers", &registers) != 1) continue;
        code->numbers.vector_registers = registers;
        const char *local = strstr(at, " bytes smem");
        if (!local || local > at + size) continue;
        while (local > at && local[-1] != ' ') local--;
        if (!tool_read_number(local, strstr(local, " bytes"), &code->numbers.local_bytes))
            tool_codes_refuse_line(out, at, size);
    }
}

/* After the last exit: a jump to itself and empty instructions. */
static void drop_filling(tool_code *code) {
    while (code->count > 0 && tool_code_is(code, code->count - 1, "NOP")) code->count--;
    if (code->count > 1 && tool_code_is(code, code->count - 1, "BRA") &&
        tool_code_jumps_to_itself(code, code->count - 1))
        code->count--;
}

typedef struct section {
    tool_code *code; /* NULL: none of a kernel */
    tool_place place;
    unsigned long address; /* of its next instruction of 16 bytes */
    char end[64];          /* the end label of the last named function, "" after it */
} section;

static bool read_instruction(section *s, const char *text, const char *end) {
    enum { BYTES = 16 };
    unsigned long address = 0;
    int used = 0;
    const char *const close = memchr(text, ';', (size_t)(end - text));
    if (tool_scan(text, "/*%lx*/%n", &address, &used) != 1 || used == 0 || !close || address != s->address)
        return false;
    s->address += BYTES;
    tool_code_add(s->code, text + used, (size_t)(close - text) - (size_t)used, &s->place);
    const tool_instruction *const it = &s->code->item[s->code->count - 1];
    const size_t letters =
        strspn(it->text + it->operation, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.");
    return it->operation_size > 0 && letters == (size_t)it->operation_size;
}

/* False: not understood. */
static bool read_line(section *s, const char *at, size_t size) {
    const size_t blanks = strspn(at, " \t\r"), name = tool_name_size(at + blanks);
    const char *const text = at + blanks;
    if (blanks >= size) return true;
    if (tool_begins(text, "//## ")) {
        tool_place_read(text + 5, size - blanks - 5, &s->place);
        return true;
    }
    if (name > 0 && text[name] == ':') {
        if (*text == '.') tool_code_label(s->code, text, name);
        if (strlen(s->end) == name && strncmp(s->end, text, name) == 0) s->end[0] = '\0';
        return true;
    }
    return *text == '.' || read_instruction(s, text, at + size);
}

static void end_section(section *s, tool_codes *out) {
    if (s->code && s->end[0]) tool_codes_refuse_end(out, s->code->kernel);
    s->code = NULL;
}

static void read_body(const char *assembly, tool_codes *out) {
    section s = {.code = NULL};
    size_t size = 0;
    for (const char *rest = assembly, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        char name[128], end[64];
        if (tool_begins(at, "//----")) end_section(&s, out);
        if (tool_scan(at, " .size %*[^,],(%63[^ )]", end) == 1) memcpy(s.end, end, sizeof s.end);
        if (tool_scan(at, ".text.%127[^:]:", name) == 1) {
            s.code = tool_codes_find(out, name);
            s.place = (tool_place){.line = 0};
            s.address = 0;
        } else if (s.code && !read_line(&s, at, size)) {
            tool_codes_refuse_line(out, at, size);
        }
    }
    end_section(&s, out);
}

static bool read_assembly(const char *assembly, const tool_syntax *syntax, tool_codes *out) {
    read_numbers(assembly, out);
    read_body(assembly, out);
    for (int i = 0; i < out->count; i++) {
        drop_filling(&out->item[i]);
        tool_code_finish(&out->item[i], syntax);
    }
    return out->count > 0;
}

/* ---- occupancy ------------------------------------------------------------------------------------- */

/* Each of four schedulers has a quarter of the registers, allocated in steps. */
static void occupancy(const tool_inspect_target *target, const tool_code *code, size_t group,
                      tool_occupancy *out) {
    enum { SCHEDULERS = 4, STEP = 8, LANES = 32, REGISTERS = 16384 };
    const tool_numbers *const n = &code->numbers;
    const int most = (int)tool_target_number(target, "limit_sub_groups");
    const long local = tool_target_number(target, "limit_local_bytes");
    *out = (tool_occupancy){most, most, "scheduler", "the device"};
    if (n->vector_registers > 0) {
        const long held = REGISTERS / ((n->vector_registers + STEP - 1) / STEP * STEP * LANES);
        tool_occupancy_limit(out, held, "vector registers");
    }
    if (n->local_bytes > 0 && group > 0) {
        const long held = local / n->local_bytes * (long)((group + LANES - 1) / LANES) / SCHEDULERS;
        tool_occupancy_limit(out, held > 0 ? held : 1, "local memory");
    }
}

const tool_vendor tool_vendor_nvidia = {
    .name = "NVIDIA",
    .install = "apt-get install clang-15 libclc-15 && pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm",
    .syntax = {kind_of, stops, leads, waterfall},
    .find = find,
    .compile = compile,
    .read = read_assembly,
    .occupancy = occupancy,
};

/* The toolkit's assembler compiles the driver's PTX; the driver's own, of another version, makes what
   runs. */
static int assemble_ptx(const tool_driver_program *binary, const files *f, const char *const *tools,
                        const char *architecture) {
    const char *const assemble[] = {tools[0], "-v", architecture, f->ptx.data, "-o", f->object.data, NULL};
    const char *const list[] = {tools[1], "-c", f->object.data, NULL};
    places all = {.count = 0};
    int ended = number_places(f->ptx.data, &all);
    if (ended == 0) ended = tool_run_program(assemble, NULL, f->log.data, f->log.data, binary->seconds);
    if (ended == 0) ended = tool_run_program(list, NULL, f->listing.data, NULL, binary->seconds);
    if (ended == 0) ended = write_assembly(f, &all, true);
    release_places(&all);
    return ended;
}

bool tool_nvidia_read(const tool_driver_program *binary, const char *ptx) {
    files f = name_files(binary->base);
    char assembler[TOOL_PATH], disassembler[TOOL_PATH], architecture[40] = "-arch=", *assembly = NULL;
    const char *const tools[] = {assembler, disassembler}, *const target = strstr(ptx, ".target sm_");
    const bool found = find_in_toolkit("ptxas", assembler) && find_in_toolkit("nvdisasm", disassembler);
    snprintf(architecture, sizeof architecture, "-arch=%.*s", (int)strspn(target + 8, "sm_0123456789a"),
             target + 8);
    snprintf(binary->made, binary->size, "PTX (--asm shows it), which %s",
             found ? "ptxas does not take" : "is read further where ptxas and nvdisasm are");
    int ended = xl__os_write_file(f.ptx.data, ptx, strlen(ptx)) == 0 && found ? 0 : 1;
    if (ended == 0) ended = assemble_ptx(binary, &f, tools, architecture);
    if (ended == 0) assembly = tool_target_text(f.assembly.data, &ended);
    if (ended == TOOL_TOO_LARGE)
        tool_driver_program_refuse_size(binary);
    else if (ended != 0)
        (void)xl__os_write_file(f.assembly.data, ptx, strlen(ptx));
    const bool good = assembly && read_assembly(assembly, &tool_vendor_nvidia.syntax, binary->out) &&
                      tool_driver_program_is_whole(binary);
    if (good)
        snprintf(binary->made, binary->size,
                 "its PTX, compiled by ptxas: what it runs is compiled by itself");
    free(assembly);
    release(&f);
    return good;
}
