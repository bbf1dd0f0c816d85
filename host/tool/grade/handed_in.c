/* handed_in.c - finds a class's students and their files. */
#include "grade/handed_in.h"
#include "base/os.h"
#include "learn/os_jail.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 256, DEEPEST = 3 };
#define USUAL "crosslane-learn"

/* ---- names of files --------------------------------------------------------------------------------- */

static void fold(const char *name, char out[LONGEST_NAME]) {
    size_t i = 0;
    for (; name[i] && i + 1 < LONGEST_NAME; i++)
        out[i] = name[i] == '_' || name[i] == ' ' ? '-' : (char)tolower((unsigned char)name[i]);
    out[i] = '\0';
}

static bool cut_ending(char *name, const char *ending) {
    const size_t length = strlen(name), end = strlen(ending);
    if (length <= end || strcmp(name + length - end, ending) != 0) return false;
    name[length - end] = '\0';
    return true;
}

/* What browsers and platforms append: "-1", "-(2)", "-copy". */
static bool is_appended(const char *rest) {
    static const char *const words[] = {"copy", "kopie", "copie", "copia"};
    if (*rest && *rest != '-' && *rest != '(') return false;
    while (*rest) {
        rest += strspn(rest, "-");
        const size_t digits = strspn(rest + (*rest == '('), "0123456789");
        size_t length = 0;
        if (*rest == '(' && digits > 0 && rest[1 + digits] == ')') length = digits + 2;
        if (*rest != '(') length = digits;
        for (size_t i = 0; i < sizeof words / sizeof *words && length == 0; i++)
            if (strncmp(rest, words[i], strlen(words[i])) == 0) length = strlen(words[i]);
        if (length == 0) return *rest == '\0';
        rest += length;
    }
    return true;
}

static const char *last_of(const char *text, const char *part) {
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) last = at;
    return last;
}

tool_file_name tool_file_answers(const char *file, const char *exercise, size_t *begin) {
    char name[LONGEST_NAME], wanted[LONGEST_NAME];
    *begin = 0;
    if (strncmp(file, exercise, strlen(exercise)) == 0 && strcmp(file + strlen(exercise), ".cl") == 0)
        return TOOL_FILE_EXACT;
    if (strlen(file) >= LONGEST_NAME || file[0] == '.') return TOOL_FILE_OTHER;
    fold(file, name);
    fold(exercise, wanted);
    cut_ending(name, ".txt");
    if (!cut_ending(name, ".cl")) return TOOL_FILE_OTHER;
    const char *const at = last_of(name, wanted);
    if (!at || (at > name && isalnum((unsigned char)at[-1])) || !is_appended(at + strlen(wanted)))
        return TOOL_FILE_OTHER;
    *begin = (size_t)(at - name);
    return TOOL_FILE_LIKELY;
}

/* ---- one folder ------------------------------------------------------------------------------------- */

typedef struct reader {
    tool_class *out;
    const tool_exercise_name *names;
    int count;
} reader;

static void note(reader *r, const char *student, const char *file, const char *what) {
    char shown[TOOL_PATH], of[TOOL_PATH];
    tool_text_name(file, shown, sizeof shown);
    tool_text_name(student ? student : "", of, sizeof of);
    xl__text_format(&r->out->notes, "%s%s%s: %s\n", of, student ? "/" : "", shown, what);
}

static bool is_archive(const char *file) {
    static const char *const endings[] = {".zip", ".tar", ".gz", ".tgz", ".7z", ".rar"};
    char name[LONGEST_NAME];
    fold(file, name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (cut_ending(name, endings[i])) return true;
    return false;
}

static bool is_kernel(const char *file) {
    char name[LONGEST_NAME];
    fold(file, name);
    cut_ending(name, ".txt");
    return file[0] != '.' && cut_ending(name, ".cl");
}

/* -1: no exercise. */
static int exercise_of(const reader *r, const char *file, tool_file_name *kind, size_t *begin) {
    for (int e = 0; e < r->count; e++) {
        *kind = tool_file_answers(file, r->names[e], begin);
        if (*kind != TOOL_FILE_OTHER) return e;
    }
    return -1;
}

static void take(reader *r, tool_student *s, int exercise, tool_file_name kind, const char *file) {
    tool_handed *const h = &s->handed[exercise];
    char exact[LONGEST_NAME], what[2 * LONGEST_NAME];
    snprintf(exact, sizeof exact, "%s.cl", r->names[exercise]);
    snprintf(what, sizeof what, "not read, because %s is there", exact);
    const bool has_exact = h->file && strcmp(h->file, exact) == 0;
    if (has_exact) {
        note(r, s->name, file, what);
    } else if (!h->file && !h->why) {
        h->file = tool_need(xl__copy_text(file));
    } else if (kind == TOOL_FILE_EXACT) {
        if (h->file) note(r, s->name, h->file, what);
        free(h->file);
        free(h->why);
        h->why = NULL;
        h->file = tool_need(xl__copy_text(file));
    } else {
        xl__text why = {0};
        char shown[TOOL_PATH], other[TOOL_PATH];
        tool_text_name(file, shown, sizeof shown);
        if (h->file)
            xl__text_format(&why, "several files may be the answer, keep one: %s, %s",
                            tool_text_name(h->file, other, sizeof other), shown);
        else
            xl__text_format(&why, "%s, %s", h->why, shown);
        free(h->file);
        free(h->why);
        h->file = NULL;
        h->why = tool_need(why.data);
    }
}

/* False: it has no answer of any exercise. */
static bool take_folder(reader *r, tool_student *s) {
    char **files = NULL;
    size_t count = 0, begin;
    bool any = false;
    tool_file_name kind;
    if (xl__os_list_folder(s->folder, &files, &count) != 0) return false;
    for (size_t i = 0; i < count; i++) any |= exercise_of(r, files[i], &kind, &begin) >= 0;
    for (size_t i = 0; i < count && any; i++) {
        const int exercise = exercise_of(r, files[i], &kind, &begin);
        if (exercise >= 0) take(r, s, exercise, kind, files[i]);
    }
    xl__os_free_names(files, count);
    return any;
}

static void note_others(reader *r, const tool_student *s) {
    char **files = NULL;
    size_t count = 0, begin;
    tool_file_name kind;
    if (xl__os_list_folder(s->folder, &files, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        if (is_archive(files[i]))
            note(r, s->name, files[i], "an archive was not read: unpack it");
        else if (is_kernel(files[i]) && exercise_of(r, files[i], &kind, &begin) < 0)
            note(r, s->name, files[i], "not graded: no exercise has this name");
    }
    xl__os_free_names(files, count);
}

static bool is_real_folder(const char *path) {
    return xl__os_is_folder(path) && !tool_jail_is_link(path);
}

/* Changes `path` to its folder crosslane-learn, or else to its only one. */
static bool go_inside(char path[TOOL_PATH]) {
    char **names = NULL, inner[TOOL_PATH], only[TOOL_PATH] = "";
    size_t count = 0, folders = 0;
    if (snprintf(inner, sizeof inner, "%s/" USUAL, path) < TOOL_PATH && is_real_folder(inner)) {
        memcpy(path, inner, sizeof inner);
        return true;
    }
    if (xl__os_list_folder(path, &names, &count) != 0) return false;
    for (size_t i = 0; i < count; i++) {
        if (names[i][0] == '.' || strcmp(names[i], "__MACOSX") == 0 ||
            snprintf(inner, sizeof inner, "%s/%s", path, names[i]) >= TOOL_PATH || !is_real_folder(inner))
            continue;
        folders++;
        memcpy(only, inner, sizeof inner);
    }
    xl__os_free_names(names, count);
    if (folders != 1) return false;
    memcpy(path, only, sizeof only);
    return true;
}

/* ---- the class -------------------------------------------------------------------------------------- */

static tool_student *add_student(reader *r, const char *name, const char *folder, bool alone) {
    tool_class *const c = r->out;
    c->student = tool_need(realloc(c->student, (c->count + 1) * sizeof *c->student));
    tool_student *const s = &c->student[c->count++];
    *s = (tool_student){.name = tool_need(xl__copy_text(name)),
                        .alone = alone,
                        .handed = tool_need(calloc((size_t)r->count + 1, sizeof *s->handed))};
    snprintf(s->folder, sizeof s->folder, "%s", folder);
    return s;
}

static void read_student(reader *r, const char *name, const char *path) {
    char inner[TOOL_PATH];
    tool_student *const s = add_student(r, name, path, true);
    snprintf(inner, sizeof inner, "%s", path);
    bool found = !(go_inside(inner) && strstr(inner + strlen(path), "/" USUAL)) && take_folder(r, s);
    for (int depth = 0; depth < DEEPEST && !found && go_inside(s->folder); depth++) found = take_folder(r, s);
    if (!found) {
        snprintf(inner, sizeof inner, "%s", path);
        memcpy(s->folder, inner, sizeof inner);
        take_folder(r, s);
    }
    note_others(r, s);
}

/* The student of "name_123_456_01-lane.cl", or of "name_01-lane.cl". */
static void name_of(const char *file, size_t begin, char name[LONGEST_NAME]) {
    static const char late[] = "_LATE";
    snprintf(name, LONGEST_NAME, "%.*s", (int)begin, file);
    for (;;) {
        size_t length = strlen(name);
        while (length > 0 && strchr("-_ .", name[length - 1])) length--;
        name[length] = '\0';
        const char *const dash = strrchr(name, '_');
        if (!dash || dash[1 + strspn(dash + 1, "0123456789")] != '\0') break;
        name[dash - name] = '\0';
    }
    const size_t length = strlen(name);
    if (length >= sizeof late && strcmp(name + length - sizeof late + 1, late) == 0)
        name[length - sizeof late + 1] = '\0';
}

static void read_file(reader *r, const char *folder, const char *file) {
    char name[LONGEST_NAME] = "";
    size_t begin = 0;
    tool_file_name kind = TOOL_FILE_OTHER;
    const int exercise = exercise_of(r, file, &kind, &begin);
    if (exercise >= 0) name_of(file, begin, name);
    if (is_archive(file)) note(r, NULL, file, "an archive was not read: unpack it");
    if (!is_kernel(file)) return;
    if (!name[0]) {
        note(r, NULL, file,
             "not graded: it is in no student's folder, and its name begins with no student's");
        return;
    }
    for (size_t s = 0; s < r->out->count; s++)
        if (!r->out->student[s].alone && strcmp(r->out->student[s].name, name) == 0) {
            take(r, &r->out->student[s], exercise, kind, file);
            return;
        }
    take(r, add_student(r, name, folder, false), exercise, kind, file);
}

int tool_class_read(const char *folder, const tool_exercise_name *names, int count, tool_class *out) {
    char **entries = NULL, path[TOOL_PATH];
    size_t entry_count = 0;
    *out = (tool_class){.exercises = count};
    reader r = {out, names, count};
    const int failed = xl__os_list_folder(folder, &entries, &entry_count);
    if (failed) return failed;
    for (int files = 0; files < 2; files++)
        for (size_t i = 0; i < entry_count; i++) {
            const bool fits = snprintf(path, sizeof path, "%s/%s", folder, entries[i]) < TOOL_PATH;
            if (entries[i][0] == '.' || !fits || tool_jail_is_link(path)) continue;
            if (xl__os_is_folder(path)) {
                if (!files && strcmp(entries[i], "__MACOSX") != 0) read_student(&r, entries[i], path);
            } else if (files) {
                read_file(&r, folder, entries[i]);
            }
        }
    xl__os_free_names(entries, entry_count);
    return 0;
}

void tool_class_free(tool_class *c) {
    for (size_t s = 0; s < c->count; s++) {
        for (int e = 0; e < c->exercises; e++) {
            free(c->student[s].handed[e].file);
            free(c->student[s].handed[e].why);
        }
        free(c->student[s].handed);
        free(c->student[s].name);
    }
    free(c->student);
    xl__text_free(&c->notes);
    *c = (tool_class){.count = 0};
}
