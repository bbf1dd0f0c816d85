/* A sorted list of regions; histories in pages that the system allocates on first use. */
#include "memory/regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { REGIONS = 512 };

static struct region list[REGIONS];
static uint32_t count;
static struct region *last;

static size_t history_bytes(const struct region *r) {
    return (((r->end - r->base) >> r->shift) + 1) * sizeof *r->cells;
}

static bool history(struct region *r) {
    void *p = mmap(NULL, history_bytes(r), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    r->cells = p == MAP_FAILED ? NULL : p;
    return r->cells != NULL;
}

void regions_clear(void) {
    for (uint32_t i = 0; i < count; ++i)
        if (list[i].cells) munmap(list[i].cells, history_bytes(&list[i]));
    count = 0;
    last = NULL;
}

void regions_add(uintptr_t base, uint64_t bytes, enum region_kind kind, const char *name,
                 unsigned char *defined, bool writable) {
    if (count == REGIONS) return;
    struct region *r = &list[count++];
    *r = (struct region){.base = base,
                         .end = base + bytes,
                         .kind = kind,
                         .shift = 2,
                         .defined = defined,
                         .writable = writable};
    strncpy(r->name, name, sizeof r->name - 1);
}

void regions_argument(const struct check_argument *argument) {
    if (count > 0) list[count - 1].argument = argument;
}

char *regions_element(const struct check_argument *argument, const char *name, uint64_t at, char text[],
                      size_t bytes) {
    if (argument && argument->element > 0)
        snprintf(text, bytes, "`%s[%llu]` (%s)", name, (unsigned long long)(at / argument->element),
                 argument->type);
    else
        snprintf(text, bytes, "byte %llu of `%s`", (unsigned long long)at, name);
    return text;
}

static int by_base(const void *a, const void *b) {
    const struct region *x = a, *y = b;
    return x->base < y->base ? -1 : x->base > y->base;
}

bool regions_ready(void) {
    qsort(list, count, sizeof list[0], by_base);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (kept > 0 && list[i].base < list[kept - 1].end) {
            if (list[i].end > list[kept - 1].end) list[kept - 1].end = list[i].end;
            list[kept - 1].writable |= list[i].writable;
            continue;
        }
        list[kept++] = list[i];
    }
    count = kept;
    for (uint32_t i = 0; i < count; ++i)
        if (list[i].kind != REGION_CONSTANT && !history(&list[i])) return false;
    return true;
}

static uint32_t before(uintptr_t address) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct region *regions_find(uintptr_t address) {
    if (last && address - last->base < last->end - last->base) return last;
    uint32_t n = before(address);
    if (n == 0 || address >= list[n - 1].end) return NULL;
    return last = &list[n - 1];
}

const struct region *regions_near(uintptr_t address) {
    uint32_t n = before(address);
    const struct region *below = n > 0 ? &list[n - 1] : NULL, *above = n < count ? &list[n] : NULL;
    if (!below || !above) return below ? below : above;
    return address - below->end <= above->base - address ? below : above;
}

struct region *regions_all(uint32_t *number) {
    *number = count;
    return list;
}

void regions_refine(struct region *region) {
    struct cell *coarse = region->cells;
    size_t bytes = history_bytes(region), cells = bytes / sizeof *coarse - 1;
    region->shift = 0;
    if (!history(region)) machine_fail(CHECK_FAILED, "no memory for the history of %s", region->name);
    for (size_t i = 0; i < cells; ++i)
        if (coarse[i].write.item || coarse[i].read.item)
            for (size_t k = 0; k < 4; ++k) region->cells[4 * i + k] = coarse[i];
    munmap(coarse, bytes);
}

void regions_forget(void) {
    for (uint32_t i = 0; i < count; ++i)
        if (list[i].cells) madvise(list[i].cells, history_bytes(&list[i]), MADV_DONTNEED);
}
