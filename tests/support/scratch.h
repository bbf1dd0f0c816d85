/* A folder for one test. scratch_make and scratch_remove can be fixtures (suite.h). */
#pragma once

#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char scratch_folder[256];

/* Valid until the fourth call after this one. */
const char *scratch_path(const char *name);

/* In `folder` of the scratch folder ("." for itself). */
bool scratch_holds(const char *folder, const char *ending);

void scratch_make(void);

/* Counts hidden files too. */
size_t scratch_count(void);

void scratch_remove(void);

void scratch_write(const char *name, const void *data, size_t size);

/* Ends with a 0; the caller frees it. */
char *scratch_read(const char *name, size_t *size);

/* A write fails if it makes a file larger than `bytes`; RLIM_INFINITY removes the limit. */
void scratch_limit(rlim_t bytes);

/* Expects one printable line that begins with the file's name. */
void check_refusal(const char *text, const char *name);

void scratch_edit(const char *name, const char *from, const char *to);

void scratch_copy(const char *from, const char *name);
