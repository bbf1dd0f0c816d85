/* Repeated runs have the same inputs. The first run's results remain. */
#include "worker/repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/collect.h"
#include "lanes/schedule.h"
#include "memory/order.h"
#include "memory/regions.h"
#include "worker/object.h"

/* A large, a negative, and a small number, which a minimum takes. */
enum { POISONS = 3 };
static const uint32_t poisons[POISONS] = {0x4b3a29d8, 0xc4a1b6e7, 0x00000003};

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

/* From *argument on; false: none. `loosely`: ignores the order of words and of sums. */
static bool differs(const struct snapshot *a, const struct snapshot *b, bool loosely, uint32_t *argument,
                    uint64_t *at) {
    for (uint32_t i = *argument; i < machine.request->arguments; ++i) {
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
    machine.steps = 0; /* each run has the whole budget */
    bool ok = schedule_run(&local);
    fflush(stdout);
    return ok;
}

static void describe_lane(const struct lane_fault *fault, char text[], size_t bytes) {
    const bool there = fault->from >= 0 && fault->from < fault->size;
    const long long from = fault->from > INT32_MAX ? (int32_t)fault->from : fault->from;
    if (there)
        snprintf(text, bytes, ": lane %u reads lane %lld, which does not call `%s` here%s", fault->lane, from,
                 fault->name, fault->branch.pc[0] ? "; they parted at the branch in @1" : "");
    else
        snprintf(text, bytes, ": lane %u reads lane %lld by `%s`; lanes are 0 to %u", fault->lane, from,
                 fault->name, fault->size - 1);
}

static void report_undefined(enum check_kind kind, const char *what, const struct check_place *place,
                             uint32_t argument, uint64_t at) {
    const struct check_place branch = machine.lane_fault.branch;
    const bool two = kind == CHECK_LANE_INDEX && branch.pc[0];
    const struct check_place places[] = {*place, branch};
    struct check_finding *f = collect_finding(kind, NULL, places, two ? 2 : 1);
    char lane[160] = "", element[160];
    if (!f) return;
    if (kind == CHECK_LANE_INDEX) describe_lane(&machine.lane_fault, lane, sizeof lane);
    const struct check_argument *a = &machine.argument[argument];
    snprintf(f->text, sizeof f->text, "@0%s%s; %s depends on it", what, lane,
             regions_element(a, a->name, at, element, sizeof element));
}

/* Bytes that no run has written hold the poison, which is no result. */
static void skip_unwritten(struct snapshot *s, const struct snapshot *first, const unsigned char *defined) {
    for (uint32_t i = 0; i < machine.request->arguments; ++i)
        for (uint64_t k = 0; s->bytes[i] && first->bytes[i] && k < machine.argument[i].size; ++k)
            if (!defined[machine.argument[i].offset + k]) s->bytes[i][k] = first->bytes[i][k];
}

/* Until a result differs. */
static void other_poison(const struct snapshot *input, const struct snapshot *first,
                         const struct snapshot *written, char *arena, const unsigned char *defined) {
    static const struct {
        enum check_kind kind;
        const char *what;
    } kinds[] = {{CHECK_DIVISION, " divides an integer by zero"},
                 {CHECK_LANE_INDEX, ""},
                 {CHECK_UNDEFINED, " reads memory that no work-item has written"}};
    uint32_t cause = 0;
    while (!machine.undefined[kinds[cause].kind]) ++cause;
    const struct check_place place = machine.undefined_place[kinds[cause].kind];
    bool differ = false;
    machine.quiet = true;
    for (int p = 1; p < POISONS && !differ; ++p) {
        machine.poison = poisons[p];
        put_back(input, arena);
        poison_buffers(arena, written);
        if (!run()) return;
        struct snapshot other = {{NULL}};
        uint32_t argument = 0;
        uint64_t at;
        if (take(&other, arena, false)) {
            skip_unwritten(&other, first, defined);
            differ = differs(first, &other, false, &argument, &at);
        }
        if (differ) report_undefined(kinds[cause].kind, kinds[cause].what, &place, argument, at);
        drop(&other);
    }
}

/* Names every argument that differs: a reader may allow some (run/findings.c). */
static void report_order(const struct snapshot *first, const struct snapshot *other, const char *order) {
    uint32_t argument = 0;
    uint64_t at;
    struct check_finding *f = NULL;
    char names[160] = "";
    for (; differs(first, other, true, &argument, &at); ++argument) {
        const size_t used = strlen(names);
        const char *const name = machine.argument[argument].name;
        snprintf(names + used, sizeof names - used, "%s`%.40s`", used ? ", " : "", name);
        if (!f && !(f = collect_finding(CHECK_SCHEDULE, NULL, NULL, 0))) return;
        snprintf(f->text, sizeof f->text, "%s differ%s between two orders (lanes upwards; %s)", names,
                 used ? "" : "s", order);
        if (used == 0)
            snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), ", first in byte %llu",
                     (unsigned long long)at);
    }
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
        struct snapshot other = {{NULL}};
        if (!take(&other, arena, false)) {
            drop(&other);
            return;
        }
        if (before == 0 && machine.reply->findings == 0) report_order(first, &other, names[machine.order]);
        drop(&other);
    }
}

void repeat_run(char *arena, unsigned char *defined, char *local) {
    struct snapshot input = {{NULL}}, first = {{NULL}}, written = {{NULL}};
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
            other_poison(&input, &first, &written, arena, defined);
        if (ok && !machine.stop) other_orders(&input, &first, arena);
        put_back(&first, arena);
        drop(&first);
    }
    drop(&input);
    drop(&written);
}
