/*
 * ops_place.h - devices, backends and widths for the tests of the sub-group operations, and the builds that
 * the probe asks for.
 */
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
    const char *prefix;  /* put before the kernel source, NULL: nothing */
    const char *options; /* added to every build, NULL: nothing */
    char expanded[OPS_OPTIONS];
    xl__text source; /* of the probe */
} ops_place;

/* Every device that the loader shows, or the one of CROSSLANE_TEST_DEVICE (a number). Fails the test when
   there is none. Closed by ops_close. */
int ops_open(ops_place places[OPS_DEVICES]);
void ops_close(ops_place *places, int count);

/* Native backends that the device may have, or the one that CROSSLANE_TEST_NATIVE names, with their widths
   (measured where the driver lists none), and the first language standard under which a lane finds its
   number. Calls `visit` for each; returns how many. */
typedef void ops_visit(ops_place *place, const xl__backend *backend, const char *standard, int width,
                       void *user);
int ops_each_native(ops_place *place, ops_visit *visit, void *user);

/* A target of this place: options made of the backend's, `natives` kept by the caller. Valid until the next
   call for this place. */
xl__probe_target ops_target(ops_place *place, const xl__backend *backend, const char *standard, int width,
                            int group_size, const char *natives);

bool ops_has_type(const ops_place *place, xl__op_type type);

/* Builds any text as the probe's sources are built; fails the test with the log when it does not compile. */
cl_program ops_build_text(ops_place *place, const char *text, const char *options);
