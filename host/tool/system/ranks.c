#include "text/os_memory.h"
#include "system/ranks.h"
#include "base/os.h"
#include "text/complain.h"
#include "system/os_start.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tool_ranks_are_many(const tool_ranks *r) {
    return r && r->inner;
}

bool tool_ranks_due(double *last) {
    const double now = tool_seconds();
    if (now - *last < 0.02) return false;
    *last = now;
    return true;
}

double tool_ranks_patience(void) {
    const char *const given = xl__os_environment("CROSSLANE_RANK_SECONDS");
    const double seconds = given ? strtod(given, NULL) : 0.0;
    return seconds > 0.0 ? seconds : 300.0;
}

static int number_of(const char *const *names, int otherwise) {
    for (; *names; names++) {
        const char *const text = xl__os_environment(*names);
        char *end = NULL;
        const long value = text ? strtol(text, &end, 10) : -1;
        if (text && end != text && *end == '\0' && value >= 0 && value < INT_MAX) return (int)value;
    }
    return otherwise;
}

/* Open MPI's mpirun, MPICH and its relatives, Slurm's srun with --mpi=pmix or pmi2. A batch script's
   variables do not count. */
void tool_ranks_look(tool_ranks *r) {
    static const char *const rank[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", NULL};
    static const char *const size[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS", NULL};
    const int mine = number_of(rank, -1);
    *r = (tool_ranks){.size = 1, .node = 1, .nodes = 1, .node_size = 1};
    if (mine < 0) return;
    r->rank = mine;
    r->size = number_of(size, 0);
}

bool tool_ranks_is_launchers(const char *variable) {
    static const char *const theirs[] = {"OMPI_", "PMI_", "PMIX_", "PRTE_", "ORTE_"};
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        if (strncmp(variable, theirs[i], strlen(theirs[i])) == 0) return true;
    return false;
}

#if CROSSLANE_MPI
#include <mpi.h>

enum { TEXTS = 1, INIT_SECONDS = 60, END_SECONDS = 30, LOST_SECONDS = 3 };

/* A message under way. */
typedef struct parcel {
    struct parcel *next;
    MPI_Request request;
    char *text;
} parcel;

struct tool_ranks_inner {
    MPI_Comm comm; /* its own: a called library may use the world */
    int *node_of;  /* each rank's node, from 1 */
    parcel *first, **last;
    char *said;  /* this rank's complaint, or NULL; none of rank 0 */
    bool broken; /* a collective call or the other ranks were abandoned */
};

static tool_exit wait_for(tool_ranks *r, MPI_Request *request, int failed, const char *what) {
    const double end = tool_seconds() + tool_ranks_patience();
    int done = 0;
    for (uint64_t pause = 1000; !failed; pause += pause < 5000000 ? pause : 0) {
        failed = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done || failed) break;
        if (tool_interrupted()) {
            r->inner->broken = true;
            return TOOL_INTERRUPTED;
        }
        if (tool_seconds() > end) break;
        xl__os_sleep(pause);
    }
    if (done && !failed) return TOOL_OK;
    r->inner->broken = true;
    if (failed)
        tool_complain("MPI failed while %s", what);
    else
        tool_complain("a rank did not answer within %g s (CROSSLANE_RANK_SECONDS) while %s",
                      tool_ranks_patience(), what);
    return TOOL_DEVICE_FAILED;
}

static tool_exit share_lengths(tool_ranks *r, const char *mine, int *lengths, int *starts, int *total) {
    const int length = (int)strlen(mine) + 1;
    MPI_Request request = MPI_REQUEST_NULL;
    const int failed = MPI_Iallgather(&length, 1, MPI_INT, lengths, 1, MPI_INT, r->inner->comm, &request);
    const tool_exit status = wait_for(r, &request, failed, "the ranks exchanged their data");
    long long sum = 0;
    for (int i = 0; status == TOOL_OK && i < r->size; i++) {
        starts[i] = (int)sum;
        sum += lengths[i];
        if (sum > INT_MAX) {
            tool_complain("the ranks' data do not fit into a message");
            return TOOL_DEVICE_FAILED;
        }
    }
    *total = (int)sum;
    return status;
}

static tool_exit share_texts(tool_ranks *r, const char *mine, int *lengths, int *starts, char ***all) {
    int total = 0;
    tool_exit status = share_lengths(r, mine, lengths, starts, &total);
    if (status != TOOL_OK) return status;
    char **const list = tool_need(malloc((size_t)r->size * sizeof *list + (size_t)total));
    char *const texts = (char *)(list + r->size);
    MPI_Request request = MPI_REQUEST_NULL;
    const int failed = MPI_Iallgatherv(mine, lengths[r->rank], MPI_CHAR, texts, lengths, starts, MPI_CHAR,
                                       r->inner->comm, &request);
    status = wait_for(r, &request, failed, "the ranks exchanged their data");
    if (status != TOOL_OK) return status; /* MPI may still write into the block */
    for (int i = 0; i < r->size; i++) list[i] = texts + starts[i];
    *all = list;
    return TOOL_OK;
}

static tool_exit share(tool_ranks *r, const char *mine, char ***all) {
    int *const lengths = tool_need(malloc(2 * (size_t)r->size * sizeof *lengths));
    const tool_exit status = share_texts(r, mine, lengths, lengths + r->size, all);
    if (!r->inner->broken) free(lengths);
    return status;
}

/* Frees delivered messages; true: none is in transit. */
static bool sweep_parcels(tool_ranks *r) {
    for (parcel **at = &r->inner->first; *at;) {
        parcel *const p = *at;
        int done = 0;
        if (MPI_Test(&p->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) done = 1; /* to a lost rank */
        if (!done) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        if (!*at) r->inner->last = at;
        free(p->text);
        free(p);
    }
    return !r->inner->first;
}

void tool_ranks_send(tool_ranks *r, int to, const char *text) {
    if (!tool_ranks_are_many(r)) return;
    const size_t size = strlen(text);
    parcel *const p = tool_need(malloc(sizeof *p));
    *p = (parcel){.request = MPI_REQUEST_NULL, .text = tool_need(malloc(size + 1))};
    memcpy(p->text, text, size + 1);
    if (size < INT_MAX) MPI_Isend(p->text, (int)size + 1, MPI_CHAR, to, TEXTS, r->inner->comm, &p->request);
    *r->inner->last = p;
    r->inner->last = &p->next;
}

char *tool_ranks_receive(tool_ranks *r, int *from) {
    MPI_Status status;
    int here = 0, size = 0;
    if (!tool_ranks_are_many(r)) return NULL;
    sweep_parcels(r);
    if (MPI_Iprobe(MPI_ANY_SOURCE, TEXTS, r->inner->comm, &here, &status) != MPI_SUCCESS || !here)
        return NULL;
    MPI_Get_count(&status, MPI_CHAR, &size);
    char *const text = tool_need(malloc((size_t)size + 1));
    MPI_Request request = MPI_REQUEST_NULL;
    const int failed = MPI_Irecv(text, size, MPI_CHAR, status.MPI_SOURCE, TEXTS, r->inner->comm, &request);
    if (wait_for(r, &request, failed, "a message arrived") != TOOL_OK) return NULL;
    text[size] = '\0';
    *from = status.MPI_SOURCE;
    return text;
}

/* Ranks that share memory are one machine; for tests, each CROSSLANE_TEST_NODE_RANKS. Blocks; the caller's
   alarm limits it. */
static int first_of_node(tool_ranks *r) {
    const char *const given = xl__os_environment("CROSSLANE_TEST_NODE_RANKS");
    const int each = given ? atoi(given) : 0;
    MPI_Comm node;
    int first = r->rank;
    if (each > 0)
        MPI_Comm_split(r->inner->comm, r->rank / each, r->rank, &node);
    else
        MPI_Comm_split_type(r->inner->comm, MPI_COMM_TYPE_SHARED, r->rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &r->node_rank);
    MPI_Comm_size(node, &r->node_size);
    MPI_Bcast(&first, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    return first;
}

static tool_exit number_nodes(tool_ranks *r, int first) {
    int *const firsts = tool_need(malloc((size_t)r->size * sizeof *firsts));
    r->inner->node_of = tool_need(calloc((size_t)r->size, sizeof *r->inner->node_of));
    MPI_Request request = MPI_REQUEST_NULL;
    const int failed = MPI_Iallgather(&first, 1, MPI_INT, firsts, 1, MPI_INT, r->inner->comm, &request);
    const tool_exit status = wait_for(r, &request, failed, "machines were counted");
    r->nodes = 0;
    for (int i = 0; i < r->size && status == TOOL_OK; i++)
        r->inner->node_of[i] = firsts[i] == i ? ++r->nodes : r->inner->node_of[firsts[i]];
    if (status != TOOL_OK) return status; /* MPI may still write there */
    r->node = r->inner->node_of[r->rank];
    free(firsts);
    return TOOL_OK;
}

static void keep_complaint(void *user, const char *line) {
    tool_ranks *const r = user;
    if (r->inner->said) return;
    const size_t size = strlen(line) + 1;
    r->inner->said = memcpy(tool_need(malloc(size)), line, size);
}

static void free_inner(tool_ranks *r) {
    tool_complain_to(NULL, NULL);
    free(r->inner->node_of);
    free(r->inner->said);
    free(r->inner);
    r->inner = NULL;
}

/* Each rank is its own MPI job. */
static tool_exit leave_alone(tool_ranks *r) {
    if (r->rank == 0)
        tool_complain(
            "%d ranks were started by the launcher of another MPI than this command was built with; "
            "start it with mpirun of that MPI",
            r->size);
    MPI_Finalize();
    tool_limit(0, NULL, TOOL_OK);
    free_inner(r);
    return TOOL_USAGE;
}

static tool_exit join(tool_ranks *r) {
    int given = 0, size = 1;
    tool_limit(INIT_SECONDS, "crosslane: the ranks did not find each other within 60 s\n",
               TOOL_DEVICE_FAILED);
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        tool_complain("MPI_Init failed");
        return TOOL_DEVICE_FAILED;
    }
    r->inner = tool_need(calloc(1, sizeof *r->inner));
    r->inner->last = &r->inner->first;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (r->size > 1 && size == 1) return leave_alone(r);
    r->size = size;
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &r->inner->comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(r->inner->comm, MPI_ERRORS_RETURN);
    const int first = first_of_node(r);
    tool_limit(0, NULL, TOOL_OK);
    if (r->rank > 0) tool_complain_to(keep_complaint, r);
    return number_nodes(r, first);
}

int tool_ranks_node_of(const tool_ranks *r, int rank) {
    return tool_ranks_are_many(r) ? r->inner->node_of[rank] : 1;
}

void tool_ranks_give_up(tool_ranks *r) {
    if (tool_ranks_are_many(r)) r->inner->broken = true;
}

/* An interrupted rank other than 0 waits to be ended by the launcher, or by rank 0, which closes a file and
 * aborts; else it aborts itself. It does not call MPI_Finalize meanwhile: a rank killed there makes the
 * mpirun of Open MPI 4.1 hang or crash, about one time in five.
 */
static void leave(tool_ranks *r, tool_exit status) {
    const bool waits = r->rank > 0 && tool_interrupted() && !r->inner->broken;
    const bool whole = !r->inner->broken && !waits;
    const double end = tool_seconds() + (whole ? tool_ranks_patience() : LOST_SECONDS);
    while (!sweep_parcels(r) && tool_seconds() < end) xl__os_sleep(1000000);
    if (waits) xl__os_sleep(END_SECONDS * UINT64_C(1000000000));
    /* All messages are out: a hanging MPI_Finalize does not change the status. */
    tool_limit(whole ? END_SECONDS : LOST_SECONDS, "", r->rank == 0 ? status : TOOL_OK);
    if (whole)
        MPI_Finalize();
    else
        MPI_Abort(MPI_COMM_WORLD, (int)status);
    tool_limit(0, NULL, TOOL_OK);
}

#else /* without MPI there is one rank */

struct tool_ranks_inner {
    char *said;
};

static tool_exit share(tool_ranks *r, const char *mine, char ***all) {
    (void)r;
    (void)mine;
    (void)all;
    return TOOL_DEVICE_FAILED;
}

void tool_ranks_send(tool_ranks *r, int to, const char *text) {
    (void)r;
    (void)to;
    (void)text;
}

char *tool_ranks_receive(tool_ranks *r, int *from) {
    (void)r;
    (void)from;
    return NULL;
}

static tool_exit join(tool_ranks *r) {
    if (r->rank == 0)
        tool_complain(
            "started as several ranks, but built without MPI; build it with MPI (docs/installing.md), "
            "or start it on each machine and join the files with 'crosslane merge'");
    return TOOL_USAGE;
}

int tool_ranks_node_of(const tool_ranks *r, int rank) {
    (void)r;
    (void)rank;
    return 1;
}

void tool_ranks_give_up(tool_ranks *r) {
    (void)r;
}

static void leave(tool_ranks *r, tool_exit status) {
    (void)r;
    (void)status;
}

static void free_inner(tool_ranks *r) {
    (void)r;
}
#endif

tool_exit tool_ranks_begin(tool_ranks *r) {
    return r->size == 1 ? TOOL_OK : join(r);
}

tool_exit tool_ranks_share(tool_ranks *r, const char *mine, char ***all) {
    *all = NULL;
    if (tool_ranks_are_many(r)) return share(r, mine, all);
    const size_t size = strlen(mine) + 1;
    *all = tool_need(malloc(sizeof **all + size));
    **all = memcpy(*all + 1, mine, size);
    return TOOL_OK;
}

/* Texts are "STATUS WORDS". Rank 0 reports others' complaints if it has none. */
static void tell_others(const tool_ranks *r, char *const *all) {
    int failed = 0, first = -1;
    for (int i = r->size - 1; i > 0; i--) {
        if (atoi(all[i]) == TOOL_OK) continue;
        failed++;
        first = i;
    }
    if (failed == 0) return;
    const char *const words = strchr(all[first], ' ') + 1;
    tool_complain("node %d, rank %d%s: %s", tool_ranks_node_of(r, first), first,
                  failed > 1 ? " and others" : "", words[0] ? words : "it ended");
}

tool_exit tool_ranks_agree(tool_ranks *r, tool_exit mine) {
    if (!tool_ranks_are_many(r)) return mine;
    const char *const said = r->inner->said ? r->inner->said : "";
    const size_t size = strlen(said) + 24;
    char *const text = tool_need(malloc(size)), **all;
    snprintf(text, size, "%d %s", (int)mine, said);
    tool_exit worst = tool_ranks_share(r, text, &all);
    free(text);
    free(r->inner->said);
    r->inner->said = NULL;
    if (worst != TOOL_OK) return tool_exit_worst(worst, mine);
    for (int i = 0; i < r->size; i++) worst = tool_exit_worst(worst, (tool_exit)atoi(all[i]));
    if (r->rank == 0 && mine == TOOL_OK) tell_others(r, all);
    free(all);
    return worst;
}

int tool_ranks_end(tool_ranks *r, tool_exit status) {
    if (!tool_ranks_are_many(r)) return (int)status;
    const int rank = r->rank;
    leave(r, status);
    free_inner(r);
    return rank == 0 ? (int)status : 0;
}
