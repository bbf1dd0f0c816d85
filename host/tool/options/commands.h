#pragma once

#include <stddef.h>

/* In help order: X(name, what it does in one line). */
#define TOOL_COMMAND_LIST(X)                                                                                 \
    X(devices, "every OpenCL device: facts, sub-group sizes, chosen backend")                                \
    X(probe, "every sub-group operation: native, derived, emulated or demoted")                              \
    X(promises, "what each driver guarantees beyond the standard")                                           \
    X(list, "the algorithms; 'list NAME': its strategies, parameters and arrays")                            \
    X(inspect, "compiled code for several vendors' targets, without a device")                               \
    X(verify, "compare every strategy with its CPU reference")                                               \
    X(export, "write a recorded row as a program of its own, for a bug report")                              \
    X(shrink, "make an exported program smaller while it still fails")                                       \
    X(run, "facts, probes, then verified times of the main algorithms")                                      \
    X(bench, "verify strategies, then time them")                                                            \
    X(tune, "measure what auto should choose on this device; save a profile")                                \
    X(compare, "which device is faster at which problem, by how much, and why")                              \
    X(show, "print a results file as the live run printed it")                                               \
    X(report, "write results files as one page with charts and tables")                                      \
    X(merge, "join the results files of several machines")                                                   \
    X(learn, "exercises, from a lane's number to a fast histogram, with hints")                              \
    X(trace, "run a small problem and show the values of every lane")                                        \
    X(copy, "write the kernels of an algorithm to a folder, to edit and run")                                \
    X(exec, "run one strategy on your own arrays (.npy, .png)")                                              \
    X(options, "build options for your own kernels with crosslane_sg.h")

typedef enum tool_command {
#define TOOL_COMMAND_ENUM(name, help) TOOL_COMMAND_##name,
    TOOL_COMMAND_LIST(TOOL_COMMAND_ENUM)
#undef TOOL_COMMAND_ENUM
        TOOL_COMMAND_COUNT
} tool_command;

const char *tool_command_name(tool_command command);
const char *tool_command_help(tool_command command);

/* Prints on standard output. */
void tool_print_help(tool_command command);
void tool_print_general_help(void);

/* The next option, from entry *at of the table on, "--level quick|pairs|full", with its help; *at is then
 * past it. NULL: no more.
 */
const char *tool_option_listed(tool_command command, size_t *at, const char **help);

/* Commands of an option ("seed"), one bit each. */
unsigned tool_option_commands(const char *option);
