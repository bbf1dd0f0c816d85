/* host/tool/system/output_file.h and os_file.h in memory: real files would take most of the time. */
#define _XOPEN_SOURCE 700
#include "fuzz.h"
#include "system/output_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_OUTPUT = 1 << 22 };

static struct {
    const void *data;
    size_t size;
    bool known;
} input;

static unsigned char output[LARGEST_OUTPUT];
static size_t output_size;

void fuzz_fail(const char *file, int line, const char *condition) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

void fuzz_set_input(const void *data, size_t size, bool known) {
    input.data = data;
    input.size = size;
    input.known = known;
}

const unsigned char *fuzz_output(size_t *size) {
    *size = output_size;
    return output;
}

void fuzz_check_refusal(const char *text, const char *name) {
    FUZZ_CHECK(strncmp(text, name, strlen(name)) == 0 && text[strlen(name)] == ':');
    for (const char *c = text; *c; c++) FUZZ_CHECK((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x7f);
}

/* ---- replacements of files --------------------------------------------------------------------------- */

FILE *__wrap_tool_file_open_read(const char *path, xl_error *error);
bool __wrap_tool_file_bytes(FILE *stream, uint64_t *bytes);
int __wrap_tool_out_open(tool_out *out, const char *path, xl_error *error);
bool __wrap_tool_out_write(tool_out *out, const void *data, size_t bytes);
bool __wrap_tool_out_stands(const tool_out *out);
int __wrap_tool_out_publish(tool_out *out, xl_error *error);
int __wrap_tool_out_close(tool_out *out, xl_error *error);
void __wrap_tool_out_abandon(tool_out *out);
int __wrap_tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes);
int __wrap_tool_file_cut(FILE *stream, uint64_t size);

FILE *__wrap_tool_file_open_read(const char *path, xl_error *error) {
    (void)path, (void)error;
    FILE *const stream = fmemopen((void *)input.data, input.size, "rb");
    FUZZ_CHECK(stream != NULL);
    return stream;
}

bool __wrap_tool_file_bytes(FILE *stream, uint64_t *bytes) {
    (void)stream;
    *bytes = input.size;
    return input.known;
}

int __wrap_tool_out_open(tool_out *out, const char *path, xl_error *error) {
    (void)path, (void)error;
    *out = (tool_out){.stream = stderr}; /* any stream will do */
    output_size = 0;
    return XL_SUCCESS;
}

int __wrap_tool_file_write_at(FILE *stream, uint64_t offset, const void *data, size_t bytes) {
    (void)stream;
    FUZZ_CHECK(offset <= output_size); /* no hole */
    if (bytes > LARGEST_OUTPUT - offset) return EFBIG;
    if (bytes) memcpy(output + offset, data, bytes);
    if (offset + bytes > output_size) output_size = offset + bytes;
    return 0;
}

bool __wrap_tool_out_write(tool_out *out, const void *data, size_t bytes) {
    if (!out->reason) out->reason = __wrap_tool_file_write_at(NULL, output_size, data, bytes);
    return out->reason == 0;
}

int __wrap_tool_file_cut(FILE *stream, uint64_t size) {
    (void)stream;
    FUZZ_CHECK(size <= output_size);
    output_size = size;
    return 0;
}

/* No other process removes a file in memory. */
bool __wrap_tool_out_stands(const tool_out *out) {
    (void)out;
    return true;
}

int __wrap_tool_out_publish(tool_out *out, xl_error *error) {
    (void)error;
    return out->reason ? XL_IO : XL_SUCCESS;
}

int __wrap_tool_out_close(tool_out *out, xl_error *error) {
    (void)error;
    const int status = out->reason ? XL_IO : XL_SUCCESS;
    *out = (tool_out){.stream = NULL};
    return status;
}

void __wrap_tool_out_abandon(tool_out *out) {
    *out = (tool_out){.stream = NULL};
}
