#include "device/device_read.h"
#include "device/backend.h"
#include "base/status.h"
#include "base/text.h"
#include "base/calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Queries newer than OpenCL 1.2. */
enum {
    QUERY_OPENCL_C_ALL_VERSIONS = 0x1066,
    QUERY_OPENCL_C_FEATURES = 0x106F,
    QUERY_UUID = 0x106A,
    QUERY_PCI_BUS_INFO = 0x410F,
    LARGEST_TEXT = 1 << 16
};

/* Ranges, and OpenCL's guaranteed minima for unreported or impossible numbers. */
enum {
    MOST_UNITS = 1 << 16,
    MOST_GROUP = 1 << 16, /* work-items */
    SAFE_GROUP = 1,
    MOST_LOCAL = 1 << 30, /* bytes */
    MOST_ALIGN = 1 << 16, /* bytes */
    MOST_VECTOR = 1024,   /* floats */
    SAFE_ALIGN = 128      /* the largest built-in type */
};
static const uint64_t most_memory = UINT64_C(1) << 62; /* bytes */

typedef struct name_version { /* cl_name_version of OpenCL 3.0 */
    cl_uint version;
    char name[64];
} name_version;

/* One line of printable text. */
static void tidy(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
    const size_t blank = strspn(text, " ");
    memmove(text, text + blank, length - blank + 1);
}

/* Whole characters that fit; a cut text ends in "...". */
static void copy_text(char *to, size_t size, const char *from) {
    static const char dots[] = "...";
    if (xl__copy_capped(to, size, from) || size <= sizeof dots) return;
    size_t end = size - sizeof dots;
    while (end > 0 && ((unsigned char)to[end] & 0xc0) == 0x80) end--;
    memcpy(to + end, dots, sizeof dots);
}

/* `device` NULL: of the platform; empty if its length is impossible. */
static cl_int read_text(cl_device_id device, cl_platform_id platform, cl_uint what, char *text, size_t size) {
    text[0] = '\0';
    size_t given = 0;
    cl_int status = device ? clGetDeviceInfo(device, what, 0, NULL, &given)
                           : clGetPlatformInfo(platform, what, 0, NULL, &given);
    if (status != CL_SUCCESS || given == 0 || given > LARGEST_TEXT) return status;
    char *whole = malloc(given + 1);
    if (!whole) return CL_OUT_OF_HOST_MEMORY;
    status = device ? clGetDeviceInfo(device, what, given, whole, NULL)
                    : clGetPlatformInfo(platform, what, given, whole, NULL);
    if (status == CL_SUCCESS) {
        whole[given] = '\0';
        copy_text(text, size, whole);
        tidy(text);
    }
    free(whole);
    return status;
}

/* "OpenCL 3.0 ..." as 300; 100 if unreadable. */
static unsigned read_version(const char *text) {
    unsigned major = 0, minor = 0;
    if (sscanf(text, "OpenCL %2u.%2u", &major, &minor) != 2 || major == 0) return 100;
    return major * 100 + (minor % 10) * 10;
}

/* A search for " word " is then exact. */
static void spread_words(char *text, size_t size) {
    char *whole = xl__copy_text(text);
    if (!whole) {
        text[0] = '\0';
        return;
    }
    size_t used = 0;
    text[used++] = ' ';
    for (const char *at = whole; *at;) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, " ");
        if (length > 0 && used + length + 2 < size) {
            memcpy(text + used, at, length);
            used += length;
            text[used++] = ' ';
        }
        at += length;
    }
    text[used] = '\0';
    free(whole);
}

/* Names into words, or versions as "1.2 3.0". */
static void read_name_versions(cl_device_id device, cl_device_info what, bool names, char *text,
                               size_t size) {
    text[0] = '\0';
    size_t given = 0;
    if (clGetDeviceInfo(device, what, 0, NULL, &given) != CL_SUCCESS || given == 0 || given > LARGEST_TEXT ||
        given % sizeof(name_version) != 0)
        return;
    name_version *list = malloc(given);
    if (!list) return;
    if (clGetDeviceInfo(device, what, given, list, NULL) == CL_SUCCESS) {
        size_t used = 0;
        for (size_t i = 0; i < given / sizeof *list; i++) {
            list[i].name[sizeof list[i].name - 1] = '\0';
            char word[80];
            if (names)
                snprintf(word, sizeof word, "%s", list[i].name);
            else /* 10 bits major, 10 minor, 12 patch */
                snprintf(word, sizeof word, "%u.%u", list[i].version >> 22, (list[i].version >> 12) & 0x3ffu);
            const int put = snprintf(text + used, size - used, "%s%s", used ? " " : "", word);
            if (put < 0 || (size_t)put >= size - used) break;
            used += (size_t)put;
        }
        tidy(text);
    }
    free(list);
}

static const char *name_type(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) return "gpu";
    if (type & CL_DEVICE_TYPE_CPU) return "cpu";
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
    if (type & CL_DEVICE_TYPE_CUSTOM) return "custom";
    return "other";
}

static bool query_bool(cl_device_id device, cl_device_info what) {
    cl_bool value = CL_FALSE;
    return xl__query(device, what, &value, sizeof value) && value != CL_FALSE;
}

static unsigned query_uint(cl_device_id device, cl_device_info what) {
    cl_uint value = 0;
    return xl__query(device, what, &value, sizeof value) ? value : 0;
}

static uint64_t query_ulong(cl_device_id device, cl_device_info what) {
    cl_ulong value = 0;
    return xl__query(device, what, &value, sizeof value) ? value : 0;
}

static size_t query_size(cl_device_id device, cl_device_info what) {
    size_t value = 0;
    return xl__query(device, what, &value, sizeof value) ? value : 0;
}

/* The device's id and its backend depend on these texts, so a failed query is an error. */
static int read_texts(cl_device_id device, cl_platform_id platform, xl__device_facts *facts,
                      xl_error *error) {
    const struct {
        cl_device_id device;
        cl_uint what;
        const char *call;
        char *text;
        size_t size;
    } texts[] = {
        {device, CL_DEVICE_NAME, "clGetDeviceInfo(CL_DEVICE_NAME)", facts->name, sizeof facts->name},
        {device, CL_DEVICE_VENDOR, "clGetDeviceInfo(CL_DEVICE_VENDOR)", facts->vendor, sizeof facts->vendor},
        {device, CL_DRIVER_VERSION, "clGetDeviceInfo(CL_DRIVER_VERSION)", facts->driver,
         sizeof facts->driver},
        {device, CL_DEVICE_VERSION, "clGetDeviceInfo(CL_DEVICE_VERSION)", facts->version,
         sizeof facts->version},
        {device, CL_DEVICE_OPENCL_C_VERSION, "clGetDeviceInfo(CL_DEVICE_OPENCL_C_VERSION)", facts->c_version,
         sizeof facts->c_version},
        {device, CL_DEVICE_EXTENSIONS, "clGetDeviceInfo(CL_DEVICE_EXTENSIONS)", facts->extensions,
         sizeof facts->extensions},
        {NULL, CL_PLATFORM_NAME, "clGetPlatformInfo(CL_PLATFORM_NAME)", facts->platform,
         sizeof facts->platform},
        {NULL, CL_PLATFORM_VERSION, "clGetPlatformInfo(CL_PLATFORM_VERSION)", facts->platform_version,
         sizeof facts->platform_version}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const cl_int status =
            read_text(texts[i].device, platform, texts[i].what, texts[i].text, texts[i].size);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, texts[i].call, facts->name[0] ? facts->name : "a device", NULL);
    }
    spread_words(facts->extensions, sizeof facts->extensions);
    facts->version_number = read_version(facts->version);
    facts->platform_number = read_version(facts->platform_version);
    if (facts->version_number >= 300) {
        read_name_versions(device, QUERY_OPENCL_C_ALL_VERSIONS, false, facts->c_versions,
                           sizeof facts->c_versions);
        read_name_versions(device, QUERY_OPENCL_C_FEATURES, true, facts->features, sizeof facts->features);
    }
    spread_words(facts->features, sizeof facts->features);
    return XL_SUCCESS;
}

static uint64_t known(uint64_t value, uint64_t most) {
    return value <= most ? value : 0;
}

static void read_numbers(cl_device_id device, xl__device_facts *facts) {
    xl__query(device, CL_DEVICE_TYPE, &facts->type, sizeof facts->type);
    facts->type_name = name_type(facts->type);
    facts->vendor_id = query_uint(device, CL_DEVICE_VENDOR_ID);
    facts->compute_units = (unsigned)known(query_uint(device, CL_DEVICE_MAX_COMPUTE_UNITS), MOST_UNITS);
    facts->clock_mhz = query_uint(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    facts->global_bytes = known(query_ulong(device, CL_DEVICE_GLOBAL_MEM_SIZE), most_memory);
    facts->local_bytes = known(query_ulong(device, CL_DEVICE_LOCAL_MEM_SIZE), MOST_LOCAL);
    facts->largest_buffer = known(query_ulong(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE), most_memory);
    facts->cache_bytes = known(query_ulong(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), most_memory);
    facts->largest_group = (size_t)known(query_size(device, CL_DEVICE_MAX_WORK_GROUP_SIZE), MOST_GROUP);
    if (facts->largest_group == 0) facts->largest_group = SAFE_GROUP;
    facts->timer_ns = query_size(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
    if (facts->type & CL_DEVICE_TYPE_CPU)
        facts->vector_floats =
            (int)known(query_uint(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT), MOST_VECTOR);
    facts->vectorises =
        facts->vector_floats > 1 && query_uint(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) == 1;
    facts->align_bytes = query_uint(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    if (facts->align_bytes > MOST_ALIGN || (facts->align_bytes & (facts->align_bytes - 1)) != 0)
        facts->align_bytes = 0;
    if (facts->align_bytes == 0) facts->align_bytes = SAFE_ALIGN;
    facts->little_endian = query_bool(device, CL_DEVICE_ENDIAN_LITTLE);
    facts->host_unified = query_bool(device, CL_DEVICE_HOST_UNIFIED_MEMORY);
    facts->dedicated_local = query_uint(device, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
    cl_command_queue_properties queues = 0;
    facts->out_of_order = xl__query(device, CL_DEVICE_QUEUE_PROPERTIES, &queues, sizeof queues) &&
                          (queues & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    facts->fp64 = xl__has_extension(facts, "cl_khr_fp64") || xl__has_feature(facts, "__opencl_c_fp64");
    facts->fp16 = xl__has_extension(facts, "cl_khr_fp16");
    facts->int64_atomics = xl__has_extension(facts, "cl_khr_int64_base_atomics");
}

/* A failed query does not count as "no". */
static int read_state(cl_device_id device, xl__device_facts *facts, xl_error *error) {
    const struct {
        cl_device_info what;
        const char *call;
        bool *answer;
    } states[] = {
        {CL_DEVICE_AVAILABLE, "clGetDeviceInfo(CL_DEVICE_AVAILABLE)", &facts->available},
        {CL_DEVICE_COMPILER_AVAILABLE, "clGetDeviceInfo(CL_DEVICE_COMPILER_AVAILABLE)", &facts->compiler}};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        cl_bool answer = CL_FALSE;
        const cl_int status = clGetDeviceInfo(device, states[i].what, sizeof answer, &answer, NULL);
        if (status != CL_SUCCESS) return xl__fail_cl(error, status, states[i].call, facts->name, NULL);
        *states[i].answer = answer != CL_FALSE;
    }
    return XL_SUCCESS;
}

/* The work-group's size if the driver reports an impossible one. */
static void read_item_sizes(cl_device_id device, xl__device_facts *facts) {
    size_t items[8] = {0}, given = 0;
    facts->largest_item = facts->largest_group;
    if (clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &given) == CL_SUCCESS &&
        given <= sizeof items &&
        clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, given, items, NULL) == CL_SUCCESS &&
        items[0] > 0)
        facts->largest_item = items[0];
    if (facts->largest_item < facts->largest_group) facts->largest_group = facts->largest_item;
}

static void read_place(cl_device_id device, xl__device_facts *facts) {
    cl_uint pci[4];
    if (xl__has_extension(facts, "cl_khr_pci_bus_info") &&
        xl__query(device, QUERY_PCI_BUS_INFO, pci, sizeof pci))
        snprintf(facts->pci, sizeof facts->pci, "%04x:%02x:%02x.%x", pci[0] & 0xffffffu, pci[1] & 0xffu,
                 pci[2] & 0xffu, pci[3] & 0xfu);
    unsigned char uuid[16];
    if (xl__has_extension(facts, "cl_khr_device_uuid") && xl__query(device, QUERY_UUID, uuid, sizeof uuid))
        for (size_t i = 0; i < sizeof uuid; i++) snprintf(facts->uuid + 2 * i, 3, "%02x", uuid[i]);
}

/* For identical devices without a PCI address. */
static unsigned find_index(cl_platform_id platform, cl_device_id device) {
    cl_device_id list[64];
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, list, &count) != CL_SUCCESS) return 0;
    for (unsigned i = 0; i < count && i < 64; i++)
        if (list[i] == device) return i;
    return 0;
}

static void make_id(cl_platform_id platform, cl_device_id device, xl__device_facts *facts) {
    char place[32];
    if (facts->pci[0])
        snprintf(place, sizeof place, "%s", facts->pci);
    else
        snprintf(place, sizeof place, "index %u", find_index(platform, device));
    xl__hash hash = xl__hash_start();
    const char *parts[] = {facts->platform, facts->name, facts->vendor, facts->driver, place};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) xl__hash_add_text(&hash, parts[i]);
    char text[XL__HASH_TEXT];
    xl__hash_text(&hash, text);
    xl__copy_capped(facts->id, sizeof facts->id, text);
}

int xl__read_facts(cl_device_id device, xl__device_facts *facts, xl_error *error) {
    *facts = (xl__device_facts){.type_name = "other"};
    cl_platform_id platform = NULL;
    const cl_int asked = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    if (asked != CL_SUCCESS || !platform)
        return xl__fail_cl(error, asked != CL_SUCCESS ? asked : CL_INVALID_PLATFORM,
                           "clGetDeviceInfo(CL_DEVICE_PLATFORM)", "a device", "is this a device of OpenCL?");
    int status = read_texts(device, platform, facts, error);
    if (status == XL_SUCCESS) status = read_state(device, facts, error);
    if (status != XL_SUCCESS) return status;
    read_numbers(device, facts);
    read_item_sizes(device, facts);
    read_place(device, facts);
    xl__read_vendor_facts(device, facts);
    make_id(platform, device, facts);
    return XL_SUCCESS;
}
