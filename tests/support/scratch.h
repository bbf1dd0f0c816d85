/*
 * scratch.h - a folder of its own for a test: made by scratch_make, removed with all in it by scratch_remove.
 * Both serve as a fixture (suite.h).
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

/* The full name of a file in the folder: valid until the fourth next call. */
const char *scratch_path(const char *name);

/* Whether a file below the scratch folder, in `folder` ("." for itself), has a name that ends so. */
bool scratch_holds(const char *folder, const char *ending);

void scratch_make(void);

/* Files in the folder, the hidden ones too. */
size_t scratch_count(void);

void scratch_remove(void);

void scratch_write(const char *name, const void *data, size_t size);

/* The whole file with a 0 behind it, for free(). */
char *scratch_read(const char *name, size_t *size);

/* A file that grows past `bytes` fails half-way, as on a disk that fills; RLIM_INFINITY ends it. */
void scratch_limit(rlim_t bytes);

/* What every refusal must be: one printable line that begins with the file's name. */
void check_refusal(const char *text, const char *name);

/* Puts another text in the place of one in a file of the folder. */
void scratch_edit(const char *name, const char *from, const char *to);

/* Copies a file from elsewhere into the folder. */
void scratch_copy(const char *from, const char *name);
