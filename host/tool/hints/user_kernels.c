/* user_kernels.c - makes strategies of a copied folder's kernels. */
#include "text/os_memory.h"
#include "hints/user_kernels.h"
#include "table/lookup.h"
#include "base/os.h"
#include "program/source.h"
#include "base/text.h"
#include "hints/kernel_functions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 24 };

static tool_user_kernel *list;
static size_t list_count;
static char *list_folder;

typedef struct parsed {
    tool_kernel_words words;
    tool_functions functions;
} parsed;

static void parse(const char *text, parsed *out) {
    tool_kernel_words_read(text, &out->words);
    tool_functions_find(&out->words, &out->functions);
}

static const tool_function *find_function(const parsed *p, const char *name) {
    for (int f = 0; f < p->functions.count; f++)
        if (tool_word_is(&p->words.word[p->functions.item[f].name], name)) return &p->functions.item[f];
    return NULL;
}

/* A built-in kernel whose parameters a user's kernel has. */
typedef struct likeness {
    const char *kernel;
    bool uncounted; /* all but the count (COUNTED_PARAMS), which it lacks */
} likeness;

static bool same_parameters(const parsed *user, const tool_function *f, const parsed *built_in,
                            const tool_function *g, bool *uncounted) {
    size_t i = f->params;
    *uncounted = false;
    for (size_t k = g->params; k < g->params_end; k++) {
        const tool_word *const word = &built_in->words.word[k];
        if (i < f->params_end && tool_word_same(&user->words.word[i], word))
            i++;
        else if (tool_word_is(word, "COUNTED_PARAMS"))
            *uncounted = true;
        else
            return false;
    }
    return i == f->params_end;
}

static bool in_file(const xl__pass *pass) {
    size_t size = 0;
    if (!pass->kernel) return false;
    xl__kernel_name(pass->kernel, &size);
    return size == 0;
}

/* True if a pass of the algorithm has a kernel of that name. */
static bool is_known(const xl__algorithm *algorithm, const char *kernel) {
    for (int s = 0; s < algorithm->strategy_count; s++)
        for (const xl__pass *p = algorithm->strategies[s].passes; p && xl__is_pass(p); p++) {
            size_t size = 0;
            if (p->kernel && strcmp(xl__kernel_name(p->kernel, &size), kernel) == 0) return true;
        }
    return false;
}

/* The first kernel of its passes with these parameters; name NULL: none. */
static likeness kernel_like(const xl__strategy *strategy, const parsed *user, const tool_function *f) {
    const xl__embedded_file *const file = strategy->source ? xl__find_embedded(strategy->source) : NULL;
    parsed *const built_in = tool_need(malloc(sizeof *built_in));
    likeness found = {.kernel = NULL};
    if (file) {
        parse(file->text, built_in);
        for (const xl__pass *p = strategy->passes; p && xl__is_pass(p) && !found.kernel; p++) {
            const tool_function *const g = in_file(p) ? find_function(built_in, p->kernel) : NULL;
            if (g && same_parameters(user, f, built_in, g, &found.uncounted)) found.kernel = p->kernel;
        }
        tool_kernel_words_free(&built_in->words);
    }
    free(built_in);
    return found;
}

/* Whether the comment before the kernel says "like lerp/prefix". */
static bool is_asked_for(const parsed *user, const tool_function *f, const char *text, const char *algorithm,
                         const char *strategy) {
    const char *from = text;
    const char *const to = user->words.word[f->name].text;
    for (int i = 0; i < user->functions.count; i++)
        if (user->functions.item[i].name < f->name)
            from = user->words.word[user->functions.item[i].body_end].text;
    char wanted[200];
    const int size = snprintf(wanted, sizeof wanted, "like %s/%s", algorithm, strategy);
    for (const char *at = strstr(from, wanted); at && at < to; at = strstr(at + 1, wanted))
        if (!xl__is_name_part(at[size])) return true;
    return false;
}

static int strategy_like(const xl__algorithm *algorithm, const parsed *user, const tool_function *f,
                         const char *text, likeness *out) {
    int first = -1;
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const strategy = &algorithm->strategies[s];
        if (strategy->flags & XL__WRONG) continue;
        const likeness like = kernel_like(strategy, user, f);
        if (!like.kernel) continue;
        const bool asked = is_asked_for(user, f, text, algorithm->name, strategy->name);
        if (first >= 0 && !asked) continue;
        first = s;
        *out = like;
        if (asked) break;
    }
    return first;
}

static int count_passes(const xl__pass *passes) {
    int count = 0;
    while (xl__is_pass(&passes[count])) count++;
    return count;
}

/* For "kernel" of another file: "FILE:KERNEL", which lives as long as the process. */
static const char *with_file(const char *file, const char *kernel) {
    xl__text text = {0};
    xl__text_format(&text, "%s:%s", file, kernel);
    return tool_need(text.failed ? NULL : text.data);
}

/* The strategy's passes, with the user's kernel replacing `like`. */
static const xl__pass *copy_passes(const xl__strategy *from, const char *like, const char *kernel) {
    const int count = count_passes(from->passes);
    xl__pass *const passes = tool_need(calloc((size_t)count + 1, sizeof *passes));
    memcpy(passes, from->passes, ((size_t)count + 1) * sizeof *passes);
    for (int i = 0; i < count; i++)
        if (in_file(&passes[i]))
            passes[i].kernel =
                strcmp(passes[i].kernel, like) == 0 ? kernel : with_file(from->source, passes[i].kernel);
    return passes;
}

/* Adds to the strategy's needs that no count is on the device. */
static void need_no_count(xl__strategy *strategy) {
    xl__text needs = {0}, why = {0};
    if (strategy->needs) xl__text_format(&needs, "(%s) && ", strategy->needs);
    xl__text_format(&needs, "counted == none");
    if (strategy->why) xl__text_format(&why, "%s; ", strategy->why);
    xl__text_format(&why, "the kernel takes no count (COUNTED_PARAMS)");
    strategy->needs = tool_need(needs.data);
    strategy->why = tool_need(why.data);
}

/* A case whose table has the kernel as strategy number `at`, so results that the case computes by number stay
   right. */
static const tool_case *copy_case(const tool_case *from, int at, const likeness *like, const char *kernel,
                                  const char *name, const char *source) {
    const xl__algorithm *const old = from->algorithm;
    const size_t bytes = (size_t)old->strategy_count * sizeof(xl__strategy);
    tool_case *const cs = tool_need(malloc(sizeof *cs));
    xl__algorithm *const algorithm = tool_need(malloc(sizeof *algorithm));
    xl__strategy *const strategies = tool_need(malloc(bytes));
    xl__text help = {0};
    xl__text_format(&help, "a kernel of --kernel-dir, launched like %s/%s", old->name,
                    old->strategies[at].name);
    memcpy(cs, from, sizeof *cs);
    memcpy(algorithm, old, sizeof *algorithm);
    memcpy(strategies, old->strategies, bytes);
    strategies[at].name = name;
    strategies[at].stands_for = old->strategies[at].name;
    strategies[at].help = tool_need(help.data);
    strategies[at].source = source;
    strategies[at].passes = copy_passes(&old->strategies[at], like->kernel, kernel);
    if (like->uncounted) need_no_count(&strategies[at]);
    algorithm->strategies = strategies;
    cs->algorithm = algorithm;
    return cs;
}

static void add_kernel(const tool_case *of, const parsed *p, const tool_function *f, const char *text,
                       const char *source) {
    const xl__algorithm *const algorithm = of->algorithm;
    const tool_word *const w = &p->words.word[f->name];
    const size_t prefix = strlen(algorithm->name) + 1;
    if (!f->kernel || (size_t)w->size <= prefix || list_count == TOOL_MOST_USER_KERNELS) return;
    if (!tool_word_begins(w, algorithm->name) || w->text[prefix - 1] != '_') return;
    char *const kernel = tool_need(calloc((size_t)w->size + 1, 1)), *const file =
                                                                        tool_need(xl__copy_text(source));
    memcpy(kernel, w->text, (size_t)w->size);
    if (is_known(algorithm, kernel) || xl__find_strategy(algorithm, kernel + prefix) >= 0) {
        free(kernel);
        free(file);
        return;
    }
    likeness like = {.kernel = NULL};
    const int at = strategy_like(algorithm, p, f, text, &like);
    list[list_count++] = (tool_user_kernel){
        .name = kernel + prefix,
        .source = file,
        .of = of,
        .cs = at >= 0 ? copy_case(of, at, &like, kernel, kernel + prefix, file) : NULL,
        .strategy = at,
    };
}

static void read_file(const char *folder, const tool_case *of, const char *name) {
    const size_t length = strlen(name);
    xl__text path = {0}, source = {0};
    char *text = NULL;
    xl_error ignored;
    parsed *const p = tool_need(malloc(sizeof *p));
    xl__text_format(&source, "%s/%s", xl__folder(of->algorithm), name);
    xl__text_format(&path, "%s/%s/%s", folder, xl__folder(of->algorithm), name);
    const bool whole = !path.failed && !source.failed && length > 3 && strcmp(name + length - 3, ".cl") == 0;
    const bool read = whole && xl__read_source(path.data, LARGEST, &text, &ignored) == XL_SUCCESS;
    if (read) {
        parse(text, p);
        for (int f = 0; f < p->functions.count; f++)
            add_kernel(of, p, &p->functions.item[f], text, source.data);
        tool_kernel_words_free(&p->words);
    }
    free(text);
    free(p);
    xl__text_free(&path);
    xl__text_free(&source);
}

static void read_folder(const char *folder, const tool_case *of) {
    xl__text path = {0};
    char **names = NULL;
    size_t count = 0;
    xl__text_format(&path, "%s/%s", folder, xl__folder(of->algorithm));
    if (!path.failed && xl__os_list_folder(path.data, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) read_file(folder, of, names[i]);
        xl__os_free_names(names, count);
    }
    xl__text_free(&path);
}

const tool_user_kernel *tool_user_kernels(const char *kernel_dir, size_t *count) {
    *count = 0;
    if (!kernel_dir) return NULL;
    if (!list_folder || strcmp(list_folder, kernel_dir) != 0) {
        free(list_folder);
        list_folder = tool_need(xl__copy_text(kernel_dir));
        if (!list) list = tool_need(calloc(TOOL_MOST_USER_KERNELS, sizeof *list));
        list_count = 0;
        for (int a = 0; tool_cases[a]; a++) read_folder(kernel_dir, tool_cases[a]);
    }
    *count = list_count;
    return list;
}

const xl__strategy *tool_strategy_named(const char *kernel_dir, const char *algorithm, const char *strategy) {
    const tool_case *cs = NULL;
    for (int a = 0; tool_cases[a] && !cs; a++)
        if (strcmp(tool_cases[a]->algorithm->name, algorithm) == 0) cs = tool_cases[a];
    const int at = cs ? xl__find_strategy(cs->algorithm, strategy) : -1;
    if (at >= 0) return &cs->algorithm->strategies[at];
    size_t count = 0;
    const tool_user_kernel *const user = tool_user_kernels(kernel_dir, &count);
    for (size_t i = 0; i < count; i++)
        if (user[i].cs && user[i].of == cs && strcmp(user[i].name, strategy) == 0)
            return &user[i].cs->algorithm->strategies[user[i].strategy];
    return NULL;
}
