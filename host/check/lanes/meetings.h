/* What each collective of the first sub-group of the first work-group received and returned. */
#ifndef XL_CHECK_TRACE_H
#define XL_CHECK_TRACE_H

#include "fibers/machine.h"

/* If the launch asks for it; `size` as for collective_complete. */
void trace_meeting(struct item **who, uint32_t n, uint32_t size);

#endif
