/* The compiler registers each variable with its size and leaves a gap after it. */
#include "worker/object.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/regions.h"

struct variable { /* as the compiler writes it */
    uintptr_t address, bytes, bytes_with_room, name, module, dynamic, location, odr;
};

enum { LOADED = 64, TABLES = 256 };

struct loaded {
    char path[256];
    void *handle;
    const char *base, *end;
};

static struct loaded loaded[LOADED];
static uint32_t loads;
static const struct variable *tables[TABLES];
static uintptr_t table_sizes[TABLES];
static uint32_t table_count;

CHECK_HOOK void __asan_register_globals(void *first, uintptr_t count);
CHECK_HOOK void __asan_unregister_globals(void *first, uintptr_t count);
void __asan_register_globals(void *first, uintptr_t count) {
    if (table_count == TABLES) return;
    tables[table_count] = first;
    table_sizes[table_count++] = count;
}
void __asan_unregister_globals(void *first, uintptr_t count) {
    (void)count;
    for (uint32_t i = 0; i < table_count; ++i)
        if (tables[i] == first) {
            tables[i] = tables[--table_count];
            table_sizes[i] = table_sizes[table_count];
            return;
        }
}

static int extent(struct dl_phdr_info *info, size_t bytes, void *context) {
    (void)bytes;
    struct loaded *l = context;
    if (info->dlpi_addr != (uintptr_t)l->base) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const char *end = l->base + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && end > l->end) l->end = end;
    }
    return 1;
}

static struct loaded *load(const char *path, int flags) {
    for (uint32_t i = 0; i < loads; ++i)
        if (!strcmp(loaded[i].path, path)) return &loaded[i];
    if (loads == LOADED) { /* unloads the oldest program; libraries are still needed */
        for (uint32_t i = 0; i < loads; ++i)
            if (loaded[i].base) {
                dlclose(loaded[i].handle);
                memmove(&loaded[i], &loaded[i + 1], (--loads - i) * sizeof loaded[0]);
                break;
            }
    }
    void *handle = dlopen(path, RTLD_NOW | flags);
    if (!handle || loads == LOADED) return NULL;
    struct loaded *l = &loaded[loads++];
    *l = (struct loaded){.handle = handle};
    strncpy(l->path, path, sizeof l->path - 1);
    struct link_map *map;
    if (flags == RTLD_LOCAL && !dlinfo(handle, RTLD_DI_LINKMAP, &map)) {
        l->base = l->end = (const char *)map->l_addr;
        dl_iterate_phdr(extent, l);
    }
    return l;
}

bool object_load(const char *libraries, uint32_t count, const char *path, const char *kernel, char why[],
                 uint32_t bytes) {
    for (uint32_t i = 0; i < count; ++i)
        if (!load(libraries + 256 * i, RTLD_GLOBAL)) {
            snprintf(why, bytes, "%s", dlerror());
            return false;
        }
    struct loaded *l = load(path, RTLD_LOCAL);
    char name[160];
    snprintf(name, sizeof name, "xlc_call_%s", kernel);
    void *call = l ? dlsym(l->handle, name) : NULL;
    if (!call) {
        snprintf(why, bytes, "%s", dlerror());
        return false;
    }
    memcpy(&machine.call, &call, sizeof call);
    machine.base = l->base;
    machine.end = l->end;
    return true;
}

/* OpenCL C names a kernel's work-group variables KERNEL.VARIABLE. */
static bool is_local(const char *name) {
    const char *dot = strchr(name, '.');
    return dot && dot > name && dot[1] && strcmp(name, "<string literal>") != 0;
}

static void each(void (*visit)(const struct variable *v)) {
    for (uint32_t t = 0; t < table_count; ++t)
        for (uintptr_t i = 0; i < table_sizes[t]; ++i) {
            const struct variable *v = &tables[t][i];
            if ((const char *)v->address >= machine.base && (const char *)v->address < machine.end) visit(v);
        }
}

static int writable(struct dl_phdr_info *info, size_t bytes, void *context) {
    (void)bytes;
    uintptr_t *address = context;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && *address >= from &&
            *address < from + info->dlpi_phdr[i].p_memsz)
            return info->dlpi_phdr[i].p_flags & PF_W ? 1 : 2;
    }
    return 0;
}

static void add(const struct variable *v) {
    const char *name = (const char *)v->name, *dot = strchr(name, '.');
    uintptr_t address = v->address;
    bool constant = dl_iterate_phdr(writable, &address) != 1;
    enum region_kind kind = constant ? REGION_CONSTANT : is_local(name) ? REGION_LOCAL : REGION_GLOBAL;
    regions_add(v->address, v->bytes, kind, kind == REGION_LOCAL && dot ? dot + 1 : name, NULL, !constant);
}

void object_regions(void) {
    each(add);
}

static void (*visitor)(void *, uint64_t);

static void visit_local(const struct variable *v) {
    uintptr_t address = v->address;
    if (is_local((const char *)v->name) && dl_iterate_phdr(writable, &address) == 1)
        visitor((void *)v->address, v->bytes);
}

void object_local(void (*visit)(void *address, uint64_t bytes)) {
    visitor = visit;
    each(visit_local);
}
