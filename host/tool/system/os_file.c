#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* realpath, pwrite */
#endif
#include "system/os_file.h"
#include "base/status.h"
#include "base/os.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ends with a separator; has room for a file name. NULL: no memory. */
static char *folder_of(const char *path, size_t *length, size_t *size) {
    const char *slash = strrchr(path, '/');
    *length = slash ? (size_t)(slash - path) + 1 : 0;
    *size = *length + XL__OS_MARK;
    char *text = malloc(*size);
    if (text) memcpy(text, path, *length);
    return text;
}

/* A descriptor, or -1 with errno. *name is short, to fit where a long target name does. */
static int create_beside(const char *path, mode_t mode, char **name) {
    size_t folder = 0, size = 0;
    char *text = folder_of(path, &folder, &size);
    if (!text) {
        errno = ENOMEM;
        return -1;
    }
    snprintf(text + folder, size - folder, "."); /* removes what killed runs left */
    xl__os_sweep_folder(text);
    for (unsigned attempt = 0; attempt < 10000; attempt++) {
        xl__os_temporary_ending(attempt, text + folder);
        const int fd = open(text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 && xl__os_claim(fd)) {
            *name = text;
            return fd;
        }
        if (fd >= 0)
            close(fd);
        else if (errno != EEXIST)
            break;
    }
    const int reason = errno;
    free(text);
    errno = reason;
    return -1;
}

/* Follows links, also to a missing file. Owned by the caller; NULL with errno. */
static char *destination(const char *path) {
    enum { MOST_LINKS = 40 };
    char *at = realpath(path, NULL);
    if (at || errno != ENOENT) return at;
    at = xl__copy_text(path);
    for (int i = 0; at && i < MOST_LINKS; i++) {
        char link[4096];
        const ssize_t length = readlink(at, link, sizeof link - 1);
        if (length < 0) return at; /* no link */
        link[length] = '\0';
        const char *const slash = link[0] == '/' ? NULL : strrchr(at, '/');
        xl__text next = {0};
        xl__text_format(&next, "%.*s%s", slash ? (int)(slash - at) + 1 : 0, at, link);
        free(at);
        at = next.failed ? NULL : next.data;
        if (next.failed) xl__text_free(&next);
    }
    free(at);
    errno = at ? ELOOP : ENOMEM;
    return NULL;
}

void tool_out_sweep(const char *path) {
    char *const target = destination(path);
    size_t folder = 0, size = 0;
    char *const text = folder_of(target ? target : path, &folder, &size);
    if (text) {
        snprintf(text + folder, size - folder, ".");
        xl__os_sweep_folder(text);
    }
    free(text);
    free(target);
}

int tool_file_start(tool_out *out, const char *path) {
    struct stat facts;
    int fd = -1;
    const bool exists = stat(path, &facts) == 0;
    /* A link to itself, a file where a folder should be: no name of a new file. */
    if (!exists && errno != ENOENT) return errno;
    if (exists && S_ISDIR(facts.st_mode)) return EISDIR;
    out->direct = exists && !S_ISREG(facts.st_mode);
    out->existed = exists;
    out->path = out->direct ? xl__copy_text(path) : destination(path);
    if (!out->path) return errno ? errno : ENOMEM;
    if (out->direct) {
        fd = open(out->path, O_WRONLY | O_CLOEXEC);
    } else {
        fd = create_beside(out->path, 0666, &out->temp);
        /* The new file keeps the old one's permissions if the system allows it. */
        if (fd >= 0 && exists) (void)!fchmod(fd, facts.st_mode & 07777);
    }
    if (fd >= 0) out->stream = fdopen(fd, "wb");
    const int reason = out->stream ? 0 : errno;
    if (reason && fd >= 0) close(fd);
    return reason;
}

bool tool_out_stands(const tool_out *out) {
    struct stat mine, there;
    return out->direct || (fstat(fileno(out->stream), &mine) == 0 && stat(out->path, &there) == 0 &&
                           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino);
}

/* Some file systems have no fsync: no failure. */
static int sync_to_disk(FILE *stream) {
    if (fsync(fileno(stream)) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS) return 0;
    return errno;
}

static int give_name(const tool_out *out) {
    if (out->is_new) {
        /* Unlike a rename, a link replaces nothing; some file systems have none. */
        if (link(out->temp, out->path) == 0) return unlink(out->temp) == 0 ? 0 : errno;
        struct stat facts;
        if (errno == EEXIST || lstat(out->path, &facts) == 0) return EEXIST;
    }
    return rename(out->temp, out->path) == 0 ? 0 : errno;
}

int tool_file_place(const tool_out *out) {
    const int reason = sync_to_disk(out->stream);
    return reason ? reason : give_name(out);
}

int tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes) {
    const char *from = data;
    while (bytes > 0) {
        const ssize_t n = pwrite(fileno(stream), from, bytes, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : EIO;
        from += n;
        offset += (uint64_t)n;
        bytes -= (size_t)n;
    }
    return 0;
}

int tool_file_read_at(FILE *stream, uint64_t offset, void *data, size_t bytes) {
    char *to = data;
    while (bytes > 0) {
        const ssize_t n = pread(fileno(stream), to, bytes, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : EIO;
        to += n;
        offset += (uint64_t)n;
        bytes -= (size_t)n;
    }
    return 0;
}

int tool_file_write_all(FILE *stream, const void *data, size_t bytes) {
    const char *from = data;
    bool interrupted = false;
    if (fflush(stream) != 0) return errno;
    while (bytes > 0) {
        const ssize_t n = write(fileno(stream), from, bytes);
        if (n < 0 && errno == EINTR && !interrupted) {
            interrupted = true;
            continue;
        }
        if (n <= 0) return n < 0 ? errno : EIO;
        from += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int tool_file_cut(FILE *stream, uint64_t size) {
    return ftruncate(fileno(stream), (off_t)size) == 0 ? 0 : errno;
}

/* Resolves links, "." and ".." as far as the path exists. Freed by the caller; NULL: no memory. */
static char *canonical(const char *path) {
    const size_t size = strlen(path);
    char *head = malloc(size + 1);
    char *known = NULL;
    size_t cut = size;
    for (; head && !known; cut--) {
        if (cut < size && cut > 0 && path[cut] != '/') continue;
        memcpy(head, path, cut);
        head[cut] = '\0';
        known = realpath(cut > 0 ? head : path[0] == '/' ? "/" : ".", NULL);
        if (known || cut == 0) break;
    }
    free(head);
    xl__text whole = {0};
    if (known) xl__text_format(&whole, "%s", known);
    free(known);
    for (const char *at = path + cut; *at;) {
        at += strspn(at, "/");
        const size_t length = strcspn(at, "/");
        if (length > 0 && !(length == 1 && at[0] == '.')) xl__text_format(&whole, "/%.*s", (int)length, at);
        at += length;
    }
    if (!whole.failed && whole.data) return whole.data;
    xl__text_free(&whole);
    return NULL;
}

bool tool_file_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    const bool has_a = stat(a, &of_a) == 0, has_b = stat(b, &of_b) == 0;
    if (has_a && has_b)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    if (has_a || has_b) return false;
    char *const to_a = destination(a), *const to_b = destination(b);
    char *const path_a = to_a ? canonical(to_a) : NULL, *const path_b = to_b ? canonical(to_b) : NULL;
    const bool same = path_a && path_b && strcmp(path_a, path_b) == 0;
    free(to_a);
    free(to_b);
    free(path_a);
    free(path_b);
    return same;
}

bool tool_file_is_regular(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

bool tool_file_is_lost_link(const char *path) {
    struct stat facts;
    return stat(path, &facts) != 0 && errno == ENOENT && lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

bool tool_file_is_pipe(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

int tool_file_may_start(const char *path) {
    struct stat facts;
    const bool exists = stat(path, &facts) == 0;
    /* A link to itself, a file where a folder should be: no name of a new file. */
    if (!exists && errno != ENOENT) return errno;
    if (exists && S_ISDIR(facts.st_mode)) return EISDIR;
    if (exists && !S_ISREG(facts.st_mode)) return access(path, W_OK) == 0 ? 0 : errno;
    char *const target = destination(path);
    if (!target) return errno;
    char *const slash = strrchr(target, '/');
    if (slash) slash[slash == target] = '\0';
    const int reason = path[0] == '\0' ? ENOENT : access(slash ? target : ".", W_OK | X_OK) == 0 ? 0 : errno;
    free(target);
    return reason;
}

bool tool_file_bytes(FILE *stream, uint64_t *bytes) {
    struct stat facts;
    if (fstat(fileno(stream), &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size < 0) return false;
    *bytes = (uint64_t)facts.st_size;
    return true;
}

FILE *tool_file_open_read(const char *path, xl_error *error) {
    struct stat facts;
    FILE *stream = fopen(path, "rb");
    int reason = stream ? 0 : errno;
    if (stream && fstat(fileno(stream), &facts) == 0 && S_ISDIR(facts.st_mode)) reason = EISDIR;
    if (!reason) return stream;
    if (stream) fclose(stream);
    xl__fail(error, XL_IO, "%s: cannot be read: %s", path, strerror(reason));
    return NULL;
}
