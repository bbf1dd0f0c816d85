#include "inspect/code.h"
#include "inspect/flow.h"
#include "base/text.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tool_label {
    char name[64];
    int at; /* the next instruction */
} tool_label;

const char *tool_kind_name(tool_kind kind) {
    static const char *const names[TOOL_KINDS] = {
        [TOOL_CROSS_LANE] = "cross_lane", [TOOL_LOCAL] = "local",           [TOOL_GLOBAL] = "global",
        [TOOL_SCRATCH] = "scratch",       [TOOL_ATOMIC] = "atomics",        [TOOL_BARRIER] = "barriers",
        [TOOL_BRANCH] = "branches",       [TOOL_ARITHMETIC] = "arithmetic", [TOOL_OTHER] = "other",
    };
    return names[kind];
}

bool tool_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* ---- the codes of a program ----------------------------------------------------------------------- */

tool_code *tool_codes_add(tool_codes *codes, const char *kernel) {
    codes->item = tool_need(realloc(codes->item, ((size_t)codes->count + 1) * sizeof *codes->item));
    tool_code *const code = &codes->item[codes->count++];
    *code = (tool_code){.numbers = {-1, -1, -1, -1, -1, -1, 0}};
    snprintf(code->kernel, sizeof code->kernel, "%s", kernel);
    return code;
}

tool_code *tool_codes_find(const tool_codes *codes, const char *kernel) {
    for (int i = 0; i < codes->count; i++)
        if (strcmp(codes->item[i].kernel, kernel) == 0) return &codes->item[i];
    return NULL;
}

void tool_codes_free(tool_codes *codes) {
    for (int i = 0; i < codes->count; i++) {
        tool_code *const code = &codes->item[i];
        for (int t = 0; t < code->text_count; t++) free(code->texts[t]);
        free(code->texts);
        free(code->item);
        free(code->labels);
    }
    free(codes->item);
    *codes = (tool_codes){.count = 0};
}

/* ---- refusing ------------------------------------------------------------------------------------- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
refuse(tool_codes *codes, const char *format, ...) {
    va_list values;
    if (codes->fault[0]) return;
    va_start(values, format);
    vsnprintf(codes->fault, sizeof codes->fault, format, values);
    va_end(values);
}

void tool_codes_refuse_line(tool_codes *codes, const char *line, size_t size) {
    char text[100], clean[100];
    const size_t blanks = strspn(line, " \t");
    snprintf(text, sizeof text, "%.*s", (int)(size > blanks ? size - blanks : 0), line + blanks);
    for (char *at = text; *at; at++)
        if (tool_is_blank(*at)) *at = ' ';
    refuse(codes, "a line in it is not understood: '%s'", tool_text_clean(text, clean, sizeof clean));
}

void tool_codes_refuse_end(tool_codes *codes, const char *kernel) {
    refuse(codes, "it ends within kernel %.100s", kernel);
}

void tool_codes_refuse_count(tool_codes *codes, const tool_code *code, long told) {
    refuse(codes, "it has %d instructions of kernel %.60s, and says %ld", code->count, code->kernel, told);
}

void tool_codes_refuse_size(tool_codes *codes) {
    codes->huge = !codes->fault[0];
    refuse(codes, "too large: of one program at most %d instructions and %d MiB of assembly are read",
           TOOL_CODES_MOST, TOOL_CODES_BYTES >> 20);
}

bool tool_codes_stand(tool_codes *codes) {
    long all = 0;
    for (int i = 0; i < codes->count; i++) {
        all += codes->item[i].count;
        if (codes->item[i].count == 0)
            refuse(codes, "it has no instructions of kernel %.100s", codes->item[i].kernel);
        if (codes->item[i].lost > 0)
            refuse(codes, "it has no label for '%.100s'", codes->item[i].item[codes->item[i].lost - 1].text);
    }
    if (all > TOOL_CODES_MOST) tool_codes_refuse_size(codes);
    if (!codes->fault[0]) return true;
    const tool_codes refused = *codes;
    tool_codes_free(codes);
    memcpy(codes->fault, refused.fault, sizeof codes->fault);
    codes->huge = refused.huge;
    return false;
}

bool tool_read_number(const char *text, const char *end, long *out) {
    char *behind = NULL;
    const long number = strtol(text, &behind, 10);
    if (behind == text || behind > end || behind + strspn(behind, " \r") < end) return false;
    *out = number;
    return true;
}

/* ---- adding --------------------------------------------------------------------------------------- */

/* Takes over a text to free. */
static const char *keep(tool_code *code, char *text) {
    if (code->text_count == code->text_capacity) {
        code->text_capacity = 2 * code->text_capacity + 64;
        code->texts = tool_need(realloc(code->texts, (size_t)code->text_capacity * sizeof *code->texts));
    }
    return code->texts[code->text_count++] = text;
}

static const char *keep_file(tool_code *code, const char *file) {
    if (!file[0]) return NULL;
    const char *const last = code->count ? code->item[code->count - 1].file : NULL;
    return last && strcmp(last, file) == 0 ? last : keep(code, tool_need(xl__copy_text(file)));
}

void tool_code_add(tool_code *code, const char *line, size_t size, const tool_place *place) {
    char *const text = tool_need(malloc(size + 1));
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (tool_is_blank(line[i]) && (length == 0 || text[length - 1] == ' ')) continue;
        text[length++] = tool_is_blank(line[i]) ? ' ' : line[i];
    }
    if (length > 0 && text[length - 1] == ' ') length--;
    text[length] = '\0';
    if (code->count == code->capacity) {
        code->capacity = 2 * code->capacity + 64;
        code->item = tool_need(realloc(code->item, (size_t)code->capacity * sizeof *code->item));
    }
    int operation = 0; /* a condition before it: "@!P0", "(W&f0.0)" */
    while (text[operation] == '(' || text[operation] == '@') {
        operation += (int)strcspn(text + operation, " ");
        operation += text[operation] == ' ';
    }
    const char *const from = keep_file(code, place->file);
    code->item[code->count++] = (tool_instruction){.text = keep(code, text),
                                                   .operation = operation,
                                                   .operation_size = (int)strcspn(text + operation, " "),
                                                   .kind = TOOL_OTHER,
                                                   .to = {-1, -1},
                                                   .file = from,
                                                   .line = place->line,
                                                   .column = place->column};
}

void tool_code_label(tool_code *code, const char *name, size_t size) {
    if (code->label_count == code->label_capacity) {
        code->label_capacity = 2 * code->label_capacity + 16;
        code->labels = tool_need(realloc(code->labels, (size_t)code->label_capacity * sizeof *code->labels));
    }
    tool_label *const label = &code->labels[code->label_count++];
    snprintf(label->name, sizeof label->name, "%.*s", (int)size, name);
    label->at = code->count;
}

/* ---- names of files ------------------------------------------------------------------------------- */

/* True if one path is the end of the other, from a folder on. */
static bool is_one_file(const char *a, const char *b) {
    const size_t x = strlen(a), y = strlen(b);
    const char *const longer = x > y ? a : b, *const shorter = x > y ? b : a;
    const size_t more = x > y ? x - y : y - x;
    return strcmp(longer + more, shorter) == 0 && (more == 0 || longer[more - 1] == '/');
}

/* With repetitions; freed by the caller with its contents. */
static char **list_files(const char *program, int *count) {
    char **names = NULL;
    *count = 0;
    size_t size = 0;
    for (const char *rest = program, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        char name[256];
        if (*at != '#' || tool_scan(at, "#line %*u \"%255[^\"\n]\"", name) != 1) continue;
        names = tool_need(realloc(names, ((size_t)*count + 1) * sizeof *names));
        names[(*count)++] = tool_need(xl__copy_text(name));
    }
    return names;
}

/* An equal name comes before an equal ending. */
static const char *find_file(char *const *names, int count, const char *told) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], told) == 0) return names[i];
    for (int i = 0; i < count; i++)
        if (is_one_file(names[i], told)) return names[i];
    return NULL;
}

void tool_codes_name_files(tool_codes *codes, const char *program) {
    int count = 0;
    char **const names = list_files(program, &count);
    for (int k = 0; k < codes->count; k++) {
        tool_code *const code = &codes->item[k];
        const char *told = NULL, *mine = NULL;
        for (int i = 0; i < code->count; i++) {
            const char **const file = &code->item[i].file;
            if (*file && *file != told) {
                const char *const name = find_file(names, count, *file);
                mine = name ? keep(code, tool_need(xl__copy_text(name))) : *file;
                told = *file;
            }
            if (*file) *file = mine;
        }
    }
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
}

/* ---- asking --------------------------------------------------------------------------------------- */

bool tool_begins(const char *text, const char *part) {
    return strncmp(text, part, strlen(part)) == 0;
}

size_t tool_name_size(const char *text) {
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$@");
}

const char *tool_next_line(const char **rest, size_t *size) {
    const char *const line = *rest;
    if (!*line) return NULL;
    *size = strcspn(line, "\n");
    *rest = line + *size + (line[*size] == '\n');
    return line;
}

int tool_scan(const char *at, const char *format, ...) {
    char text[1024];
    va_list values;
    snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, at);
    va_start(values, format);
    const int read = vsscanf(text, format, values);
    va_end(values);
    return read;
}

bool tool_code_is(const tool_code *code, int at, const char *operation) {
    const tool_instruction *const it = &code->item[at];
    const char *const word = it->text + it->operation;
    const size_t length = strlen(operation), has = (size_t)it->operation_size;
    if (length > 0 && operation[length - 1] == '*')
        return has >= length - 1 && strncmp(word, operation, length - 1) == 0;
    return has == length && strncmp(word, operation, length) == 0;
}

bool tool_code_jumps_to_itself(const tool_code *code, int at) {
    for (int i = 0; i < code->label_count; i++)
        if (code->labels[i].at == at &&
            xl__find_name(code->item[at].text, code->labels[i].name, strlen(code->labels[i].name)))
            return true;
    return false;
}

void tool_code_operand(const tool_code *code, int at, int index, char *out, size_t size) {
    const tool_instruction *const it = &code->item[at];
    const char *from = it->text + it->operation + it->operation_size;
    int open = 0; /* brackets: s[4:5] and c[0x0][0x4] are one operand */
    out[0] = '\0';
    for (; *from && index > 0; from++) {
        open += *from == '[' || *from == '(';
        open -= *from == ']' || *from == ')';
        index -= *from == ',' && open == 0;
    }
    if (index > 0) return;
    from += strspn(from, " ");
    size_t length = 0;
    for (open = 0; from[length] && (from[length] != ',' || open > 0); length++) {
        open += from[length] == '[' || from[length] == '(';
        open -= from[length] == ']' || from[length] == ')';
    }
    while (length > 0 && from[length - 1] == ' ') length--;
    snprintf(out, size, "%.*s", (int)length, from);
}

/* ---- what follows from them ------------------------------------------------------------------------- */

static int compare_labels(const void *a, const void *b) {
    return strcmp(((const tool_label *)a)->name, ((const tool_label *)b)->name);
}

/* Labels in operands, "@!P0 BRA `(.L_x_1)" included. They are sorted. */
static void find_targets(const tool_code *code, tool_instruction *it) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
    const char *at = it->text + it->operation + it->operation_size;
    for (int count = 0; *at && count < 2; at += strspn(at, letters)) {
        tool_label wanted = {.at = 0};
        at += strcspn(at, letters);
        snprintf(wanted.name, sizeof wanted.name, "%.*s", (int)strspn(at, letters), at);
        const tool_label *const found =
            code->label_count
                ? bsearch(&wanted, code->labels, (size_t)code->label_count, sizeof wanted, compare_labels)
                : NULL;
        if (found) it->to[count++] = found->at;
    }
}

void tool_code_finish(tool_code *code, const tool_syntax *syntax) {
    char operation[64];
    if (code->label_count > 1)
        qsort(code->labels, (size_t)code->label_count, sizeof *code->labels, compare_labels);
    bool *const stops = tool_need(calloc((size_t)code->count + 1, sizeof *stops));
    for (int i = 0; i < code->count; i++) {
        tool_instruction *const it = &code->item[i];
        snprintf(operation, sizeof operation, "%.*s", it->operation_size, it->text + it->operation);
        it->kind = syntax->kind(operation, it->text);
        code->kinds[it->kind]++;
        if (it->kind == TOOL_BRANCH) find_targets(code, it);
        if (it->kind == TOOL_BRANCH && code->lost == 0 && it->to[0] < 0 && syntax->leads(operation, it->text))
            code->lost = i + 1;
        stops[i] = it->operation == 0 && syntax->stops(operation); /* under a condition it may continue */
    }
    tool_flow_loops(code, stops, syntax);
    free(stops);
}
