/* An opened device (device_open.h). */
#pragma once

#include "base/clapi.h"
#include "device/device_facts.h"
#include <stdatomic.h>

/* An operation tried natively; `base`: the whole backend at that width depends on it. */
typedef struct xl__trial {
    char key[33]; /* XL__HASH_TEXT: of the entries in the cache */
    char op[32], type[16];
    bool all;
} xl__trial;

/* Reports each trial to the parent process, which sees how this process ends. NULL: no more trials. */
typedef struct xl__watch {
    void (*trying)(void *user, const xl__trial *trial);
    void *user;
} xl__watch;

/* Gets plans' programs, before their builds, and each command of their runs, in order. `dry`: nothing is
   enqueued, and a pass that reads a value fails. Arguments are of the next launch. */
typedef struct xl__observer {
    void *user;
    bool dry;
    void (*program)(void *user, int pass, const char *kernel, const char *text, const char *options);
    /* `value` NULL: `size` bytes of local memory; `memory`: it points to a cl_mem. */
    void (*argument)(void *user, int pass, unsigned index, size_t size, const void *value, bool memory);
    void (*launch)(void *user, int pass, size_t global, size_t local);
    void (*zeroes)(void *user, cl_mem buffer, size_t bytes);
} xl__observer;

/* Whether other processes of the same run compile for the cache folder too (disk_programs.h). */
typedef enum xl__sharing { XL__ALONE, XL__WAITS, XL__AHEAD } xl__sharing;

struct xl_device {
    atomic_int users; /* the program that opened it, and its plans */
    cl_device_id id;  /* both retained */
    cl_context context;
    cl_platform_id platform;
    xl__device_facts facts;
    xl__sub_group_info_fn sub_group_info;
    char *cache_dir, *kernel_dir; /* NULL: none */
    char *profile;                /* text of the profile that auto uses; NULL: none */
    char *profile_refused;        /* why the profile in cache_dir is not used; NULL: it is used, or absent */
    bool record_width, trace, planted;
    size_t guard_bytes;           /* before and after every area that the plan owns, whole units; 0: none */
    const xl__watch *watch;       /* NULL: no watcher */
    const xl__observer *observer; /* NULL: none; for one thread */
    xl__sharing sharing; /* of compiled programs, with other processes of the run (disk_programs.h) */
    bool forget;         /* removes what the disk cache has of operations */
    bool driver_keeps;   /* stores no binary that the driver would have to compile again
                          * (xl__compiles_at_launch) */
    struct xl__programs *programs;
    struct xl__caps *caps;
};
