#define _GNU_SOURCE /* memfd_create */
#include "system/os_note.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char mark[sizeof((tool_note *)0)->mark] = "crosslane calls";

static tool_note *map(int file) {
    void *const memory = mmap(NULL, sizeof(tool_note), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int tool_move_up(int *fd) {
    if (*fd >= TOOL_FREE_FD) return 0;
    const int moved = fcntl(*fd, F_DUPFD_CLOEXEC, TOOL_FREE_FD);
    const int failed = moved < 0 ? errno : 0;
    close(*fd);
    *fd = moved;
    return failed;
}

int tool_memory_file(void) {
#ifdef __linux__
    int file = memfd_create("crosslane", MFD_CLOEXEC);
    if (file >= 0) (void)tool_move_up(&file);
    return file;
#else
    return -1;
#endif
}

tool_note *tool_note_make(int *file) {
    *file = tool_memory_file();
    if (*file < 0) return NULL;
    tool_note *const note = ftruncate(*file, (off_t)sizeof(tool_note)) == 0 ? map(*file) : NULL;
    if (note) memcpy(note->mark, mark, sizeof mark);
    return note;
}

void tool_note_free(tool_note *note) {
    if (note) munmap(note, sizeof *note);
}

static tool_note *own;

static void leave(void) {
    own->left = 1;
}

/* Only this thread of a worker calls OpenCL. */
static _Thread_local xl__calls *calls;

/* Replaces the library's own. */
xl__calls *xl__noted(void) {
    return calls;
}

/* Without a note, another file may have this descriptor: leaves it open. */
void tool_note_take(void) {
    char found[sizeof mark] = "";
    if (pread(TOOL_NOTE_FD, found, sizeof found, 0) != (ssize_t)sizeof found ||
        memcmp(found, mark, sizeof mark) != 0)
        return;
    tool_note *const note = map(TOOL_NOTE_FD);
    close(TOOL_NOTE_FD);
    if (!note) return;
    note->taken = 1;
    calls = &note->calls;
    own = note;
    atexit(leave);
}
