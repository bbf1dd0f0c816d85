#define _GNU_SOURCE /* dladdr */
#include "faults.h"
#include "../../hostile/torture/stacks.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Keep a failed test from harming the machine. */
enum { PIECE = 16 << 20, MOST_PIECES = 192, RESERVED = 1200 << 20 };

static bool is_second(void) {
    static const char here;
    Dl_info own;
    return dladdr(&here, &own) && own.dli_fname && strstr(own.dli_fname, "second");
}

static const char *faults_asked(void) {
    return getenv(is_second() ? "FAKE_DRIVER_SECOND" : "FAKE_DRIVER");
}

const char *fault_real_driver(void) {
    const char *const own = is_second() ? getenv("FAKE_DRIVER_REAL_SECOND") : NULL;
    return own ? own : getenv("FAKE_DRIVER_REAL");
}

bool fault_asked(const char *word, char value[FAULT_VALUE]) {
    const char *list = faults_asked();
    const size_t length = strlen(word);
    for (const char *at = list ? list : ""; *at;) {
        const size_t whole = strcspn(at, ",");
        if (whole >= length && strncmp(at, word, length) == 0 && (whole == length || at[length] == '=')) {
            const size_t from = whole > length ? length + 1 : whole;
            if (value) snprintf(value, FAULT_VALUE, "%.*s", (int)(whole - from), at + from);
            return true;
        }
        at += whole + (at[whole] == ',');
    }
    return false;
}

/* ---- ends of the process ---------------------------------------------------------------------------- */

static void fall(int number) {
    signal(number, SIG_DFL); /* a sanitizer's handler would turn the signal into an exit */
    raise(number);
}

static void do_abort(void) {
    fprintf(stderr,
            "1 warning and 2 errors generated.\nfake driver: \033[31mno luck\n2 warnings generated.\n");
    fall(SIGABRT);
}

static void do_segfault(void) {
    fall(SIGSEGV);
}

static void do_exit(void) {
    _exit(0);
}

static void do_hang(void) {
    for (;;) pause();
}

static void do_babble(void) {
    for (const struct timespec pause = {.tv_nsec = 20000000}; nanosleep(&pause, NULL) == 0;)
        fprintf(stderr, "fake driver: still at it\n");
}

static void do_eat(void) {
    static char *volatile eaten; /* volatile: a compiler removes unused memory */
    for (int i = 0; i < MOST_PIECES; i++) {
        char *piece = malloc(PIECE);
        if (piece) memset(piece, i + 1, PIECE);
        eaten = piece;
        if (!eaten) break;
    }
    do_hang();
}

/* Long enough for the parent, which looks ten times a second. */
static void do_reserve(void) {
    const struct timespec while_seen = {.tv_sec = 1};
    const void *const held =
        mmap(NULL, RESERVED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    (void)held;
    nanosleep(&while_seen, NULL);
}

static const struct {
    const char *name;
    void (*act)(void);
} kinds[] = {{"abort", do_abort}, {"segfault", do_segfault}, {"exit", do_exit},      {"hang", do_hang},
             {"eat", do_eat},     {"babble", do_babble},     {"reserve", do_reserve}};

static const char *const place_names[PLACES] = {"enumerate", "open",  "build", "launch",
                                                "finish",    "close", "quit"};

/* Call number `call` with this text must fail. */
static bool meant(const char *where, const char *text, long call) {
    char *end = NULL;
    const long number = strtol(where, &end, 10);
    if (*where && *end == '\0') return number == call;
    return strstr(text ? text : "", where) != NULL;
}

void fault_strike(place at, const char *text) {
    static long calls[PLACES];
    calls[at]++;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char word[32], where[FAULT_VALUE];
        snprintf(word, sizeof word, "%s-%s", kinds[k].name, place_names[at]);
        if (fault_asked(word, where) && meant(where, text, calls[at])) kinds[k].act();
    }
}

void fault_bear_child(void) {
    static bool born;
    char file[FAULT_VALUE];
    if (born || !fault_asked("child", file)) return;
    born = true;
    if (fork() != 0) return;
    FILE *stream = fopen(file, "w");
    if (stream) {
        fprintf(stream, "%ld\n", (long)getpid());
        fclose(stream);
    }
    do_hang();
}

/* ---- calls ------------------------------------------------------------------------------------------ */

static bool has_argument(const char *word) {
    char line[8192];
    FILE *stream = fopen("/proc/self/cmdline", "r");
    const size_t size = stream ? fread(line, 1, sizeof line - 1, stream) : 0;
    if (stream) fclose(stream);
    line[size] = '\0';
    for (size_t at = 0; at < size; at += strlen(line + at) + 1)
        if (strcmp(line + at, word) == 0) return true;
    return false;
}

bool fault_is_here(void) {
    return !fault_asked("at-work", NULL) || has_argument("work");
}

static long calls; /* that could have failed */

bool fault_fails(const char *function) {
    char value[FAULT_VALUE];
    if (!fault_is_here()) return false;
    const bool asked = fault_asked("fail-call", value);
    char *slash = asked ? strchr(value, '/') : NULL;
    if (slash) *slash = '\0';
    if (slash && !strstr(function, value)) return false;
    if (calls++ == 0) stacks_begin();
    if (fault_asked("count", NULL)) stacks_note(calls);
    return asked && calls == strtol(slash ? slash + 1 : value, NULL, 10);
}

void fault_tell_count(void) {
    char file[FAULT_VALUE];
    if (!fault_asked("count", file) || !fault_is_here()) return;
    FILE *stream = fopen(file, "w");
    if (!stream) return;
    fprintf(stream, "%ld\n", calls);
    stacks_write(stream);
    fclose(stream);
}

/* ---- launches --------------------------------------------------------------------------------------- */

/* "WORD=KERNEL/N" names this kernel; otherwise 0. */
static long launches_meant(const char *word, const char *kernel) {
    char value[FAULT_VALUE];
    if (!fault_asked(word, value)) return 0;
    char *slash = strrchr(value, '/');
    const long n = slash ? strtol(slash + 1, NULL, 10) : 0;
    if (n < 1) return 0;
    *slash = '\0';
    return strstr(kernel, value) ? n : 0;
}

static long count_launches(void) {
    static long own;
    char file[FAULT_VALUE];
    FILE *const stream = fault_asked("over-processes", file) ? fopen(file, "ab") : NULL;
    if (!stream) return ++own;
    fputc('.', stream);
    fflush(stream); /* so that the position is the file's end */
    const long all = ftell(stream);
    fclose(stream);
    return all;
}

bool fault_spoils(const char *kernel) {
    const long from = launches_meant("wrong-from", kernel), of = launches_meant("wrong", kernel);
    if (from == 0 && of == 0) return false;
    const long launches = count_launches();
    return from ? launches >= from : launches % of == of * 2 / 3;
}

bool fault_refuses(const char *kernel) {
    static long launches;
    const long from = launches_meant("refuse", kernel);
    return from > 0 && ++launches >= from;
}

long fault_delays(const char *kernel) {
    static long launches;
    const long first = launches_meant("slow-launch", kernel);
    return first > 0 && ++launches <= first ? 1000 : 0;
}

long fault_repeats(const char *kernel) {
    char value[FAULT_VALUE];
    const bool measures = strncmp(kernel, "ceilings_", 9) == 0;
    return !measures && fault_asked("repeat", value) ? strtol(value, NULL, 10) : 0;
}

double fault_probes(const char *kernel, bool one_group) {
    static long series;
    static bool within;
    char value[FAULT_VALUE];
    if (!fault_asked("probe", value)) return 0.0;
    const bool probe = one_group && strcmp(kernel, "ceilings_multiply_add") == 0;
    series += probe && !within;
    within = probe;
    const char *at = value;
    for (long i = 1; i < series && strchr(at, '/'); i++) at = strchr(at, '/') + 1;
    return probe ? strtod(at, NULL) : 0.0;
}

void fault_log(const char *kernel) {
    char file[FAULT_VALUE], line[FAULT_VALUE + 32];
    if (!fault_asked("log", file)) return;
    const int log = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    const int size = snprintf(line, sizeof line, "%ld %.*s\n", (long)getpid(), FAULT_VALUE, kernel);
    if (log < 0) return;
    (void)!write(log, line, (size_t)size);
    close(log);
}

bool fault_mutes(const char *options) {
    static bool muted;
    char text[FAULT_VALUE];
    if (muted || !fault_asked("mute", text) || !strstr(options ? options : "", text)) return false;
    muted = true;
    return true;
}

long fault_slows(const char *options) {
    return launches_meant("slow-build", options ? options : "");
}
