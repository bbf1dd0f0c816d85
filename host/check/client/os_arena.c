/* Blocks sorted by address, with a gap after each; freed pages are returned to the system. */
#include "client/arena.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "wire/wire.h"

enum { ALIGN = 4096, GAP = 4096 };

struct check_block {
    uint64_t offset, bytes;
    struct check_block *next;
};

/* The limit of file sizes counts for memory that is shared. */
static uint64_t room(void) {
    struct rlimit limit;
    return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < CHECK_ARENA ? limit.rlim_cur / ALIGN * ALIGN
                                                                            : CHECK_ARENA;
}

static int area(uint64_t bytes, void **at) {
    int fd = memfd_create("crosslane-check", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)bytes)) return fd;
    void *p = mmap(NULL, CHECK_ARENA, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    *at = p == MAP_FAILED ? NULL : p;
    return fd;
}

bool check_arena_open(struct check_arena *arena) {
    void *memory = NULL, *defined = NULL;
    memset(arena, 0, sizeof *arena);
    arena->room = room();
    arena->memory_fd = area(arena->room, &memory);
    arena->defined_fd = area(arena->room, &defined);
    arena->memory = memory;
    arena->defined = defined;
    if (memory && defined) return true;
    check_arena_close(arena);
    return false;
}

void check_arena_close(struct check_arena *arena) {
    while (arena->blocks) {
        struct check_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    if (arena->memory) munmap(arena->memory, CHECK_ARENA);
    if (arena->defined) munmap(arena->defined, CHECK_ARENA);
    if (arena->memory_fd > 0) close(arena->memory_fd);
    if (arena->defined_fd > 0) close(arena->defined_fd);
    memset(arena, 0, sizeof *arena);
}

static uint64_t extent(uint64_t bytes) {
    return (bytes + ALIGN - 1) / ALIGN * ALIGN + GAP;
}

uint64_t check_arena_take(struct check_arena *arena, uint64_t bytes) {
    struct check_block **at = &arena->blocks, *made = malloc(sizeof *made);
    uint64_t offset = GAP;
    while (*at && (*at)->offset - offset < extent(bytes)) {
        offset = (*at)->offset + extent((*at)->bytes);
        at = &(*at)->next;
    }
    if (!made || bytes > CHECK_ARENA / 4 || offset + extent(bytes) > arena->room) {
        free(made);
        return CHECK_NO_BUFFER;
    }
    *made = (struct check_block){offset, bytes, *at};
    *at = made;
    arena->used += bytes;
    return offset;
}

void check_arena_give(struct check_arena *arena, uint64_t offset) {
    for (struct check_block **at = &arena->blocks; *at; at = &(*at)->next)
        if ((*at)->offset == offset) {
            struct check_block *block = *at;
            off_t from = (off_t)offset, length = (off_t)extent(block->bytes);
            fallocate(arena->memory_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, length);
            fallocate(arena->defined_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, length);
            arena->used -= block->bytes;
            *at = block->next;
            free(block);
            return;
        }
}

void check_arena_written(struct check_arena *arena, uint64_t offset, uint64_t bytes) {
    memset(arena->defined + offset, 1, bytes);
}
