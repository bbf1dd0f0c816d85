/* kernel_check.c - finds mistakes in single words of a kernel (kernel_flow.c: in its control flow). */
#include "hints/kernel_check.h"
#include "hints/kernel_flow.h"
#include <stdlib.h>
#include <string.h>

typedef struct check {
    const tool_kernel_words *words;
    const tool_functions *functions;
    const tool_function *f;
    tool_findings *out;
} check;

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

/* ---- the context -------------------------------------------------------------------------------------- */

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
            tool_findings_add(c->out, TOOL_NO_CONTEXT, w,
                              "%.*s needs the sub-group's context: let the kernel begin with SG_BEGIN(sg);",
                              w->size, w->text);
        else if (!first || !is_context(c, i + 2))
            tool_findings_add(c->out, TOOL_NO_CONTEXT, w,
                              "%.*s lacks its first argument, the sub-group's context: write %.*s(sg%s...)",
                              w->size, w->text, w->size, w->text, is(c, i + 2, ")") ? "" : ", ");
        if (!there) return;
    }
}

/* ---- variables without a value ------------------------------------------------------------------------ */

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
                tool_findings_add(
                    c->out, TOOL_NOT_INITIALISED, word(c, place),
                    "'%.*s' is read before it has a value; initialise it in line %u, where it is "
                    "declared",
                    word(c, name)->size, word(c, name)->text, word(c, name)->line);
            if (!is(c, name + 1, ",")) break;
        }
    }
}

/* ---- local memory without a barrier ------------------------------------------------------------------- */

static bool is_barrier(const check *c, size_t at) {
    static const char *const names[] = {"barrier", "work_group_barrier", "sub_group_barrier", NULL};
    const tool_word *const w = word(c, at);
    if (!is_call(c, at)) return false;
    if (is_one_of(w, names) || tool_word_begins(w, "sg_barrier_") || tool_word_begins(w, "sg_group_"))
        return true;
    return !tool_word_begins(w, "sg_") && tool_is_collective(c->words, c->functions, at);
}

static bool same_words(const check *c, size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b) return false;
    for (size_t i = 0; i < a_end - a; i++)
        if (!tool_word_same(word(c, a + i), word(c, b + i))) return false;
    return true;
}

/* Finds a store to name[...] at `at`, followed by a read of another element before a barrier. */
static void check_store(check *c, size_t at) {
    const size_t close = tool_words_close(c->words, at + 1, c->f->body_end);
    for (size_t i = close; i < c->f->body_end && !is_barrier(c, i); i++) {
        if (is(c, i, "else") || is(c, i, "return")) return;
        if (!tool_word_same(word(c, i), word(c, at)) || !is(c, i + 1, "[")) continue;
        const size_t end = tool_words_close(c->words, i + 1, c->f->body_end);
        if (is(c, end + 1, "=") || same_words(c, at + 2, close, i + 2, end)) continue;
        tool_findings_add(
            c->out, TOOL_NO_BARRIER, word(c, i),
            "'%.*s' is written in line %u and read here without a barrier in between: other work-items "
            "may not have written yet",
            word(c, i)->size, word(c, i)->text, word(c, at)->line);
        return;
    }
}

static void check_stores(check *c, size_t name) {
    for (size_t i = c->f->body; i < c->f->body_end; i++) {
        if (!tool_word_same(word(c, i), word(c, name)) || !is(c, i + 1, "[") || i == name) continue;
        const size_t close = tool_words_close(c->words, i + 1, c->f->body_end);
        if (tool_word_assigns(word(c, close + 1))) check_store(c, i);
    }
}

static void check_barriers(check *c) {
    for (size_t i = c->f->params; i + 3 < c->f->body_end; i++) {
        if (!is(c, i, "__local") && !is(c, i, "local")) continue;
        size_t name = i + 1;
        while (name + 1 < c->f->body_end && (word(c, name + 1)->name || is(c, name + 1, "*"))) name++;
        if (is(c, name, "SG_PARAMS")) name--;
        check_stores(c, name);
    }
}

/* ---- work-items for lanes, numbers for the width ------------------------------------------------------- */

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

/* The first work-item number between two places that is not reduced to a lane; 0: none. */
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
            tool_findings_add(
                c->out, TOOL_WORK_ITEM_AS_LANE, word(c, found),
                "%.*s is the work-item's number, not the lane's: sg_lane(sg) is, from 0 to SG_WIDTH - 1",
                word(c, found)->size, word(c, found)->text);
    }
}

static bool is_usual_width(const tool_word *w, bool half) {
    static const char *const widths[] = {"8",   "8u", "16",  "16u", "31",  "31u", "32",
                                         "32u", "63", "63u", "64",  "64u", NULL};
    static const char *const halves[] = {"4", "4u", "8", "8u", "16", "16u", "32", "32u", NULL};
    return is_one_of(w, half ? halves : widths);
}

static void say_width(check *c, size_t at) {
    tool_findings_add(
        c->out, TOOL_FIXED_WIDTH, word(c, at),
        "%.*s is used as the width, but sub-groups of other devices have 8, 16, 32 or 64 lanes; "
        "use SG_WIDTH",
        word(c, at)->size, word(c, at)->text);
}

static bool has_collective(const check *c, size_t at, size_t end) {
    for (size_t i = at; i < end; i++)
        if (tool_is_collective(c->words, c->functions, i)) return true;
    return false;
}

static bool has_shuffle(const check *c, size_t at, size_t end) {
    for (size_t i = at; i < end; i++)
        if (is_call(c, i) && tool_word_begins(word(c, i), "sg_shuffle")) return true;
    return false;
}

/* "for (uint d = 1; d < 32; d *= 2)" around a shuffle; around a barrier it may be the work-group's. */
static void check_steps_of_loop(check *c, size_t at, size_t close, size_t end) {
    static const char *const twice[] = {"2", "2u", NULL}, *const once[] = {"1", "1u", NULL};
    bool doubles = false;
    for (size_t i = at; i < close; i++)
        doubles = doubles || (is(c, i, "*=") && is_one_of(word(c, i + 1), twice)) ||
                  (is(c, i, "<<=") && is_one_of(word(c, i + 1), once));
    if (!doubles || !has_shuffle(c, close, end)) return;
    for (size_t i = at; i + 1 < close; i++)
        if (is(c, i, "<") && is_usual_width(word(c, i + 1), false) && is(c, i + 2, ";")) say_width(c, i + 1);
}

/* "for (uint d = 16; d > 0; d /= 2)", "for (i = 0; i < n; i += 32)" around a collective. */
static void check_width_of_loop(check *c, size_t at) {
    const size_t close = tool_words_close(c->words, at + 1, c->f->body_end);
    const size_t end = is(c, close + 1, "{") ? tool_words_close(c->words, close + 1, c->f->body_end)
                                             : to_end_of_statement(c, close + 1);
    if (!has_collective(c, close, end)) return;
    check_steps_of_loop(c, at, close, end);
    bool halves = false;
    for (size_t i = at; i < close; i++)
        halves = halves || (is(c, i, "/=") && is(c, i + 1, "2")) ||
                 (is(c, i, ">>=") && tool_word_begins(word(c, i + 1), "1"));
    for (size_t i = at; i + 1 < close; i++) {
        if (is(c, i, "+=") && is_usual_width(word(c, i + 1), false)) say_width(c, i + 1);
        if (halves && is(c, i, "=") && is_usual_width(word(c, i + 1), true) && is(c, i + 2, ";"))
            say_width(c, i + 1);
    }
}

static void check_widths(check *c) {
    static const char *const operators[] = {"%", "&", "/", "==", "<", NULL};
    for (size_t i = c->f->body; i + 2 < c->f->body_end; i++) {
        if (is(c, i, "for")) check_width_of_loop(c, i);
        const bool lane = is_lane_name(word(c, i)) || (is(c, i, ")") && i > 3 && is(c, i - 3, "sg_lane")) ||
                          (is(c, i, ")") && i > 3 && is_work_item(word(c, i - 3)) &&
                           (is(c, i + 1, "%") || is(c, i + 1, "&")));
        if (lane && is_one_of(word(c, i + 1), operators) && is_usual_width(word(c, i + 2), false))
            say_width(c, i + 2);
        if (!is_call(c, i) || !moves_by_index(word(c, i))) continue;
        const size_t close = tool_words_close(c->words, i + 1, c->f->body_end);
        if (is(c, close - 2, ",") && is_usual_width(word(c, close - 1), false)) say_width(c, close - 1);
    }
}

/* ---- loops without an end ----------------------------------------------------------------------------- */

static bool is_unsigned(const check *c, size_t name) {
    for (size_t i = c->f->params; i < name; i++)
        if ((is(c, i, "uint") || is(c, i, "ulong") || is(c, i, "size_t")) &&
            tool_word_same(word(c, i + 1), word(c, name)))
            return true;
    return false;
}

/* Whether code between two places may change the name, or ends the loop. */
static bool may_change(const check *c, size_t name, size_t at, size_t end) {
    for (size_t i = at; i < end; i++) {
        if (!tool_word_same(word(c, i), word(c, name))) continue;
        if (tool_word_assigns(word(c, i + 1)) || is(c, i + 1, ".") || is(c, i - 1, "++") ||
            is(c, i - 1, "--") || is(c, i - 1, "&"))
            return true;
    }
    return false;
}

static bool leaves(const check *c, size_t at, size_t end) {
    for (size_t i = at; i < end; i++)
        if (is(c, i, "break") || is(c, i, "return") || is(c, i, "goto")) return true;
    return false;
}

/* Checks a loop condition from `at` to `end`. The body is from `turn` to `turn_end`; the step of its head
   from `step` to `step_end`. */
static void check_loop(check *c, size_t head, size_t at, size_t end, size_t step, size_t step_end,
                       size_t turn, size_t turn_end) {
    bool changes = false, reads = false;
    if (leaves(c, turn, turn_end)) return;
    for (size_t i = at; i < end; i++) {
        if (!word(c, i)->name) continue;
        if (is(c, i + 1, "(") || is(c, i + 1, "[") || is(c, i - 1, "*") || is(c, i - 1, "->"))
            return; /* memory, calls */
        reads = true;
        changes = changes || may_change(c, i, at, end) || may_change(c, i, step, step_end) ||
                  may_change(c, i, turn, turn_end);
        if (is(c, i + 1, ">=") && is(c, i + 2, "0") && i + 3 == end && is_unsigned(c, i))
            tool_findings_add(c->out, TOOL_ENDLESS_LOOP, word(c, i),
                              "this loop never ends: '%.*s' is unsigned, so it is always >= 0",
                              word(c, i)->size, word(c, i)->text);
    }
    if (changes) return;
    tool_findings_add(c->out, TOOL_ENDLESS_LOOP, word(c, head),
                      reads ? "this loop never ends once it runs: nothing in it changes its condition"
                            : "this loop never ends: it has no break or return");
}

static bool is_zero(const check *c, size_t at, size_t end) {
    return end == at + 1 && is(c, at, "0");
}

static void check_loops(check *c) {
    for (size_t i = c->f->body; i + 2 < c->f->body_end; i++) {
        const bool is_for = is(c, i, "for"), is_while = is(c, i, "while");
        if (!is_for && !is_while) continue;
        const size_t close = tool_words_close(c->words, i + 1, c->f->body_end);
        size_t at = i + 2, end = close, step = close;
        if (is_for) {
            at = to_end_of_statement(c, at) + 1;
            end = to_end_of_statement(c, at);
            step = end;
        }
        if (is_while && is(c, close + 1, ";")) { /* of a do, or an empty wait */
            if (is(c, i - 1, "}")) continue;
        }
        if (end > close || is_zero(c, at, end)) continue;
        const size_t turn_end = is(c, close + 1, "{") ? tool_words_close(c->words, close + 1, c->f->body_end)
                                                      : to_end_of_statement(c, close + 1);
        check_loop(c, i, at, end, step, close, close + 1, turn_end);
    }
}

/* ---- all ---------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const tool_finding *const x = a, *const y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static void check_function(check *c) {
    if (c->f->body_end - c->f->params > TOOL_MOST_WORDS) {
        tool_findings_add(c->out, TOOL_NOT_LOOKED_AT, word(c, c->f->name),
                          "%.*s has more than %d words, so it was not checked for common mistakes",
                          word(c, c->f->name)->size, word(c, c->f->name)->text, TOOL_MOST_WORDS);
        return;
    }
    check_context(c);
    check_values(c);
    tool_check_flow(c->words, c->functions, c->f, c->out);
    check_barriers(c);
    check_lanes(c);
    check_widths(c);
    check_loops(c);
}

int tool_kernel_check(const char *source, const char *kernel, tool_finding out[TOOL_MOST_FINDINGS]) {
    tool_kernel_words words;
    tool_findings findings = {out, 0};
    tool_functions *const functions = malloc(sizeof *functions);
    if (functions && tool_kernel_words_read(source, &words)) {
        tool_functions_find(&words, functions);
        for (int f = 0; f < functions->count; f++) {
            check c = {&words, functions, &functions->item[f], &findings};
            if (c.f->kernel && kernel && !tool_word_is(word(&c, c.f->name), kernel)) continue;
            check_function(&c);
        }
        tool_kernel_words_free(&words);
    }
    free(functions);
    qsort(out, (size_t)findings.count, sizeof *out, by_place);
    return findings.count;
}
