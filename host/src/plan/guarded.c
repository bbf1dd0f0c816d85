#include "plan/guarded.h"
#include "base/calls.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char pattern[4] = {0xFE, 0x7F, 0xFE, 0x7F};

unsigned char xl__untouched_byte(size_t i) {
    return pattern[i % sizeof pattern];
}

/* Whole words, so that a fill is one command. */
size_t xl__guarded_size(const xl__guarded *buffer) {
    const size_t word = sizeof pattern, bytes = buffer->bytes > 0 ? buffer->bytes : 1;
    return buffer->guard == 0 ? bytes : 2 * buffer->guard + (bytes + word - 1) / word * word;
}

/* Freed by the caller. NULL: no memory. */
static unsigned char *first_bytes(const xl__guarded *buffer, const void *data) {
    const size_t size = xl__guarded_size(buffer);
    unsigned char *const bytes = malloc(size);
    if (!bytes) return NULL;
    for (size_t i = 0; i < size; i++) bytes[i] = xl__untouched_byte(i);
    if (buffer->bytes > 0) memcpy(bytes + buffer->guard, data, buffer->bytes);
    return bytes;
}

int xl__guarded_make(cl_context context, cl_mem_flags flags, size_t bytes, size_t guard, const void *data,
                     xl__guarded *out) {
    xl__guarded made = {.bytes = bytes, .guard = guard};
    cl_int status = CL_SUCCESS;
    *out = (xl__guarded){.whole = NULL};
    if (bytes > SIZE_MAX - 2 * guard - sizeof pattern) return XL_TOO_LARGE;
    unsigned char *const start = data ? first_bytes(&made, data) : NULL;
    if (data && !start) return XL_NO_MEMORY;
    made.whole = clCreateBuffer(context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), xl__guarded_size(&made),
                                start, &status);
    free(start);
    if (status != CL_SUCCESS) return status;
    made.part = made.whole;
    if (guard > 0) {
        const cl_buffer_region region = {guard, bytes > 0 ? bytes : 1};
        made.part = clCreateSubBuffer(made.whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    }
    if (status == CL_SUCCESS)
        *out = made;
    else
        clReleaseMemObject(made.whole);
    return status;
}

void xl__guarded_free(xl__guarded *buffer) {
    if (buffer->part && buffer->part != buffer->whole) clReleaseMemObject(buffer->part);
    if (buffer->whole) clReleaseMemObject(buffer->whole);
    *buffer = (xl__guarded){.whole = NULL};
}

/* Without guards the end may be within a word. */
cl_int xl__guarded_fill(cl_command_queue queue, const xl__guarded *buffer) {
    const size_t size = xl__guarded_size(buffer), rest = size % sizeof pattern, words = size - rest;
    cl_int status = CL_SUCCESS;
    if (words > 0)
        status = clEnqueueFillBuffer(queue, buffer->whole, pattern, sizeof pattern, 0, words, 0, NULL, NULL);
    for (size_t i = 0; i < rest && status == CL_SUCCESS; i++)
        status = clEnqueueFillBuffer(queue, buffer->whole, &pattern[i], 1, words + i, 1, 0, NULL, NULL);
    return status;
}

/* One comparison, because guards may be long. */
static bool is_untouched(const unsigned char *whole, size_t start, size_t end) {
    const size_t word = sizeof pattern;
    for (size_t i = start; i < end && i < start + word; i++)
        if (whole[i] != xl__untouched_byte(i)) return false;
    return end - start <= word || memcmp(whole + start, whole + start + word, end - start - word) == 0;
}

/* From `start` on; distances from `edge`. */
static void add_written(const unsigned char *whole, size_t start, size_t end, size_t edge, xl__edge *out) {
    if (is_untouched(whole, start, end)) return;
    for (size_t i = start; i < end; i++) {
        if (whole[i] == xl__untouched_byte(i)) continue;
        const size_t away = i < edge ? edge - 1 - i : i - edge;
        if (!out->written || away < out->nearest) out->nearest = away;
        if (!out->written || away > out->farthest) out->farthest = away;
        out->written = true;
    }
}

static xl__edges look(const unsigned char *bytes, size_t start, size_t end, size_t size) {
    xl__edges e = {.before = {.written = false}};
    add_written(bytes, 0, start, start, &e.before);
    add_written(bytes, end, size, end, &e.behind);
    return e;
}

xl__edges xl__guarded_look(const xl__guarded *buffer, const unsigned char *whole, size_t used) {
    const size_t size = buffer->guard > 0 ? xl__guarded_size(buffer) : buffer->bytes;
    return look(whole, buffer->guard, buffer->guard + used, size);
}

static cl_int read_guards(cl_command_queue queue, const xl__guarded *buffer, void *before, void *behind) {
    const size_t end = buffer->guard + buffer->bytes;
    cl_int status = CL_SUCCESS;
    if (buffer->guard == 0) return status;
    status = clEnqueueReadBuffer(queue, buffer->whole, CL_TRUE, 0, buffer->guard, before, 0, NULL, NULL);
    if (status != CL_SUCCESS) return status;
    return clEnqueueReadBuffer(queue, buffer->whole, CL_TRUE, end, xl__guarded_size(buffer) - end, behind, 0,
                               NULL, NULL);
}

cl_int xl__guarded_read(cl_command_queue queue, const xl__guarded *buffer, unsigned char *whole) {
    unsigned char *const part = whole + buffer->guard;
    cl_int status = CL_SUCCESS;
    if (buffer->bytes > 0)
        status = clEnqueueReadBuffer(queue, buffer->part, CL_TRUE, 0, buffer->bytes, part, 0, NULL, NULL);
    return status == CL_SUCCESS ? read_guards(queue, buffer, whole, part + buffer->bytes) : status;
}

int xl__guarded_check(cl_command_queue queue, const xl__guarded *buffer, xl__edges *out) {
    *out = (xl__edges){.before = {.written = false}};
    if (buffer->guard == 0) return XL_SUCCESS;
    /* Puts the guards next to each other, with the same alignment to words. */
    const size_t start = buffer->guard, behind = xl__guarded_size(buffer) - start - buffer->bytes,
                 close = start + buffer->bytes % sizeof pattern;
    unsigned char *const bytes = malloc(close + behind);
    if (!bytes) return XL_NO_MEMORY;
    const cl_int status = read_guards(queue, buffer, bytes, bytes + close);
    if (status == CL_SUCCESS) *out = look(bytes, start, close, close + behind);
    free(bytes);
    return status;
}
