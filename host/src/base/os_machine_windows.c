/* Windows: locks of threads, and what the machine is. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "base/os.h"
#include "base/os_names.h"
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

struct xl__os_lock {
    SRWLOCK held;
};

xl__os_lock *xl__os_lock_make(void) {
    xl__os_lock *lock = malloc(sizeof *lock);
    if (lock) InitializeSRWLock(&lock->held);
    return lock;
}

void xl__os_lock_free(xl__os_lock *lock) {
    free(lock);
}

void xl__os_lock_enter(xl__os_lock *lock) {
    AcquireSRWLockExclusive(&lock->held);
}

bool xl__os_lock_try(xl__os_lock *lock) {
    return TryAcquireSRWLockExclusive(&lock->held) != 0;
}

void xl__os_lock_leave(xl__os_lock *lock) {
    ReleaseSRWLockExclusive(&lock->held);
}

long xl__os_process(void) {
    return (long)GetCurrentProcessId();
}

bool xl__os_process_is_there(long process) {
    const HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    DWORD status = STILL_ACTIVE;
    if (!handle) return GetLastError() != ERROR_INVALID_PARAMETER;
    const bool there = !GetExitCodeProcess(handle, &status) || status == STILL_ACTIVE;
    CloseHandle(handle);
    return there;
}

unsigned long long xl__os_process_began(long process) {
    const HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    FILETIME began = {0}, ended, kernel, user;
    if (handle) GetProcessTimes(handle, &began, &ended, &kernel, &user);
    if (handle) CloseHandle(handle);
    return (unsigned long long)began.dwHighDateTime << 32 | began.dwLowDateTime;
}

static const char processor_key[] = "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";

static void read_processor(const char *value, char *text, size_t size) {
    DWORD room = (DWORD)size;
    if (size == 0) return;
    if (RegGetValueA(HKEY_LOCAL_MACHINE, processor_key, value, RRF_RT_REG_SZ, NULL, text, &room) !=
        ERROR_SUCCESS)
        text[0] = '\0';
}

void xl__os_processor(char *name, size_t size) {
    read_processor("ProcessorNameString", name, size);
}

void xl__os_processor_features(char *text, size_t size) {
    enum { FEATURES = 64 }; /* PF_... of winnt.h are numbers from 0 */
    char name[256], model[256];
    uint64_t features = 0;
    xl__os_processor(name, sizeof name);
    read_processor("Identifier", model, sizeof model);
    for (DWORD i = 0; i < FEATURES; i++) features |= (uint64_t)(IsProcessorFeaturePresent(i) != 0) << i;
    snprintf(text, size, "%s; %s; %016llx", name, model, (unsigned long long)features);
}

/* GetVersionEx reports the version in the program's manifest. */
void xl__os_system(char *text, size_t size) {
    typedef LONG(WINAPI * version_fn)(OSVERSIONINFOW *);
    OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    SYSTEM_INFO facts;
    const HMODULE kernel = GetModuleHandleW(L"ntdll.dll");
    const version_fn ask =
        kernel ? (version_fn)(void (*)(void))GetProcAddress(kernel, "RtlGetVersion") : NULL;
    if (ask) ask(&version);
    GetNativeSystemInfo(&facts);
    snprintf(text, size, "Windows %lu.%lu.%lu %s", version.dwMajorVersion, version.dwMinorVersion,
             version.dwBuildNumber,
             facts.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? "x86_64"
             : facts.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64 ? "aarch64"
                                                                            : "unknown");
}

unsigned xl__os_processors(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? (unsigned)count : 1;
}

static MEMORYSTATUSEX memory(void) {
    MEMORYSTATUSEX facts = {.dwLength = sizeof facts};
    if (!GlobalMemoryStatusEx(&facts)) facts.ullTotalPhys = facts.ullAvailPhys = 0;
    return facts;
}

uint64_t xl__os_memory_total(void) {
    return memory().ullTotalPhys;
}

uint64_t xl__os_memory_available(void) {
    return memory().ullAvailPhys;
}
