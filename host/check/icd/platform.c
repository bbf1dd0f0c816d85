/* The platform and the device, and their properties. Some programs refuse unknown devices, so
   CROSSLANE_CHECK_NAME, _VENDOR, _VERSION and _EXTENSIONS replace these texts. */
#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

struct _cl_platform_id icd_platform = {&icd_dispatch};
struct _cl_device_id icd_device = {&icd_dispatch};

#define EXTENSIONS                                                                                           \
    "cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_fp64 cl_khr_global_int32_base_atomics "                \
    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "                                  \
    "cl_khr_local_int32_extended_atomics "                                                                   \
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_subgroups cl_khr_subgroup_ballot "       \
    "cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types "                                       \
    "cl_khr_subgroup_non_uniform_arithmetic "                                                                \
    "cl_khr_subgroup_non_uniform_vote cl_khr_subgroup_rotate cl_khr_subgroup_shuffle "                       \
    "cl_khr_subgroup_shuffle_relative cl_intel_subgroups cl_intel_required_subgroup_size"

static const char *own(const char *name, const char *otherwise) {
    const char *text = getenv(name);
    return text && *text ? text : otherwise;
}

cl_int icd_get_platform_ids(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
    if ((platforms && !entries) || (!platforms && !count)) return CL_INVALID_VALUE;
    if (platforms) platforms[0] = &icd_platform;
    if (count) *count = 1;
    return CL_SUCCESS;
}

cl_int icd_get_platform_info(cl_platform_id platform, cl_platform_info name, size_t room, void *value,
                             size_t *size) {
    if (platform && platform != &icd_platform) return CL_INVALID_PLATFORM;
    switch (name) {
    case CL_PLATFORM_PROFILE: return GIVE_TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION: return GIVE_TEXT("OpenCL 3.0 crosslane check");
    case CL_PLATFORM_NAME: return GIVE_TEXT("crosslane check");
    case CL_PLATFORM_VENDOR: return GIVE_TEXT(own("CROSSLANE_CHECK_VENDOR", "crosslane"));
    case CL_PLATFORM_EXTENSIONS: return GIVE_TEXT("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return GIVE_TEXT("XLC");
    case CL_PLATFORM_NUMERIC_VERSION: return GIVE(cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION: return GIVE(cl_ulong, 0);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION: {
        cl_name_version v = {CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd"};
        return give(&v, sizeof v, room, value, size);
    }
    default: return CL_INVALID_VALUE;
    }
}

cl_int icd_get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                          cl_device_id *devices, cl_uint *count) {
    if (platform && platform != &icd_platform) return CL_INVALID_PLATFORM;
    if ((devices && !entries) || (!devices && !count)) return CL_INVALID_VALUE;
    if (!(type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) && type != CL_DEVICE_TYPE_ALL)
        return CL_DEVICE_NOT_FOUND;
    if (devices) devices[0] = &icd_device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

cl_int icd_retain_device(cl_device_id device) {
    return device == &icd_device ? CL_SUCCESS : CL_INVALID_DEVICE;
}

static cl_int texts(cl_device_info name, size_t room, void *value, size_t *size) {
    switch (name) {
    case CL_DEVICE_NAME: return GIVE_TEXT(own("CROSSLANE_CHECK_NAME", "crosslane checking device"));
    case CL_DEVICE_VENDOR: return GIVE_TEXT(own("CROSSLANE_CHECK_VENDOR", "crosslane"));
    case CL_DRIVER_VERSION: return GIVE_TEXT("1");
    case CL_DEVICE_PROFILE: return GIVE_TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION: return GIVE_TEXT(own("CROSSLANE_CHECK_VERSION", "OpenCL 3.0 crosslane check"));
    case CL_DEVICE_OPENCL_C_VERSION: return GIVE_TEXT("OpenCL C 1.2 crosslane check");
    case CL_DEVICE_EXTENSIONS: return GIVE_TEXT(own("CROSSLANE_CHECK_EXTENSIONS", EXTENSIONS));
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_IL_VERSION: return GIVE_TEXT("");
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: return GIVE_TEXT("");
    default: return CL_INVALID_VALUE;
    }
}

/* Names with versions: extensions, OpenCL C and its features. */
static cl_int versions(const char *list, size_t room, void *value, size_t *size) {
    static _Thread_local cl_name_version names[32];
    size_t n = 0;
    for (const char *at = list; *at && n < 32; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        memset(&names[n], 0, sizeof names[n]);
        names[n].version = CL_MAKE_VERSION(1, 0, 0);
        memcpy(names[n++].name, at,
               length < CL_NAME_VERSION_MAX_NAME_SIZE ? length : CL_NAME_VERSION_MAX_NAME_SIZE - 1);
        at += length;
    }
    return give(names, n * sizeof names[0], room, value, size);
}

static cl_int lists(cl_device_info name, size_t room, void *value, size_t *size) {
    static const size_t items[3] = {CHECK_MAX_LOCAL_SIZE, CHECK_MAX_LOCAL_SIZE, CHECK_MAX_LOCAL_SIZE};
    static const size_t widths[] = {1, 2, 4, 8, 16, 32, 64, 128};
    static const cl_name_version languages[] = {{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
                                                {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                                {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
                                                {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
                                                {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}};
    switch (name) {
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return give(items, sizeof items, room, value, size);
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL: return give(widths, sizeof widths, room, value, size);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS: return give(languages, sizeof languages, room, value, size);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        return versions(own("CROSSLANE_CHECK_EXTENSIONS", EXTENSIONS), room, value, size);
    case CL_DEVICE_OPENCL_C_FEATURES:
        return versions(
            "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device "
            "__opencl_c_atomic_scope_all_devices __opencl_c_fp64 __opencl_c_generic_address_space "
            "__opencl_c_int64 "
            "__opencl_c_program_scope_global_variables __opencl_c_subgroups "
            "__opencl_c_work_group_collective_functions",
            room, value, size);
    case CL_DEVICE_PARTITION_PROPERTIES: return GIVE(cl_device_partition_property, 0);
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_PARTITION_TYPE: return give(NULL, 0, room, value, size);
    default: return texts(name, room, value, size);
    }
}

static cl_int numbers(cl_device_info name, size_t room, void *value, size_t *size) {
    const cl_device_fp_config fp = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                                   CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF;
    switch (name) {
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG: return GIVE(cl_device_fp_config, fp);
    case CL_DEVICE_TYPE: return GIVE(cl_device_type, CL_DEVICE_TYPE_CPU);
    case CL_DEVICE_VENDOR_ID: return GIVE(cl_uint, 0x10000);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return GIVE(cl_uint, 8);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return GIVE(cl_uint, 3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return GIVE(size_t, CHECK_MAX_LOCAL_SIZE);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return GIVE(cl_uint, 1);
    case CL_DEVICE_ADDRESS_BITS: return GIVE(cl_uint, 64);
    case CL_DEVICE_GLOBAL_MEM_SIZE: return GIVE(cl_ulong, (cl_ulong)2 << 30);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return GIVE(cl_ulong, (cl_ulong)512 << 20);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return GIVE(cl_ulong, (cl_ulong)64 << 20);
    case CL_DEVICE_LOCAL_MEM_SIZE: return GIVE(cl_ulong, CHECK_LOCAL_MEMORY);
    case CL_DEVICE_LOCAL_MEM_TYPE: return GIVE(cl_device_local_mem_type, CL_LOCAL);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return GIVE(cl_device_mem_cache_type, CL_NONE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return GIVE(cl_uint, 64);
    case CL_DEVICE_MAX_CONSTANT_ARGS: return GIVE(cl_uint, 8);
    case CL_DEVICE_MAX_PARAMETER_SIZE: return GIVE(size_t, 1024);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return GIVE(cl_uint, 1024);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return GIVE(cl_uint, 128);
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: return GIVE(cl_bool, CL_TRUE);
    case CL_DEVICE_EXECUTION_CAPABILITIES: return GIVE(cl_device_exec_capabilities, CL_EXEC_KERNEL);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        return GIVE(cl_command_queue_properties,
                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return GIVE(size_t, 1);
    case CL_DEVICE_REFERENCE_COUNT: return GIVE(cl_uint, 1);
    case CL_DEVICE_PLATFORM: return GIVE(cl_platform_id, &icd_platform);
    case CL_DEVICE_PARENT_DEVICE: return GIVE(cl_device_id, NULL);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: return GIVE(size_t, (size_t)1 << 20);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return GIVE(size_t, 1);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS: return GIVE(cl_uint, CHECK_MAX_LOCAL_SIZE);
    case CL_DEVICE_NUMERIC_VERSION: return GIVE(cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return GIVE(cl_version, CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return GIVE(cl_device_atomic_capabilities,
                    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                        CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        return GIVE(cl_device_atomic_capabilities,
                    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
                        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                        CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    default: return lists(name, room, value, size);
    }
}

/* Properties that are 0, by the type of each query. */
cl_int icd_get_device_info(cl_device_id device, cl_device_info name, size_t room, void *value, size_t *size) {
    if (device != &icd_device) return CL_INVALID_DEVICE;
    switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    case CL_DEVICE_PIPE_SUPPORT: return GIVE(cl_bool, CL_FALSE);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
        return GIVE(size_t, name == CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE ? 65536 : 0);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    case CL_DEVICE_SVM_CAPABILITIES:
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return GIVE(cl_ulong, 0);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_SAMPLERS:
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: return GIVE(cl_uint, 0);
    default: break;
    }
    if (name >= CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR && name <= CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE)
        return GIVE(cl_uint, 1);
    if ((name >= CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR && name <= CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF) ||
        name == CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF)
        return GIVE(cl_uint, 1);
    return numbers(name, room, value, size);
}
