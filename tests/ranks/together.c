/* The contract of ranks.h, tested as ranks of one job: `mpirun -n N ranks_together WHAT`, for run.sh. */
#define _POSIX_C_SOURCE 200809L
#include "text/complain.h"
#include "system/os_start.h"
#include "system/ranks.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every rank's text, of any length, at every rank. */
static tool_exit texts(tool_ranks *r) {
    char mine[4096], **all;
    const size_t length = (size_t)r->rank * 1000;
    memset(mine, 'a' + r->rank, length);
    mine[length] = '\0';
    tool_exit status = tool_ranks_share(r, mine, &all);
    for (int i = 0; i < r->size && status == TOOL_OK; i++) {
        const size_t got = strlen(all[i]);
        if (got != (size_t)i * 1000 || strspn(all[i], (char[]){(char)('a' + i), '\0'}) != got)
            status = TOOL_WRONG;
    }
    free(all);
    status = tool_ranks_agree(r, status);
    if (r->rank == 0) printf("%d ranks, %d nodes: %s\n", r->size, r->nodes, status ? "wrong" : "right");
    return status;
}

static tool_exit nodes(tool_ranks *r) {
    char mine[64], **all;
    snprintf(mine, sizeof mine, "node %d: %d of %d", r->node, r->node_rank, r->node_size);
    const tool_exit status = tool_ranks_share(r, mine, &all);
    for (int i = 0; r->rank == 0 && status == TOOL_OK && i < r->size; i++) printf("%s\n", all[i]);
    free(all);
    return status;
}

/* A hundred messages of each other rank, of growing length, in order. */
static tool_exit messages(tool_ranks *r) {
    enum { COUNT = 100, EACH = 2000 };
    char *text = malloc(COUNT * EACH + 32);
    for (int i = 0; r->rank > 0 && i < COUNT; i++) {
        const int used = snprintf(text, 32, "%d ", i);
        memset(text + used, 'x', (size_t)i * EACH);
        text[(size_t)used + (size_t)i * EACH] = '\0';
        tool_ranks_send(r, 0, text);
    }
    free(text);
    int *next = calloc((size_t)r->size, sizeof *next), wrong = 0;
    for (int left = r->rank == 0 ? COUNT * (r->size - 1) : 0; left > 0;) {
        int from = 0;
        char *got = tool_ranks_receive(r, &from);
        if (!got) continue;
        char *end;
        const long number = strtol(got, &end, 10);
        wrong += number != next[from]++ || strlen(end + 1) != (size_t)number * EACH;
        free(got);
        left--;
    }
    free(next);
    if (r->rank == 0) printf("messages: %d wrong\n", wrong);
    return wrong ? TOOL_WRONG : TOOL_OK;
}

/* Ranks from 1 on cannot work, or all report the same error. */
static tool_exit refuse(tool_ranks *r, bool all) {
    tool_exit mine = TOOL_OK;
    if (all || r->rank > 0) {
        tool_complain("there is no such thing");
        mine = TOOL_USAGE;
    }
    return tool_ranks_agree(r, mine);
}

/* The last rank ends by a signal, or hangs, while the others wait for it. */
static tool_exit lose(tool_ranks *r, bool dies) {
    if (r->rank == r->size - 1) {
        if (dies) raise(SIGKILL);
        sleep(20);
    }
    return tool_ranks_agree(r, TOOL_OK);
}

int main(int argc, char **argv) {
    tool_ranks ranks;
    const char *const what = argc > 1 ? argv[1] : "texts";
    tool_streams_open();
    tool_ranks_look(&ranks);
    tool_exit status = tool_ranks_begin(&ranks);
    if (status == TOOL_OK)
        status = strcmp(what, "texts") == 0      ? texts(&ranks)
                 : strcmp(what, "nodes") == 0    ? nodes(&ranks)
                 : strcmp(what, "messages") == 0 ? messages(&ranks)
                 : strcmp(what, "one") == 0      ? refuse(&ranks, false)
                 : strcmp(what, "all") == 0      ? refuse(&ranks, true)
                 : strcmp(what, "dies") == 0     ? lose(&ranks, true)
                 : strcmp(what, "hangs") == 0    ? lose(&ranks, false)
                                                 : TOOL_USAGE;
    fflush(stdout);
    return tool_ranks_end(&ranks, status);
}
