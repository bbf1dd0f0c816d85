/* elf.h - 64-bit ELF files in a driver's output, maybe wrapped or damaged; reads only the given memory. */
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
    const unsigned char *data; /* from its first byte to the end of the surrounding data */
    size_t size;
    unsigned type, machine;
} tool_elf;

typedef struct tool_elf_section {
    char name[160];
    const unsigned char *data;
    size_t size;
} tool_elf_section;

/* Begins at or after `from`; false: none. */
bool tool_elf_find(const unsigned char *data, size_t size, size_t from, tool_elf *out);

/* False past the last. An incomplete section is empty. */
bool tool_elf_section_at(const tool_elf *elf, unsigned index, tool_elf_section *out);

/* Little-endian, at most 8 bytes; 0 unless all are within `size`. */
unsigned long long tool_bytes_number(const unsigned char *data, size_t size, size_t at, unsigned bytes);
