/*
 * targets.h - the backends and widths of rows, from --width, --backend and the device.
 */
#pragma once

#include "run/session.h"

enum { TOOL_MAX_TARGETS = 24 };
extern const char tool_emulation[]; /* name of the emulating backend */

typedef struct tool_target {
    const char *backend; /* NULL: default (for kernels without sub-groups) */
    int width;           /* 0: kernels without sub-groups */
    bool emulated;
} tool_target;

/* Without --width: every width; or native ones, or a few emulated if there are none. `run` takes at most
   three on a slow device. */
typedef enum tool_spread { TOOL_EVERY_WIDTH, TOOL_NATIVE_WIDTHS } tool_spread;

/* In order of width, native first; empty for --width native without any. XL_BAD_VALUE: a named backend lacks
   a width; XL_BAD_NAME: unknown backend. */
int tool_targets(const tool_session *session, tool_spread spread, tool_target out[TOOL_MAX_TARGETS],
                 int *count, xl_error *error);

/* Of a kernel without sub-groups: a named backend must still exist. */
tool_target tool_plain_target(const tool_session *session);
