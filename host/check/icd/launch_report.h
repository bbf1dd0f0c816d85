/* Reports findings of launches: as lines of JSON to the file CROSSLANE_CHECK_REPORT, or to standard error.
   With CROSSLANE_CHECK_COUNT=1 the file also gets each launch's number of collectives. */
#ifndef XL_CHECK_REPORT_H
#define XL_CHECK_REPORT_H

#include <stdbool.h>

#include "client/worker_client.h"

void report_findings(const struct check_launch *launch, const char *source, const struct check_reply *reply,
                     const struct check_finding *findings);

/* What collectives received and returned, as lines of JSON in the same file, if CROSSLANE_CHECK_TRACE is
 * 1. */
bool report_traces(void);
void report_meetings(const struct check_launch *launch, const struct check_reply *reply,
                     const struct check_meeting *meetings);

/* True if a launch with findings fails: CROSSLANE_CHECK_FAIL is 1. */
bool report_fails(void);

/* A number from the environment, or `otherwise`. */
uint64_t report_setting(const char *name, uint64_t otherwise);

#endif
