/* The two passes of a build. */
#include "compile/check_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "compile/builtins.h"
#include "compile/check_folder.h"
#include "compile/check_kept.h"
#include "compile/clang.h"
#include "compile/kernels.h"
#include "compile/library.h"

enum { WORDS = 256 };

/* Options of both passes. The last ones are the device's extensions and features. */
static const char *const common[] = {
    "-x",
    "cl",
    "-O0",
    "-fgnu89-inline", /* a plain inline function is there at -O0 too */
    "-gline-tables-only",
    "-gdwarf-4",
    "-fPIC",
    "-fno-omit-frame-pointer",
    "-cl-kernel-arg-info",
    "-fno-color-diagnostics",
    "-Xclang",
    "-finclude-default-header",
    "-Xclang",
    "-fdeclare-opencl-builtins",
    "-Xclang",
    "-cl-ext=-all,+cl_khr_fp64,+cl_khr_fp16,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics,"
    "+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_"
    "atomics,"
    "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_subgroups,+__opencl_c_fp64,+__opencl_"
    "c_int64,"
    "+__opencl_c_subgroups,+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
    "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,"
    "+__opencl_c_atomic_scope_all_devices,+__opencl_c_work_group_collective_functions",
    "-Dcl_khr_subgroup_ballot=1",
    "-Dcl_khr_subgroup_shuffle=1",
    "-Dcl_khr_subgroup_shuffle_relative=1",
    "-Dcl_khr_subgroup_non_uniform_arithmetic=1",
    "-Dcl_khr_subgroup_non_uniform_vote=1",
    "-Dcl_khr_subgroup_clustered_reduce=1",
    "-Dcl_khr_subgroup_extended_types=1",
    "-Dcl_khr_subgroup_rotate=1",
    "-Dcl_intel_subgroups=1",
    "-Dcl_intel_required_subgroup_size=1",
    "-D__opencl_c_atomic_scope_device=1",
    "-D__opencl_c_atomic_scope_all_devices=1",
    "-D__opencl_c_atomic_order_acq_rel=1",
    "-D__opencl_c_atomic_order_seq_cst=1",
    "-D__opencl_c_work_group_collective_functions=1"};

static const char *const checked[] = {"-fsanitize=kernel-address",
                                      "-mllvm",
                                      "-asan-instrumentation-with-call-threshold=0",
                                      "-mllvm",
                                      "-asan-opt=0",
                                      "-mllvm",
                                      "-asan-stack=1",
                                      "-mllvm",
                                      "-asan-globals=1",
                                      "-mllvm",
                                      "-asan-force-dynamic-shadow=1",
                                      "-fsanitize-coverage=trace-pc-guard,pc-table,no-prune",
#if defined(__x86_64__)
                                      "-fstack-clash-protection", /* a large array reaches the guard page */
#endif
                                      "-w",
                                      "-c"};

/* Linked in a separate step, so that clang compiles without a further process. */
static const char *const linked[] = {"-shared",           "-nostartfiles",      "-w",
                                     "-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset",
                                     "-Wl,--wrap=printf"};

/* Without effect here. */
static const char *const ignored[] = {"-cl-kernel-arg-info",
                                      "-cl-opt-disable",
                                      "-cl-uniform-work-group-size",
                                      "-cl-strict-aliasing",
                                      "-cl-fp32-correctly-rounded-divide-sqrt",
                                      "-cl-denorms-are-zero",
                                      "-g",
                                      "-cl-no-subgroup-ifp"};
static const char *const passed[] = {"-D",
                                     "-I",
                                     "-U",
                                     "-cl-std=",
                                     "-w",
                                     "-W",
                                     "-cl-mad-enable",
                                     "-cl-fast-relaxed-math",
                                     "-cl-unsafe-math-optimizations",
                                     "-cl-finite-math-only",
                                     "-cl-no-signed-zeros",
                                     "-cl-single-precision-constant",
                                     "-O",
                                     "-f"};

struct words {
    char *word[WORDS];
    size_t count;
};

static bool add(struct words *w, const char *word) {
    if (w->count + 1 >= WORDS) return false;
    w->word[w->count++] = (char *)word;
    w->word[w->count] = NULL;
    return true;
}

static bool known(const char *word, const char *const list[], size_t count, bool whole) {
    for (size_t i = 0; i < count; ++i)
        if (whole ? !strcmp(word, list[i]) : !strncmp(word, list[i], strlen(list[i]))) return true;
    return false;
}

/* Splits text in place at blanks outside quotes. */
static char *next_word(char **at) {
    char *from = *at + strspn(*at, " \t\n"), *to = from, *word = from, quote = 0;
    if (!*from) return NULL;
    for (; *from && (quote || !strchr(" \t\n", *from)); ++from) {
        if (*from == '\\' && from[1])
            *to++ = *++from;
        else if (!quote && (*from == '"' || *from == '\''))
            quote = *from;
        else if (*from == quote)
            quote = 0;
        else
            *to++ = *from;
    }
    *at = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

static bool add_options(struct words *w, char *options, struct check_program *program) {
    bool standard = false;
    for (char *word; (word = next_word(&options)) != NULL;) {
        if (known(word, ignored, sizeof ignored / sizeof ignored[0], true)) continue;
        if (!known(word, passed, sizeof passed / sizeof passed[0], false) || !add(w, word)) {
            clang_log(program, "build option not known: ", 24);
            clang_log(program, word, strlen(word));
            return false;
        }
        standard |= !strncmp(word, "-cl-std=", 8);
        bool alone = !strcmp(word, "-D") || !strcmp(word, "-I") || !strcmp(word, "-U");
        if (alone && ((word = next_word(&options)) == NULL || !add(w, word))) return false;
    }
    return standard || add(w, "-cl-std=CL1.2");
}

/* Escapes quotes with backslashes, for #line. */
static void quoted(const char *at, char out[], size_t bytes) {
    size_t n = 0;
    for (; *at && n + 2 < bytes; ++at) {
        if (*at == '"' || *at == '\\') out[n++] = '\\';
        out[n++] = *at;
    }
    out[n] = '\0';
}

struct paths {
    char source[300], code[300], compiled[300];
};

static bool add_all(struct words *w, const char *const list[], size_t count) {
    bool ok = true;
    for (size_t i = 0; i < count; ++i) ok &= add(w, list[i]);
    return ok;
}
#define ADD_ALL(w, list) add_all(w, list, sizeof(list) / sizeof(list)[0])

static bool step(struct words *w, const char *output, const char *input, struct check_program *program) {
    return add(w, "-o") && add(w, output) && add(w, input) && clang_run(w->word, program);
}

static enum check_built second_pass(struct words *w, size_t shared, const struct paths *paths,
                                    const char *const text[3], struct check_program *program) {
    char *wrappers = kernels_wrappers(program);
    if (!wrappers) return CHECK_NO_MEMORY;
    const char *whole[] = {text[0], text[1], text[2], wrappers};
    bool ok = folder_write(paths->source, whole, 4);
    free(wrappers);
    w->count = shared;
    ok = ok && ADD_ALL(w, checked) && step(w, paths->compiled, paths->source, program);
    w->count = 1;
    ok = ok && ADD_ALL(w, linked) && step(w, program->object, paths->compiled, program);
    if (!ok) clang_log(program, "the checking device cannot compile this program\n", 48);
    return ok ? CHECK_BUILT : CHECK_NOT_BUILT;
}

static enum check_built understand(const char *clang, const char *code, struct check_program *program) {
    if (!kernels_read(code, program)) return CHECK_NO_MEMORY;
    return library_add(clang, code, program) ? CHECK_BUILT : CHECK_NOT_BUILT;
}

static enum check_built compile(struct words *w, const struct paths *paths, const char *const text[3],
                                const char *key, struct check_program *program) {
    size_t shared = w->count, bytes;
    if (!folder_write(paths->source, text, 3) || !add(w, "-S") || !add(w, "-emit-llvm"))
        return CHECK_NO_MEMORY;
    if (!step(w, paths->code, paths->source, program)) return CHECK_NOT_BUILT;
    char *code = folder_read(paths->code, &bytes);
    if (!code) return CHECK_NO_MEMORY;
    enum check_built built = understand(w->word[0], code, program);
    if (built == CHECK_BUILT) built = second_pass(w, shared, paths, text, program);
    if (built == CHECK_BUILT && key) kept_write(key, code, program);
    free(code);
    return built;
}

static enum check_built build(struct words *w, const struct paths *paths, const char *const text[3],
                              struct check_program *program) {
    char key[XL__HASH_TEXT];
    bool keeps = kept_key(w->word, text, 3, key);
    char *code = keeps ? kept_read(key, program) : NULL;
    enum check_built built =
        code ? understand(w->word[0], code, program) : compile(w, paths, text, keeps ? key : NULL, program);
    free(code);
    return built;
}

static void remove_inputs(const struct paths *paths) {
    xl__os_remove_file(paths->source);
    xl__os_remove_file(paths->code);
    xl__os_remove_file(paths->compiled);
}

enum check_built check_program_build(const char *source, const char *options, const char *name,
                                     struct check_program *program) {
    static _Atomic unsigned number;
    struct words *w = calloc(1, sizeof *w);
    struct paths paths;
    char line[320], plain[256], own_folder[256], *own = malloc(strlen(options ? options : "") + 1);
    memset(program, 0, sizeof *program);
    clang_log(program, "", 0);
    const char *clang = clang_find();
    enum check_built built = CHECK_NO_MEMORY;
    if (!clang) {
        static const char text[] =
            "the checking device needs clang 15 or later: install the package clang-15 or clang\n";
        clang_log(program, text, sizeof text - 1);
        built = CHECK_NO_COMPILER;
    } else if (w && own && folder_own(own_folder)) {
        unsigned n = ++number;
        snprintf(paths.source, sizeof paths.source, "%s/%u.cl", own_folder, n);
        snprintf(paths.code, sizeof paths.code, "%s/%u.ll", own_folder, n);
        snprintf(paths.compiled, sizeof paths.compiled, "%s/%u.o", own_folder, n);
        snprintf(program->object, sizeof program->object, "%.200s/%u.so", own_folder, n);
        quoted(name, plain, sizeof plain);
        snprintf(line, sizeof line, "\n#line 1 \"%s\"\n", plain);
        /* clang skips a byte order mark only at the beginning of a file. */
        const char *text[3] = {check_builtin("prelude"), line,
                               source + (strncmp(source, "\xef\xbb\xbf", 3) == 0 ? 3 : 0)};
        memcpy(own, options ? options : "", strlen(options ? options : "") + 1);
        add(w, clang);
        ADD_ALL(w, common);
        built = add_options(w, own, program) ? build(w, &paths, text, program) : CHECK_BAD_OPTIONS;
        remove_inputs(&paths);
    }
    free(w);
    free(own);
    return built;
}

void check_program_free(struct check_program *program) {
    if (program->object[0]) xl__os_remove_file(program->object);
    for (uint32_t k = 0; k < program->kernels; ++k) free(program->kernel[k].parameter);
    free(program->kernel);
    free(program->library);
    free(program->log);
    memset(program, 0, sizeof *program);
}
