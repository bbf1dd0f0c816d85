#include "check/table_kernels.h"
#include "table/lookup.h"
#include "ops/ops.h"
#include "program/edits.h"
#include "base/status.h"
#include <stdio.h>
#include <string.h>

/* "__global const T *restrict x" */
typedef struct parameter {
    const char *text;
    int size;
    bool local, memory, constant;
    char type[24]; /* the last word before the name: "uint", "T"; empty: no plain word */
} parameter;

static void read_word(parameter *p, const char *word, size_t size) {
    if (xl__is_name("__local", word, size) || xl__is_name("local", word, size))
        p->local = true;
    else if (xl__is_name("__constant", word, size) || xl__is_name("const", word, size) ||
             xl__is_name("constant", word, size))
        p->constant = true;
    else if (!p->type[0] && !xl__is_name("__global", word, size) && !xl__is_name("global", word, size) &&
             !xl__is_name("restrict", word, size) && !xl__is_name("volatile", word, size))
        snprintf(p->type, sizeof p->type, "%.*s", (int)size, word);
}

static void read_words(parameter *p) {
    const char *const end = p->text + p->size;
    for (const char *at = p->text; at < end;) {
        size_t size = 0;
        while (at + size < end && xl__is_name_part(at[size])) size++;
        if (size > 0) read_word(p, at, size);
        at += size + 1;
    }
}

/* A list may end with the count on the device, then the layer's parameters. */
static const char count_params[] = "COUNTED_PARAMS", layer_params[] = "SG_PARAMS";

static bool begins_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

/* Of a list that ends at ')' or one of these words; false at the end. */
static bool next_parameter(const char **at, parameter *p) {
    const char *const ends[] = {count_params, layer_params};
    *at += strspn(*at, " \t\n,");
    if (**at == ')' || **at == '\0' || begins_with(*at, count_params) || begins_with(*at, layer_params))
        return false;
    *p = (parameter){.text = *at};
    p->size = (int)strcspn(*at, ",)");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *const end = strstr(*at, ends[i]);
        if (end && end < *at + p->size) p->size = (int)(end - *at);
    }
    *at += p->size;
    p->memory = memchr(p->text, '*', (size_t)p->size) != NULL;
    read_words(p);
    return true;
}

/* "histogram/local, pass 2 (histogram_merge): argument 3, 'uint n': what" */
static int fail(const xl__passes *passes, const xl__ready_pass *pass, int argument, const char *word,
                int word_size, xl_error *error, const char *what, const parameter *p) {
    const char *const quote = word_size > 0 ? "'" : "";
    int size = p ? p->size : 0;
    while (size > 0 && strchr(" \t\n", p->text[size - 1])) size--;
    return xl__fail(error, XL_BAD_VALUE, "%s/%s, pass %d (%s): argument %d%s%s%.*s%s %s%s%.*s%s",
                    passes->algorithm->name, passes->strategy->name, pass->number + 1, pass->pass->kernel,
                    argument + 1, word_size > 0 ? ", " : "", quote, word_size, word,
                    word_size > 0 ? "'," : "", what, p ? " '" : "", size, p ? p->text : "", p ? "'" : "");
}

static const char *misfit(const xl__passes *passes, const xl__arg *arg, const parameter *p) {
    static const char *const integers[] = {"uint", "int", "ulong", "long"};
    const xl__algorithm *algorithm = passes->algorithm;
    if (arg->kind == XL__ARG_LOCAL)
        return p->local && p->memory ? NULL : "the kernel has no local memory there:";
    if (arg->kind == XL__ARG_MEASURES)
        return p->memory && !p->local && strcmp(p->type, "uint") == 0 ? NULL : "is an array of uint:";
    if (arg->kind == XL__ARG_ARRAY || arg->kind == XL__ARG_AREA) {
        if (!p->memory || p->local) return "the kernel has no global memory there:";
        const bool read_only = arg->kind == XL__ARG_ARRAY ? algorithm->arrays[arg->index].direction != XL__OUT
                                                          : algorithm->areas[arg->index].make != NULL;
        return read_only && !p->constant ? "is only read, the kernel may write it:" : NULL;
    }
    if (p->memory) return "is a number, the kernel has memory there:";
    if (arg->kind == XL__ARG_REAL) return strcmp(p->type, "float") == 0 ? NULL : "is no";
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (strcmp(p->type, integers[i]) == 0)
            return strncmp(arg->word, p->type, strlen(p->type)) == 0 &&
                           !xl__is_name_part(arg->word[strlen(p->type)])
                       ? NULL
                       : "has another type than";
    return "has another type than";
}

/* *written: a bit for each array that the kernel may write. `counted`: it must take the count where the table
   gives one. */
static int check_arguments(const xl__passes *passes, const xl__ready_pass *pass, const char *list,
                           bool counted, unsigned *written, xl_error *error) {
    parameter p = {.text = NULL};
    bool gives_count = false;
    for (int a = 0; a < pass->arg_count; a++) {
        const xl__arg *arg = &pass->args[a];
        if (gives_count)
            return fail(passes, pass, a, arg->word, arg->word_size, error, "comes after the count", NULL);
        gives_count = arg->kind == XL__ARG_COUNT;
        if (gives_count) continue;
        if (!next_parameter(&list, &p))
            return fail(passes, pass, a, arg->word, arg->word_size, error, "is one too many for the kernel",
                        NULL);
        const char *why = misfit(passes, arg, &p);
        if (why) return fail(passes, pass, a, arg->word, arg->word_size, error, why, &p);
        if (arg->kind == XL__ARG_ARRAY && !p.constant) *written |= 1u << arg->index;
    }
    const bool more = next_parameter(&list, &p), takes_count = begins_with(list, count_params);
    /* A strategy may give no count, and a user's kernel may take none. */
    const bool agree = takes_count == gives_count || (takes_count ? !passes->takes_count : !counted);
    if (!more && agree) return XL_SUCCESS;
    if (!more)
        return fail(passes, pass, pass->arg_count - gives_count, "", 0, error,
                    takes_count ? "is missing: the kernel takes the count (COUNTED_PARAMS)"
                                : "is the count, the kernel takes none (COUNTED_PARAMS)",
                    NULL);
    return fail(passes, pass, pass->arg_count, "", 0, error, "is missing: the kernel takes", &p);
}

/* NULL: no such kernel. */
static const char *find_kernel(const char *text, const char *name) {
    char head[160];
    snprintf(head, sizeof head, " void %s(", name);
    const char *const found = strstr(text, head);
    return found ? found + strlen(head) : NULL;
}

/* ---- a person's own text ------------------------------------------------------------------------------ */

static void add_parameter(const xl__algorithm *algorithm, const xl__arg *arg, xl__text *out) {
    const char *const behind = arg->word + strcspn(arg->word, " ") + 1; /* the type's word */
    if (arg->kind == XL__ARG_ARRAY) {
        const xl__array_desc *const array = &algorithm->arrays[arg->index];
        xl__text_format(out, "__global %s%s *%s", array->direction == XL__OUT ? "" : "const ",
                        array->typed_by            ? "void"
                        : xl__has_plan_type(array) ? "T"
                                                   : xl__c_type(array->types[0]),
                        array->name);
    } else if (arg->kind == XL__ARG_AREA) {
        const xl__area *const area = &algorithm->areas[arg->index];
        xl__text_format(out, "__global %s%s *%s", area->make ? "const " : "", area->type, area->name);
    } else if (arg->kind == XL__ARG_COUNT) {
        xl__text_format(out, "%s", count_params);
    } else if (arg->kind == XL__ARG_MEASURES) {
        xl__text_format(out, "__global uint *%.*s", arg->word_size, arg->word);
    } else if (arg->kind == XL__ARG_LOCAL) {
        xl__text_format(out, "__local %.*s *", (int)strcspn(behind, " "), behind);
    } else {
        xl__text_format(out, "%.*s", arg->word_size, arg->word);
    }
}

/* From the built-in file, else from the table. */
static void add_parameters(const xl__passes *passes, const xl__ready_pass *pass, xl__text *out) {
    size_t size;
    const char *const name = xl__kernel_name(pass->pass->kernel, &size);
    const xl__embedded_file *const file =
        size || passes->strategy->text ? NULL : xl__find_embedded(passes->strategy->source);
    const char *const list = file ? find_kernel(file->text, name) : NULL;
    for (const char *at = list; at && *at && *at != ')'; at++)
        if (*at != '\n')
            xl__text_add(out, at, 1);
        else if (at[1] == ' ')
            at += strspn(at + 1, " ") - 1;
    for (int a = 0; a < pass->arg_count && !list; a++) {
        const bool word = pass->args[a].kind == XL__ARG_COUNT; /* with its own comma */
        if (a > 0) xl__text_add(out, word ? " " : ", ", word ? 1 : 2);
        add_parameter(passes->algorithm, &pass->args[a], out);
    }
    if (!list) xl__text_format(out, " SG_PARAMS");
}

/* "lane.cl:4": a user's file and line. */
static void name_place(const char *text, const char *at, const char *otherwise, char *out, size_t size) {
    char file[XL__SOURCE_NAME];
    unsigned line = 1;
    for (const char *c = text; c < at; c++) line += *c == '\n';
    if (xl__name_source_line(text, line, file, &line))
        snprintf(out, size, "%s:%u", file, line);
    else
        snprintf(out, size, "%s", otherwise);
}

int xl__check_kernel(const xl__passes *passes, int pass, const char *text, bool counted, xl_error *error) {
    size_t ignored;
    unsigned written = 0;
    char place[XL__SOURCE_NAME + 16];
    xl_error why = {.text = ""};
    const xl__ready_pass *const ready = &passes->item[pass];
    const char *const name = xl__kernel_name(ready->pass->kernel, &ignored);
    const char *const list = find_kernel(text, name);
    int status = list ? check_arguments(passes, ready, list, counted, &written, &why) : XL_SUCCESS;
    if (status == XL_SUCCESS) return status;
    xl__text wanted = {0};
    add_parameters(passes, ready, &wanted);
    name_place(text, list, passes->strategy->source, place, sizeof place);
    status = xl__fail(error, status, "%s: %.800s; it has to be %s(%.800s)", place, why.text, name,
                      wanted.data && !wanted.failed ? wanted.data : "");
    xl__text_free(&wanted);
    return status;
}

static void add_kernels(const char *text, xl__text *out) {
    static const char result[] = " void ";
    for (const char *at = strstr(text, result), *line = text; at; at = strstr(at + 1, result)) {
        const char *const name = at + strlen(result);
        size_t size = 0;
        while (xl__is_name_part(name[size])) size++;
        for (const char *end; (end = strchr(line, '\n')) && end < at;) line = end + 1;
        line += strspn(line, " \t");
        if (name[size] != '(' || (strncmp(line, "SG_KERNEL", 9) != 0 && strncmp(line, "__kernel", 8) != 0 &&
                                  strncmp(line, "kernel", 6) != 0))
            continue;
        xl__text_format(out, "%s'%.*s'", out->size > 0 ? ", " : "", (int)size, name);
    }
}

int xl__fail_no_kernel(const char *file, const char *name, const char *text, int status, xl_error *error) {
    xl__text names = {0};
    add_kernels(text, &names);
    if (names.size > 0 && !names.failed)
        xl__fail(error, status, "%s: no kernel '%s' is in it; it has %.1000s", file, name, names.data);
    else
        xl__fail(error, status, "%s: no kernel '%s' is in it", file, name);
    xl__text_free(&names);
    return status;
}

/* ---- sub-groups ------------------------------------------------------------------------------------- */

static const char *close_of(const char *open) {
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0) return at + 1;
    }
    return open + strlen(open);
}

static bool is_exchange(const xl__op *op) {
    return op->form != XL__FORM_SELF && op->form != XL__FORM_LANE && op->form != XL__FORM_MASK_LANE;
}

/* "sg_reduce_add(sg, v)"; NULL: none. */
static const xl__op *operation_at(const char *at) {
    char name[64];
    size_t size = 3;
    if (strncmp(at, "sg_", size) != 0) return NULL;
    while (xl__is_name_part(at[size])) size++;
    if (at[size] != '(' || size >= sizeof name) return NULL;
    snprintf(name, sizeof name, "%.*s", (int)size - 3, at + 3);
    return xl__op_find(name);
}

static bool names_operation(const xl__strategy *strategy, const xl__op *op) {
    for (const char *at = strategy->ops ? strategy->ops : ""; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " "), word = strcspn(at, " :$");
        if (strncmp(at, op->name, word) == 0 && (at[word] == '$' || op->name[word] == '\0')) return true;
        at += size;
    }
    return false;
}

static int fail_operation(const xl__passes *passes, const xl__ready_pass *pass, const xl__op *op,
                          const char *what, xl_error *error) {
    return xl__fail(error, XL_BAD_VALUE, "%s/%s, pass %d (%s): the kernel calls sg_%s, %s",
                    passes->algorithm->name, passes->strategy->name, pass->number + 1, pass->pass->kernel,
                    op->name, what);
}

/* SG_KERNEL: a backend requests the width with it. */
static bool has_layer(const char *text, const char *name) {
    char head[160];
    snprintf(head, sizeof head, "SG_KERNEL void %s(", name);
    return strstr(text, head) != NULL;
}

/* Not those of its helpers. */
static int check_operations(const xl__passes *passes, const xl__ready_pass *pass, const char *text,
                            const char *list, xl_error *error) {
    size_t shared = 0;
    const char *const name = xl__kernel_name(pass->pass->kernel, &shared);
    const char *const open = strchr(list, '{'), *const end = open ? close_of(open) : list;
    for (const char *at = strstr(list, "sg_"); at && at < end; at = strstr(at + 1, "sg_")) {
        const xl__op *const op = xl__is_name_part(at[-1]) ? NULL : operation_at(at);
        if (!op || !is_exchange(op)) continue;
        if (passes->strategy->flow == XL__NO_SUB_GROUPS)
            return fail_operation(passes, pass, op,
                                  "and the strategy has no flow (.flow): its sub-groups would have one lane",
                                  error);
        if (!has_layer(text, name))
            return fail_operation(passes, pass, op, "and begins with __kernel, not with SG_KERNEL", error);
        if (shared > 0 && op->native_kind != XL__NATIVE_NONE && !names_operation(passes->strategy, op))
            return fail_operation(passes, pass, op, "which the strategy's operations (.ops) do not name",
                                  error);
    }
    return XL_SUCCESS;
}

/* ---- all passes --------------------------------------------------------------------------------------- */

/* With the pass's kernel, and its parameter list: the strategy's own text, else the built-in file, else that
   file with its includes, which *text then holds. */
static int find_text(const xl__passes *passes, const xl__ready_pass *pass, xl__text *text, const char **out,
                     const char **list, xl_error *error) {
    char file[XL__SOURCE_NAME];
    size_t size;
    const char *const name = xl__kernel_name(pass->pass->kernel, &size);
    snprintf(file, sizeof file, "%.*s", size ? (int)size : (int)sizeof file - 1,
             size ? pass->pass->kernel : passes->strategy->source);
    const char *const own = size ? NULL : passes->strategy->text;
    const xl__embedded_file *const found = own ? NULL : xl__find_embedded(file);
    *out = found ? found->text : own;
    *list = *out ? find_kernel(*out, name) : NULL;
    if (*list) return XL_SUCCESS;
    const int status = own ? XL_SUCCESS : xl__expand_source(NULL, file, text, error);
    if (status != XL_SUCCESS)
        return xl__fail(error, status, "%s/%s, pass %d (%s): there is no source file '%s'",
                        passes->algorithm->name, passes->strategy->name, pass->number + 1, pass->pass->kernel,
                        file);
    *list = text->data ? find_kernel(text->data, name) : NULL;
    if (*list) {
        *out = text->data;
        return XL_SUCCESS;
    }
    xl_error inner = {0};
    xl__fail_no_kernel(file, name, *out ? *out : "", XL_BAD_NAME, &inner);
    return xl__fail(error, XL_BAD_NAME, "%s/%s, pass %d: %s", passes->algorithm->name, passes->strategy->name,
                    pass->number + 1, inner.text);
}

/* A strategy without a count on the device does not write its arrays. */
static bool is_spared(const xl__passes *passes, int array) {
    const char *const typed_by = passes->algorithm->arrays[array].typed_by;
    return !passes->takes_count && typed_by && strcmp(typed_by, "counted") == 0;
}

static int check_outputs(const xl__passes *passes, unsigned written, xl_error *error) {
    const xl__algorithm *const algorithm = passes->algorithm;
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].direction == XL__OUT && !(written >> a & 1u) && !is_spared(passes, a))
            return xl__fail(error, XL_BAD_VALUE, "%s/%s: no pass writes the output '%s'", algorithm->name,
                            passes->strategy->name, algorithm->arrays[a].name);
    return XL_SUCCESS;
}

static int check_edits(const xl__passes *passes, xl_error *error) {
    const xl__strategy *const strategy = passes->strategy;
    char whose[128];
    xl__text text = {0};
    snprintf(whose, sizeof whose, "%s/%s", passes->algorithm->name, strategy->name);
    const xl__source source = xl__source_of(strategy, whose);
    const int status = xl__expand(NULL, &source, &text, error);
    xl__text_free(&text);
    return status;
}

int xl__check_kernels(const xl__passes *passes, bool edits, xl_error *error) {
    unsigned written = 0;
    int status = passes->strategy->edits ? check_edits(passes, error) : XL_SUCCESS;
    if (status == XL_BUILD_FAILED && !edits) return XL_SUCCESS;
    for (int i = 0; i < passes->count && status == XL_SUCCESS; i++) {
        const xl__ready_pass *const pass = &passes->item[i];
        const char *source = NULL, *list = NULL;
        xl__text text = {0};
        if (pass->pass->fill && pass->array >= 0) written |= 1u << pass->array;
        if (!pass->pass->kernel) continue;
        status = find_text(passes, pass, &text, &source, &list, error);
        if (status == XL_SUCCESS) status = check_arguments(passes, pass, list, true, &written, error);
        if (status == XL_SUCCESS) status = check_operations(passes, pass, source, list, error);
        xl__text_free(&text);
    }
    return status == XL_SUCCESS ? check_outputs(passes, written, error) : status;
}
