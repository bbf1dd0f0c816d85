#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_start.h"
#include "base/os.h"
#include "base/os_windows.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include "system/output_file.h"
#include "system/os_process.h"
#include "system/os_note.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <shellapi.h>

double tool_seconds(void) {
    return 1e-9 * (double)xl__os_now();
}

/* Falls back to the C library's words. */
char **tool_words_typed(int argc, char **argv) {
    int count = 0;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **const words = wide && count == argc ? calloc((size_t)count + 1, sizeof *words) : NULL;
    for (int i = 0; words && i < count; i++) words[i] = tool_need(xl__os_narrow(wide[i]));
    LocalFree(wide);
    return words ? words : argv;
}

/* Asking about a closed descriptor would end the process. */
static void pass_over(const wchar_t *expression, const wchar_t *function, const wchar_t *file, unsigned line,
                      uintptr_t unused) {
    (void)expression, (void)function, (void)file, (void)line, (void)unused;
}

/* abort() would end with 3, the status for no device. */
static void on_abort(int number) {
    (void)number;
    TerminateProcess(GetCurrentProcess(), 0xC0000409);
}

/* Only line feeds end lines, text is UTF-8, and no error opens a dialog box. */
void tool_streams_open(void) {
    _set_invalid_parameter_handler(pass_over);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    signal(SIGABRT, on_abort);
    SetConsoleOutputCP(CP_UTF8);
    for (int fd = 0; fd <= 2; fd++) (void)_setmode(fd, _O_BINARY);
}

void tool_output_mute(void) {
    (void)!freopen("NUL", "wb", stdout);
}

tool_exit tool_flush(FILE *stream) {
    errno = 0;
    if (fflush(stream) == 0 && !ferror(stream)) return TOOL_OK;
    const HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    if (GetFileType(handle) == FILE_TYPE_PIPE) return TOOL_OUTPUT; /* its reader has seen enough */
    tool_complain("standard %s cannot be written%s%s", stream == stdout ? "output" : "error",
                  errno ? ": " : "", errno ? strerror(errno) : "");
    return TOOL_OUTPUT;
}

static volatile LONG interrupted = 0;

static BOOL WINAPI on_interrupt(DWORD event) {
    (void)event;
    InterlockedExchange(&interrupted, 1);
    return TRUE;
}

void tool_interrupt_catch(void) {
    SetConsoleCtrlHandler(on_interrupt, TRUE);
}

bool tool_interrupted(void) {
    return interrupted != 0;
}

void tool_interrupt_raise(void) {
    InterlockedExchange(&interrupted, 1);
}

unsigned tool_processors_allowed(void) {
    DWORD_PTR own = 0, all = 0;
    unsigned count = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) return 0;
    for (; own; own &= own - 1) count++;
    return count;
}

static struct {
    HANDLE timer;
    const char *text;
    size_t size;
    tool_exit status;
} limit;

static VOID CALLBACK on_limit(PVOID unused, BOOLEAN fired) {
    (void)unused, (void)fired;
    (void)!_write(2, limit.text, (unsigned)limit.size);
    TerminateProcess(GetCurrentProcess(), (UINT)limit.status);
}

void tool_limit(unsigned seconds, const char *text, tool_exit status) {
    if (limit.timer) (void)DeleteTimerQueueTimer(NULL, limit.timer, NULL);
    limit.timer = NULL;
    if (seconds == 0) return;
    limit.text = text;
    limit.size = strlen(text);
    limit.status = status;
    (void)CreateTimerQueueTimer(&limit.timer, NULL, on_limit, NULL, seconds * 1000, 0, WT_EXECUTEONLYONCE);
}

FILE *tool_worker_stream(void) {
    static const int own[] = {TOOL_EVENT_FD, TOOL_OTHERS_FD, TOOL_TURN_FD};
    if (_get_osfhandle(TOOL_EVENT_FD) == -1) return NULL;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        const intptr_t handle = _get_osfhandle(own[i]);
        if (handle != -1) SetHandleInformation((HANDLE)handle, HANDLE_FLAG_INHERIT, 0);
    }
    tool_note_take();
    tool_memory_quiet();
    SetConsoleCtrlHandler(NULL, TRUE); /* the parent decides; its job object ends this process */
    (void)_setmode(TOOL_EVENT_FD, _O_BINARY);
    return _fdopen(TOOL_EVENT_FD, "wb");
}

char *tool_worker_job(void) {
    const __int64 length = _lseeki64(TOOL_JOB_FD, 0, SEEK_END);
    size_t size = 0;
    if (length <= 0 || _lseeki64(TOOL_JOB_FD, 0, SEEK_SET) != 0) return NULL;
    char *const text = tool_need(malloc((size_t)length + 1));
    while (size < (size_t)length) {
        const int got = _read(TOOL_JOB_FD, text + size, (unsigned)((size_t)length - size));
        if (got <= 0) break;
        size += (size_t)got;
    }
    _close(TOOL_JOB_FD);
    text[size] = '\0';
    return text;
}

void tool_worker_at_end(void (*act)(void)) {
    (void)act; /* the system ends it with its parent */
}

void tool_worker_silence(void) {
    const int nowhere = _open("NUL", _O_WRONLY | _O_BINARY);
    if (nowhere < 0) return;
    for (int fd = 1; fd <= TOOL_EVENT_FD; fd++) (void)_dup2(nowhere, fd);
    _close(nowhere);
}

bool tool_others_are_gone(double seconds) {
    const double end = tool_seconds() + seconds;
    const HANDLE pipe = (HANDLE)_get_osfhandle(TOOL_OTHERS_FD);
    for (;;) {
        if (!PeekNamedPipe(pipe, NULL, 0, NULL, NULL, NULL)) return true;
        if (tool_seconds() >= end) return false;
        Sleep(1);
    }
}

bool tool_turn_wait(void) {
    char go = 0;
    if (_read(TOOL_TURN_FD, &go, 1) != 1) tool_worker_abandon(); /* the parent is gone */
    return go == 1;
}

void tool_worker_abandon(void) {
    tool_out_remove_open();
    TerminateProcess(GetCurrentProcess(), TOOL_DEVICE_FAILED);
    abort();
}
