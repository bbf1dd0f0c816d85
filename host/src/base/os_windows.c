/* Windows; the only file of the library with system calls. Other files use UTF-8 paths. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "base/os.h"
#include "base/os_names.h"
#include "base/os_windows.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <psapi.h>

uint64_t xl__os_now(void) {
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    const uint64_t count = (uint64_t)ticks.QuadPart, second = (uint64_t)frequency.QuadPart;
    return count / second * 1000000000u + count % second * 1000000000u / second;
}

int64_t xl__os_wall_clock(void) {
    return xl__os_wall_clock_ms() / 1000;
}

int64_t xl__os_wall_clock_ms(void) {
    const int64_t to_1970 = 11644473600000;
    FILETIME now; /* 100 ns since 1601 */
    GetSystemTimeAsFileTime(&now);
    return (int64_t)(((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) / 10000u) - to_1970;
}

void xl__os_sleep(uint64_t nanoseconds) {
    Sleep((DWORD)((nanoseconds + 999999u) / 1000000u));
}

const char *xl__os_reason(int error, char *text, size_t size) {
    if (size > 0) snprintf(text, size, "%s", strerror(error));
    return size > 0 ? text : "";
}

const char *xl__os_environment(const char *name) {
    return getenv(name);
}

void (*xl__os_function(const char *name))(void) {
    HMODULE modules[512];
    DWORD bytes = 0;
    if (!K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &bytes)) return NULL;
    const size_t count = bytes < sizeof modules ? bytes / sizeof *modules : sizeof modules / sizeof *modules;
    for (size_t i = 0; i < count; i++) {
        const FARPROC found = GetProcAddress(modules[i], name);
        if (found) return (void (*)(void))found;
    }
    return NULL;
}

/* ---- names and errors ----------------------------------------------------------------------------- */

int xl__os_last_error(void) {
    static const struct {
        DWORD system;
        int error;
    } known[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                 {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, ENOENT},
                 {ERROR_BAD_PATHNAME, ENOENT},
                 {ERROR_INVALID_DRIVE, ENOENT},
                 {ERROR_BAD_NETPATH, ENOENT},
                 {ERROR_ACCESS_DENIED, EACCES},
                 {ERROR_SHARING_VIOLATION, EACCES},
                 {ERROR_LOCK_VIOLATION, EACCES},
                 {ERROR_WRITE_PROTECT, EROFS},
                 {ERROR_FILE_EXISTS, EEXIST},
                 {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                 {ERROR_DIRECTORY, ENOTDIR},
                 {ERROR_DISK_FULL, ENOSPC},
                 {ERROR_HANDLE_DISK_FULL, ENOSPC},
                 {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                 {ERROR_OUTOFMEMORY, ENOMEM},
                 {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                 {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                 {ERROR_BROKEN_PIPE, EPIPE},
                 {ERROR_NO_DATA, EPIPE},
                 {ERROR_NO_UNICODE_TRANSLATION, EILSEQ}};
    const DWORD last = GetLastError();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].system == last) return known[i].error;
    return EIO;
}

wchar_t *xl__os_wide(const char *text) {
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (size <= 0) {
        errno = EILSEQ;
        return NULL;
    }
    wchar_t *wide = malloc((size_t)size * sizeof *wide);
    if (wide) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    if (!wide) errno = ENOMEM;
    return wide;
}

char *xl__os_narrow(const wchar_t *text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = size > 0 ? malloc((size_t)size) : NULL;
    if (narrow) WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, size, NULL, NULL);
    if (!narrow) errno = ENOMEM;
    return narrow;
}

/* A longer path than 260 characters needs this prefix, and must be absolute. */
static wchar_t *make_long(wchar_t *path) {
    enum { SHORT = 240 };
    if (wcslen(path) < SHORT || wcsncmp(path, L"\\\\", 2) == 0) return path;
    const DWORD size = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *whole = size > 0 ? malloc((size + 4) * sizeof *whole) : NULL;
    if (whole) {
        wcscpy(whole, L"\\\\?\\");
        if (GetFullPathNameW(path, size, whole + 4, NULL) == 0 || wcsncmp(whole + 4, L"\\\\", 2) == 0) {
            free(whole);
            return path;
        }
        free(path);
    }
    return whole ? whole : path;
}

wchar_t *xl__os_wide_path(const char *path) {
    wchar_t *wide = xl__os_wide(path);
    for (wchar_t *at = wide; at && *at; at++)
        if (*at == L'/') *at = L'\\';
    return wide ? make_long(wide) : NULL;
}

/* ---- files ---------------------------------------------------------------------------------------- */

enum { NO_FILE = (int)INVALID_FILE_ATTRIBUTES };

static DWORD attributes_of(const char *path) {
    wchar_t *wide = xl__os_wide_path(path);
    if (!wide) return INVALID_FILE_ATTRIBUTES;
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES) errno = xl__os_last_error();
    free(wide);
    return attributes;
}

int xl__os_open(const char *path, uint32_t access, uint32_t how) {
    wchar_t *wide = xl__os_wide_path(path);
    if (!wide) return -1;
    const HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                    NULL, how, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) errno = xl__os_last_error();
    free(wide);
    if (file == INVALID_HANDLE_VALUE) {
        const int reason = errno;
        const DWORD attributes = reason == EACCES ? attributes_of(path) : INVALID_FILE_ATTRIBUTES;
        const bool folder =
            attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        errno = folder ? EISDIR : reason;
        return -1;
    }
    const int fd = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
    if (fd < 0) CloseHandle(file);
    return fd;
}

/* A virus scanner or indexer may briefly prevent it. */
int xl__os_rename(const char *from, const char *to, bool replace) {
    wchar_t *old = xl__os_wide_path(from), *new = xl__os_wide_path(to);
    int reason = old && new ? 0 : errno;
    for (int attempt = 0; !reason; attempt++) {
        if (MoveFileExW(old, new, replace ? MOVEFILE_REPLACE_EXISTING : 0)) break;
        const DWORD error = GetLastError();
        const bool held = error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED;
        if (held && replace && attempt < 50)
            Sleep(10);
        else
            reason = xl__os_last_error();
    }
    free(old);
    free(new);
    return reason;
}

static int make_folder(char *path) {
    wchar_t *wide = xl__os_wide_path(path);
    int reason = wide ? 0 : errno;
    if (wide && !CreateDirectoryW(wide, NULL)) reason = xl__os_last_error();
    free(wide);
    return reason == 0 || xl__os_is_folder(path) ? 0 : reason;
}

int xl__os_make_folders(const char *path) {
    char *copy = xl__copy_text(path);
    if (!copy) return ENOMEM;
    int reason = copy[0] ? 0 : ENOENT;
    for (char *end = copy + 1; reason == 0; end++) {
        if (*end != '/' && *end != '\\' && *end != '\0') continue;
        const char kept = *end;
        *end = '\0';
        if (end[-1] != ':') reason = make_folder(copy); /* C: is no folder */
        *end = kept;
        if (kept == '\0') break;
    }
    if (reason == 0 && !xl__os_is_folder(path)) reason = ENOTDIR;
    free(copy);
    return reason;
}

/* A folder inherits the permissions of the user's own folders. */
int xl__os_make_private_folder(const char *path) {
    return xl__os_make_folders(path);
}

/* ---- who may write a file -------------------------------------------------------------------------- */

static bool is_trusted(PSID who, PSID user) {
    return EqualSid(who, user) || IsWellKnownSid(who, WinLocalSystemSid) ||
           IsWellKnownSid(who, WinBuiltinAdministratorsSid) || IsWellKnownSid(who, WinCreatorOwnerSid);
}

static bool is_closed(PACL list, PSID user) {
    const DWORD writes =
        FILE_WRITE_DATA | FILE_APPEND_DATA | DELETE | WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;
    for (DWORD i = 0; list && i < list->AceCount; i++) {
        ACCESS_ALLOWED_ACE *entry = NULL;
        if (!GetAce(list, i, (void **)&entry)) return false;
        if (entry->Header.AceType == ACCESS_ALLOWED_ACE_TYPE && (entry->Mask & writes) != 0 &&
            !is_trusted(&entry->SidStart, user))
            return false;
    }
    return list != NULL; /* no list lets everybody */
}

static bool is_own(const char *path) {
    const SECURITY_INFORMATION parts = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    union { /* aligned for the struct at its start */
        TOKEN_USER is;
        char bytes[256];
    } user;
    DWORD size = 0;
    HANDLE token = NULL;
    wchar_t *wide = xl__os_wide_path(path);
    if (wide) GetFileSecurityW(wide, parts, NULL, 0, &size);
    void *facts = size > 0 ? malloc(size) : NULL;
    PSID owner = NULL;
    PACL list = NULL;
    BOOL given = FALSE, there = FALSE;
    DWORD got = 0;
    const bool known = facts && GetFileSecurityW(wide, parts, facts, size, &size) &&
                       OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token) &&
                       GetTokenInformation(token, TokenUser, &user, sizeof user, &got) &&
                       GetSecurityDescriptorOwner(facts, &owner, &given) &&
                       GetSecurityDescriptorDacl(facts, &there, &list, &given);
    const bool own =
        known && is_trusted(owner, user.is.User.Sid) && there && is_closed(list, user.is.User.Sid);
    if (token) CloseHandle(token);
    free(facts);
    free(wide);
    return own;
}

bool xl__os_is_private_folder(const char *path) {
    return xl__os_is_folder(path) && is_own(path);
}

/* ---- whole files ----------------------------------------------------------------------------------- */

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

static int read_all(int fd, char *data, size_t size) {
    for (size_t done = 0; done < size;) {
        const size_t piece = size - done < (1u << 30) ? size - done : 1u << 30;
        const int got = _read(fd, data + done, (unsigned)piece);
        if (got < 0) return errno;
        if (got == 0) return EIO; /* the file became shorter */
        done += (size_t)got;
    }
    return 0;
}

int xl__os_read_file(const char *path, size_t limit, char **data, size_t *size) {
    *data = NULL;
    *size = 0;
    const int fd = xl__os_open(path, GENERIC_READ, OPEN_EXISTING);
    if (fd < 0) return errno;
    LARGE_INTEGER length;
    char *bytes = NULL;
    int reason = 0;
    if (GetFileType(handle_of(fd)) != FILE_TYPE_DISK)
        reason = EINVAL;
    else if (!GetFileSizeEx(handle_of(fd), &length))
        reason = xl__os_last_error();
    else if ((uint64_t)length.QuadPart > limit || limit == SIZE_MAX)
        reason = EFBIG;
    else
        bytes = malloc((size_t)length.QuadPart + 1);
    if (reason == 0) reason = bytes ? read_all(fd, bytes, (size_t)length.QuadPart) : ENOMEM;
    _close(fd);
    if (reason != 0) {
        free(bytes);
        return reason;
    }
    bytes[length.QuadPart] = '\0';
    *data = bytes;
    *size = (size_t)length.QuadPart;
    return 0;
}

int xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size) {
    const DWORD attributes = attributes_of(path);
    *data = NULL;
    *size = 0;
    if (attributes == INVALID_FILE_ATTRIBUTES) return errno;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) return ELOOP;
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY) && !is_own(path)) return EPERM;
    return xl__os_read_file(path, limit, data, size);
}

static int write_all(int fd, const char *data, size_t size) {
    for (size_t done = 0; done < size;) {
        const size_t piece = size - done < (1u << 30) ? size - done : 1u << 30;
        const int put = _write(fd, data + done, (unsigned)piece);
        if (put <= 0) return put < 0 ? errno : ENOSPC;
        done += (size_t)put;
    }
    return 0;
}

/* Locks a byte past the largest file, because on Windows a lock prevents reading. */
static bool lock(int fd) {
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = 0x7fffffff};
    return LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) !=
           0;
}

static bool is_removed(int fd) {
    FILE_STANDARD_INFO facts;
    return GetFileInformationByHandleEx(handle_of(fd), FileStandardInfo, &facts, sizeof facts) &&
           (facts.DeletePending || facts.NumberOfLinks == 0);
}

bool xl__os_claim(int fd) {
    return lock(fd) && !is_removed(fd);
}

static int create_temporary(const char *path, xl__text *name) {
    char ending[XL__OS_MARK];
    for (unsigned attempt = 0; attempt < 10000; attempt++) {
        name->size = 0;
        xl__text_format(name, "%s%s", path, xl__os_temporary_ending(attempt, ending));
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        const int fd = xl__os_open(name->data, GENERIC_READ | GENERIC_WRITE, CREATE_NEW);
        if (fd < 0 && errno != EEXIST) return -1;
        if (fd >= 0 && xl__os_claim(fd)) return fd;
        if (fd >= 0) _close(fd);
    }
    return -1;
}

int xl__os_write_file(const char *path, const void *data, size_t size) {
    xl__text name = {0};
    int reason = 0;
    const int fd = create_temporary(path, &name);
    if (fd < 0) {
        reason = errno;
    } else {
        reason = write_all(fd, data, size);
        if (reason == 0) reason = xl__os_rename(name.data, path, true);
        if (_close(fd) != 0 && reason == 0) reason = errno;
        if (reason != 0) (void)xl__os_remove_file(name.data);
    }
    xl__text_free(&name);
    return reason;
}

int xl__os_write_own_file(const char *path, const void *data, size_t size) {
    return xl__os_write_file(path, data, size);
}

/* ---- marks ---------------------------------------------------------------------------------------- */

static int take_mark(const char *path, const char *text) {
    const int fd = is_own(path) ? xl__os_open(path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING) : -1;
    if (fd < 0) return -1;
    if (lock(fd) && _chsize_s(fd, 0) == 0 && write_all(fd, text, strlen(text)) == 0) return fd;
    _close(fd);
    return -1;
}

/* Locks a new mark before it gets its name, or another process would take it for abandoned. */
static int make_mark(const char *path, const char *text) {
    xl__text name = {0};
    int mark = create_temporary(path, &name);
    if (mark >= 0 &&
        (write_all(mark, text, strlen(text)) != 0 || xl__os_rename(name.data, path, false) != 0)) {
        (void)xl__os_remove_file(name.data);
        _close(mark);
        mark = -1;
    }
    xl__text_free(&name);
    return mark;
}

int xl__os_mark_set(const char *path, const char *text) {
    return xl__os_exists(path) ? take_mark(path, text) : make_mark(path, text);
}

void xl__os_mark_drop(const char *path, int mark) {
    if (mark < 0) return;
    (void)xl__os_remove_file(path);
    _close(mark);
}

void xl__os_mark_leave(int mark) {
    _close(mark);
}

/* -1: another process holds it. */
static int take_abandoned(const char *path) {
    const int fd = is_own(path) ? xl__os_open(path, GENERIC_READ, OPEN_EXISTING) : -1;
    if (fd >= 0 && xl__os_claim(fd)) return fd;
    if (fd >= 0) _close(fd);
    return -1;
}

bool xl__os_is_abandoned(const char *path) {
    const int fd = take_abandoned(path);
    if (fd >= 0) _close(fd);
    return fd >= 0;
}

void xl__os_remove_abandoned(const char *path) {
    const int fd = take_abandoned(path);
    if (fd < 0) return;
    (void)xl__os_remove_file(path);
    _close(fd);
}

int xl__os_remove_file(const char *path) {
    wchar_t *wide = xl__os_wide_path(path);
    int reason = wide ? 0 : errno;
    if (wide && !DeleteFileW(wide)) reason = xl__os_last_error();
    free(wide);
    return reason;
}

/* ---- names ------------------------------------------------------------------------------------------ */

bool xl__os_is_file(const char *path) {
    const DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES &&
           (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) == 0;
}

bool xl__os_exists(const char *path) {
    return attributes_of(path) != INVALID_FILE_ATTRIBUTES;
}

bool xl__os_file_facts(const char *path, uint64_t *size, int64_t *changed) {
    enum { TICKS = 10000000 }; /* of 100 ns, since 1601 */
    const int64_t to_1970 = 11644473600;
    WIN32_FILE_ATTRIBUTE_DATA facts;
    wchar_t *wide = xl__os_is_file(path) ? xl__os_wide_path(path) : NULL;
    const bool known = wide && GetFileAttributesExW(wide, GetFileExInfoStandard, &facts);
    free(wide);
    if (!known) return false;
    *size = (uint64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow;
    const uint64_t ticks =
        (uint64_t)facts.ftLastWriteTime.dwHighDateTime << 32 | facts.ftLastWriteTime.dwLowDateTime;
    *changed = (int64_t)(ticks / TICKS) - to_1970;
    return true;
}

bool xl__os_is_folder(const char *path) {
    const DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

int xl__os_each_name(const char *path, xl__os_add add, void *user) {
    xl__text pattern = {0};
    WIN32_FIND_DATAW entry;
    if (!xl__os_is_folder(path)) return xl__os_exists(path) ? ENOTDIR : ENOENT;
    xl__text_format(&pattern, "%s/*", path);
    wchar_t *wide = pattern.failed ? NULL : xl__os_wide_path(pattern.data);
    const HANDLE search = wide ? FindFirstFileW(wide, &entry) : INVALID_HANDLE_VALUE;
    int reason = search == INVALID_HANDLE_VALUE ? (wide ? xl__os_last_error() : ENOMEM) : 0;
    free(wide);
    xl__text_free(&pattern);
    for (bool more = reason == 0; more && reason == 0; more = FindNextFileW(search, &entry) != 0)
        if (wcscmp(entry.cFileName, L".") != 0 && wcscmp(entry.cFileName, L"..") != 0)
            reason = add(user, xl__os_narrow(entry.cFileName));
    if (search != INVALID_HANDLE_VALUE) FindClose(search);
    return reason;
}

/* %LOCALAPPDATA%\crosslane\cache */
char *xl__os_cache_folder(void) {
    const wchar_t *base = _wgetenv(L"LOCALAPPDATA");
    char *narrow = base && base[0] ? xl__os_narrow(base) : NULL;
    if (!narrow) return NULL;
    xl__text path = {0};
    xl__text_format(&path, "%s/crosslane/cache", narrow);
    free(narrow);
    if (path.failed) xl__text_free(&path);
    return path.data;
}
