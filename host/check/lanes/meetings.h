/* What each collective received and returned, for people: the meetings of the first sub-group of the first
 * work-group. */
#ifndef XL_CHECK_TRACE_H
#define XL_CHECK_TRACE_H

#include "fibers/machine.h"

/* Records a meeting that is complete, if the launch asks for it. */
void trace_meeting(struct item **who, uint32_t n);

#endif
