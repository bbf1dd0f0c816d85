/* markdown.c - a block ends at an empty line or where another kind begins. */
#include "course/markdown.h"
#include "base/status.h"
#include "base/text.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    tool_out *out;
    const char *file, *at; /* `at`: the current line */
    int line;
    const course_hooks *hooks;
    xl_error *error;
    int status;
} reader;

static size_t line_size(const char *at) {
    return strcspn(at, "\n");
}

static void next_line(reader *r) {
    r->at += line_size(r->at);
    r->at += *r->at == '\n';
    r->line++;
}

static void refuse(reader *r, const char *what) {
    if (r->status == XL_SUCCESS)
        r->status = xl__fail(r->error, XL_BAD_VALUE, "%s:%d: %s: '%.*s'", r->file, r->line, what,
                             (int)(line_size(r->at) < 60 ? line_size(r->at) : 60), r->at);
}

/* ---- one line ----------------------------------------------------------------------------------------- */

static void put_part(tool_out *out, const char *text, size_t size) {
    xl__text copy = {0};
    xl__text_add(&copy, text, size);
    if (size > 0) tool_put_text(out, tool_need(copy.failed ? NULL : copy.data));
    xl__text_free(&copy);
}

void course_slug(const char *text, size_t size, char out[COURSE_LINK]) {
    size_t used = 0;
    for (size_t i = 0; i < size && used + 1 < COURSE_LINK; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (isalnum(c) || c == '-' || c == '_') out[used++] = (char)tolower(c);
        if (c == ' ') out[used++] = '-';
    }
    out[used] = '\0';
}

static const char *find(const char *from, const char *end, char c) {
    return from < end ? memchr(from, c, (size_t)(end - from)) : NULL;
}

typedef struct span {
    tool_out *out;
    const course_hooks *hooks;
    const char *at, *end;
} span;

static bool put_inline(span s);

/* At '[': a link, whose text may have code; after '!' a picture. Returns its end, or NULL: it is plain text.
 */
static const char *put_link(span s, bool picture) {
    int depth = 0;
    const char *close = s.at;
    for (; close < s.end; close++) {
        depth += *close == '[';
        depth -= *close == ']';
        if (depth == 0) break;
    }
    const char *const stop = close + 1 < s.end && close[1] == '(' ? find(close + 2, s.end, ')') : NULL;
    char target[COURSE_LINK], place[COURSE_LINK] = "";
    if (!stop) return NULL;
    snprintf(target, sizeof target, "%.*s", (int)(stop - close - 2), close + 2);
    const span inner = {s.out, s.hooks, s.at + 1, close};
    const bool leads = s.hooks->link(s.hooks->user, target, place);
    if (picture && leads) {
        tool_put(s.out, "<img src=\"%s\" alt=\"", place);
        put_part(s.out, inner.at, (size_t)(inner.end - inner.at));
        tool_put(s.out, "\">");
        return stop + 1;
    }
    if (leads) tool_put(s.out, "<a href=\"%s\">", place);
    const bool good = put_inline(inner);
    if (leads) tool_put(s.out, "</a>");
    return good ? stop + 1 : NULL;
}

/* At '*': emphasis, if a word begins after it. */
static const char *put_emphasis(span s) {
    const bool strong = s.at + 1 < s.end && s.at[1] == '*';
    const char *const from = s.at + (strong ? 2 : 1);
    const char *to = from;
    if (from >= s.end || isspace((unsigned char)*from)) return NULL;
    while ((to = find(to, s.end, '*')) != NULL && (strong ? to + 1 >= s.end || to[1] != '*' : to == from))
        to++;
    if (!to || isspace((unsigned char)to[-1])) return NULL;
    tool_put(s.out, strong ? "<strong>" : "<em>");
    const bool good = put_inline((span){s.out, s.hooks, from, to});
    tool_put(s.out, strong ? "</strong>" : "</em>");
    return good ? to + (strong ? 2 : 1) : NULL;
}

static bool is_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of a name at `at` that belongs to code, with its arguments or index; 0: none. */
static size_t code_size(const char *at, const char *end) {
    const char *name = at;
    while (name < end && is_part(*name)) name++;
    const bool has_line = memchr(at, '_', (size_t)(name - at)) != NULL, index = name < end && *name == '[';
    const char *const close = name < end && *name == '(' ? find(name, end, ')')
                              : index                    ? find(name, end, ']')
                                                         : NULL;
    if (name == at || isdigit((unsigned char)*at) || !(has_line || (index && close))) return 0;
    const bool nested = close && !index && memchr(name + 1, '(', (size_t)(close - name - 1));
    return (size_t)((close && !nested ? close + 1 : name) - at);
}

static void put_plain(const span *s, const char *text, size_t size) {
    const char *const end = text + size, *plain = text;
    for (const char *at = text; s->hooks->names && at < end;) {
        const size_t code = code_size(at, end);
        if (code > 0) {
            put_part(s->out, plain, (size_t)(at - plain));
            tool_put(s->out, "<code>");
            put_part(s->out, at, code);
            tool_put(s->out, "</code>");
            plain = at += code;
        } else {
            at++;
            while (at < end && is_part(at[-1]) && is_part(*at)) at++;
        }
    }
    put_part(s->out, plain, (size_t)(end - plain));
}

/* False: a mark of code has no end. */
static bool put_inline(span s) {
    const char *plain = s.at, *const begin = s.at;
    while (s.at < s.end) {
        const char *after = NULL;
        const bool picture = *s.at == '!' && s.at + 1 < s.end && s.at[1] == '[';
        const bool after_word = s.at > begin && isalnum((unsigned char)s.at[-1]);
        const bool times = *s.at == '*' && after_word, index = *s.at == '[' && after_word && s.hooks->names;
        if (!strchr("`[*!", *s.at) || (*s.at == '!' && !picture) || times || index) {
            s.at++;
            continue;
        }
        put_plain(&s, plain, (size_t)(s.at - plain));
        plain = s.at;
        if (*s.at == '`') {
            const char *const close = find(s.at + 1, s.end, '`');
            if (!close) return false;
            tool_put(s.out, "<code>");
            put_part(s.out, s.at + 1, (size_t)(close - s.at - 1));
            tool_put(s.out, "</code>");
            after = close + 1;
        } else if (*s.at == '*') {
            after = put_emphasis(s);
        } else {
            span link = s;
            link.at += picture;
            after = put_link(link, picture);
        }
        s.at = after ? after : s.at + 1;
        if (after) plain = after;
    }
    put_plain(&s, plain, (size_t)(s.end - plain));
    return true;
}

int course_inline(tool_out *out, const char *text, size_t size, const course_hooks *hooks, xl_error *error) {
    if (put_inline((span){out, hooks, text, text + size})) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "a ` without an end: '%.*s'", (int)(size < 60 ? size : 60), text);
}

static void put_line(reader *r, const char *text, size_t size) {
    if (!put_inline((span){r->out, r->hooks, text, text + size})) refuse(r, "a ` without an end");
}

/* ---- blocks ------------------------------------------------------------------------------------------- */

static bool is_empty(const char *at) {
    return at[strspn(at, " ")] == '\n' || at[strspn(at, " ")] == '\0';
}

/* The length of "- " or "12. ", 0: no item. */
static size_t item_mark(const char *at) {
    if (at[0] == '-' && at[1] == ' ') return 2;
    const size_t digits = strspn(at, "0123456789");
    return digits > 0 && at[digits] == '.' && at[digits + 1] == ' ' ? digits + 2 : 0;
}

static bool begins_block(const char *at) {
    return is_empty(at) || *at == '#' || *at == '|' || strncmp(at, "```", 3) == 0 || item_mark(at) > 0;
}

static void put_heading(reader *r) {
    const size_t level = strspn(r->at, "#"), size = line_size(r->at);
    char slug[COURSE_LINK];
    if (level > 4 || r->at[level] != ' ') {
        refuse(r, "an unknown heading");
        return;
    }
    course_slug(r->at + level + 1, size - level - 1, slug);
    tool_put(r->out, "<h%d id=\"%s\">", (int)level, slug);
    put_line(r, r->at + level + 1, size - level - 1);
    tool_put(r->out, "</h%d>\n", (int)level);
    next_line(r);
}

static void put_code(reader *r, const char *text, size_t size) {
    tool_put(r->out, "<pre tabindex=\"0\"><code>");
    put_part(r->out, text, size);
    tool_put(r->out, "</code></pre>\n");
    if (r->hooks->code) r->hooks->code(r->hooks->user, r->out, text, size);
}

static void put_fence(reader *r) {
    next_line(r);
    const char *const from = r->at;
    while (*r->at && strncmp(r->at, "```", 3) != 0) next_line(r);
    if (!*r->at) refuse(r, "code without an end");
    put_code(r, from, (size_t)(r->at - from));
    next_line(r);
}

/* Four spaces before each line. */
static void put_indented(reader *r) {
    xl__text code = {0};
    while (*r->at && (strncmp(r->at, "    ", 4) == 0 || is_empty(r->at))) {
        const size_t size = line_size(r->at), skip = size < 4 ? size : 4;
        xl__text_format(&code, "%.*s\n", (int)(size - skip), r->at + skip);
        next_line(r);
    }
    while (code.size > 1 && code.data[code.size - 2] == '\n') code.data[--code.size] = '\0';
    if (code.data) put_code(r, code.data, code.size);
    xl__text_free(&code);
}

/* The next cell's end: a '|' outside of code. */
static const char *cell_end(const char *at, const char *end) {
    bool code = false;
    for (; at < end && (code || *at != '|'); at++) code ^= *at == '`';
    return at;
}

static void put_row(reader *r, const char *cell) {
    const char *at = r->at + 1, *const end = r->at + line_size(r->at);
    tool_put(r->out, "<tr>");
    while (at < end) {
        const char *to = cell_end(at, end), *last = to;
        while (at < last && *at == ' ') at++;
        while (last > at && last[-1] == ' ') last--;
        tool_put(r->out, "<%s>", cell);
        put_line(r, at, (size_t)(last - at));
        tool_put(r->out, "</%.2s>", cell);
        at = to + 1;
    }
    tool_put(r->out, "</tr>\n");
    next_line(r);
}

static void put_table(reader *r) {
    tool_put(r->out, "<div class=\"wide\" tabindex=\"0\"><table><thead>");
    put_row(r, "th scope=\"col\"");
    if (strncmp(r->at, "|-", 2) != 0 || strspn(r->at, "|-: ") != line_size(r->at))
        refuse(r, "a table without a line under its titles");
    next_line(r);
    tool_put(r->out, "</thead><tbody>\n");
    while (*r->at == '|') put_row(r, "td");
    tool_put(r->out, "</tbody></table></div>\n");
}

/* With the lines that continue it; `indented`: these begin with spaces. */
static void put_text(reader *r, size_t skip, bool indented) {
    const char *const from = r->at + skip;
    next_line(r);
    while (*r->at && !begins_block(r->at) && (!indented || *r->at == ' ')) next_line(r);
    xl__text text = {0};
    for (const char *at = from; at < r->at; at += line_size(at) + 1) {
        at += at > from ? strspn(at, " ") : 0;
        xl__text_format(&text, "%s%.*s", text.size ? " " : "", (int)line_size(at), at);
    }
    if (text.data) put_line(r, text.data, text.size);
    xl__text_free(&text);
}

static void put_list(reader *r) {
    const bool numbers = *r->at != '-';
    tool_put(r->out, numbers ? "<ol>\n" : "<ul>\n");
    while (item_mark(r->at) > 0 && (*r->at != '-') == numbers) {
        tool_put(r->out, "<li>");
        put_text(r, item_mark(r->at), true);
        tool_put(r->out, "</li>\n");
    }
    tool_put(r->out, numbers ? "</ol>\n" : "</ul>\n");
}

static void put_block(reader *r) {
    if (*r->at == '#')
        put_heading(r);
    else if (*r->at == '|')
        put_table(r);
    else if (strncmp(r->at, "```", 3) == 0)
        put_fence(r);
    else if (strncmp(r->at, "    ", 4) == 0)
        put_indented(r);
    else if (item_mark(r->at) > 0)
        put_list(r);
    else if (strchr(" >=<_\\+", *r->at) || strncmp(r->at, "---", 3) == 0 || strncmp(r->at, "* ", 2) == 0)
        refuse(r, "a block of an unknown kind");
    else {
        tool_put(r->out, "<p>");
        put_text(r, 0, false);
        tool_put(r->out, "</p>\n");
    }
}

int course_markdown(tool_out *out, const char *file, const char *text, const course_hooks *hooks,
                    xl_error *error) {
    reader r = {out, file, text, 1, hooks, error, XL_SUCCESS};
    while (*r.at && r.status == XL_SUCCESS) {
        if (is_empty(r.at))
            next_line(&r);
        else
            put_block(&r);
    }
    return r.status;
}
