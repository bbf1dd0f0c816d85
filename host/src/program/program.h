/*
 * program.h - compiled programs of a device: shared between plans in memory, kept on disk between runs.
 */
#pragma once

#include "device/device.h"
#include "program/source.h"

typedef struct xl__program {
    cl_program cl;
    double build_ms;                  /* build time, from source or from a binary */
    bool from_disk;                   /* built from a binary of the disk cache */
    long long registers, spill_bytes; /* from the compiler's log; -1 = not known */
    /* The rest belongs to program.c. */
    struct xl__program *next;
    char key[XL__HASH_TEXT];
    int users;
    bool stored;     /* in the disk cache, or cannot be */
    int due;         /* to be stored, after this many kernels have run; 0: not */
    int mark, claim; /* for loading, for compiling (disk_programs.h), -1 = none */
} xl__program;

typedef struct xl__programs xl__programs;
xl__programs *xl__programs_make(void); /* NULL: no memory */
/* Frees the device's programs, and trims its cache folder to 1 GiB, oldest entries first. */
void xl__programs_free(xl_device *device);

/* The program of a kernel source with build options: compiled, found in memory (*shared) or loaded from disk.
   `kernels` (NULL-terminated; NULL: all) are needed; others of the file may be missing (remove_kernels.h).
   Drops -D options that the file does not name, so that plans which differ only in those share the program.
   Reads built-in files once per request, and not again while the program exists. Release with
   xl__program_release. XL_BUILD_FAILED: the first error with its source line, then the compiler's log.
   Thread-safe. */
int xl__program_get(xl_device *device, const xl__source *source, const char *const *kernels,
                    const char *options, xl__program **out, bool *shared, xl_error *error);
/* The same for an expanded text. */
int xl__program_get_text(xl_device *device, const char *name, const char *text, const char *options,
                         xl__program **out, bool *shared, xl_error *error);
void xl__program_release(xl_device *device, xl__program *program);
/* Number of expansions of source texts, for tests. */
size_t xl__programs_expanded(const xl_device *device);

/* Puts the binary into the disk cache, now or after another thread's compilation. Call it after `kernels_run`
 * of its kernels have run, because some drivers finish compiling at the first launch. Does nothing without a
 * cache folder or binary. Does nothing either if the driver would compile other kernels for the binary: that
 * took 36 s for a strategy that itself took 1.7 s (the driver's own cache keeps the kernels that ran). */
void xl__program_store(xl_device *device, xl__program *program, int kernels_run);

/* Builds a text without keeping it: a program that the caller releases, or an OpenCL status and the start of
   the compiler's log. */
int xl__program_build(xl_device *device, const char *text, const char *options, cl_program *out, char *log,
                      size_t log_size);

/* Whether the compiler accepts an option in addition to others without mentioning it in its log: a compiler
   that complains of unknown options has lost its errors over that. Builds an empty kernel with and without
   it. Returns the status of a call whose failure says nothing of the option, else CL_SUCCESS. */
cl_int xl__program_knows(xl_device *device, const char *options, const char *option, bool *knows);

/* Adds what a disk entry depends on besides source and options: driver, versions, processor. */
void xl__program_add_device(const xl_device *device, xl__hash *hash);
