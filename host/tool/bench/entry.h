/* entry.h - one strategy at one width, timed together with others. */
#pragma once

#include "job/turns.h"
#include "run/data.h"
#include "run/timing.h"
#include "verify/verify.h"

enum { TOOL_MOST_SAMPLES = 1000 };

typedef struct tool_entry {
    tool_session *session; /* not owned, like the cache */
    tool_data_cache *cache;
    tool_config config;
    long row;
    tool_trial trial;
    xl_plan *timed; /* the trial's plan; if that counts measures, one that does not, owned here */
    tool_buffers buffers;
    int batch;
    int count;
    double samples[TOOL_MOST_SAMPLES];
    int round_samples[TOOL_MOST_ROUNDS]; /* per round of alternating devices */
    bool by_events;
    int refused;      /* samples by the host's clock: event times were unusable */
    double single_ns; /* one launch, one wait */
    double alone_ns;  /* by the device's events; 0: unusable */
    double spent_s;   /* by its samples */
    double moved_s;   /* by moving its buffers */
    int moves;
    bool out;        /* failed or left out: its record is written */
    double *time_ns; /* also gets the time; may be NULL */
} tool_entry;

/* Makes a row, its verified plan, and buffers. Skips launches predicted to take longer than `max_launch`
 * seconds; `slow`: the reason names a slow device's limit. NULL: the row is written, with the reason.
 */
tool_entry *tool_entry_make(tool_session *session, tool_data_cache *cache, const tool_config *config,
                            double max_launch, bool slow);
void tool_entry_free(tool_entry *entry);

void tool_entry_leave_out(tool_entry *entry, const char *reason);

/* Launches until times settle, for at least `least` seconds; sizes batches to `lasts` seconds. */
void tool_entry_warm_up(tool_entry *entry, double least, double lasts);

/* One batch. False: it failed, and the entry is out. */
bool tool_entry_shoot(tool_entry *entry, int batch, tool_shot *shot);
void tool_entry_sample(tool_entry *entry, int round);
void tool_entry_forget(tool_entry *entry, int round);

/* Unless that costs more time than the samples. */
void tool_entry_move(tool_entry *entry);

/* False: wrong, and the entry is out. */
bool tool_entry_verify(tool_entry *entry);
