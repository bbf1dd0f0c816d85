#include "compilers/standard_names.h"
#include "base/status.h"
#include "program/source.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASKED "sg_asked_"

/* ---- the list --------------------------------------------------------------------------------------- */

/* A line "#define sub_group_any(p) sg_all(SG_STANDARD_, p)" of the header, below "#if ... defined(EXTENSION)
 * ...". */
typedef struct entry {
    char name[64];
    char arguments[32]; /* "(p)"; "": any */
    const char *condition;
    bool exchanges;
} entry;

static bool begins(const char *text, const char *part) {
    return strncmp(text, part, strlen(part)) == 0;
}

static const char *after_line(const char *at) {
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

/* Advances *at; false: none. */
static bool next_entry(const char **at, entry *out) {
    static const char define[] = "#define ", marker[] = "SG_STANDARD_,";
    for (const char *line = *at; *line; line = after_line(line)) {
        if (begins(line, "#if SG_BACKEND == SG_LOCAL ||")) out->condition = line;
        if (!out->condition || !begins(line, define)) continue;
        const char *const name = line + sizeof define - 1, *const end = after_line(line);
        const size_t size = strcspn(name, "( ");
        const size_t arguments = name[size] == '(' ? strcspn(name + size, ")") + 1 : 0;
        const char *const marked = strstr(line, marker);
        snprintf(out->name, sizeof out->name, "%.*s", (int)size, name);
        snprintf(out->arguments, sizeof out->arguments, "%.*s", (int)arguments, name + size);
        out->exchanges = marked && marked < end;
        *at = end;
        return true;
    }
    return false;
}

static const char *list(void) {
    const xl__embedded_file *const file = xl__find_embedded("sg/extras/sg_standard.h");
    return file ? file->text : "";
}

static bool find_entry(const char *name, entry *out) {
    *out = (entry){.condition = NULL};
    for (const char *at = list(); next_entry(&at, out);)
        if (strcmp(out->name, name) == 0) return true;
    return false;
}

/* WORD of "... defined(WORD) ..."; advances *at. */
static bool next_extension(const char **at, char *out, size_t size) {
    static const char defined[] = "defined(";
    const char *const end = strstr(*at, "\n#define "), *const found = strstr(*at, defined);
    if (!found || (end && found >= end)) return false;
    const char *const word = found + sizeof defined - 1;
    snprintf(out, size, "%.*s", (int)strcspn(word, ")"), word);
    *at = word;
    return true;
}

static bool has_word(const char *words, const char *word) {
    const size_t size = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0')) return true;
    return false;
}

static bool is_native(const entry *e, const char *extensions) {
    char word[64];
    for (const char *at = e->condition; next_extension(&at, word, sizeof word);)
        if (has_word(extensions, word)) return true;
    return false;
}

const char *tool_names_extensions(const char *name, char out[128]) {
    entry e;
    char word[64];
    out[0] = '\0';
    if (!find_entry(name, &e)) return NULL;
    for (const char *at = e.condition; next_extension(&at, word, sizeof word);)
        tool_text_append(out, 128, "%s%s", out[0] ? " or " : "", word);
    return out;
}

/* ---- finding ---------------------------------------------------------------------------------------- */

/* Each name becomes a call that the tree shows, of its first argument's type, about as the real function. */
static void add_marks(xl__text *out) {
    entry e = {.condition = NULL};
    for (const char *at = list(); next_entry(&at, &e);) {
        xl__text_format(out, "int " ASKED "%s(void);\n", e.name);
        if (e.exchanges && e.arguments[0]) {
            const char *const first = e.arguments + 1;
            xl__text_format(out, "#define %s%s (" ASKED "%s()", e.name, e.arguments, e.name);
            for (const char *word = first + strcspn(first, ",)"); *word == ',';
                 word += strcspn(word + 1, ",)") + 1)
                xl__text_format(out, ", (%.*s)", (int)strcspn(word + 2, ",)"), word + 2);
            xl__text_format(out, ", (%.*s))\n", (int)strcspn(first, ",)"), first);
        } else {
            xl__text_format(out, "#define %s(...) " ASKED "%s()\n", e.name, e.name);
        }
    }
}

static void add_requirements(tool_names *names, const char *kernel) {
    for (int i = 0; i < names->tree.count; i++) {
        const tool_tree_function *const f = &names->tree.item[i];
        if (!f->kernel || (kernel && strcmp(f->name, kernel) != 0)) continue;
        if (f->group > names->group) names->group = f->group;
        if (f->width > 0 && names->width > 0 && f->width != names->width) names->other_width = f->width;
        if (f->width <= 0 || names->width > 0) continue;
        names->width = f->width;
        snprintf(names->kernel, sizeof names->kernel, "%s", f->name);
    }
}

static bool uses_entry(const tool_names *names, const char *name) {
    char mark[80];
    snprintf(mark, sizeof mark, ASKED "%s", name);
    for (int i = 0; i < names->tree.count; i++)
        if (tool_tree_uses(&names->tree.item[i], mark)) return true;
    return false;
}

int tool_names_find(const tool_tree_given *given, const char *kernel, tool_names *out, xl_error *error) {
    xl__text text = {0};
    tool_tree_given marked = *given;
    *out = (tool_names){.count = 0};
    add_marks(&text);
    const long before = (long)text.size;
    xl__text_format(&text, "%s", given->text);
    marked.text = tool_need(text.failed ? NULL : text.data);
    const int status = tool_tree_read(&marked, &out->tree, error);
    xl__text_free(&text);
    if (status != XL_SUCCESS) return status;
    for (int i = 0; i < out->tree.count; i++) {
        tool_tree_function *const f = &out->tree.item[i];
        f->name_at = f->name_at < before ? -1 : f->name_at - before;
        f->body_at = f->body_at < before ? -1 : f->body_at - before;
        f->at = f->at < before ? -1 : f->at - before;
    }
    add_requirements(out, kernel);
    entry e = {.condition = NULL};
    for (const char *at = list(); next_entry(&at, &e);) out->count += uses_entry(out, e.name);
    return XL_SUCCESS;
}

void tool_names_free(tool_names *names) {
    tool_tree_free(&names->tree);
}

void tool_names_missing(const tool_names *names, const char *extensions, char out[TOOL_NAMES_TEXT]) {
    entry e = {.condition = NULL};
    char told[128];
    int more = 0;
    out[0] = '\0';
    for (const char *at = list(); next_entry(&at, &e);) {
        if (is_native(&e, extensions) || !uses_entry(names, e.name)) continue;
        if (strlen(out) > TOOL_NAMES_TEXT / 2)
            more++;
        else
            tool_text_append(out, TOOL_NAMES_TEXT, "%s%s (%s)", out[0] ? ", " : "", e.name,
                             tool_names_extensions(e.name, told));
    }
    if (more > 0) tool_text_append(out, TOOL_NAMES_TEXT, " and %d more", more);
}

/* ---- writing ---------------------------------------------------------------------------------------- */

/* Functions that need the context, by name: overloads have one answer. */
typedef struct needing {
    const tool_tree *tree;
    bool *item; /* of each function of the tree */
} needing;

static bool needs(const needing *all, const char *name) {
    for (int i = 0; i < all->tree->count; i++)
        if (all->item[i] && strcmp(all->tree->item[i].name, name) == 0) return true;
    return false;
}

static bool uses_context(const needing *all, const tool_tree_function *f) {
    entry e;
    for (int u = 0; u < f->use_count; u++) {
        const char *const name = f->uses[u];
        if (begins(name, ASKED) ? find_entry(name + sizeof ASKED - 1, &e) && e.exchanges : needs(all, name))
            return true;
    }
    return false;
}

/* Kernels declare a context of their own, so they need none from a caller. */
static needing find_needing(const tool_tree *tree) {
    needing all = {tree, tool_need(calloc((size_t)tree->count + 1, sizeof *all.item))};
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < tree->count; i++) {
            const tool_tree_function *const f = &tree->item[i];
            if (all.item[i] || f->kernel || !(uses_context(&all, f) || needs(&all, f->name))) continue;
            all.item[i] = more = true;
        }
    }
    return all;
}

static int refuse(const tool_tree_function *f, const char *text, const char *why, xl_error *error) {
    char file[XL__SOURCE_NAME] = "";
    unsigned line = 0, absolute = 1;
    for (long i = 0; i < f->at; i++) absolute += text[i] == '\n';
    if (f->at < 0 || !xl__name_source_line(text, absolute, file, &line))
        return xl__fail(error, XL_UNSUPPORTED, "%s %s", f->name, why);
    return xl__fail(error, XL_UNSUPPORTED, "%s:%u: %s %s", file, line, f->name, why);
}

/* Calls get the argument by a macro, also those in macros. */
static int add_callers(const needing *all, const char *text, xl__text *out, xl_error *error) {
    for (int i = 0; i < all->tree->count; i++) {
        const tool_tree_function *const f = &all->tree->item[i];
        bool told = false;
        if (!all->item[i]) continue;
        for (int k = 0; k < i; k++) {
            const tool_tree_function *const other = &all->tree->item[k];
            if (strcmp(other->name, f->name) != 0) continue;
            if (other->parameters != f->parameters)
                return refuse(
                    f, text,
                    "is overloaded with other numbers of parameters, and needs one more for emulated "
                    "sub-groups: give the overloads different names",
                    error);
            told = true;
        }
        if (told) continue;
        xl__text_format(out, "#define %s(", f->name);
        for (int p = 0; p < f->parameters; p++) xl__text_format(out, "%ssg_a%d", p ? ", " : "", p);
        xl__text_format(out, ") %s(sg_standard", f->name);
        for (int p = 0; p < f->parameters; p++) xl__text_format(out, ", sg_a%d", p);
        xl__text_format(out, ")\n");
    }
    return XL_SUCCESS;
}

/* In parentheses a name is not replaced by the macro for its callers. */
static long add_signature(const tool_tree_function *f, const char *text, xl__text *out) {
    const char *at = text + f->name_at + strlen(f->name);
    at += strspn(at, " \t\r\n");
    if (*at != '(') return -1;
    at++;
    xl__text_format(out, "(%s)(sg_t sg_standard%s", f->name, f->parameters ? ", " : "");
    if (f->parameters == 0) at += strcspn(at, ")"); /* void */
    return (long)(at - text);
}

static int add_changed(const needing *all, const char *text, xl__text *out, xl_error *error) {
    static const char by_macro[] = "exchanges values between lanes, and emulated sub-groups need a parameter "
                                   "in it, but a macro writes it: write "
                                   "the function out, or ask for a width that the target has (--width)";
    long from = 0;
    for (int i = 0; i < all->tree->count; i++) {
        const tool_tree_function *const f = &all->tree->item[i];
        const bool begins_context = f->kernel && f->defined && uses_context(all, f);
        if (!all->item[i] && !begins_context) continue;
        const long at = begins_context ? f->body_at : f->name_at;
        if (at < from) return refuse(f, text, by_macro, error);
        xl__text_add(out, text + from, (size_t)(at - from));
        if (begins_context) {
            xl__text_format(out, "{ SG_BEGIN(sg_standard);");
            from = at + 1;
        } else if ((from = add_signature(f, text, out)) < 0) {
            return refuse(f, text, by_macro, error);
        }
    }
    xl__text_format(out, "%s", text + from);
    return XL_SUCCESS;
}

int tool_names_write(const tool_names *names, const char *text, bool context, xl__text *out,
                     xl_error *error) {
    int status = XL_SUCCESS;
    xl__text_format(out, "#define SG_STANDARD_NAMES 1\n#line 1 \"crosslane_sg.h\"\n%s", xl_header_text());
    needing all = find_needing(&names->tree);
    if (context) status = add_callers(&all, text, out, error);
    xl__text_format(out, "#line 1 \"standard names\"\n");
    if (status == XL_SUCCESS && context)
        status = add_changed(&all, text, out, error);
    else
        xl__text_format(out, "%s", text);
    free(all.item);
    tool_need(out->failed ? NULL : out);
    return status;
}
