/* layout_text.c - tokens of a C text, and the text with a statement per line. */
#include "shrink/reduce_text.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 110, INDENT = 4 };

/* ---- tokens ----------------------------------------------------------------------------------- */

static int quoted_size(const char *at) {
    int size = 1;
    while (at[size] && at[size] != at[0]) size += at[size] == '\\' && at[size + 1] ? 2 : 1;
    return at[size] ? size + 1 : size;
}

static int token_size(const char *at) {
    static const char *const longer[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
                                         "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    int size = 0;
    if (*at == '#') return (int)strcspn(at, "\n");
    if (*at == '"' || *at == '\'') return quoted_size(at);
    if (*at >= '0' && *at <= '9') { /* also 1.5e-3f */
        while (xl__is_name_part(at[size]) || at[size] == '.' ||
               ((at[size] == '-' || at[size] == '+') && (at[size - 1] == 'e' || at[size - 1] == 'E') &&
                at[1] != 'x'))
            size++;
        return size;
    }
    while (xl__is_name_part(at[size])) size++;
    if (size > 0) return size;
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (strncmp(at, longer[i], strlen(longer[i])) == 0) return (int)strlen(longer[i]);
    return 1;
}

static void pair_brackets(reduce_token *t, int count) {
    static const char open[] = "({[", close[] = ")}]";
    int *const stack = tool_need(malloc(((size_t)count + 1) * sizeof *stack)), depth = 0;
    for (int i = 0; i < count; i++) {
        t[i].pair = -1;
        if (t[i].size != 1) continue;
        if (strchr(open, *t[i].at)) stack[depth++] = i;
        const char *const closing = strchr(close, *t[i].at);
        if (!closing || depth == 0) continue;
        const int from = stack[--depth];
        if (*t[from].at != open[closing - close]) continue;
        t[i].pair = from;
        t[from].pair = i;
    }
    free(stack);
}

reduce_token *reduce_tokens(const char *text, int *count) {
    int room = 0;
    reduce_token *t = NULL;
    *count = 0;
    for (const char *at = text; *(at += strspn(at, " \t\r\n"));) {
        if (*count == room) t = tool_need(realloc(t, (size_t)(room = 2 * room + 64) * sizeof *t));
        t[*count] = (reduce_token){.at = at, .size = token_size(at), .pair = -1};
        at += t[(*count)++].size;
    }
    if (!t) t = tool_need(malloc(sizeof *t));
    pair_brackets(t, *count);
    return t;
}

/* ---- layout ----------------------------------------------------------------------------------- */

static bool is(const reduce_token *t, const char *text) {
    return (int)strlen(text) == t->size && strncmp(t->at, text, (size_t)t->size) == 0;
}

static bool is_word(const reduce_token *t) {
    return xl__is_name_part(*t->at) || *t->at == '"';
}

/* Before a sign it is kept, as in "a - -b". */
static bool needs_blank(const reduce_token *a, const reduce_token *b) {
    static const char *const tight_after[] = {"(", "[", "!", "~", ".", "->", "++", "--"};
    static const char *const tight_before[] = {")", "]", ";", ",", ".", "->", "["};
    if (is_word(a) && is_word(b)) return true;
    for (size_t i = 0; i < sizeof tight_after / sizeof *tight_after; i++)
        if (is(a, tight_after[i])) return false;
    for (size_t i = 0; i < sizeof tight_before / sizeof *tight_before; i++)
        if (is(b, tight_before[i])) return false;
    if (is(b, "(")) return !is_word(a) || is(a, "if") || is(a, "for") || is(a, "while") || is(a, "return");
    return !(is(b, "++") || is(b, "--"));
}

typedef struct layout {
    xl__text *out;
    int depth, column;
} layout;

static void new_line(layout *l) {
    if (l->column > 0) xl__text_add(l->out, "\n", 1);
    l->column = 0;
}

/* A long line continues in the next one, indented. */
static void put(layout *l, const reduce_token *before, const reduce_token *t) {
    bool blank = l->column > 0 && before && needs_blank(before, t);
    const bool wraps = blank && !is(t, "{") && l->column + t->size + 1 > COLUMNS;
    if (wraps) new_line(l);
    if (l->column == 0) {
        l->column = INDENT * (l->depth + wraps);
        xl__text_format(l->out, "%*s", l->column, "");
        blank = false;
    }
    xl__text_format(l->out, "%s%.*s", blank ? " " : "", t->size, t->at);
    l->column += blank + t->size;
}

void reduce_layout(const char *text, xl__text *out) {
    int count, depth = 0, round = 0;
    reduce_token *const t = reduce_tokens(text, &count);
    layout l = {.out = out};
    for (int i = 0; i < count; i++) {
        const bool directive = *t[i].at == '#', closes = is(&t[i], "}");
        const bool starts = l.column == 0 || directive || (closes && round == 0);
        if (starts) new_line(&l);
        depth -= closes && round == 0;
        if (starts) l.depth = directive ? 0 : depth;
        put(&l, i > 0 ? &t[i - 1] : NULL, &t[i]);
        round += is(&t[i], "(") - is(&t[i], ")");
        depth += is(&t[i], "{") && round == 0;
        const bool follows =
            i + 1 < count && (is(&t[i + 1], ";") || is(&t[i + 1], ",") || is(&t[i + 1], "else"));
        const bool named = closes && i + 1 < count && is_word(&t[i + 1]) && depth == 0 && i + 2 < count &&
                           is(&t[i + 2], ";"); /* typedef struct { } name; */
        if (directive || (round == 0 && (is(&t[i], ";") || is(&t[i], "{") || (closes && !follows && !named))))
            new_line(&l);
    }
    new_line(&l);
    free(t);
}
