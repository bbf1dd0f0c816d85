#include "course/course_files.h"
#include "learn/exercise.h"
#include "program/source.h"
#include <stdlib.h>
#include <string.h>

extern const xl__embedded_file course_texts[];
extern const size_t course_text_count;

enum { MOST_LESSONS = 100 };
static const char lesson_end[] = "/README.md", course_page[] = "docs/course.md",
                  pictures[] = "docs/pictures/";

const char *course_file(const char *name, size_t *size) {
    for (size_t i = 0; i < course_text_count; i++)
        if (strcmp(course_texts[i].name, name) == 0) {
            *size = course_texts[i].size;
            return course_texts[i].text;
        }
    return NULL;
}

const char *course_picture(int at) {
    for (size_t i = 0; i < course_text_count; i++)
        if (strncmp(course_texts[i].name, pictures, sizeof pictures - 1) == 0 && at-- == 0)
            return course_texts[i].name;
    return NULL;
}

static bool ends_with(const char *text, const char *end) {
    const size_t size = strlen(text), length = strlen(end);
    return size >= length && strcmp(text + size - length, end) == 0;
}

static bool is_lesson(const xl__embedded_file *file) {
    return strncmp(file->name, "kernels/", 8) == 0 && ends_with(file->name, lesson_end);
}

/* By the course's first link to it; lessons without a link come last. */
static size_t rank_of(const xl__embedded_file *lesson, const char *course) {
    char link[COURSE_LINK];
    snprintf(link, sizeof link, "(../%s)", lesson->name);
    const char *const found = strstr(course, link);
    return found ? (size_t)(found - course) : strlen(course);
}

const char *course_lesson(int at) {
    size_t size = 0, before = 0;
    const char *const course = course_file(course_page, &size), *name = NULL;
    for (int n = 0; n <= at && course; n++) {
        size_t best = SIZE_MAX, rank = 0;
        const char *const last = name;
        name = NULL;
        for (size_t i = 0; i < course_text_count; i++) {
            if (!is_lesson(&course_texts[i])) continue;
            rank = rank_of(&course_texts[i], course);
            const bool later =
                !last || rank > before || (rank == before && strcmp(course_texts[i].name, last) > 0);
            if (!later || rank > best || (rank == best && strcmp(course_texts[i].name, name) > 0)) continue;
            best = rank;
            name = course_texts[i].name;
        }
        if (!name) return NULL;
        before = best;
    }
    return name;
}

void course_title(const char *text, char *out, size_t size) {
    const char *const from = text + strspn(text, "# ");
    snprintf(out, size, "%.*s", (int)strcspn(from, "\n"), from);
}

/* The last folder's name. */
static bool place_lesson(const char *name, char out[COURSE_LINK]) {
    const size_t length = strlen(name) - (sizeof lesson_end - 1);
    size_t from = length;
    while (from > 0 && name[from - 1] != '/') from--;
    snprintf(out, COURSE_LINK, "%.*s.html", (int)(length - from), name + from);
    return true;
}

static bool place_exercise(const char *name, char out[COURSE_LINK]) {
    static const char folder[] = "docs/exercises/", end[] = "/text.md";
    char exercise[TOOL_EXERCISE_NAME], title[256];
    xl_error ignored;
    const size_t length = strlen(name);
    if (strncmp(name, folder, sizeof folder - 1) != 0 || !ends_with(name, end)) return false;
    snprintf(exercise, sizeof exercise, "%.*s", (int)(length - sizeof folder + 1 - sizeof end + 1),
             name + sizeof folder - 1);
    snprintf(out, COURSE_LINK, "exercise-%s.html", exercise);
    return tool_exercise_title(NULL, exercise, title, sizeof title, &ignored) == XL_SUCCESS;
}

bool course_place(const char *name, char out[COURSE_LINK]) {
    static const char kernels[] = "kernels/";
    const char *const base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    size_t size;
    if (place_exercise(name, out)) return true;
    if (strncmp(name, kernels, sizeof kernels - 1) == 0 && xl__find_embedded(name + sizeof kernels - 1)) {
        snprintf(out, COURSE_LINK, "source-%s.html", name + sizeof kernels - 1);
        for (char *c = out; *c; c++)
            if (*c == '/') *c = '-';
        return true;
    }
    if (!course_file(name, &size)) return false;
    if (ends_with(name, lesson_end)) return place_lesson(name, out);
    if (strncmp(name, pictures, sizeof pictures - 1) == 0)
        snprintf(out, COURSE_LINK, "pictures/%s", base);
    else
        snprintf(out, COURSE_LINK, "%.*s.html", (int)strcspn(base, "."), base);
    return true;
}

/* "kernels/lanes/README.md" and "../../docs/x.md" give "docs/x.md". */
static void join(const char *from, const char *target, size_t size, char out[COURSE_LINK]) {
    const char *const slash = strrchr(from, '/');
    snprintf(out, COURSE_LINK, "%.*s", slash ? (int)(slash - from) : 0, from);
    while (size >= 3 && strncmp(target, "../", 3) == 0) {
        char *const up = strrchr(out, '/');
        *(up ? up : out) = '\0';
        target += 3;
        size -= 3;
    }
    const size_t used = strlen(out);
    snprintf(out + used, COURSE_LINK - used, "%s%.*s", used ? "/" : "", (int)size, target);
}

bool course_follow(const char *from, const char *target, char out[COURSE_LINK], char name[COURSE_LINK]) {
    const size_t size = strcspn(target, "#");
    snprintf(name, COURSE_LINK, "%s", from);
    if (size > 0) join(from, target, size, name);
    if (!course_place(name, out)) return false;
    const size_t used = strlen(out);
    if (target[size]) snprintf(out + used, COURSE_LINK - used, "%s", target + size);
    return true;
}
