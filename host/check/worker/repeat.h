/* Runs one launch in several orders, and again with other undefined values if one was read. */
#ifndef XL_CHECK_REPEAT_H
#define XL_CHECK_REPEAT_H

#include "fibers/machine.h"

/* The launch that `machine` describes; arena and defined are the shared memories. */
void repeat_run(char *arena, unsigned char *defined, char *local_area);

#endif
