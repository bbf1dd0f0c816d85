#define _DEFAULT_SOURCE /* getloadavg */
#include "records/os_busy.h"
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

double tool_busy_load(void) {
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1.0;
}
