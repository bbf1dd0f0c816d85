#include "text/print.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdlib.h>

void tool_print(FILE *stream, const char *format, ...) {
    enum { USUAL = 512 };
    char usual[USUAL];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(usual, sizeof usual, format, arguments);
    char *const text = length < USUAL ? usual : tool_need(malloc((size_t)length + 1));
    if (length >= USUAL) vsnprintf(text, (size_t)length + 1, format, again);
    if (length > 0) fputs(tool_text_make_safe(text), stream);
    if (text != usual) free(text);
    va_end(again);
    va_end(arguments);
}

void tool_print_green(FILE *stream, const char *text, size_t length) {
    fputs("\033[32m", stream);
    tool_print(stream, "%.*s", (int)length, text);
    fputs("\033[0m", stream);
}
