/* device.h - an opened device. device_facts.h has what its driver reports, device_open.h opens it. */
#pragma once

#include "base/clapi.h"
#include "device/device_facts.h"
#include <stdatomic.h>

/* What is tried natively: an operation, and whether the whole backend at that width depends on it. */
typedef struct xl__trial {
    char key[33]; /* XL__HASH_TEXT: of the entries in the cache */
    char op[32], type[16];
    bool all;
} xl__trial;

/* Reports each trial to the parent process, which sees how this process ends. NULL: nothing more is tried. */
typedef struct xl__watch {
    void (*trying)(void *user, const xl__trial *trial);
    void *user;
} xl__watch;

/* Whether other processes of the same run compile for the cache folder too (disk_programs.h). */
typedef enum xl__sharing { XL__ALONE, XL__WAITS, XL__AHEAD } xl__sharing;

struct xl_device {
    atomic_int users; /* the program that opened it, and its plans */
    cl_device_id id;  /* both retained */
    cl_context context;
    cl_platform_id platform;
    xl__device_facts facts;
    xl__sub_group_info_fn sub_group_info; /* NULL: the platform has none */
    char *cache_dir, *kernel_dir;         /* NULL: none */
    char *profile;                        /* text of the profile that auto uses; NULL: none */
    char *profile_refused; /* why the profile in cache_dir is not used; NULL: it is used, or there is none */
    bool record_width, trace, planted;
    size_t guard_bytes; /* guard bytes before and after every area that the plan owns, whole units; 0: none */
    const xl__watch *watch; /* NULL: no watcher */
    xl__sharing sharing;    /* with other processes, of what is compiled */
    bool forget;            /* what the disk cache has of operations is removed, not used */
    bool driver_keeps; /* the driver's own cache is enough where it would have to compile a program once more
                        to hand out its binary (xl__compiles_at_launch): none is stored then */
    struct xl__programs *programs;
    struct xl__caps *caps;
};
