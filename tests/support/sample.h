/* A small algorithm (tests/support/kernels) and a device. */
#pragma once

#include "device/device.h"
#include "plan/plan_make.h"

enum { SAMPLE_N, SAMPLE_ADDED, SAMPLE_MODE, SAMPLE_GROUP, SAMPLE_STEPS };
enum { SAMPLE_X, SAMPLE_EXTRA, SAMPLE_Y };
extern const xl__algorithm sample;

/* Device number CROSSLANE_TEST_DEVICE (default 0) of all platforms; fails the test if there is none. */
typedef struct sample_place {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
} sample_place;
void sample_open(sample_place *place, const xl_options *options);
/* Folder of the test kernels, for xl_options.kernel_dir. */
const char *sample_kernels(void);
void sample_close(sample_place *place);

/* Words copied from data, or zero. */
cl_mem sample_buffer(const sample_place *place, size_t count, const uint32_t *data);
/* Makes a plan, runs it once with the arrays and numbers of the launch, and frees it. Returns the named
   measure, or -1. */
double sample_run(const sample_place *place, const xl_plan_request *request, const xl_launch *launch,
                  const char *measured);
void sample_read(const sample_place *place, cl_mem buffer, size_t first, size_t count, uint32_t *data);
