/* Recorded meetings as a table. */
#ifndef XL_CHECK_TRACE_TEXT_H
#define XL_CHECK_TRACE_TEXT_H

#include <stdio.h>

#include "wire/wire.h"

struct check_lanes {
    uint32_t first, last; /* the lanes to show */
};

/* A line per collective with the lanes' numbers, then what each lane gave and got; "-" for a lane that was
 * not there. */
void trace_print(FILE *out, const char *object, const char *source, const struct check_meeting *meetings,
                 uint32_t count, uint32_t lost, const struct check_lanes *lanes);

#endif
