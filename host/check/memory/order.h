/* Which accesses of other work-items happened before the current one, by barriers, and by atomics that
   release and acquire. */
#ifndef XL_CHECK_ORDER_H
#define XL_CHECK_ORDER_H

#include "memory/regions.h"

bool order_happened_before(const struct access *access, enum region_kind kind);

/* An atomic at address: `order` is the memory_order of OpenCL C. A read acquires what was released there; a
   write releases. */
void order_atomic(uintptr_t address, uint32_t order, bool reads, bool writes);
void order_fence(uint32_t order);

/* After a barrier of the work-group or of a sub-group: flags are cl_mem_fence_flags. */
void order_barrier(struct group *group, uint32_t flags);
void order_sub_barrier(struct group *group, uint32_t sub_group, uint32_t flags);

/* A work-item or a work-group ends; a launch ends. */
void order_leave_item(struct item *item);
void order_leave_group(struct group *group);
void order_clear(void);

#endif
