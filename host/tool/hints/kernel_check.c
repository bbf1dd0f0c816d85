#include "hints/kernel_check.h"
#include "hints/kernel_functions.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The findings, sorted by line at the end; findings that do not fit are dropped. */
typedef struct findings {
    tool_finding *item;
    int count;
} findings;

typedef struct check {
    const tool_kernel_words *words;
    const tool_function *f;
    findings *out;
} check;

static void add(findings *out, tool_mistake mistake, const tool_word *at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;
static void add(findings *out, tool_mistake mistake, const tool_word *at, const char *format, ...) {
    for (int i = 0; i < out->count; i++)
        if (out->item[i].mistake == mistake && out->item[i].line == at->line) return;
    if (out->count == TOOL_MOST_FINDINGS) return;
    tool_finding *const f = &out->item[out->count++];
    *f = (tool_finding){.mistake = mistake, .line = at->line, .column = at->column};
    va_list args;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

static const tool_word *word(const check *c, size_t at) {
    return &c->words->word[at];
}

static bool is(const check *c, size_t at, const char *text) {
    return tool_word_is(word(c, at), text);
}

static bool is_one_of(const tool_word *w, const char *const *names) {
    for (; *names; names++)
        if (tool_word_is(w, *names)) return true;
    return false;
}

static bool is_call(const check *c, size_t at) {
    return word(c, at)->name && is(c, at + 1, "(");
}

/* Whether the word names the context: SG_BEGIN(sg), or a parameter "sg_t sg". */
static bool is_context(const check *c, size_t at) {
    for (size_t i = c->f->params; i < c->f->body_end; i++)
        if ((is(c, i, "sg_t") && tool_word_same(word(c, i + 1), word(c, at))) ||
            (is(c, i, "SG_BEGIN") && tool_word_same(word(c, i + 2), word(c, at))))
            return true;
    return false;
}

static bool has_context(const check *c) {
    for (size_t i = c->f->params; i < c->f->body_end; i++)
        if (is(c, i, "sg_t") || is(c, i, "SG_BEGIN")) return true;
    return false;
}

static bool takes_context(const tool_word *w) {
    static const char *const masks[] = {"sg_mask_eq", "sg_mask_lt", "sg_mask_le",
                                        "sg_mask_gt", "sg_mask_ge", NULL};
    if (!tool_word_begins(w, "sg_") || tool_word_is(w, "sg_mask")) return false;
    if (tool_word_begins(w, "sg_identity_")) return false;
    return !tool_word_begins(w, "sg_mask_") || is_one_of(w, masks);
}

static void check_context(check *c) {
    const bool there = has_context(c);
    for (size_t i = c->f->body; i < c->f->body_end; i++) {
        const tool_word *const w = word(c, i);
        if (!is_call(c, i) || !takes_context(w)) continue;
        const bool first = word(c, i + 2)->name && (is(c, i + 3, ",") || is(c, i + 3, ")"));
        if (!there)
            add(c->out, TOOL_NO_CONTEXT, w,
                "%.*s needs the sub-group's context: let the kernel begin with SG_BEGIN(sg);", w->size,
                w->text);
        else if (!first || !is_context(c, i + 2))
            add(c->out, TOOL_NO_CONTEXT, w,
                "%.*s lacks its first argument, the sub-group's context: write %.*s(sg%s...)", w->size,
                w->text, w->size, w->text, is(c, i + 2, ")") ? "" : ", ");
        if (!there) return;
    }
}

/* Whether this may be a declaration's type: a name at the beginning of a statement. */
static bool is_type(const check *c, size_t at) {
    static const char *const others[] = {"return", "goto", "case", "else", "do", "break", "continue", NULL};
    if (!word(c, at)->name || is_one_of(word(c, at), others)) return false;
    return is(c, at - 1, ";") || is(c, at - 1, "{") || is(c, at - 1, "}") || is(c, at - 1, "private");
}

/* Whether the first use of the name from `at` on reads it; sets *place. */
static bool is_read_first(const check *c, size_t name, size_t at, size_t *place) {
    for (size_t i = at; i < c->f->body_end; i++) {
        if (!tool_word_same(word(c, i), word(c, name)) || is(c, i - 1, ".") || is(c, i - 1, "->")) continue;
        *place = i;
        if (is(c, i - 1, "&") && !word(c, i - 2)->name && !is(c, i - 2, ")")) return false;
        if (is(c, i + 1, "[") || is(c, i + 1, ".")) return false;
        if (!is(c, i + 1, "=")) return true;
        for (size_t k = i + 2; k < c->f->body_end && !is(c, k, ";"); k++)
            if (tool_word_same(word(c, k), word(c, name))) return true;
        return false;
    }
    return false;
}

static void check_values(check *c) {
    for (size_t i = c->f->body; i + 2 < c->f->body_end; i++) {
        if (!is_type(c, i) || !word(c, i + 1)->name) continue;
        for (size_t name = i + 1; word(c, name)->name; name += 2) {
            size_t place = 0, end = name;
            while (end < c->f->body_end && !is(c, end, ";")) end++;
            if (!is(c, name + 1, ";") && !is(c, name + 1, ",")) break;
            if (is_read_first(c, name, is(c, name + 1, ";") ? name + 1 : end, &place))
                add(c->out, TOOL_NOT_INITIALISED, word(c, place),
                    "'%.*s' is read before it has a value; initialise it in line %u, where it is "
                    "declared",
                    word(c, name)->size, word(c, name)->text, word(c, name)->line);
            if (!is(c, name + 1, ",")) break;
        }
    }
}

static bool is_lane_name(const tool_word *w) {
    static const char *const names[] = {"lane",       "lane_id", "laneid", "lane_index",
                                        "sg_lane_id", "my_lane", NULL};
    return is_one_of(w, names);
}

static bool is_work_item(const tool_word *w) {
    return tool_word_is(w, "get_local_id") || tool_word_is(w, "get_global_id");
}

static bool moves_by_index(const tool_word *w) {
    static const char *const names[] = {"sg_shuffle", "sg_broadcast", NULL};
    return is_one_of(w, names);
}

/* The first work-item number that is not reduced to a lane; 0: none. */
static size_t find_work_item(const check *c, size_t at, size_t end) {
    size_t found = 0;
    for (size_t i = at; i < end; i++) {
        if (is(c, i, "SG_WIDTH") || is(c, i, "sg_width") || is(c, i, "%") || is(c, i, "&")) return 0;
        if (found == 0 && is_work_item(word(c, i))) found = i;
    }
    return found;
}

static size_t to_end_of_statement(const check *c, size_t at) {
    while (at < c->f->body_end && !is(c, at, ";")) at++;
    return at;
}

static void check_lanes(check *c) {
    for (size_t i = c->f->body; i < c->f->body_end; i++) {
        size_t found = 0;
        if (is_lane_name(word(c, i)) && is(c, i + 1, "="))
            found = find_work_item(c, i + 2, to_end_of_statement(c, i));
        else if (is_call(c, i) && moves_by_index(word(c, i)))
            found = find_work_item(c, i + 2, tool_words_close(c->words, i + 1, c->f->body_end));
        if (found > 0)
            add(c->out, TOOL_WORK_ITEM_AS_LANE, word(c, found),
                "%.*s is the work-item's number, not the lane's: sg_lane(sg) is, from 0 to SG_WIDTH - 1",
                word(c, found)->size, word(c, found)->text);
    }
}

/* Operations that every lane must reach. */
static bool is_collective(const check *c, size_t at) {
    static const char *const local[] = {"sg_lane", "sg_width", "sg_id", "sg_count", "sg_t", "sg_mask", NULL};
    const tool_word *const w = word(c, at);
    if (!is_call(c, at)) return false;
    if (tool_word_begins(w, "sg_"))
        return !is_one_of(w, local) && !tool_word_begins(w, "sg_mask_") &&
               !tool_word_begins(w, "sg_identity_");
    return tool_word_is(w, "barrier") || tool_word_begins(w, "work_group_") ||
           tool_word_begins(w, "sub_group_");
}

enum { MOST_VARYING = 64 };
typedef struct varying {
    size_t name[MOST_VARYING]; /* variables set from a work-item's or lane's number */
    int count;
} varying;

/* True if the words have a value that is a lane's own. Results of operations count as every lane's. */
static bool varies(const check *c, const varying *v, size_t at, size_t end) {
    static const char *const own[] = {"get_local_id", "get_global_id", "sg_lane", "get_sub_group_local_id",
                                      NULL};
    for (size_t i = at; i < end; i++)
        if (is(c, i, "SG_WIDTH")) return false; /* perhaps the sub-group's number */
    for (size_t i = at; i < end; i++) {
        if (is_collective(c, i)) i = tool_words_close(c->words, i + 1, end);
        if (is_call(c, i) && is_one_of(word(c, i), own)) return true;
        for (int k = 0; k < v->count; k++)
            if (tool_word_same(word(c, i), word(c, v->name[k]))) return true;
    }
    return false;
}

/* Looks into a statement under a condition on a lane's own value. Returns whether lanes return in it. */
static bool check_below(check *c, const tool_word *condition, size_t at, size_t end) {
    bool returns = false;
    for (size_t i = at; i < end; i++) {
        returns = returns || is(c, i, "return");
        if (is_collective(c, i))
            add(c->out, TOOL_DIVERGENT_BRANCH, word(c, i),
                "%.*s is under a condition on the lane's own value (line %u): every lane must reach it, so "
                "call it before, or pass the condition as a value",
                word(c, i)->size, word(c, i)->text, condition->line);
    }
    return returns;
}

static void check_flow(check *c) {
    varying v = {.count = 0};
    const tool_word *returned = NULL;
    for (size_t i = c->f->body; i < c->f->body_end; i++) {
        if (is(c, i, "=") && word(c, i - 1)->name && varies(c, &v, i + 1, to_end_of_statement(c, i)) &&
            v.count < MOST_VARYING)
            v.name[v.count++] = i - 1;
        if (returned && is_collective(c, i))
            add(c->out, TOOL_EARLY_RETURN, word(c, i),
                "%.*s comes after the return in line %u, which depends on the lane's own value: every lane "
                "must "
                "reach it, so let them continue with a value that changes nothing, and not store",
                word(c, i)->size, word(c, i)->text, returned->line);
        if (!is(c, i, "if") && !is(c, i, "while")) continue;
        const size_t close = tool_words_close(c->words, i + 1, c->f->body_end);
        const size_t end = is(c, close + 1, "{") ? tool_words_close(c->words, close + 1, c->f->body_end)
                                                 : to_end_of_statement(c, close + 1);
        if (varies(c, &v, i + 1, close) && check_below(c, word(c, i), close, end)) returned = word(c, i);
        if (returned == word(c, i)) i = end;
    }
}

/* The layer's form of a function of the standard; "": none. */
static void layer_name(const tool_word *w, char out[64]) {
    static const char *const other[][2] = {
        {"get_sub_group_local_id", "sg_lane(sg)"},    {"get_sub_group_id", "sg_id(sg)"},
        {"get_num_sub_groups", "sg_count(sg)"},       {"get_enqueued_num_sub_groups", "sg_count(sg)"},
        {"get_sub_group_size", "SG_WIDTH"},           {"get_max_sub_group_size", "SG_WIDTH"},
        {"sub_group_barrier", "sg_barrier_local(sg)"}};
    static const char *const same[] = {"shuffle", "broadcast", "reduce_", "scan_", "any",
                                       "all",     "ballot",    "elect",   NULL};
    static const char sub_group[] = "sub_group_";
    out[0] = '\0';
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (tool_word_is(w, other[i][0])) snprintf(out, 64, "%s", other[i][1]);
    if (out[0] || !tool_word_begins(w, sub_group)) return;
    const int begin = (int)sizeof sub_group - 1;
    const tool_word rest = {.text = w->text + begin, .size = w->size - begin};
    for (const char *const *name = same; *name; name++)
        if (tool_word_begins(&rest, *name)) snprintf(out, 64, "sg_%.*s(sg, ...)", rest.size, rest.text);
}

static bool is_standard(const tool_word *w) {
    return tool_word_begins(w, "sub_group_") || tool_word_begins(w, "get_sub_group_") ||
           tool_word_is(w, "get_num_sub_groups") || tool_word_is(w, "get_enqueued_num_sub_groups") ||
           tool_word_is(w, "get_max_sub_group_size");
}

/* Only in kernels that use the layer. */
static void check_names(check *c) {
    char name[64];
    if (!has_context(c)) return;
    for (size_t i = c->f->body; i < c->f->body_end; i++) {
        const tool_word *const w = word(c, i);
        if (!is_call(c, i) || !is_standard(w)) continue;
        layer_name(w, name);
        add(c->out, TOOL_STANDARD_NAME, w,
            "%.*s is a function of some devices, not of the layer; another width or device lacks it%s%s",
            w->size, w->text, name[0] ? ": write " : "", name);
    }
}

static int by_place(const void *a, const void *b) {
    const tool_finding *const x = a, *const y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static void check_function(check *c) {
    if (c->f->body_end - c->f->params > TOOL_MOST_WORDS) return;
    check_context(c);
    check_values(c);
    check_lanes(c);
    check_flow(c);
    check_names(c);
}

static bool is_hidden(const char *source) {
    const char *const first = strstr(source, "#include");
    return strstr(source, "#define") || (first && strstr(first + 1, "#include"));
}

bool tool_kernel_exchanges(const char *source) {
    tool_kernel_words words;
    tool_kernel_words_read(source, &words);
    const check c = {.words = &words};
    bool found = is_hidden(source);
    for (size_t i = 0; i < words.count && !found; i++)
        found = is_collective(&c, i) && !tool_word_begins(word(&c, i), "sg_barrier") &&
                !tool_word_begins(word(&c, i), "sg_group_") && !tool_word_is(word(&c, i), "barrier") &&
                !tool_word_begins(word(&c, i), "work_group_");
    tool_kernel_words_free(&words);
    return found;
}

int tool_kernel_check(const char *source, const char *kernel, tool_finding out[TOOL_MOST_FINDINGS]) {
    tool_kernel_words words;
    findings found = {out, 0};
    tool_functions *const functions = tool_need(malloc(sizeof *functions));
    tool_kernel_words_read(source, &words);
    tool_functions_find(&words, functions);
    for (int f = 0; f < functions->count; f++) {
        check c = {&words, &functions->item[f], &found};
        if (c.f->kernel && kernel && !tool_word_is(word(&c, c.f->name), kernel)) continue;
        check_function(&c);
    }
    tool_kernel_words_free(&words);
    free(functions);
    qsort(out, (size_t)found.count, sizeof *out, by_place);
    return found.count;
}
