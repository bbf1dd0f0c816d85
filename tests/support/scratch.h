/*
 * scratch.h - a folder of its own for a test: made by scratch_make, removed with all in it by scratch_remove.
 * Both serve as a checked fixture. POSIX; define _XOPEN_SOURCE 700 before the first include.
 */
#ifndef TEST_SCRATCH_H
#define TEST_SCRATCH_H

#include <check.h>
#include <dirent.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_folder[256];

/* The full name of a file in the folder: valid until the fourth next call. */
static inline const char *scratch_path(const char *name) {
    static char paths[4][768];
    static unsigned turn;
    char *const path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

/* Whether a file below the scratch folder, in `folder` ("." for itself), has a name that ends so. */
static inline bool scratch_holds(const char *folder, const char *ending) {
    bool holds = false;
    DIR *const open = opendir(scratch_path(folder));
    for (const struct dirent *e = open ? readdir(open) : NULL; e; e = readdir(open)) {
        const size_t length = strlen(e->d_name), end = strlen(ending);
        holds = holds || (length > end && strcmp(e->d_name + length - end, ending) == 0);
    }
    if (open) closedir(open);
    return holds;
}

static inline void scratch_make(void) {
    const char *const base = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/crosslane-test-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(scratch_folder));
}

/* Files in the folder, the hidden ones too. */
static inline size_t scratch_count(void) {
    size_t count = 0;
    DIR *const folder = opendir(scratch_folder);
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static inline int scratch_remove_one(const char *path, const struct stat *facts, int kind,
                                     struct FTW *where) {
    (void)facts, (void)kind, (void)where;
    return remove(path);
}

static inline void scratch_remove(void) {
    enum { OPEN_FOLDERS = 8 };
    nftw(scratch_folder, scratch_remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

static inline void scratch_write(const char *name, const void *data, size_t size) {
    FILE *const stream = fopen(scratch_path(name), "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(data, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

/* The whole file with a 0 behind it, for free(). */
static inline char *scratch_read(const char *name, size_t *size) {
    FILE *const stream = fopen(scratch_path(name), "rb");
    ck_assert_ptr_nonnull(stream);
    fseek(stream, 0, SEEK_END);
    const long end = ftell(stream);
    ck_assert_int_ge(end, 0);
    rewind(stream);
    char *const data = malloc((size_t)end + 1);
    ck_assert_ptr_nonnull(data);
    *size = fread(data, 1, (size_t)end, stream);
    data[*size] = '\0';
    fclose(stream);
    return data;
}

/* A file that grows past `bytes` fails half-way, as on a disk that fills; RLIM_INFINITY ends it. */
static inline void scratch_limit(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* What every refusal must be: one printable line that begins with the file's name. */
static inline void check_refusal(const char *text, const char *name) {
    ck_assert_msg(strncmp(text, name, strlen(name)) == 0, "the error does not begin with %s: %s", name, text);
    /* One assertion for all characters: each costs a message of Check, and some tests refuse 20000 files. */
    const char *c = text;
    while ((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x7f) c++;
    ck_assert_msg(*c == '\0', "not one printable line: %s", text);
}

/* Puts another text in the place of one in a file of the folder. */
static inline void scratch_edit(const char *name, const char *from, const char *to) {
    size_t size = 0;
    char *const text = scratch_read(name, &size);
    const char *const at = strstr(text, from);
    ck_assert_msg(at != NULL, "%s has no '%s'", name, from);
    char *const edited = malloc(size + strlen(to) + 1);
    ck_assert_ptr_nonnull(edited);
    sprintf(edited, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    scratch_write(name, edited, strlen(edited));
    free(edited);
    free(text);
}

#endif
