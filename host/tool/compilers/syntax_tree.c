#include "compilers/syntax_tree.h"
#include "base/os.h"
#include "base/status.h"
#include "compilers/find_clang.h"
#include "text/os_memory.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- clang ------------------------------------------------------------------------------------------ */

/* Errors are expected: the tree has what clang could read. */
static int run_clang(const tool_tree_given *given, const char *form, const char *source, const char *tree) {
    char clang[TOOL_PATH], log[TOOL_PATH + 16];
    const char *const own[] = {clang,
                               "-x",
                               "cl",
                               "-Xclang",
                               "-finclude-default-header",
                               "-nogpulib",
                               "-fsyntax-only",
                               "-w",
                               "-Xclang",
                               form,
                               "-ferror-limit=0",
                               "-fno-color-diagnostics",
                               "-fno-crash-diagnostics"};
    enum { OWN = sizeof own / sizeof *own };
    size_t count = 0;
    if (!tool_find_clang(clang)) return TOOL_CANNOT_RUN;
    snprintf(log, sizeof log, "%s.tree.log", given->base);
    while (given->options[count]) count++;
    const char **const words = tool_need(calloc(OWN + count + 2, sizeof *words));
    memcpy(words, own, sizeof own);
    memcpy(words + OWN, given->options, count * sizeof *words);
    words[OWN + count] = source;
    const int ended = tool_run_program(words, NULL, tree, log, given->seconds);
    (void)xl__os_remove_file(log);
    free(words);
    return ended;
}

/* ---- places ----------------------------------------------------------------------------------------- */

static long offset_of(const json_t *place) {
    const json_t *const offset = json_object_get(place, "offset");
    return json_is_integer(offset) && !json_object_get(place, "includedFrom")
               ? (long)json_integer_value(offset)
               : -1;
}

/* -1 in a macro. */
static long written_at(const json_t *place) {
    return offset_of(place);
}

/* In a macro: where the macro is used. */
static long used_at(const json_t *place) {
    const json_t *const expansion = json_object_get(place, "expansionLoc");
    return offset_of(expansion ? expansion : place);
}

/* ---- functions -------------------------------------------------------------------------------------- */

static void add_use(tool_tree_function *function, const char *name) {
    if (!name || tool_tree_uses(function, name)) return;
    function->uses =
        tool_need(realloc(function->uses, ((size_t)function->use_count + 1) * sizeof *function->uses));
    function->uses[function->use_count++] = tool_need(xl__copy_text(name));
}

static void add_uses(tool_tree_function *function, const json_t *node) {
    const json_t *inner = NULL;
    size_t i = 0;
    const json_t *const referenced = json_object_get(node, "referencedDecl");
    const char *const kind = json_string_value(json_object_get(referenced, "kind"));
    if (kind && strcmp(kind, "FunctionDecl") == 0)
        add_use(function, json_string_value(json_object_get(referenced, "name")));
    json_array_foreach(json_object_get(node, "inner"), i, inner) add_uses(function, inner);
}

static bool is_kind(const json_t *node, const char *kind) {
    const char *const given = json_string_value(json_object_get(node, "kind"));
    return given && strcmp(given, kind) == 0;
}

/* -1 marks attributes with numbers, which are only in clang's other form of a tree. */
static void read_function(const json_t *node, tool_tree_function *out) {
    const char *const name = json_string_value(json_object_get(node, "name"));
    const json_t *const place = json_object_get(node, "loc"), *inner = NULL;
    size_t i = 0;
    *out = (tool_tree_function){.name = tool_need(xl__copy_text(name ? name : "")),
                                .name_at = written_at(place),
                                .at = used_at(place),
                                .body_at = -1};
    json_array_foreach(json_object_get(node, "inner"), i, inner) {
        out->parameters += is_kind(inner, "ParmVarDecl");
        out->kernel = out->kernel || is_kind(inner, "OpenCLKernelAttr");
        if (is_kind(inner, "OpenCLIntelReqdSubGroupSizeAttr")) out->width = -1;
        if (is_kind(inner, "ReqdWorkGroupSizeAttr")) out->group = -1;
        if (!is_kind(inner, "CompoundStmt")) continue;
        out->defined = true;
        out->body_at = written_at(json_object_get(json_object_get(inner, "range"), "begin"));
        add_uses(out, inner);
    }
}

/* ---- numbers of attributes --------------------------------------------------------------------------- */

/* "|-ReqdWorkGroupSizeAttr ADDRESS <PLACE> 64 1 1": the product of the numbers. */
static long number_of(const char *line) {
    const char *at = strchr(line, '>');
    long product = 1;
    for (at = at ? at + 1 : ""; *at == ' ';) {
        char *end = NULL;
        const long value = strtol(at, &end, 10);
        if (end == at || value <= 0 || value > 1 << 20) break;
        product *= value;
        at = end;
    }
    return product;
}

/* The next line with the word; advances *at. */
static long next_number(const char **at, const char *word) {
    const char *const found = *at ? strstr(*at, word) : NULL;
    *at = found ? found + 1 : NULL;
    return found ? number_of(found) : 0;
}

static void add_numbers(const char *text, tool_tree *tree) {
    const char *width = text, *group = text;
    for (int i = 0; i < tree->count; i++) {
        tool_tree_function *const f = &tree->item[i];
        if (f->width) f->width = (int)next_number(&width, "-OpenCLIntelReqdSubGroupSizeAttr ");
        if (f->group) f->group = next_number(&group, "-ReqdWorkGroupSizeAttr ");
    }
}

static bool needs_numbers(const tool_tree *tree) {
    for (int i = 0; i < tree->count; i++)
        if (tree->item[i].width || tree->item[i].group) return true;
    return false;
}

/* ---- reading ---------------------------------------------------------------------------------------- */

static void read_tree(const json_t *root, tool_tree *out) {
    const json_t *node = NULL;
    size_t i = 0;
    json_array_foreach(json_object_get(root, "inner"), i, node) {
        if (!is_kind(node, "FunctionDecl") || json_is_true(json_object_get(node, "isImplicit"))) continue;
        out->item = tool_need(realloc(out->item, ((size_t)out->count + 1) * sizeof *out->item));
        read_function(node, &out->item[out->count++]);
    }
}

int tool_tree_read(const tool_tree_given *given, tool_tree *out, xl_error *error) {
    enum { LARGEST = 1 << 28 };
    char source[TOOL_PATH + 16], made[TOOL_PATH + 16];
    char *text = NULL;
    size_t size = 0;
    json_error_t wrong;
    *out = (tool_tree){.count = 0};
    snprintf(source, sizeof source, "%s.tree.cl", given->base);
    snprintf(made, sizeof made, "%s.tree", given->base);
    if (xl__os_write_file(source, given->text, strlen(given->text)) != 0)
        return xl__fail(error, XL_IO, "cannot write a temporary file");
    const int ended = run_clang(given, "-ast-dump=json", source, made);
    json_t *const root = ended >= 0 ? json_load_file(made, 0, &wrong) : NULL;
    if (root) read_tree(root, out);
    json_decref(root);
    if (needs_numbers(out)) {
        (void)run_clang(given, "-ast-dump", source, made);
        if (xl__os_read_file(made, LARGEST, &text, &size) == 0) add_numbers(text, out);
        free(text);
    }
    (void)xl__os_remove_file(source);
    (void)xl__os_remove_file(made);
    if (root) return XL_SUCCESS;
    if (ended == TOOL_CANNOT_RUN) return xl__fail(error, XL_UNSUPPORTED, "no clang 15 or later");
    return xl__fail(error, XL_BUILD_FAILED, "clang cannot read the program");
}

bool tool_tree_uses(const tool_tree_function *function, const char *name) {
    for (int i = 0; i < function->use_count; i++)
        if (strcmp(function->uses[i], name) == 0) return true;
    return false;
}

void tool_tree_free(tool_tree *tree) {
    for (int i = 0; i < tree->count; i++) {
        for (int u = 0; u < tree->item[i].use_count; u++) free(tree->item[i].uses[u]);
        free(tree->item[i].uses);
        free(tree->item[i].name);
    }
    free(tree->item);
    *tree = (tool_tree){.count = 0};
}
