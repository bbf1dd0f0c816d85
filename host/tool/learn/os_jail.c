/* os_jail.c - Linux's namespaces around a process of this command. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw, namespaces */
#endif
#include "learn/os_jail.h"
#include "base/os.h"
#include "base/status.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "text/os_memory.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#if defined(SYS_mount_setattr) && defined(SYS_io_uring_setup)
#define HAS_WALLS 1
#endif
#endif
#ifndef HAS_WALLS
#define HAS_WALLS 0
#endif

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

extern char **environ;

/* ---- folders -------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *at) {
    (void)facts;
    (void)kind;
    (void)at;
    (void)remove(path);
    return 0;
}

void tool_jail_folder_remove(const char *path) {
    enum { FOLDERS = 16 };
    nftw(path, remove_one, FOLDERS, FTW_DEPTH | FTW_PHYS);
}

int tool_jail_folder_make(char path[TOOL_PATH], xl_error *error) {
    static const tool_temporary kind = {
        .prefix = "crosslane-grade-", .mark = ".run", .remove = tool_jail_folder_remove};
    char made[TOOL_PATH];
    int mark; /* held until this process ends */
    tool_temporary_sweep(&kind);
    const int status = tool_temporary_make(&kind, made, &mark, error);
    if (status != XL_SUCCESS || tool_jail_real(made, path)) return status;
    tool_jail_folder_remove(made);
    return xl__fail(error, XL_IO, "%s: the name is too long", made);
}

bool tool_jail_real(const char *path, char real[TOOL_PATH]) {
    char *const found = realpath(path, NULL);
    const bool fits = found && xl__copy_capped(real, TOOL_PATH, found);
    free(found);
    return fits;
}

bool tool_jail_is_link(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

/* ---- what is inside: this runs in the new process, which has one thread ------------------------------ */

/* The step under way, for whoever started it. */
typedef struct step {
    const char *what;
    int failed; /* errno */
} step;

static bool is_done(step *s, const char *what, bool well) {
    *s = (step){what, well ? 0 : errno};
    return well;
}

/* own/NAME */
static const char *inside(const tool_jail *jail, const char *name, char path[TOOL_PATH]) {
    return snprintf(path, TOOL_PATH, "%s/%s", jail->own, name) < TOOL_PATH ? path : "";
}

static bool write_file(const char *path, const char *text, size_t size) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    while (file >= 0 && size > 0) {
        const ssize_t got = write(file, text, size);
        if (got < 0 && errno != EINTR) break;
        if (got > 0) {
            text += got;
            size -= (size_t)got;
        }
    }
    return file >= 0 && close(file) == 0 && size == 0;
}

static bool fill_own(const tool_jail *jail, step *s) {
    static const char *const folders[] = {"answer", "cache", "tmp", "over", "work"};
    char path[TOOL_PATH], name[TOOL_PATH];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!is_done(s, "making a folder", mkdir(inside(jail, folders[i], path), 0700) == 0)) return false;
    for (size_t i = 0; i < jail->file_count; i++) {
        snprintf(name, sizeof name, "answer/%s", jail->files[i].name);
        if (!is_done(s, "writing the answer",
                     write_file(inside(jail, name, path), jail->files[i].text, jail->files[i].size)))
            return false;
    }
    return true;
}

/* Per process; memory is watched by whoever runs the kernel. */
static void set_limits(void) {
    enum { FILE_BYTES = 64 << 20, PROCESSES = 1024 };
    const struct rlimit file = {FILE_BYTES, FILE_BYTES}, core = {0, 0}, processes = {PROCESSES, PROCESSES};
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_NPROC, &processes);
}

#if HAS_WALLS
enum { INNER_USER = 1000 }; /* nobody's rights: what is started inside has lost those that made the walls */

static bool write_map(const char *path, unsigned from) {
    char text[64];
    const int size = snprintf(text, sizeof text, "%d %u 1\n", INNER_USER, from);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool well = file >= 0 && write(file, text, (size_t)size) == size;
    if (file >= 0) close(file);
    return well;
}

static bool become_nobody(unsigned user, unsigned group, step *s) {
    const int file = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
    const bool denied = file >= 0 && write(file, "deny", 4) == 4;
    if (file >= 0) close(file);
    return is_done(s, "a user of its own",
                   denied && write_map("/proc/self/uid_map", user) && write_map("/proc/self/gid_map", group));
}

static bool change_mount(const char *path, unsigned flags, uint64_t set, uint64_t clear) {
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

/* Mounts on top of a path; what is mounted nowhere else needs no more than this. */
static bool put(const char *kind, const char *path, unsigned long flags, const char *data) {
    return syscall(SYS_mount, kind, path, kind, flags, data) == 0;
}

/* Devices that every program may need. Where the user is root all others are out of reach: nobody else would
   keep a kernel from a disk. */
static const char *const plain_devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                            "/dev/urandom"};
enum { PLAIN_DEVICES = sizeof plain_devices / sizeof *plain_devices };

static bool lock_files(const tool_jail *jail, bool root, bool overlaid, step *s) {
    char path[TOOL_PATH];
    for (int i = 0; root && i < PLAIN_DEVICES; i++)
        if (!is_done(s, "the plain devices",
                     syscall(SYS_mount, plain_devices[i], plain_devices[i], NULL, MS_BIND, NULL) == 0))
            return false;
    const uint64_t locks = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | (root ? MOUNT_ATTR_NODEV : 0);
    if (!is_done(s, "files that can only be read", change_mount("/", AT_RECURSIVE, locks, 0)) ||
        !is_done(s, "a folder of its own", change_mount(jail->own, 0, 0, MOUNT_ATTR_RDONLY)) ||
        (overlaid && !is_done(s, "a cache of its own",
                              change_mount(inside(jail, "cache", path), 0, 0, MOUNT_ATTR_RDONLY))))
        return false;
    for (int i = 0; root && i < PLAIN_DEVICES; i++)
        if (!is_done(s, "the plain devices", change_mount(plain_devices[i], 0, 0, MOUNT_ATTR_NODEV)))
            return false;
    return true;
}

static const char shared_memory[] = "/dev/shm";

/* What is known stays as it is: what is written lies over it. Where that cannot be, all is found out anew. */
static bool overlay_cache(const tool_jail *jail) {
    char path[TOOL_PATH], options[4 * TOOL_PATH];
    if (!jail->known) return false;
    snprintf(options, sizeof options, "lowerdir=%s,upperdir=%s/over,workdir=%s/work", jail->known, jail->own,
             jail->own);
    return put("overlay", inside(jail, "cache", path), MS_NOSUID | MS_NODEV, options);
}

static bool wall_files(const tool_jail *jail, bool root, step *s) {
    if (!is_done(s, "mounts of its own",
                 syscall(SYS_mount, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0) ||
        !is_done(s, "a folder in memory",
                 put("tmpfs", jail->own, MS_NOSUID | MS_NODEV, "size=256m,nr_inodes=20000,mode=700")) ||
        !fill_own(jail, s))
        return false;
    const bool overlaid = overlay_cache(jail);
    if (jail->hidden &&
        !is_done(s, "a hidden folder", put("tmpfs", jail->hidden, MS_NOSUID | MS_NODEV, "size=4k,mode=555")))
        return false;
    /* Where runtimes of drivers and compilers keep what their threads share; an empty one. */
    const bool shares = xl__os_is_folder(shared_memory);
    if (shares &&
        !is_done(s, "shared memory of its own",
                 put("tmpfs", shared_memory, MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=16m,nr_inodes=100")))
        return false;
    return is_done(s, "its own list of processes",
                   put("proc", "/proc", MS_RDONLY | MS_NOSUID | MS_NODEV, NULL)) &&
           lock_files(jail, root, overlaid, s) &&
           (!shares ||
            is_done(s, "shared memory of its own", change_mount(shared_memory, 0, 0, MOUNT_ATTR_RDONLY)));
}

/* Calls that lead out, to others' memory, or to new rights. */
static bool wall_calls(step *s) {
#ifdef __x86_64__
    const unsigned architecture = AUDIT_ARCH_X86_64;
#else
    const unsigned architecture = AUDIT_ARCH_AARCH64;
#endif
    const unsigned other_calls = 0x40000000;
#define REFUSE(number)                                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, other_calls, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        REFUSE(SYS_socket),
#if !SANITIZED /* which looks for leaks with it */
        REFUSE(SYS_ptrace),
#endif
        REFUSE(SYS_process_vm_readv),
        REFUSE(SYS_process_vm_writev),
        REFUSE(SYS_io_uring_setup),
        REFUSE(SYS_unshare),
        REFUSE(SYS_setns),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    };
#undef REFUSE
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return is_done(s, "calls that are refused",
                   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0);
}

/* A process whose parent this is, with namespaces of its own. */
static long fork_walled(void) {
    const unsigned long flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC;
    return syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
}

static bool build_walls(const tool_jail *jail, unsigned user, unsigned group, step *s) {
    return is_done(s, "an end with its parent", prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0) &&
           become_nobody(user, group, s) && wall_files(jail, user == 0, s) && wall_calls(s);
}
#else
static long fork_walled(void) {
    errno = ENOSYS;
    return -1;
}
static bool build_walls(const tool_jail *jail, unsigned user, unsigned group, step *s) {
    (void)jail;
    (void)user;
    (void)group;
    *s = (step){"namespaces", ENOSYS};
    return false;
}
#endif

/* ---- its environment ------------------------------------------------------------------------------- */

/* A folder in which a driver keeps something, by its name. Our own has its place. */
static bool names_cache(const char *setting) {
    static const char end[] = "_CACHE_DIR", own[] = "CROSSLANE_CACHE_DIR=";
    const size_t length = strcspn(setting, "=");
    return length > strlen(end) && strncmp(setting + length - strlen(end), end, strlen(end)) == 0 &&
           strncmp(setting, own, strlen(own)) != 0;
}

/* Where what is found out of devices is kept. */
static const char *cache_of(const tool_jail *jail, char path[TOOL_PATH]) {
    if (jail->walls || !jail->known) return inside(jail, "cache", path);
    snprintf(path, TOOL_PATH, "%s", jail->known);
    return path;
}

/* "NAME=" with a path and what follows it; `length`: of the name. */
static char *setting_of(const char *name, size_t length, const char *path, const char *rest) {
    xl__text text = {0};
    xl__text_format(&text, "%.*s=%s%s", (int)length, name, path, rest);
    return tool_need(text.data);
}

/* What gives it everybody's own places; the array and its texts are the caller's. */
static char **settings_of(const tool_jail *jail) {
    enum { USUAL_MIB = 2048 };
    enum { PLACES = 4 };
    char cache[TOOL_PATH], temporary[TOOL_PATH], number[24];
    cache_of(jail, cache);
    inside(jail, "tmp", temporary);
    const char *const places[PLACES][3] = {{"HOME", temporary, ""},
                                           {"TMPDIR", temporary, ""},
                                           {"XDG_CACHE_HOME", cache, ""},
                                           {"CROSSLANE_CACHE_DIR", cache, "/crosslane"}};
    size_t count = 0, used = 0;
    while (environ[count]) count++;
    char **const made = tool_need(calloc(count + PLACES + 2, sizeof *made));
    for (size_t i = 0; i < count; i++)
        if (names_cache(environ[i]))
            made[used++] = setting_of(environ[i], strcspn(environ[i], "="), cache, "");
    for (size_t p = 0; p < PLACES; p++)
        made[used++] = setting_of(places[p][0], strlen(places[p][0]), places[p][1], places[p][2]);
    static const char memory[] = "CROSSLANE_WORKER_MIB";
    if (!getenv(memory)) {
        const uint64_t most = tool_memory_limit() >> 20;
        snprintf(number, sizeof number, "%llu",
                 (unsigned long long)(most > 0 && most < USUAL_MIB ? most : USUAL_MIB));
        made[used++] = setting_of(memory, strlen(memory), number, "");
    }
    return made;
}

static void free_settings(char **settings) {
    for (size_t i = 0; settings[i]; i++) free(settings[i]);
    free(settings);
}

/* ---- starting -------------------------------------------------------------------------------------- */

/* The step that failed, as what is sent to the parent: a text and an errno. */
typedef struct failure {
    char what[64];
    int failed;
} failure;

static void send_failure(int to, const step *s) {
    failure sent = {.failed = s->failed};
    snprintf(sent.what, sizeof sent.what, "%s", s->what);
    (void)!write(to, &sent, sizeof sent);
    _exit(127);
}

/* In the new process. `words` NULL: it was only to be seen whether this can be. */
static void go(const tool_jail *jail, const char *const *words, char **environment, const char *said,
               const int out[2], int failures, unsigned user, unsigned group) {
    step s = {"", 0};
    char path[TOOL_PATH];
    setsid(); /* no terminal, and a group of its own */
    const bool built = jail->walls ? build_walls(jail, user, group, &s) : fill_own(jail, &s);
    if (!built || !is_done(&s, "its folder", chdir(inside(jail, "tmp", path)) == 0))
        send_failure(failures, &s);
    if (!words) _exit(0);
    if (jail->walls) set_limits();
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(said ? open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : nowhere, STDERR_FILENO);
    execve("/proc/self/exe", (char **)(uintptr_t)words, environment);
    is_done(&s, "starting crosslane", false);
    send_failure(failures, &s);
}

static void close_both(const int ends[2]) {
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

int tool_jail_start(tool_jailed *jailed, const tool_jail *jail, const char *const *words, const char *said,
                    xl_error *error) {
    int out[2] = {-1, -1}, failures[2] = {-1, -1};
    char reason[128];
    failure got = {.failed = 0};
    *jailed = (tool_jailed){.from = -1};
    int broken = tool_pipe(out);
    if (!broken) broken = tool_pipe(failures);
    if (broken) {
        close_both(out);
        return xl__fail(error, XL_IO, "no pipe: %s", xl__os_reason(broken, reason, sizeof reason));
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    char **const settings = settings_of(jail);
    char **const environment = tool_need(tool_environment_with((const char *const *)settings));
    const unsigned user = geteuid(), group = getegid();
    const long pid = jail->walls ? fork_walled() : (long)fork();
    if (pid == 0) go(jail, words, environment, said, out, failures[1], user, group);
    /* A number of namespaces that is 0, or has been reached, is no full disk to a reader. */
    if (pid < 0) got = (failure){"namespaces", errno == ENOSPC ? EPERM : errno};
    free(environment);
    free_settings(settings);
    close(out[1]);
    close(failures[1]);
    while (pid > 0 && read(failures[0], &got, sizeof got) < 0 && errno == EINTR) {
    }
    close(failures[0]);
    jailed->pid = pid > 0 ? pid : 0;
    jailed->from = out[0];
    if (got.failed == 0) return XL_SUCCESS;
    tool_jail_end(jailed);
    got.what[sizeof got.what - 1] = '\0';
    return xl__fail(error, XL_IO, "%s: %s", got.what, xl__os_reason(got.failed, reason, sizeof reason));
}

bool tool_jail_works(const tool_jail *jail, xl_error *error) {
    tool_jailed tried;
    const bool works = tool_jail_start(&tried, jail, NULL, NULL, error) == XL_SUCCESS;
    if (works) tool_jail_end(&tried);
    xl__text_free(&tried.out);
    return works;
}

/* ---- listening, ending ------------------------------------------------------------------------------ */

/* Reads what there is; false at the end. */
static bool take(tool_jailed *j) {
    char part[65536];
    const ssize_t got = read(j->from, part, sizeof part);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got > 0) xl__text_add(&j->out, part, (size_t)got);
    j->flooded = j->out.size > TOOL_JAIL_OUTPUT;
    return got > 0 && !j->flooded;
}

void tool_jail_listen(tool_jailed *const *list, size_t count, int milliseconds) {
    struct pollfd *const wait = tool_need(calloc(count + 1, sizeof *wait));
    for (size_t i = 0; i < count; i++)
        wait[i] = (struct pollfd){.fd = list[i]->pid > 0 ? list[i]->from : -1, .events = POLLIN};
    const int ready = poll(wait, (nfds_t)count, milliseconds);
    for (size_t i = 0; i < count; i++) list[i]->ended = ready > 0 && wait[i].revents && !take(list[i]);
    free(wait);
}

int tool_jail_end(tool_jailed *j) {
    int status = 0;
    if (j->pid > 0) {
        /* One that has closed its output is about to end by itself, with the status that counts. */
        struct pollfd end = {.fd = j->from};
        if (!j->flooded && poll(&end, 1, 0) > 0 && (end.revents & POLLHUP)) tool_ends_within(j->pid, 2.0);
        kill(-(pid_t)j->pid, SIGKILL);
        kill((pid_t)j->pid, SIGKILL);
        status = tool_end_of(j->pid);
    }
    if (j->from >= 0) close(j->from);
    j->pid = 0;
    j->from = -1;
    return status;
}
