/* The device: one lock, the memory, the worker, and the thread that runs commands. */
#ifndef XL_CHECK_DEVICE_H
#define XL_CHECK_DEVICE_H

#include "icd/objects.h"

void device_lock(void);
void device_unlock(void);

/* Of all buffers, opened on first use; NULL: none available. */
struct check_arena *device_arena(void);

cl_ulong device_now(void);

/* run() is called on the device's thread, without the lock, once its events have completed. */
struct command {
    cl_event event;
    cl_command_queue queue;
    cl_uint waits;
    cl_event *wait;
    bool barrier; /* waits for all earlier commands of its queue */
    bool holds;   /* later commands of its queue wait for it */
    cl_int (*run)(struct command *command);
    void (*done)(struct command *command); /* frees what the command holds; may be NULL */
    struct command *next;
    cl_mem memory[2];
    uint64_t from, to, bytes;
    void *host;
    size_t pattern_bytes;
    unsigned char pattern[128];
    size_t rect[3], pitch[4], origin[2][3];
    bool to_device;
    struct launch *launch;
};

/* Holds both buffers (may be the same); NULL with *error. */
struct command *buffer_command(cl_command_queue queue, cl_mem a, cl_mem b, cl_int (*run)(struct command *),
                               cl_int *error);

/* Takes over the command, also on failure. */
cl_int device_enqueue(struct command *command, cl_command_type type, cl_uint waits, const cl_event *wait,
                      cl_event *event, cl_bool blocking);

/* With the lock held: waits until some command ends. */
void device_wait(void);
/* With the lock held: an event has a new status. */
void device_changed(cl_event event, cl_int status);
/* With the lock held: whether a queue has commands left. */
bool device_busy(cl_command_queue queue);

/* Reports findings. Called on the device's thread. */
cl_int device_launch(const struct check_launch *launch, const char *source_name);

#endif
