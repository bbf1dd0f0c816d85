#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "support/process.h"
#include "base/os_windows.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
#include <tlhelp32.h>

enum { LINE = 8192 };

double process_now(void) {
    return (double)GetTickCount64() / 1000.0;
}

void command_pause(void) {
    Sleep(5);
}

static HANDLE handle_of(const command *c) {
    return (HANDLE)(intptr_t)c->pid;
}

/* ---- starting ---------------------------------------------------------------------------------------- */

/* Returns the earlier value or NULL. */
static wchar_t *set(wchar_t *setting) {
    wchar_t *const equals = wcschr(setting, L'=');
    *equals = L'\0';
    const DWORD size = GetEnvironmentVariableW(setting, NULL, 0);
    wchar_t *const before = size > 0 ? calloc(size, sizeof *before) : NULL;
    if (before) GetEnvironmentVariableW(setting, before, size);
    SetEnvironmentVariableW(setting, equals + 1);
    return before;
}

/* Quoted for the other program's C library. */
static void add_word(wchar_t line[LINE], const char *word) {
    wchar_t *const wide = xl__os_wide(word);
    ck_assert_ptr_nonnull(wide);
    size_t used = wcslen(line);
    ck_assert_uint_lt(used + 2 * wcslen(wide) + 4, LINE);
    const bool quoted = !*wide || wcspbrk(wide, L" \t\"");
    if (used > 0) line[used++] = L' ';
    if (quoted) line[used++] = L'"';
    for (const wchar_t *at = wide; *at; at++) {
        size_t slashes = 0;
        while (at[slashes] == L'\\') slashes++;
        const bool doubled = at[slashes] == L'"' || (quoted && !at[slashes]);
        for (size_t i = 0; i < slashes * (doubled ? 2 : 1); i++) line[used++] = L'\\';
        at += slashes;
        if (*at == L'"') line[used++] = L'\\';
        if (!*at) break;
        line[used++] = *at;
    }
    if (quoted) line[used++] = L'"';
    line[used] = L'\0';
    free(wide);
}

/* *stream reads the temporary file; the program writes to the returned handle. */
static HANDLE make_stream(FILE **stream) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    ck_assert(GetTempPathW(MAX_PATH, folder) && GetTempFileNameW(folder, L"xl", 0, path));
    const DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE theirs = CreateFileW(path, GENERIC_WRITE, all, &inherited, OPEN_EXISTING, 0, NULL);
    const HANDLE ours =
        CreateFileW(path, GENERIC_READ | DELETE, all, NULL, OPEN_EXISTING, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    ck_assert(theirs != INVALID_HANDLE_VALUE && ours != INVALID_HANDLE_VALUE);
    *stream = _fdopen(_open_osfhandle((intptr_t)ours, _O_RDONLY | _O_BINARY), "rb");
    ck_assert_ptr_nonnull(*stream);
    return theirs;
}

void process_start(command *c, char **words, int settings) {
    enum { MOST = 16 };
    wchar_t line[LINE] = L"", *names[MOST], *before[MOST];
    ck_assert_int_le(settings, MOST);
    add_word(line, XL_TEST_COMMAND);
    for (char **word = words + settings; *word; word++) add_word(line, *word);
    for (int i = 0; i < settings; i++) {
        names[i] = xl__os_wide(words[i]);
        ck_assert_ptr_nonnull(names[i]);
        before[i] = set(names[i]);
    }
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = INVALID_HANDLE_VALUE,
                          .hStdOutput = make_stream(&c->streams[0]),
                          .hStdError = make_stream(&c->streams[1])};
    PROCESS_INFORMATION made = {.hProcess = NULL};
    const BOOL started = CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &made);
    const DWORD reason = GetLastError();
    CloseHandle(start.hStdOutput);
    CloseHandle(start.hStdError);
    for (int i = settings; i-- > 0;) {
        SetEnvironmentVariableW(names[i], before[i]);
        free(before[i]);
        free(names[i]);
    }
    ck_assert_msg(started, "%s: error %lu", XL_TEST_COMMAND, reason);
    CloseHandle(made.hThread);
    c->pid = (pid_t)(intptr_t)made.hProcess;
}

/* ---- its end ----------------------------------------------------------------------------------------- */

char *process_text(FILE *stream) {
    fseek(stream, 0, SEEK_END);
    const long end = ftell(stream);
    ck_assert_int_ge(end, 0);
    rewind(stream);
    char *const text = calloc(1, (size_t)end + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)end, stream), (size_t)end);
    return text;
}

bool process_has_ended(const command *c) {
    return WaitForSingleObject(handle_of(c), 0) == WAIT_OBJECT_0;
}

void process_kill(const command *c) {
    TerminateProcess(handle_of(c), 0xC000013A);
}

int process_status(command *c) {
    DWORD status = 0;
    WaitForSingleObject(handle_of(c), INFINITE);
    GetExitCodeProcess(handle_of(c), &status);
    CloseHandle(handle_of(c));
    return status < 256 ? (int)status : -1;
}

/* ---- functions of tests that tests/windows leaves out
   ----------------------------------------------------- */

void process_on_terminal(command *c, unsigned short columns, char **words, int settings) {
    (void)c, (void)columns, (void)words, (void)settings;
    ck_abort_msg("no terminal can be made here");
}

bool process_interrupt(const command *c) {
    (void)c;
    return false;
}

/* ---- children --------------------------------------------------------------------------------------------
 */

int process_children(const command *c, pid_t *one) {
    int count = 0;
    PROCESSENTRY32W entry = {.dwSize = sizeof entry};
    const DWORD parent = GetProcessId(handle_of(c));
    const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    for (BOOL more = all != INVALID_HANDLE_VALUE && Process32FirstW(all, &entry); more;
         more = Process32NextW(all, &entry)) {
        if (entry.th32ParentProcessID != parent) continue;
        *one = (pid_t)entry.th32ProcessID;
        count++;
    }
    if (all != INVALID_HANDLE_VALUE) CloseHandle(all);
    return count;
}

/* Windows shows a program that crashed itself. */
void process_watch_tests(void) {
}
void process_tests_are_over(void) {
}
