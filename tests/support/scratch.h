/*
 * scratch.h - a folder for one test. scratch_make makes it, scratch_remove removes it with its content; both
 * can be fixtures (suite.h).
 */
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

/* The full name of a file in the folder; valid until the fourth call after this one. */
const char *scratch_path(const char *name);

/* True if a file in `folder` of the scratch folder ("." for itself) has this ending. */
bool scratch_holds(const char *folder, const char *ending);

void scratch_make(void);

/* The number of files in the folder, including hidden ones. */
size_t scratch_count(void);

void scratch_remove(void);

void scratch_write(const char *name, const void *data, size_t size);

/* The whole file and a 0 after it; the caller frees it. */
char *scratch_read(const char *name, size_t *size);

/* From now on a write fails if it makes a file larger than `bytes`, as on a full disk; RLIM_INFINITY
   removes the limit. */
void scratch_limit(rlim_t bytes);

/* Expects one printable line that begins with the file's name. */
void check_refusal(const char *text, const char *name);

/* Replaces a text in a file of the folder. */
void scratch_edit(const char *name, const char *from, const char *to);

/* Copies a file from elsewhere into the folder. */
void scratch_copy(const char *from, const char *name);
