/* asked.c - finds the operation used at a place, also through the kernel's macros. */
#include "inspect/asked.h"
#include "program/source.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words of a source ------------------------------------------------------------------------------- */

typedef struct piece {
    const char *at;
    size_t size;
} piece;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_size(piece p) {
    size_t size = 0;
    while (size < p.size && is_word(p.at[size])) size++;
    return size;
}

static piece behind(piece p, size_t size) {
    return (piece){p.at + size, p.size - size};
}

/* Skips a comment or quoted text, else a character. */
static piece skip(piece p) {
    const bool block = p.size > 1 && p.at[0] == '/' && p.at[1] == '*';
    if (p.size > 1 && p.at[0] == '/' && p.at[1] == '/') return behind(p, p.size);
    if (p.at[0] != '"' && !block) return behind(p, 1);
    for (size_t i = block ? 2 : 1; i < p.size; i++) {
        if (block && p.at[i] == '*' && i + 1 < p.size && p.at[i + 1] == '/') return behind(p, i + 2);
        if (!block && p.at[i] == '"' && p.at[i - 1] != '\\') return behind(p, i + 1);
    }
    return behind(p, p.size);
}

/* *rest is the text after it. Size 0 at the end. */
static piece next_word(piece p, piece *rest) {
    while (p.size > 0 && !is_word(*p.at)) p = skip(p);
    const size_t size = word_size(p);
    *rest = behind(p, size);
    return (piece){p.at, size};
}

static piece macro_body(const char *text, piece name) {
    static const char define[] = "#define ";
    for (const char *at = strstr(text, define); at; at = strstr(at, define)) {
        at += sizeof define - 1;
        if (strncmp(at, name.at, name.size) != 0 || is_word(at[name.size])) continue;
        const char *const from = at + name.size;
        const char *end = from;
        for (end += strcspn(end, "\n"); *end && end[-1] == '\\';) end += 1 + strcspn(end + 1, "\n");
        return (piece){from, (size_t)(end - from)};
    }
    return (piece){"", 0};
}

/* ---- names of operations ----------------------------------------------------------------------------- */

static bool begins_with(piece p, const char *beginning) {
    return p.size >= strlen(beginning) && strncmp(p.at, beginning, strlen(beginning)) == 0;
}

/* Also standard names that the layer provides (sg_standard.h): their macros are in the text. */
static bool names_operation(const char *text, piece word) {
    if (begins_with(word, "sg_")) return true;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)word.size, word.at);
    return strstr(name, "sub_group_") && macro_body(text, word).size > 0;
}

bool tool_asked_exchanges(const char *name) {
    static const char *const alone[] = {"sg_lane", "sg_width", "sg_id", "sg_count"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strcmp(name, alone[i]) == 0) return false;
    return !tool_begins(name, "sg_mask_") && !tool_begins(name, "sg_identity_");
}

static bool is_called(piece rest) {
    while (rest.size > 0 && isspace((unsigned char)*rest.at)) rest = behind(rest, 1);
    return rest.size > 0 && *rest.at == '(';
}

static void add_name(char *names, size_t size, piece name) {
    char one[64];
    snprintf(one, sizeof one, "%.*s", (int)name.size, name.at);
    for (const char *at = strstr(names, one); at; at = strstr(at + 1, one))
        if (!is_word(at[strlen(one)]) && (at == names || !is_word(at[-1]))) return;
    if (strlen(names) + strlen(one) + 3 <= size)
        tool_text_append(names, size, "%s%s", names[0] ? ", " : "", one);
}

static void add_names(const char *text, piece p, int depth, char *names, size_t size) {
    while (p.size > 0) {
        piece rest;
        const piece word = next_word(p, &rest);
        p = rest;
        if (word.size == 0) break;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)word.size, word.at);
        if (names_operation(text, word)) {
            if (is_called(rest) && tool_asked_exchanges(name)) add_name(names, size, word);
        } else if (depth > 0 && !begins_with(word, "SG_") && !isdigit((unsigned char)*word.at)) {
            add_names(text, macro_body(text, word), depth - 1, names, size);
        }
    }
}

/* The word at the place, or a macro that contains or surrounds it. Without columns: all operations on the
 * line.
 */
static void name_at(const char *text, const tool_instruction *it, char *names, size_t size) {
    enum { DEEPEST = 3 };
    piece line = {NULL, 0}, rest;
    names[0] = '\0';
    if (!xl__find_source_line(text, it->file, (unsigned)it->line, &line.at, &line.size)) return;
    if (it->column == 0) {
        add_names(text, line, DEEPEST, names, size);
        return;
    }
    const piece from = behind(line, (size_t)it->column <= line.size ? (size_t)it->column - 1 : line.size);
    if (from.size == 0 || !is_word(*from.at)) return;
    const piece word = next_word(from, &rest), body = macro_body(text, word);
    if (begins_with(word, "SG_")) return;
    if (names_operation(text, word)) {
        if (is_called(rest)) add_name(names, size, word);
        return;
    }
    add_names(text, body, DEEPEST, names, size);
    if (body.size > 0 && !names[0]) add_names(text, rest, DEEPEST, names, size);
}

/* ---- gathering --------------------------------------------------------------------------------------- */

static bool is_at(const tool_asked *asked, const tool_instruction *it) {
    return asked->line == it->line && asked->column == it->column && strcmp(asked->file, it->file) == 0;
}

/* Calls of one operation on one line count as one. */
static bool is_same(const tool_asked *a, const tool_asked *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0 && strcmp(a->name, b->name) == 0;
}

/* `known` also has places without operations. */
static int find_asked(tool_asked_list *known, const tool_instruction *it, const char *text) {
    for (int i = 0; i < known->count; i++)
        if (is_at(&known->item[i], it)) return i;
    known->item = tool_need(realloc(known->item, ((size_t)known->count + 1) * sizeof *known->item));
    tool_asked *const asked = &known->item[known->count];
    *asked = (tool_asked){.file = it->file, .line = it->line, .column = it->column};
    name_at(text, it, asked->name, sizeof asked->name);
    return known->count++;
}

/* "2 ds_bpermute_b32, v_readlane_b32" */
static void add_word(char *words, size_t size, const char *word) {
    char *const at = strstr(words, word), *const end = at ? at + strlen(word) : NULL;
    if (!at || (*end && *end != ',')) {
        if (strlen(words) + strlen(word) + 6 <= size)
            tool_text_append(words, size, "%s1 %s", words[0] ? ", " : "", word);
        return;
    }
    char rest[160];
    snprintf(rest, sizeof rest, "%s", at);
    char *number = at - 1;
    while (number > words && isdigit((unsigned char)number[-1])) number--;
    const long count = strtol(number, NULL, 10) + 1;
    *number = '\0';
    tool_text_append(words, size, "%ld %s", count, rest);
}

static void count_instruction(tool_asked *asked, const tool_instruction *it) {
    char word[64];
    asked->instructions++;
    asked->waterfall_instructions += it->waterfall;
    if (it->kind != TOOL_CROSS_LANE) return;
    asked->cross_lane++;
    snprintf(word, sizeof word, "%.*s", it->operation_size, it->text + it->operation);
    add_word(asked->words, sizeof asked->words, word);
}

static int join(tool_asked_list *list, const tool_asked *place) {
    if (!place->name[0]) return -1;
    for (int i = 0; i < list->count; i++)
        if (is_same(&list->item[i], place)) return i;
    list->item = tool_need(realloc(list->item, ((size_t)list->count + 1) * sizeof *list->item));
    list->item[list->count] = *place;
    return list->count++;
}

tool_asked_list tool_asked_find(const tool_code *code, const char *text) {
    tool_asked_list list = {.of = tool_need(calloc((size_t)code->count + 1, sizeof *list.of))};
    tool_asked_list known = {.count = 0};
    for (int i = 0; i < code->count; i++) {
        const tool_instruction *const it = &code->item[i];
        list.of[i] = -1;
        if (!it->file) continue;
        const int at = find_asked(&known, it, text);
        list.of[i] = join(&list, &known.item[at]);
        if (list.of[i] < 0) continue;
        tool_asked *const asked = &list.item[list.of[i]];
        count_instruction(asked, it);
        if (++known.item[at].largest > asked->largest) asked->largest = known.item[at].largest;
    }
    free(known.item);
    return list;
}

void tool_asked_free(tool_asked_list *list) {
    free(list->item);
    free(list->of);
    *list = (tool_asked_list){.count = 0};
}

/* ---- one operation ----------------------------------------------------------------------------------- */

static bool is_operation(piece word, const char *operation) {
    if (strcmp(operation, "sg_ballot_count") == 0) return begins_with(word, "sg_mask_count");
    return word.size == strlen(operation) && begins_with(word, operation);
}

static bool has_operation(const char *names, const char *operation) {
    piece rest = {names, strlen(names)};
    for (piece word = next_word(rest, &rest); word.size > 0; word = next_word(rest, &rest))
        if (is_operation(word, operation)) return true;
    return false;
}

long tool_asked_largest(const tool_code *code, const char *text, const char *operation) {
    tool_asked_list list = tool_asked_find(code, text);
    long largest = -1;
    for (int i = 0; i < list.count; i++)
        if (has_operation(list.item[i].name, operation) && list.item[i].largest > largest)
            largest = list.item[i].largest;
    tool_asked_free(&list);
    return largest;
}
