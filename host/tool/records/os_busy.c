/* os_busy.c - the system's load, and the processors' time. */
#define _DEFAULT_SOURCE /* getloadavg */
#include "records/os_busy.h"
#include "text/display.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static double seconds_of(int who) {
    struct rusage used;
    if (getrusage(who, &used) != 0) return 0.0;
    return (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
           1e-6 * ((double)used.ru_utime.tv_usec + (double)used.ru_stime.tv_usec);
}

tool_busy tool_busy_now(void) {
    enum { KINDS = 8, IDLE = 3, IO_WAIT = 4 }; /* user, nice, system, idle, iowait, irq, softirq, steal */
    tool_busy now = {.own = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN)};
    const double tick = (double)sysconf(_SC_CLK_TCK);
    unsigned long long spent[KINDS] = {0};
    FILE *const stream = fopen("/proc/stat", "r");
    if (!stream) return now;
    int count = fscanf(stream, "cpu") == 0 ? 0 : KINDS;
    while (count < KINDS && fscanf(stream, "%llu", &spent[count]) == 1) count++;
    fclose(stream);
    if (count < KINDS || !(tick > 0.0)) return now;
    for (int i = 0; i < KINDS; i++) now.all += (double)spent[i] / tick;
    now.idle = (double)(spent[IDLE] + spent[IO_WAIT]) / tick;
    return now;
}

double tool_busy_share(const tool_busy *from, const tool_busy *to) {
    const double least = 0.1, all = to->all - from->all; /* ten ticks */
    if (!(from->all > 0.0) || all < least) return -1.0;
    const double others = all - (to->idle - from->idle) - (to->own - from->own);
    return others <= 0.0 ? 0.0 : others >= all ? 1.0 : others / all;
}

double tool_busy_load(void) {
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1.0;
}

bool tool_busy_text(double load, unsigned cores, double share, char *out, size_t size) {
    const double most_load = 0.5, most_share = 0.2; /* of the cores; a lone short process is no reason */
    const bool loaded = cores > 0 && load > most_load * cores, used = share > most_share;
    out[0] = '\0';
    /* The load looks back for a minute: where it is known that others have ended since, it does not count. */
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
