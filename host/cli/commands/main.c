/* main.c - parses the command line and calls the command. */
#include "text/os_memory.h"
#include "text/print.h"
#include "system/os_start.h"
#include "system/os_process.h"
#include "system/os_terminal.h"
#include "system/ranks.h"
#include "records/version.h"
#include "campaign/worker.h"
#include "cases/case.h"
#include "charts/sweep.h"
#include "shared/cli.h"
#include "shared/cli_check.h"
#include "shared/complete.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tool_exit print_version(void) {
    tool_print(stdout, "crosslane %s\ncommit %s\ncompiler %s\nOpenCL headers %d.%d\n", XL_VERSION,
               TOOL_COMMIT, TOOL_COMPILER, CL_TARGET_OPENCL_VERSION / 100,
               CL_TARGET_OPENCL_VERSION / 10 % 10);
    return tool_flush(stdout);
}

static bool is_for_ranks(tool_command command) {
    return command == TOOL_COMMAND_run || command == TOOL_COMMAND_verify || command == TOOL_COMMAND_bench ||
           command == TOOL_COMMAND_probe || command == TOOL_COMMAND_exec;
}

static tool_exit run_command(const tool_options *options) {
    switch (options->command) {
#define RUN_COMMAND(name, help)                                                                              \
    case TOOL_COMMAND_##name: return cli_##name(options);
        TOOL_COMMAND_LIST(RUN_COMMAND)
#undef RUN_COMMAND
    default: return TOOL_USAGE;
    }
}

static char said_early[1024];

static void keep_early(void *user, const char *line) {
    (void)user;
    if (!said_early[0]) snprintf(said_early, sizeof said_early, "%s", line);
}

static void say_nothing(void *user, const char *line) {
    (void)user;
    (void)line;
}

enum { BETWEEN = '\x1f' };

/* Except --device, which may differ between ranks. */
static char *common_words(int argc, char **argv) {
    size_t size = 1, used = 0;
    for (int i = 1; i < argc; i++) size += strlen(argv[i]) + 1;
    char *const text = tool_need(malloc(size));
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--device=", 9) == 0) continue;
        if (strcmp(argv[i], "--device") == 0) {
            i++;
            continue;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%c", argv[i], BETWEEN);
    }
    text[used] = '\0';
    return text;
}

static int word_size(const char *text, size_t at) {
    const char *const end = strchr(text + at, BETWEEN);
    return (int)(end ? (size_t)(end - text) - at : strlen(text + at));
}

static tool_exit compare_words(const char *mine, const char *theirs) {
    size_t at = 0, word = 0, before = 0;
    if (strcmp(mine, theirs) == 0) return TOOL_OK;
    for (; mine[at] == theirs[at]; at++)
        if (mine[at] == BETWEEN) {
            before = word;
            word = at + 1;
        }
    const bool option = before < word && mine[before] == '-';
    tool_complain("all ranks need the same words except --device: here '%.*s', on rank 0 '%.*s'%s%.*s",
                  word_size(mine, word), mine + word, word_size(theirs, word), theirs + word,
                  option ? ", after " : "", option ? word_size(mine, before) : 0, mine + before);
    return TOOL_USAGE;
}

/* A rank that fails makes all ranks end. */
static tool_exit agree(tool_ranks *ranks, tool_exit parsed, int argc, char **argv) {
    char **all = NULL;
    if (said_early[0]) tool_complain("%s", said_early);
    tool_exit status = tool_ranks_agree(ranks, parsed);
    if (status != TOOL_OK) return status;
    char *const mine = common_words(argc, argv);
    status = tool_ranks_share(ranks, mine, &all);
    if (status == TOOL_OK) status = compare_words(mine, all[0]);
    free(mine);
    free(all);
    return tool_ranks_agree(ranks, status);
}

static bool traces_file(int argc, char **argv) {
    if (argc < 3 || strcmp(argv[1], "trace") != 0) return false;
    for (int i = 2; i < argc; i++) {
        const size_t length = strlen(argv[i]);
        if (argv[i][0] != '-' && length > 3 && strcmp(argv[i] + length - 3, ".cl") == 0) return true;
    }
    return false;
}

static tool_exit check_command(const tool_options *options) {
    if (is_for_ranks(options->command)) return TOOL_OK;
    tool_complain(
        "only run, verify, bench, probe and exec can use several ranks; start this command without mpirun");
    return TOOL_USAGE;
}

/* Help needs no MPI. If only one rank prints help, the others wait in vain. */
static tool_exit join(tool_ranks *ranks, tool_exit parsed, bool helped) {
    const bool quiet = ranks->rank == 0 && (parsed != TOOL_OK || helped); /* it has printed the reason */
    if (quiet) tool_complain_to(say_nothing, NULL);
    const tool_exit status = tool_ranks_begin(ranks);
    if (quiet && parsed == TOOL_OK) tool_complain_to(NULL, NULL);
    return status;
}

static tool_exit run_as_rank(tool_options *options, tool_exit parsed, bool helped, int argc, char **argv) {
    tool_ranks *const ranks = options->ranks;
    if (parsed == TOOL_OK && !helped) parsed = check_command(options);
    tool_exit status = join(ranks, parsed, helped);
    if (helped && status != TOOL_OK) return parsed;
    if (status == TOOL_OK) status = agree(ranks, parsed, argc, argv);
    return status == TOOL_OK && !helped ? run_command(options) : status;
}

int main(int argc, char **argv) {
    tool_options options;
    tool_ranks ranks;
    tool_streams_open();
    argv = tool_words_typed(argc, argv);
    tool_memory_guard(NULL, NULL);
    tool_plant_cases();
    if (argc == 3 && strcmp(argv[1], "--worker") == 0) return tool_worker_main(argv[2]);
    if (argc >= 2 && strcmp(argv[1], "complete") == 0) return (int)cli_complete(argc - 2, argv + 2);
    if (argc >= 2 && strcmp(argv[1], "check") == 0) return cli_check(argc - 1, argv + 1);
    if (argc == 3 && strcmp(argv[1], "help") == 0 && strcmp(argv[2], "check") == 0)
        return cli_check(2, (char *[]){argv[2], "--help", NULL});
    if (traces_file(argc, argv)) return cli_check(argc - 1, argv + 1);
    tool_process_self(argv[0]);
    tool_ranks_look(&ranks);
    if (ranks.size == 1) tool_complain_width(tool_terminal_width(stderr));
    if (ranks.rank > 0) { /* only rank 0 prints */
        tool_output_mute();
        tool_complain_to(keep_early, NULL);
    }
    tool_exit parsed = tool_options_parse(argc, argv, &options);
    const bool helped = parsed == TOOL_OK && (options.help || options.version);
    if (helped)
        parsed = options.help ? tool_flush(stdout) : print_version();
    else if (parsed == TOOL_OK)
        parsed = tool_sweep_apply(&options);
    if (parsed == TOOL_OK && !helped) parsed = cli_need_clang_for(&options);
    options.ranks = &ranks;
    if (ranks.size != 1) return tool_ranks_end(&ranks, run_as_rank(&options, parsed, helped, argc, argv));
    return (int)(parsed == TOOL_OK && !helped ? run_command(&options) : parsed);
}
