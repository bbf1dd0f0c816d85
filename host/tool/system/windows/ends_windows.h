/*
 * ends_windows.h - how a process of Windows ended. Any system can test it.
 *
 * An end is an exit status below 256, or minus one of the numbers below. TerminateProcess chooses the status:
 * only the worker's note ("left": its exit handlers ran) distinguishes a kill from an exit.
 */
#pragma once

#include "system/exit_status.h"
#include "system/os_child.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { END_OTHER = 99 };
#define END_KILLED_STATUS 0xC000013Au /* of a closed console */

static const struct {
    uint32_t status;
    int number;
    bool memory;
    const char *text;
} end_kinds[] = {
    {0xC0000005, 11, true, "access violation"},
    {0xC0000006, 7, true, "in-page error"},
    {0xC000001D, 4, false, "illegal instruction"},
    {0xC0000096, 5, false, "privileged instruction"},
    {0xC0000094, 8, false, "integer division by zero"},
    {0xC00000FD, 12, true, "stack overflow"},
    {0xC0000409, 6, false, "aborted"},
    {0xC0000374, 13, true, "heap corruption"},
    {0xC0000135, 14, false, "a DLL is missing"},
    {END_KILLED_STATUS, TOOL_KILLED, false, "killed"},
};
enum { END_KINDS = sizeof end_kinds / sizeof *end_kinds };

static inline int end_code(uint32_t status) {
    for (int i = 0; i < END_KINDS; i++)
        if (end_kinds[i].status == status) return -end_kinds[i].number;
    return status < 256 ? (int)status : -END_OTHER;
}

static inline bool end_is_own(int code, bool left) {
    return code >= 0 ? left && code != TOOL_DEVICE_FAILED : code != -TOOL_KILLED;
}

static inline const char *end_status_text(int code, bool left, char *text, size_t size) {
    snprintf(text, size,
             left ? "ended early with exit status %d" : "was killed, or ended itself, with status %d", code);
    return text;
}

static inline bool end_is_memory(int number) {
    for (int i = 0; i < END_KINDS; i++)
        if (end_kinds[i].number == number) return end_kinds[i].memory;
    return false;
}

static inline const char *end_text(int number) {
    for (int i = 0; i < END_KINDS; i++)
        if (end_kinds[i].number == number) return end_kinds[i].text;
    return "unknown exception";
}
