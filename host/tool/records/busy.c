#include "records/os_busy.h"
#include "text/display.h"

double tool_busy_share(const tool_busy *from, const tool_busy *to) {
    const double least = 0.1, all = to->all - from->all; /* ten ticks */
    if (!(from->all > 0.0) || all < least) return -1.0;
    const double others = all - (to->idle - from->idle) - (to->own - from->own);
    return others <= 0.0 ? 0.0 : others >= all ? 1.0 : others / all;
}

bool tool_busy_text(double load, unsigned cores, double share, char *out, size_t size) {
    const double most_load = 0.5, most_share = 0.2; /* of the cores; one short process is no reason */
    const bool loaded = cores > 0 && load > most_load * cores, used = share > most_share;
    out[0] = '\0';
    /* The last minute's load: a measured share overrides it. */
    if (!used && (!loaded || share >= 0.0)) return false;
    const bool tells_load = load >= 0.0 && cores > 0;
    tool_text_append(out, size, "this machine is busy (");
    if (tells_load) tool_text_append(out, size, "load %.1f on %u core%s", load, cores, cores == 1 ? "" : "s");
    if (share >= 0.0)
        tool_text_append(out, size, "%sother processes use %.0f%% of %s", tells_load ? "; " : "",
                         100.0 * share, tells_load ? "them" : "the processors");
    tool_text_append(out, size, "): times will be noisy");
    return true;
}
