/* contest.h - problems and their contestants: a device with its kernels, and plain C with OpenMP. Each is
   compared with the reference first; then samples alternate. */
#pragma once

#include "openmp.h"
#include "run/checked_run.h"
#include "run/data.h"

typedef struct peers_problem {
    const char *algorithm, *settings, *distribution;
    xl_type type;
    void (*loop)(const openmp_call *call);
    bool gated; /* timed by the gate */
} peers_problem;

/* The last one has no algorithm. */
extern const peers_problem peers_problems[];

typedef struct entrant {
    tool_session *session; /* NULL: OpenMP */
    tool_config config;
    xl_plan *plan; /* owned, of a device */
    tool_buffers buffers;
    openmp_call call;
    void (*loop)(const openmp_call *call);
    int batch;   /* calls of a sample */
    int repeats; /* launches of a call: 1, or more to seem slow */
} entrant;

/* auto's choice on a device. Call entrant_leave, after a failure too. */
int entrant_enter(entrant *e, tool_session *session, const peers_problem *problem, tool_data_cache *cache,
                  xl_error *error);
/* OpenMP on the problem of `beside`. Its inputs are the cache's, valid until the next one enters. */
int entrant_enter_openmp(entrant *e, const entrant *beside, const peers_problem *problem, tool_data_cache *cache,
                         xl_error *error);
void entrant_leave(entrant *e);

/* Nanoseconds of a call: by the clock (a device: by events), and of all processors. */
typedef struct entrant_times {
    double ns, effort;
} entrant_times;
int entrant_sample(entrant *e, entrant_times *out, xl_error *error);

/* Sets e->batch so that a sample takes about `seconds`. */
int entrant_warm_up(entrant *e, double seconds, xl_error *error);

/* The median of a[i] / b[i]; count is at most 64. */
double contest_ratio(const double *a, const double *b, int count);
