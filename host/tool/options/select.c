#include "options/select.h"
#include "options/case_check.h"
#include "hints/user_kernels.h"
#include "text/os_memory.h"
#include "text/suggest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const tool_case *tool_find_case(const char *algorithm) {
    for (int i = 0; tool_cases[i]; i++)
        if (strcmp(tool_cases[i]->algorithm->name, algorithm) == 0) return tool_cases[i];
    return NULL;
}

bool tool_is_apart(const char *algorithm) {
    const tool_case *const cs = tool_find_case(algorithm);
    return cs && cs->apart;
}

const char *tool_choice_name(const tool_choice *choice) {
    return choice->strategy == TOOL_AUTO_STRATEGY ? "auto"
                                                  : choice->cs->algorithm->strategies[choice->strategy].name;
}

bool tool_needs_no_sub_groups(const tool_choice *choice) {
    return choice->strategy != TOOL_AUTO_STRATEGY &&
           choice->cs->algorithm->strategies[choice->strategy].flow == XL__NO_SUB_GROUPS;
}

bool tool_only_auto(const tool_choice *choices, int count, const tool_case *cs) {
    bool only = true;
    for (int c = 0; c < count; c++)
        only = only && (choices[c].cs != cs || choices[c].strategy == TOOL_AUTO_STRATEGY);
    return only;
}

static bool has_wildcard(const char *text) {
    return strpbrk(text, "*?") != NULL;
}

static bool name_matches(const char *pattern, const xl__algorithm *algorithm, const char *strategy,
                         bool wrong) {
    const char *slash = strchr(pattern, '/');
    char full[160];
    snprintf(full, sizeof full, "%s/%s", algorithm->name, strategy);
    if (!slash) return !wrong && tool_glob(pattern, algorithm->name);
    return (!wrong || !has_wildcard(slash)) && tool_glob(pattern, full);
}

static bool plant_matches(const tool_options *o, const xl__algorithm *algorithm, const xl__strategy *s) {
    if (!(s->flags & XL__WRONG) || !tool_glob(o->plant, s->name)) return false;
    if (o->names.count == 0) return true;
    for (int i = 0; i < o->names.count; i++) {
        const char *name = o->names.word[i];
        const size_t length = strcspn(name, "/");
        char head[128];
        snprintf(head, sizeof head, "%.*s", (int)length, name);
        if (tool_glob(head, algorithm->name)) return true;
    }
    return false;
}

static bool chosen(const tool_options *o, const xl__algorithm *algorithm, const xl__strategy *s) {
    const bool wrong = (s->flags & XL__WRONG) != 0;
    if (o->plant) return plant_matches(o, algorithm, s);
    if (o->names.count == 0) return !wrong;
    for (int i = 0; i < o->names.count; i++)
        if (name_matches(o->names.word[i], algorithm, s->name, wrong)) return true;
    return false;
}

/* auto must be named in full, for one algorithm or several. */
static bool is_auto_of(const char *pattern, const xl__algorithm *algorithm) {
    const char *const slash = strchr(pattern, '/');
    char full[160];
    snprintf(full, sizeof full, "%s/auto", algorithm->name);
    return slash && strcmp(slash, "/auto") == 0 && tool_glob(pattern, full);
}

static bool name_chooses_auto(const tool_options *o, const xl__algorithm *algorithm) {
    for (int i = 0; i < o->names.count; i++)
        if (is_auto_of(o->names.word[i], algorithm)) return true;
    return false;
}

static bool name_chooses_user(const char *name, const tool_user_kernel *user) {
    return user->cs && name_matches(name, user->of->algorithm, user->name, false);
}

static void select_user_kernels(const tool_options *o, const tool_case *of, tool_choice out[TOOL_MAX_CHOICES],
                                int *count) {
    size_t there = 0;
    const tool_user_kernel *const user = tool_user_kernels(o->kernel_dir, &there);
    for (size_t k = 0; k < there && *count < TOOL_MAX_CHOICES; k++) {
        bool wanted = o->names.count == 0 && user[k].cs;
        for (int i = 0; i < o->names.count && !wanted; i++)
            wanted = name_chooses_user(o->names.word[i], &user[k]);
        if (wanted && user[k].of == of)
            out[(*count)++] = (tool_choice){.cs = user[k].cs, .strategy = user[k].strategy};
    }
}

/* The kernel cannot be launched: no strategy has its parameters. */
static bool complain_unlaunchable(const tool_options *o, const char *name) {
    size_t there = 0;
    const tool_user_kernel *const user = tool_user_kernels(o->kernel_dir, &there);
    for (size_t k = 0; k < there; k++) {
        if (user[k].cs || !name_matches(name, user[k].of->algorithm, user[k].name, false)) continue;
        tool_complain(
            "%s: the kernel %s_%s in %s has a parameter list that no kernel of %s has, so it cannot be "
            "launched; copy one of theirs, names and all",
            name, user[k].of->algorithm->name, user[k].name, user[k].source, user[k].of->algorithm->name);
        return true;
    }
    return false;
}

static bool name_chooses_something(const tool_options *o, const char *name) {
    size_t there = 0;
    const tool_user_kernel *const user = tool_user_kernels(o->kernel_dir, &there);
    for (size_t k = 0; k < there; k++)
        if (name_chooses_user(name, &user[k])) return true;
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *algorithm = tool_cases[a]->algorithm;
        if (is_auto_of(name, algorithm)) return true;
        for (int s = 0; s < algorithm->strategy_count; s++) {
            const xl__strategy *strategy = &algorithm->strategies[s];
            if (name_matches(name, algorithm, strategy->name, (strategy->flags & XL__WRONG) != 0))
                return true;
        }
    }
    return false;
}

static tool_exit complain_name(const tool_options *o, const char *name) {
    static char full[TOOL_MAX_CHOICES][96];
    const char *known[TOOL_MAX_CHOICES];
    size_t count = 0;
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *algorithm = tool_cases[a]->algorithm;
        if (!strchr(name, '/')) known[count++] = algorithm->name;
        for (int s = 0; strchr(name, '/') && s < algorithm->strategy_count && count < TOOL_MAX_CHOICES; s++) {
            snprintf(full[count], sizeof full[count], "%s/%s", algorithm->name,
                     algorithm->strategies[s].name);
            known[count] = full[count];
            count++;
        }
    }
    size_t there = 0;
    const tool_user_kernel *const user = tool_user_kernels(o->kernel_dir, &there);
    for (size_t k = 0; strchr(name, '/') && k < there && count < TOOL_MAX_CHOICES; k++) {
        if (!user[k].cs) continue;
        snprintf(full[count], sizeof full[count], "%s/%s", user[k].of->algorithm->name, user[k].name);
        known[count] = full[count];
        count++;
    }
    const char *near = has_wildcard(name) ? NULL : tool_suggest(name, known, count);
    if (has_wildcard(name))
        tool_complain("'%s' fits no algorithm and no strategy; 'crosslane list' shows algorithms", name);
    else if (near)
        tool_complain("unknown name '%s'; did you mean '%s'?", name, near);
    else
        tool_complain("unknown name '%s'; 'crosslane list' shows algorithms", name);
    return TOOL_USAGE;
}

static tool_exit complain_plant(const char *plant) {
    for (int a = 0; tool_cases[a]; a++)
        for (int s = 0; s < tool_cases[a]->algorithm->strategy_count; s++) {
            const xl__strategy *const strategy = &tool_cases[a]->algorithm->strategies[s];
            if (!(strategy->flags & XL__WRONG) || !tool_glob(plant, strategy->name)) continue;
            tool_complain("--plant '%s': the algorithms named have no such planted kernel; %s has one", plant,
                          tool_cases[a]->algorithm->name);
            return TOOL_USAGE;
        }
    const char *known[TOOL_MAX_CHOICES];
    size_t count = 0;
    for (int a = 0; tool_cases[a]; a++)
        for (int s = 0; s < tool_cases[a]->algorithm->strategy_count; s++)
            if (tool_cases[a]->algorithm->strategies[s].flags & XL__WRONG)
                known[count++] = tool_cases[a]->algorithm->strategies[s].name;
    const char *near = tool_suggest(plant, known, count);
    if (near)
        tool_complain("--plant '%s': no such planted kernel; did you mean '%s'?", plant, near);
    else
        tool_complain("--plant '%s': no such planted kernel; 'crosslane list NAME' shows them", plant);
    return TOOL_USAGE;
}

/* Main algorithms first; strategies keep their order. */
static void order_for_run(tool_choice *choices, int count) {
    tool_choice *const before = tool_need(malloc(((size_t)count + 1) * sizeof *before));
    int placed = 0;
    memcpy(before, choices, (size_t)count * sizeof *before);
    for (int c = 0; c < count; c++)
        if (before[c].cs->algorithm->main_job) choices[placed++] = before[c];
    const int main_ones = placed;
    for (int c = 0; c < count; c++) {
        if (before[c].cs->algorithm->main_job) continue;
        const int place = tool_run_place(before[c].cs->algorithm->name);
        int at = placed++;
        for (; at > main_ones && tool_run_place(choices[at - 1].cs->algorithm->name) > place; at--)
            choices[at] = choices[at - 1];
        choices[at] = before[c];
    }
    free(before);
}

int tool_next_part(const tool_choice *choices, int count, int from) {
    int end = from;
    while (end < count && from == 0 && choices[end].cs->algorithm->main_job) end++;
    if (end > from) return end;
    const char *const name = from < count ? choices[from].cs->algorithm->name : "";
    while (end < count && strcmp(choices[end].cs->algorithm->name, name) == 0) end++;
    return end;
}

tool_exit tool_select_strategies(const tool_options *o, tool_choice out[TOOL_MAX_CHOICES], int *count) {
    *count = 0;
    for (int i = 0; i < o->names.count; i++)
        if (!name_chooses_something(o, o->names.word[i]))
            return complain_unlaunchable(o, o->names.word[i]) ? TOOL_USAGE
                                                              : complain_name(o, o->names.word[i]);
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *algorithm = tool_cases[a]->algorithm;
        for (int s = 0; s < algorithm->strategy_count && *count < TOOL_MAX_CHOICES; s++)
            if (chosen(o, algorithm, &algorithm->strategies[s]))
                out[(*count)++] = (tool_choice){.cs = tool_cases[a], .strategy = s};
        if (!o->plant && (o->seconds < 0.0 || o->names.count > 0))
            select_user_kernels(o, tool_cases[a], out, count);
        if (!o->plant && name_chooses_auto(o, algorithm) && *count < TOOL_MAX_CHOICES)
            out[(*count)++] = (tool_choice){.cs = tool_cases[a], .strategy = TOOL_AUTO_STRATEGY};
    }
    if (o->command == TOOL_COMMAND_run && o->seconds >= 0.0) order_for_run(out, *count);
    if (*count == 0 && o->plant) return complain_plant(o->plant);
    return tool_check_tables(out, *count);
}
