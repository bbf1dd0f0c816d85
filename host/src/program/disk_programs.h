/*
 * A device's programs on disk, and which process compiles one. A binary may kill the driver when loaded or
 * first run: a mark is on disk from load to run, and a process that finds it abandoned compiles again.
 */
#pragma once

#include "program/program.h"

/* False: no entry, broken, or refused by the driver. */
bool xl__stored_load(xl_device *device, xl__program *program, const char *options);

/* Call before compiling. Of processes that share the folder (device.h) the claim's holder compiles the
 * program. XL__WAITS waits and loads the result (sets from_disk); XL__AHEAD skips it: XL_UNSUPPORTED. After
 * half a minute, or if nothing can be written, this process compiles too.
 */
int xl__stored_claim(xl_device *device, xl__program *program, const char *options, xl_error *error);

/* XL_UNSUPPORTED for XL__AHEAD if the program is on disk, or another process compiles or has compiled it;
   else XL_SUCCESS. */
int xl__stored_leave(const xl_device *device, const char key[XL__HASH_TEXT], xl_error *error);

/* Sets *wrote; false: postponed, call again. */
bool xl__stored_save(xl_device *device, xl__program *program, int kernels_run, bool *wrote);

/* Call once it has run. */
void xl__stored_has_run(const char *cache_dir, xl__program *program);
/* Call once the program is stored or unused, or has run if only the driver keeps it: the rest of the claim
 * informs processes that compile ahead, until the folder is swept.
 */
void xl__stored_give_up_claim(const char *cache_dir, xl__program *program);
void xl__stored_leave_claim(xl__program *program);

/* Keeps at most 1 GiB; removes the oldest first. */
void xl__stored_trim(const xl_device *device);
