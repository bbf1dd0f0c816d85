/*
 * absent.h - OpenCL for an absent device: its facts are a text, its compiler is a function. A kernel of
 * kernels/sg/probe.cl that compiles returns the reference's answers; a trial of an ability
 * (table/abilities.h) passes. No other kernel runs. So the product's own code chooses sources and options.
 * The handles begin with a table of functions (cl_khr_icd), which the loader calls.
 */
#pragma once

#include "inspect/described.h"
#include "system/os_folder.h"

/* Compiles BASE.cl with the options in BASE.options to BASE.asm, messages to BASE.log. False: failed. */
typedef bool (*tool_compile)(void *user, const char *base);
/* Lanes of a kernel in BASE.asm; 0: not chosen by the compiler. -1: no such kernel. */
typedef int (*tool_kernel_lanes)(void *user, const char *base, const char *kernel);

/* Programs compiled or found compiled; probes assumed to compile. */
typedef struct tool_absent_counts {
    int compiled, found, assumed, refused;
} tool_absent_counts;

typedef struct tool_absent_given {
    const tool_described *facts; /* must live as long as the device */
    tool_compile compile;
    tool_kernel_lanes lanes;
    void *user;
    const char *folder; /* of compiled programs, which are not compiled again */
} tool_absent_given;

/* A device for one backend at one width. NULL: this system's OpenCL has no loader, or no memory. */
typedef struct tool_absent tool_absent;
tool_absent *tool_absent_make(const tool_absent_given *given);
void tool_absent_free(tool_absent *absent);

cl_device_id tool_absent_device(tool_absent *absent);
cl_context tool_absent_context(tool_absent *absent);
tool_absent_counts tool_absent_count(const tool_absent *absent);

/* BASE of the source of the kernel created as number `index`; NULL past the last. */
const char *tool_absent_kernel(const tool_absent *absent, size_t index, const char **name);
/* BASE of a built program: "FOLDER/KEY". */
const char *tool_absent_base(cl_program program);
