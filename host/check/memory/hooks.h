/* The check of one access (hooks.c); atomics come here too. */
#ifndef XL_CHECK_HOOKS_H
#define XL_CHECK_HOOKS_H

#include "fibers/machine.h"

void memory_access(uintptr_t address, uint64_t bytes, bool write, bool atomic, uint64_t pc);

#endif
