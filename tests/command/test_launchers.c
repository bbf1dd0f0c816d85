/* Ranks by a launcher's environment, and ranks that cannot work together. ctest: not sanitized (MPI's own
   allocations). */
#include "support/one_command.h"
#include "support/suite.h"
#include "system/ranks.h"
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
    "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"};

static void expect_rank(const char *environment, int rank, int size) {
    char words[256];
    tool_ranks ranks;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
    snprintf(words, sizeof words, "%s", environment);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *const equals = strchr(word, '=');
        *equals = '\0';
        setenv(word, equals + 1, 1);
    }
    tool_ranks_look(&ranks);
    ck_assert_msg(ranks.rank == rank && ranks.size == size, "%s: %d of %d", environment, ranks.rank,
                  ranks.size);
    ck_assert(!tool_ranks_are_many(&ranks) && ranks.node == 1 && ranks.nodes == 1);
}

TEST(environments) {
    expect_rank("", 0, 1);
    expect_rank("OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=4 PMIX_RANK=2", 2, 4);
    expect_rank("PMI_RANK=1 PMI_SIZE=3", 1, 3);
    expect_rank("PMIX_RANK=1 SLURM_STEP_NUM_TASKS=8", 1, 8);
    expect_rank("PMIX_RANK=1", 1, 0);                           /* the number of ranks is unknown */
    expect_rank("SLURM_NTASKS=8 SLURM_STEP_NUM_TASKS=8", 0, 1); /* a batch script's one process */
    expect_rank("PMI_RANK=-1 PMI_SIZE=3", 0, 1);
    expect_rank("PMI_RANK=x PMI_SIZE=3", 0, 1);
    expect_rank("PMI_RANK=1 PMI_SIZE=99999999999", 1, 0);
}

TEST(launchers_variables) {
    static const char *const theirs[] = {"OMPI_COMM_WORLD_RANK=1", "PMI_FD=7", "PMIX_NAMESPACE=x"};
    static const char *const others[] = {"PATH=/bin", "CUDA_VISIBLE_DEVICES=1", "SLURM_JOB_ID=3",
                                         "XPMI_RANK=1", ""};
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++) ck_assert(tool_ranks_is_launchers(theirs[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert(!tool_ranks_is_launchers(others[i]));
}

TEST(one_rank) {
    tool_ranks ranks;
    char **all;
    expect_rank("", 0, 1);
    tool_ranks_look(&ranks);
    ck_assert_int_eq(tool_ranks_begin(&ranks), TOOL_OK);
    ck_assert_int_eq(tool_ranks_share(&ranks, "alone", &all), TOOL_OK);
    ck_assert_str_eq(all[0], "alone");
    free(all);
    ck_assert_int_eq(tool_ranks_agree(&ranks, TOOL_WRONG), TOOL_WRONG);
    ck_assert_int_eq(tool_ranks_end(&ranks, TOOL_OUTPUT), TOOL_OUTPUT);
}

/* Built without MPI, or with another MPI than the launcher's: only rank 0 prints, and no rank works. */
TEST(ranks_that_cannot_meet) {
    command_run(&c, "PMI_RANK=0 PMI_SIZE=2 verify lerp/serial --device 0");
    command_refused(&c, 2, "MPI", NULL);
    crosslane(2, "PMI_RANK=1 PMI_SIZE=2 verify lerp/serial --device 0");
    ck_assert_str_eq(c.out, "");
    ck_assert_str_eq(c.err, "");
    command_run(&c, "PMI_RANK=0 PMI_SIZE=2 list");
    command_refused(&c, 2, "start this command without mpirun", NULL);
    crosslane(2, "PMI_RANK=1 PMI_SIZE=2 verify --no-such-option");
    ck_assert_str_eq(c.err, "");
    crosslane(0, "PMI_RANK=1 PMI_SIZE=2 --help");
    ck_assert_str_eq(c.out, "");
    command_free(&c);
}
