/* The driver's reference-counted objects. One lock (driver_device.h) guards all fields that change after
   creation. */
#ifndef XL_CHECK_OBJECTS_H
#define XL_CHECK_OBJECTS_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdint.h>

#include "client/worker_client.h"

/* Entry points, including refusals of unsupported functions. */
extern const cl_icd_dispatch icd_dispatch;

enum object_kind {
    OBJECT_CONTEXT = 0x51,
    OBJECT_QUEUE,
    OBJECT_MEMORY,
    OBJECT_PROGRAM,
    OBJECT_KERNEL,
    OBJECT_EVENT
};

struct object {
    const cl_icd_dispatch *dispatch; /* first: the loader reads it */
    enum object_kind kind;
    unsigned references;
};

struct _cl_platform_id {
    const cl_icd_dispatch *dispatch;
};
struct _cl_device_id {
    const cl_icd_dispatch *dispatch;
};
extern struct _cl_platform_id icd_platform;
extern struct _cl_device_id icd_device;

struct _cl_context {
    struct object object;
    cl_context_properties properties[16];
    size_t property_count;
};

struct _cl_command_queue {
    struct object object;
    cl_context context;
    cl_command_queue_properties properties;
    cl_queue_properties given[8];
    size_t given_count;
};

struct destructor {
    void(CL_CALLBACK *call)(cl_mem memory, void *data);
    void *data;
    struct destructor *next;
};

struct _cl_mem {
    struct object object;
    cl_context context;
    cl_mem parent; /* of a sub-buffer */
    cl_mem_flags flags;
    size_t bytes, origin;
    uint64_t offset; /* in the arena */
    void *host;      /* CL_MEM_USE_HOST_PTR */
    unsigned maps;
    struct destructor *destructors;
};

struct _cl_program {
    struct object object;
    cl_context context;
    char *source, *options;
    bool from_binary; /* whose options decide */
    cl_build_status status;
    struct check_program built;
    unsigned kernels; /* kernels that use it: it cannot be built again */
};

struct _cl_kernel {
    struct object object;
    cl_program program;
    const struct check_kernel *kernel;
    struct check_given *given;
    cl_mem *memory; /* per argument, or NULL; only for launches */
    char **values;
    bool *set;
};

struct callback {
    void(CL_CALLBACK *call)(cl_event event, cl_int status, void *data);
    cl_int when;
    void *data;
    struct callback *next;
};

struct _cl_event {
    struct object object;
    cl_context context;
    cl_command_queue queue; /* NULL: a user event */
    cl_command_type type;
    cl_int status;
    cl_ulong time[4]; /* queued, submitted, started, ended */
    struct callback *callbacks;
};

/* Checks a handle: right kind and alive. */
#define IS(handle, which) ((handle) && (handle)->object.kind == (which) && (handle)->object.references > 0)

/* A new object with one reference, zeroed; NULL: no memory. */
void *object_new(size_t bytes, enum object_kind kind);
void object_retain(struct object *object);
/* True if that was the last reference: the caller then frees the object and its contents. */
bool object_release(struct object *object);

/* For clGet...Info: copies an answer of `bytes` bytes to the caller's memory. */
cl_int give(const void *answer, size_t bytes, size_t room, void *value, size_t *size);
#define GIVE(type, x) give(&(type){x}, sizeof(type), room, value, size)
#define GIVE_TEXT(text) give(text, strlen(text) + 1, room, value, size)

/* The two entry points of a kind of object. */
#define RETAIN_RELEASE(type, name, object_kind, error, drop)                                                 \
    cl_int icd_retain_##name(type x) {                                                                       \
        if (!IS(x, object_kind)) return error;                                                               \
        object_retain(&x->object);                                                                           \
        return CL_SUCCESS;                                                                                   \
    }                                                                                                        \
    cl_int icd_release_##name(type x) {                                                                      \
        if (!IS(x, object_kind)) return error;                                                               \
        drop(x);                                                                                             \
        return CL_SUCCESS;                                                                                   \
    }

void context_drop(cl_context context);
void memory_drop(cl_mem memory);
void program_drop(cl_program program);
void queue_drop(cl_command_queue queue);
void event_drop(cl_event event);

#endif
