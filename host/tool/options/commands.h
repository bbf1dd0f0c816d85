/*
 * commands.h - the commands of crosslane, and what each says of itself.
 */
#pragma once

/* The commands: X(name, what it does in one line). */
#define TOOL_COMMAND_LIST(X)                                                                                 \
    X(run, "facts, probe, then verify and time the main algorithms on every chosen device")                  \
    X(devices, "every OpenCL device: facts, sub-group sizes, the backend chosen and why")                    \
    X(list, "algorithms, strategies, parameters, arrays; with --device, what that device runs")              \
    X(probe, "the sub-group operations at every width: native, derived, emulated or demoted")                \
    X(verify, "every strategy against its CPU reference, over sizes, widths and inputs")                     \
    X(bench, "verify, then time")                                                                            \
    X(tune, "measure what auto should take on this device, and keep it as a profile")                        \
    X(exec, "run one strategy on your own arrays (.npy, .png)")                                              \
    X(trace, "run a small problem and show what SG_SHOW recorded: a row per step, a column per lane")        \
    X(learn, "exercises, from a lane's number to a fast histogram: shown, checked, with hints")              \
    X(compare, "results files, or the devices of one, side by side: ratios, verdicts, who wins")             \
    X(show, "a recorded file as the live run printed it")                                                    \
    X(report, "recorded files as one page with charts and tables, for a browser, a phone and print")         \
    X(merge, "results files of several machines as one, for compare and show")                               \
    X(copy, "write an algorithm's kernel sources to a folder, to edit and run with --kernel-dir")            \
    X(options, "build options for kernels of your own that include crosslane_sg.h")                          \
    X(inspect, "the compiled code of several vendors' targets, without a device: registers, counts, loops")

typedef enum tool_command {
#define TOOL_COMMAND_ENUM(name, help) TOOL_COMMAND_##name,
    TOOL_COMMAND_LIST(TOOL_COMMAND_ENUM)
#undef TOOL_COMMAND_ENUM
        TOOL_COMMAND_COUNT
} tool_command;

const char *tool_command_name(tool_command command);
const char *tool_command_help(tool_command command);

/* `crosslane COMMAND --help` and `crosslane --help` on standard output. */
void tool_print_help(tool_command command);
void tool_print_general_help(void);

/* The commands that list an option ("seed") in their help, one bit each. */
unsigned tool_option_commands(const char *option);
