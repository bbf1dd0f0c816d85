#include "campaign/precompile.h"
#include "campaign/supervise.h"
#include "base/os.h"
#include "run/cache_place.h"
#include "system/os_start.h"
#include "system/ranks.h"
#include <stdlib.h>

/* Several ranks already share their processors. */
static bool is_worth_it(const tool_options *o) {
    const bool rows = o->command == TOOL_COMMAND_run || o->command == TOOL_COMMAND_bench ||
                      o->command == TOOL_COMMAND_verify;
    return rows && o->random <= 0 && !o->exhaustive && o->auto_grid <= 0 && !o->kernel_dir && !o->plant &&
           !tool_ranks_are_many(o->ranks);
}

/* They may use half of the memory; a compiler takes up to half a GiB. With more than eight the worker is the
 * bottleneck (16 processors: 19.9 s without, 7.7 s with four, 6.3 s with eight).
 */
static int how_many(void) {
    enum { MOST_USEFUL = 8 };
    const char *const given = xl__os_environment("CROSSLANE_COMPILERS");
    const uint64_t fit = xl__os_memory_total() >> 30;
    uint64_t count = tool_processors_allowed();
    if (count < 2) count = 0;
    if (count > MOST_USEFUL) count = MOST_USEFUL;
    if (count > fit) count = fit;
    if (given) count = strtoull(given, NULL, 10);
    return count < TOOL_MOST_PRECOMPILE ? (int)count : TOOL_MOST_PRECOMPILE;
}

int tool_precompile_most(const tool_options *options) {
    return is_worth_it(options) ? how_many() : 0;
}

void tool_precompile_open(tool_precompile *a, const tool_options *options) {
    *a = (tool_precompile){.count = 0};
    tool_others_open(a->ends);
    a->wanted = a->ends[1] >= 0 ? tool_precompile_most(options) : 0;
    if (a->wanted == 0) tool_precompile_hold(a);
}

void tool_precompile_start(tool_precompile *a, tool_job *job, const tool_driver *driver) {
    if (a->ends[1] < 0) return;
    const char *environment[TOOL_WORKER_SETTINGS + 1];
    tool_worker_environment(driver, environment);
    int settings = 0;
    while (environment[settings]) settings++;
    environment[settings++] = "OMP_NUM_THREADS=1"; /* processors are for compilers */
    environment[settings] = NULL;
    const int before = job->task.sharing;
    job->task.sharing = XL__AHEAD;
    char *const text = tool_job_write(job);
    job->task.sharing = before;
    for (; a->count < a->wanted; a->count++)
        if (tool_process_start(&a->process[a->count], "work", text, environment, a->ends[1], false, NULL,
                               NULL, NULL) != XL_SUCCESS)
            break;
    free(text);
    tool_precompile_hold(a);
}

void tool_precompile_hold(tool_precompile *a) {
    tool_others_close(&a->ends[1]);
}

void tool_precompile_close(tool_precompile *a) {
    tool_note last;
    for (int i = 0; i < a->count; i++) tool_process_kill(&a->process[i]);
    for (int i = 0; i < a->count; i++) tool_process_finish(&a->process[i], 0.0, &last);
    char *const folder = a->wanted > 0 ? tool_cache_folder() : NULL;
    if (folder) xl__os_sweep_folder(folder); /* removes claims of ended workers */
    free(folder);
    a->count = 0;
    tool_others_close(&a->ends[0]);
    tool_precompile_hold(a);
}
