#include "device.h"
#include "backend.h"
#include "caps.h"
#include "program.h"
#include "status.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of queries that came after OpenCL 1.2, so that any header will do. */
enum {
    QUERY_OPENCL_C_ALL_VERSIONS = 0x1066,
    QUERY_OPENCL_C_FEATURES = 0x106F,
    QUERY_UUID = 0x106A,
    QUERY_PCI_BUS_INFO = 0x410F,
    LARGEST_TEXT = 1 << 16,
    MOST_UNITS = 1 << 16 /* launches are sized by it: more is garbage, and would run for days */
};

typedef struct name_version { /* cl_name_version of OpenCL 3.0 */
    cl_uint version;
    char name[64];
} name_version;

bool xl__query(cl_device_id device, cl_device_info what, void *value, size_t size) {
    size_t given = 0;
    if (clGetDeviceInfo(device, what, 0, NULL, &given) != CL_SUCCESS || given != size) return false;
    return clGetDeviceInfo(device, what, size, value, NULL) == CL_SUCCESS;
}

/* One line of printable text out of what a driver gave. */
static void tidy(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
    const size_t blank = strspn(text, " ");
    memmove(text, text + blank, length - blank + 1);
}

/* Copies what fits, whole characters; a text that was cut ends in "...". */
static void copy_text(char *to, size_t size, const char *from) {
    static const char dots[] = "...";
    if (xl__copy_capped(to, size, from) || size <= sizeof dots) return;
    size_t end = size - sizeof dots;
    while (end > 0 && ((unsigned char)to[end] & 0xc0) == 0x80) end--;
    memcpy(to + end, dots, sizeof dots);
}

bool xl__query_text(cl_device_id device, cl_device_info what, char *text, size_t size) {
    text[0] = '\0';
    size_t given = 0;
    if (clGetDeviceInfo(device, what, 0, NULL, &given) != CL_SUCCESS || given == 0 || given > LARGEST_TEXT)
        return false;
    char *whole = malloc(given + 1);
    if (!whole) return false;
    const bool read = clGetDeviceInfo(device, what, given, whole, NULL) == CL_SUCCESS;
    if (read) {
        whole[given] = '\0';
        copy_text(text, size, whole);
        tidy(text);
    }
    free(whole);
    return read;
}

static void query_platform_text(cl_platform_id platform, cl_platform_info what, char *text, size_t size) {
    text[0] = '\0';
    size_t given = 0;
    if (clGetPlatformInfo(platform, what, 0, NULL, &given) != CL_SUCCESS || given == 0 ||
        given > LARGEST_TEXT)
        return;
    char *whole = malloc(given + 1);
    if (!whole) return;
    if (clGetPlatformInfo(platform, what, given, whole, NULL) == CL_SUCCESS) {
        whole[given] = '\0';
        copy_text(text, size, whole);
        tidy(text);
    }
    free(whole);
}

/* "OpenCL 3.0 ..." as 300; 100 when it cannot be read. */
static unsigned read_version(const char *text) {
    unsigned major = 0, minor = 0;
    if (sscanf(text, "OpenCL %2u.%2u", &major, &minor) != 2 || major == 0) return 100;
    return major * 100 + (minor % 10) * 10;
}

/* Surrounds each word with single spaces, so that a search for " word " is exact. */
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

static bool has_word(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if (at != words && at[-1] == ' ' && at[length] == ' ') return true;
    return false;
}

bool xl__has_extension(const xl__device_facts *facts, const char *name) {
    return has_word(facts->extensions, name);
}

bool xl__has_feature(const xl__device_facts *facts, const char *name) {
    return has_word(facts->features, name);
}

/* A list of (version, name): names into words, or versions as "1.2 3.0". */
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

static void read_texts(cl_device_id device, cl_platform_id platform, xl__device_facts *facts) {
    xl__query_text(device, CL_DEVICE_VENDOR, facts->vendor, sizeof facts->vendor);
    xl__query_text(device, CL_DRIVER_VERSION, facts->driver, sizeof facts->driver);
    xl__query_text(device, CL_DEVICE_VERSION, facts->version, sizeof facts->version);
    xl__query_text(device, CL_DEVICE_OPENCL_C_VERSION, facts->c_version, sizeof facts->c_version);
    xl__query_text(device, CL_DEVICE_EXTENSIONS, facts->extensions, sizeof facts->extensions);
    spread_words(facts->extensions, sizeof facts->extensions);
    query_platform_text(platform, CL_PLATFORM_NAME, facts->platform, sizeof facts->platform);
    query_platform_text(platform, CL_PLATFORM_VERSION, facts->platform_version,
                        sizeof facts->platform_version);
    facts->version_number = read_version(facts->version);
    facts->platform_number = read_version(facts->platform_version);
    if (facts->version_number >= 300) {
        read_name_versions(device, QUERY_OPENCL_C_ALL_VERSIONS, false, facts->c_versions,
                           sizeof facts->c_versions);
        read_name_versions(device, QUERY_OPENCL_C_FEATURES, true, facts->features, sizeof facts->features);
    }
    spread_words(facts->features, sizeof facts->features);
}

static void read_numbers(cl_device_id device, xl__device_facts *facts) {
    xl__query(device, CL_DEVICE_TYPE, &facts->type, sizeof facts->type);
    facts->type_name = name_type(facts->type);
    facts->vendor_id = query_uint(device, CL_DEVICE_VENDOR_ID);
    facts->compute_units = query_uint(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (facts->compute_units > MOST_UNITS) facts->compute_units = 0;
    facts->clock_mhz = query_uint(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    facts->global_bytes = query_ulong(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    facts->local_bytes = query_ulong(device, CL_DEVICE_LOCAL_MEM_SIZE);
    facts->largest_buffer = query_ulong(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    facts->cache_bytes = query_ulong(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    facts->largest_group = query_size(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    facts->timer_ns = query_size(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
    facts->align_bytes = query_uint(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    if (facts->align_bytes == 0) facts->align_bytes = 128; /* the largest built-in type */
    facts->available = query_bool(device, CL_DEVICE_AVAILABLE);
    facts->compiler = query_bool(device, CL_DEVICE_COMPILER_AVAILABLE);
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

/* First item size: a driver with garbage here is given the work-group size. */
static void read_item_sizes(cl_device_id device, xl__device_facts *facts) {
    size_t items[8] = {0}, given = 0;
    facts->largest_item = facts->largest_group;
    if (clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &given) == CL_SUCCESS &&
        given <= sizeof items &&
        clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, given, items, NULL) == CL_SUCCESS &&
        items[0] > 0)
        facts->largest_item = items[0];
    if (facts->largest_group == 0) facts->largest_group = 1;
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

/* The device's place among its platform's devices, for twins that tell no PCI address. */
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
    if (!xl__query_text(device, CL_DEVICE_NAME, facts->name, sizeof facts->name) ||
        !xl__query(device, CL_DEVICE_PLATFORM, &platform, sizeof platform))
        return xl__fail_cl(error, CL_INVALID_DEVICE, "clGetDeviceInfo", "a device",
                           "is this a device of OpenCL?");
    read_texts(device, platform, facts);
    read_numbers(device, facts);
    read_item_sizes(device, facts);
    read_place(device, facts);
    xl__read_vendor_facts(device, facts);
    make_id(platform, device, facts);
    return XL_SUCCESS;
}

const xl__device_facts *xl__get_facts(const xl_device *device) {
    return &device->facts;
}

/* ---- open, close ---------------------------------------------------------------------------------- */

static int check_device(const xl__device_facts *facts, xl_error *error) {
    if (!facts->available) return xl__fail(error, CL_DEVICE_NOT_AVAILABLE, "%s: not available", facts->name);
    if (!facts->compiler)
        return xl__fail(error, CL_COMPILER_NOT_AVAILABLE,
                        "%s: its driver has no OpenCL C compiler; install the one that belongs to it",
                        facts->name);
    return XL_SUCCESS;
}

static bool copy_option(const char *given, char **kept) {
    *kept = xl__copy_text(given);
    return !given || *kept;
}

int xl_open(cl_device_id id, cl_context context, const xl_options *options, xl_device **out,
            xl_error *error) {
    *out = NULL;
    if (!id || !context) return xl__fail(error, CL_INVALID_VALUE, "xl_open: device or context is NULL");
    xl_device *device = calloc(1, sizeof *device);
    if (!device) return xl__fail_memory(error);
    device->id = id;
    device->context = context;
    int status = xl__read_facts(id, &device->facts, error);
    if (status == XL_SUCCESS) status = check_device(&device->facts, error);
    if (status == XL_SUCCESS) {
        const xl_options none = {0};
        if (!options) options = &none;
        device->record_width = options->record_width != 0;
        device->trace = options->trace != 0;
        device->programs = xl__programs_make();
        device->caps = xl__caps_make();
        if (!copy_option(options->cache_dir, &device->cache_dir) ||
            !copy_option(options->kernel_dir, &device->kernel_dir) || !device->programs || !device->caps)
            status = xl__fail_memory(error);
    }
    if (status != XL_SUCCESS) {
        xl_close(device);
        return status;
    }
    xl__query(id, CL_DEVICE_PLATFORM, &device->platform, sizeof device->platform);
    device->sub_group_info = xl__find_sub_group_info(device->platform, device->facts.platform_number / 100,
                                                     device->facts.platform_number / 10 % 10);
    *out = device;
    return XL_SUCCESS;
}

void xl_close(xl_device *device) {
    if (!device) return;
    xl__programs_free(device->programs, device->cache_dir);
    xl__caps_free(device->caps);
    free(device->cache_dir);
    free(device->kernel_dir);
    free(device);
}
