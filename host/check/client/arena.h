/* The memory that a program shares with its worker. */
#ifndef XL_CHECK_ARENA_H
#define XL_CHECK_ARENA_H

#include <stdbool.h>
#include <stdint.h>

struct check_arena {
    int memory_fd, defined_fd;
    char *memory;
    unsigned char *defined;
    uint64_t used, room; /* bytes */
    struct check_block *blocks;
};

bool check_arena_open(struct check_arena *arena);
void check_arena_close(struct check_arena *arena);

/* Returns a block's offset, or CHECK_NO_BUFFER without room. Gaps between blocks belong to no block. */
uint64_t check_arena_take(struct check_arena *arena, uint64_t bytes);
void check_arena_give(struct check_arena *arena, uint64_t offset);

/* Marks bytes that the host wrote. */
void check_arena_written(struct check_arena *arena, uint64_t offset, uint64_t bytes);

#endif
