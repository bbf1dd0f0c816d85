#include "inspect/targets/elf.h"
#include <stdio.h>
#include <string.h>

enum {
    TYPE = 16,
    MACHINE = 18,
    SECTIONS_AT = 40,
    SECTION_COUNT = 60,
    NAMES_INDEX = 62,
    HEADER = 64,
    SECTION_OFFSET = 24,
    SECTION_SIZE = 32,
    SECTION = 64
};

unsigned long long tool_bytes_number(const unsigned char *data, size_t size, size_t at, unsigned bytes) {
    unsigned long long value = 0;
    if (at > size || bytes > size - at) return 0;
    for (unsigned i = bytes; i-- > 0;) value = value << 8 | data[at + i];
    return value;
}

bool tool_elf_find(const unsigned char *data, size_t size, size_t from, tool_elf *out) {
    static const char begin[] = "\177ELF\2\1"; /* 64 bits, little-endian */
    for (size_t i = from; i + HEADER <= size; i++) {
        if (memcmp(data + i, begin, sizeof begin - 1) != 0) continue;
        *out = (tool_elf){data + i, size - i, (unsigned)tool_bytes_number(data, size, i + TYPE, 2),
                          (unsigned)tool_bytes_number(data, size, i + MACHINE, 2)};
        return true;
    }
    return false;
}

/* Empty unless all of it is present. */
static tool_elf_section read_section(const tool_elf *elf, size_t header) {
    const unsigned long long at = tool_bytes_number(elf->data, elf->size, header + SECTION_OFFSET, 8);
    const unsigned long long size = tool_bytes_number(elf->data, elf->size, header + SECTION_SIZE, 8);
    tool_elf_section it = {.name = "", .data = elf->data};
    if (at > elf->size || size > elf->size - at) return it;
    it.data = elf->data + at;
    it.size = (size_t)size;
    return it;
}

bool tool_elf_section_at(const tool_elf *elf, unsigned index, tool_elf_section *out) {
    const unsigned long long table = tool_bytes_number(elf->data, elf->size, SECTIONS_AT, 8);
    const unsigned count = (unsigned)tool_bytes_number(elf->data, elf->size, SECTION_COUNT, 2);
    const unsigned names = (unsigned)tool_bytes_number(elf->data, elf->size, NAMES_INDEX, 2);
    if (index >= count || table > elf->size || (size_t)count * SECTION > elf->size - table) return false;
    const size_t header = (size_t)table + (size_t)index * SECTION;
    *out = read_section(elf, header);
    if (names >= count) return true;
    const tool_elf_section text = read_section(elf, (size_t)table + (size_t)names * SECTION);
    const size_t name = (size_t)tool_bytes_number(elf->data, elf->size, header, 4);
    if (name < text.size)
        snprintf(out->name, sizeof out->name, "%.*s", (int)(text.size - name),
                 (const char *)text.data + name);
    return true;
}
