/* Below each stack lies a page that nobody may touch. */
#include <sys/mman.h>

#include "fibers/machine.h"

enum { PAGE = 4096 };

static uint32_t guarded[MACHINE_FLIGHTS];

void machine_guard(uint32_t flight, uint32_t items) {
    for (; guarded[flight] < items; ++guarded[flight])
        mprotect(machine_stack(flight, guarded[flight]), PAGE, PROT_NONE);
}

bool machine_is_guard(uintptr_t address) {
    uintptr_t at = address - (uintptr_t)machine.stacks;
    return at < machine.stack_bytes && at % MACHINE_STACK < PAGE;
}
