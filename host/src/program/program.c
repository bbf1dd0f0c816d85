#include "program/program.h"
#include "base/os.h"
#include "device/backend.h"
#include "program/remove_kernels.h"
#include "program/recent_requests.h"
#include "program/source.h"
#include "program/disk_programs.h"
#include "base/status.h"
#include "base/calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IDLE = 64, LARGEST_LOG = 1 << 20 };

struct xl__programs {
    xl__os_lock *lock;     /* for the lists and their contents; held only briefly */
    xl__os_lock *compiler; /* held while building and reading binaries: plans share builds, and some compilers
                            * fail in two threads. Lock it before `lock` */
    xl__program *first;    /* latest used first */
    bool wrote;
    xl__recent known;
    size_t expanded; /* number of expanded texts, for tests */
};

static void free_programs(xl__programs *programs) {
    xl__os_lock_free(programs->lock);
    xl__os_lock_free(programs->compiler);
    free(programs);
}

xl__programs *xl__programs_make(void) {
    xl__programs *programs = calloc(1, sizeof *programs);
    if (!programs) return NULL;
    programs->lock = xl__os_lock_make();
    programs->compiler = xl__os_lock_make();
    if (programs->lock && programs->compiler) return programs;
    free_programs(programs);
    return NULL;
}

static void free_program(xl__program *program, const char *cache_dir) {
    xl__stored_has_run(cache_dir, program);
    xl__stored_give_up_claim(cache_dir, program);
    if (program->cl) clReleaseProgram(program->cl);
    free(program);
}

/* ---- keys ----------------------------------------------------------------------------------------- */

void xl__program_add_device(const xl_device *device, xl__hash *hash) {
    const xl__device_facts *facts = &device->facts;
    xl__hash_add_text(hash, XL_VERSION);
    xl__hash_add_text(hash, facts->platform);
    xl__hash_add_text(hash, facts->platform_version);
    xl__hash_add_text(hash, facts->name);
    xl__hash_add_text(hash, facts->version);
    xl__hash_add_text(hash, facts->driver);
    xl__hash_add_text(hash, facts->id);
    if (facts->type & CL_DEVICE_TYPE_CPU) {
        char features[9000];
        xl__os_processor_features(features, sizeof features);
        xl__hash_add_text(hash, features);
    }
}

static void make_key(const xl_device *device, const char *text, const char *options,
                     char key[XL__HASH_TEXT]) {
    xl__hash hash = xl__hash_start();
    xl__program_add_device(device, &hash);
    xl__hash_add_text(&hash, options);
    xl__hash_add_text(&hash, text);
    xl__hash_text(&hash, key);
}

/* ---- compiler's log ------------------------------------------------------------------------------- */

static char *read_log(cl_program program, cl_device_id device) {
    size_t size = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS ||
        size == 0 || size > LARGEST_LOG)
        return NULL;
    char *log = malloc(size + 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL) != CL_SUCCESS) {
        free(log);
        return NULL;
    }
    if (log) log[size] = '\0';
    return log;
}

typedef struct log_place {
    char file[XL__SOURCE_NAME];
    unsigned line, column; /* column 0: not known */
    const char *words;     /* to the line's end */
} log_place;

/* With or without a column; false: no such place. */
static bool read_place(const char *start, const char *end, log_place *place) {
    const char *colon = memchr(start, ':', (size_t)(end - start));
    if (!colon || colon == start || (size_t)(colon - start) >= sizeof place->file) return false;
    char *after = NULL;
    const unsigned long number = strtoul(colon + 1, &after, 10);
    if (after == colon + 1 || *after != ':' || number == 0 || number > 1000000) return false;
    memcpy(place->file, start, (size_t)(colon - start));
    place->file[colon - start] = '\0';
    place->line = (unsigned)number;
    const char *const behind = after + 1;
    const unsigned long column = strtoul(behind, &after, 10);
    const bool there = after > behind && *after == ':' && column < 10000;
    place->column = there ? (unsigned)column : 0;
    place->words = there ? after + 1 : behind;
    place->words += strspn(place->words, " ");
    return true;
}

/* "file:line:column: error" or "error: file:line:column"; false: neither. */
static bool find_log_place(const char *log, log_place *place) {
    static const char word[] = "error";
    for (const char *at = strstr(log, word); at; at = strstr(at + 1, word)) {
        const char *start = at;
        while (start > log && start[-1] != '\n') start--;
        start += strspn(start, " \t");
        if (read_place(start, at, place)) return true;
        const char *after = at + strlen(word);
        after += strspn(after, ": ");
        if (read_place(after, after + strcspn(after, "\n"), place)) return true;
    }
    return false;
}

/* Its place in our files; false: unknown. */
static bool find_error(const char *log, const char *text, log_place *place, const char **source,
                       size_t *size) {
    if (!find_log_place(log, place)) return false;
    if (xl__find_source_line(text, place->file, place->line, source, size)) return true;
    return xl__name_source_line(text, place->line, place->file, &place->line) &&
           xl__find_source_line(text, place->file, place->line, source, size);
}

/* "file:line:column: words", the source line and a ^. */
static void add_place(xl_error *error, const log_place *place, const char *source, size_t size) {
    char text[512], mark[208] = "";
    size_t indent = 0;
    while (indent < size && (source[indent] == ' ' || source[indent] == '\t')) indent++;
    snprintf(text, sizeof text, "%s:%u:%u: %.*s", place->file, place->line, place->column,
             (int)strcspn(place->words, "\n"), place->words);
    xl__fail_more(error, text);
    if (place->column <= indent || place->column > size + 1 || place->column - indent > sizeof mark - 8)
        return;
    snprintf(text, sizeof text, "    %.*s", (int)(size - indent < 200 ? size - indent : 200),
             source + indent);
    xl__fail_more(error, text);
    snprintf(mark, sizeof mark, "    %*s^", (int)(place->column - 1 - indent), "");
    xl__fail_more(error, mark);
}

typedef struct build_log {
    char *text; /* owned; NULL: none */
    log_place place;
    const char *source; /* our line at the place; NULL: none */
    size_t size;
} build_log;

static build_log log_of(xl_device *device, cl_program program, const char *text, bool failed) {
    build_log log = {.text = read_log(program, device->id), .place = {.words = ""}};
    if (failed && log.text && !find_error(log.text, text, &log.place, &log.source, &log.size))
        log.source = NULL;
    return log;
}

static int fail_build(xl_device *device, const build_log *log, cl_int status, const char *name,
                      const char *options, xl_error *error) {
    if (status != CL_BUILD_PROGRAM_FAILURE && status != CL_COMPILE_PROGRAM_FAILURE &&
        status != CL_LINK_PROGRAM_FAILURE)
        return xl__fail(error, status, "clBuildProgram of %s on %s: %s (%d)", name, device->facts.name,
                        xl_status_name(status), status);
    if (log->source) {
        xl__fail(error, XL_BUILD_FAILED, "%s did not compile on %s (%s) at %s:%u: %.*s", name,
                 device->facts.name, xl_status_name(status), log->place.file, log->place.line,
                 (int)(log->size < 200 ? log->size : 200), log->source);
        add_place(error, &log->place, log->source, log->size);
    } else {
        xl__fail(error, XL_BUILD_FAILED, "%s did not compile on %s (%s)", name, device->facts.name,
                 xl_status_name(status));
    }
    xl__text used = {0};
    xl__text_format(&used, "options:%s", options);
    if (used.data) xl__fail_more(error, used.data);
    xl__text_free(&used);
    xl__fail_more(error, log->text ? log->text : "the driver gave no log");
    return XL_BUILD_FAILED;
}

/* ---- building ------------------------------------------------------------------------------------- */

/* A failed build that names no line is tried again: defect D32. */
static int build_source(xl_device *device, xl__program *program, const char *name, const char *text,
                        const char *options, xl_error *error) {
    build_log log = {.text = NULL};
    cl_int status = CL_SUCCESS;
    for (int tries = 1;; tries++) {
        program->cl = clCreateProgramWithSource(device->context, 1, &text, NULL, &status);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, "clCreateProgramWithSource", device->facts.name, NULL);
        status = clBuildProgram(program->cl, 1, &device->id, options, NULL, NULL);
        log = log_of(device, program->cl, text, status != CL_SUCCESS);
        if (status != CL_BUILD_PROGRAM_FAILURE || tries == 2 || log.source) break;
        clReleaseProgram(program->cl);
        free(log.text);
    }
    if (status != CL_SUCCESS)
        status = fail_build(device, &log, status, name, options, error);
    else if (log.text)
        xl__read_log(log.text, &program->registers, &program->spill_bytes);
    free(log.text);
    return status;
}

int xl__program_build(xl_device *device, const char *text, const char *options, cl_program *out, char *log,
                      size_t log_size) {
    cl_int status = CL_SUCCESS;
    *out = clCreateProgramWithSource(device->context, 1, &text, NULL, &status);
    if (status != CL_SUCCESS) {
        snprintf(log, log_size, "clCreateProgramWithSource: %s", xl_status_name(status));
        return status;
    }
    xl__os_lock_enter(device->programs->compiler);
    status = clBuildProgram(*out, 1, &device->id, options, NULL, NULL);
    xl__os_lock_leave(device->programs->compiler);
    if (status == CL_SUCCESS) return CL_SUCCESS;
    char *whole = read_log(*out, device->id);
    if (whole) xl__copy_capped(log, log_size, whole);
    free(whole);
    clReleaseProgram(*out);
    *out = NULL;
    return status;
}

/* OpenCL's status, and the log or "" (freed by the caller). */
static cl_int build_nothing(xl_device *device, const char *options, xl__text *log) {
    const char *text = "__kernel void sg_nothing(void) {}\n";
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(device->context, 1, &text, NULL, &status);
    if (status != CL_SUCCESS) return status;
    xl__os_lock_enter(device->programs->compiler);
    status = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
    xl__os_lock_leave(device->programs->compiler);
    char *read = read_log(program, device->id);
    xl__text_format(log, "%s", read ? read : "");
    free(read);
    clReleaseProgram(program);
    return status;
}

static void cut_out(char *text, const char *words) {
    const size_t size = strlen(words);
    for (char *at = text; (at = strstr(at, words)) != NULL;) memmove(at, at + size, strlen(at + size) + 1);
}

cl_int xl__program_knows(xl_device *device, const char *options, const char *option, bool *knows) {
    xl__text both = {0}, without = {0}, with = {0};
    xl__text_format(&both, "%s %s", options, option);
    cl_int status = both.failed ? CL_OUT_OF_HOST_MEMORY : build_nothing(device, options, &without);
    if (status == CL_SUCCESS) status = build_nothing(device, both.data, &with);
    if (with.failed || without.failed) status = CL_OUT_OF_HOST_MEMORY;
    *knows = status == CL_SUCCESS;
    if (*knows) {
        cut_out(with.data, both.data + strlen(options)); /* some compilers repeat their options */
        *knows = strcmp(with.data, without.data) == 0;
    }
    xl__text_free(&both);
    xl__text_free(&without);
    xl__text_free(&with);
    return status == CL_BUILD_PROGRAM_FAILURE || status == CL_INVALID_BUILD_OPTIONS ? CL_SUCCESS : status;
}

static int build(xl_device *device, const char *key, const char *name, const char *text, const char *options,
                 xl__program **out, xl_error *error) {
    xl__program *program = calloc(1, sizeof *program);
    if (!program) return xl__fail_memory(error);
    memcpy(program->key, key, sizeof program->key);
    program->registers = program->spill_bytes = program->mark = program->claim = -1;
    const uint64_t start = xl__os_now();
    int status = XL_SUCCESS;
    program->from_disk = xl__stored_load(device, program, options);
    if (!program->from_disk) status = xl__stored_claim(device, program, options, error);
    if (status == XL_SUCCESS && !program->from_disk)
        status = build_source(device, program, name, text, options, error);
    if (status != XL_SUCCESS) {
        free_program(program, device->cache_dir);
        return status;
    }
    program->stored = program->from_disk;
    program->build_ms = (double)(xl__os_now() - start) * 1e-6;
    *out = program;
    return XL_SUCCESS;
}

/* ---- storing -------------------------------------------------------------------------------------- */

/* Retained; NULL: none left. */
static xl__program *take_due(xl__programs *programs, int *kernels_run) {
    xl__os_lock_enter(programs->lock);
    xl__program *at = programs->first;
    while (at && at->due == 0) at = at->next;
    if (at) {
        *kernels_run = at->due;
        at->due = 0;
        at->users++;
    }
    xl__os_lock_leave(programs->lock);
    return at;
}

static void store_due(xl_device *device) {
    xl__programs *programs = device->programs;
    int kernels_run = 0;
    for (xl__program *program; (program = take_due(programs, &kernels_run)) != NULL;) {
        const bool stored = xl__stored_save(device, program, kernels_run, &programs->wrote);
        xl__os_lock_enter(programs->lock);
        program->stored = program->stored || stored;
        xl__os_lock_leave(programs->lock);
        xl__program_release(device, program);
    }
}

/* ---- the list ------------------------------------------------------------------------------------- */

static void put_first(xl__programs *programs, xl__program *program) {
    program->next = programs->first;
    programs->first = program;
}

/* Retained and moved to the front; NULL: absent. */
static xl__program *find(xl__programs *programs, const char *key) {
    xl__program *found = NULL;
    xl__os_lock_enter(programs->lock);
    for (xl__program **at = &programs->first; *at && !found; at = found ? at : &(*at)->next)
        if (strcmp((*at)->key, key) == 0) {
            found = *at;
            *at = found->next;
        }
    if (found) {
        found->users++;
        put_first(programs, found);
    }
    xl__os_lock_leave(programs->lock);
    return found;
}

static int get_by_key(xl_device *device, const char *key, const char *name, const char *text,
                      const char *options, xl__program **out, bool *shared, xl_error *error) {
    xl__programs *programs = device->programs;
    int status = XL_SUCCESS;
    xl__program *program = find(programs, key);
    *shared = program != NULL;
    if (!program) {
        xl__os_lock_enter(programs->compiler);
        program = find(programs, key); /* built by another thread during the wait */
        *shared = program != NULL;
        if (!program) status = build(device, key, name, text, options, &program, error);
        if (!*shared && status == XL_SUCCESS) {
            program->users = 1;
            xl__os_lock_enter(programs->lock);
            put_first(programs, program);
            xl__os_lock_leave(programs->lock);
        }
        store_due(device);
        xl__os_lock_leave(programs->compiler);
    }
    if (status == XL_SUCCESS) *out = program;
    return status;
}

int xl__program_get_text(xl_device *device, const char *name, const char *text, const char *options,
                         xl__program **out, bool *shared, xl_error *error) {
    char key[XL__HASH_TEXT];
    make_key(device, text, options, key);
    return get_by_key(device, key, name, text, options, out, shared, error);
}

/* Leaves out -D of names that the text lacks. */
static void add_named_options(const char *options, const char *text, xl__text *out) {
    for (const char *at = options + strspn(options, " "); *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        const bool defines = strncmp(at, "-D", 2) == 0;
        if (!defines || xl__find_name(text, at + 2, strcspn(at + 2, "= ")))
            xl__text_format(out, " %.*s", (int)size, at);
        at += size;
    }
}

/* Of an earlier equal request; false: unknown. */
static bool recall(xl__programs *programs, xl__hash request, char key[XL__HASH_TEXT]) {
    xl__os_lock_enter(programs->lock);
    const char *const known = xl__recent_find(&programs->known, request);
    if (known) memcpy(key, known, XL__HASH_TEXT);
    xl__os_lock_leave(programs->lock);
    return known != NULL;
}

static void remember(xl__programs *programs, xl__hash request, const char key[XL__HASH_TEXT]) {
    xl__os_lock_enter(programs->lock);
    if (!xl__recent_find(&programs->known, request)) xl__recent_add(&programs->known, request, key);
    xl__os_lock_leave(programs->lock);
}

size_t xl__programs_expanded(const xl_device *device) {
    xl__os_lock_enter(device->programs->lock);
    const size_t expanded = device->programs->expanded;
    xl__os_lock_leave(device->programs->lock);
    return expanded;
}

static int get_expanded(xl_device *device, const xl__source *source, const char *const *kernels,
                        const char *options, xl__hash request, xl__program **out, bool *shared,
                        xl_error *error) {
    xl__text text = {0}, named = {0};
    xl__os_lock_enter(device->programs->lock);
    device->programs->expanded++;
    xl__os_lock_leave(device->programs->lock);
    int status = xl__expand(device->kernel_dir, source, &text, error);
    if (status == XL_SUCCESS && kernels) xl__remove_other_kernels(text.data, kernels);
    if (status == XL_SUCCESS) add_named_options(options, text.data, &named);
    if (status == XL_SUCCESS && named.failed) status = xl__fail_memory(error);
    if (status == XL_SUCCESS) {
        char key[XL__HASH_TEXT];
        const char *const used = named.data ? named.data : "";
        make_key(device, text.data, used, key);
        status = get_by_key(device, key, source->name, text.data, used, out, shared, error);
        if (status != XL_NO_MEMORY && !device->kernel_dir) remember(device->programs, request, key);
    }
    xl__text_free(&named);
    xl__text_free(&text);
    return status;
}

int xl__program_get(xl_device *device, const xl__source *source, const char *const *kernels,
                    const char *options, xl__program **out, bool *shared, xl_error *error) {
    /* Else strategies of one file share its program. */
    const char *const *const kept = xl__compiles_at_launch(&device->facts) ? kernels : NULL;
    const xl__hash request = xl__recent_request(source, kept, options);
    char key[XL__HASH_TEXT];
    const bool known = !device->kernel_dir && recall(device->programs, request, key);
    xl__program *const found = known ? find(device->programs, key) : NULL;
    *shared = found != NULL;
    if (found) {
        *out = found;
        return XL_SUCCESS;
    }
    const int status = known ? xl__stored_leave(device, key, error) : XL_SUCCESS;
    if (status != XL_SUCCESS) return status;
    return get_expanded(device, source, kept, options, request, out, shared, error);
}

/* Keeps some unused programs, as sweeps return to them. */
static void drop_idle(xl__programs *programs, const char *cache_dir) {
    int idle = 0;
    for (xl__program **at = &programs->first; *at;) {
        xl__program *program = *at;
        if (program->users == 0 && ++idle > MOST_IDLE) {
            *at = program->next;
            free_program(program, cache_dir);
        } else {
            at = &program->next;
        }
    }
}

void xl__program_release(xl_device *device, xl__program *program) {
    if (!program) return;
    xl__os_lock_enter(device->programs->lock);
    if (--program->users == 0) xl__stored_give_up_claim(device->cache_dir, program);
    drop_idle(device->programs, device->cache_dir);
    xl__os_lock_leave(device->programs->lock);
}

void xl__program_store(xl_device *device, xl__program *program, int kernels_run) {
    xl__programs *programs = device->programs;
    if (!program || !device->cache_dir) return;
    xl__os_lock_enter(programs->lock);
    xl__stored_has_run(device->cache_dir, program);
    if (!program->stored && kernels_run > program->due) program->due = kernels_run;
    xl__os_lock_leave(programs->lock);
    /* A compiling thread stores this one afterwards. */
    if (!xl__os_lock_try(programs->compiler)) return;
    store_due(device);
    if (!program->stored) xl__stored_leave_claim(program);
    xl__os_lock_leave(programs->compiler);
}

/* ---- end ------------------------------------------------------------------------------------------ */

void xl__programs_free(xl_device *device) {
    xl__programs *programs = device->programs;
    if (!programs) return;
    store_due(device);
    if (programs->wrote && device->cache_dir) xl__stored_trim(device);
    for (xl__program *at = programs->first, *next; at; at = next) {
        next = at->next;
        free_program(at, device->cache_dir);
    }
    free_programs(programs);
}
