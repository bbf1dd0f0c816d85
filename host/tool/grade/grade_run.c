/* grade_run.c - runs the open answers of a class, each in its own sandbox. */
#include "grade/grade.h"
#include "base/os.h"
#include "grade/judged.h"
#include "learn/answers.h"
#include "learn/os_jail.h"
#include "records/os_busy.h"
#include "records/record.h"
#include "system/os_start.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_AT_ONCE = 64, LISTEN_MS = 200, MOST_SAID = 1 << 20 };

static bool is_open(const json_t *answer) {
    return tool_answer_is(answer, "open");
}

/* ---- one process ------------------------------------------------------------------------------------ */

/* Of one process: an answer, or the exercises' solutions. */
typedef struct task {
    tool_jailed jailed;
    json_t *answer; /* NULL: nothing runs */
    char folder[TOOL_PATH];
    double end; /* time limit, seconds */
    char *key;  /* learn's verdict is kept under it; owned */
} task;

typedef struct grader {
    tool_grading *grading;
    char place[TOOL_PATH];  /* a folder of this run, with: */
    char inside[TOOL_PATH]; /* the sandbox's writable folder, */
    char solved[TOOL_PATH]; /* the solutions, */
    char known[TOOL_PATH];  /* facts about the device, found with the solutions, */
    char said[TOOL_PATH];   /* and their standard error */
    char hidden[TOOL_PATH], exercises[TOOL_PATH];
    task *tasks;
    size_t count; /* in parallel */
    int number;
    tool_judged judged;
    json_t *solutions; /* their answers by exercise; owned */
} grader;

/* "learn check WORD... --kernel-dir ... --json -" and the given options. */
static void add_words(xl__text *line, const char *option, const char *value) {
    if (value) xl__text_format(line, "%s%c%s%c", option, '\0', value, '\0');
}

/* Ends with NULL; the caller frees it. */
static const char **list_words(const xl__text *line) {
    size_t count = 0;
    for (size_t at = 0; at < line->size; at++) count += line->data[at] == '\0';
    const char **const words = tool_need(calloc(count + 1, sizeof *words));
    count = 0;
    for (size_t at = 0; at < line->size; at += strlen(line->data + at) + 1) words[count++] = line->data + at;
    return words;
}

static void write_words(const grader *r, const char *own, const char *const *exercises, double timeout,
                        xl__text *line) {
    const tool_options *const o = r->grading->options;
    char text[TOOL_PATH + 16];
    add_words(line, "crosslane", "learn");
    xl__text_add(line, "check", 6);
    for (; *exercises; exercises++) xl__text_add(line, *exercises, strlen(*exercises) + 1);
    snprintf(text, sizeof text, "%s/answer", own);
    add_words(line, "--kernel-dir", text);
    add_words(line, "--json", "-");
    add_words(line, "--exercises", o->exercises ? r->exercises : NULL);
    add_words(line, "--backend", o->backend);
    snprintf(text, sizeof text, "%g", timeout);
    add_words(line, "--timeout", text);
    for (int i = 0; i < o->devices.count; i++) add_words(line, "--device", o->devices.word[i]);
    if (o->width_all || o->width_native) add_words(line, "--width", o->width_all ? "all" : "native");
    for (int i = 0; i < o->width_count; i++) {
        snprintf(text, sizeof text, "%d", o->widths[i]);
        add_words(line, "--width", text);
    }
    if (line->failed) tool_need(NULL);
}

static int start(grader *r, task *t, const tool_jail *jail, const char *const *exercises, const char *said,
                 xl_error *error) {
    const double seconds = r->grading->options->timeout;
    xl__text line = {0};
    write_words(r, jail->folder, exercises, said ? seconds : 0.8 * seconds, &line);
    const char **const words = list_words(&line);
    snprintf(t->folder, sizeof t->folder, "%s", jail->folder);
    t->end = tool_seconds() + seconds;
    const int status = tool_jail_start(&t->jailed, jail, words, said, error);
    free(words);
    xl__text_free(&line);
    return status;
}

/* Their path means nothing to a reader. */
static json_t *without_place(const task *t, const char *text) {
    char place[TOOL_PATH + 16];
    xl__text kept = {0};
    const size_t length = (size_t)snprintf(place, sizeof place, "%s/answer/", t->folder);
    for (const char *found; (found = strstr(text, place)) != NULL; text = found + length)
        xl__text_add(&kept, text, (size_t)(found - text));
    xl__text_format(&kept, "%s", text);
    json_t *const value = tool_json_text(tool_need(kept.data));
    xl__text_free(&kept);
    return value;
}

/* Owned; NULL: none. */
static json_t *read_said(const tool_jailed *jailed) {
    char what[256];
    return jailed->out.data ? tool_json_parse(jailed->out.data, jailed->out.size, what, sizeof what) : NULL;
}

/* False: no answer in the output. */
static bool take_said(const task *t) {
    static const char *const fields[] = {"result", "why", "mistake", "widths", "compiled", "collectives"};
    json_t *const document = read_said(&t->jailed);
    const json_t *const said = json_array_get(json_object_get(document, "answers"), 0);
    const bool any = json_is_object(said);
    for (size_t i = 0; i < sizeof fields / sizeof *fields && any; i++) {
        json_t *const value = json_object_get(said, fields[i]);
        json_object_set(t->answer, fields[i],
                        json_is_string(value) || json_is_integer(value) ? value : json_null());
    }
    if (any) json_object_set_new(t->answer, "answer", without_place(t, tool_text_of(said, "answer")));
    json_decref(document);
    return any && !is_open(t->answer);
}

/* Judges a process that wrote no answer. */
static void judge_silent(const task *t, int status, bool walls) {
    char text[192];
    if (status < 0)
        snprintf(text, sizeof text, "its process was ended by signal %d", -status);
    else if (walls && (status == TOOL_NOTHING_DONE || status == TOOL_DEVICE_FAILED))
        snprintf(text, sizeof text,
                 "no answer, exit status %d; if the driver could not read some of its files, add their "
                 "folders to CROSSLANE_READABLE",
                 status);
    else
        snprintf(text, sizeof text, "no answer, exit status %d", status);
    tool_answer_judge(t->answer, status < 0 ? "wrong" : "not run", text);
}

/* Ends a running process because of `why`. */
static void finish(task *t, const char *why, bool walls, const tool_judged *judged) {
    const bool flooded = t->jailed.flooded;
    const int status = tool_jail_end(&t->jailed);
    if (flooded)
        tool_answer_judge(t->answer, "wrong", "too much output");
    else if (why)
        tool_answer_judge(t->answer, "wrong", why);
    else if (!take_said(t))
        judge_silent(t, status, walls);
    else if (tool_answer_is(t->answer, "not run") && json_is_null(json_object_get(t->answer, "why")))
        judge_silent(t, status, walls);
    if (!tool_answer_is(t->answer, "right")) json_object_set_new(t->answer, "widths", json_null());
    if (t->key) tool_judged_keep(judged, t->key, t->answer);
    free(t->key);
    t->key = NULL;
    xl__text_free(&t->jailed.out);
    t->answer = NULL;
}

/* ---- walls ------------------------------------------------------------------------------------------ */

static bool is_below(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0' || length == 1);
}

static int open_grader(grader *r, tool_grading *g, xl_error *error) {
    *r = (grader){.grading = g};
    const int status = tool_jail_folder_make(r->place, error);
    if (status != XL_SUCCESS) return status;
    if (snprintf(r->inside, sizeof r->inside, "%s/own", r->place) >= TOOL_PATH ||
        snprintf(r->solved, sizeof r->solved, "%s/solved", r->place) >= TOOL_PATH ||
        snprintf(r->known, sizeof r->known, "%s/solved/cache", r->place) >= TOOL_PATH ||
        snprintf(r->said, sizeof r->said, "%s/said", r->place) >= TOOL_PATH)
        return xl__fail(error, XL_IO, "%s: the name is too long", r->place);
    if (!tool_jail_real(g->folder, r->hidden))
        return xl__fail(error, XL_IO, "%s no longer exists", g->folder);
    if (g->options->exercises && !tool_jail_real(g->options->exercises, r->exercises))
        return xl__fail(error, XL_IO, "%s does not exist", g->options->exercises);
    if (g->walls && is_below(r->place, r->hidden))
        return xl__fail(error, XL_IO,
                        "%s contains the folder for temporary files; name another one in TMPDIR", g->folder);
    if (g->walls && g->options->exercises && is_below(r->exercises, r->hidden))
        return xl__fail(error, XL_IO, "%s contains the exercises, which answers must not read; move them",
                        g->folder);
    const int failed = xl__os_make_private_folder(r->inside);
    char reason[128];
    return failed ? xl__fail(error, XL_IO, "%s: %s", r->inside, xl__os_reason(failed, reason, sizeof reason))
                  : XL_SUCCESS;
}

bool tool_grade_has_walls(const tool_grading *grading, xl_error *error) {
    grader r;
    tool_grading g = *grading;
    g.walls = true;
    bool has = open_grader(&r, &g, error) == XL_SUCCESS;
    const tool_jail jail = {.walls = true, .folder = r.inside, .hidden = r.hidden};
    has = has && tool_jail_works(&jail, error);
    tool_jail_folder_remove(r.place);
    return has;
}

/* ---- the solutions ---------------------------------------------------------------------------------- */

static bool is_wanted(const tool_grading *g, int exercise) {
    for (size_t s = 0; s < g->class.count; s++)
        if (is_open(json_array_get(g->answers, s * (size_t)g->count + (size_t)exercise))) return true;
    return false;
}

static void leave_out(const grader *r, json_t *solution) {
    const tool_grading *const g = r->grading;
    const char *const exercise = tool_text_of(solution, "exercise");
    json_object_set(r->solutions, exercise, solution);
    json_t *answer;
    size_t i;
    char why[300];
    if (tool_answer_is(solution, "right")) return;
    if (tool_answer_is(solution, "not run"))
        snprintf(why, sizeof why, "%.280s", tool_text_of(solution, "why"));
    else
        snprintf(why, sizeof why, "the exercise's own solution is not right on this device");
    json_array_foreach(g->answers, i, answer) {
        if (is_open(answer) && strcmp(tool_text_of(answer, "exercise"), exercise) == 0)
            tool_answer_judge(answer, "not run", why);
    }
}

static void complain_again(const grader *r) {
    static const char mine[] = "crosslane: ";
    char *text = NULL;
    size_t size = 0;
    if (xl__os_read_file(r->said, MOST_SAID, &text, &size) != 0) return;
    for (char *line = text; *line;) {
        char *const end = line + strcspn(line, "\n");
        const bool last = !*end;
        *end = '\0';
        if (strncmp(line, mine, strlen(mine)) == 0) tool_complain("%s", line + strlen(mine));
        line = last ? end : end + 1;
    }
    free(text);
}

static tool_exit judge_solutions(const grader *r, const tool_jailed *jailed, int status) {
    json_t *const document = read_said(jailed);
    json_t *solution;
    size_t i;
    json_array_foreach(json_object_get(document, "answers"), i, solution) leave_out(r, solution);
    const bool any = document != NULL;
    json_decref(document);
    if (tool_interrupted()) return TOOL_INTERRUPTED;
    if (any || status == TOOL_OK) return TOOL_OK;
    complain_again(r);
    return status < 0 ? TOOL_DEVICE_FAILED : (tool_exit)status;
}

typedef struct file_name {
    char text[2 * TOOL_EXERCISE_NAME];
} file_name;

/* In a folder whose cache all sandboxed processes receive. */
static tool_exit run_solutions(grader *r, xl_error *error) {
    const tool_grading *const g = r->grading;
    tool_jail_file *const files = tool_need(calloc((size_t)g->count + 1, sizeof *files));
    const char **const wanted = tool_need(calloc((size_t)g->count + 1, sizeof *wanted));
    file_name *const names = tool_need(calloc((size_t)g->count + 1, sizeof *names));
    tool_jail jail = {.folder = r->solved, .files = files};
    task one = {.answer = NULL};
    int status = XL_SUCCESS;
    for (int i = 0; i < g->count && status == XL_SUCCESS; i++) {
        char *text = NULL;
        if (!is_wanted(g, i)) continue;
        status =
            tool_exercise_file(g->options->exercises, tool_grade_exercise(g, i), "solution.cl", &text, error);
        if (status != XL_SUCCESS) break;
        char *const name = names[jail.file_count].text;
        snprintf(name, sizeof names->text, "%s.cl", tool_grade_exercise(g, i));
        files[jail.file_count] = (tool_jail_file){name, text, strlen(text)};
        wanted[jail.file_count++] = tool_grade_exercise(g, i);
    }
    tool_exit result = TOOL_OK;
    if (status == XL_SUCCESS && xl__os_make_private_folder(r->solved) != 0)
        status = xl__fail(error, XL_IO, "%s: cannot be created", r->solved);
    if (status == XL_SUCCESS && jail.file_count > 0) status = start(r, &one, &jail, wanted, r->said, error);
    if (status == XL_SUCCESS && jail.file_count > 0) {
        tool_jailed *const only = &one.jailed;
        while (!only->ended && !tool_interrupted()) tool_jail_listen(&only, 1, LISTEN_MS);
        const int code = tool_jail_end(&one.jailed);
        result = judge_solutions(r, &one.jailed, code);
        xl__text_free(&one.jailed.out);
    }
    for (size_t i = 0; i < jail.file_count; i++) free((char *)(uintptr_t)files[i].text);
    free(files);
    free(wanted);
    free(names);
    return status == XL_SUCCESS ? result : TOOL_OUTPUT;
}

/* ---- all answers ------------------------------------------------------------------------------------ */

static bool is_source(const char *name) {
    const size_t length = strlen(name);
    return length > 3 && name[0] != '.' &&
           (strcmp(name + length - 3, ".cl") == 0 || strcmp(name + length - 2, ".h") == 0);
}

static void load_file(const tool_student *s, const char *file, const char *called,
                      tool_jail_file files[TOOL_JAIL_FILES], size_t *used) {
    char path[TOOL_PATH], *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < *used; i++)
        if (strcmp(files[i].name, called) == 0) return;
    if (*used == TOOL_JAIL_FILES || snprintf(path, sizeof path, "%s/%s", s->folder, file) >= TOOL_PATH ||
        tool_jail_is_link(path) || !xl__os_is_file(path) ||
        xl__os_read_file(path, TOOL_LARGEST_KERNEL, &text, &size) != 0)
        return;
    files[(*used)++] = (tool_jail_file){tool_need(xl__copy_text(called)), text, size};
}

static void load_exercise(const tool_grading *g, const tool_student *s, int exercise,
                          tool_jail_file files[TOOL_JAIL_FILES], size_t *used) {
    char called[2 * TOOL_EXERCISE_NAME];
    if (!s->handed[exercise].file) return;
    snprintf(called, sizeof called, "%s.cl", g->names[exercise]);
    load_file(s, s->handed[exercise].file, called, files, used);
}

/* With the files next to it, which it may include. */
static size_t load_files(const tool_grading *g, size_t at, tool_jail_file files[TOOL_JAIL_FILES]) {
    const tool_student *const s = &g->class.student[at / (size_t)g->count];
    char **names = NULL;
    size_t count = 0, used = 0;
    load_exercise(g, s, g->at[at % (size_t)g->count], files, &used);
    for (int e = 0; e < g->class.exercises; e++) load_exercise(g, s, e, files, &used);
    if (!s->alone || xl__os_list_folder(s->folder, &names, &count) != 0) return used;
    for (size_t i = 0; i < count; i++)
        if (is_source(names[i])) load_file(s, names[i], names[i], files, &used);
    xl__os_free_names(names, count);
    return used;
}

static void free_files(tool_jail_file *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free((char *)(uintptr_t)files[i].name);
        free((char *)(uintptr_t)files[i].text);
    }
}

/* NULL: no judgement is kept. */
static char *key_of(const grader *r, const char *exercise, const tool_jail *jail) {
    const json_t *const solution = json_object_get(r->solutions, exercise);
    char device[160];
    if (!solution) return NULL;
    snprintf(device, sizeof device, "%.100s%s", tool_text_of(solution, "device"),
             json_is_integer(json_object_get(solution, "collectives")) ? " counted" : "");
    return tool_judged_key(&r->judged, exercise, device, jail->files, jail->file_count);
}

/* *kept: the same answer was judged before. */
static int begin(grader *r, task *t, size_t at, bool *kept, xl_error *error) {
    const tool_grading *const g = r->grading;
    tool_jail_file files[TOOL_JAIL_FILES];
    char own[TOOL_PATH];
    const bool walls = g->walls;
    const bool fits = snprintf(own, sizeof own, "%s/%d", r->place, r->number++) < TOOL_PATH;
    const tool_jail jail = {.walls = walls,
                            .folder = walls ? r->inside : own,
                            .known = r->known,
                            .exercises = g->options->exercises ? r->exercises : NULL,
                            .hidden = walls ? r->hidden : NULL,
                            .files = files,
                            .file_count = load_files(g, at, files)};
    const char *const exercises[] = {tool_grade_exercise(g, (int)(at % (size_t)g->count)), NULL};
    json_t *const answer = json_array_get(g->answers, at);
    int status = XL_SUCCESS;
    t->key = key_of(r, exercises[0], &jail);
    *kept = t->key && tool_judged_find(&r->judged, t->key, answer);
    if (*kept) {
        free(t->key);
        t->key = NULL;
        free_files(files, jail.file_count);
        return XL_SUCCESS;
    }
    if (!walls && (!fits || xl__os_make_private_folder(own) != 0))
        status = xl__fail(error, XL_IO, "%s: cannot be created", own);
    if (status == XL_SUCCESS) status = start(r, t, &jail, exercises, NULL, error);
    if (status == XL_SUCCESS) t->answer = answer;
    free_files(files, jail.file_count);
    return status;
}

/* That ended or took too long. */
static size_t end_some(grader *r) {
    size_t done = 0;
    for (size_t i = 0; i < r->count; i++) {
        task *const t = &r->tasks[i];
        const bool ended = t->jailed.ended;
        if (!t->answer || (!ended && tool_seconds() < t->end)) continue;
        finish(t, ended ? NULL : "took too long", r->grading->walls, &r->judged);
        if (!r->grading->walls) tool_jail_folder_remove(t->folder);
        done++;
    }
    return done;
}

/* Their answers stay open. */
static void drop_rest(grader *r) {
    for (size_t i = 0; i < r->count; i++) {
        task *const t = &r->tasks[i];
        free(t->key);
        t->key = NULL;
        if (!t->answer) continue;
        tool_jail_end(&t->jailed);
        xl__text_free(&t->jailed.out);
        t->answer = NULL;
    }
}

static tool_exit run_answers(grader *r, size_t open, xl_error *error) {
    tool_grading *const g = r->grading;
    tool_jailed *jailed[MOST_AT_ONCE];
    size_t next = 0, done = 0;
    int status = XL_SUCCESS;
    for (size_t i = 0; i < r->count; i++) jailed[i] = &r->tasks[i].jailed;
    while (done < open && status == XL_SUCCESS && !tool_interrupted()) {
        for (size_t i = 0; i < r->count && status == XL_SUCCESS; i++) {
            if (r->tasks[i].answer) continue;
            while (next < json_array_size(g->answers) && !is_open(json_array_get(g->answers, next))) next++;
            if (next == json_array_size(g->answers)) break;
            bool kept = false;
            status = begin(r, &r->tasks[i], next++, &kept, error);
            g->kept += kept;
            done += kept;
            i -= kept;
        }
        tool_jail_listen(jailed, r->count, LISTEN_MS);
        done += end_some(r);
        if (g->progress) g->progress(g->user, done, open);
    }
    drop_rest(r);
    if (tool_interrupted()) return TOOL_INTERRUPTED;
    return status == XL_SUCCESS ? TOOL_OK : TOOL_BROKEN;
}

static size_t count_open(const json_t *answers) {
    const json_t *answer;
    size_t i, count = 0;
    json_array_foreach(answers, i, answer) count += is_open(answer);
    return count;
}

/* Right, without any operation of the sub-group, while the solution executes some. Null: not counted. */
static void mark_serial(const grader *r, json_t *answer) {
    const json_t *const solution = json_object_get(r->solutions, tool_text_of(answer, "exercise")),
                        *const wanted = json_object_get(solution, "collectives"),
                        *const count = json_object_get(answer, "collectives");
    const bool known = tool_answer_is(answer, "right") && json_is_integer(wanted) && json_is_integer(count);
    json_object_set_new(answer, "serial",
                        known ? json_boolean(json_integer_value(wanted) > 0 && json_integer_value(count) == 0)
                              : json_null());
    if (json_is_integer(wanted)) r->grading->counted = true;
}

tool_exit tool_grade_run(tool_grading *g) {
    grader *const r = tool_need(calloc(1, sizeof *r));
    const double before = tool_busy_now().own;
    xl_error error = {0};
    json_t *answer;
    size_t i;
    tool_exit status = open_grader(r, g, &error) == XL_SUCCESS ? TOOL_OK : TOOL_OUTPUT;
    r->solutions = tool_need(json_object());
    tool_judged_open(&r->judged, g->options);
    const unsigned processors = tool_processors_allowed();
    r->count = processors < 1 ? 1 : processors < MOST_AT_ONCE ? processors : MOST_AT_ONCE;
    r->tasks = tool_need(calloc(r->count, sizeof *r->tasks));
    if (status == TOOL_OK) status = run_solutions(r, &error);
    if (status == TOOL_OK) status = run_answers(r, count_open(g->answers), &error);
    if (error.text[0]) tool_complain("%s", error.text);
    json_array_foreach(g->answers, i, answer) {
        if (is_open(answer)) tool_answer_judge(answer, "not run", "grading was interrupted");
        mark_serial(r, answer);
    }
    json_decref(r->solutions);
    g->processor_seconds = tool_busy_now().own - before;
    tool_jail_folder_remove(r->place);
    free(r->tasks);
    free(r);
    return status;
}
