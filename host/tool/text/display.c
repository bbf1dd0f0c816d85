#include "text/display.h"
#include "text/os_locale.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a UTF-8 character; 0: none, overlong, a surrogate or beyond U+10FFFF. */
static size_t decode(const char *text, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char lead = (unsigned char)text[0];
    const size_t bytes = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (bytes == 0) return 0;
    uint32_t value = bytes == 1 ? lead : lead & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        const unsigned char next = (unsigned char)text[i]; /* the final 0 fails here */
        if (next >> 6 != 2) return 0;
        value = value << 6 | (next & 0x3fu);
    }
    if (value < least[bytes] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 0;
    *code = value;
    return bytes;
}

typedef struct span {
    uint32_t first, last;
} span;

static bool within(uint32_t code, const span *spans, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= spans[i].first && code <= spans[i].last) return true;
    return false;
}

/* Moves the cursor, reorders or hides text. */
static bool is_unsafe(uint32_t code) {
    static const span unsafe[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
                                  {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
                                  {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xe0000, 0xe0fff}};
    return within(code, unsafe, sizeof unsafe / sizeof unsafe[0]);
}

static size_t columns_of(uint32_t code) {
    static const span none[] = {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
    static const span wide[] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                {0xf900, 0xfaff}, {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    if (within(code, none, sizeof none / sizeof none[0])) return 0;
    return within(code, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

/* `kept`: control characters that stay, a carriage return only before a line feed. out may be text: no
   character grows. */
static char *clean(const char *text, const char *kept, char *out, size_t size) {
    size_t used = 0;
    while (text && *text) {
        uint32_t code = 0;
        const size_t bytes = decode(text, &code);
        const bool stays =
            code > 0 && code < 0x80 && strchr(kept, (int)code) && (code != '\r' || text[1] == '\n');
        const bool keep = bytes > 0 && (stays || !is_unsafe(code));
        const size_t take = keep ? bytes : 1;
        if (used + take >= size) break;
        if (keep)
            memmove(out + used, text, bytes);
        else
            out[used] = '?';
        used += take;
        text += bytes ? bytes : 1;
    }
    if (size) out[used] = '\0';
    return out;
}

char *tool_text_clean(const char *text, char *out, size_t size) {
    return clean(text, "", out, size);
}

char *tool_text_make_safe(char *text) {
    return clean(text, "\n\t\r", text, strlen(text) + 1);
}

char *tool_text_name(const char *name, char *out, size_t size) {
    char part[16];
    size_t used = 0;
    while (*name) {
        uint32_t code = 0;
        const size_t bytes = decode(name, &code);
        if (bytes == 0)
            snprintf(part, sizeof part, "\\x%02x", (unsigned)(unsigned char)*name);
        else if (is_unsafe(code))
            snprintf(part, sizeof part,
                     code < 0x80      ? "\\x%02x"
                     : code < 0x10000 ? "\\u%04x"
                                      : "\\U%08x",
                     (unsigned)code);
        else
            snprintf(part, sizeof part, "%s%.*s", code == '\\' ? "\\" : "", (int)bytes, name);
        const size_t length = strlen(part);
        if (used + length >= size) break;
        memcpy(out + used, part, length);
        used += length;
        name += bytes ? bytes : 1;
    }
    if (size) out[used] = '\0';
    return out;
}

char *tool_text_clean_lines(const char *text, char *out, size_t size) {
    clean(text, "\n", out, size);
    for (size_t used = strlen(out); used > 0 && out[used - 1] == '\n'; used--) out[used - 1] = '\0';
    return out;
}

char *tool_text_first_line(const char *text, char *out, size_t size) {
    tool_text_clean_lines(text, out, size);
    out[strcspn(out, "\n")] = '\0';
    return out;
}

char *tool_text_append(char *out, size_t size, const char *format, ...) {
    const size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + used, size - used, format, arguments);
    va_end(arguments);
    return out;
}

size_t tool_text_width(const char *text) {
    size_t width = 0;
    while (*text) {
        uint32_t code = '?';
        const size_t bytes = decode(text, &code);
        width += columns_of(code);
        text += bytes ? bytes : 1;
    }
    return width;
}

const char *tool_ellipsis(void) {
    return tool_knows_unicode() ? TOOL_ELLIPSIS : "...";
}

char *tool_text_cut(const char *text, size_t columns, const char *mark, char *out, size_t size) {
    const bool cut = tool_text_width(text) > columns;
    while (tool_text_width(mark) > columns && *mark) mark++; /* fewer dots if not all fit */
    const size_t room = cut ? columns - tool_text_width(mark) : columns, end = strlen(mark);
    const size_t space = cut && size > end + 1 ? size - end : size;
    size_t used = 0, width = 0;
    while (*text) {
        uint32_t code = '?';
        const size_t bytes = decode(text, &code), take = bytes ? bytes : 1;
        width += columns_of(code);
        if (width > room || used + take >= space) break;
        memcpy(out + used, text, take);
        used += take;
        text += take;
    }
    if (cut && used + end < size) {
        memcpy(out + used, mark, end);
        used += end;
    }
    if (size) out[used] = '\0';
    return out;
}

/* In units of base^i; a value that rounds up to 1000 takes the next unit. */
static char *format_scaled(double value, double base, const char *const *units, size_t count,
                           const char *suffix, char *out, size_t size) {
    size_t i = 0;
    if (!isfinite(value) || value < 0) {
        snprintf(out, size, "-");
        return out;
    }
    while (i + 1 < count && value >= (base > 1000 ? base - 0.5 : 999.5)) {
        value /= base;
        i++;
    }
    /* 9.995 is "10.0". */
    const int decimals = value == 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(out, size, "%.*f %s%s", decimals, value, units[i], suffix);
    return out;
}

char *tool_format_ns(double ns, char *out, size_t size) {
    static const char *const units[] = {"ns", "us", "ms", "s"};
    return format_scaled(ns, 1000, units, 4, "", out, size);
}

char *tool_format_bytes(double bytes, char *out, size_t size) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes >= 0 && bytes < 1023.5) {
        snprintf(out, size, "%.0f B", bytes);
        return out;
    }
    return format_scaled(bytes, 1024, units, 6, "", out, size);
}

char *tool_format_rate(double per_second, const char *unit, char *out, size_t size) {
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    return format_scaled(per_second, 1000, units, 7, unit, out, size);
}

char *tool_format_width(long long lanes, bool emulated, char *out, size_t size) {
    if (lanes == 0)
        snprintf(out, size, "none");
    else
        snprintf(out, size, "%s%lld", emulated ? "emul " : "", lanes);
    return out;
}
