/* Devices, backends, widths and builds for tests of the sub-group operations. */
#pragma once

#include "device/backend.h"
#include "device/device.h"
#include "caps/probe.h"

enum { OPS_DEVICES = 16, OPS_OPTIONS = 4096 };

typedef struct ops_place {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
    const char *prefix;  /* inserted before the kernel source; NULL: nothing */
    const char *options; /* added to every build, NULL: nothing */
    char expanded[OPS_OPTIONS];
    xl__text source; /* the probe's source */
} ops_place;

/* Every device, or number CROSSLANE_TEST_DEVICE; fails without one. Close with ops_close. */
int ops_open(ops_place places[OPS_DEVICES]);
void ops_close(ops_place *places, int count);

/* The devices that all tests of a file share: AROUND(open_places, close_places). */
extern ops_place ops_places[OPS_DEVICES];
extern int ops_place_count;
void open_places(void);
void close_places(void);

/* For each native backend, or CROSSLANE_TEST_NATIVE's, at each of its widths (measured if the driver lists
   none), with the first language standard that works. Returns the number of calls. */
typedef void ops_visit(ops_place *place, const xl__backend *backend, const char *standard, int width,
                       void *user);
int ops_each_native(ops_place *place, ops_visit *visit, void *user);

/* The caller keeps `natives`. Valid until the next call for this place. */
xl__probe_target ops_target(ops_place *place, const xl__backend *backend, const char *standard, int width,
                            int group_size, const char *natives);

bool ops_has_type(const ops_place *place, xl__op_type type);

/* Fails the test with the log if the text does not compile. */
cl_program ops_build_text(ops_place *place, const char *text, const char *options);
