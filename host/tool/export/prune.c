/* prune.c - the definitions of an OpenCL C text that its kernels use. */
#include "export/plain_source.h"
#include "text/os_memory.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* One definition or directive at the top level. */
typedef struct item {
    const char *start;
    size_t size;
    bool function, kept;
} item;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The end of a text or character constant that begins at `at`. */
static const char *skip_quoted(const char *at) {
    const char quote = *at++;
    while (*at && *at != quote) at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* `at` is no space. A '{' after a ')' begins a function's body, which ends the item; another belongs to a
   type or an initialiser, whose item ends with ';'. */
static item read_item(const char *at) {
    item it = {.start = at};
    int depth = 0;
    char last = '\0';
    if (*at == '#') {
        it.size = strcspn(at, "\n");
        return it;
    }
    while (*at) {
        if (*at == '"' || *at == '\'') {
            at = skip_quoted(at);
            last = '"';
            continue;
        }
        if (*at == '{' && depth == 0 && last == ')') it.function = true;
        depth += *at == '{' || *at == '(' || *at == '[';
        depth -= *at == '}' || *at == ')' || *at == ']';
        if (!is_space(*at)) last = *at;
        at++;
        if (depth == 0 && (last == ';' || (last == '}' && it.function))) break;
    }
    it.size = (size_t)(at - it.start);
    return it;
}

/* ---- names ------------------------------------------------------------------------------------ */

typedef void name_of(void *user, const item *it, const char *name, size_t size, int depth);

/* With the number of brackets around each name. */
static void each_name(const item *it, name_of *each, void *user) {
    const char *at = it->start, *const end = it->start + it->size;
    int depth = 0;
    while (at < end) {
        if (*at == '"' || *at == '\'') {
            at = skip_quoted(at);
        } else if (xl__is_name_part(*at)) {
            const char *const first = at;
            while (at < end && xl__is_name_part(*at)) at++;
            if (*first < '0' || *first > '9') each(user, it, first, (size_t)(at - first), depth);
        } else {
            depth += *at == '{' || *at == '(' || *at == '[';
            depth -= *at == '}' || *at == ')' || *at == ']';
            at++;
        }
    }
}

static bool has(const json_t *names, const char *name, size_t size) {
    char key[256];
    return size < sizeof key && json_object_get(names, (memcpy(key, name, size), key[size] = '\0', key));
}

static void add(json_t *names, const char *name, size_t size) {
    char key[256];
    if (size >= sizeof key) return;
    memcpy(key, name, size);
    key[size] = '\0';
    json_object_set_new(names, key, json_true());
}

typedef struct question {
    json_t *needed;
    bool defines; /* the item defines a name that is needed */
} question;

static bool is_declarator(const item *it, const char *name, size_t size) {
    const char *at = name + size;
    static const char attribute[] = "__attribute";
    while (is_space(*at)) at++;
    if (it->function || *at == '(') /* a function, also a declared one */
        return *at == '(' && strncmp(name, attribute, sizeof attribute - 1) != 0;
    return *at == '=' || *at == '[' || *at == ';' || *at == ',';
}

static bool is_type(const item *it) {
    static const char *const words[] = {"typedef", "struct", "union", "enum"};
    const char *at = it->start;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (strncmp(at, words[w], strlen(words[w])) == 0 && !xl__is_name_part(at[strlen(words[w])]))
            return !it->function;
    return false;
}

/* A type counts with all its names, such as the constants of an enum. */
static void ask(void *user, const item *it, const char *name, size_t size, int depth) {
    question *const q = user;
    if (q->defines || !has(q->needed, name, size)) return;
    q->defines = is_type(it) || (depth == 0 && is_declarator(it, name, size));
}

static void need(void *user, const item *it, const char *name, size_t size, int depth) {
    (void)it, (void)depth;
    add(user, name, size);
}

/* ---- the text --------------------------------------------------------------------------------- */

static size_t read_items(const char *text, item **items) {
    size_t count = 0, room = 0;
    *items = NULL;
    for (const char *at = text; *at;) {
        if (is_space(*at)) {
            at++;
            continue;
        }
        if (count == room) *items = tool_need(realloc(*items, (room = 2 * room + 64) * sizeof **items));
        (*items)[count] = read_item(at);
        at += (*items)[count++].size;
    }
    return count;
}

/* The layer declares operations of other types only to refuse them with a clear error. */
static bool is_forbidden(const item *it) {
    static const char word[] = "__unavailable__";
    const char *const at = strstr(it->start, word);
    return !it->function && at && at < it->start + it->size;
}

void export_prune(const char *text, const char *const *kernels, xl__text *out) {
    item *items = NULL;
    const size_t count = read_items(text, &items);
    json_t *const needed = json_object();
    for (; *kernels; kernels++) add(needed, *kernels, strlen(*kernels));
    for (bool more = true; more;) { /* what is kept may need more */
        more = false;
        for (size_t i = 0; i < count; i++) {
            question q = {.needed = needed};
            if (items[i].kept) continue;
            if (items[i].start[0] != '#' && !is_forbidden(&items[i])) each_name(&items[i], ask, &q);
            if (!q.defines && items[i].start[0] != '#') continue;
            items[i].kept = more = true;
            each_name(&items[i], need, needed);
        }
    }
    for (size_t i = 0; i < count; i++)
        if (items[i].kept) xl__text_format(out, "%.*s\n", (int)items[i].size, items[i].start);
    json_decref(needed);
    free(items);
}

void export_drop_functions(const char *text, const bool *marked, xl__text *out) {
    item *items = NULL;
    const size_t count = read_items(text, &items);
    const char *at = text;
    size_t line = 0;
    for (size_t i = 0; i < count; i++) {
        bool dropped = false;
        for (; at < items[i].start; at++) line += *at == '\n';
        for (; at < items[i].start + items[i].size; at++) {
            dropped = dropped || marked[line];
            line += *at == '\n';
        }
        if (!items[i].function || !dropped)
            xl__text_format(out, "%.*s\n", (int)items[i].size, items[i].start);
    }
    free(items);
}
