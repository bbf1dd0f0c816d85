#include "breaks.h"
#include <stdlib.h>
#include <string.h>

/* Edits that show the kernels of kernels/sg/promises and common/abilities.cl a broken guarantee. They spare
   the kernels' mutants. */
static const struct {
    const char *question, *from, *to;
} breaks[] = {
    {"work_group_waits_for_started", "if (ticket > 0) wait_for(shared, ticket - 1, polls);",
     "right = 0; if (ticket > 0) wait_for(shared, ticket - 1, 1000u);"},
    {"work_group_waits_for_later", "const uint ticket = atomic_inc(shared + TICKET), last",
     "right = 0; const uint ticket = atomic_inc(shared + TICKET), last"},
    {"full_work_groups", "if (right != 0 || id + 1 <", "if (id + 1 <"},
    {"message", "FENCE STORE(Y, 1);, a = LOAD(Y); FENCE b = LOAD(X);)", "FENCE STORE(Y, 1);, a = 1; b = 0;)"},
    {"store_buffering", "FENCE a = LOAD(Y);, STORE(Y, 1); FENCE b = LOAD(X);)",
     "FENCE a = 0;, STORE(Y, 1); FENCE b = 0;)"},
    {"load_buffering", "a = LOAD(X); FENCE STORE(Y, 1);, b = LOAD(Y); FENCE STORE(X, 1);)",
     "a = 1; FENCE STORE(Y, 1);, b = 1; FENCE STORE(X, 1);)"},
    {"coherence", "STORE(X, 1);, a = LOAD(X); FENCE b = LOAD(X);)", "STORE(X, 1);, a = 1; b = 0;)"},
    {"together", "const ulong mask = together();", "const ulong mask = together() & ~(ulong)1;"},
    {"ballot_in_a_branch", "c.mask = together();", "c.mask = together() ^ (ulong)1;"},
    {"elect_in_a_branch", "c.elected = elects_this();", "c.elected = elects_this() < 2 ? 1 : 2;"},
    {"non_uniform_in_a_branch", "c.sum = count_here();", "c.sum = 2 * count_here();"},
    {"lane_waits_for_higher", "else if (id == second)",
     "else if (id == second && !(first == 0 && second < SG_WIDTH))"},
    {"lane_waits_for_lower", "else if (id == second", "else if (id == second && second != 0"},
    {"sub_group_waits", "else if (id == second", "else if (id == second && second != SG_WIDTH"},
    {"lock_inside_the_loop", "if (atomic_cmpxchg(lock, 0u, 1u) == 0)",
     "if (atomic_cmpxchg(lock, 0u, 1u) == 7)"},
    {"lock_after_the_loop", "atomic_cmpxchg(lock, 0u, 1u) != 0)", "atomic_cmpxchg(lock, 0u, 1u) != 7)"},
    {"local_after_collective", "seen += slots[next] ==", "seen += 1 + slots[next] =="},
    {"shuffle_outside", "shuffle_here(value, far + ", "7u + shuffle_here(value, far + "},
    {"shuffle_idle", "shuffle_here(value, lane + ", "7u + shuffle_here(value, lane + "},
    {"float_reductions", "as_uint(sg_reduce_add(sg, in[at]))", "as_uint(sg_reduce_add(sg, in[at]) + 1.0f)"},
    {"lanes", "out[at] = SG_N_LANE();", "out[at] = SG_N_LANE() ^ 1u;"},
};

/* Whether the fault names the edit's question; "message" edits all questions that begin so. */
static bool is_asked(const char *asked, const char *question) {
    return strcmp(asked, "all") == 0 || strncmp(asked, question, strlen(question)) == 0;
}

/* Takes and returns owned text. */
static char *replace(char *text, const char *from, const char *to) {
    const size_t old = strlen(from), new = strlen(to);
    for (char *at = text; (at = strstr(at, from)) != NULL;) {
        const size_t before = (size_t)(at - text), rest = strlen(at + old);
        char *const edited = malloc(before + new + rest + 1);
        if (!edited) abort();
        memcpy(edited, text, before);
        memcpy(edited + before, to, new);
        memcpy(edited + before + new, at + old, rest + 1);
        free(text);
        text = edited;
        at = text + before + new;
    }
    return text;
}

char *break_source(unsigned count, const char *const *texts, const size_t *lengths) {
    char asked[FAULT_VALUE];
    size_t size = 0;
    if (!fault_asked("breaks", asked)) return NULL;
    for (unsigned i = 0; i < count; i++) size += lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
    char *text = malloc(size + 1);
    if (!text) abort();
    size = 0;
    for (unsigned i = 0; i < count; i++) {
        const size_t length = lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
        memcpy(text + size, texts[i], length);
        size += length;
    }
    text[size] = '\0';
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
        if (is_asked(asked, breaks[i].question)) text = replace(text, breaks[i].from, breaks[i].to);
    return text;
}
