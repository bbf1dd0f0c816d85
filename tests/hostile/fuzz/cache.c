/* Entries of the disk cache. The input's first byte selects a whole file or the text of an entry with a right
   checksum, the second the backend, or the byte of a right entry to change. An accepted entry must be saved
   and read back equal. */
#include "fuzz.h"
#include "program/cache.h"
#include "caps/caps_set.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 3, LARGEST_FILE = 1 << 16, PATH = 80, PREFIX = 2 };
enum { AS_IT_IS, ANSWERS, REFUSALS, MARK, KINDS };

static const char folder[] = "cache", key[XL__HASH_TEXT] = "00112233445566778899aabbccddeeff";
static const char *const kinds[KINDS] = {"probe", "probe", "refused", "trying"};

/* ---- files in memory, in place of os.c's ------------------------------------------------------------ */

static struct {
    char path[PATH]; /* "": none */
    char data[LARGEST_FILE];
    size_t size;
} files[FILES];

static int find_file(const char *path) {
    for (int i = 0; i < FILES; i++)
        if (strcmp(files[i].path, path) == 0) return i;
    return -1;
}

bool __wrap_xl__os_is_private_folder(const char *path);
int __wrap_xl__os_make_private_folder(const char *path);
int __wrap_xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size);
int __wrap_xl__os_write_own_file(const char *path, const void *data, size_t size);
int __wrap_xl__os_remove_file(const char *path);
bool __wrap_xl__os_is_abandoned(const char *path);

bool __wrap_xl__os_is_private_folder(const char *path) {
    return strcmp(path, folder) == 0;
}

int __wrap_xl__os_make_private_folder(const char *path) {
    (void)path;
    return 0;
}

int __wrap_xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size) {
    const int file = find_file(path);
    if (file < 0) return ENOENT;
    if (files[file].size > limit) return EFBIG;
    *size = files[file].size;
    *data = malloc(*size + 1);
    FUZZ_CHECK(*data != NULL);
    memcpy(*data, files[file].data, *size);
    (*data)[*size] = '\0';
    return 0;
}

int __wrap_xl__os_write_own_file(const char *path, const void *data, size_t size) {
    int file = find_file(path);
    if (file < 0) file = find_file("");
    if (file < 0 || size > LARGEST_FILE || strlen(path) >= PATH) return ENOSPC;
    snprintf(files[file].path, PATH, "%s", path);
    if (size) memcpy(files[file].data, data, size);
    files[file].size = size;
    return 0;
}

int __wrap_xl__os_remove_file(const char *path) {
    const int file = find_file(path);
    if (file < 0) return ENOENT;
    files[file].path[0] = '\0';
    return 0;
}

bool __wrap_xl__os_is_abandoned(const char *path) {
    return find_file(path) >= 0;
}

static void write_file(const char *kind, const void *data, size_t size) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s.%s", folder, key, kind);
    FUZZ_CHECK(__wrap_xl__os_write_own_file(path, data, size) == 0);
}

static char *file_of(const char *kind, size_t *size) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s.%s", folder, key, kind);
    const int file = find_file(path);
    if (file < 0) return NULL;
    *size = files[file].size;
    return files[file].data;
}

/* ---- reading ---------------------------------------------------------------------------------------- */

static void check_entry(const void *file, size_t size) {
    char *data = NULL;
    size_t data_size = 0, written = 0;
    write_file("bin", file, size);
    if (!xl__cache_read(folder, "bin", key, &data, &data_size)) return;
    FUZZ_CHECK(data_size < size && data[data_size] == '\0');
    FUZZ_CHECK(xl__cache_write(folder, "bin", key, data, data_size));
    const char *const again = file_of("bin", &written);
    FUZZ_CHECK(again && written == size && memcmp(again, file, size) == 0);
    free(data);
}

static void check_changed(const uint8_t *text, size_t size, size_t place) {
    char *data = NULL;
    size_t data_size = 0, file_size = 0;
    FUZZ_CHECK(xl__cache_write(folder, "bin", key, text, size));
    FUZZ_CHECK(xl__cache_read(folder, "bin", key, &data, &data_size));
    FUZZ_CHECK(data_size == size && memcmp(data, text, size) == 0);
    free(data);
    char *const file = file_of("bin", &file_size);
    FUZZ_CHECK(file != NULL && file_size > size);
    file[place % file_size] = (char)(file[place % file_size] ^ (int)(1 + size % 255));
    FUZZ_CHECK(!xl__cache_read(folder, "bin", key, &data, &data_size));
}

static bool ends_in(const char *text, size_t size) {
    return memchr(text, '\0', size) != NULL;
}

static void check_set(const xl__caps_set *set) {
    FUZZ_CHECK(ends_in(set->why, sizeof set->why));
    FUZZ_CHECK(!set->tried || set->refused ||
               (set->standard >= 0 && set->standard < XL__STANDARDS &&
                set->target.backend->standards[set->standard]));
    for (size_t i = 0; i < set->count; i++) {
        const xl__probe_result *r = &set->list[i].result;
        FUZZ_CHECK(set->list[i].op && xl__op_type_get(set->list[i].type));
        FUZZ_CHECK(r->status >= XL__PROBE_NATIVE && r->status <= XL__PROBE_ABSENT);
        FUZZ_CHECK(ends_in(r->native_macro, sizeof r->native_macro) &&
                   ends_in(r->expected, sizeof r->expected));
        FUZZ_CHECK(ends_in(r->got, sizeof r->got) && ends_in(r->note, sizeof r->note));
    }
}

static xl__caps_set load_set(const xl_device *device, const xl__backend *backend) {
    xl__caps_set set = {.target = {.backend = backend, .width = 8}};
    memcpy(set.key, key, sizeof set.key);
    xl__set_load(device, &set);
    check_set(&set);
    return set;
}

/* True: a file was written and is in *out. */
static bool save_set(const xl_device *device, xl__caps_set *set, char *out, size_t *size) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s.%s", folder, key, kinds[ANSWERS]);
    __wrap_xl__os_remove_file(path);
    set->changed = true;
    xl__set_save(device, set);
    const char *const file = file_of(kinds[ANSWERS], size);
    if (file) memcpy(out, file, *size);
    return file != NULL;
}

static void check_answers(const xl__backend *backend) {
    static char first[LARGEST_FILE], second[LARGEST_FILE];
    static xl_device device = {.cache_dir = NULL};
    char place[sizeof folder];
    size_t first_size = 0, second_size = 0;
    memcpy(place, folder, sizeof folder);
    device.cache_dir = place;
    xl__caps_set set = load_set(&device, backend);
    if (save_set(&device, &set, first, &first_size)) {
        xl__caps_set again = load_set(&device, backend);
        FUZZ_CHECK(save_set(&device, &again, second, &second_size));
        FUZZ_CHECK(first_size == second_size && memcmp(first, second, first_size) == 0);
        free(again.list);
    }
    free(set.list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < PREFIX || size > LARGEST_FILE / 4) return 0;
    const int kind = data[0] % KINDS;
    const uint8_t *const text = data + PREFIX;
    for (int i = 0; i < FILES; i++) files[i].path[0] = '\0';
    if (kind == AS_IT_IS) {
        if (data[1] == 0)
            check_entry(text, size - PREFIX);
        else
            check_changed(text, size - PREFIX, data[1]);
        return 0;
    }
    if (kind == MARK)
        write_file(kinds[MARK], text, size - PREFIX);
    else
        FUZZ_CHECK(xl__cache_write(folder, kinds[kind], key, text, size - PREFIX));
    check_answers(&xl__backends[data[1] % XL__BACKENDS]);
    return 0;
}
