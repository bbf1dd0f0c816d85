/* Runs the launches from its pipe until that closes. A crash sends a last reply and ends the process. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "memory/collect.h"
#include "memory/regions.h"
#include "worker/os_division.h"
#include "worker/object.h"
#include "worker/repeat.h"

extern uintptr_t __asan_shadow_memory_dynamic_address;

static struct check_request request;
static struct check_argument arguments[CHECK_ARGUMENTS];
static struct check_reply reply;
static struct check_finding findings[CHECK_MAX_FINDINGS];
static struct check_meeting meetings[CHECK_MEETINGS];
static char *arena, *local_area, *shadow;
static unsigned char *defined;
static void *pointers[CHECK_ARGUMENTS], *places[CHECK_ARGUMENTS];
static uint64_t steps_seen;
static char signal_stack[64 << 10];

static void *map(uint64_t bytes, int fd) {
    int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, fd, 0);
    if (p == MAP_FAILED) {
        fprintf(stderr, "crosslane: the checking device's worker cannot map %llu bytes\n",
                (unsigned long long)bytes);
        exit(3);
    }
    return p;
}

static bool transfer(bool send, void *data, size_t bytes) {
    for (char *at = data; bytes > 0;) {
        ssize_t n = send ? write(CHECK_REPLIES_FD, at, bytes) : read(CHECK_REQUESTS_FD, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

static bool answer(void) {
    fflush(stdout);
    return transfer(true, &reply, sizeof reply) &&
           transfer(true, findings, reply.findings * sizeof findings[0]) &&
           transfer(true, meetings, reply.meetings * sizeof meetings[0]);
}

static void crashed(int number, siginfo_t *info, void *context) {
    const ucontext_t *at = context;
#if defined(__x86_64__)
    uintptr_t pc = (uintptr_t)at->uc_mcontext.gregs[REG_RIP],
              frame = (uintptr_t)at->uc_mcontext.gregs[REG_RBP];
#else
    uintptr_t pc = (uintptr_t)at->uc_mcontext.pc, frame = (uintptr_t)at->uc_mcontext.regs[29];
#endif
    struct check_place place;
    machine_place(&place, pc + 1, (const void *)frame);
    if (number == SIGFPE && machine.item && division_skip(context, machine.poison)) {
        if (!machine.undefined[CHECK_DIVISION]) machine.undefined_place[CHECK_DIVISION] = place;
        machine.undefined[CHECK_DIVISION] = true;
        return;
    }
    bool memory = number != SIGFPE;
    if (memory && machine.item && place.pc[0]) {
        struct check_finding *f = collect_finding(CHECK_BOUNDS, machine.item, &place, 1);
        if (f && machine_is_guard((uintptr_t)info->si_addr))
            snprintf(
                f->text, sizeof f->text,
                "@0 uses more private memory than a work-item has here: %d KiB with the calls that are open",
                MACHINE_STACK >> 10);
        else if (f)
            snprintf(f->text, sizeof f->text,
                     "@0 crashed: it uses address 0x%llx (work-item %u of work-group %llu)",
                     (unsigned long long)(uintptr_t)info->si_addr, machine.item->index,
                     (unsigned long long)machine.item->group->linear);
    }
    reply.status = CHECK_CRASHED;
    snprintf(reply.note, sizeof reply.note, "%s",
             memory ? "the kernel crashed" : "the kernel divided an integer by zero");
    if (!memory) reply.place = place;
    reply.steps = machine.steps;
    answer();
    _exit(0);
}

/* Every few seconds of processor time: detects loops without memory accesses. */
static void ticked(int number) {
    (void)number;
    if (!machine.item || machine.steps != steps_seen) {
        steps_seen = machine.steps;
        return;
    }
    reply.status = CHECK_ENDLESS;
    snprintf(reply.note, sizeof reply.note,
             "the kernel is in a loop without memory accesses and did not end");
    answer();
    _exit(0);
}

static void handle_signals(void) {
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    sigaltstack(&stack, NULL);
    struct sigaction act = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    act.sa_sigaction = crashed;
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; ++i) sigaction(deadly[i], &act, NULL);
    struct sigaction tick = {.sa_flags = SA_ONSTACK | SA_RESTART};
    tick.sa_handler = ticked;
    sigaction(SIGVTALRM, &tick, NULL);
    struct itimerval every = {{10, 0}, {10, 0}};
    setitimer(ITIMER_VIRTUAL, &every, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* Each argument becomes a place for the kernel's wrapper, and a region. */
static void bind(char *values) {
    char *local = local_area;
    for (uint32_t i = 0; i < request.arguments; ++i) {
        const struct check_argument *a = &arguments[i];
        places[i] = &pointers[i];
        if (a->kind == CHECK_VALUE) {
            places[i] = values;
            values += (a->size + 15) / 16 * 16;
        } else if (a->kind == CHECK_LOCAL) {
            pointers[i] = local;
            regions_add((uintptr_t)local, a->size, REGION_LOCAL, a->name, NULL, true);
            regions_argument(a);
            local += (a->size + 15) / 16 * 16 + CHECK_ROOM;
        } else if (a->offset == CHECK_NO_BUFFER)
            pointers[i] = NULL;
        else {
            pointers[i] = arena + a->offset;
            regions_add((uintptr_t)pointers[i], a->size, REGION_GLOBAL, a->name, defined + a->offset,
                        a->writable);
            regions_argument(a);
        }
    }
}

static void launch(char *values, const char *libraries) {
    memset(&reply, 0, sizeof reply);
    char *stacks = machine.stacks;
    size_t stack_bytes = machine.stack_bytes;
    if (machine.stop)
        madvise(shadow, stack_bytes / 8, MADV_DONTNEED); /* unfinished fibers left marks there */
    memset(&machine, 0, sizeof machine);
    machine.stacks = stacks;
    machine.stack_bytes = stack_bytes;
    machine.request = &request;
    machine.argument = arguments;
    machine.reply = &reply;
    machine.finding = findings;
    machine.meetings = meetings;
    machine.arguments = places;
    if (!object_load(libraries, request.libraries, request.object, request.kernel, reply.note,
                     sizeof reply.note)) {
        static const char undefined[] = "undefined symbol: ";
        char *const name = strstr(reply.note, undefined);
        reply.status = name ? CHECK_CRASHED : CHECK_FAILED;
        if (name) {
            char text[CHECK_NAME];
            snprintf(text, sizeof text, "%s", name + strlen(undefined));
            snprintf(reply.note, sizeof reply.note, "the program uses `%s`, which it does not define", text);
        }
        return;
    }
    machine.group_count = 1;
    machine.group_items = 1;
    for (int d = 0; d < 3; ++d) {
        machine.groups[d] = (request.global[d] + request.local[d] - 1) / request.local[d];
        machine.group_count *= machine.groups[d];
        machine.group_items *= (uint32_t)request.local[d];
    }
    regions_clear();
    bind(values);
    object_regions();
    if (!regions_ready()) {
        reply.status = CHECK_FAILED;
        snprintf(reply.note, sizeof reply.note, "no memory for the history of accesses");
        return;
    }
    repeat_run(arena, defined, local_area);
    reply.steps = machine.steps;
}

/* The parent may have ended before. */
static bool end_with_parent(const char *number) {
    return !prctl(PR_SET_PDEATHSIG, SIGKILL) && getppid() == (pid_t)atol(number);
}

/* A system out of memory ends this process first; the interrupt key is for the program. */
static void step_back(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) (void)!write(file, "1000", 4);
    if (file >= 0) close(file);
    signal(SIGINT, SIG_IGN);
}

/* Words: the parent's process number, and what to become in place of a worker. */
int main(int argc, char **argv) {
    if (argc < 2 || !end_with_parent(argv[1])) {
        fprintf(stderr, "crosslane-check-worker: is started by crosslane's checking device only\n");
        return 2;
    }
    if (argc > 2) {
        execv(argv[2], argv + 2);
        fprintf(stderr, "crosslane: %s: %s\n", argv[2], strerror(errno));
        return 127;
    }
    step_back();
    arena = map(CHECK_ARENA, CHECK_ARENA_FD);
    defined = map(CHECK_ARENA, CHECK_DEFINED_FD);
    local_area = map(2 * CHECK_LOCAL_MEMORY, -1);
    machine.stack_bytes = (size_t)MACHINE_FLIGHTS * CHECK_MAX_LOCAL_SIZE * MACHINE_STACK;
    machine.stacks = map(machine.stack_bytes, -1);
    shadow = map(machine.stack_bytes / 8, -1);
    __asan_shadow_memory_dynamic_address = (uintptr_t)shadow - ((uintptr_t)machine.stacks >> 3);
    handle_signals();
    while (transfer(false, &request, sizeof request)) {
        if (request.arguments > CHECK_ARGUMENTS || request.value_bytes > 1 << 20 || request.libraries > 64)
            return 3;
        char *values = malloc(request.value_bytes + 1), *libraries = malloc(256 * request.libraries + 1);
        const bool read = values && libraries &&
                          transfer(false, arguments, request.arguments * sizeof arguments[0]) &&
                          transfer(false, values, request.value_bytes) &&
                          transfer(false, libraries, 256 * request.libraries);
        if (read) launch(values, libraries);
        free(values);
        free(libraries);
        if (!read) return 3;
        if (!answer()) return 0;
    }
    return 0;
}
