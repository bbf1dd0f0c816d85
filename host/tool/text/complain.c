/* complain.c - lines to standard error. */
#include "text/complain.h"
#include "text/display.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* A driver's log among it (XL_ERROR_TEXT), and the longest names of files. */
enum { LONGEST_COMPLAINT = 16384 };

/* Receives complaints in place of standard error; NULL: none does. */
static struct {
    void (*take)(void *user, const char *line);
    void *user;
} taker;

void tool_complain_to(void (*take)(void *user, const char *line), void *user) {
    taker.take = take;
    taker.user = user;
}

/* Arguments, names of files and drivers' texts reach the terminal only through here. */
static void complain(bool lines, const char *format, va_list args) {
    char text[LONGEST_COMPLAINT], clean[LONGEST_COMPLAINT];
    vsnprintf(text, sizeof text, format, args);
    if (lines)
        tool_text_clean_lines(text, clean, sizeof clean);
    else
        tool_text_clean(text, clean, sizeof clean);
    if (taker.take)
        taker.take(taker.user, clean);
    else
        fprintf(stderr, "crosslane: %s\n", clean);
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
