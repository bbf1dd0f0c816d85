/*
 * opencl.h - OpenCL for a device that is not here: its facts come from a file, its compiler is a command, and
 * a kernel of kernels/sg/probe.cl that compiles "runs" by having the reference's answers put in place.
 * Nothing else runs. Linked before the loader, it lets the product's own code say which texts it would build
 * with which options.
 */
#ifndef TEST_OFFLINE_OPENCL_H
#define TEST_OFFLINE_OPENCL_H

#include "describe.h"

cl_device_id offline_device(void);
cl_context offline_context(void);

/* `compiler BASE` is run for every new pair of text and options: it reads BASE.cl and BASE.options and writes
   BASE.rows, one line per kernel: its name, then key=number; what it prints is the build log, and 0 is
   success. A pair that `folder` holds already is not compiled again. */
void offline_start(const description *device, const char *compiler, const char *folder);

/* Programs compiled by this process, those found compiled, and probes that were taken to compile (opencl.c).
 */
typedef struct offline_counts {
    int compiled, found, assumed, refused;
} offline_counts;
offline_counts offline_count(void);

/* The rows of a program that was built. */
const char *offline_rows(cl_program program);

#endif
