/* os_file_windows.c - links are not followed. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_file.h"
#include "base/status.h"
#include "base/os.h"
#include "base/os_windows.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static HANDLE handle_of(FILE *stream) {
    return (HANDLE)_get_osfhandle(_fileno(stream));
}

static size_t folder_size(const char *path) {
    size_t size = 0;
    for (size_t i = 0; path[i]; i++)
        if (path[i] == '/' || path[i] == '\\' || (i == 1 && path[i] == ':')) size = i + 1;
    return size;
}

/* NUL, CON and names below \\.\: written directly. */
static bool is_device(const char *path) {
    const char *const name = path + folder_size(path);
    return _stricmp(name, "NUL") == 0 || _stricmp(name, "CON") == 0 || strncmp(path, "\\\\.\\", 4) == 0 ||
           strncmp(path, "\\\\.\\pipe\\", 9) == 0;
}

/* "." for none; freed by the caller; NULL: no memory. */
static char *folder_of(const char *path) {
    xl__text text = {0};
    const size_t size = folder_size(path);
    xl__text_format(&text, "%.*s", size ? (int)size : 1, size ? path : ".");
    if (text.failed) xl__text_free(&text);
    return text.data;
}

/* In the folder of `path`; returns its descriptor, and its name in *name. -1 with errno. */
static int create_beside(const char *path, char **name) {
    char *const folder = folder_of(path);
    if (!folder) {
        errno = ENOMEM;
        return -1;
    }
    xl__os_sweep_folder(folder); /* removes what killed runs left */
    free(folder);
    for (unsigned attempt = 0; attempt < 10000; attempt++) {
        xl__text text = {0};
        char ending[XL__OS_MARK];
        xl__text_format(&text, "%.*s%s", (int)folder_size(path), path,
                        xl__os_temporary_ending(attempt, ending));
        const int fd = text.failed ? -1 : xl__os_open(text.data, GENERIC_READ | GENERIC_WRITE, CREATE_NEW);
        if (fd >= 0 && xl__os_claim(fd)) {
            *name = text.data;
            return fd;
        }
        if (fd >= 0) _close(fd);
        const bool taken = fd >= 0 || errno == EEXIST;
        xl__text_free(&text);
        if (!taken) return -1;
    }
    return -1;
}

void tool_out_sweep(const char *path) {
    char *const folder = folder_of(path);
    if (folder) xl__os_sweep_folder(folder);
    free(folder);
}

int tool_file_start(tool_out *out, const char *path) {
    if (xl__os_is_folder(path)) return EISDIR;
    if (!path[0]) return ENOENT;
    out->direct = is_device(path);
    out->existed = xl__os_exists(path);
    out->path = xl__copy_text(path);
    if (!out->path) return ENOMEM;
    const int fd =
        out->direct ? xl__os_open(path, GENERIC_WRITE, OPEN_EXISTING) : create_beside(path, &out->temp);
    if (fd >= 0) out->stream = _fdopen(fd, "wb");
    const int reason = out->stream ? 0 : errno;
    if (reason && fd >= 0) _close(fd);
    return reason;
}

static bool same_index(const BY_HANDLE_FILE_INFORMATION *a, const BY_HANDLE_FILE_INFORMATION *b) {
    return a->nFileIndexHigh == b->nFileIndexHigh && a->nFileIndexLow == b->nFileIndexLow;
}

/* Both are in one folder, so the volume is not compared: Wine reports another one for a renamed file. */
bool tool_out_stands(const tool_out *out) {
    BY_HANDLE_FILE_INFORMATION mine, theirs;
    if (out->direct) return true;
    const int there = xl__os_open(out->path, GENERIC_READ, OPEN_EXISTING);
    const bool stands = there >= 0 && GetFileInformationByHandle(handle_of(out->stream), &mine) &&
                        GetFileInformationByHandle((HANDLE)_get_osfhandle(there), &theirs) &&
                        same_index(&mine, &theirs);
    if (there >= 0) _close(there);
    return stands;
}

int tool_file_place(const tool_out *out) {
    if (_commit(_fileno(out->stream)) != 0) return errno;
    return xl__os_rename(out->temp, out->path, !out->is_new);
}

/* Restores the stream's position. */
static int move_at(FILE *stream, uint64_t offset, char *data, size_t bytes, bool writes) {
    const HANDLE file = handle_of(stream);
    LARGE_INTEGER nothing = {.QuadPart = 0}, before;
    if (!SetFilePointerEx(file, nothing, &before, FILE_CURRENT)) return xl__os_last_error();
    int reason = 0;
    while (bytes > 0 && !reason) {
        OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
        const DWORD piece = bytes < 1u << 30 ? (DWORD)bytes : 1u << 30;
        DWORD moved = 0;
        const BOOL done = writes ? WriteFile(file, data, piece, &moved, &place)
                                 : ReadFile(file, data, piece, &moved, &place);
        if (!done && GetLastError() != ERROR_HANDLE_EOF) reason = xl__os_last_error();
        if (moved == 0 && !reason) reason = EIO;
        data += moved, offset += moved, bytes -= moved;
    }
    SetFilePointerEx(file, before, NULL, FILE_BEGIN);
    return reason;
}

int tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes) {
    return move_at(stream, offset, (char *)(uintptr_t)data, bytes, true);
}

int tool_file_read_at(FILE *stream, uint64_t offset, void *data, size_t bytes) {
    return move_at(stream, offset, data, bytes, false);
}

int tool_file_write_all(FILE *stream, const void *data, size_t bytes) {
    const char *from = data;
    if (fflush(stream) != 0) return errno;
    while (bytes > 0) {
        const int n = _write(_fileno(stream), from, bytes < 1u << 30 ? (unsigned)bytes : 1u << 30);
        if (n <= 0) return n < 0 ? errno : EIO;
        from += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int tool_file_cut(FILE *stream, uint64_t size) {
    return _chsize_s(_fileno(stream), (__int64)size);
}

static bool same_file(int a, int b) {
    BY_HANDLE_FILE_INFORMATION of_a, of_b;
    return a >= 0 && b >= 0 && GetFileInformationByHandle((HANDLE)_get_osfhandle(a), &of_a) &&
           GetFileInformationByHandle((HANDLE)_get_osfhandle(b), &of_b) &&
           of_a.dwVolumeSerialNumber == of_b.dwVolumeSerialNumber && same_index(&of_a, &of_b);
}

/* Freed by the caller; NULL: no memory. */
static wchar_t *whole_path(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    const DWORD size = wide ? GetFullPathNameW(wide, 0, NULL, NULL) : 0;
    wchar_t *whole = size > 0 ? malloc(size * sizeof *whole) : NULL;
    if (whole && GetFullPathNameW(wide, size, whole, NULL) == 0) whole[0] = L'\0';
    free(wide);
    return whole;
}

bool tool_file_same(const char *a, const char *b) {
    const bool has_a = xl__os_exists(a), has_b = xl__os_exists(b);
    bool same = false;
    if (has_a && has_b) {
        const int of_a = xl__os_open(a, 0, OPEN_EXISTING), of_b = xl__os_open(b, 0, OPEN_EXISTING);
        same = same_file(of_a, of_b);
        if (of_a >= 0) _close(of_a);
        if (of_b >= 0) _close(of_b);
    } else if (!has_a && !has_b) {
        wchar_t *const whole_a = whole_path(a), *const whole_b = whole_path(b);
        same = whole_a && whole_b && _wcsicmp(whole_a, whole_b) == 0;
        free(whole_a);
        free(whole_b);
    }
    return same;
}

bool tool_file_is_regular(const char *path) {
    return xl__os_is_file(path) && !is_device(path);
}

bool tool_file_is_lost_link(const char *path) {
    (void)path; /* links are not followed */
    return false;
}

bool tool_file_is_pipe(const char *path) {
    return is_device(path);
}

int tool_file_may_start(const char *path) {
    if (!path[0]) return ENOENT;
    if (xl__os_is_folder(path)) return EISDIR;
    if (is_device(path)) return 0;
    char *const folder = folder_of(path), *name = NULL;
    const bool there = folder && xl__os_is_folder(folder);
    free(folder);
    if (!there) return ENOENT;
    const int fd = create_beside(path, &name); /* only an attempt shows write access */
    if (fd < 0) return errno;
    _close(fd);
    (void)xl__os_remove_file(name);
    free(name);
    return 0;
}

bool tool_file_bytes(FILE *stream, uint64_t *bytes) {
    LARGE_INTEGER size;
    if (GetFileType(handle_of(stream)) != FILE_TYPE_DISK || !GetFileSizeEx(handle_of(stream), &size))
        return false;
    *bytes = (uint64_t)size.QuadPart;
    return true;
}

FILE *tool_file_open_read(const char *path, xl_error *error) {
    const int fd = xl__os_open(path, GENERIC_READ, OPEN_EXISTING);
    FILE *const stream = fd < 0 ? NULL : _fdopen(fd, "rb");
    if (stream) return stream;
    const int reason = errno;
    if (fd >= 0) _close(fd);
    xl__fail(error, XL_IO, "%s: cannot be read: %s", path, strerror(reason));
    return NULL;
}
