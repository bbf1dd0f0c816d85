/*
 * program.h - compiled programs of a device: shared between plans in memory, kept on disk between runs.
 */
#ifndef XL_PROGRAM_H
#define XL_PROGRAM_H

#include "device/device.h"
#include "base/text.h"

typedef struct xl__program {
    cl_program cl;
    double build_ms;                  /* time of the build that made it, from source or from a binary */
    bool from_disk;                   /* made from a binary of the disk cache */
    long long registers, spill_bytes; /* as the compiler's log told, -1 = it did not */
    /* The rest belongs to program.c. */
    struct xl__program *next;
    char key[XL__HASH_TEXT];
    int users;
    bool stored;     /* in the disk cache, or it cannot be */
    int due;         /* it is to be stored, after so many of its kernels have run; 0: it is not */
    int mark, claim; /* of loading it, of compiling it (stored.h), -1 = none */
} xl__program;

typedef struct xl__programs xl__programs;
xl__programs *xl__programs_make(void); /* NULL: no memory */
/* The device's. What was stored in its cache folder is kept below 1 GiB, the oldest entries going first. */
void xl__programs_free(xl_device *device);

/* A program of the kernel source file `name`, or of the text `own` under that name (NULL: the file's), under
   build options, compiled now, found in memory (*shared) or loaded from disk. `kernels`, NULL at the end, are
   those that will be asked for; other ones of the file may be missing (keep.h). NULL: all. Options that
   define what the file does not name are left out, so that plans which differ in nothing else share the
   program. Built-in files are read once for every such request: after that a program that is there costs no
   look at them. Given back by xl__program_release. XL_BUILD_FAILED tells the first error with its source
   line, then the compiler's log. Safe from several threads. */
int xl__program_get(xl_device *device, const char *name, const char *own, const char *const *kernels,
                    const char *options, xl__program **out, bool *shared, xl_error *error);
/* The same for a text that is already expanded. */
int xl__program_get_text(xl_device *device, const char *name, const char *text, const char *options,
                         xl__program **out, bool *shared, xl_error *error);
void xl__program_release(xl_device *device, xl__program *program);
/* How often a source text was expanded, for tests. */
size_t xl__programs_expanded(const xl_device *device);

/* Puts the binary into the disk cache, now or, where another thread compiles, after that; to be called after
   `kernels_run` of the program's kernels have run, because some drivers finish the compilation at the first
   launch. Without a cache folder, or when the driver gives no binary, nothing happens; nor where the driver
   would compile the other kernels for it: asking such a driver for the binary of one strategy's program took
   36 s where the strategy itself took 1.7 (it keeps what ran in a cache of its own). */
void xl__program_store(xl_device *device, xl__program *program, int kernels_run);

/* Builds a text without keeping it: a program for the caller to release, or a status of OpenCL and the start
   of the compiler's log. */
int xl__program_build(xl_device *device, const char *text, const char *options, cl_program *out, char *log,
                      size_t log_size);

/* Whether the compiler takes an option, beside others, without a word about it in its log: one that complains
   of an option it does not know has been seen to lose its own errors over that. Builds an empty kernel with
   it and without. Where a call fails in a way that tells nothing of the option, its status, else CL_SUCCESS.
 */
cl_int xl__program_knows(xl_device *device, const char *options, const char *option, bool *knows);

/* What a disk entry of this device depends on beside source and options: driver, versions, processor. */
void xl__program_add_device(const xl_device *device, xl__hash *hash);

#endif
