/* os_note_windows.c - a temporary file without a name for others. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_note.h"
#include "base/os_windows.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char mark[sizeof((tool_note *)0)->mark] = "crosslane calls";

static tool_note *map(int file) {
    const HANDLE section =
        CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READWRITE, 0, sizeof(tool_note), NULL);
    void *const memory =
        section ? MapViewOfFile(section, FILE_MAP_ALL_ACCESS, 0, 0, sizeof(tool_note)) : NULL;
    if (section) CloseHandle(section);
    return memory;
}

int tool_move_up(int *fd) {
    (void)fd; /* descriptors are passed on by their handles */
    return 0;
}

/* Deleted with the last handle, and kept in memory if possible. */
int tool_memory_file(void) {
    wchar_t folder[MAX_PATH + 2], path[MAX_PATH + 64];
    const DWORD size = GetTempPathW(sizeof folder / sizeof *folder, folder);
    if (size == 0 || size >= sizeof folder / sizeof *folder || !GetTempFileNameW(folder, L"xln", 0, path)) {
        errno = xl__os_last_error();
        return -1;
    }
    const HANDLE file = CreateFileW(
        path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    const int fd = file == INVALID_HANDLE_VALUE
                       ? -1
                       : _open_osfhandle((intptr_t)file, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (file == INVALID_HANDLE_VALUE) errno = xl__os_last_error();
    return fd;
}

tool_note *tool_note_make(int *file) {
    *file = tool_memory_file();
    if (*file < 0) return NULL;
    tool_note *const note = map(*file);
    if (note) memcpy(note->mark, mark, sizeof mark);
    return note;
}

void tool_note_free(tool_note *note) {
    if (note) UnmapViewOfFile(note);
}

static tool_note *own; /* a worker's */

static void leave(void) {
    own->left = 1;
}

/* Only this thread of a worker calls OpenCL. */
static _Thread_local xl__calls *calls;

/* Replaces the library's own. */
xl__calls *xl__noted(void) {
    return calls;
}

void tool_note_take(void) {
    if (_get_osfhandle(TOOL_NOTE_FD) < 0) return;
    tool_note *const note = map(TOOL_NOTE_FD);
    _close(TOOL_NOTE_FD);
    if (!note || memcmp(note->mark, mark, sizeof mark) != 0) return;
    note->taken = 1;
    calls = &note->calls;
    own = note;
    atexit(leave);
}
