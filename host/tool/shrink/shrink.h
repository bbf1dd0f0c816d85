/* shrink.h - makes an exported program smaller while it shows the same defect. */
#pragma once

#include "system/exit_status.h"
#include <stdbool.h>

typedef struct shrink_call {
    const char *folder;
    const char *suspect; /* the device that fails; NULL: main.c's own */
    const char *second;  /* another device that must be right; NULL: none */
    int width;           /* of the checking device; 0: found by trying */
    bool bisect, quiet;
} shrink_call;

/* Reads the folder, or DIR/shrunk of an earlier call. Prints the result and complains. TOOL_WRONG: no
   driver's defect; TOOL_NOTHING_DONE: no checking device. Needs clang. */
tool_exit shrink_folder(const shrink_call *call);
