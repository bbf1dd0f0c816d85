/* os_terminal_windows.c - the console, which may not know escape sequences. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_terminal.h"
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

/* NULL: it is none. */
static HANDLE console_of(FILE *stream) {
    DWORD mode = 0;
    const HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    return handle != INVALID_HANDLE_VALUE && GetConsoleMode(handle, &mode) ? handle : NULL;
}

bool tool_is_terminal(FILE *stream) {
    return console_of(stream) != NULL;
}

int tool_terminal_width(FILE *stream) {
    CONSOLE_SCREEN_BUFFER_INFO facts;
    const HANDLE console = console_of(stream);
    if (!console) return 0;
    if (!GetConsoleScreenBufferInfo(console, &facts)) return 80;
    return facts.srWindow.Right - facts.srWindow.Left + 1;
}

bool tool_takes_escapes(FILE *stream) {
    DWORD mode = 0;
    const char *term = getenv("TERM"); /* unset, except in shells ported from POSIX */
    const HANDLE console = console_of(stream);
    return (!term || strcmp(term, "dumb") != 0) && console && GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool tool_wants_colour(FILE *stream) {
    const char *no = getenv("NO_COLOR");
    return (!no || !no[0]) && tool_takes_escapes(stream);
}
