/*
 * elf.h - ELF files of 64 bits in what a driver hands out, which may wrap them, and may be damaged: nothing
 * outside of the memory given is read.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    TOOL_ELF_OBJECT = 1,
    TOOL_ELF_LIBRARY = 3,
    TOOL_ELF_PROCESSOR = 62, /* x86-64 */
    TOOL_ELF_INTEL = 205,
    TOOL_ELF_AMD = 224
};

typedef struct tool_elf {
    const unsigned char *data; /* from its first byte on, to the end of what it was found in */
    size_t size;
    unsigned type, machine;
} tool_elf;

typedef struct tool_elf_section {
    char name[160];
    const unsigned char *data;
    size_t size;
} tool_elf_section;

/* The first file that begins at or after `from`; false: there is none. */
bool tool_elf_find(const unsigned char *data, size_t size, size_t from, tool_elf *out);

/* Section number `index`; false past the last. An incomplete section is empty. */
bool tool_elf_section_at(const tool_elf *elf, unsigned index, tool_elf_section *out);

/* `bytes` bytes, at most 8, the lowest first; 0 where they are not all within `size`. */
unsigned long long tool_bytes_number(const unsigned char *data, size_t size, size_t at, unsigned bytes);
