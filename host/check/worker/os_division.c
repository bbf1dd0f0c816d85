/* x86-64: DIV and IDIV (F6 and F7) leave their results in RAX and RDX. Other processors give no signal. */
#include <signal.h>
#include <ucontext.h>

#include "worker/os_division.h"

#if defined(__x86_64__)
/* The bytes of an operand: ModRM, SIB, displacement. */
static unsigned operand(const unsigned char *at) {
    unsigned mode = at[0] >> 6, memory = at[0] & 7, bytes = 1;
    if (mode == 3) return bytes;
    if (memory == 4) ++bytes;
    if (mode == 0 && (memory == 5 || (memory == 4 && (at[1] & 7) == 5))) bytes += 4;
    return bytes + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

bool division_skip(void *context, uint64_t value) {
    ucontext_t *state = context;
    const unsigned char *at = (const unsigned char *)(uintptr_t)state->uc_mcontext.gregs[REG_RIP];
    while (*at == 0x66 || (*at & 0xf0) == 0x40) ++at;
    bool byte = *at == 0xf6, known = byte || *at == 0xf7;
    if (!known || (at[1] >> 3 & 6) != 6) return false;
    state->uc_mcontext.gregs[REG_RAX] = (greg_t)value;
    if (!byte) state->uc_mcontext.gregs[REG_RDX] = (greg_t)value;
    state->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)(at + 1 + operand(at + 1));
    return true;
}
#else
bool division_skip(void *context, uint64_t value) {
    (void)context;
    (void)value;
    return false;
}
#endif
