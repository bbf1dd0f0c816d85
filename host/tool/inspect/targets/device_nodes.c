#include "inspect/targets/device_nodes.h"
#include <stddef.h>
#include <string.h>

bool tool_is_device_node(const char *name) {
    static const char *const nodes[] = {"accel", "dri",    "dxg",    "kfd",  "kgsl",
                                        "mali",  "nvhost", "nvidia", "nvmap"};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (strncmp(name, nodes[i], strlen(nodes[i])) == 0) return true;
    return false;
}
