/* The only host file in which vendors have names. */
#include "device/backend.h"
#include "base/status.h"
#include "ops/ops.h"
#include "base/calls.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUERY_SUB_GROUP_SIZES_INTEL = 0x4108,
    QUERY_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000,
    QUERY_COMPUTE_CAPABILITY_MINOR_NV = 0x4001,
    QUERY_WARP_SIZE_NV = 0x4003,
    QUERY_PCI_BUS_ID_NV = 0x4008,
    QUERY_PCI_SLOT_ID_NV = 0x4009,
    QUERY_PCI_DOMAIN_ID_NV = 0x400A,
    QUERY_TOPOLOGY_AMD = 0x4037,
    QUERY_WAVEFRONT_WIDTH_AMD = 0x4043,
    QUERY_KERNEL_SPILL_MEM_SIZE_INTEL = 0x4109,
    QUERY_KERNEL_REGISTER_COUNT_INTEL = 0x425B
};

static bool is_width(uint64_t value) {
    return value >= 1 && value <= 128 && (value & (value - 1)) == 0;
}

/* ---- facts ---------------------------------------------------------------------------------------- */

static int compare_ints(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The list may hold any number (defect D13): keeps possible widths, each once. Widths of 1 and 2 need no
   device; to request them is defect D8. */
static void read_sub_group_sizes(cl_device_id device, xl__device_facts *facts) {
    size_t list[4096], given = 0;
    facts->width_count = 0;
    if (clGetDeviceInfo(device, QUERY_SUB_GROUP_SIZES_INTEL, 0, NULL, &given) != CL_SUCCESS || given == 0 ||
        given > sizeof list || given % sizeof *list != 0 ||
        clGetDeviceInfo(device, QUERY_SUB_GROUP_SIZES_INTEL, given, list, NULL) != CL_SUCCESS)
        return;
    for (size_t i = 0; i < given / sizeof *list; i++) {
        bool known = !is_width(list[i]) || list[i] < 4;
        for (int k = 0; k < facts->width_count; k++) known = known || (size_t)facts->widths[k] == list[i];
        if (!known && facts->width_count < XL__MAX_WIDTHS) facts->widths[facts->width_count++] = (int)list[i];
    }
    qsort(facts->widths, (size_t)facts->width_count, sizeof *facts->widths, compare_ints);
}

static void read_nvidia(cl_device_id device, xl__device_facts *facts) {
    cl_uint warp = 0, major = 0, minor = 0, bus = 0, slot = 0, domain = 0;
    if (xl__query(device, QUERY_WARP_SIZE_NV, &warp, sizeof warp) && is_width(warp)) facts->warp = (int)warp;
    if (xl__query(device, QUERY_COMPUTE_CAPABILITY_MAJOR_NV, &major, sizeof major) && major < 100 &&
        xl__query(device, QUERY_COMPUTE_CAPABILITY_MINOR_NV, &minor, sizeof minor) && minor < 10)
        facts->compute_capability = (int)(major * 10 + minor);
    if (!facts->pci[0] && xl__query(device, QUERY_PCI_BUS_ID_NV, &bus, sizeof bus) &&
        xl__query(device, QUERY_PCI_SLOT_ID_NV, &slot, sizeof slot)) {
        xl__query(device, QUERY_PCI_DOMAIN_ID_NV, &domain, sizeof domain);
        /* Device and function in the slot as in the configuration space: 5 bits, 3 bits. */
        snprintf(facts->pci, sizeof facts->pci, "%04x:%02x:%02x.%x", domain & 0xffffu, bus & 0xffu,
                 (slot >> 3) & 0x1fu, slot & 7u);
    }
}

static void read_amd(cl_device_id device, xl__device_facts *facts) {
    cl_uint wavefront = 0;
    if (xl__query(device, QUERY_WAVEFRONT_WIDTH_AMD, &wavefront, sizeof wavefront) && is_width(wavefront))
        facts->wavefront = (int)wavefront;
    /* cl_device_topology_amd: a type (1 = PCIe), 17 unused bytes, then bus, device, function. */
    unsigned char topology[24];
    if (!facts->pci[0] && xl__query(device, QUERY_TOPOLOGY_AMD, topology, sizeof topology) &&
        topology[0] == 1)
        snprintf(facts->pci, sizeof facts->pci, "0000:%02x:%02x.%x", topology[21], topology[22],
                 topology[23] & 7u);
}

void xl__read_vendor_facts(cl_device_id device, xl__device_facts *facts) {
    if (xl__has_extension(facts, "cl_intel_required_subgroup_size") ||
        xl__has_extension(facts, "cl_intel_subgroups"))
        read_sub_group_sizes(device, facts);
    if (xl__has_extension(facts, "cl_nv_device_attribute_query")) read_nvidia(device, facts);
    if (xl__has_extension(facts, "cl_amd_device_attribute_query")) read_amd(device, facts);
}

/* ---- recognising ---------------------------------------------------------------------------------- */

static bool recognise_nvidia(const xl__device_facts *facts, char *why, size_t size) {
    const bool found = facts->warp > 0;
    snprintf(why, size, found ? "the device reports a warp size" : "the device reports no warp size");
    return found;
}

static bool recognise_amd(const xl__device_facts *facts, char *why, size_t size) {
    const bool found = facts->wavefront > 0 && (facts->type & CL_DEVICE_TYPE_GPU) != 0;
    snprintf(why, size,
             found ? "the device reports a wavefront width" : "the device reports no wavefront width");
    return found;
}

/* The feature macro is enough: cl_khr_subgroups also promises forward progress, which many devices lack. */
static bool has_sub_groups(const xl__device_facts *facts) {
    return xl__has_feature(facts, "__opencl_c_subgroups") || xl__has_extension(facts, "cl_khr_subgroups") ||
           xl__has_extension(facts, "cl_intel_subgroups") ||
           xl__has_extension(facts, "cl_khr_subgroup_shuffle") ||
           xl__has_extension(facts, "cl_khr_subgroup_ballot");
}

static bool recognise_intel(const xl__device_facts *facts, char *why, size_t size) {
    const bool attribute = xl__has_extension(facts, "cl_intel_required_subgroup_size");
    const bool found = attribute && has_sub_groups(facts) && facts->width_count > 0;
    snprintf(why, size,
             found ? "sub-groups, and a kernel can ask for their size"
                   : "no kernel can ask for a sub-group size");
    return found;
}

static bool recognise_khr(const xl__device_facts *facts, char *why, size_t size) {
    const bool found = has_sub_groups(facts);
    snprintf(why, size, found ? "sub-groups, of a size that the compiler chooses" : "no sub-group extension");
    return found;
}

static bool recognise_local(const xl__device_facts *facts, char *why, size_t size) {
    (void)facts;
    snprintf(why, size, "it emulates them, through local memory and barriers, which are everywhere");
    return true;
}

/* ---- widths and options --------------------------------------------------------------------------- */

static int widths_listed(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]) {
    memcpy(widths, facts->widths, sizeof facts->widths);
    return facts->width_count;
}

static int widths_unknown(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]) {
    (void)facts;
    (void)widths;
    return 0;
}

static int widths_nvidia(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]) {
    widths[0] = facts->warp;
    return facts->warp > 0;
}

/* If the default is 32 (gfx10 and later), the compiler supports 64 too. */
static int widths_amd(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]) {
    if (facts->wavefront != 32) {
        widths[0] = facts->wavefront;
        return 1;
    }
    widths[0] = 32;
    widths[1] = 64;
    return 2;
}

static int widths_local(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]) {
    int count = 0;
    for (int width = 1; width <= 128 && (size_t)width <= facts->largest_group; width *= 2)
        widths[count++] = width;
    return count;
}

static void options_nvidia(const xl__device_facts *facts, int width, xl__text *out) {
    (void)width;
    xl__text_format(out, " -DSG_SM=%d -cl-nv-verbose", facts->compute_capability);
}

static void options_amd(const xl__device_facts *facts, int width, xl__text *out) {
    if (facts->wavefront == 32 && width == 64) xl__text_format(out, " -Wf,-mwavefrontsize64");
}

/* Graphics vote by ballot, and reduce 64-bit integers by words (sg_intel.h). */
static void options_intel(const xl__device_facts *facts, int width, xl__text *out) {
    (void)width;
    if ((facts->type & CL_DEVICE_TYPE_GPU) != 0) xl__text_format(out, " -DSG_GRAPHICS=1");
}

static const xl__backend backends[] = {
    {.name = "nvidia",
     .define = "SG_NVIDIA",
     .help = "inline PTX, warps of 32",
     .recognise = recognise_nvidia,
     .widths = widths_nvidia,
     .options = options_nvidia,
     .standards = {"-cl-std=CL3.0", "-cl-std=CL1.2", ""},
     .probe_bit = XL__BY_ASSEMBLY},
    {.name = "amd",
     .define = "SG_AMD",
     .help = "compiler builtins, wavefronts of 32 or 64",
     .recognise = recognise_amd,
     .widths = widths_amd,
     .options = options_amd,
     .standards = {"-cl-std=CL2.0", "-cl-std=CL3.0", ""},
     .probe_bit = XL__BY_BUILTIN},
    {.name = "intel",
     .define = "SG_INTEL",
     .help = "standard sub-groups with the required-size attribute",
     .recognise = recognise_intel,
     .widths = widths_listed,
     .options = options_intel,
     .standards = {"-cl-std=CL3.0", "-cl-std=CL2.0", "-cl-std=CL1.2", ""},
     .probe_bit = XL__BY_STANDARD},
    {.name = "khr",
     .define = "SG_KHR",
     .help = "standard sub-groups, the compiler chooses the size",
     .recognise = recognise_khr,
     .widths = widths_unknown,
     .standards = {"-cl-std=CL3.0", "-cl-std=CL2.0", "-cl-std=CL1.2", ""},
     .probe_bit = XL__BY_STANDARD},
    {.name = "local",
     .define = "SG_LOCAL",
     .help = "emulated through local memory",
     .emulated = true,
     .recognise = recognise_local,
     .widths = widths_local,
     .standards = {"-cl-std=CL1.2", "", "-cl-std=CL3.0"}},
};
_Static_assert(sizeof backends / sizeof *backends == XL__BACKENDS, "XL__BACKENDS of backend.h counts these");
const xl__backend *const xl__backends = backends;

int xl__check_width(int width, xl_error *error) {
    if (width == 0 || (width > 0 && is_width((uint64_t)width))) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "a sub-group of %d lanes: powers of two from 1 to 128 are possible",
                    width);
}

const xl__backend *xl__find_backend(const char *name) {
    for (int i = 0; i < XL__BACKENDS; i++)
        if (strcmp(xl__backends[i].name, name) == 0) return &xl__backends[i];
    return NULL;
}

const xl__backend *xl__local_backend(void) {
    return &xl__backends[XL__BACKENDS - 1];
}

static bool contains(const char *text, const char *part) {
    const size_t length = strlen(part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == part[i]) i++;
        if (i == length) return true;
    }
    return false;
}

/* PoCL implements a sub-group's barrier as the work-group's (defect D5). */
bool xl__backend_one_sub_group(const xl__backend *backend, const xl__device_facts *facts) {
    return backend->emulated || contains(facts->platform, "portable computing language");
}

/* Measured on NVIDIA's H200 (docs/performance_tried.md); only NVIDIA's drivers report a warp size. */
bool xl__joins_adds(const xl__device_facts *facts) {
    return facts->warp > 0;
}

/* On Intel's graphics the 8 to 32 lanes of a hardware thread share 128 registers of 32 bytes. Elsewhere a
 * lane has 256 registers of 4 bytes; AMD's GPUs get half, so that enough wavefronts hide the time of a load.
 * An unknown device counts as Intel's graphics.
 */
unsigned xl__register_bytes(const xl__device_facts *facts, int width, bool emulated) {
    enum { VENDOR_INTEL = 0x8086, THREAD_BYTES = 4096, MOST_LANES = 32 };
    const bool gpu = (facts->type & CL_DEVICE_TYPE_GPU) != 0;
    if (gpu && facts->vendor_id == VENDOR_INTEL) {
        const int lanes = emulated || width > MOST_LANES ? MOST_LANES : width < 8 ? 8 : width;
        return (unsigned)(THREAD_BYTES / lanes);
    }
    return gpu && facts->wavefront > 0 ? 512 : 1024;
}

bool xl__compiler_chooses_width(const xl__backend *backend, const xl__device_facts *facts) {
    int widths[XL__MAX_WIDTHS];
    return !backend->emulated && backend->widths(facts, widths) == 0;
}

void xl__backend_options(const xl__backend *backend, const xl__device_facts *facts, int width,
                         xl__text *out) {
    xl__text_format(out, " -DSG_BACKEND=%s -DSG_WIDTH=%d", backend->define, width);
    if (backend->options) backend->options(facts, width, out);
}

/* ---- compiler output ------------------------------------------------------------------------------ */

/* -1: none. */
static long long largest_before(const char *log, const char *label) {
    long long largest = -1;
    for (const char *at = strstr(log, label); at; at = strstr(at + 1, label)) {
        const char *start = at;
        while (start > log && isdigit((unsigned char)start[-1])) start--;
        if (start == at) continue;
        const long long value = strtoll(start, NULL, 10);
        if (value > largest) largest = value;
    }
    return largest;
}

/* NVIDIA, with -cl-nv-verbose: "Used 22 registers", "0 bytes spill stores". */
void xl__read_log(const char *log, long long *registers, long long *spill_bytes) {
    *registers = largest_before(log, " registers");
    *spill_bytes = largest_before(log, " bytes spill stores");
}

void xl__read_kernel(cl_kernel kernel, cl_device_id device, const xl__device_facts *facts,
                     long long *registers, long long *spill_bytes) {
    if (!xl__has_extension(facts, "cl_intel_required_subgroup_size")) return;
    cl_ulong spilled = 0;
    cl_uint used = 0;
    if (clGetKernelWorkGroupInfo(kernel, device, QUERY_KERNEL_SPILL_MEM_SIZE_INTEL, sizeof spilled, &spilled,
                                 NULL) == CL_SUCCESS &&
        spilled < 1u << 30 && (long long)spilled > *spill_bytes)
        *spill_bytes = (long long)spilled;
    if (clGetKernelWorkGroupInfo(kernel, device, QUERY_KERNEL_REGISTER_COUNT_INTEL, sizeof used, &used,
                                 NULL) == CL_SUCCESS &&
        used > 0 && used < 4096 && (long long)used > *registers)
        *registers = (long long)used;
}

/* PoCL: the front end runs at the build, the rest at the launch, when the local size is known. */
bool xl__compiles_at_launch(const xl__device_facts *facts) {
    return contains(facts->platform, "portable computing language");
}

/* ---- selectors ------------------------------------------------------------------------------------ */

typedef struct alias {
    const char *name;
    const char *platforms[3],
        *vendors[3]; /* parts of the driver's texts; a platform decides before a vendor */
} alias;

/* PoCL calls the processor's maker the vendor, so the platform names the driver. */
static const alias aliases[] = {
    {"pocl", {"portable computing language"}, {NULL}},
    {"mesa", {"rusticl", "clover"}, {NULL}},
    {"rusticl", {"rusticl"}, {NULL}},
    {"oclgrind", {"oclgrind"}, {NULL}},
    {"intel", {"intel"}, {"intel"}},
    {"amd", {"amd accelerated"}, {"advanced micro devices", "amd"}},
    {"nvidia", {"nvidia"}, {"nvidia"}},
    {"apple", {"apple"}, {"apple"}},
    {"arm", {"arm platform"}, {"arm"}},
    {"qualcomm", {"qualcomm"}, {"qualcomm"}},
    {"microsoft", {"openclon12"}, {"microsoft"}},
};

static bool contains_one(const char *text, const char *const *parts, size_t count) {
    for (size_t i = 0; i < count && parts[i]; i++)
        if (contains(text, parts[i])) return true;
    return false;
}

bool xl__vendor_alias(const char *selector, const xl__device_facts *facts, bool *matches) {
    char lower[32];
    size_t length = strlen(selector);
    if (length == 0 || length >= sizeof lower) return false;
    for (size_t i = 0; i <= length; i++) lower[i] = (char)tolower((unsigned char)selector[i]);
    /* A driver for any vendor's hardware does not count as that vendor's. */
    const bool any_maker =
        contains(facts->platform, "portable computing language") || contains(facts->platform, "oclgrind");
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(aliases[i].name, lower) != 0) continue;
        *matches = contains_one(facts->platform, aliases[i].platforms, 3) ||
                   (!any_maker && contains_one(facts->vendor, aliases[i].vendors, 3));
        return true;
    }
    return false;
}
