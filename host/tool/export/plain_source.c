/* plain_source.c - expands the macros of a kernel source as the driver's compiler does. */
#include "export/plain_source.h"
#include "base/os.h"
#include "base/status.h"
#include "compilers/os_tool.h"
#include "program/program.h"
#include "system/os_file.h"
#include "text/os_memory.h"
#include "base/calls.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_BYTES = 1 << 16, NAME = 128, MOST_WORDS = 512 };

/* ---- build options ---------------------------------------------------------------------------- */

/* -D words go to `defines`, the others to `rest`. None of ours is quoted. */
static void split_options(const char *options, xl__text *defines, xl__text *rest) {
    for (const char *at = options; *(at += strspn(at, " "));) {
        const size_t size = strcspn(at, " ");
        xl__text *const to = strncmp(at, "-D", 2) == 0 ? defines : rest;
        xl__text_format(to, "%s%.*s", to->size > 0 ? " " : "", (int)size, at);
        at += size;
    }
}

/* ---- what the driver's compiler defines ------------------------------------------------------- */

/* The size of a query such as __has_builtin(name); 0: none. */
static size_t query_at(const char *at) {
    static const char *const words[] = {"__has_builtin", "__has_attribute"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        const size_t size = strlen(words[w]);
        if (strncmp(at, words[w], size) != 0 || at[size] != '(') continue;
        const char *end = at + size + 1;
        while (xl__is_name_part(*end)) end++;
        if (*end == ')') return (size_t)(end + 1 - at);
    }
    return 0;
}

static bool is_condition(const char *line) {
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif"};
    line += strspn(line, " \t");
    if (*line++ != '#') return false;
    line += strspn(line, " \t");
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (strncmp(line, words[w], strlen(words[w])) == 0 && !xl__is_name_part(line[strlen(words[w])]))
            return true;
    return false;
}

/* Adds the names and the queries of a condition as keys. */
static void add_words(const char *line, json_t *words) {
    const char *const end = line + strcspn(line, "\n");
    char word[NAME];
    while (line < end) {
        size_t size = query_at(line);
        if (size == 0 && xl__is_name_part(*line))
            while (line + size < end && xl__is_name_part(line[size])) size++;
        if (size > 0 && size < sizeof word && (*line < '0' || *line > '9')) {
            memcpy(word, line, size);
            word[size] = '\0';
            json_object_set_new(words, word, json_true());
        }
        line += size > 0 ? size : 1;
    }
}

static json_t *conditional_words(const char *text) {
    json_t *const words = json_object();
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (is_condition(line)) add_words(line, words);
    json_object_del(words, "defined");
    return words;
}

/* A kernel that writes "NAME=text" for each word that its compiler knows. */
static void write_question(const json_t *words, xl__text *out) {
    const char *word;
    json_t *value;
    xl__text_format(out, "#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n__constant char known[] = \"\"\n");
    json_object_foreach((json_t *)(uintptr_t)words, word, value) {
        const char *const bracket = strchr(word, '(');
        if (!bracket && strncmp(word, "__has_", 6) != 0) /* those are no macros that have a text */
            xl__text_format(out, "#ifdef %s\n\"%s=\" TEXT(%s) \"\\n\"\n#endif\n", word, word, word);
        else if (bracket)
            xl__text_format(out, "#ifdef %.*s\n#if %s\n\"%s=1\\n\"\n#endif\n#endif\n", (int)(bracket - word),
                            word, word, word);
    }
    xl__text_format(out,
                    ";\n__kernel void answer(__global char *out) {\n"
                    "    for (uint i = 0; i < sizeof known && i < %du; i++) out[i] = known[i];\n}\n",
                    ANSWER_BYTES);
}

static cl_int run_question(tool_session *s, cl_program program, char *answer) {
    const size_t one = 1;
    const cl_uint zero = 0;
    cl_int status = CL_SUCCESS;
    cl_mem out = clCreateBuffer(s->context, CL_MEM_READ_WRITE, ANSWER_BYTES, NULL, &status);
    if (status != CL_SUCCESS) return status;
    cl_kernel kernel = clCreateKernel(program, "answer", &status);
    if (status == CL_SUCCESS)
        status = clEnqueueFillBuffer(s->queue, out, &zero, sizeof zero, 0, ANSWER_BYTES, 0, NULL, NULL);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 0, sizeof out, &out);
    if (status == CL_SUCCESS)
        status = clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
    if (status == CL_SUCCESS)
        status = clEnqueueReadBuffer(s->queue, out, CL_TRUE, 0, ANSWER_BYTES, answer, 0, NULL, NULL);
    if (kernel) clReleaseKernel(kernel);
    clReleaseMemObject(out);
    return status;
}

/* "NAME=text" lines; freed by the caller. NULL: the driver does not answer. */
static char *ask_driver(tool_session *s, const json_t *words, const char *options) {
    xl__text question = {0};
    char log[256];
    cl_program program = NULL;
    char *answer = NULL;
    write_question(words, &question);
    if (!question.failed &&
        xl__program_build(s->device, question.data, options, &program, log, sizeof log) == CL_SUCCESS) {
        answer = tool_need(calloc(1, ANSWER_BYTES + 1));
        if (run_question(s, program, answer) != CL_SUCCESS) {
            free(answer);
            answer = NULL;
        }
        clReleaseProgram(program);
    }
    xl__text_free(&question);
    return answer;
}

/* ---- the preprocessor ------------------------------------------------------------------------- */

static bool answered(const char *answer, const char *word, size_t size) {
    for (const char *at = answer; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, word, size) == 0 && at[size] == '=') return true;
    return false;
}

/* The driver's own macros as #defines, then the text with each query replaced by the driver's answer. */
static void write_input(const char *text, const char *answer, const char *defines, xl__text *out) {
    for (const char *at = answer; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        const int name = (int)strcspn(at, "=("), line = (int)strcspn(at, "\n");
        char given[NAME + 4];
        snprintf(given, sizeof given, "-D%.*s", name, at);
        if (at[name] == '=' && strncmp(at, "__has_", 6) != 0 &&
            !xl__find_name(defines, given + 2, strlen(given + 2)))
            xl__text_format(out, "#define %.*s %.*s\n", name, at, line - name - 1, at + name + 1);
    }
    while (*text) {
        const char *at = text;
        size_t size = 0;
        while (*at && (size = query_at(at)) == 0) at++;
        xl__text_add(out, text, (size_t)(at - text));
        if (size > 0) xl__text_format(out, "%d", answered(answer, at, size));
        text = at + size;
    }
}

static int run_preprocessor(const char *in, const char *defines, const char *out, xl_error *error) {
    static const char *const names[] = {"clang", "gcc", "cc", NULL};
    char program[TOOL_PATH], *words = tool_need(xl__copy_text(defines));
    const char *argv[MOST_WORDS] = {program, "-E", "-P", "-undef", "-nostdinc", "-w", "-x", "c"};
    int count = 8;
    bool found = tool_find_program_of(names, program);
    for (char *at = words; found && *at && count < MOST_WORDS - 2;) {
        argv[count++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = '\0';
    }
    argv[count] = in;
    const int ended = found ? tool_run_program(argv, NULL, out, NULL, 60.0) : TOOL_CANNOT_RUN;
    free(words);
    return ended == 0 ? XL_SUCCESS
                      : xl__fail(error, XL_UNSUPPORTED, "no C preprocessor (clang, gcc or cc) could read it");
}

static int write_file(const char *path, const char *text, xl_error *error) {
    const int failed = xl__os_write_file(path, text, strlen(text));
    return !failed ? XL_SUCCESS : xl__fail(error, XL_IO, "%s cannot be written", path);
}

static int expand(const char *text, const char *answer, const char *defines, xl__text *out, xl_error *error) {
    enum { LARGEST = 1 << 26 };
    tool_work_folder folder;
    xl__text input = {0};
    char in[TOOL_PATH + 8], result[TOOL_PATH + 8], *expanded = NULL;
    int status = tool_work_folder_make(&folder, error);
    if (status != XL_SUCCESS) return status;
    snprintf(in, sizeof in, "%s/in.c", folder.path);
    snprintf(result, sizeof result, "%s/out.c", folder.path);
    write_input(text, answer, defines, &input);
    status = input.failed ? xl__fail_memory(error) : write_file(in, input.data, error);
    if (status == XL_SUCCESS) status = run_preprocessor(in, defines, result, error);
    if (status == XL_SUCCESS) status = xl__read_source(result, LARGEST, &expanded, error);
    if (status == XL_SUCCESS) xl__text_add(out, expanded, strlen(expanded));
    free(expanded);
    xl__text_free(&input);
    tool_work_folder_remove(&folder);
    return status;
}

int export_kernel_text(tool_session *s, const char *text, const char *options, const char *const *kernels,
                       xl__text *out, xl__text *left, bool *whole, xl_error *error) {
    xl__text defines = {0}, expanded = {0}, pruned = {0};
    xl_error ignored;
    json_t *const words = conditional_words(text);
    char *const answer = ask_driver(s, words, options);
    split_options(options, &defines, left);
    *whole =
        !answer || expand(text, answer, defines.data ? defines.data : "", &expanded, &ignored) != XL_SUCCESS;
    if (*whole) {
        xl__text_format(out, "%s", text);
        xl__text_free(left);
        xl__text_format(left, "%s", options);
    } else {
        export_prune(expanded.data, kernels, &pruned);
        if (pruned.data) export_remove_unused(pruned.data, kernels, out);
        xl__text_free(&pruned);
    }
    const bool failed = defines.failed || pruned.failed || expanded.failed || out->failed || left->failed;
    xl__text_free(&defines);
    xl__text_free(&expanded);
    json_decref(words);
    free(answer);
    return failed ? xl__fail_memory(error) : XL_SUCCESS;
}
