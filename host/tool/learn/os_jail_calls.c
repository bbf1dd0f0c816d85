#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CLONE_... */
#endif
#include "learn/os_jail_walls.h"
#if HAS_WALLS
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Needed by compilers, linkers and drivers. Left out: sockets, keys, other processes' memory, mounts,
   namespaces, tracing, System V memory, io_uring. */
/* clang-format off */
static const int allowed[] = {
    /* files */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_openat, SYS_close, SYS_close_range, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs,
    SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir,
    SYS_readlinkat, SYS_mkdirat, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_symlinkat,
    SYS_fchmod, SYS_fchmodat, SYS_utimensat, SYS_umask, SYS_truncate, SYS_ftruncate, SYS_fallocate,
    SYS_fadvise64, SYS_flock, SYS_fsync, SYS_fdatasync, SYS_fcntl, SYS_dup, SYS_dup3, SYS_pipe2,
    SYS_sendfile, SYS_copy_file_range, SYS_memfd_create, SYS_ioctl,
    /* waiting */
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2,
    SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_futex, SYS_restart_syscall,
    /* memory */
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_mincore, SYS_msync, SYS_mlock,
    SYS_mlock2, SYS_munlock, SYS_mbind, SYS_get_mempolicy, SYS_set_mempolicy, SYS_membarrier,
    /* processes and threads; clone is filtered below. clone3's flags cannot be filtered; the C library
       falls back to clone */
    SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_kill, SYS_tkill, SYS_tgkill,
    SYS_getpid, SYS_getppid, SYS_gettid, SYS_getpgid, SYS_setpgid, SYS_getsid, SYS_setsid, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_set_tid_address,
    SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_prctl, SYS_getcpu, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_sched_getparam, SYS_sched_setparam,
    SYS_sched_getscheduler, SYS_sched_setscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min,
    SYS_getpriority, SYS_setpriority, SYS_getrlimit, SYS_setrlimit, SYS_prlimit64, SYS_getrusage,
    /* signals */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigpending, SYS_rt_sigreturn, SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_sigaltstack,
    /* time and the machine */
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_times, SYS_getitimer, SYS_setitimer,
    SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
    SYS_uname, SYS_sysinfo, SYS_getrandom,
#ifdef __x86_64__ /* older forms */
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_getdents, SYS_readlink, SYS_mkdir, SYS_rmdir,
    SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_chmod, SYS_utime, SYS_utimes, SYS_pipe, SYS_dup2,
    SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_eventfd, SYS_fork, SYS_vfork, SYS_getpgrp,
    SYS_alarm, SYS_pause, SYS_time, SYS_arch_prctl,
#endif
#if SANITIZED /* its leak check is a separate process */
    SYS_ptrace, SYS_personality,
#endif
};
/* clang-format on */
enum { ALLOWED = sizeof allowed / sizeof *allowed };

/* A refused call fails as if the kernel lacked it, so programs try alternatives. */
bool tool_wall_calls(tool_step *s) {
#ifdef __x86_64__
    const unsigned architecture = AUDIT_ARCH_X86_64;
#else
    const unsigned architecture = AUDIT_ARCH_AARCH64;
#endif
    const unsigned namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                CLONE_NEWPID | CLONE_NEWNET;
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    enum { HEAD = 9 };
    struct sock_filter filter[HEAD + 2 * ALLOWED + 1] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        allow,
    };
    struct sock_filter *next = filter + HEAD;
    for (int i = 0; i < ALLOWED; i++) {
        *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
        *next++ = allow;
    }
    *next = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return tool_step_done(s, "calls that are refused",
                          prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                              prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0);
}
#endif
