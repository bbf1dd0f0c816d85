/* main.c - crosslane: parses the command line and hands over to the command. */
#include "../tool/os_start.h"
#include "../tool/version.h"
#include "../tool/worker.h"
#include "../tool/sweep.h"
#include "cli.h"
#include <stdio.h>

static int print_version(void) {
    printf("crosslane %s\ncommit %s\ncompiler %s\nOpenCL headers %d.%d\n", XL_VERSION, TOOL_COMMIT,
           TOOL_COMPILER, CL_TARGET_OPENCL_VERSION / 100, CL_TARGET_OPENCL_VERSION / 10 % 10);
    return (int)tool_flush(stdout);
}

int main(int argc, char **argv) {
    tool_options options;
    tool_streams_open();
    tool_memory_guard(NULL, NULL);
    const tool_exit parsed = tool_options_parse(argc, argv, &options);
    if (parsed != TOOL_OK) return (int)parsed;
    if (options.help) return (int)tool_flush(stdout);
    if (options.version) return print_version();
    const tool_exit swept = tool_sweep_apply(&options);
    if (swept != TOOL_OK) return (int)swept;
    if (options.worker) return tool_worker_main(&options);
    switch (options.command) {
#define RUN_COMMAND(name, help)                                                                              \
    case TOOL_COMMAND_##name: return (int)cli_##name(&options, argc, argv);
        TOOL_COMMAND_LIST(RUN_COMMAND)
#undef RUN_COMMAND
    default: return TOOL_USAGE;
    }
}
