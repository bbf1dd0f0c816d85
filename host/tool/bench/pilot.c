#include "bench/pilot.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "verify/verify.h"
#include <math.h>

enum { MOST_PILOTS = 3 };

/* With its largest size divided by 64; false: already small. */
static bool smaller(const tool_config *c, tool_config *out) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    xl__problem problem;
    if (xl__read_settings(algorithm, c->settings, &problem, NULL) != XL_SUCCESS) return false;
    const double *values = problem.value;
    int largest = -1;
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].size && (largest < 0 || values[p] > values[largest])) largest = p;
    if (largest < 0 || values[largest] < 4096.0) return false;
    char text[96];
    snprintf(text, sizeof text, "%s=%lld", algorithm->params[largest].name,
             (long long)(values[largest] / 64.0));
    *out = *c;
    tool_settings_join(algorithm, c->settings, text, out->settings);
    return true;
}

double tool_pilot_seconds(tool_session *session, const tool_config *config, const xl__problem *large,
                          double allowed) {
    tool_config small;
    if (!smaller(config, &small)) return 0.0;
    tool_data_cache cache = {0};
    tool_trial trial = {0};
    double seconds = INFINITY;
    for (int i = 0; i < MOST_PILOTS && seconds > allowed; i++) {
        if (tool_try(session, &small, &cache, 2, &trial) == TOOL_FAILED) break;
        seconds =
            fmin(seconds, tool_predict_seconds(config, xl__plan_problem(trial.plan), trial.seconds, large));
    }
    xl_plan_free(trial.plan);
    tool_data_cache_clear(&cache);
    return isinf(seconds) ? 0.0 : seconds;
}
