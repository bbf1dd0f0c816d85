#include "base/os.h"
#include "support/one_command.h"
#include "support/place.h"
#include <stdarg.h>
#include <ftw.h>

char scratch_folder[256];

const char *scratch_path(const char *name) {
    static char paths[4][768];
    static unsigned turn;
    char *const path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

bool scratch_holds(const char *folder, const char *ending) {
    bool holds = false;
    DIR *const open = opendir(scratch_path(folder));
    for (const struct dirent *e = open ? readdir(open) : NULL; e; e = readdir(open)) {
        const size_t length = strlen(e->d_name), end = strlen(ending);
        holds = holds || (length > end && strcmp(e->d_name + length - end, ending) == 0);
    }
    if (open) closedir(open);
    return holds;
}

void scratch_make(void) {
    const char *const base = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/crosslane-test-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(scratch_folder));
}

size_t scratch_count(void) {
    size_t count = 0;
    DIR *const folder = opendir(scratch_folder);
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static int scratch_remove_one(const char *path, const struct stat *facts, int kind, struct FTW *where) {
    (void)facts, (void)kind, (void)where;
    return remove(path);
}

void scratch_remove(void) {
    enum { OPEN_FOLDERS = 8 };
    nftw(scratch_folder, scratch_remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

void scratch_write(const char *name, const void *data, size_t size) {
    FILE *const stream = fopen(scratch_path(name), "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(data, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

char *scratch_read(const char *name, size_t *size) {
    FILE *const stream = fopen(scratch_path(name), "rb");
    ck_assert_ptr_nonnull(stream);
    fseek(stream, 0, SEEK_END);
    const long end = ftell(stream);
    ck_assert_int_ge(end, 0);
    rewind(stream);
    char *const data = malloc((size_t)end + 1);
    ck_assert_ptr_nonnull(data);
    *size = fread(data, 1, (size_t)end, stream);
    data[*size] = '\0';
    fclose(stream);
    return data;
}

void scratch_limit(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

void check_refusal(const char *text, const char *name) {
    ck_assert_msg(strncmp(text, name, strlen(name)) == 0, "the error does not begin with %s: %s", name, text);
    /* No assertion per character: each costs a message of Check, and some tests refuse 20000 files. */
    const char *at = text;
    while ((unsigned char)*at >= 0x20 && (unsigned char)*at < 0x7f) at++;
    ck_assert_msg(*at == '\0', "not one printable line: %s", text);
}

void scratch_edit(const char *name, const char *from, const char *to) {
    size_t size = 0;
    char *const text = scratch_read(name, &size);
    const char *const at = strstr(text, from);
    ck_assert_msg(at != NULL, "%s has no '%s'", name, from);
    char *const edited = malloc(size + strlen(to) + 1);
    ck_assert_ptr_nonnull(edited);
    sprintf(edited, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    scratch_write(name, edited, strlen(edited));
    free(edited);
    free(text);
}

void scratch_copy(const char *from, const char *name) {
    char *data = NULL;
    size_t size = 0;
    ck_assert_msg(xl__os_read_file(from, 1 << 24, &data, &size) == 0, "%s: cannot be read", from);
    scratch_write(name, data, size);
    free(data);
}

/* ---- one_command.h, place.h ------------------------------------------------------------------------ */

command c;

void free_command(void) {
    command_free(&c);
}

void enter(void) {
    scratch_make();
}

void leave(void) {
    command_free(&c);
    scratch_remove();
}

void crosslane(int status, const char *format, ...) {
    char line[sizeof c.line];
    va_list list;
    va_start(list, format);
    const int size = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    ck_assert_int_lt(size, (int)sizeof line);
    command_run(&c, "%s", line);
    command_expect(&c, status);
}

void command_has_all(const char *text, const char *part, ...) {
    va_list list;
    va_start(list, part);
    for (; part; part = va_arg(list, const char *)) command_has(&c, text, part);
    va_end(list);
}

sample_place place;

void open_place(void) {
    sample_open(&place, NULL);
}

void close_place(void) {
    sample_close(&place);
}
