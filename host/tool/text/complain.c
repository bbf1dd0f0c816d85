#include "text/complain.h"
#include "text/display.h"
#include "text/wrap.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* With a driver's log (XL_ERROR_TEXT), and the longest file names. */
enum { LONGEST_COMPLAINT = 16384 };

/* In place of standard error; NULL: none. */
static struct {
    void (*take)(void *user, const char *line);
    void *user;
} taker;

void tool_complain_to(void (*take)(void *user, const char *line), void *user) {
    taker.take = take;
    taker.user = user;
}

static int width;

void tool_complain_width(int columns) {
    width = columns;
}

/* Arguments, file names and drivers' texts reach the terminal only through here. */
static void complain(bool lines, const char *format, va_list args) {
    char text[LONGEST_COMPLAINT], clean[LONGEST_COMPLAINT + sizeof "crosslane: "] = "crosslane: ";
    char *const line = clean + strlen(clean);
    vsnprintf(text, sizeof text, format, args);
    if (lines)
        tool_text_clean_lines(text, line, LONGEST_COMPLAINT);
    else
        tool_text_clean(text, line, LONGEST_COMPLAINT);
    if (taker.take)
        taker.take(taker.user, line);
    else if (width > 0 && !lines)
        tool_wrap(clean, width, stderr);
    else
        fprintf(stderr, "%s\n", clean);
}

void tool_complain(const char *format, ...) {
    va_list args;
    va_start(args, format);
    complain(false, format, args);
    va_end(args);
}

void tool_complain_lines(const char *format, ...) {
    va_list args;
    va_start(args, format);
    complain(true, format, args);
    va_end(args);
}
