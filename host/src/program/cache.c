#include "program/cache.h"
#include "base/os.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A header of fixed length, "crosslane 1 <kind> <key> <size> <checksum> ", then the data. */
enum { HEADER = 128, LARGEST_ENTRY = 1 << 28 };

static void make_header(char header[HEADER + 1], const char *kind, const char *key, const void *data,
                        size_t size) {
    xl__hash sum = xl__hash_start();
    xl__hash_add(&sum, data, size);
    const int used = snprintf(header, HEADER + 1, "crosslane 1 %.16s %.32s %zu %016" PRIx64, kind, key, size,
                              sum.a ^ sum.b);
    memset(header + used, ' ', (size_t)(HEADER - used));
    header[HEADER - 1] = '\n';
    header[HEADER] = '\0';
}

static bool make_path(xl__text *path, const char *dir, const char *kind, const char *key) {
    xl__text_format(path, "%s/%s.%s", dir, key, kind);
    return !path->failed;
}

bool xl__cache_read(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **data,
                    size_t *size) {
    xl__text path = {0};
    char *entry = NULL;
    size_t entry_size = 0;
    bool right = make_path(&path, dir, kind, key) && xl__os_is_private_folder(dir) &&
                 xl__os_read_own_file(path.data, LARGEST_ENTRY, &entry, &entry_size) == 0 &&
                 entry_size >= HEADER;
    if (right) {
        char expected[HEADER + 1];
        make_header(expected, kind, key, entry + HEADER, entry_size - HEADER);
        right = memcmp(entry, expected, HEADER) == 0;
    }
    xl__text_free(&path);
    if (!right) {
        free(entry);
        return false;
    }
    *size = entry_size - HEADER;
    memmove(entry, entry + HEADER, *size + 1);
    *data = entry;
    return true;
}

bool xl__cache_write(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const void *data,
                     size_t size) {
    xl__text path = {0}, entry = {0};
    char header[HEADER + 1];
    make_header(header, kind, key, data, size);
    xl__text_add(&entry, header, HEADER);
    xl__text_add(&entry, data, size);
    const bool written = make_path(&path, dir, kind, key) && !entry.failed &&
                         size <= LARGEST_ENTRY - HEADER && xl__os_make_private_folder(dir) == 0 &&
                         xl__os_is_private_folder(dir) &&
                         xl__os_write_own_file(path.data, entry.data, entry.size) == 0;
    xl__text_free(&path);
    xl__text_free(&entry);
    return written;
}

void xl__cache_remove(const char *dir, const char *kind, const char key[XL__HASH_TEXT]) {
    xl__text path = {0};
    if (make_path(&path, dir, kind, key)) xl__os_remove_file(path.data);
    xl__text_free(&path);
}

int xl__cache_mark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const char *text) {
    xl__text path = {0};
    int mark = -1;
    if (make_path(&path, dir, kind, key) && xl__os_make_private_folder(dir) == 0 &&
        xl__os_is_private_folder(dir))
        mark = xl__os_mark_set(path.data, text);
    xl__text_free(&path);
    return mark;
}

void xl__cache_unmark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], int mark) {
    xl__text path = {0};
    if (make_path(&path, dir, kind, key)) xl__os_mark_drop(path.data, mark);
    xl__text_free(&path);
}

bool xl__cache_abandoned(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **text) {
    xl__text path = {0};
    size_t size = 0;
    *text = NULL;
    const bool abandoned = make_path(&path, dir, kind, key) && xl__os_is_private_folder(dir) &&
                           xl__os_is_abandoned(path.data) &&
                           xl__os_read_own_file(path.data, HEADER, text, &size) == 0;
    xl__text_free(&path);
    return abandoned;
}

bool xl__cache_has(const char *dir, const char *kind, const char key[XL__HASH_TEXT]) {
    xl__text path = {0};
    const bool has = make_path(&path, dir, kind, key) && xl__os_is_file(path.data);
    xl__text_free(&path);
    return has;
}

bool xl__cache_held(const char *dir, const char *kind, const char key[XL__HASH_TEXT]) {
    xl__text path = {0};
    const bool held =
        make_path(&path, dir, kind, key) && xl__os_is_file(path.data) && !xl__os_is_abandoned(path.data);
    xl__text_free(&path);
    return held;
}

typedef struct entry_age {
    char *path;
    uint64_t size;
    int64_t changed;
} entry_age;

static int compare_ages(const void *a, const void *b) {
    const int64_t x = ((const entry_age *)a)->changed, y = ((const entry_age *)b)->changed;
    return (x > y) - (x < y);
}

/* KEY.KIND. */
static bool is_entry(const char *name, const char *kind) {
    const size_t key = XL__HASH_TEXT - 1;
    return strspn(name, "0123456789abcdef") == key && name[key] == '.' && strcmp(name + key + 1, kind) == 0;
}

void xl__cache_trim(const char *dir, const char *kind, uint64_t limit) {
    char **names = NULL;
    size_t count = 0, used = 0;
    uint64_t total = 0;
    xl__os_sweep_folder(dir);
    if (xl__os_list_folder(dir, &names, &count) != 0) return;
    entry_age *entries = calloc(count ? count : 1, sizeof *entries);
    for (size_t i = 0; entries && i < count; i++) {
        if (!is_entry(names[i], kind)) continue;
        xl__text path = {0};
        xl__text_format(&path, "%s/%s", dir, names[i]);
        if (!path.failed && xl__os_file_facts(path.data, &entries[used].size, &entries[used].changed)) {
            total += entries[used].size;
            entries[used++].path = path.data;
        } else {
            xl__text_free(&path);
        }
    }
    if (entries) qsort(entries, used, sizeof *entries, compare_ages);
    for (size_t i = 0; i < used; i++) {
        if (total > limit && xl__os_remove_file(entries[i].path) == 0) total -= entries[i].size;
        free(entries[i].path);
    }
    free(entries);
    xl__os_free_names(names, count);
}
