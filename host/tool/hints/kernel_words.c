#include "hints/kernel_words.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *at, *line_start;
    unsigned line;
    tool_kernel_words *out;
    size_t room;
} reader;

static void next_line(reader *r) {
    r->line++;
    r->line_start = r->at;
}

static void skip_directive(reader *r) {
    while (*r->at) {
        const char last = *r->at++;
        if (last == '\\' && *r->at == '\n') {
            r->at++;
            next_line(r);
        } else if (last == '\n') {
            next_line(r);
            return;
        }
    }
}

static void skip_comment(reader *r) {
    r->at += 2;
    while (*r->at && !(r->at[0] == '*' && r->at[1] == '/'))
        if (*r->at++ == '\n') next_line(r);
    if (*r->at) r->at += 2;
}

static void skip_string(reader *r) {
    const char quote = *r->at++;
    while (*r->at && *r->at != quote && *r->at != '\n') r->at += r->at[0] == '\\' && r->at[1] ? 2 : 1;
    if (*r->at == quote) r->at++;
}

static bool is_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static int operator_size(const char *at) {
    static const char *const three[] = {"<<=", ">>="};
    static const char *const two[] = {"==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=",
                                      "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "->"};
    for (size_t i = 0; i < sizeof three / sizeof *three; i++)
        if (strncmp(at, three[i], 3) == 0) return 3;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(at, two[i], 2) == 0) return 2;
    return 1;
}

/* Empty words at the end: a check may look a few words ahead. */
enum { BEHIND = 8 };

static void add(reader *r, int size, bool name) {
    tool_kernel_words *const w = r->out;
    if (w->count + 1 + BEHIND > r->room) {
        const size_t room = 2 * r->room + 256;
        w->word = tool_need(realloc(w->word, room * sizeof *w->word));
        r->room = room;
    }
    w->word[w->count++] = (tool_word){r->at, size, r->line, (unsigned)(r->at - r->line_start) + 1, name, 0};
    for (size_t i = 0; i < BEHIND; i++) w->word[w->count + i] = (tool_word){"", 0, r->line, 1, false, 0};
    r->at += size;
}

static int word_size(const char *at) {
    int size = 0;
    const bool number = isdigit((unsigned char)*at);
    while (is_part(at[size]) || (number && at[size] == '.') ||
           (number && (at[size] == '-' || at[size] == '+') && (at[size - 1] == 'e' || at[size - 1] == 'E')))
        size++;
    return size;
}

/* Open brackets form a list, innermost first: `close` links to the next outer one. */
static void pair_brackets(tool_kernel_words *words) {
    const size_t none = words->count;
    size_t innermost = none;
    for (size_t i = 0; i < words->count; i++) {
        tool_word *const w = &words->word[i];
        if (w->size != 1) continue;
        if (strchr("([{", *w->text)) {
            w->close = innermost;
            innermost = i;
        } else if (strchr(")]}", *w->text) && innermost != none) {
            const size_t open = innermost;
            innermost = words->word[open].close;
            words->word[open].close = i;
        }
    }
    while (innermost != none) {
        const size_t open = innermost;
        innermost = words->word[open].close;
        words->word[open].close = none;
    }
}

void tool_kernel_words_read(const char *source, tool_kernel_words *out) {
    *out = (tool_kernel_words){NULL, 0};
    reader r = {.at = source, .line_start = source, .line = 1, .out = out};
    bool fresh = true; /* only blanks on this line so far */
    out->word = tool_need(calloc(BEHIND, sizeof *out->word));
    r.room = BEHIND;
    for (size_t i = 0; i < BEHIND; i++) out->word[i].text = "";
    while (*r.at) {
        const char c = *r.at;
        if (c == '\n') {
            r.at++;
            next_line(&r);
            fresh = true;
        } else if (isspace((unsigned char)c) || c == '\\') {
            r.at++;
        } else if (c == '#' && fresh) {
            skip_directive(&r);
        } else if (c == '/' && r.at[1] == '/') {
            r.at += strcspn(r.at, "\n");
        } else if (c == '/' && r.at[1] == '*') {
            skip_comment(&r);
        } else if (c == '"' || c == '\'') {
            skip_string(&r);
        } else {
            const int size = word_size(r.at);
            fresh = false;
            add(&r, size > 0 ? size : operator_size(r.at), size > 0 && !isdigit((unsigned char)c));
        }
    }
    pair_brackets(out);
}

void tool_kernel_words_free(tool_kernel_words *words) {
    free(words->word);
    *words = (tool_kernel_words){NULL, 0};
}

bool tool_word_is(const tool_word *word, const char *text) {
    const size_t size = strlen(text);
    return (size_t)word->size == size && memcmp(word->text, text, size) == 0;
}

bool tool_word_begins(const tool_word *word, const char *text) {
    const size_t size = strlen(text);
    return (size_t)word->size >= size && memcmp(word->text, text, size) == 0;
}

bool tool_word_same(const tool_word *a, const tool_word *b) {
    return a->size == b->size && memcmp(a->text, b->text, (size_t)a->size) == 0;
}

size_t tool_words_close(const tool_kernel_words *words, size_t open, size_t end) {
    const size_t close = words->word[open].close;
    return close > open && close < end ? close : end;
}
