/* A device's compiled programs, shared between plans, kept on disk. */
#pragma once

#include "device/device.h"
#include "program/source.h"

typedef struct xl__program {
    cl_program cl;
    double build_ms;                  /* from source or from a binary */
    bool from_disk;                   /* from a binary of the disk cache */
    long long registers, spill_bytes; /* -1: unknown */
    /* The rest belongs to program.c. */
    struct xl__program *next;
    char key[XL__HASH_TEXT];
    int users;
    bool stored;     /* in the disk cache, or cannot be */
    int due;         /* store after this many kernels have run; 0: do not */
    int mark, claim; /* for loading, for compiling (disk_programs.h), -1 = none */
} xl__program;

typedef struct xl__programs xl__programs;
xl__programs *xl__programs_make(void); /* NULL: no memory */
/* Trims the cache folder to 1 GiB, oldest entries first. */
void xl__programs_free(xl_device *device);

/* Compiled, found in memory (*shared) or loaded from disk. Only `kernels` (NULL-terminated; NULL: all) must
   be in it. Drops -D options that the file does not name, so that more plans share a program. Release with
   xl__program_release. XL_BUILD_FAILED: the first error with its source line, then the log. Thread-safe. */
int xl__program_get(xl_device *device, const xl__source *source, const char *const *kernels,
                    const char *options, xl__program **out, bool *shared, xl_error *error);
/* As xl__program_get, for an expanded text. */
int xl__program_get_text(xl_device *device, const char *name, const char *text, const char *options,
                         xl__program **out, bool *shared, xl_error *error);
void xl__program_release(xl_device *device, xl__program *program);
size_t xl__programs_expanded(const xl_device *device);

/* Puts the binary into the disk cache, now or after another thread's compilation. Call after `kernels_run` of
 * its kernels have run: some drivers finish compiling at the first launch. Does nothing without cache folder
 * or binary, or if the driver would compile all kernels for it: 36 s for a strategy that took 1.7 s.
 */
void xl__program_store(xl_device *device, xl__program *program, int kernels_run);

/* *out is not kept; the caller releases it. Else an OpenCL status and the start of the compiler's log. */
int xl__program_build(xl_device *device, const char *text, const char *options, cl_program *out, char *log,
                      size_t log_size);

/* *knows: the compiler accepts an option in addition to others without mentioning it in its log, which would
   hide errors. Returns the status of a call that failed for another reason, else CL_SUCCESS. */
cl_int xl__program_knows(xl_device *device, const char *options, const char *option, bool *knows);

/* What a disk entry depends on besides source and options: driver, versions, processor. */
void xl__program_add_device(const xl_device *device, xl__hash *hash);
