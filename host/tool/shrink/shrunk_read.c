/* shrunk_read.c - reads main.c line by line, then its files. */
#include "shrink/shrunk_program.h"
#include "base/os.h"
#include "base/status.h"
#include "text/os_memory.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 30, PATH = 2048 };

typedef struct reader {
    shrunk_program *p;
    const char *folder;
    xl_error *error;
    xl_type element; /* of the next sorted output */
} reader;

static char *read_file(const reader *r, const char *prefix, const char *name, const char *ending,
                       size_t *size) {
    char path[PATH], reason[128], *data = NULL;
    snprintf(path, sizeof path, "%s/%s%s%s", r->folder, prefix, name, ending);
    const int failed = xl__os_read_file(path, LARGEST, &data, size);
    if (failed) xl__fail(r->error, XL_IO, "%s: %s", path, xl__os_reason(failed, reason, sizeof reason));
    return data;
}

/* Copies the C string at `at`, without quotes. Returns its end, or NULL. */
static const char *read_quoted(const char *at, char *out, size_t size) {
    size_t used = 0;
    if (*at++ != '"') return NULL;
    for (; *at && *at != '"' && used + 1 < size; at++) {
        if (*at == '\\' && at[1]) at++;
        out[used++] = *at;
    }
    out[used] = '\0';
    return *at == '"' ? at + 1 : NULL;
}

/* If the line begins with `text`, what follows; NULL. */
static const char *after(const char *line, const char *text) {
    const size_t size = strlen(text);
    return strncmp(line, text, size) == 0 ? line + size : NULL;
}

/* ---- programs and buffers --------------------------------------------------------------------- */

static bool read_program(reader *r, const char *at) {
    export_capture *const c = &r->p->capture;
    char file[64], options[4096];
    int number = 0, used = 0;
    size_t size = 0;
    if (sscanf(at, "%d = build(%n", &number, &used) != 1 || used == 0) return false;
    if (number != c->program_count + 1 || number > EXPORT_MOST_PROGRAMS) return false;
    at = read_quoted(at + used, file, sizeof file);
    if (!at || !(at = after(at, ", ")) || !read_quoted(at, options, sizeof options)) return false;
    char *const text = read_file(r, "", file, "", &size);
    if (!text) return false;
    c->programs[c->program_count] = (export_program){text, tool_need(xl__copy_text(options))};
    r->p->description.options[c->program_count] = c->programs[c->program_count].options;
    c->program_count++;
    return true;
}

static bool read_buffer(reader *r, const char *at) {
    export_capture *const c = &r->p->capture;
    export_buffer *const b = &c->buffers[c->buffer_count];
    char name[EXPORT_NAME + 8];
    size_t size = 0;
    at = strstr(at, " = buffer(");
    if (!at || c->buffer_count == EXPORT_MOST_BUFFERS) return false;
    at = read_quoted(at + strlen(" = buffer("), name, sizeof name);
    char *const dot = at ? strrchr(name, '.') : NULL;
    if (!dot || sscanf(at, ", %zu", &b->bytes) != 1) return false;
    *dot = '\0';
    snprintf(b->name, sizeof b->name, "%.*s", EXPORT_NAME - 1, name);
    b->before = (unsigned char *)read_file(r, "", b->name, ".bin", &size);
    if (!b->before) return false;
    c->buffer_count++;
    return size >= b->bytes;
}

/* The buffer whose variable is at `at`; -1. *end: after it. */
static int find_buffer(const export_capture *c, const char *at, const char **end) {
    size_t size = 0;
    while (xl__is_name_part(at[size])) size++;
    *end = at + size;
    for (int b = 0; b < c->buffer_count && size > 2; b++) {
        bool same = strlen(c->buffers[b].name) == size - 2;
        for (size_t i = 0; same && i < size - 2; i++)
            same = c->buffers[b].name[i] == at[i + 2] ||
                   (at[i + 2] == '_' && !xl__is_name_part(c->buffers[b].name[i]));
        if (same) return b;
    }
    return -1;
}

/* ---- launches --------------------------------------------------------------------------------- */

/* Reads an argument; returns its end or NULL. */
static const char *read_argument(const export_capture *c, const char *at, export_argument *a) {
    static const char null[] = "{sizeof(cl_mem), &(cl_mem){NULL}}";
    const char *next;
    int used = 0;
    *a = (export_argument){.buffer = -1};
    if ((next = after(at, null))) {
        a->null = true;
        return next;
    }
    if ((next = after(at, "BUFFER("))) {
        a->buffer = find_buffer(c, next, &next);
        return a->buffer >= 0 && *next == ')' ? next + 1 : NULL;
    }
    if (sscanf(at, "LOCAL(%zu)%n", &a->size, &used) == 1 && used > 0)
        a->local = true;
    else if (sscanf(at, "VALUE8(%" SCNu64 ")%n", &a->value, &used) == 1 && used > 0)
        a->size = 8;
    else if (sscanf(at, "VALUE4(%" SCNu64 ")%n", &a->value, &used) == 1 && used > 0)
        a->size = 4;
    return used > 0 ? at + used : NULL;
}

static bool read_launch(reader *r, const char *at) {
    export_capture *const c = &r->p->capture;
    export_step s = {.program = 0};
    int number = 0, used = 0;
    if (sscanf(at, "%d, %n", &number, &used) != 1 || number < 1 || number > c->program_count) return false;
    s.program = number - 1;
    at = read_quoted(at + used, s.kernel, sizeof s.kernel);
    if (!at || sscanf(at, ", %zu, %zu%n", &s.global, &s.local, &used) != 2) return false;
    for (at += used; at && *at == ',' && s.argument_count < EXPORT_MOST_ARGUMENTS;)
        at = read_argument(c, at + 2, &s.argument[s.argument_count++]);
    if (!at || strcmp(at, ");") != 0 || c->step_count == EXPORT_MOST_STEPS) return false;
    c->steps[c->step_count++] = s;
    return true;
}

static bool read_zeroes(reader *r, const char *at) {
    export_capture *const c = &r->p->capture;
    export_step s = {.program = -1};
    s.buffer = find_buffer(c, at, &at);
    if (s.buffer < 0 || sscanf(at, ", %zu", &s.bytes) != 1 || c->step_count == EXPORT_MOST_STEPS)
        return false;
    c->steps[c->step_count++] = s;
    return true;
}

/* ---- outputs ---------------------------------------------------------------------------------- */

static xl_type type_of_size(size_t size) {
    return size == 1 ? XL_U8 : size == 2 ? XL_U16 : size == 4 ? XL_U32 : XL_U64;
}

/* `at`: after "result(" */
static bool read_output(reader *r, const char *at, export_compare compare, xl_type type) {
    shrunk_program *const p = r->p;
    export_description *const d = &p->description;
    export_output *const o = &d->output[d->output_count];
    size_t bytes = 0, size = 0;
    if (d->output_count == EXPORT_MOST_OUTPUTS) return false;
    *o = (export_output){.compare = compare, .type = compare == EXPORT_SORTED ? r->element : type};
    o->buffer = find_buffer(&p->capture, at, &at);
    if (o->buffer < 0 || sscanf(at, ", %zu", &bytes) != 1) return false;
    const char *const comma = strrchr(at, ',');
    if (compare == EXPORT_EXACT) {
        if (sscanf(comma, ", %zu", &size) != 1 || size == 0) return false;
        o->type = type_of_size(size);
    }
    o->elements = bytes / xl_type_size(o->type);
    if (compare == EXPORT_SORTED && sscanf(comma, ", %zu", &o->wanted) != 1) return false;
    if (compare == EXPORT_KEPT) {
        const char *const load = strstr(at, "load(");
        d->output_count++;
        return load && sscanf(strchr(load, ')'), "), %zu", &o->from) == 1;
    }
    const char *const name = p->capture.buffers[o->buffer].name;
    shrunk_blob *const expected = &p->expected[d->output_count], *const allowed =
                                                                     &p->allowed[d->output_count];
    expected->data = read_file(r, "expected_", name, ".bin", &expected->size);
    if (compare == EXPORT_NEAR) allowed->data = read_file(r, "allowed_", name, ".bin", &allowed->size);
    d->output_count++;
    return expected->data && (compare != EXPORT_NEAR || allowed->data);
}

/* The size of the sorted elements of the next line. */
static bool read_element(reader *r, const char *at) {
    size_t size = 0;
    if (sscanf(at, "%zu", &size) != 1 || size == 0) return false;
    r->element = type_of_size(size);
    return true;
}

static bool read_comparison(reader *r, const char *line) {
    static const struct {
        const char *begin;
        export_compare compare;
        xl_type type;
    } kinds[] = {{"compare(", EXPORT_EXACT, XL_U8},     {"near_float(", EXPORT_NEAR, XL_F32},
                 {"near_double(", EXPORT_NEAR, XL_F64}, {"near_cl_half(", EXPORT_NEAR, XL_F16},
                 {"among(", EXPORT_SORTED, XL_U8},      {"kept(", EXPORT_KEPT, XL_U8}};
    const char *const result = strstr(line, "result(");
    if (strncmp(line, "element = ", 10) == 0) return read_element(r, line + 10);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && result; k++)
        if (strncmp(line, kinds[k].begin, strlen(kinds[k].begin)) == 0)
            return read_output(r, result + strlen("result("), kinds[k].compare, kinds[k].type);
    return false;
}

/* ---- main.c ----------------------------------------------------------------------------------- */

static bool read_line(reader *r, const char *line) {
    const char *at;
    if ((at = after(line, "    cl_program program_"))) return read_program(r, at);
    if ((at = after(line, "    cl_mem "))) return read_buffer(r, at);
    if ((at = after(line, "    RUN(program_"))) return read_launch(r, at);
    if ((at = after(line, "    zeroes("))) return read_zeroes(r, at);
    if (after(line, "    need(\"clFinish\"")) return true;
    if ((at = after(line, "    open_device(argc > 1 ? argv[1] : ")))
        return read_quoted(at, r->p->device, sizeof r->p->device) != NULL;
    return after(line, "    ") && read_comparison(r, line + 4);
}

static bool read_main(reader *r, char *text) {
    static const char marker[] = ". Prints PASS or FAIL.";
    const char *const title_end = strstr(text, marker);
    char *line = strstr(text, "static int test(");
    if (strncmp(text, "/* ", 3) != 0 || !title_end || !line) return false;
    snprintf(r->p->title, sizeof r->p->title, "%.*s", (int)(title_end - text - 3), text + 3);
    for (line = strchr(line, '\n'); line; line = strchr(line, '\n')) {
        char *const end = strchr(++line, '\n');
        if (!end) return false;
        *end = '\0';
        const bool last = strstr(line, "(\"PASS") != NULL, known = last || read_line(r, line);
        *end = '\n';
        if (last || !known) return last;
        line = end;
    }
    return false;
}

shrunk_program *shrunk_program_read(const char *folder, xl_error *error) {
    shrunk_program *const p = tool_need(calloc(1, sizeof *p));
    reader r = {.p = p, .folder = folder, .error = error};
    size_t size = 0;
    *error = (xl_error){.status = XL_SUCCESS};
    p->description = (export_description){.capture = &p->capture, .title = p->title, .device = p->device};
    char *const text = read_file(&r, "", "main", ".c", &size);
    bool ok = text && !strstr(text, "    placed(\"");
    if (text && !ok)
        xl__fail(error, XL_IO, "%s/main.c compares runs in any order, which shrink cannot", folder);
    ok = ok && read_main(&r, text);
    if (ok) { /* what is not understood would be lost */
        char *const again = shrunk_program_main(p);
        ok = strcmp(again, text) == 0;
        free(again);
    }
    if (!ok && error->status == XL_SUCCESS)
        xl__fail(error, XL_IO, "%s/main.c is not as this crosslane's export writes it; export it again",
                 folder);
    free(text);
    if (ok) return p;
    shrunk_program_free(p);
    return NULL;
}
