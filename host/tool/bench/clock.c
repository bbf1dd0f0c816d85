#include "bench/clock.h"
#include "records/stats.h"
#include <math.h>

enum { FEW = 4, MOST = 24, STARTING_LOOKS = 8 };

static double change_of(double before, double now) {
    return before > 0.0 && now > 0.0 ? before / now - 1.0 : 0.0;
}

static double look(const tool_clock *c) {
    double least = c->measure(c->of);
    for (int i = 1; i < MOST && least > 0.0; i++) {
        if (i >= FEW && fabs(change_of(c->last, least)) <= c->noise) break;
        const double ns = c->measure(c->of);
        if (!(ns > 0.0)) return 0.0;
        least = fmin(least, ns);
    }
    return least;
}

void tool_clock_start(tool_clock *c, tool_clock_measure *measure, void *of) {
    double looks[STARTING_LOOKS];
    tool_stats stats;
    *c = (tool_clock){.measure = measure, .of = of, .noise = TOOL_CLOCK_SHARE};
    for (int i = 0; i < STARTING_LOOKS; i++) looks[i] = look(c);
    if (!tool_stats_of(looks, STARTING_LOOKS, &stats) || !(stats.min > 0.0)) return;
    c->noise = fmax(TOOL_CLOCK_SHARE, 8.0 * stats.mad / stats.median);
    c->last = stats.median;
}

double tool_clock_look(tool_clock *c, double *change) {
    const double now = look(c), found = change_of(c->last, now);
    *change = fabs(found) > c->noise ? found : 0.0;
    if (now > 0.0) c->last = now;
    return now;
}
