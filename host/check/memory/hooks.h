/* The check of one access; atomics come here too. */
#ifndef XL_CHECK_HOOKS_H
#define XL_CHECK_HOOKS_H

#include "fibers/machine.h"

void memory_access(uintptr_t address, uint64_t bytes, bool write, bool atomic, uint64_t pc);
/* The same for an atomic, which reads, writes or both. */
void memory_atomic(uintptr_t address, uint64_t bytes, bool reads, bool writes, uint64_t pc);

#endif
