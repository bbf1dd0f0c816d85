/* attack.h - answers to 01-lane that make system calls, with the numbers of x86-64. PoCL links no function of
   the C library; other compilers take no inline assembly. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Surround the attack. `done` is added to every result. */
#define ANSWER_BEGIN                                                                                         \
    "#include \"sg/sg.h\"\n"                                                                                 \
    "#ifndef POCL_DEVICE_ADDRESS_BITS\n"                                                                     \
    "long syscall(long number, long a, long b, long c, long d, long e, long f);\n#endif\n"                   \
    "static long call(long number, long a, long b, long c, long d, long e) {\n    long r = 0;\n"             \
    "#ifdef POCL_DEVICE_ADDRESS_BITS\n"                                                                      \
    "    __asm__ volatile(\"mov %5, %%r10; mov %6, %%r8; xor %%r9d, %%r9d; syscall\" : \"=a\"(r) : "         \
    "\"a\"(number), \"D\"(a), \"S\"(b), \"d\"(c), \"r\"(d), \"r\"(e) : \"rcx\", \"r8\", \"r9\", \"r10\", "   \
    "\"r11\", \"memory\");\n#else\n    r = syscall(number, a, b, c, d, e, 0);\n#endif\n    return r;\n}\n"   \
    "SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n    uint done = 0;\n    "
#define ANSWER_END "\n    y[get_global_id(0)] = sg_lane(sg) + done;\n}\n"

/* `text` with each `word` replaced; the caller frees it. */
static inline char *attack_replace(const char *text, const char *word, const char *by) {
    const size_t room = 4 * strlen(text) + 4096;
    char *const made = malloc(room);
    ck_assert_ptr_nonnull(made);
    size_t used = 0;
    for (const char *found; (found = strstr(text, word)) != NULL; text = found + strlen(word))
        used += (size_t)snprintf(made + used, room - used, "%.*s%s", (int)(found - text), text, by);
    ck_assert_uint_lt(used + strlen(text), room);
    snprintf(made + used, room - used, "%s", text);
    return made;
}
