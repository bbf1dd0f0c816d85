#include "course/course_site.h"
#include "base/os.h"
#include "course/course_files.h"
#include "learn/exercise.h"
#include "player/player.h"
#include "program/source.h"
#include "system/os_start.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

static const char glossary_name[] = "docs/glossary.md", course_name[] = "docs/course.md";

typedef struct writer {
    course_site *site;
    const char *from; /* the file that becomes a page */
    bool played;      /* the page has a player */
    json_t *traced;   /* traced strategies: an object; each has one player */
    json_t *needed;   /* linked kernel files: an object */
    int page, pages;
    tool_exit status;
} writer;

static void fail(writer *w, tool_exit status, const xl_error *error) {
    if (w->status != TOOL_OK) return;
    tool_complain("learn --site: %s", error->text);
    w->status = status;
}

/* ---- a page ------------------------------------------------------------------------------------------- */

static void put_part(tool_out *out, const char *name) {
    const char *const text = tool_player_part(name);
    tool_out_write(out, text, strlen(text));
}

static bool open_page(writer *w, const char *file, const char *title, tool_out *out) {
    char path[1024];
    xl_error error = {0};
    snprintf(path, sizeof path, "%s/%s", w->site->folder, file);
    w->played = false;
    json_object_clear(w->traced);
    if (w->page < w->pages && w->site->page) w->site->page(w->site->user, ++w->page, w->pages);
    if (w->status == TOOL_OK && tool_interrupted()) w->status = TOOL_INTERRUPTED;
    if (w->status != TOOL_OK) return false;
    if (tool_out_open(out, path, &error) != XL_SUCCESS) {
        fail(w, TOOL_OUTPUT, &error);
        return false;
    }
    tool_put(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file: "
        "data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>");
    tool_put_text(out, title);
    tool_put(out, "</title>\n<style>\n");
    put_part(out, "page.css");
    put_part(out, "player.css");
    put_part(out, "lesson.css");
    tool_put(
        out,
        "</style>\n</head>\n<body>\n<nav aria-label=\"site\"><a href=\"index.html\">Lessons</a> "
        "<a href=\"index.html#exercises\">Exercises</a> <a href=\"glossary.html\">Glossary</a> "
        "<a href=\"concepts.html\">Concepts</a> <a href=\"course.html\">For teachers</a></nav>\n<main>\n");
    return true;
}

static void close_page(writer *w, tool_out *out) {
    xl_error error = {0};
    tool_put(out, "</main>\n");
    if (w->played) {
        tool_put(out, "<script>\n");
        put_part(out, "player.js");
        tool_put(out, "</script>\n");
    }
    tool_put(out, "</body>\n</html>\n");
    if (w->status != TOOL_OK)
        tool_out_abandon(out);
    else if (tool_out_close(out, &error) != XL_SUCCESS)
        fail(w, TOOL_OUTPUT, &error);
}

static void put_link(tool_out *out, const char *place, const char *text) {
    tool_put(out, "<a href=\"%s\">", place);
    tool_put_text(out, text);
    tool_put(out, "</a>");
}

/* ---- Markdown ----------------------------------------------------------------------------------------- */

static bool follow(void *user, const char *target, char out[COURSE_LINK]) {
    writer *const w = user;
    char name[COURSE_LINK];
    if (!course_follow(w->from, target, out, name)) return false;
    if (strncmp(out, "source-", 7) == 0) json_object_set_new(w->needed, name, json_true());
    return true;
}

static void play(void *user, tool_out *out, const char *text, size_t size) {
    static const char trace[] = "crosslane trace ";
    writer *const w = user;
    for (const char *at = text; at < text + size && !tool_interrupted(); at += strcspn(at, "\n") + 1) {
        char command[1024], name[256];
        if (strncmp(at, trace, sizeof trace - 1) != 0) continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + sizeof trace - 1, " \n"),
                 at + sizeof trace - 1);
        snprintf(command, sizeof command, "%.*s", (int)strcspn(at, "\n"), at);
        const bool edits = strstr(command, " --kernel-dir ") != NULL; /* the reader's own */
        if (edits || json_object_get(w->traced, name)) continue;
        json_object_set_new(w->traced, name, json_true());
        json_t *const player = w->site->play ? w->site->play(w->site->user, command) : NULL;
        w->site->players += player != NULL;
        w->site->missing += player == NULL;
        w->played |= player != NULL;
        if (player) tool_player_put(out, player);
        json_decref(player);
    }
}

static void put_markdown(writer *w, tool_out *out, const char *file, const char *text, bool names) {
    const course_hooks hooks = {w, follow, play, names};
    xl_error error = {0};
    w->from = file;
    if (w->status == TOOL_OK && course_markdown(out, file, text, &hooks, &error) != XL_SUCCESS)
        fail(w, TOOL_BROKEN, &error);
}

/* ---- lessons ------------------------------------------------------------------------------------------ */

/* `text`: the neighbour's file. */
static void put_neighbour(tool_out *out, const char *word, const char *file, const char *text) {
    char place[COURSE_LINK], title[256];
    if (!text || !course_place(file, place)) return;
    course_title(text, title, sizeof title);
    tool_put(out, "<span>%s: ", word);
    put_link(out, place, title);
    tool_put(out, "</span> ");
}

static void put_neighbour_lesson(tool_out *out, const char *word, const char *lesson) {
    size_t size;
    if (lesson) put_neighbour(out, word, lesson, course_file(lesson, &size));
}

static void write_lesson(writer *w, int at) {
    const char *const name = course_lesson(at);
    char place[COURSE_LINK], title[256];
    tool_out out;
    size_t size;
    const char *const text = course_file(name, &size);
    if (!course_place(name, place)) return;
    course_title(text, title, sizeof title);
    if (!open_page(w, place, title, &out)) return;
    put_markdown(w, &out, name, text, false);
    tool_put(&out, "<p class=\"neighbours\">");
    put_neighbour_lesson(&out, "Before", at > 0 ? course_lesson(at - 1) : NULL);
    put_neighbour_lesson(&out, "Next", course_lesson(at + 1));
    tool_put(&out, "</p>\n");
    close_page(w, &out);
}

static void write_document(writer *w, const char *name) {
    char place[COURSE_LINK], title[256];
    tool_out out;
    size_t size;
    const char *const text = course_file(name, &size);
    if (!text || !course_place(name, place)) return;
    course_title(text, title, sizeof title);
    if (!open_page(w, place, title, &out)) return;
    put_markdown(w, &out, name, text, false);
    close_page(w, &out);
}

/* ---- exercises ---------------------------------------------------------------------------------------- */

static char *read_exercise(writer *w, const char *name, const char *file) {
    char *text = NULL;
    xl_error error = {0};
    if (tool_exercise_file(NULL, name, file, &text, &error) != XL_SUCCESS) fail(w, TOOL_BROKEN, &error);
    return text;
}

/* Each paragraph is a hint, folded. */
static void put_hints(writer *w, tool_out *out, const char *file, const char *text) {
    int number = 0;
    while (text[strspn(text, "\n")]) {
        text += strspn(text, "\n");
        const char *const end = strstr(text, "\n\n");
        const size_t size = end ? (size_t)(end - text) : strlen(text);
        char *const hint = tool_need(calloc(size + 2, 1));
        memcpy(hint, text, size);
        tool_put(out, "<details><summary>Hint %d</summary>\n", ++number);
        put_markdown(w, out, file, hint, true);
        tool_put(out, "</details>\n");
        free(hint);
        text += size;
    }
}

static void put_neighbour_exercise(writer *w, tool_out *out, const char *word, const char *name) {
    char file[COURSE_LINK];
    char *const text = name ? read_exercise(w, name, "text.md") : NULL;
    snprintf(file, sizeof file, "docs/exercises/%s/text.md", name ? name : "");
    put_neighbour(out, word, file, text);
    free(text);
}

static void write_exercise(writer *w, const char *before, const char *name, const char *next) {
    char file[COURSE_LINK], place[COURSE_LINK], title[256] = "";
    tool_out out;
    char *const text = read_exercise(w, name, "text.md"), *const hints = read_exercise(w, name, "hints.md"),
                *const start = read_exercise(w, name, "start.cl");
    snprintf(file, sizeof file, "docs/exercises/%s/text.md", name);
    if (text) course_title(text, title, sizeof title);
    if (text && hints && start && course_place(file, place) && open_page(w, place, title, &out)) {
        put_markdown(w, &out, file, text, true);
        tool_put(&out,
                 "<h2>Your kernel</h2>\n<p><code>crosslane learn %s</code> writes "
                 "<code>crosslane-learn/%s.cl</code>: edit it. <code>crosslane learn check %s</code> checks "
                 "it.</p>\n<pre tabindex=\"0\"><code>",
                 name, name, name);
        tool_put_text(&out, start);
        tool_put(&out, "</code></pre>\n<h2>Hints</h2>\n");
        snprintf(file, sizeof file, "docs/exercises/%s/hints.md", name);
        put_hints(w, &out, file, hints);
        tool_put(&out, "<p class=\"neighbours\">");
        put_neighbour_exercise(w, &out, "Before", before);
        put_neighbour_exercise(w, &out, "Next", next);
        tool_put(&out, "</p>\n");
        close_page(w, &out);
    }
    free(start);
    free(hints);
    free(text);
}

/* ---- concepts ----------------------------------------------------------------------------------------- */

typedef struct cell {
    const char *at;
    size_t size;
} cell;

/* "| a | b | c |"; false: no such row. */
static bool read_cells(const char *row, cell cells[3]) {
    const char *const end = row + strcspn(row, "\n");
    const char *at = row + 1;
    if (*row != '|' || row[1] == '-') return false;
    for (int i = 0; i < 3; i++) {
        const char *const to = at < end ? memchr(at, '|', (size_t)(end - at)) : NULL;
        if (!to) return false;
        const size_t skip = strspn(at, " ");
        cells[i] = (cell){at + skip, (size_t)(to - at) - skip};
        while (cells[i].size > 0 && cells[i].at[cells[i].size - 1] == ' ') cells[i].size--;
        at = to + 1;
    }
    return true;
}

/* Each term, and the lessons and exercises about it. */
static void write_concepts(writer *w) {
    size_t size;
    const char *const text = course_file(glossary_name, &size);
    const course_hooks hooks = {w, follow, NULL, false};
    tool_out out;
    cell cells[3];
    bool titles = true;
    if (!text || !open_page(w, "concepts.html", "Index by concept", &out)) return;
    w->from = glossary_name;
    tool_put(&out, "<h1>Index by concept</h1>\n<dl class=\"concepts\">\n");
    for (const char *row = text; *row; row += strcspn(row, "\n"), row += *row == '\n') {
        xl_error error = {0};
        char slug[COURSE_LINK];
        if (!read_cells(row, cells)) continue;
        if (!titles) {
            course_slug(cells[0].at, cells[0].size, slug);
            tool_put(&out, "<dt id=\"%s\">", slug);
            if (course_inline(&out, cells[0].at, cells[0].size, &hooks, &error) != XL_SUCCESS)
                fail(w, TOOL_BROKEN, &error);
            tool_put(&out, "</dt><dd>");
            if (course_inline(&out, cells[2].at, cells[2].size, &hooks, &error) != XL_SUCCESS)
                fail(w, TOOL_BROKEN, &error);
            tool_put(&out, "</dd>\n");
        }
        titles = false;
    }
    tool_put(&out, "</dl>\n");
    close_page(w, &out);
}

/* ---- sources, pictures, the first page ---------------------------------------------------------------- */

static void write_source(writer *w, const char *name) {
    const xl__embedded_file *const file = xl__find_embedded(name + strlen("kernels/"));
    char place[COURSE_LINK];
    tool_out out;
    if (!file || !course_place(name, place) || !open_page(w, place, file->name, &out)) return;
    tool_put(&out, "<h1>");
    tool_put_text(&out, file->name);
    tool_put(&out, "</h1>\n<pre tabindex=\"0\"><code>");
    tool_put_text(&out, file->text);
    tool_put(&out, "</code></pre>\n");
    close_page(w, &out);
}

static void write_pictures(writer *w) {
    char path[1024], place[COURSE_LINK];
    xl_error error = {0};
    snprintf(path, sizeof path, "%s/pictures", w->site->folder);
    xl__os_make_folders(path);
    for (int i = 0; course_picture(i) && w->status == TOOL_OK; i++) {
        size_t size = 0;
        const char *const name = course_picture(i), *const bytes = course_file(name, &size);
        if (!course_place(name, place)) continue;
        snprintf(path, sizeof path, "%s/%s", w->site->folder, place);
        if (tool_out_save(path, bytes, size, &error) != XL_SUCCESS) fail(w, TOOL_OUTPUT, &error);
    }
}

static void put_item(tool_out *out, const char *name, const char *text) {
    char place[COURSE_LINK], title[256];
    course_title(text, title, sizeof title);
    if (!course_place(name, place)) return;
    tool_put(out, "<li>");
    put_link(out, place, title);
    tool_put(out, "</li>\n");
}

static void write_index(writer *w, tool_exercise_name *names, int count) {
    tool_out out;
    size_t size;
    if (!open_page(w, "index.html", "A course in sub-groups", &out)) return;
    tool_put(
        &out,
        "<h1>A course in sub-groups</h1>\n<p>Read the first lesson, then begin with the exercises: "
        "<code>crosslane learn next</code> writes one to <code>crosslane-learn/</code>, and "
        "<code>crosslane learn check</code> checks it. <code>crosslane devices</code> lists your "
        "devices.</p>\n"
        "<p>Lessons are in the order in which to read them. A player steps through a kernel: choose a width, "
        "then use the arrow keys.</p>\n<h2>Lessons</h2>\n<ol>\n");
    for (int i = 0; course_lesson(i); i++)
        put_item(&out, course_lesson(i), course_file(course_lesson(i), &size));
    tool_put(&out, "</ol>\n<h2 id=\"exercises\">Exercises</h2>\n<ul class=\"exercises\">\n");
    for (int i = 0; i < count; i++) {
        char file[COURSE_LINK];
        char *const text = read_exercise(w, names[i], "text.md");
        snprintf(file, sizeof file, "docs/exercises/%s/text.md", names[i]);
        if (text) put_item(&out, file, text);
        free(text);
    }
    tool_put(&out, "</ul>\n");
    close_page(w, &out);
}

tool_exit course_site_write(course_site *site) {
    writer w = {.site = site,
                .needed = tool_need(json_object()),
                .traced = tool_need(json_object()),
                .status = TOOL_OK};
    tool_exercise_name *const names = tool_need(calloc(TOOL_MOST_EXERCISES, sizeof *names));
    xl_error error = {0};
    const char *name;
    json_t *value;
    int count = 0;
    if (tool_exercise_list(NULL, names, &count, &error) != XL_SUCCESS) fail(&w, TOOL_BROKEN, &error);
    while (course_lesson(w.pages)) w.pages++;
    w.pages += count + 4; /* the first page, the course, the glossary, the concepts */
    write_pictures(&w);
    write_index(&w, names, count);
    for (int i = 0; i < count; i++)
        write_exercise(&w, i > 0 ? names[i - 1] : NULL, names[i], i + 1 < count ? names[i + 1] : NULL);
    for (int i = 0; course_lesson(i); i++) write_lesson(&w, i);
    write_document(&w, course_name);
    write_document(&w, glossary_name);
    write_concepts(&w);
    json_object_foreach(w.needed, name, value) write_source(&w, name);
    json_decref(w.needed);
    json_decref(w.traced);
    free(names);
    return w.status;
}
