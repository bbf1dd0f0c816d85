/* verify_user_kernels.h - the mistakes in a user's kernels: by the checking device if it is here, else by
   their source. */
#pragma once

#include "campaign/campaign.h"
#include "table/algorithm.h"

enum { CLI_MOST_USER_KERNELS = 16 };

typedef struct cli_user_kernel {
    char name[128]; /* "lerp/mine" */
    const xl__strategy *strategy;
    bool right; /* in every row */
} cli_user_kernel;

typedef struct cli_user_kernels {
    cli_user_kernel item[CLI_MOST_USER_KERNELS];
    int count;
} cli_user_kernels;

/* Notes the row's strategy if its kernels are the user's. */
void cli_user_kernels_note(cli_user_kernels *kernels, const tool_options *options, const json_t *record);

/* A mistake may not show on the run's devices, for example if a compiler keeps all lanes active. */
void cli_user_kernels_print(const cli_user_kernels *kernels, tool_campaign *campaign);
