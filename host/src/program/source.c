#include "program/source.h"
#include "program/edits.h"
#include "base/os.h"
#include "base/status.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 24,
    LARGEST_FILE = 1 << 24,
    LARGEST_TEXT = 1 << 24,
    MOST_INCLUDES = 4096,
    NAME_SIZE = XL__SOURCE_NAME
};

const xl__embedded_file *xl__find_embedded(const char *name) {
    size_t low = 0, high = xl__embedded_file_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(name, xl__embedded_files[middle].name);
        if (order == 0) return &xl__embedded_files[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Resolves "." and ".."; `from` NULL: the top. False: it leaves the top or does not fit. */
static bool join_name(const char *from, const char *name, char out[NAME_SIZE]) {
    size_t used = 0;
    const char *slash = from ? strrchr(from, '/') : NULL;
    if (slash) {
        used = (size_t)(slash - from) + 1;
        if (used >= NAME_SIZE) return false;
        memcpy(out, from, used);
    }
    if (name[0] == '/') return false;
    while (*name) {
        const size_t length = strcspn(name, "/");
        const size_t step = length + (name[length] == '/');
        if (length == 2 && memcmp(name, "..", 2) == 0) {
            if (used == 0) return false;
            used--; /* the slash */
            while (used > 0 && out[used - 1] != '/') used--;
        } else if (length > 0 && !(length == 1 && name[0] == '.')) {
            if (used + step + 1 > NAME_SIZE) return false;
            memcpy(out + used, name, step);
            used += step;
        }
        name += step;
    }
    out[used] = '\0';
    return used > 0;
}

typedef struct expansion {
    const char *kernel_dir;
    xl__text *out;
    xl_error *error;
    xl__editing editing;
    const char *open[DEEPEST]; /* being expanded, outermost first */
    int depth, includes;       /* includes so far */
    bool leaves;               /* what is not found stays as it is */
} expansion;

/* Why the bytes are no source text; NULL: they are. */
static const char *no_text(const char *text, size_t size) {
    if (strlen(text) == size) return NULL;
    const bool wide = size > 1 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
    return wide ? "is UTF-16; save it as UTF-8" : "holds a NUL, so it is no source text";
}

int xl__read_source(const char *path, size_t limit, char **text, xl_error *error) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t size = 0;
    char reason[128];
    *text = NULL;
    if (xl__os_exists(path) && !xl__os_is_file(path))
        return xl__fail(error, XL_IO, "%s: is no regular file, so no kernel source can be read from it",
                        path);
    const int failure = xl__os_read_file(path, limit, text, &size);
    if (failure) return xl__fail(error, XL_IO, "%s: %s", path, xl__os_reason(failure, reason, sizeof reason));
    const char *const fault = no_text(*text, size);
    if (fault) {
        free(*text);
        *text = NULL;
        return xl__fail(error, XL_IO, "%s: %s", path, fault);
    }
    const size_t skip = strncmp(*text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    memmove(*text, *text + skip, size + 1 - skip);
    return XL_SUCCESS;
}

/* 0: found, free *owned; 1: not found; negative: an error, already reported. */
static int read_file(const expansion *e, const char *name, const char **text, char **owned) {
    *owned = NULL;
    if (e->kernel_dir) {
        xl__text path = {0};
        xl__text_format(&path, "%s/%s", e->kernel_dir, name);
        int status = path.failed ? xl__fail_memory(e->error) : 1;
        if (status == 1 && xl__os_exists(path.data))
            status = xl__read_source(path.data, LARGEST_FILE, owned, e->error);
        xl__text_free(&path);
        *text = *owned;
        if (status != 1) return status;
    }
    const xl__embedded_file *file = xl__find_embedded(name);
    if (!file) return 1;
    *text = file->text;
    return 0;
}

/* Replaces *owned, which is freed on failure, too. */
static int edit(expansion *e, const char *name, const char **text, char **owned) {
    char *edited = NULL;
    const int status = xl__edit_file(&e->editing, name, *text, &edited, e->error);
    if (status == XL_SUCCESS && !edited) return status;
    free(*owned);
    *text = *owned = edited;
    return status;
}

static int load(expansion *e, const char *name, const char **text, char **owned) {
    const int status = read_file(e, name, text, owned);
    return status == 0 ? edit(e, name, text, owned) : status;
}

static int expand_file(expansion *e, const char *name, const char *text);

/* 1: not found, and left as it is. */
static int expand_include(expansion *e, const char *from, unsigned line, const char *wanted) {
    char name[NAME_SIZE];
    const char *text = NULL;
    char *owned = NULL;
    int status = 1;
    if (join_name(from, wanted, name)) status = load(e, name, &text, &owned);
    if (status == 1 && join_name(NULL, wanted, name)) status = load(e, name, &text, &owned);
    if (status == 1 && e->leaves) return status;
    if (status == 1)
        return xl__fail(e->error, XL_IO, "%s:%u: #include \"%s\": no such kernel source file", from, line,
                        wanted);
    if (status != 0) return status;
    status = expand_file(e, name, text);
    free(owned);
    return status;
}

typedef enum include_line { NO_INCLUDE, AN_INCLUDE, LONG_INCLUDE } include_line;

/* Reports a long name: the driver would look for it in its own folders. */
static include_line parse_include(const char *line, size_t size, char name[NAME_SIZE]) {
    const char *end = line + size, *at = line;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    if (at == end || *at++ != '#') return NO_INCLUDE;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    if (end - at < 7 || memcmp(at, "include", 7) != 0) return NO_INCLUDE;
    at += 7;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    if (at == end || *at++ != '"') return NO_INCLUDE;
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote || quote == at) return NO_INCLUDE;
    if (quote - at >= NAME_SIZE) return LONG_INCLUDE;
    memcpy(name, at, (size_t)(quote - at));
    name[quote - at] = '\0';
    return AN_INCLUDE;
}

static bool comment_after(const char *line, size_t size, bool open) {
    for (size_t i = 0; i + 1 < size; i++) {
        if (open && line[i] == '*' && line[i + 1] == '/') {
            open = false;
            i++;
        } else if (!open && line[i] == '/' && line[i + 1] == '*') {
            open = true;
            i++;
        } else if (!open && line[i] == '/' && line[i + 1] == '/') {
            break;
        }
    }
    return open;
}

/* Replaces characters that would end or escape the quoted name. */
static void add_marker(xl__text *out, unsigned line, const char *name) {
    xl__text_format(out, "#line %u \"", line);
    for (const char *at = name; *at; at++) {
        const bool plain = (unsigned char)*at >= ' ' && *at != '"' && *at != '\\' && *at != 0x7f;
        xl__text_add(out, plain ? at : "?", 1);
    }
    xl__text_add(out, "\"\n", 2);
}

static int expand_file(expansion *e, const char *name, const char *text) {
    for (int i = 0; i < e->depth; i++)
        if (strcmp(e->open[i], name) == 0)
            return xl__fail(e->error, XL_BAD_VALUE, "%s includes itself, through %s", name,
                            e->open[e->depth - 1]);
    if (e->depth == DEEPEST)
        return xl__fail(e->error, XL_BAD_VALUE, "%s: includes nested more than %d deep", name, DEEPEST);
    if (e->out->size > LARGEST_TEXT || e->includes++ == MOST_INCLUDES)
        return xl__fail(e->error, XL_BAD_VALUE, "%s: with its includes it is more than %d MiB, or %d files",
                        name, LARGEST_TEXT >> 20, MOST_INCLUDES);
    e->open[e->depth++] = name;
    add_marker(e->out, 1, name);
    int status = XL_SUCCESS;
    bool comment = false;
    unsigned line = 1;
    for (const char *at = text; *at && status == XL_SUCCESS; line++) {
        const size_t size = strcspn(at, "\n");
        char wanted[NAME_SIZE];
        const include_line kind = comment ? NO_INCLUDE : parse_include(at, size, wanted);
        if (kind == LONG_INCLUDE) {
            status = xl__fail(e->error, XL_BAD_VALUE, "%s:%u: #include of a name of more than %d characters",
                              name, line, NAME_SIZE - 1);
        } else if (kind == AN_INCLUDE) {
            status = expand_include(e, name, line, wanted);
            if (status != 1) add_marker(e->out, line + 1, name);
        }
        if (kind == NO_INCLUDE || status == 1) {
            status = XL_SUCCESS;
            comment = comment_after(at, size, comment);
            xl__text_add(e->out, at, size);
            xl__text_add(e->out, "\n", 1);
        }
        at += size + (at[size] == '\n');
    }
    e->depth--;
    return status;
}

static int expand(const char *kernel_dir, const xl__source *source, bool leaves, xl__text *out,
                  xl_error *error) {
    expansion e = {
        .kernel_dir = kernel_dir, .out = out, .error = error, .editing.source = source, .leaves = leaves};
    char clean[NAME_SIZE];
    const char *name = source->text ? source->name : clean, *text = source->text;
    char *owned = NULL;
    int status = source->text                           ? edit(&e, name, &text, &owned)
                 : join_name(NULL, source->name, clean) ? load(&e, clean, &text, &owned)
                                                        : 1;
    if (status == 1) return xl__fail(error, XL_IO, "%s: no such kernel source file", source->name);
    if (status != XL_SUCCESS) return status;
    status = expand_file(&e, name, text);
    free(owned);
    if (status == XL_SUCCESS) status = xl__edits_made(&e.editing, error);
    return status == XL_SUCCESS && out->failed ? xl__fail_memory(error) : status;
}

int xl__expand(const char *kernel_dir, const xl__source *source, xl__text *out, xl_error *error) {
    return expand(kernel_dir, source, false, out, error);
}

int xl__expand_source(const char *kernel_dir, const char *name, xl__text *out, xl_error *error) {
    return xl__expand(kernel_dir, &(xl__source){.name = name}, out, error);
}

int xl__expand_text(const char *kernel_dir, const char *name, const char *text, xl__text *out,
                    xl_error *error) {
    return expand(kernel_dir, &(xl__source){.name = name, .text = text}, true, out, error);
}

/* `#line number "name"`. */
static bool read_marker(const char *line, size_t size, unsigned *number, char name[NAME_SIZE]) {
    static const char line_word[] = "#line ";
    char text[NAME_SIZE + 32];
    if (size >= sizeof text || strncmp(line, line_word, sizeof line_word - 1) != 0) return false;
    memcpy(text, line, size);
    text[size] = '\0';
    return sscanf(text, "#line %u \"%255[^\"]\"", number, name) == 2;
}

bool xl__find_source_line(const char *expanded, const char *file, unsigned line, const char **text,
                          size_t *size) {
    bool here = false;
    unsigned number = 0;
    for (const char *at = expanded; *at;) {
        const size_t length = strcspn(at, "\n");
        char name[NAME_SIZE];
        if (read_marker(at, length, &number, name)) {
            here = strcmp(name, file) == 0;
        } else {
            if (here && number == line) {
                *text = at;
                *size = length;
                return true;
            }
            number++;
        }
        at += length + (at[length] == '\n');
    }
    return false;
}

bool xl__name_source_line(const char *expanded, unsigned absolute, char file[XL__SOURCE_NAME],
                          unsigned *line) {
    char name[NAME_SIZE] = "";
    unsigned number = 0;
    for (const char *at = expanded; *at;) {
        const size_t length = strcspn(at, "\n");
        const bool marker = read_marker(at, length, &number, name);
        if (--absolute == 0) {
            memcpy(file, name, sizeof name);
            *line = number;
            return !marker && name[0] != '\0';
        }
        number += !marker;
        at += length + (at[length] == '\n');
    }
    return false;
}
