/* Process limits, which Windows lacks. */
#pragma once

#include "../posix.h"

typedef uint64_t rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
enum { RLIMIT_FSIZE, RLIMIT_AS };
struct rusage {
    long ru_maxrss;
    struct {
        long tv_sec, tv_usec;
    } ru_utime, ru_stime;
};
enum { RUSAGE_SELF, RUSAGE_CHILDREN = -1 };
#define getrusage(who, used) ((void)(who), memset(used, 0, sizeof *(used)), posix_missing())
#define RLIM_INFINITY UINT64_MAX
#define getrlimit(which, limit) ((void)(which), (limit)->rlim_cur = (limit)->rlim_max = 0, posix_missing())
#define setrlimit(which, limit) ((void)(which), (void)(limit), posix_missing())
