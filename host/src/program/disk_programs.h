/*
 * disk_programs.h - a device's programs on disk, and which process of a run compiles one. Part of program.
 *
 * A binary may kill the driver when loaded or first run. So a mark is on disk from load to run; a process
 * that finds it abandoned compiles again.
 */
#pragma once

#include "program/program.h"

/* Loads the program from the disk cache. False: no entry, broken, or refused by the driver. */
bool xl__stored_load(xl_device *device, xl__program *program, const char *options);

/* Call before compiling, after searching the disk. Processes that share the folder (sharing, device.h)
 * compile each program once: the process that takes the claim compiles it. Otherwise XL__WAITS waits and
 * loads the program that the other process stores (sets from_disk); XL__AHEAD skips it: XL_UNSUPPORTED. If
 * the other process takes longer than half a minute, or nothing can be written, this process compiles too. */
int xl__stored_claim(xl_device *device, xl__program *program, const char *options, xl_error *error);

/* The same by key only: XL_UNSUPPORTED for XL__AHEAD if it is on disk, or another process compiles or has
   compiled it; else XL_SUCCESS. */
int xl__stored_leave(const xl_device *device, const char key[XL__HASH_TEXT], xl_error *error);

/* Writes its binary into the disk cache and sets *wrote; false: postponed, call again. */
bool xl__stored_save(xl_device *device, xl__program *program, int kernels_run, bool *wrote);

/* Call once it has run. */
void xl__stored_has_run(const char *cache_dir, xl__program *program);
/* Call once the program is stored or unused. Also once it has run if only the driver keeps it: the rest of
 * the claim informs processes that compile ahead, until the folder is swept. */
void xl__stored_give_up_claim(const char *cache_dir, xl__program *program);
void xl__stored_leave_claim(xl__program *program);

/* Trims stored programs to 1 GiB, oldest first. */
void xl__stored_trim(const xl_device *device);
