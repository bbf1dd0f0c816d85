/* learn_names.c - the exercises that a word names. */
#include "base/os.h"
#include "learning/cmd_learn.h"
#include "learn/learn.h"
#include "text/suggest.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tool_exit cli_lesson_refuse(const xl_error *error) {
    tool_complain("%s", error->text);
    return TOOL_USAGE;
}

bool cli_lesson_has_kernel(const cli_lesson *l, const char *name, char path[TOOL_PATH]) {
    return xl__os_is_file(tool_learn_file(l->options, name, path));
}

int cli_lesson_next(const cli_lesson *l) {
    for (int i = 0; i < l->count; i++)
        if (!tool_learned_is_done(&l->learned, l->names[i])) return i;
    return -1;
}

/* The word is the name, its number or the rest: "01-lane", "1", "lane". */
static bool fits(const char *name, const char *word) {
    const char *const dash = strchr(name, '-');
    char *end = NULL;
    const long number = strtol(word, &end, 10);
    if (strcmp(name, word) == 0 || (dash && strcmp(dash + 1, word) == 0)) return true;
    return isdigit((unsigned char)*word) && *end == '\0' && isdigit((unsigned char)*name) &&
           strtol(name, NULL, 10) == number;
}

tool_exit cli_lesson_find(const cli_lesson *l, const char *word, int *at) {
    *at = -1;
    if (!word || strcmp(word, "next") == 0) {
        *at = cli_lesson_next(l);
        if (*at >= 0) return TOOL_OK;
        tool_complain("learn: all exercises are done; name one to see it again");
        return TOOL_USAGE;
    }
    for (int i = 0; i < l->count && *at < 0; i++)
        if (fits(l->names[i], word)) *at = i;
    if (*at >= 0) return TOOL_OK;
    const char *known[2 * TOOL_MOST_EXERCISES + 9] = {"next",  "check", "hint", "watch", "solution",
                                                      "reset", "test",  "all",  "grade"};
    size_t count = 9;
    for (int i = 0; i < l->count; i++) {
        const char *const dash = strchr(l->names[i], '-');
        known[count++] = l->names[i];
        if (dash) known[count++] = dash + 1;
    }
    const char *const near = tool_suggest(word, known, count);
    if (near)
        tool_complain("learn: no exercise '%s'; did you mean '%s'?", word, near);
    else
        tool_complain("learn: no exercise '%s'; 'crosslane learn' lists them", word);
    return TOOL_USAGE;
}

static long number_of(const char *name) {
    return isdigit((unsigned char)*name) ? strtol(name, NULL, 10) : -1;
}

/* Reads "4-9" unless it is an exercise's name. */
static bool read_range(const char *word, long *from, long *to) {
    char *end = NULL;
    if (!isdigit((unsigned char)*word)) return false;
    *from = strtol(word, &end, 10);
    if (*end != '-' || !isdigit((unsigned char)end[1])) return false;
    *to = strtol(end + 1, &end, 10);
    return *end == '\0';
}

/* 1: a kernel must exist; 2: it may. */
static tool_exit mark(const cli_lesson *l, const char *word, char marks[TOOL_MOST_EXERCISES]) {
    long from = 0, to = -1;
    const bool all = strcmp(word, "all") == 0, range = !all && read_range(word, &from, &to);
    if (!all && !range) {
        int at;
        const tool_exit found = cli_lesson_find(l, word, &at);
        if (found == TOOL_OK) marks[at] = 1;
        return found;
    }
    bool any = false;
    for (int i = 0; i < l->count; i++) {
        const long number = number_of(l->names[i]);
        if (!all && (number < from || number > to)) continue;
        any = true;
        if (!marks[i]) marks[i] = 2;
    }
    if (any) return TOOL_OK;
    tool_complain("learn: no exercise has a number from %ld to %ld; 'crosslane learn' lists them", from, to);
    return TOOL_USAGE;
}

/* "1-10,15" */
static tool_exit mark_list(const cli_lesson *l, const char *word, char marks[TOOL_MOST_EXERCISES]) {
    char part[2 * TOOL_EXERCISE_NAME];
    tool_exit status = TOOL_OK;
    for (;;) {
        const size_t length = strcspn(word, ",");
        snprintf(part, sizeof part, "%.*s", (int)length, word);
        status = mark(l, part, marks);
        if (status != TOOL_OK || !word[length]) return status;
        word += length + 1;
    }
}

tool_exit cli_lesson_choose(const cli_lesson *l, int first, cli_chosen *chosen) {
    const tool_words *const words = &l->options->names;
    char marks[TOOL_MOST_EXERCISES] = {0};
    *chosen = (cli_chosen){.count = 0};
    for (int w = first; w < words->count; w++) {
        const tool_exit status = mark_list(l, words->word[w], marks);
        if (status != TOOL_OK) return status;
    }
    if (first >= words->count) {
        int at;
        const tool_exit status = cli_lesson_find(l, NULL, &at);
        if (status != TOOL_OK) return status;
        marks[at] = 1;
    }
    for (int i = 0; i < l->count; i++) {
        if (!marks[i]) continue;
        chosen->named[chosen->count] = marks[i] == 1;
        chosen->at[chosen->count++] = i;
    }
    return TOOL_OK;
}
