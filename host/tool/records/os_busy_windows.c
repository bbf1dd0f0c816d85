#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "records/os_busy.h"
#include <stdint.h>
#include <windows.h>

static double seconds_of(FILETIME time) {
    return 1e-7 * (double)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

/* The time of ended workers is unknown, so it counts as others' work. */
tool_busy tool_busy_now(void) {
    FILETIME idle, kernel, user, made, ended;
    tool_busy now = {.all = 0.0};
    if (GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &user))
        now.own = seconds_of(kernel) + seconds_of(user);
    if (!GetSystemTimes(&idle, &kernel, &user)) return now;
    now.all = seconds_of(kernel) + seconds_of(user); /* the kernel's includes idle time */
    now.idle = seconds_of(idle);
    return now;
}

double tool_busy_load(void) {
    return -1.0;
}
