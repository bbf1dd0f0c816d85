/* reduce_text.c - removes statements, unwraps blocks, and simplifies expressions and names. */
#include "shrink/reduce_text.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reducer {
    const reduce_question *q;
    char *text; /* the best; owned */
    reduce_token *t;
    int count;
    bool better; /* in this round */
} reducer;

static bool is(const reducer *r, int i, const char *word) {
    return i >= 0 && i < r->count && (int)strlen(word) == r->t[i].size &&
           strncmp(r->t[i].at, word, (size_t)r->t[i].size) == 0;
}

static bool is_name(const reducer *r, int i) {
    return i >= 0 && i < r->count && xl__is_name_part(*r->t[i].at) &&
           !(*r->t[i].at >= '0' && *r->t[i].at <= '9');
}

static void set_text(reducer *r, char *text) {
    free(r->text);
    free(r->t);
    r->text = text;
    r->t = reduce_tokens(text, &r->count);
}

/* ---- one attempt ------------------------------------------------------------------------------ */

static void add_tokens(const reducer *r, int from, int to, xl__text *out) {
    for (int i = from; i < to; i++)
        xl__text_format(out, "%.*s%s", r->t[i].size, r->t[i].at, *r->t[i].at == '#' ? "\n" : " ");
}

/* Takes the text; true: it is the best now. */
static bool try_text(reducer *r, xl__text *text) {
    xl__text laid = {0};
    reduce_layout(text->data ? text->data : "", &laid);
    xl__text_free(text);
    char *const candidate = laid.data ? laid.data : tool_need(xl__copy_text(""));
    const bool holds =
        !r->q->stopped(r->q->user) && strcmp(candidate, r->text) != 0 && r->q->holds(r->q->user, candidate);
    if (holds)
        set_text(r, candidate);
    else
        free(candidate);
    r->better = r->better || holds;
    return holds;
}

/* Replaces tokens [from, to) by `text` and by tokens [first, last) of them. */
static bool replace(reducer *r, int from, int to, const char *text, int first, int last) {
    xl__text out = {0};
    add_tokens(r, 0, from, &out);
    xl__text_format(&out, "%s ", text);
    add_tokens(r, first, last, &out);
    add_tokens(r, to, r->count, &out);
    return try_text(r, &out);
}

static bool cut(reducer *r, int from, int to) {
    return replace(r, from, to, "", 0, 0);
}

/* ---- statements ------------------------------------------------------------------------------- */

/* Of the statement, definition or directive at i, in a block that ends at `end`. */
static int unit_end(const reducer *r, int i, int end) {
    const bool type = is(r, i, "typedef") || is(r, i, "struct") || is(r, i, "do");
    if (*r->t[i].at == '#') return i + 1;
    for (; i < end; i++) {
        const bool body = is(r, i, "{") && !type && !is(r, i - 1, "=");
        if (r->t[i].pair > i) i = r->t[i].pair;
        if ((is(r, i, ";") || body) && !is(r, i + 1, "else")) return i + 1;
    }
    return end;
}

/* Removes runs of statements of the block [from, end), long ones and the last first. Returns its new end. */
static int reduce_block(reducer *r, int from, int end) {
    for (int size = 1 << 9; size > 0; size /= 2) {
        int *const start = tool_need(malloc(((size_t)(end - from) + 2) * sizeof *start)), units = 0;
        for (int i = from; i < end; i = unit_end(r, i, end)) start[units++] = i;
        start[units] = end;
        for (int last = units; last > 0 && size <= units; last -= size) {
            const int first = last > size ? last - size : 0, gone = start[last] - start[first];
            if (!cut(r, start[first], start[last])) continue;
            end -= gone;
            for (int k = last; k <= units; k++) start[k] -= gone;
        }
        free(start);
    }
    return end;
}

static void reduce_statements(reducer *r) {
    reduce_block(r, 0, r->count);
    for (int i = 0; i < r->count; i++)
        if (is(r, i, "{") && r->t[i].pair > i) reduce_block(r, i + 1, r->t[i].pair);
}

/* Removes conditions or braces of blocks, and attributes. */
static void reduce_structure(reducer *r) {
    for (int i = 0; i < r->count; i++) {
        const int next = i + 1 < r->count ? r->t[i + 1].pair : -1;
        if ((is(r, i, "if") || is(r, i, "for") || is(r, i, "while")) && next > i) {
            if (cut(r, i, next + 1)) i--;
        } else if (is(r, i, "else")) {
            if (cut(r, i, unit_end(r, i + 1, r->count)) || cut(r, i, i + 1)) i--;
        } else if (is(r, i, "{") && r->t[i].pair > i) {
            if (replace(r, i, r->t[i].pair + 1, "", i + 1, r->t[i].pair)) i--;
        } else if (is(r, i, "__attribute__") && next > i) {
            if (cut(r, i, next + 1)) i--;
        }
    }
}

/* ---- expressions ------------------------------------------------------------------------------ */

/* A call or an expression in brackets as one of its parts, or as a number. */
static bool reduce_brackets(reducer *r, int i) {
    const int pair = r->t[i].pair, from = is_name(r, i - 1) ? i - 1 : i;
    int part = i + 1;
    if (is(r, from, "if") || is(r, from, "for") || is(r, from, "while") || is(r, from, "__attribute__"))
        return false;
    if (replace(r, from, pair + 1, "0", 0, 0) || replace(r, from, pair + 1, "1", 0, 0)) return true;
    for (int at = i + 1; at <= pair; at++) {
        if (at < pair && !is(r, at, ",")) {
            if (r->t[at].pair > at) at = r->t[at].pair;
            continue;
        }
        if (replace(r, from, pair + 1, "", part, at)) return true;
        part = at + 1;
    }
    return cut(r, i, pair + 1);
}

static void reduce_expressions(reducer *r) {
    for (int i = 0; i < r->count; i++)
        if (is(r, i, "(") && r->t[i].pair > i && reduce_brackets(r, i)) i--;
    for (int i = 0; i < r->count; i++)
        if (is(r, i, "[") && r->t[i].pair > i + 1) replace(r, i + 1, r->t[i].pair, "0", 0, 0);
}

static void reduce_runs(reducer *r) {
    enum { LONGEST = 10, MOST = 700 };
    for (int size = LONGEST; size > 0 && r->count < MOST; size--)
        for (int i = r->count - size; i >= 0; i--) {
            bool matched = i + size <= r->count;
            for (int k = i; matched && k < i + size; k++) {
                const char c = *r->t[k].at;
                const bool bracket = r->t[k].size == 1 && strchr("(){}[]", c);
                matched = !bracket || (r->t[k].pair >= i && r->t[k].pair < i + size);
            }
            if (matched) cut(r, i, i + size);
        }
}

/* ---- numbers and names ------------------------------------------------------------------------ */

static void reduce_numbers(reducer *r) {
    for (int i = 0; i < r->count; i++) {
        char half[32], *end;
        const unsigned long long value = strtoull(r->t[i].at, &end, 0);
        const bool whole = *r->t[i].at >= '0' && *r->t[i].at <= '9' && *end != '.';
        if (!whole || value < 2) continue;
        snprintf(half, sizeof half, "%llu", value / 2);
        if (replace(r, i, i + 1, "0", 0, 0) || replace(r, i, i + 1, "1", 0, 0)) continue;
        if (replace(r, i, i + 1, half, 0, 0)) i--;
    }
}

/* Replaces later `name`s by tokens [first, last), in brackets if a value, and removes [from, to), unless the
   text would be longer. */
static bool substitute(reducer *r, int name, int first, int last, int from, int to) {
    const bool bracket = last - first > 1 && !is(r, from, "typedef");
    int longer = from - to;
    xl__text out = {0};
    add_tokens(r, 0, from, &out);
    for (int i = to; i < r->count; i++) {
        const bool same =
            r->t[i].size == r->t[name].size && strncmp(r->t[i].at, r->t[name].at, (size_t)r->t[i].size) == 0;
        if (same && bracket) xl__text_format(&out, "(");
        add_tokens(r, same ? first : i, same ? last : i + 1, &out);
        if (same && bracket) xl__text_format(&out, ")");
        if (same) longer += last - first - 1;
    }
    if (longer <= 0) return try_text(r, &out);
    xl__text_free(&out);
    return false;
}

/* Types with other names, and `T a = b;` where a is b. */
static void reduce_names(reducer *r) {
    for (int i = 0; i < r->count; i++) {
        const int end = unit_end(r, i, r->count), last = end - 2;
        if (is(r, i, "typedef") && is_name(r, last) && substitute(r, last, i + 1, last, i, end)) {
            i--;
            continue;
        }
        int equals = i;
        while (equals < end && !is(r, equals, "=") && is_name(r, equals)) equals++;
        const bool starts = i == 0 || is(r, i - 1, ";") || is(r, i - 1, "{") || is(r, i - 1, "}");
        if (starts && is(r, equals, "=") && equals >= i + 2 && equals + 1 < end &&
            substitute(r, equals - 1, equals + 1, end - 1, i, end))
            i--;
    }
}

bool reduce_text(char **text, const reduce_question *question) {
    reducer r = {.q = question};
    xl__text plain = {0};
    set_text(&r, *text);
    xl__text_format(&plain, "%s", *text);
    try_text(&r, &plain);
    r.better = false; /* another layout is not smaller */
    reduce_statements(&r);
    reduce_structure(&r);
    reduce_names(&r);
    reduce_expressions(&r);
    reduce_numbers(&r);
    reduce_runs(&r);
    free(r.t);
    *text = r.text;
    return r.better;
}
