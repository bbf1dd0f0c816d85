/*
 * os_child_windows.c - workers inherit descriptors in the C library's form; a job object ends a worker's
 * processes, even if this process dies.
 */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_child.h"
#include "base/os.h"
#include "base/os_windows.h"
#include "base/text.h"
#include "system/exit_status.h"
#include "system/os_start.h"
#include "system/windows/ends_windows.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <psapi.h>

static const UINT killed_status = END_KILLED_STATUS;

bool tool_is_own_end(int code, bool left) {
    return end_is_own(code, left);
}

const char *tool_status_text(int code, bool left, char *text, size_t size) {
    return end_status_text(code, left, text, size);
}

bool tool_signal_is_memory(int number) {
    return end_is_memory(number);
}

const char *tool_signal_text(int number) {
    return end_text(number);
}

/* Of a worker; its number here, from 1 on, is its tool_process.pid. */
static struct child { HANDLE process, job; } children[256];
enum { CHILDREN = sizeof children / sizeof *children };

static struct child *child_of(long pid) {
    return pid > 0 && pid <= CHILDREN && children[pid - 1].process ? &children[pid - 1] : NULL;
}

void tool_process_self(const char *word) {
    (void)word; /* the system knows the executable */
}

char **tool_environment_with(const char *const *settings) {
    (void)settings;
    return NULL;
}

static bool is_replaced(const wchar_t *entry, wchar_t *const *settings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const size_t name = wcscspn(settings[i], L"=") + 1;
        if (_wcsnicmp(entry, settings[i], name) == 0) return true;
    }
    return false;
}

/* Freed by the caller. */
static wchar_t *environment_with(const char *const *settings) {
    enum { MOST = 32 };
    wchar_t *wide[MOST], *all = GetEnvironmentStringsW(), *made = NULL;
    size_t count = 0, size = 2, used = 0;
    for (; settings && settings[count] && count < MOST; count++) {
        wide[count] = tool_need(xl__os_wide(settings[count]));
        size += wcslen(wide[count]) + 1;
    }
    for (const wchar_t *at = all; at && *at; at += wcslen(at) + 1) size += wcslen(at) + 1;
    made = tool_need(malloc(size * sizeof *made));
    for (const wchar_t *at = all; at && *at; at += wcslen(at) + 1) {
        if (is_replaced(at, wide, count)) continue;
        wcscpy(made + used, at);
        used += wcslen(at) + 1;
    }
    for (size_t i = 0; i < count; i++) {
        wcscpy(made + used, wide[i]);
        used += wcslen(wide[i]) + 1;
        free(wide[i]);
    }
    made[used] = made[used + 1] = L'\0';
    if (all) FreeEnvironmentStringsW(all);
    return made;
}

/* The C library's form of inherited descriptors: their number, a byte and a handle of each. */
typedef struct handed {
    BYTE bytes[4 + TOOL_FREE_FD * (1 + sizeof(HANDLE))];
    HANDLE inherited[TOOL_FREE_FD];
    DWORD count;
} handed;

static void hand_on(handed *h, const int fds[TOOL_FREE_FD]) {
    enum { IS_OPEN = 0x01, IS_PIPE = 0x08 };
    const int number = TOOL_FREE_FD;
    *h = (handed){.count = 0};
    memcpy(h->bytes, &number, sizeof number);
    for (int i = 0; i < TOOL_FREE_FD; i++) {
        HANDLE handle = fds[i] >= 0 ? (HANDLE)_get_osfhandle(fds[i]) : INVALID_HANDLE_VALUE;
        if (handle != INVALID_HANDLE_VALUE) {
            SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
            h->bytes[4 + i] = GetFileType(handle) == FILE_TYPE_PIPE ? IS_OPEN | IS_PIPE : IS_OPEN;
            bool known = false; /* the same twice is refused */
            for (DWORD j = 0; j < h->count; j++) known = known || h->inherited[j] == handle;
            if (!known) h->inherited[h->count++] = handle;
        }
        memcpy(h->bytes + 4 + TOOL_FREE_FD + (size_t)i * sizeof handle, &handle, sizeof handle);
    }
}

static HANDLE make_job_object(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                                JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION}};
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    if (job) SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

static int create(struct child *child, wchar_t *words, wchar_t *environment, handed *h, const int *fds) {
    SIZE_T size = 0;
    wchar_t file[32768];
    PROCESS_INFORMATION made;
    GetModuleFileNameW(NULL, file, sizeof file / sizeof *file);
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = tool_need(malloc(size));
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = INVALID_HANDLE_VALUE,
                                            .hStdOutput = (HANDLE)_get_osfhandle(fds[1]),
                                            .hStdError = (HANDLE)_get_osfhandle(fds[2]),
                                            .cbReserved2 = sizeof h->bytes,
                                            .lpReserved2 = h->bytes},
                            .lpAttributeList = list};
    BOOL done = InitializeProcThreadAttributeList(list, 1, 0, &size) &&
                UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, h->inherited,
                                          h->count * sizeof(HANDLE), NULL, NULL);
    if (done)
        done = CreateProcessW(file, words, NULL, NULL, TRUE,
                              CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | CREATE_NEW_PROCESS_GROUP |
                                  EXTENDED_STARTUPINFO_PRESENT,
                              environment, NULL, &start.StartupInfo, &made);
    const int reason = done ? 0 : xl__os_last_error();
    if (done) {
        child->process = made.hProcess;
        child->job = make_job_object();
        if (child->job) AssignProcessToJobObject(child->job, made.hProcess);
        ResumeThread(made.hThread);
        CloseHandle(made.hThread);
    }
    DeleteProcThreadAttributeList(list);
    free(list);
    return reason;
}

int tool_child_start(tool_process *process, const char *role, const char *const *settings,
                     const int fds[TOOL_FREE_FD]) {
    size_t slot = 0;
    while (slot < CHILDREN && children[slot].process) slot++;
    if (slot == CHILDREN) return EAGAIN;
    xl__text line = {0};
    xl__text_format(&line, "crosslane --worker %s", role);
    wchar_t *const words = line.failed ? NULL : xl__os_wide(line.data);
    handed h;
    hand_on(&h, fds);
    wchar_t *const environment = environment_with(settings);
    const int failed = words ? create(&children[slot], words, environment, &h, fds) : ENOMEM;
    if (!failed) process->pid = (long)slot + 1;
    free(environment);
    free(words);
    xl__text_free(&line);
    return failed;
}

void tool_child_close(int *end) {
    if (*end >= 0) _close(*end);
    *end = -1;
}

int tool_child_pipe(int ends_made[2]) {
    return _pipe(ends_made, 65536, _O_BINARY | _O_NOINHERIT) == 0 ? 0 : errno;
}

int tool_child_job(const char *text, int *file) {
    *file = tool_memory_file();
    if (*file < 0) return errno;
    for (size_t left = strlen(text); left > 0;) {
        const int put = _write(*file, text, left < 1u << 20 ? (unsigned)left : 1u << 20);
        if (put <= 0) return put < 0 ? errno : ENOSPC;
        text += put, left -= (size_t)put;
    }
    return 0;
}

void tool_process_answer(const tool_process *p, bool yes) {
    const char go = yes;
    (void)!_write(p->turns, &go, 1); /* its events show an end */
}

void tool_process_kill(tool_process *p) {
    p->killed = true;
    const struct child *const child = child_of(p->pid);
    if (!child) return;
    if (!child->job || !TerminateJobObject(child->job, killed_status))
        TerminateProcess(child->process, killed_status);
}

bool tool_ends_within(long pid, double seconds) {
    const struct child *const child = child_of(pid);
    return !child || WaitForSingleObject(child->process, (DWORD)(1000.0 * seconds)) == WAIT_OBJECT_0;
}

int tool_end_of(long pid) {
    struct child *const child = child_of(pid);
    DWORD status = killed_status;
    if (!child) return -TOOL_KILLED;
    WaitForSingleObject(child->process, INFINITE);
    GetExitCodeProcess(child->process, &status);
    CloseHandle(child->process);
    if (child->job) CloseHandle(child->job);
    *child = (struct child){.process = NULL};
    return end_code(status);
}

/* Without waiting; -1: at the end. */
static int waiting(int from) {
    DWORD there = 0;
    if (!PeekNamedPipe((HANDLE)_get_osfhandle(from), NULL, 0, NULL, &there, NULL)) return -1;
    return there < 65536 ? (int)there : 65536;
}

int tool_child_ready(const tool_process *p, double seconds) {
    const int events = p->events.from >= 0 && waiting(p->events.from) != 0 ? TOOL_CHILD_EVENTS : 0;
    const int prints = p->prints.from >= 0 && waiting(p->prints.from) != 0 ? TOOL_CHILD_PRINTS : 0;
    if (!events && !prints && seconds > 0.0) Sleep(1);
    return events | prints;
}

long tool_child_read(int from, char *to, size_t size) {
    const int there = waiting(from);
    if (there <= 0) return there;
    const int got = _read(from, to, (unsigned)there < size ? (unsigned)there : (unsigned)size);
    return got > 0 ? got : -1;
}

uint64_t tool_child_memory(long pid) {
    PROCESS_MEMORY_COUNTERS facts;
    const struct child *const child = child_of(pid);
    const bool known = child && K32GetProcessMemoryInfo(child->process, &facts, sizeof facts) != 0;
    return known ? facts.WorkingSetSize : 0;
}

uint64_t tool_address_limit(void) {
    return 0;
}

bool tool_child_is_tight(long pid) {
    (void)pid;
    return false;
}

double tool_child_effort(long pid) {
    (void)pid;
    return -1.0;
}
