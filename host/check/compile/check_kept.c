/* An entry: the lengths of log and code in a line, the log, the code, and the object. */
#include "compile/check_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "compile/check_folder.h"
#include "compile/clang.h"
#include "program/cache.h"

static const char version[] = "2", kind[] = "check";
enum { HEAD = 48 };
#define LIMIT ((uint64_t)512 << 20)

static bool includes(const char *text) {
    if (strstr(text, "__has_include") || strstr(text, "__DATE__") || strstr(text, "__TIME")) return true;
    for (const char *at = text; (at = strstr(at, "include")) != NULL; ++at) {
        const char *before = at;
        while (before > text && strchr(" \t", before[-1])) --before;
        if (before > text && strchr("#:/\\", before[-1])) return true;
    }
    return strstr(text, "#import") != NULL;
}

bool kept_key(char *const words[], const char *const text[], size_t texts, char key[XL__HASH_TEXT]) {
    uint64_t size = 0;
    int64_t changed = 0;
    xl__hash sum = xl__hash_start();
    xl__hash_add_text(&sum, version);
    xl__os_file_facts(words[0], &size, &changed);
    xl__hash_add(&sum, &size, sizeof size);
    xl__hash_add(&sum, &changed, sizeof changed);
    for (size_t i = 0; words[i]; ++i) xl__hash_add_text(&sum, words[i]);
    for (size_t i = 0; i < texts; ++i) {
        if (includes(text[i])) return false;
        xl__hash_add_text(&sum, text[i]);
    }
    xl__hash_text(&sum, key);
    return true;
}

char *kept_read(const char key[XL__HASH_TEXT], struct check_program *program) {
    char dir[256], *data = NULL, *code = NULL;
    size_t size = 0, log = 0, length = 0;
    if (!folder_cache(dir) || !xl__cache_read(dir, kind, key, &data, &size)) return NULL;
    bool right = size > HEAD && sscanf(data, "%zu %zu", &log, &length) == 2 && log <= size - HEAD &&
                 length <= size - HEAD - log;
    const char *object = right ? data + HEAD + log + length : NULL;
    if (right && !xl__os_write_own_file(program->object, object, (size_t)(data + size - object)))
        code = malloc(length + 1);
    if (code) {
        clang_log(program, data + HEAD, log);
        memcpy(code, data + HEAD + log, length);
        code[length] = '\0';
    }
    free(data);
    return code;
}

/* Only the lines that kernels.c reads: functions and their metadata. */
static void add_lines(xl__text *to, const char *code) {
    for (const char *line = code, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) + 1 : strlen(line);
        bool node = line[0] == '!' && strstr(line, " = !{") && strstr(line, " = !{") < line + n;
        if (node || !strncmp(line, "define ", 7) || !strncmp(line, "declare ", 8)) xl__text_add(to, line, n);
    }
}

void kept_write(const char key[XL__HASH_TEXT], const char *code, const struct check_program *program) {
    static bool trimmed;
    char dir[256], head[HEAD + 1], *object;
    size_t size = 0;
    xl__text lines = {0}, entry = {0};
    if (!folder_cache(dir) || !(object = folder_read(program->object, &size))) return;
    xl__text_add(&lines, "\n", 1);
    add_lines(&lines, code);
    snprintf(head, sizeof head, "%-23zu %-23zu\n", strlen(program->log), lines.size);
    xl__text_add(&entry, head, HEAD);
    xl__text_add(&entry, program->log, strlen(program->log));
    xl__text_add(&entry, lines.data, lines.size);
    xl__text_add(&entry, object, size);
    if (!lines.failed && !entry.failed) xl__cache_write(dir, kind, key, entry.data, entry.size);
    if (!trimmed) xl__cache_trim(dir, kind, LIMIT);
    trimmed = true;
    xl__text_free(&lines);
    xl__text_free(&entry);
    free(object);
}
