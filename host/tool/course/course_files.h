/* course_files.h - the built-in files of the course, by their names in the repository. */
#pragma once

#include "course/markdown.h"
#include <stddef.h>

/* Its bytes and *size; NULL: no such file. */
const char *course_file(const char *name, size_t *size);

/* The name of picture number `at`, from 0; NULL: no more. */
const char *course_picture(int at);

/* "kernels/lanes/README.md", in the order of docs/course.md; NULL: no more. */
const char *course_lesson(int at);

/* In the site: "lanes.html" of kernels/lanes/README.md, "exercise-07-reduce.html" of
   docs/exercises/07-reduce/text.md, "source-lanes-lanes.cl.html" of kernels/lanes/lanes.cl, "pictures/x.svg";
   false: it is not in the site. */
bool course_place(const char *name, char out[COURSE_LINK]);

/* The text of the first heading. */
void course_title(const char *text, char *out, size_t size);

/* Where a link of the file `from` leads in the site, with its anchor; *name is the file's name in the
   repository. False: nowhere. */
bool course_follow(const char *from, const char *target, char out[COURSE_LINK], char name[COURSE_LINK]);
