/* The compiler inserts a call into each block, and writes a table of blocks
   (-fsanitize-coverage=trace-pc-guard,pc-table,no-prune). */
#include "lanes/parting.h"

#include <string.h>

enum { TABLES = 128, TRAIL = 256, MOST_LOOKS = 4096, IS_ENTRY = 1 };

struct block {
    uintptr_t pc, flags; /* as the compiler writes it */
};

struct table {
    const struct block *first, *end;
};

static struct table tables[TABLES];
static uint32_t table_count;
static uint32_t trails[MACHINE_FLIGHTS][CHECK_MAX_LOCAL_SIZE][TRAIL];

CHECK_HOOK void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end);
CHECK_HOOK void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
CHECK_HOOK void __sanitizer_cov_pcs_init(const struct block *first, const struct block *end);

void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end) {
    (void)first;
    (void)end;
}

void __sanitizer_cov_pcs_init(const struct block *first, const struct block *end) {
    tables[table_count++ % TABLES] = (struct table){first, end};
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    struct item *me = machine.item;
    (void)guard;
    if (me && me->trail_count < TRAIL)
        me->trail[me->trail_count++] = (uint32_t)((const char *)__builtin_return_address(0) - machine.base);
    if (me) machine_step(); /* a loop may access no memory */
}

void parting_begin(uint32_t flight, struct item *item) {
    item->trail = trails[flight][item->index];
}

void parting_met(struct item *const *who, uint32_t n) {
    static uint32_t meetings;
    ++meetings;
    for (uint32_t i = 0; i < n; ++i) {
        who[i]->trail_count = 0;
        who[i]->trail_from = meetings;
    }
}

/* The newest table of the loaded program: an unloaded one may have had its address. */
static const struct table *current(void) {
    for (uint32_t i = table_count; i > 0 && table_count - i < TABLES; --i) {
        const struct table *t = &tables[(i - 1) % TABLES];
        if ((const char *)t->first >= machine.base && (const char *)t->first < machine.end) return t;
    }
    return NULL;
}

/* Where the last function at or before a place begins, or with `next` the next block after it; 0: none. */
static uintptr_t look(const struct table *t, uint32_t at, bool next) {
    const uintptr_t pc = (uintptr_t)machine.base + at;
    uintptr_t found = 0;
    for (const struct block *b = t->first; b < t->end; ++b) {
        if (next ? b->pc > pc && (!found || b->pc < found)
                 : b->flags & IS_ENTRY && b->pc <= pc && b->pc > found)
            found = b->pc;
    }
    return found;
}

static uint32_t times(const uint32_t *trail, uint32_t count, uint32_t block) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i) n += trail[i] == block;
    return n;
}

/* Lanes may meet again without a collective. So the branch ends the last block of `one` that the other has
   run as often, in the function of the block after it. */
bool parting_find(const struct item *one, const struct item *other, struct check_place *place) {
    static uint32_t looks;
    const struct table *t = current();
    memset(place, 0, sizeof *place);
    if (!t || one->trail_from != other->trail_from || looks == MOST_LOOKS) return false;
    if (one->trail_count == TRAIL || other->trail_count == TRAIL) return false;
    ++looks;
    uint32_t n = one->trail_count, next = n;
    uintptr_t function = 0;
    for (bool met = false; n > 0; --n) {
        const uint32_t block = one->trail[n - 1];
        const bool common = times(one->trail, n, block) <= times(other->trail, other->trail_count, block);
        if (!common && !met) {
            next = n - 1;
            function = look(t, block, false);
        } else if (common && (next == one->trail_count || look(t, block, false) == function))
            break;
        met |= common; /* in a function that the last condition calls */
    }
    const uintptr_t end = n > 0 && next < one->trail_count ? look(t, one->trail[n - 1], true) : 0;
    if (end) place->pc[0] = end - (uintptr_t)machine.base;
    return end != 0;
}
