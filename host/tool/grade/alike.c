/* alike.c - compares kernels by their words. */
#include "grade/alike.h"
#include "base/text.h"
#include "hints/kernel_functions.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- one kernel ------------------------------------------------------------------------------------- */

static bool is_one_of(const tool_word *w, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (tool_word_is(w, list[i])) return true;
    return false;
}

/* They change no meaning here. */
static bool is_dropped(const tool_word *w) {
    static const char *const list[] = {"const", "restrict", "__restrict", "inline", "static"};
    return is_one_of(w, list, sizeof list / sizeof *list);
}

static bool is_type(const tool_word *w) {
    static const char *const list[] = {"bool", "char",  "uchar", "short", "ushort", "int",  "uint",
                                       "long", "ulong", "half",  "float", "double", "void", "size_t"};
    int size = w->size;
    while (size > 0 && isdigit((unsigned char)w->text[size - 1])) size--;
    const tool_word base = {.text = w->text, .size = size};
    return is_one_of(&base, list, sizeof list / sizeof *list);
}

static bool is_keyword(const tool_word *w) {
    static const char *const list[] = {
        "if",         "else",     "for",      "while",  "do",      "return",   "break",     "continue",
        "switch",     "case",     "default",  "goto",   "struct",  "union",    "enum",      "typedef",
        "sizeof",     "global",   "__global", "local",  "__local", "private",  "__private", "constant",
        "__constant", "volatile", "unsigned", "signed", "kernel",  "__kernel", "true",      "false"};
    return is_one_of(w, list, sizeof list / sizeof *list);
}

static bool is_function_here(const tool_kernel_words *words, const tool_functions *functions, size_t at) {
    for (int f = 0; f < functions->count; f++)
        if (!functions->item[f].kernel &&
            tool_word_same(&words->word[functions->item[f].name], &words->word[at]))
            return true;
    return false;
}

/* A name of the author: a variable, a parameter, or a function of the text. */
static bool is_own(const tool_kernel_words *words, const tool_functions *functions, size_t at) {
    const tool_word *const w = &words->word[at];
    if (!w->name || is_keyword(w) || is_type(w) || isdigit((unsigned char)w->text[0])) return false;
    if (tool_word_begins(w, "SG_") || tool_word_begins(w, "sg_") || tool_word_begins(w, "CLK_")) return false;
    if (tool_word_is(&words->word[at + 1], "(")) return is_function_here(words, functions, at);
    return true;
}

char *tool_alike_text(const char *kernel) {
    enum { MOST_NAMES = 1000 };
    tool_kernel_words words;
    tool_functions *const functions = tool_need(calloc(1, sizeof *functions));
    size_t *const names = tool_need(calloc(MOST_NAMES, sizeof *names)), count = 0;
    xl__text out = {0};
    xl__text_format(&out, "%s", "");
    tool_kernel_words_read(kernel, &words);
    tool_functions_find(&words, functions);
    for (size_t i = 0; i < words.count; i++) {
        const tool_word *const w = &words.word[i];
        size_t n = 0;
        if (w->size == 0 || is_dropped(w)) continue;
        const bool own = is_own(&words, functions, i);
        while (own && n < count && !tool_word_same(&words.word[names[n]], w)) n++;
        if (own && n == count && count < MOST_NAMES) names[count++] = i;
        if (own)
            xl__text_format(&out, "#%zu ", n);
        else
            xl__text_format(&out, "%.*s ", w->size, w->text);
    }
    tool_kernel_words_free(&words);
    free(functions);
    free(names);
    return tool_need(out.data);
}

static size_t count_words(const char *text, size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++) count += text[i] == ' ';
    return count;
}

size_t tool_alike_own_words(const char *kernel, const char *start) {
    const size_t size = strlen(kernel), other = strlen(start), least = size < other ? size : other;
    size_t begin = 0, end = 0;
    while (begin < least && kernel[begin] == start[begin]) begin++;
    while (begin > 0 && kernel[begin - 1] != ' ') begin--;
    while (end < least - begin && kernel[size - 1 - end] == start[other - 1 - end]) end++;
    while (end > 0 && end < size - begin && kernel[size - 1 - end] != ' ') end--;
    return count_words(kernel + begin, size - begin - end);
}

/* ---- a class ---------------------------------------------------------------------------------------- */

void tool_alike_mark(json_t *const *answers, char *const *texts, size_t count, const char *start,
                     const char *solution) {
    for (size_t i = 0; i < count; i++) {
        if (!texts[i]) continue;
        json_t *const same = json_array();
        for (size_t k = 0; k < count; k++)
            if (k != i && texts[k] && strcmp(texts[i], texts[k]) == 0)
                json_array_append(same, json_object_get(answers[k], "student"));
        json_object_set_new(answers[i], "same_as", same);
        json_object_set_new(answers[i], "same_as_solution", json_boolean(strcmp(texts[i], solution) == 0));
        json_object_set_new(answers[i], "own_words",
                            json_integer((json_int_t)tool_alike_own_words(texts[i], start)));
    }
}

/* NULL: not the first answer with its kernel, or the only one. */
static json_t *students_of(const json_t *answers, size_t at) {
    const json_t *const answer = json_array_get(answers, at), *const same =
                                                                  json_object_get(answer, "same_as");
    const bool solved = json_is_true(json_object_get(answer, "same_as_solution"));
    const char *const exercise = tool_text_of(answer, "exercise");
    if (json_array_size(same) == 0 && !solved) return NULL;
    for (size_t i = 0; i < at; i++) {
        const json_t *const other = json_array_get(answers, i);
        if (strcmp(tool_text_of(other, "exercise"), exercise) != 0) continue;
        for (size_t k = 0; k < json_array_size(same); k++)
            if (json_equal(json_array_get(same, k), json_object_get(other, "student"))) return NULL;
    }
    json_t *const students = tool_need(json_array());
    if (solved) json_array_append_new(students, json_string("the solution"));
    json_array_append(students, json_object_get(answer, "student"));
    json_array_extend(students, (json_t *)(uintptr_t)same);
    return students;
}

static json_t *find_group(const json_t *groups, const json_t *students) {
    json_t *group;
    size_t i;
    json_array_foreach(groups, i, group) {
        if (json_equal(json_object_get(group, "students"), students)) return group;
    }
    return NULL;
}

static void sort_groups(json_t *groups) {
    for (size_t i = 1; i < json_array_size(groups); i++)
        for (size_t k = i; k > 0; k--) {
            json_t *const a = json_array_get(groups, k - 1), *const b = json_array_get(groups, k);
            if (json_integer_value(json_object_get(a, "own_words")) >=
                json_integer_value(json_object_get(b, "own_words")))
                break;
            json_incref(a);
            json_array_set(groups, k - 1, b);
            json_array_set_new(groups, k, a);
        }
}

json_t *tool_alike_groups(const json_t *answers) {
    json_t *const groups = tool_need(json_array());
    for (size_t i = 0; i < json_array_size(answers); i++) {
        json_t *const students = students_of(answers, i);
        if (!students) continue;
        json_t *group = find_group(groups, students);
        if (!group) {
            group = tool_need(json_pack("{s:O,s:[],s:i}", "students", students, "exercises", "own_words", 0));
            json_array_append_new(groups, group);
        }
        const json_t *const answer = json_array_get(answers, i);
        json_array_append(json_object_get(group, "exercises"), json_object_get(answer, "exercise"));
        const json_int_t words = json_integer_value(json_object_get(answer, "own_words"));
        if (words > json_integer_value(json_object_get(group, "own_words")))
            json_object_set_new(group, "own_words", json_integer(words));
        json_decref(students);
    }
    sort_groups(groups);
    return groups;
}
