/* main.c - crosslane: parses the command line and hands over to the command. */
#include "text/os_memory.h"
#include "system/os_start.h"
#include "system/ranks.h"
#include "system/version.h"
#include "campaign/worker.h"
#include "charts/sweep.h"
#include "cli.h"
#include <stdio.h>

static int print_version(void) {
    printf("crosslane %s\ncommit %s\ncompiler %s\nOpenCL headers %d.%d\n", XL_VERSION, TOOL_COMMIT,
           TOOL_COMPILER, CL_TARGET_OPENCL_VERSION / 100, CL_TARGET_OPENCL_VERSION / 10 % 10);
    return (int)tool_flush(stdout);
}

/* What several ranks can do together. */
static bool is_for_ranks(tool_command command) {
    return command == TOOL_COMMAND_run || command == TOOL_COMMAND_verify || command == TOOL_COMMAND_bench ||
           command == TOOL_COMMAND_probe || command == TOOL_COMMAND_exec;
}

static tool_exit run_command(const tool_options *options, int argc, char **argv) {
    switch (options->command) {
#define RUN_COMMAND(name, help)                                                                              \
    case TOOL_COMMAND_##name: return cli_##name(options, argc, argv);
        TOOL_COMMAND_LIST(RUN_COMMAND)
#undef RUN_COMMAND
    default: return TOOL_USAGE;
    }
}

static tool_exit run_as_rank(tool_options *options, int argc, char **argv) {
    tool_ranks *const ranks = options->ranks;
    if (ranks->size != 1 && !is_for_ranks(options->command)) {
        tool_complain(
            "several ranks can run, verify, bench, probe and exec; start this command without mpirun");
        return TOOL_USAGE;
    }
    const tool_exit joined = tool_ranks_begin(ranks);
    return joined == TOOL_OK ? run_command(options, argc, argv) : joined;
}

static void say_nothing(void *user, const char *line) {
    (void)user;
    (void)line;
}

int main(int argc, char **argv) {
    tool_options options;
    tool_ranks ranks;
    tool_streams_open();
    tool_memory_guard(NULL, NULL);
    tool_ranks_look(&ranks);
    if (ranks.rank > 0) { /* all have the same words: one of them speaks */
        tool_output_mute();
        tool_complain_to(say_nothing, NULL);
    }
    const tool_exit parsed = tool_options_parse(argc, argv, &options);
    if (parsed != TOOL_OK) return (int)parsed;
    if (options.help) return (int)tool_flush(stdout);
    if (options.version) return print_version();
    const tool_exit swept = tool_sweep_apply(&options);
    if (swept != TOOL_OK) return (int)swept;
    if (options.worker) return tool_worker_main(&options);
    options.ranks = &ranks;
    return tool_ranks_end(&ranks, run_as_rank(&options, argc, argv));
}
