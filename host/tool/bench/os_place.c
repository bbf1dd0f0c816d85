/* Linux, glibc: /proc/self/task, the processors of a thread, mallopt. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_setaffinity */
#endif
#include "bench/os_place.h"
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/types.h>

#ifdef __linux__

enum { MOST_THREADS = 4096 };

struct tool_threads {
    cpu_set_t all; /* of the whole process */
    size_t count;
    struct {
        pid_t thread;
        cpu_set_t before;
    } item[];
};

/* Visits at most `most` threads. */
static size_t each_thread(void (*visit)(tool_threads *held, pid_t thread), tool_threads *held, size_t most) {
    DIR *const folder = opendir("/proc/self/task");
    size_t count = 0;
    for (const struct dirent *entry; folder && count < most && (entry = readdir(folder));) {
        const long thread = strtol(entry->d_name, NULL, 10);
        if (thread <= 0) continue;
        count++;
        if (visit) visit(held, (pid_t)thread);
    }
    if (folder) closedir(folder);
    return count;
}

static void note(tool_threads *held, pid_t thread) {
    held->item[held->count].thread = thread;
    held->count += sched_getaffinity(thread, sizeof held->all, &held->item[held->count].before) == 0;
}

/* Modulo their number. */
static size_t processor_at(const cpu_set_t *set, unsigned place) {
    const int count = CPU_COUNT(set);
    unsigned left = count > 0 ? place % (unsigned)count : 0;
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, set) && left-- == 0) return i;
    return 0;
}

/* Threads that the driver has bound stay. */
static void hold(const tool_threads *held, size_t at, unsigned place) {
    const size_t processor = processor_at(&held->all, place);
    cpu_set_t one;
    if (CPU_COUNT(&held->item[at].before) < 2 || !CPU_ISSET(processor, &held->item[at].before)) return;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(held->item[at].thread, sizeof one, &one);
}

tool_threads *tool_threads_hold(unsigned first) {
    const size_t most = each_thread(NULL, NULL, MOST_THREADS);
    tool_threads *const held = malloc(sizeof *held + most * sizeof *held->item);
    if (!held) return NULL;
    held->count = 0;
    if (sched_getaffinity(0, sizeof held->all, &held->all) != 0 || CPU_COUNT(&held->all) < 2) {
        free(held);
        return NULL;
    }
    each_thread(note, held, most);
    for (size_t i = 0; i < held->count; i++) hold(held, i, first + (unsigned)i);
    return held;
}

/* New threads have inherited their creator's processors. */
static void let_go(tool_threads *held, pid_t thread) {
    const cpu_set_t *before = &held->all;
    for (size_t i = 0; i < held->count; i++)
        if (held->item[i].thread == thread) before = &held->item[i].before;
    sched_setaffinity(thread, sizeof *before, before);
}

void tool_threads_release(tool_threads *held) {
    if (held) each_thread(let_go, held, MOST_THREADS);
    free(held);
}

#else

tool_threads *tool_threads_hold(unsigned first) {
    (void)first;
    return NULL;
}

void tool_threads_release(tool_threads *held) {
    (void)held;
}

#endif

#ifdef __GLIBC__
#include <malloc.h>

void tool_memory_renew(void) {
    enum { LARGE = 65536 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, LARGE);
    malloc_trim(0); /* its kept memory would be taken first */
}

#else

void tool_memory_renew(void) {
}

#endif
