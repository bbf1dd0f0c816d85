/*
 * targets.h - the backends and widths that a row runs at, from --width, --backend and the device.
 */
#ifndef TOOL_TARGETS_H
#define TOOL_TARGETS_H

#include "run/session.h"

enum { TOOL_MAX_TARGETS = 24 };
extern const char tool_emulation[]; /* name of the backend that emulates */

typedef struct tool_target {
    const char *backend; /* NULL: chosen (for kernels without sub-groups) */
    int width;           /* 0: kernels without sub-groups */
    bool emulated;
} tool_target;

/* What no --width means: every width, native and emulated; or the native ones, and where there is none a few
   emulated. `run` takes at most three of these on a slow device. */
typedef enum tool_spread { TOOL_EVERY_WIDTH, TOOL_NATIVE_WIDTHS } tool_spread;

/* Fills out[] in order of width, native first. XL_BAD_VALUE where a named backend lacks a width, XL_BAD_NAME
   for an unknown backend. May be none: --width native on a device without. */
int tool_targets(const tool_session *session, tool_spread spread, tool_target out[TOOL_MAX_TARGETS],
                 int *count, xl_error *error);

/* The one target of a kernel that needs no sub-groups: a backend that is named has to be there all the same.
 */
tool_target tool_plain_target(const tool_session *session);

#endif
