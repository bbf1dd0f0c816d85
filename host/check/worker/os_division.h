/* Integer divisions by zero, which are undefined in OpenCL C and no error: the kernel goes on. */
#ifndef XL_CHECK_OS_DIVISION_H
#define XL_CHECK_OS_DIVISION_H

#include <stdbool.h>
#include <stdint.h>

/* After a division's signal: its result becomes `value`. `context` is the signal handler's. False: unknown
 * instruction.
 */
bool division_skip(void *context, uint64_t value);

#endif
