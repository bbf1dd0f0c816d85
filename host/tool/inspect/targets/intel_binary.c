/* intel_binary.c - reads programs of Intel's GPU drivers: ELF files with a section per kernel, or with older
 * patch tokens. iga64 disassembles.
 */
#include "inspect/targets/driver.h"
#include "inspect/targets/target_list.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: unknown. The newer format has the product number, the older format the generation number. */
static const char *name_platform(unsigned product, unsigned generation) {
    static const struct {
        unsigned least, most; /* products */
        unsigned generation;
        const char *name;
    } platforms[] = {
        {16, 17, 11, "8"},           {18, 25, 12, "9"},        {26, 28, 15, "11"},
        {29, 39, 18, "12p1"},        {1210, 1210, 18, "12p1"}, {1270, 1270, 3079, "12p71"},
        {1271, 1271, 3080, "12p72"},
    };
    for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
        if ((product >= platforms[i].least && product <= platforms[i].most) ||
            (generation && generation == platforms[i].generation))
            return platforms[i].name;
    return NULL;
}

/* Later rows only fill memory. */
static size_t without_filling(const char *listing) {
    size_t kept = 0, size = 0;
    for (const char *rest = listing, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        const size_t blanks = strspn(at, " \t");
        const bool label = blanks < size && at[size - 1] == ':';
        if (blanks < size && !label && !tool_begins(at + blanks, "illegal")) kept = (size_t)(rest - listing);
    }
    return kept;
}

/* Writes the compiler's format. The memory of spilled values is unknown. */
static bool add_kernel(const tool_driver_program *binary, const char *platform, const char *name, long lanes,
                       const unsigned char *code, size_t size, xl__text *out) {
    char program[TOOL_PATH], option[24];
    snprintf(option, sizeof option, "-p=%s", platform);
    const char *const argv[] = {program, "-d", option, NULL};
    char *const listing = tool_find_program("iga64", program)
                              ? tool_driver_program_list(binary, argv, "krn", code, size)
                              : NULL;
    if (listing)
        xl__text_format(out, "//.try 0 lanes %ld\n//.kernel %s\n//.spill size -1\n%.*s\n", lanes, name,
                        (int)without_filling(listing), listing);
    free(listing);
    return listing != NULL;
}

/* ---- the newer format -------------------------------------------------------------------------------- */

/* A note: name's size, size, kind 1, "IntelGT", the number. 0: none. */
static unsigned find_product(const tool_elf_section *notes) {
    for (size_t at = 0; at + 24 <= notes->size;) {
        const size_t name = (size_t)tool_bytes_number(notes->data, notes->size, at, 4);
        const size_t size = (size_t)tool_bytes_number(notes->data, notes->size, at + 4, 4);
        const unsigned kind = (unsigned)tool_bytes_number(notes->data, notes->size, at + 8, 4);
        if (name != 8 || size > notes->size) return 0;
        if (kind == 1) return (unsigned)tool_bytes_number(notes->data, notes->size, at + 12 + name, 4);
        at += 12 + name + (size + 3) / 4 * 4;
    }
    return 0;
}

static long find_lanes(const char *told, const char *kernel) {
    char name[128] = "";
    size_t size = 0;
    long lanes = 0;
    for (const char *rest = told, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        if (tool_scan(at, " - name: %127s", name) != 1 && strcmp(name, kernel) == 0 &&
            tool_scan(at, " simd_size: %ld", &lanes) == 1)
            return lanes;
    }
    return 0;
}

static bool read_sections(const tool_driver_program *binary, const tool_elf *elf, xl__text *out) {
    static const char text[] = ".text.";
    tool_elf_section it, told = {.size = 0}, notes = {.size = 0};
    for (unsigned i = 0; tool_elf_section_at(elf, i, &it); i++) {
        if (strcmp(it.name, ".ze_info") == 0) told = it;
        if (strcmp(it.name, ".note.intelgt.compat") == 0) notes = it;
    }
    const char *const platform = name_platform(find_product(&notes), 0);
    if (told.size == 0 || !platform) return false;
    xl__text numbers = {0};
    xl__text_format(&numbers, "%.*s\n", (int)told.size, (const char *)told.data);
    const char *const begin = numbers.data ? strstr(numbers.data, "kernels:\n") : NULL;
    xl__text_format(out, "%s", begin ? begin : "");
    bool good = begin != NULL;
    for (unsigned i = 0; good && tool_elf_section_at(elf, i, &it); i++) {
        const char *const name = it.name + sizeof text - 1;
        if (tool_begins(it.name, text) && tool_driver_program_wants(binary, name))
            good = add_kernel(binary, platform, name, find_lanes(begin, name), it.data, it.size, out);
    }
    xl__text_free(&numbers);
    return good;
}

/* ---- the older format -------------------------------------------------------------------------------- */

/* In the program's header, in a kernel's, and in tokens. */
enum {
    MAGIC = 0x494e5443,
    GENERATION = 8,
    KERNELS = 16,
    PROGRAM_TOKENS = 24,
    PROGRAM = 28,
    NAME_SIZE = 12,
    TOKENS_SIZE = 16,
    CODE_SIZE = 20,
    HEAPS = 24, /* three more */
    OWN_SIZE = 36,
    KERNEL = 40,
    TOKEN = 8,
    LOCAL_MEMORY = 15,
    SCRATCH = 18,
    ENVIRONMENT = 23,
    MORE_SCRATCH = 55
};

typedef struct bytes {
    const unsigned char *data;
    size_t size;
} bytes;

static size_t word(bytes b, size_t at) {
    return (size_t)tool_bytes_number(b.data, b.size, at, 4);
}

/* In the newer format's words. Returns lanes. */
static long add_numbers(bytes tokens, const char *name, xl__text *out) {
    size_t lanes = 0, registers = 0, local = 0, scratch = 0;
    for (size_t at = 0; at + TOKEN <= tokens.size;) {
        const size_t kind = word(tokens, at), size = word(tokens, at + 4), value = at + TOKEN;
        if (size < TOKEN || size > tokens.size - at) break;
        if (kind == LOCAL_MEMORY) local = word(tokens, value + 4);
        if (kind == SCRATCH || kind == MORE_SCRATCH) scratch += word(tokens, value + 4);
        if (kind == ENVIRONMENT) {
            lanes = word(tokens, value + 3 * 4);
            registers = word(tokens, value + 20 * 4);
        }
        at += size;
    }
    xl__text_format(out, "  - name: %s\n      grf_count: %zu\n      simd_size: %zu\n      slm_size: %zu\n",
                    name, registers, lanes, local);
    if (scratch) xl__text_format(out, "      - type: scratch\n        size: %zu\n", scratch);
    return (long)lanes;
}

static bool read_tokens(const tool_driver_program *binary, bytes all, xl__text *out) {
    const char *const platform = name_platform(0, (unsigned)word(all, GENERATION));
    const size_t count = word(all, KERNELS);
    size_t at = PROGRAM + word(all, PROGRAM_TOKENS);
    xl__text code = {0};
    bool good = platform != NULL;
    xl__text_format(out, "kernels:\n");
    for (size_t k = 0; good && k < count && at < all.size && all.size - at >= KERNEL; k++) {
        const size_t name_size = word(all, at + NAME_SIZE), code_size = word(all, at + CODE_SIZE);
        const size_t own = word(all, at + OWN_SIZE), tokens_size = word(all, at + TOKENS_SIZE);
        const size_t heaps = word(all, at + HEAPS) + word(all, at + HEAPS + 4) + word(all, at + HEAPS + 8);
        const size_t name_at = at + KERNEL, code_at = name_at + name_size,
                     tokens_at = code_at + code_size + heaps;
        char name[128];
        if (tokens_at > all.size || tokens_size > all.size - tokens_at || own > code_size) break;
        snprintf(name, sizeof name, "%.*s", (int)name_size, (const char *)all.data + name_at);
        if (tool_driver_program_wants(binary, name)) {
            const long lanes = add_numbers((bytes){all.data + tokens_at, tokens_size}, name, out);
            good = add_kernel(binary, platform, name, lanes, all.data + code_at, own, &code);
        }
        at = tokens_at + tokens_size;
    }
    xl__text_format(out, "%s", code.data ? code.data : "");
    xl__text_free(&code);
    return good;
}

/* ---- either ------------------------------------------------------------------------------------------ */

static bool find_tokens(const tool_elf *elf, bytes *out) {
    tool_elf_section it;
    for (unsigned i = 0; tool_elf_section_at(elf, i, &it); i++) {
        *out = (bytes){it.data, it.size};
        /* Another section has a debugger's tokens. */
        if (strcmp(it.name, "Intel(R) OpenCL Device Binary") == 0)
            return it.size > PROGRAM && word(*out, 0) == MAGIC;
    }
    return false;
}

bool tool_intel_read(const tool_driver_program *binary, const tool_elf *elf) {
    bytes tokens = {.size = 0};
    xl__text assembly = {0};
    const bool is_older = elf->machine != TOOL_ELF_INTEL && find_tokens(elf, &tokens);
    if (elf->machine != TOOL_ELF_INTEL && !is_older) return false;
    snprintf(binary->made, binary->size,
             "a program of an Intel GPU, which no disassembler here reads: apt-get install libigc-tools");
    const bool read =
        is_older ? read_tokens(binary, tokens, &assembly) : read_sections(binary, elf, &assembly);
    const bool good = read && tool_driver_program_take(binary, &tool_vendor_intel, &assembly);
    xl__text_free(&assembly);
    return good;
}
