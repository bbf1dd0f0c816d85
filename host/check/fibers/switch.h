/* Switching between stacks of one thread. */
#ifndef XL_CHECK_SWITCH_H
#define XL_CHECK_SWITCH_H

#include <stddef.h>

/* Saves this context in *from and continues with `to`. */
void check_switch(void **from, void *to);

/* A context on [stack, stack + bytes) that will call entry(), which never returns. */
void *check_prepare(void *stack, size_t bytes, void (*entry)(void));

#endif
