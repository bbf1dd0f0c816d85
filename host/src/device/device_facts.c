#include "device/device_facts.h"
#include "base/calls.h"
#include <string.h>

/* OpenCL's guaranteed minimum, if the driver reports nothing. */
enum {
    SAFE_UNITS = 1,
    SAFE_LOCAL = 1 << 10 /* bytes, of the embedded profile; the full one has 32 KiB */
};

bool xl__query(cl_device_id device, cl_device_info what, void *value, size_t size) {
    size_t given = 0;
    if (clGetDeviceInfo(device, what, 0, NULL, &given) != CL_SUCCESS || given != size) return false;
    return clGetDeviceInfo(device, what, size, value, NULL) == CL_SUCCESS;
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

static uint64_t or_safe(uint64_t value, uint64_t safe) {
    return value > 0 ? value : safe;
}

unsigned xl__compute_units(const xl__device_facts *facts) {
    return (unsigned)or_safe(facts->compute_units, SAFE_UNITS);
}

uint64_t xl__local_bytes(const xl__device_facts *facts) {
    return or_safe(facts->local_bytes, SAFE_LOCAL);
}

uint64_t xl__largest_buffer(const xl__device_facts *facts) {
    return or_safe(facts->largest_buffer, UINT64_MAX);
}
