/* Runs a program with the checking device as its only OpenCL device. */
#ifndef XL_CHECK_OS_PROGRAM_H
#define XL_CHECK_OS_PROGRAM_H

#include <stdint.h>

/* Runs words[0]. Findings are lines of JSON in the file `report`. Returns its exit status (128 plus a
 * signal's number), or -1 with one line in `why`.
 */
int program_run(char *const words[], const char *driver, uint32_t width, uint32_t schedules,
                const char *report, char *why, uint32_t room);

/* A new empty file without a name, which ends with this process. False: none. */
int program_report(char path[256]);

#endif
