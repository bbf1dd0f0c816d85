#include "inspect/described.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind { TEXT, UINT, ULONG, SIZE, SIZES, NAMES } kind;

/* Queries of newer headers are numbers here. */
static const struct {
    cl_device_info what;
    kind kind;
    const char *key;
} queries[] = {
    {CL_DEVICE_NAME, TEXT, "name"},
    {CL_DEVICE_VENDOR, TEXT, "vendor"},
    {CL_DRIVER_VERSION, TEXT, "driver"},
    {CL_DEVICE_VERSION, TEXT, "version"},
    {CL_DEVICE_OPENCL_C_VERSION, TEXT, "c_version"},
    {CL_DEVICE_EXTENSIONS, TEXT, "extensions"},
    {0x106F, NAMES, "features"},
    {CL_DEVICE_TYPE, ULONG, "type"},
    {CL_DEVICE_AVAILABLE, UINT, "available"},
    {CL_DEVICE_COMPILER_AVAILABLE, UINT, "compiler"},
    {CL_DEVICE_ENDIAN_LITTLE, UINT, "little_endian"},
    {CL_DEVICE_LOCAL_MEM_TYPE, UINT, "local_type"},
    {CL_DEVICE_VENDOR_ID, UINT, "vendor_id"},
    {CL_DEVICE_MAX_COMPUTE_UNITS, UINT, "compute_units"},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, UINT, "clock_mhz"},
    {CL_DEVICE_GLOBAL_MEM_SIZE, ULONG, "global_bytes"},
    {CL_DEVICE_LOCAL_MEM_SIZE, ULONG, "local_bytes"},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, ULONG, "largest_buffer"},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, SIZE, "largest_group"},
    {CL_DEVICE_MAX_WORK_ITEM_SIZES, SIZES, "largest_items"},
    {0x4108, SIZES, "sub_group_sizes"},
    {0x4043, UINT, "wavefront"},
    {0x4000, UINT, "capability_major"},
    {0x4001, UINT, "capability_minor"},
    {0x4003, UINT, "warp"},
};

/* ---- reading -------------------------------------------------------------------------------------- */

static char *join(char *first, const char *second) {
    const size_t a = first ? strlen(first) : 0, b = strlen(second);
    char *const all = tool_need(realloc(first, a + b + 2));
    if (a > 0) all[a] = ' ';
    memcpy(all + a + (a > 0), second, b + 1);
    return all;
}

static bool add_line(tool_described *d, char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--) line[end - 1] = '\0';
    if (line[0] == '\0') return true;
    char *value = line + strcspn(line, " ");
    if (*value) *value++ = '\0';
    for (int i = 0; i < d->count; i++)
        if (strcmp(d->entry[i].key, line) == 0) {
            d->entry[i].value = join(d->entry[i].value, value);
            return true;
        }
    if (d->count == TOOL_DESCRIBED_KEYS) return false;
    d->entry[d->count].key = join(NULL, line);
    d->entry[d->count++].value = join(NULL, value);
    return true;
}

bool tool_described_read(tool_described *d, const char *text) {
    *d = (tool_described){.count = 0};
    bool fits = true;
    for (const char *at = text; *at && fits; at += *at == '\n') {
        char line[4096];
        const size_t length = strcspn(at, "\n");
        fits = length < sizeof line;
        if (!fits) break;
        memcpy(line, at, length);
        line[length] = '\0';
        fits = add_line(d, line);
        at += length;
    }
    return fits;
}

void tool_described_free(tool_described *d) {
    for (int i = 0; i < d->count; i++) {
        free(d->entry[i].key);
        free(d->entry[i].value);
    }
    d->count = 0;
}

const char *tool_described_value(const tool_described *d, const char *key) {
    for (int i = 0; i < d->count; i++)
        if (strcmp(d->entry[i].key, key) == 0) return d->entry[i].value;
    return NULL;
}

/* ---- answering ------------------------------------------------------------------------------------ */

cl_int tool_described_give(const void *data, size_t bytes, size_t size, void *value, size_t *given) {
    if (given) *given = bytes;
    if (!value) return CL_SUCCESS;
    if (size < bytes) return CL_INVALID_VALUE;
    memcpy(value, data, bytes);
    return CL_SUCCESS;
}

static cl_int give_sizes(const char *text, size_t size, void *value, size_t *given) {
    size_t list[16], count = 0;
    char *end = NULL;
    for (const char *at = text; count < 16; at = end) {
        list[count] = strtoul(at, &end, 10);
        if (end == at) break;
        count++;
    }
    return tool_described_give(list, count * sizeof *list, size, value, given);
}

/* A list of cl_name_version, all of version 3.0.0. */
static cl_int give_names(const char *text, size_t size, void *value, size_t *given) {
    struct {
        cl_uint version;
        char name[64];
    } list[64];
    size_t count = 0;
    memset(list, 0, sizeof list);
    for (const char *at = text; *at && count < 64; count++) {
        const size_t length = strcspn(at, " ");
        list[count].version = 3u << 22;
        snprintf(list[count].name, sizeof list[count].name, "%.*s", (int)length, at);
        at += length + strspn(at + length, " ");
    }
    return tool_described_give(list, count * sizeof *list, size, value, given);
}

bool tool_described_answer(const tool_described *d, cl_device_info what, size_t size, void *value,
                           size_t *given, cl_int *status) {
    size_t q = 0;
    while (q < sizeof queries / sizeof *queries && queries[q].what != what) q++;
    const char *text = q < sizeof queries / sizeof *queries ? tool_described_value(d, queries[q].key) : NULL;
    if (!text) return false;
    const cl_ulong wide = strtoull(text, NULL, 0);
    const cl_uint word = (cl_uint)wide;
    const size_t number = (size_t)wide;
    switch (queries[q].kind) {
    case TEXT: *status = tool_described_give(text, strlen(text) + 1, size, value, given); break;
    case UINT: *status = tool_described_give(&word, sizeof word, size, value, given); break;
    case ULONG: *status = tool_described_give(&wide, sizeof wide, size, value, given); break;
    case SIZE: *status = tool_described_give(&number, sizeof number, size, value, given); break;
    case SIZES: *status = give_sizes(text, size, value, given); break;
    case NAMES: *status = give_names(text, size, value, given); break;
    }
    return true;
}
