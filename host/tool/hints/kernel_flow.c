/* kernel_flow.c - finds values that differ between lanes, and code under a condition on them. It walks over
 * statements in text order. A name is `varying` once it is set from a lane's number, from a value that
 * differs between lanes, or under a condition that does. Loops are walked twice, so that values set at the
 * end of the body are known at its beginning; deeply nested loops are walked once, because the walks
 * multiply. */
#include "hints/kernel_flow.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VARYING = 128, MOST_TWICE = 6 };

typedef struct walk {
    const tool_kernel_words *words;
    const tool_functions *functions;
    tool_findings *out;
    size_t varying[MOST_VARYING]; /* places of names */
    int varying_count;
    int depth;           /* of statements */
    int loops;           /* of loops around the statement */
    bool silent;         /* the first walk of a loop */
    size_t returned;     /* place of a return that only some lanes took, 0: none */
    size_t left;         /* place of a break or continue that only some lanes took, in this loop */
    size_t condition;    /* place of the condition that divides the lanes, 0: none */
    bool condition_loop; /* it is a loop's */
} walk;

static const tool_word *word(const walk *w, size_t at) {
    return &w->words->word[at];
}

static bool is(const walk *w, size_t at, const char *text) {
    return tool_word_is(word(w, at), text);
}

static bool is_call(const tool_kernel_words *words, size_t at) {
    return words->word[at].name && tool_word_is(&words->word[at + 1], "(");
}

/* ---- functions ---------------------------------------------------------------------------------------- */

void tool_findings_add(tool_findings *out, tool_mistake mistake, const tool_word *at, const char *format,
                       ...) {
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

/* Operations that exchange nothing. */
static bool is_local(const tool_word *w) {
    static const char *const names[] = {"sg_lane", "sg_width", "sg_id", "sg_count", "sg_t", "sg_mask"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tool_word_is(w, names[i])) return true;
    return tool_word_begins(w, "sg_mask_") || tool_word_begins(w, "sg_identity_");
}

bool tool_is_collective(const tool_kernel_words *words, const tool_functions *functions, size_t at) {
    const tool_word *const w = &words->word[at];
    if (!is_call(words, at)) return false;
    if (tool_word_is(w, "barrier") || tool_word_begins(w, "work_group_") || tool_word_begins(w, "sub_group_"))
        return true;
    if (tool_word_begins(w, "sg_")) return !is_local(w);
    for (int f = 0; f < functions->count; f++)
        if (functions->item[f].collective && tool_word_same(w, &words->word[functions->item[f].name]))
            return true;
    return false;
}

static void mark_collectives(const tool_kernel_words *words, tool_functions *all) {
    for (int turn = 0; turn < 4; turn++)
        for (int f = 0; f < all->count; f++)
            for (size_t i = all->item[f].body; i < all->item[f].body_end && !all->item[f].collective; i++)
                all->item[f].collective = tool_is_collective(words, all, i);
}

void tool_functions_find(const tool_kernel_words *words, tool_functions *out) {
    out->count = 0;
    bool kernel = false;
    for (size_t i = 0; i < words->count; i++) {
        const tool_word *const w = &words->word[i];
        if (tool_word_is(w, "SG_KERNEL") || tool_word_is(w, "__kernel") || tool_word_is(w, "kernel"))
            kernel = true;
        if (tool_word_is(w, ";") || tool_word_is(w, "}")) kernel = false;
        if (tool_word_is(w, "{")) { /* such as a struct */
            i = tool_words_close(words, i, words->count);
            continue;
        }
        if (!is_call(words, i) || out->count == TOOL_MOST_FUNCTIONS) continue;
        const size_t close = tool_words_close(words, i + 1, words->count);
        if (close < words->count && tool_word_is(&words->word[close + 1], "{")) {
            const size_t end = tool_words_close(words, close + 1, words->count);
            out->item[out->count++] = (tool_function){i, i + 2, close, close + 2, end, kernel, false};
            kernel = false;
            i = end;
        } else if (!kernel) {
            i = close;
        }
    }
    mark_collectives(words, out);
}

/* ---- what varies -------------------------------------------------------------------------------------- */

static bool is_varying_name(const walk *w, size_t at) {
    for (int i = 0; i < w->varying_count; i++)
        if (tool_word_same(word(w, w->varying[i]), word(w, at))) return true;
    return false;
}

static void set_varying(walk *w, size_t at, bool varying) {
    for (int i = 0; i < w->varying_count; i++) {
        if (!tool_word_same(word(w, w->varying[i]), word(w, at))) continue;
        if (varying) return;
        w->varying[i] = w->varying[--w->varying_count];
        return;
    }
    if (varying && w->varying_count < MOST_VARYING) w->varying[w->varying_count++] = at;
}

/* Operations with the same result on every lane. */
static bool gives_one_answer(const tool_word *w) {
    static const char *const names[] = {"sg_any",
                                        "sg_all",
                                        "sg_all_equal",
                                        "sg_ballot",
                                        "sg_first",
                                        "sg_last",
                                        "sg_broadcast",
                                        "sg_broadcast_first",
                                        "sg_broadcast_last",
                                        "sg_match_all",
                                        "sg_width",
                                        "sg_count",
                                        "sg_id"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tool_word_is(w, names[i])) return true;
    return tool_word_begins(w, "sg_reduce_") || tool_word_begins(w, "sg_group_any") ||
           tool_word_begins(w, "sg_group_all");
}

static bool gives_lanes_answers(const tool_word *w) {
    static const char *const names[] = {"get_local_id",           "get_global_id",
                                        "get_local_linear_id",    "get_global_linear_id",
                                        "get_sub_group_local_id", "SG_LANE"};
    static const char *const begins[] = {
        "sg_lane",    "sg_shuffle",   "sg_rotate",  "sg_scan_",     "sg_elect",   "sg_cluster",
        "sg_segment", "sg_partition", "sg_quad",    "sg_match_any", "sg_mask_eq", "sg_mask_lt",
        "sg_mask_le", "sg_mask_gt",   "sg_mask_ge", "atomic_",      "atom_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tool_word_is(w, names[i])) return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (tool_word_begins(w, begins[i]) && !tool_word_is(w, "sg_mask_equal")) return true;
    return false;
}

/* "get_global_id(0) / SG_WIDTH" is the sub-group's number. */
static bool is_divided(const walk *w, size_t at, size_t end) {
    size_t i = tool_words_close(w->words, at + 1, end) + 1;
    while (i < end && is(w, i, ")")) i++;
    return i + 1 < end && is(w, i, "/") && (is(w, i + 1, "SG_WIDTH") || is(w, i + 1, "sg_width"));
}

/* True if the words from `at` to `end` have a value that differs between lanes. */
static bool varies(const walk *w, size_t at, size_t end) {
    for (size_t i = at; i < end; i++) {
        if (!word(w, i)->name || (i > 0 && (is(w, i - 1, ".") || is(w, i - 1, "->")))) continue;
        if (is_call(w->words, i) && gives_one_answer(word(w, i))) {
            i = tool_words_close(w->words, i + 1, end);
            continue;
        }
        if (is_call(w->words, i) && gives_lanes_answers(word(w, i))) {
            if (tool_word_begins(word(w, i), "get_") && is_divided(w, i, end)) continue;
            return true;
        }
        if (is_varying_name(w, i)) return true;
    }
    return false;
}

/* ---- expressions -------------------------------------------------------------------------------------- */

/* " (line 8)", between `before` and `after`; "" if the message already names this line. */
static const char *elsewhere(const tool_word *from, const tool_word *call, const char *before,
                             const char *after, char out[64]) {
    out[0] = '\0';
    if (from->line != call->line) snprintf(out, 64, "%sline %u%s", before, from->line, after);
    return out;
}

static void meet(walk *w, size_t at) {
    const tool_word *const call = word(w, at);
    char where[64];
    if (w->silent) return;
    if (w->condition > 0 && w->condition_loop)
        tool_findings_add(w->out, TOOL_DIVERGENT_LOOP, call,
                          "%.*s is in a loop that some lanes leave before others%s: "
                          "every lane must reach it, so let all lanes run the same number of iterations",
                          call->size, call->text,
                          elsewhere(word(w, w->condition), call, " (its condition is in ", ")", where));
    else if (w->condition > 0)
        tool_findings_add(w->out, TOOL_DIVERGENT_BRANCH, call,
                          "%.*s is in a branch that only some lanes take%s: every lane must "
                          "reach it, so call it before the branch, or pass the condition as a value",
                          call->size, call->text, elsewhere(word(w, w->condition), call, " (", ")", where));
    else if (w->returned > 0)
        tool_findings_add(
            w->out, TOOL_EARLY_RETURN, call,
            "%.*s comes after the return%s, which only some lanes take: every lane must reach it, "
            "so let them continue with a value that changes nothing, and not store",
            call->size, call->text, elsewhere(word(w, w->returned), call, " in ", "", where));
    else if (w->left > 0)
        tool_findings_add(w->out, TOOL_DIVERGENT_LOOP, call,
                          "%.*s comes after the %.*s%s, by which some lanes leave: every lane must reach it",
                          call->size, call->text, word(w, w->left)->size, word(w, w->left)->text,
                          elsewhere(word(w, w->left), call, " in ", "", where));
}

/* Whether only some lanes run a collective at `at`: in the expression that begins at `from`, a &&, || or ?
   follows a varying value, in the same brackets or outside. */
static bool is_conditional(const walk *w, size_t from, size_t at) {
    size_t start[32];
    bool divided[32] = {false};
    int depth = 0;
    start[0] = from;
    for (size_t i = from; i < at; i++) {
        if (is(w, i, "(") || is(w, i, "[") || is(w, i, "{")) {
            if (depth == 31) return false;
            start[++depth] = i + 1;
            divided[depth] = false;
        } else if (is(w, i, ")") || is(w, i, "]") || is(w, i, "}")) {
            if (depth > 0) depth--;
        } else if (is(w, i, ",") || tool_word_is(word(w, i), "=")) {
            start[depth] = i + 1;
            divided[depth] = false;
        } else if (is(w, i, "&&") || is(w, i, "||") || is(w, i, "?")) {
            divided[depth] = divided[depth] || varies(w, start[depth], i);
            start[depth] = i + 1; /* the earlier words are checked only once */
        }
    }
    for (int d = 0; d <= depth; d++)
        if (divided[d]) return true;
    return false;
}

static void meet_all(walk *w, size_t at, size_t end) {
    for (size_t i = at; i < end; i++) {
        if (!tool_is_collective(w->words, w->functions, i)) continue;
        if (!w->silent && is_conditional(w, at, i))
            tool_findings_add(w->out, TOOL_CONDITIONAL, word(w, i),
                              "%.*s comes after &&, || or ?, so some lanes skip it: compute it first, in its "
                              "own statement",
                              word(w, i)->size, word(w, i)->text);
        else
            meet(w, i);
    }
}

/* The bracket that `close` closes. */
static size_t open_of(const walk *w, size_t close, size_t least) {
    int depth = 0;
    for (size_t i = close;; i--) {
        if (is(w, i, "]") || is(w, i, ")")) depth++;
        if ((is(w, i, "[") || is(w, i, "(")) && --depth == 0) return i;
        if (i <= least) return least;
    }
}

static bool is_local_array(const walk *w, size_t at) {
    for (size_t i = at; i-- > 3;)
        if (tool_word_same(word(w, i), word(w, at)) && is(w, i - 1, "*"))
            return is(w, i - 3, "__local") || is(w, i - 3, "local");
    return false;
}

/* Assignments of a statement: the name before the operator. All lanes read the same value from one place of
 * local memory. */
static void assign_all(walk *w, size_t at, size_t end) {
    for (size_t i = at; i < end; i++) {
        if (!tool_word_assigns(word(w, i))) continue;
        const bool step = is(w, i, "++") || is(w, i, "--");
        size_t to = i;
        bool whole = true; /* not an element or a member */
        while (to > at && is(w, to - 1, "]")) {
            to = open_of(w, to - 1, at);
            whole = false;
        }
        while (to >= at + 3 && (is(w, to - 2, ".") || is(w, to - 2, "->"))) {
            whole = false;
            to -= 2;
        }
        if (to == at || !word(w, to - 1)->name) continue; /* ++i reads and sets i */
        size_t stop = i + 1;
        for (int depth = 0; stop < end && depth >= 0; stop++) {
            if (is(w, stop, "(") || is(w, stop, "[") || is(w, stop, "{")) depth++;
            if (is(w, stop, ")") || is(w, stop, "]") || is(w, stop, "}")) depth--;
            if (depth == 0 && is(w, stop, ",")) break;
        }
        const bool value = w->condition > 0 || w->left > 0 || (!step && varies(w, i + 1, stop));
        const bool shared = is(w, to, "[") && !varies(w, to, i) && is_local_array(w, to - 1);
        if (value && !shared)
            set_varying(w, to - 1, true);
        else if (whole && is(w, i, "="))
            set_varying(w, to - 1, false);
    }
}

static void expression(walk *w, size_t at, size_t end) {
    meet_all(w, at, end);
    assign_all(w, at, end);
}

/* ---- statements --------------------------------------------------------------------------------------- */

static size_t statement(walk *w, size_t at, size_t end);

static size_t to_semicolon(const walk *w, size_t at, size_t end) {
    int depth = 0;
    for (; at < end; at++) {
        if (is(w, at, "(") || is(w, at, "[") || is(w, at, "{")) depth++;
        if (is(w, at, ")") || is(w, at, "]") || is(w, at, "}")) depth--;
        if (depth == 0 && is(w, at, ";")) return at + 1;
    }
    return end;
}

/* A statement under a condition; `divides`: only some lanes pass it. */
static size_t below(walk *w, size_t condition, bool divides, bool loop, size_t at, size_t end) {
    const size_t before = w->condition;
    const bool before_loop = w->condition_loop;
    if (divides && before == 0) {
        w->condition = condition;
        w->condition_loop = loop;
    }
    const size_t next = statement(w, at, end);
    w->condition = before;
    w->condition_loop = before_loop;
    return next;
}

static size_t branch(walk *w, size_t at, size_t end) {
    const size_t open = at + 1, close = tool_words_close(w->words, open, end);
    expression(w, open + 1, close);
    const bool divides = varies(w, open + 1, close);
    size_t next = below(w, at, divides, false, close + 1, end);
    if (next < end && is(w, next, "else")) next = below(w, at, divides, false, next + 1, end);
    return next;
}

/* Walks the body of a loop twice; the step in the loop's head is from `step` to `step_end`. */
static size_t body(walk *w, size_t head, size_t condition, size_t condition_end, size_t step, size_t step_end,
                   size_t at, size_t end) {
    const size_t left = w->left;
    const bool silent = w->silent;
    size_t next = at;
    const int first = ++w->loops > MOST_TWICE ? 1 : 0;
    for (int turn = first; turn < 2; turn++) {
        w->silent = silent || turn == 0;
        w->left =
            turn == first ? 0 : w->left; /* lanes that left in an earlier iteration are missing in this one */
        const bool divides = varies(w, condition, condition_end);
        const size_t before = w->condition;
        const bool before_loop = w->condition_loop;
        if (divides && before == 0) {
            w->condition = head;
            w->condition_loop = true;
        }
        meet_all(w, condition, condition_end);
        next = statement(w, at, end);
        expression(w, step, step_end);
        w->condition = before;
        w->condition_loop = before_loop;
    }
    w->loops--;
    w->silent = silent;
    w->left = left;
    return next;
}

static size_t for_loop(walk *w, size_t at, size_t end) {
    const size_t open = at + 1, close = tool_words_close(w->words, open, end);
    const size_t first = to_semicolon(w, open + 1, close), second = to_semicolon(w, first, close);
    if (second > close || second == 0 || first == close) return close + 1;
    expression(w, open + 1, first - 1);
    return body(w, at, first, second - 1, second, close, close + 1, end);
}

static size_t while_loop(walk *w, size_t at, size_t end) {
    const size_t close = tool_words_close(w->words, at + 1, end);
    return body(w, at, at + 2, close, close, close, close + 1, end);
}

static size_t do_loop(walk *w, size_t at, size_t end) {
    /* The condition follows the body, whose end must be found first. */
    const size_t after =
        is(w, at + 1, "{") ? tool_words_close(w->words, at + 1, end) + 1 : to_semicolon(w, at + 1, end);
    if (after + 1 >= end || !is(w, after, "while")) return after;
    const size_t close = tool_words_close(w->words, after + 1, end);
    body(w, after, after + 2, close, close, close, at + 1, end);
    return close + 2;
}

/* A statement, unless it is nested too deep. */
static size_t any_statement(walk *w, size_t at, size_t end) {
    if (is(w, at, "{")) {
        const size_t close = tool_words_close(w->words, at, end);
        for (size_t next = at + 1; next < close;) next = statement(w, next, close);
        return close + 1;
    }
    if (is(w, at, "if")) return branch(w, at, end);
    if (is(w, at, "for")) return for_loop(w, at, end);
    if (is(w, at, "while")) return while_loop(w, at, end);
    if (is(w, at, "do")) return do_loop(w, at, end);
    if (is(w, at, "switch")) {
        const size_t close = tool_words_close(w->words, at + 1, end);
        return below(w, at, varies(w, at + 2, close), false, close + 1, end);
    }
    const size_t next = to_semicolon(w, at, end);
    expression(w, at, next);
    if (is(w, at, "return") && w->condition > 0 && w->returned == 0) w->returned = at;
    if ((is(w, at, "break") || is(w, at, "continue")) && w->condition > 0 && w->left == 0) w->left = at;
    return next;
}

static size_t statement(walk *w, size_t at, size_t end) {
    if (at >= end) return end;
    if (w->depth == TOOL_MOST_DEPTH) {
        tool_findings_add(w->out, TOOL_NOT_LOOKED_AT, word(w, at),
                          "statements are nested deeper than %d here, so their control flow was not "
                          "checked",
                          TOOL_MOST_DEPTH);
        return end;
    }
    w->depth++;
    const size_t next = any_statement(w, at, end);
    w->depth--;
    return next;
}

void tool_check_flow(const tool_kernel_words *words, const tool_functions *functions, const tool_function *f,
                     tool_findings *out) {
    walk w = {.words = words, .functions = functions, .out = out};
    for (size_t at = f->body; at < f->body_end;) {
        const size_t next = statement(&w, at, f->body_end);
        at = next > at ? next : at + 1;
    }
}
