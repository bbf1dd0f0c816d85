/* gate.c - reports kernels of this build that are slower than earlier kernels.
 *
 *     cmake --build build/release --target crosslane_gate
 *     build/release/crosslane_gate --before DIR [--now DIR] [--device N] [--only NAME] [--repeats N]
 *
 * DIR is a folder of kernels, as in --kernel-dir; without --now this build's kernels are timed. The problems of
 * contest.c run with both, alternating, and the processor time of all threads is compared, so other load does not
 * matter. Fails if a problem takes SLOWER times as long in each of ROUNDS rounds. Also prints the ratio to plain C with
 * OpenMP (OMP_WAIT_POLICY=passive, or waiting counts). --repeats: launches of the current kernel per call; with 2 every
 * problem must fail. A problem whose earlier kernel does not fit the current table, or is wrong, is named and skipped.
 *
 * Exit status 0: none is slower; 1: one is, or wrong; 2: bad usage; 3: nothing could be compared; 4: no device.
 */
#include "contest.h"
#include "base/os.h"
#include "job/job.h"
#include "system/exit_status.h"
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, PAIRS = 9 };
#define SLOWER 1.5
#define SAMPLE_SECONDS 0.01

typedef struct gate_options {
    const char *before, *now, *only;
    int device, repeats;
} gate_options;

typedef struct gate {
    tool_session before, now;
    int passed, failed, apart; /* problems */
    int repeats;
} gate;

typedef struct sides {
    entrant before, now, openmp;
} sides;

/* Medians of pairs taken right after each other, in both orders. */
typedef struct round_ratios {
    double to_before, to_openmp, ms; /* ms: of today's kernel, of processors */
} round_ratios;

static int time_round(sides *s, round_ratios *out, xl_error *error) {
    double before[PAIRS] = {0}, now[PAIRS] = {0}, openmp[PAIRS] = {0};
    int status = XL_SUCCESS;
    for (int i = 0; i < PAIRS && status == XL_SUCCESS; i++) {
        entrant *const order[] = {i % 2 ? &s->now : &s->before, i % 2 ? &s->before : &s->now, &s->openmp};
        double *const times[] = {i % 2 ? now : before, i % 2 ? before : now, openmp};
        for (int k = 0; k < 3 && status == XL_SUCCESS; k++) {
            entrant_times sample = {0};
            status = entrant_sample(order[k], &sample, error);
            times[k][i] = sample.effort;
        }
    }
    if (status != XL_SUCCESS) return status;
    *out = (round_ratios){contest_ratio(now, before, PAIRS), contest_ratio(now, openmp, PAIRS), 1e-6 * now[PAIRS / 2]};
    return XL_SUCCESS;
}

static int judge(sides *s, const char *name, bool *slower, xl_error *error) {
    int status = entrant_warm_up(&s->before, SAMPLE_SECONDS, error);
    if (status == XL_SUCCESS) status = entrant_warm_up(&s->now, SAMPLE_SECONDS, error);
    if (status == XL_SUCCESS) status = entrant_warm_up(&s->openmp, SAMPLE_SECONDS, error);
    /* As many calls of both: the first calls in a row cost more, because threads wake. */
    if (s->before.batch > s->now.batch) s->now.batch = s->before.batch;
    s->before.batch = s->now.batch;
    *slower = true;
    for (int round = 0; round < ROUNDS && *slower && status == XL_SUCCESS; round++) {
        round_ratios r = {0};
        status = time_round(s, &r, error);
        if (status != XL_SUCCESS) break;
        *slower = r.to_before >= SLOWER;
        printf("%-9s  %8.3f ms of processors, %.2f of the earlier kernels' time, %.2f of OpenMP's%s\n", name, r.ms,
               r.to_before, r.to_openmp, *slower ? round + 1 < ROUNDS ? "; once more" : "; SLOWER, three times" : "");
        fflush(stdout);
    }
    return status;
}

static void run_problem(gate *g, const peers_problem *problem) {
    tool_data_cache cache = {0};
    xl_error error = {.text = ""};
    sides s = {0};
    bool slower = false;
    if (entrant_enter(&s.before, &g->before, problem, &cache, &error) != XL_SUCCESS) {
        printf("%-9s  not compared, the earlier kernels do not do: %s\n", problem->algorithm, error.text);
        g->apart++;
    } else {
        int status = entrant_enter(&s.now, &g->now, problem, &cache, &error);
        s.now.repeats = g->repeats;
        if (status == XL_SUCCESS) status = entrant_enter_openmp(&s.openmp, &s.now, problem, &cache, &error);
        if (status == XL_SUCCESS) status = judge(&s, problem->algorithm, &slower, &error);
        if (status != XL_SUCCESS) printf("%-9s  FAILED: %s\n", problem->algorithm, error.text);
        *(status != XL_SUCCESS || slower ? &g->failed : &g->passed) += 1;
    }
    entrant_leave(&s.openmp);
    entrant_leave(&s.now);
    entrant_leave(&s.before);
    tool_data_cache_clear(&cache);
}

static bool read_options(int argc, char **argv, gate_options *o) {
    for (int i = 1; i < argc; i += 2) {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!value) return false;
        if (strcmp(argv[i], "--before") == 0)
            o->before = value;
        else if (strcmp(argv[i], "--now") == 0)
            o->now = value;
        else if (strcmp(argv[i], "--only") == 0)
            o->only = value;
        else if (strcmp(argv[i], "--device") == 0)
            o->device = atoi(value);
        else if (strcmp(argv[i], "--repeats") == 0)
            o->repeats = atoi(value);
        else
            return false;
    }
    return o->before && o->repeats >= 1 && o->repeats <= 8;
}

/* Missing files are replaced by built-in files, so an empty folder would pass. */
static int open_session(tool_session *session, tool_job *job, const gate_options *o, const char *folder) {
    xl_error error = {.text = ""};
    char layer[4096];
    snprintf(layer, sizeof layer, "%s/sg/sg.h", folder ? folder : "");
    if (folder && !xl__os_exists(layer)) {
        fprintf(stderr, "gate: %s: no such file; name a folder like kernels/\n", layer);
        return TOOL_USAGE;
    }
    job->options = (tool_options){.command = TOOL_COMMAND_bench, .seed = 1, .repeat = 1, .kernel_dir = folder};
    job->task.device = o->device;
    if (tool_session_open(session, job, NULL, &error) == XL_SUCCESS) return TOOL_OK;
    fprintf(stderr, "gate: %s\n", error.text);
    return TOOL_DEVICE_FAILED;
}

int main(int argc, char **argv) {
    static tool_job before_job, now_job;
    gate_options o = {.repeats = 1};
    if (!read_options(argc, argv, &o)) {
        fprintf(stderr, "usage: crosslane_gate --before DIR [--now DIR] [--device N] [--only NAME] [--repeats 1..8]\n");
        return TOOL_USAGE;
    }
    gate g = {.repeats = o.repeats};
    int status = open_session(&g.before, &before_job, &o, o.before);
    if (status == TOOL_OK) status = open_session(&g.now, &now_job, &o, o.now);
    if (status != TOOL_OK) {
        tool_session_close(&g.before);
        return status;
    }
    for (const peers_problem *p = peers_problems; p->algorithm; p++)
        if (o.only ? strcmp(o.only, p->algorithm) == 0 : p->gated) run_problem(&g, p);
    tool_session_close(&g.now);
    tool_session_close(&g.before);
    printf("%d not compared\n%d passed, %d failed\n", g.apart, g.passed, g.failed);
    return g.failed ? TOOL_WRONG : g.passed ? TOOL_OK : TOOL_NOTHING_DONE;
}
