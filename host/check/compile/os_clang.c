/* Processes and files of the compiler. */
#include "compile/clang.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/builtins.h"

extern char **environ;

static const char *const versions[] = {"clang-15", "clang-19", "clang-18", "clang-17", "clang-16", "clang"};

static bool on_path(const char *name, char path[256]) {
    for (const char *at = getenv("PATH"); at && *at;) {
        size_t n = strcspn(at, ":");
        snprintf(path, 256, "%.*s/%s", (int)n, at, name);
        if (!access(path, X_OK)) return true;
        at += n + (at[n] == ':');
    }
    return false;
}

const char *clang_find(void) {
    static _Thread_local char path[256];
    const char *own = getenv("CROSSLANE_CLANG");
    if (own && *own) return own;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; ++i)
        if (on_path(versions[i], path)) return path;
    return NULL;
}

void clang_log(struct check_program *program, const char *text, size_t length) {
    size_t had = program->log ? strlen(program->log) : 0;
    char *more = realloc(program->log, had + length + 1);
    if (!more) return;
    memcpy(more + had, text, length);
    more[had + length] = '\0';
    program->log = more;
}

bool clang_run(const char *clang, char *const arguments[], struct check_program *program) {
    int ends[2], status = -1;
    if (pipe2(ends, O_CLOEXEC)) return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    pid_t child;
    int failed = posix_spawn(&child, clang, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char text[4096];
    for (ssize_t n; !failed && ((n = read(ends[0], text, sizeof text)) > 0 || (n < 0 && errno == EINTR));)
        if (n > 0) clang_log(program, text, (size_t)n);
    close(ends[0]);
    while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return !failed && status == 0;
}

static char folder[200];

static void remove_folder(void) {
    rmdir(folder);
}

bool clang_folder(char path[256]) {
    if (!folder[0]) {
        const char *base = getenv("TMPDIR");
        char made[200];
        snprintf(made, sizeof made, "%s/crosslane-check-XXXXXX", base && *base ? base : "/tmp");
        if (!mkdtemp(made)) return false;
        strcpy(folder, made);
        atexit(remove_folder);
    }
    strcpy(path, folder);
    return true;
}

bool clang_write(const char *path, const char *const text[], size_t count) {
    FILE *file = fopen(path, "we");
    if (!file) return false;
    bool ok = true;
    for (size_t i = 0; i < count; ++i) ok &= fputs(text[i], file) >= 0;
    return !fclose(file) && ok;
}

char *clang_read(const char *path) {
    FILE *file = fopen(path, "re");
    if (!file) return NULL;
    struct stat about;
    char *text = !fstat(fileno(file), &about) ? malloc((size_t)about.st_size + 1) : NULL;
    if (text) text[fread(text, 1, (size_t)about.st_size, file)] = '\0';
    fclose(file);
    return text;
}

void clang_remove(const char *path) {
    unlink(path);
}

/* Built-in libraries are kept for this user: in a folder that nobody else may write. */
static bool cache_folder(char path[160]) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base)
        snprintf(path, 160, "%s", base);
    else if (home && *home)
        snprintf(path, 160, "%s/.cache", home);
    else
        return false;
    mkdir(path, 0700);
    strncat(path, "/crosslane", 159 - strlen(path));
    mkdir(path, 0700);
    strncat(path, "/check", 159 - strlen(path));
    mkdir(path, 0700);
    struct stat about;
    return !stat(path, &about) && S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
           !(about.st_mode & 022);
}

static uint64_t hash(uint64_t h, const char *text) {
    while (*text) h = (h ^ (unsigned char)*text++) * 1099511628211u;
    return h;
}

bool clang_library(const char *clang, const char *file, const char *name, const char *defines, char path[256],
                   struct check_program *program) {
    char base[160], source[256], made[256], words[200];
    if (!cache_folder(base)) {
        char temporary[256];
        if (!clang_folder(temporary)) return false;
        snprintf(base, sizeof base, "%.150s", temporary);
    }
    const char *texts[3] = {check_builtin("codes.h"), check_builtin("base.cl"), check_builtin(file)};
    uint64_t h = hash(hash(hash(hash(14695981039346656037u, clang), texts[0]), texts[1]), texts[2]);
    snprintf(path, 256, "%s/%s_%s_%016llx.so", base, file, name, (unsigned long long)hash(h, defines));
    if (!access(path, R_OK)) return true;
    snprintf(source, sizeof source, "%s/%s_%s_%d.cl", base, file, name, (int)getpid());
    snprintf(made, sizeof made, "%s/%s_%s_%d.so", base, file, name, (int)getpid());
    if (!clang_write(source, texts, 3)) return false;
    char *arguments[40] = {(char *)clang, "-x",
                           "cl",          "-cl-std=CL2.0",
                           "-Xclang",     "-cl-ext=+all",
                           "-O0",         "-fPIC",
                           "-shared",     "-nostartfiles",
                           "-w",          "-fno-omit-frame-pointer",
                           "-o",          made,
                           source,        "-lm"};
    size_t n = 16;
    snprintf(words, sizeof words, "%s", defines);
    for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
        arguments[n++] = word;
    bool ok = clang_run(clang, arguments, program) && !rename(made, path);
    unlink(source);
    return ok;
}
