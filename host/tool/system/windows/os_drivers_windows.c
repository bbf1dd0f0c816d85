/*
 * os_drivers_windows.c - the registry names the drivers. The loader opens all in each process. So the worker
 * of each name uses one of the loader's platforms, maybe another name's.
 */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_drivers.h"
#include "base/os.h"
#include "base/os_windows.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char variable[] = "CROSSLANE_PLATFORM"; /* in a worker: its entry's number, and the count */

static const wchar_t vendors[] = L"SOFTWARE\\Khronos\\OpenCL\\Vendors";
/* Display adapters, and separately installed parts of a driver. */
static const wchar_t *const classes[] = {
    L"SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}",
    L"SYSTEM\\CurrentControlSet\\Control\\Class\\{5c4c3332-344d-483c-8739-259e934c9cc8}"};

typedef struct names {
    char name[TOOL_MAX_DRIVERS][64]; /* without folder and .dll */
    int count;
} names;

/* The registry may list a driver in several places. */
static void add_name(names *n, const wchar_t *path) {
    char *const narrow = xl__os_narrow(path);
    if (!narrow || n->count == TOOL_MAX_DRIVERS) {
        free(narrow);
        return;
    }
    const char *start = narrow;
    for (const char *at = narrow; *at; at++)
        if (*at == '\\' || *at == '/') start = at + 1;
    char *const name = n->name[n->count];
    snprintf(name, sizeof n->name[0], "%s", start);
    free(narrow);
    const size_t length = strlen(name);
    if (length > 4 && _stricmp(name + length - 4, ".dll") == 0) name[length - 4] = '\0';
    bool known = !name[0];
    for (int i = 0; i < n->count; i++) known = known || _stricmp(n->name[i], name) == 0;
    n->count += !known;
}

/* Values are libraries; the data 0 means used. */
static void read_vendors(names *n) {
    HKEY key;
    if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, vendors, 0, KEY_READ, &key) != ERROR_SUCCESS) return;
    for (DWORD i = 0;; i++) {
        wchar_t name[1024];
        DWORD size = sizeof name / sizeof *name, kind = 0, data = 0, bytes = sizeof data;
        const LSTATUS status = RegEnumValueW(key, i, name, &size, NULL, &kind, (BYTE *)&data, &bytes);
        if (status == ERROR_NO_MORE_ITEMS) break;
        if (status == ERROR_SUCCESS && kind == REG_DWORD && data == 0) add_name(n, name);
    }
    RegCloseKey(key);
}

static void read_class(names *n, const wchar_t *class) {
    HKEY key;
    if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, class, 0, KEY_READ, &key) != ERROR_SUCCESS) return;
    for (DWORD i = 0;; i++) {
        wchar_t adapter[256], libraries[1024] = L"";
        DWORD size = sizeof adapter / sizeof *adapter, bytes = sizeof libraries - 2 * sizeof *libraries;
        if (RegEnumKeyExW(key, i, adapter, &size, NULL, NULL, NULL, NULL) != ERROR_SUCCESS) break;
        if (RegGetValueW(key, adapter, L"OpenCLDriverName", RRF_RT_REG_SZ | RRF_RT_REG_MULTI_SZ, NULL,
                         libraries, &bytes) != ERROR_SUCCESS)
            continue;
        for (const wchar_t *at = libraries; *at; at += wcslen(at) + 1) add_name(n, at);
    }
    RegCloseKey(key);
}

static names *read_names(void) {
    names *const n = calloc(1, sizeof *n);
    if (!n) return NULL;
    read_vendors(n);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) read_class(n, classes[i]);
    return n;
}

/* The loader is delay-loaded (cmake/packaging/windows.sh), so it must be found. */
static bool has_loader(void) {
    return LoadLibraryW(L"OpenCL.dll") != NULL;
}

int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_private_folder *private_folder) {
    memset(out, 0, TOOL_MAX_DRIVERS * sizeof *out);
    (void)private_folder;
    if (!has_loader()) return 0;
    names *const n = read_names();
    const int count = n && n->count > 1 ? n->count : 1;
    for (int i = 0; i < count && count > 1; i++) {
        snprintf(out[i].setting, sizeof out[i].setting, "%s=%d/%d", variable, i, count);
        snprintf(out[i].name, sizeof out[i].name, "platform-%d", i);
    }
    if (count == 1) {
        out[0] = (tool_driver){.setting = "", .name = "system"};
        if (n && n->count == 1) memcpy(out[0].name, n->name[0], sizeof out[0].name);
    }
    free(n);
    return count;
}

void tool_drivers_none(char *text, size_t size) {
    if (!has_loader()) {
        snprintf(text, size, "there is no OpenCL.dll, which comes with the driver");
        return;
    }
    names *const n = read_names();
    xl__text list = {0};
    for (int i = 0; n && i < n->count; i++)
        xl__text_format(&list, "%s %s", i > 0 ? "," : " the registry names", n->name[i]);
    snprintf(text, size, "%s",
             list.size > 0 && !list.failed ? list.data + 1 : "the registry names no driver");
    xl__text_free(&list);
    free(n);
}

void tool_driver_use(const tool_driver *driver) {
    if (driver->setting[0]) (void)_putenv(driver->setting);
}

/* The last entry has all remaining platforms: there may be more than names. */
void tool_driver_platforms(unsigned count, unsigned *first, unsigned *end) {
    const char *const given = xl__os_environment(variable);
    unsigned entry = 0, entries = 1;
    if (given && (sscanf(given, "%u/%u", &entry, &entries) != 2 || entry >= entries)) entry = 0, entries = 1;
    *first = entry < count ? entry : count;
    *end = entry + 1 == entries || entry >= count ? count : entry + 1;
}

bool tool_driver_misnamed(char *reason, size_t size) {
    (void)reason, (void)size;
    return false;
}

bool tool_driver_broken(char *reason, size_t size) {
    (void)reason, (void)size;
    return false;
}

bool tool_check_library(char path[TOOL_PATH]) {
    path[0] = '\0';
    return false;
}

bool tool_driver_check(tool_driver *out, tool_private_folder *private_folder, char *reason, size_t size) {
    (void)private_folder;
    *out = (tool_driver){.name = "check"};
    snprintf(reason, size, "the checking device needs Linux on x86-64 or aarch64");
    return false;
}
