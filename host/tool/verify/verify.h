/* verify.h - the worker's side of verify. */
#pragma once

#include "run/data.h"
#include "run/rows.h"
#include "verify/verify_level.h"

/* One row per strategy, target, type and settings of the level; each runs many cases (sizes and inputs),
   at TOOL_LEVEL_FIRST (for `run`) only the base size and its inputs. At TOOL_LEVEL_QUICK one event per
   algorithm reports what its rows have not met:
     {"event":"level","algorithm":"lerp","rows":N,"full":N,"met":N,"left":N,"names":["tree with items=1"]}
   `full`: rows of the full level; `names`: the first that are left. */
tool_exit tool_verify(tool_session *session, const tool_choice *choices, int count, tool_level level);

/* Of TOOL_LEVEL_FIRST, at most. */
double tool_verify_rows(tool_session *session, const tool_choice *choices, int count);

typedef enum tool_outcome { TOOL_RIGHT, TOOL_WRONG_RESULT, TOOL_FAILED } tool_outcome;

typedef struct tool_trial {
    xl_plan *plan; /* owned by the caller */
    tool_verdict verdict;
    int width_measured;              /* -1: not measured */
    bool width_wrong, measure_wrong; /* `error` says which measure */
    bool found;                      /* the checking device found mistakes (run/findings.h) */
    double seconds;                  /* of the fastest run, by the host's clock */
    xl_error error;
} tool_trial;

/* Runs and compares `repeat` times. TOOL_WRONG_RESULT: the verdict says where, or trial->error if the
   measured width is not the planned one. TOOL_FAILED: trial->error says why. Uses trial->plan if set, else
   makes one (NULL on failure). */
tool_outcome tool_try(tool_session *session, const tool_config *config, tool_data_cache *cache, int repeat,
                      tool_trial *trial);

void tool_row_set_trial(json_t *record, const tool_session *session, const tool_config *config,
                        const tool_trial *trial, tool_outcome outcome);

/* With --kernel-dir only a strategy's first mistake is reported. */
bool tool_stops_strategy(const tool_options *options, const json_t *record);
/* A caught planted kernel becomes ok, with a reason that begins with TOOL_PLANT_CAUGHT; one that passes
   becomes a mismatch. */
void tool_judge_plant(json_t *record);

/* Of one launch, from a smaller run; 0: unknown. */
double tool_predict_seconds(const tool_config *config, const xl__problem *small, double small_seconds,
                            const xl__problem *large);
