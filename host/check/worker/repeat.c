/* Runs one launch several times on the same inputs and compares the results. The first run's results
   remain. */
#include "worker/repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/collect.h"
#include "lanes/schedule.h"
#include "memory/order.h"
#include "memory/regions.h"
#include "worker/object.h"

static const uint32_t poisons[2] = {0x4b3a29d8, 0xc4a1b6e7};

static char *local_area;
static uint64_t local_bytes;
static char *copy_at;
static uint64_t total;

static void poison(void *p, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; ++i)
        ((unsigned char *)p)[i] = (unsigned char)(machine.poison >> 8 * ((uintptr_t)(i & 3)));
}

static void add_size(void *p, uint64_t bytes) {
    (void)p;
    total += bytes;
}
static void copy_out(void *p, uint64_t bytes) {
    memcpy(copy_at, p, bytes);
    copy_at += bytes;
}
static void copy_in(void *p, uint64_t bytes) {
    memcpy(p, copy_at, bytes);
    copy_at += bytes;
}

static void local_begin(void) {
    object_local(poison);
    poison(local_area, local_bytes);
}

static void local_save(struct group *g) {
    total = local_bytes;
    object_local(add_size);
    if (total == 0) return;
    if (!g->local_copy) g->local_copy = malloc(total);
    if (!g->local_copy) return;
    copy_at = g->local_copy;
    object_local(copy_out);
    memcpy(copy_at, local_area, local_bytes);
}

static void local_restore(struct group *g) {
    if (!g->local_copy) return;
    copy_at = g->local_copy;
    object_local(copy_in);
    memcpy(local_area, copy_at, local_bytes);
    free(g->local_copy);
    g->local_copy = NULL;
}

/* The content of buffers, or the marks of written bytes. */
struct snapshot {
    char *bytes[CHECK_ARGUMENTS];
};

static bool take(struct snapshot *s, const char *area, bool all) {
    bool ok = true;
    for (uint32_t i = 0; i < machine.request->arguments; ++i) {
        const struct check_argument *a = &machine.argument[i];
        s->bytes[i] = NULL;
        if (a->kind != CHECK_BUFFER || !(a->writable || all) || a->size == 0) continue;
        s->bytes[i] = malloc(a->size);
        ok &= s->bytes[i] != NULL;
        if (s->bytes[i]) memcpy(s->bytes[i], area + a->offset, a->size);
    }
    if (!ok) machine_fail_idle(CHECK_FAILED, "no memory for a copy of the arguments");
    return ok;
}

static void put_back(const struct snapshot *s, char *arena) {
    for (uint32_t i = 0; i < machine.request->arguments; ++i)
        if (s->bytes[i]) memcpy(arena + machine.argument[i].offset, s->bytes[i], machine.argument[i].size);
}

static void drop(struct snapshot *s) {
    for (uint32_t i = 0; i < machine.request->arguments; ++i) free(s->bytes[i]);
}

static int by_word(const void *a, const void *b) {
    return memcmp(a, b, 4);
}

/* The same words in another order, as when atomics assign places. */
static bool permuted(const char *a, const char *b, uint64_t bytes) {
    uint64_t words = bytes / 4;
    if (bytes % 4 || words == 0 || words > 1 << 20) return false;
    char *x = malloc(bytes), *y = malloc(bytes);
    bool same = false;
    if (x && y) {
        memcpy(x, a, bytes);
        memcpy(y, b, bytes);
        qsort(x, words, 4, by_word);
        qsort(y, words, 4, by_word);
        same = !memcmp(x, y, bytes);
    }
    free(x);
    free(y);
    return same;
}

/* Whether differing bytes could be sums of floats in another order. */
static bool close(const char *a, const char *b, uint64_t at) {
    float x, y;
    memcpy(&x, a + (at & ~(uint64_t)3), 4);
    memcpy(&y, b + (at & ~(uint64_t)3), 4);
    float d = x > y ? x - y : y - x, size = (x < 0 ? -x : x) + (y < 0 ? -y : y);
    return d <= 1e-4f * size;
}

/* Finds the first argument that differs, and where; false: none. `loosely`: ignores the order of words and of
   sums. */
static bool differs(const struct snapshot *a, const struct snapshot *b, bool loosely, uint32_t *argument,
                    uint64_t *at) {
    for (uint32_t i = 0; i < machine.request->arguments; ++i) {
        if (!a->bytes[i] || !b->bytes[i] || !memcmp(a->bytes[i], b->bytes[i], machine.argument[i].size))
            continue;
        if (loosely && permuted(a->bytes[i], b->bytes[i], machine.argument[i].size)) continue;
        for (uint64_t k = 0; k < machine.argument[i].size; ++k)
            if (a->bytes[i][k] != b->bytes[i][k] &&
                !(loosely && k + 4 <= machine.argument[i].size && close(a->bytes[i], b->bytes[i], k))) {
                *argument = i;
                *at = k;
                return true;
            }
    }
    return false;
}

/* Fills bytes of buffers that were never written with the poison. */
static void poison_buffers(char *arena, const struct snapshot *defined) {
    for (uint32_t i = 0; i < machine.request->arguments; ++i)
        for (uint64_t k = 0; defined->bytes[i] && k < machine.argument[i].size; ++k)
            if (!defined->bytes[i][k])
                arena[machine.argument[i].offset + k] = (char)(machine.poison >> 8 * (k & 3));
}

static bool run(void) {
    static const struct local_memory local = {local_begin, local_save, local_restore};
    order_clear();
    regions_forget();
    bool ok = schedule_run(&local);
    fflush(stdout);
    return ok;
}

static void report_undefined(enum check_kind kind, const char *what, const struct check_place *place,
                             uint32_t argument, uint64_t at) {
    struct check_finding *f = collect_finding(kind, NULL, place, 1);
    if (f)
        snprintf(f->text, sizeof f->text,
                 "@0 %s, and the result depends on it: byte %llu of `%s` changes with it", what,
                 (unsigned long long)at, machine.argument[argument].name);
}

/* Repeats the run with other undefined values. */
static void other_poison(const struct snapshot *input, const struct snapshot *first,
                         const struct snapshot *defined, char *arena) {
    static const struct {
        enum check_kind kind;
        const char *what;
    } kinds[] = {{CHECK_DIVISION, "divides an integer by zero"},
                 {CHECK_LANE_INDEX, "reads a lane that is not there"},
                 {CHECK_UNDEFINED, "reads memory that no work-item has written"}};
    uint32_t cause = 0;
    while (!machine.undefined[kinds[cause].kind]) ++cause;
    const struct check_place place = machine.undefined_place[kinds[cause].kind];
    machine.poison = poisons[1];
    machine.quiet = true;
    put_back(input, arena);
    poison_buffers(arena, defined);
    if (!run()) return;
    struct snapshot second;
    uint32_t argument;
    uint64_t at;
    if (take(&second, arena, false) && differs(first, &second, false, &argument, &at))
        report_undefined(kinds[cause].kind, kinds[cause].what, &place, argument, at);
    drop(&second);
}

static void other_orders(const struct snapshot *input, const struct snapshot *first, char *arena) {
    static const char *const names[] = {"lanes upwards", "lanes downwards, work-groups from the last",
                                        "one sub-group after the other", "a random order"};
    machine.quiet = true;
    machine.poison = poisons[0];
    for (uint32_t s = 1; s < machine.request->schedules; ++s) {
        machine.order = s < CHECK_ORDERS ? (enum check_order)s : CHECK_RANDOM;
        machine.seed = machine.request->seed * 2654435761u + s + 1;
        put_back(input, arena);
        uint32_t before = machine.reply->findings;
        if (!run()) return;
        struct snapshot other;
        uint32_t argument;
        uint64_t at;
        if (!take(&other, arena, false)) {
            drop(&other);
            return;
        }
        if (before == 0 && machine.reply->findings == 0 && differs(first, &other, true, &argument, &at)) {
            struct check_finding *f = collect_finding(CHECK_SCHEDULE, NULL, NULL, 0);
            if (f)
                snprintf(
                    f->text, sizeof f->text, "`%s` differs between two orders (%s; %s), first in byte %llu",
                    machine.argument[argument].name, names[0], names[machine.order], (unsigned long long)at);
        }
        drop(&other);
    }
}

void repeat_run(char *arena, unsigned char *defined, char *local) {
    struct snapshot input, first, written;
    local_area = local;
    local_bytes = 0;
    for (uint32_t i = 0; i < machine.request->arguments; ++i)
        if (machine.argument[i].kind == CHECK_LOCAL)
            local_bytes += (machine.argument[i].size + 15) / 16 * 16 + CHECK_ROOM;
    machine.order = CHECK_UP;
    machine.seed = machine.request->seed * 2654435761u + 1;
    machine.poison = poisons[0];
    machine.quiet = false;
    bool ok = take(&written, (const char *)defined, true);
    poison_buffers(arena, &written);
    ok &= take(&input, arena, false);
    if (ok && run()) {
        ok = take(&first, arena, false);
        if (ok && (machine.undefined[CHECK_UNDEFINED] || machine.undefined[CHECK_LANE_INDEX] ||
                   machine.undefined[CHECK_DIVISION]))
            other_poison(&input, &first, &written, arena);
        if (ok && !machine.stop) other_orders(&input, &first, arena);
        put_back(&first, arena);
        drop(&first);
    }
    drop(&input);
    drop(&written);
}
