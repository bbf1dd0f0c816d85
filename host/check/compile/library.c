/* A mangled name's first letters give the family, its first parameter the element type. */
#include "compile/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "compile/builtins.h"
#include "compile/check_folder.h"
#include "compile/clang.h"
#include "compile/kernels.h"

struct element {
    const char *mangled, *name, *real, *integer;
};

static const struct element elements[] = {
    {"c", "char", NULL, "-DT=char -DW=int -DI=char -DU=uchar -DBITS=8 -DR=short"},
    {"h", "uchar", NULL, "-DT=uchar -DW=int -DI=char -DU=uchar -DBITS=8 -DR=ushort"},
    {"s", "short", NULL, "-DT=short -DW=int -DI=short -DU=ushort -DBITS=16 -DR=int"},
    {"t", "ushort", NULL, "-DT=ushort -DW=long -DI=short -DU=ushort -DBITS=16 -DR=uint"},
    {"i", "int", NULL, "-DT=int -DW=long -DI=int -DU=uint -DBITS=32 -DR=long"},
    {"j", "uint", NULL, "-DT=uint -DW=__int128 -DI=int -DU=uint -DBITS=32 -DR=ulong"},
    {"l", "long", NULL, "-DT=long -DW=__int128 -DI=long -DU=ulong -DBITS=64"},
    {"m", "ulong", NULL, "-DT=ulong -DW=__int128 -DI=long -DU=ulong -DBITS=64"},
    {"Dh", "half", "-DT=half -DC=float -DF=f -DI=short -DU=ushort -DHALF", NULL},
    {"f", "float", "-DT=float -DC=float -DF=f -DI=int -DU=uint -DNAN_BITS=0x7fc00000u -DFLOAT", NULL},
    {"d", "double", "-DT=double -DC=double -DF= -DI=long -DU=ulong -DNAN_BITS=0x7ff8000000000000ul", NULL},
};
enum { ELEMENTS = sizeof elements / sizeof elements[0] };

/* Of the first parameter that is a number, or pointed to: "Dv4_f", "mPU8CLglobalKf" (skip 1: from the second
 * on).
 */
static const struct element *element_of(const char *at, size_t length, int skip) {
    const char *end = at + length;
    while (at < end) {
        if (!strncmp(at, "Dv", 2)) {
            at = memchr(at, '_', (size_t)(end - at));
            if (!at) return NULL;
            ++at;
        }
        for (size_t i = ELEMENTS; i-- > 0;)
            if (!strncmp(at, elements[i].mangled, strlen(elements[i].mangled)) &&
                !(*at == 'D' && at[1] != 'h')) {
                if (skip-- == 0) return &elements[i];
                break;
            }
        if (*at == 'U') { /* a qualifier with a length: U8CLglobal, U7_Atomic */
            char *after;
            long n = strtol(at + 1, &after, 10);
            at = after + n;
        } else
            ++at;
    }
    return NULL;
}

/* Compiled unless it is there. */
static bool library(const char *clang, const char *file, const char *name, const char *defines,
                    char path[256], struct check_program *program) {
    static _Atomic unsigned number;
    char base[256], own[256], source[300], made[300], words[200], hash[XL__HASH_TEXT], *object = NULL;
    if (!folder_cache(base) && !folder_own(base)) return false;
    const char *texts[3] = {check_builtin("codes.h"), check_builtin("base.cl"), check_builtin(file)};
    xl__hash sum = xl__hash_start();
    xl__hash_add_text(&sum, clang);
    xl__hash_add_text(&sum, defines);
    for (int i = 0; i < 3; ++i) xl__hash_add_text(&sum, texts[i]);
    xl__hash_text(&sum, hash);
    snprintf(path, 256, "%.150s/%s_%s_%s.so", base, file, name, hash);
    if (xl__os_is_file(path)) return true;
    if (!folder_own(own)) return false;
    unsigned n = ++number;
    snprintf(source, sizeof source, "%s/library%u.cl", own, n);
    snprintf(made, sizeof made, "%s/library%u.so", own, n);
    if (!folder_write(source, texts, 3)) return false;
    char *arguments[40] = {(char *)clang, "-x",
                           "cl",          "-cl-std=CL2.0",
                           "-Xclang",     "-cl-ext=+all",
                           "-O0",         "-fPIC",
                           "-shared",     "-nostartfiles",
                           "-w",          "-fno-omit-frame-pointer",
                           "-o",          made,
                           source,        "-lm"};
    size_t count = 16, bytes = 0;
    snprintf(words, sizeof words, "%s", defines);
    for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
        arguments[count++] = word;
    bool ok = clang_run(arguments, program) && (object = folder_read(made, &bytes)) != NULL &&
              !xl__os_write_own_file(path, object, bytes);
    free(object);
    xl__os_remove_file(source);
    xl__os_remove_file(made);
    return ok;
}

struct wanted {
    const char *clang;
    struct check_program *program;
    bool failed;
};

static void add(struct wanted *w, const char *file, const char *name, const char *defines) {
    struct check_program *p = w->program;
    char path[256];
    if (w->failed || !library(w->clang, file, name, defines, path, p)) {
        w->failed = true;
        return;
    }
    for (uint32_t i = 0; i < p->libraries; ++i)
        if (!strcmp(p->library[i], path)) return;
    void *more = realloc(p->library, (p->libraries + 1) * sizeof *p->library);
    if (!more) {
        w->failed = true;
        return;
    }
    p->library = more;
    memcpy(p->library[p->libraries++], path, sizeof path);
}

static bool begins(const char *name, const char *const words[], size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!strncmp(name, words[i], strlen(words[i]))) return true;
    return false;
}
#define BEGINS(name, ...)                                                                                    \
    begins(name, (const char *const[]){__VA_ARGS__},                                                         \
           sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void add_conversion(struct wanted *w, const char *name, const struct element *from) {
    size_t n = strcspn(name + 8, "0123456789_E");
    for (size_t i = 0; i < ELEMENTS; ++i)
        if (strlen(elements[i].name) == n && !strncmp(elements[i].name, name + 8, n)) {
            char defines[96], label[48];
            snprintf(defines, sizeof defines, "-DD=%s -DS=%s%s%s", elements[i].name, from->name,
                     elements[i].integer ? " -DD_INTEGER" : "", from->integer ? " -DS_INTEGER" : "");
            snprintf(label, sizeof label, "%s_%s", elements[i].name, from->name);
            add(w, "convert", label, defines);
        }
}

static void found(void *context, const char *mangled, size_t length) {
    struct wanted *w = context;
    char *after;
    long n = strtol(mangled + 2, &after, 10);
    if (n <= 0 || after + n > mangled + length) return;
    char name[96];
    snprintf(name, sizeof name, "%.*s", (int)n, after);
    const char *parameters = after + n;
    size_t rest = length - (size_t)(parameters - mangled);
    if (BEGINS(name, "sub_group_", "work_group_", "intel_sub_group_", "get_sub_group_eq", "get_sub_group_g",
               "get_sub_group_l", "barrier", "wait_group"))
        add(w, "groups", "all", "");
    else if (BEGINS(name, "atomic_", "atom_", "mem_fence", "read_mem", "write_mem"))
        add(w, "atomics", "all", "");
    else {
        bool load = BEGINS(name, "vload", "vstore_half", "vstorea_half", "shuffle", "prefetch", "async_");
        bool store = BEGINS(name, "vstore");
        const struct element *e = element_of(parameters, rest, !strncmp(name, "vload", 5) ? 1 : 0);
        bool half = strstr(name, "_half") && (load || store) && strncmp(name, "half_", 5) != 0;
        if (half) e = &elements[8];
        if (!e) return;
        const char *defines = e->real ? e->real : e->integer;
        if (!strncmp(name, "convert_", 8))
            add_conversion(w, name, e);
        else if (load || store)
            add(w, "memory", e->name, defines);
        else if (BEGINS(name, "select", "bitselect"))
            add(w, "select", e->name, defines);
        else if (!strcmp(name, "nan"))
            add(w, "real", e->name[1] == 'i' ? "float" : "double", elements[e->name[1] == 'i' ? 9 : 10].real);
        else
            add(w, e->real ? "real" : "integer", e->name, defines);
    }
}

bool library_add(const char *clang, const char *text, struct check_program *program) {
    struct wanted w = {clang, program, false};
    kernels_functions(text, found, &w);
    return !w.failed;
}
