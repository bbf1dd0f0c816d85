#include "compilers/explain.h"
#include "compilers/standard_names.h"
#include "text/display.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512, SUBJECT = 96, MOST_HELPS = 8 };

/* An error: "mine.cl:7:3: error: use of undeclared identifier 'f'". */
typedef struct fault {
    char place[300];       /* "mine.cl:7: "; "": unknown */
    char subject[SUBJECT]; /* the first quoted word; "": none */
    char text[LINE];       /* after "error:" */
} fault;

static bool begins(const char *text, const char *part) {
    return strncmp(text, part, strlen(part)) == 0;
}

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- errors of a log -------------------------------------------------------------------------------- */

/* "mine.cl:7:3: error" becomes "mine.cl:7: ". */
static void read_place(const char *line, const char *error, fault *out) {
    const char *end = error;
    int colons = 0;
    out->place[0] = '\0';
    while (end > line && colons < 3)
        colons += *--end == ':' && (end + 1 == error || end[1] == ' ' || isdigit((unsigned char)end[1]));
    if (colons == 3 && end > line)
        snprintf(out->place, sizeof out->place, "%.*s",
                 (int)(strcspn(end + 1, ":") + (size_t)(end + 1 - line)), line);
    if (out->place[0]) tool_text_append(out->place, sizeof out->place, ": ");
}

static void read_fault(const char *line, const char *error, fault *out) {
    static const char word[] = "error:";
    const char *const end = line + strcspn(line, "\n"), *const text = error + sizeof word - 1;
    read_place(line, error, out);
    snprintf(out->text, sizeof out->text, "%.*s", (int)(end - text), text);
    const char *const quote = strchr(out->text, '\'');
    snprintf(out->subject, sizeof out->subject, "%.*s", quote ? (int)strcspn(quote + 1, "'") : 0,
             quote ? quote + 1 : "");
}

/* The next error at or after *at, which is advanced; false: none. */
static bool next_fault(const char **at, fault *out) {
    const char *const error = strstr(*at, "error:");
    const char *line = error;
    if (!error) return false;
    while (line > *at && line[-1] != '\n') line--;
    read_fault(line, error, out);
    *at = error + strcspn(error, "\n");
    return true;
}

/* ---- the program ------------------------------------------------------------------------------------ */

/* The innermost condition around `at`; NULL: none. */
static const char *condition_around(const char *text, const char *at) {
    int depth = 0;
    while (at > text) {
        const char *line = at - 1;
        while (line > text && line[-1] != '\n') line--;
        const char *word = line + strspn(line, " \t");
        if (*word == '#') {
            word += 1 + strspn(word + 1, " \t");
            depth += begins(word, "endif");
            if (begins(word, "if") && depth-- == 0) return line;
            if (depth == 0 && (begins(word, "elif") || begins(word, "else"))) return line;
        }
        at = line;
    }
    return NULL;
}

/* "#define NAME"; NULL: nowhere. */
static const char *definition_of(const char *text, const char *name) {
    static const char define[] = "define";
    const size_t size = strlen(name);
    for (const char *at = strstr(text, define); at; at = strstr(at + 1, define)) {
        const char *const word = at + sizeof define - 1 + strspn(at + sizeof define - 1, " \t");
        if (strncmp(word, name, size) == 0 && !is_word(word[size])) return at;
    }
    return NULL;
}

/* The first macro in "#ifdef cl_x", "#elif defined(cl_x)". */
static void macro_of(const char *directive, char out[SUBJECT]) {
    const char *at = directive + strspn(directive, " \t#"), *const end = at + strcspn(at, "\n");
    out[0] = '\0';
    while (at < end) {
        const size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        static const char *const others[] = {"if", "ifdef", "ifndef", "elif", "else", "defined"};
        bool other = size == 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            other = other || (strlen(others[i]) == size && strncmp(others[i], at, size) == 0);
        if (!other) {
            snprintf(out, SUBJECT, "%.*s", (int)size, at);
            return;
        }
        at += size ? size : 1;
    }
}

/* ---- explanations ----------------------------------------------------------------------------------- */

static bool lists(const tool_explaining *of, const char *extension) {
    const size_t size = strlen(extension);
    for (const char *at = strstr(of->extensions, extension); at; at = strstr(at + 1, extension))
        if (!is_word(at[size])) return true;
    return false;
}

/* Half or double. */
static bool explain_type(const tool_explaining *of, const fault *f, char out[LINE]) {
    const bool half = has(f->text, "half") || has(f->text, "cl_khr_fp16");
    if (!half && !has(f->text, "double") && !has(f->text, "cl_khr_fp64")) return false;
    const char *const extension = half ? "cl_khr_fp16" : "cl_khr_fp64";
    if (lists(of, extension))
        snprintf(out, LINE, "%s needs a line in the kernel: #pragma OPENCL EXTENSION %s : enable",
                 half ? "half" : "double", extension);
    else
        snprintf(out, LINE,
                 "%s needs %s, which %s's driver does not list; to see its code all the same, where clang "
                 "compiles: --option=-Xclang --option=-cl-ext=+%s",
                 half ? "half" : "double", extension, of->target, extension);
    return true;
}

static bool explain_language(const fault *f, char out[LINE]) {
    static const char *const words[] = {"template",  "typename", "class", "namespace",
                                        "constexpr", "auto",     "using", "static_assert"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(f->subject, words[i]) == 0) {
            snprintf(
                out, LINE,
                "'%s' is C++, and this is compiled as OpenCL C; where clang compiles: --option=-cl-std=CLC++",
                words[i]);
            return true;
        }
    return false;
}

static bool explain_name(const tool_explaining *of, const fault *f, char out[LINE]) {
    char told[128];
    const char *const extensions = tool_names_extensions(f->subject, told);
    if (extensions)
        snprintf(out, LINE,
                 "%s needs %s, which %s lacks; the layer can provide it (docs/inspect.md, standard names)",
                 f->subject, extensions, of->target);
    else if (begins(f->subject, "sub_group_non_uniform_"))
        snprintf(out, LINE,
                 "%s works in divergent flow, which %s lacks and the layer cannot provide; if every lane "
                 "calls it, use the name without non_uniform_",
                 f->subject, of->target);
    else if (has(f->subject, "sub_group"))
        snprintf(out, LINE, "%s is of an extension that %s lacks, and the layer does not provide it",
                 f->subject, of->target);
    else
        return false;
    return true;
}

static bool explain_macro(const tool_explaining *of, const fault *f, char out[LINE]) {
    char macro[SUBJECT];
    const bool unknown = has(f->text, "undeclared identifier") || has(f->text, "implicit declaration") ||
                         has(f->text, "unknown type name");
    if (!unknown || !f->subject[0]) return false;
    const char *const defined = definition_of(of->text, f->subject);
    const char *const condition = defined ? condition_around(of->text, defined) : NULL;
    if (condition) {
        macro_of(condition, macro);
        snprintf(out, LINE, "%s is defined only below '%.*s'%s%s%s", f->subject,
                 (int)strcspn(condition, "\n"), condition, macro[0] ? ": --set " : "", macro,
                 macro[0] ? "=1" : "");
        return true;
    }
    snprintf(out, LINE,
             "the file does not define %s, so the program that uses the kernel does: --set %s=VALUE, or "
             "--include its folder",
             f->subject, f->subject);
    return !defined;
}

/* "reqd_sub_group_size(64)" in the program. */
static bool explain_width(const tool_explaining *of, const fault *f, char out[LINE]) {
    if (!has(f->text, "required sub group size")) return false;
    const char *const at = strstr(of->text, "reqd_sub_group_size(");
    const int size = at ? (int)strcspn(at, ")") + 1 : 0;
    snprintf(out, LINE, "a kernel requires a sub-group size that %s lacks (%.*s); it has %s", of->target,
             size, at ? at : "", of->lanes);
    return true;
}

static bool explain_images(const tool_explaining *of, const fault *f, char out[LINE]) {
    if (!has(f->text, "requires __opencl_c_images")) return false;
    snprintf(
        out, LINE,
        "clang has no images for %s, whose driver's own compiler has them: such a kernel cannot be inspected",
        of->target);
    return true;
}

static bool explain_file(const fault *f, char out[LINE]) {
    if (!has(f->text, "file not found")) return false;
    snprintf(out, LINE, "%s: name the folder that has it: --include DIR", f->subject);
    return true;
}

void tool_explain_errors(const tool_explaining *of, xl__text *out) {
    fault f;
    int helps = 0;
    const size_t from = out->size;
    for (const char *at = of->log; helps < MOST_HELPS && next_fault(&at, &f);) {
        char line[LINE];
        if (!(explain_width(of, &f, line) || explain_language(&f, line) || explain_file(&f, line) ||
              explain_images(of, &f, line) || explain_type(of, &f, line) || explain_name(of, &f, line) ||
              explain_macro(of, &f, line)))
            continue;
        if (out->data && has(out->data + from, line)) continue;
        xl__text_format(out, "\nhelp: %s%s", f.place, line);
        helps++;
    }
}
