#include "support/bad_driver.h"
#include "system/os_drivers.h"
#include <check.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char real_library[TOOL_PATH]; /* the wrapped driver's; empty: not searched for, or none found */

static bool library_in(const char *folder, char library[TOOL_PATH]) {
    DIR *open = opendir(folder);
    bool found = false;
    for (struct dirent *entry = open ? readdir(open) : NULL; entry && !found; entry = readdir(open)) {
        char path[TOOL_PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *stream = strstr(entry->d_name, ".icd") ? fopen(path, "r") : NULL;
        found = stream && fgets(library, TOOL_PATH, stream);
        if (stream) fclose(stream);
        if (found) library[strcspn(library, "\r\n")] = '\0';
    }
    if (open) closedir(open);
    return found && library[0] != '\0';
}

/* Finds a driver that also works when wrapped by the fake one. */
static void find_real(void) {
    tool_driver drivers[TOOL_MAX_DRIVERS];
    tool_private_folder private_folder;
    tool_private_folder_open(&private_folder);
    const int count = tool_drivers_list(drivers, &private_folder);
    for (int i = 0; i < count && !real_library[0]; i++) {
        const char *folder = strchr(drivers[i].setting, '=');
        command c = {.pid = 0};
        if (!folder || !library_in(folder + 1, real_library)) continue;
        bad_driver_run(&c, "nothing", "",
                       "verify lerp/serial --device 0 --backend local --set shape=1x1 --set channels=1 "
                       "--set distribution=even");
        if (c.status != 0) real_library[0] = '\0';
        command_free(&c);
    }
    tool_private_folder_remove(&private_folder);
}

bool bad_driver_ready(void) {
    if (!XL_TEST_FAKE_DRIVER[0]) {
        puts("skipped: the fake driver was not built, there is no CL/cl_icd.h");
        return false;
    }
    if (!real_library[0]) find_real();
    if (!real_library[0]) puts("skipped: no OpenCL driver for the fake one to wrap");
    return real_library[0] != '\0';
}

void bad_driver_wrap(const char *library) {
    snprintf(real_library, sizeof real_library, "%s", library);
}

const char *bad_driver_real(void) {
    return real_library;
}

static void line_of(char line[1024], const char *format, va_list args) {
    ck_assert_int_lt(vsnprintf(line, 1024, format, args), 1024);
}

#define BAD_LINE                                                                                             \
    "%s FAKE_DRIVER_REAL=%s FAKE_DRIVER=%s OCL_ICD_VENDORS=" XL_TEST_FAKE_DRIVER                             \
    "/alone CROSSLANE_CACHE_DIR= CROSSLANE_COMPILERS=0 %s"

void bad_driver_start(command *c, const char *faults, const char *environment, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    line_of(line, format, args);
    va_end(args);
    command_start(c, BAD_LINE, environment, real_library, faults, line);
}

void bad_driver_run(command *c, const char *faults, const char *environment, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    line_of(line, format, args);
    va_end(args);
    command_run(c, BAD_LINE, environment, real_library, faults, line);
}

void bad_driver_run_on_terminal(command *c, const char *faults, unsigned short columns, const char *format,
                                ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    line_of(line, format, args);
    va_end(args);
    command_run_on_terminal(c, columns, BAD_LINE, "", real_library, faults, line);
}

void bad_driver_environment(char *text, size_t size, const char *faults) {
    const int length = snprintf(
        text, size, "FAKE_DRIVER_REAL='%s' FAKE_DRIVER='%s' OCL_ICD_VENDORS=" XL_TEST_FAKE_DRIVER "/alone",
        real_library, faults);
    ck_assert(length > 0 && (size_t)length < size / 2);
}

const char *bad_driver_and_good(void) {
    static const char file[] = XL_TEST_FAKE_DRIVER "/two/real.icd";
    static const char folder[] = XL_TEST_FAKE_DRIVER "/two";
    FILE *stream = fopen(file, "w");
    ck_assert_ptr_nonnull(stream);
    fprintf(stream, "%s\n", real_library);
    ck_assert_int_eq(fclose(stream), 0);
    return folder;
}

static void write_file(const char *folder, const char *name, const void *data, size_t size) {
    char path[TOOL_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(data, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

const char *bad_driver_twice(const char *folder) {
    static const char library[] = XL_TEST_FAKE_DRIVER "/libfake_driver.so", copy[] = "libsecond.so";
    enum { MOST = 4 << 20 };
    char second[TOOL_PATH];
    char *const bytes = malloc(MOST);
    FILE *const stream = fopen(library, "rb");
    ck_assert(bytes && stream);
    const size_t size = fread(bytes, 1, MOST, stream);
    ck_assert_int_eq(fclose(stream), 0);
    ck_assert(size > 0 && size < MOST);
    write_file(folder, copy, bytes, size);
    free(bytes);
    snprintf(second, sizeof second, "%s/%s", folder, copy);
    write_file(folder, "first.icd", library, strlen(library));
    write_file(folder, "second.icd", second, strlen(second));
    return folder;
}

const char *bad_driver_statuses(const json_t *document) {
    static char letters[256];
    const json_t *records = json_object_get(document, "records");
    const size_t count = json_array_size(records);
    ck_assert_uint_lt(count, sizeof letters);
    for (size_t i = 0; i < count; i++)
        letters[i] = json_string_value(json_object_get(json_array_get(records, i), "status"))[0];
    letters[count] = '\0';
    return letters;
}

const char *bad_driver_reason(const json_t *document, size_t row) {
    const json_t *record = json_array_get(json_object_get(document, "records"), row);
    const char *reason = json_string_value(json_object_get(record, "reason"));
    return reason ? reason : "";
}

void bad_driver_check_text(const command *c, const char *text) {
    static const char reordering[] = "\xe2\x80\xae"; /* U+202E, which the fake driver's name has */
    json_t *const characters = json_string(text);    /* NULL if it is not UTF-8 */
    bool plain = characters && !strstr(text, reordering);
    json_decref(characters);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        const bool first = *at < 0x20 && *at != '\n' && *at != '\r';
        const bool second = at[0] == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f;
        plain = plain && !first && !second && *at != 0x7f;
    }
    ck_assert_msg(plain, "crosslane %s: not plain text:\n%.8000s", c->line, text);
}
