/*
 * stored.h - a device's programs on disk, and who compiles one of several processes of a run. Part of
 * program.
 *
 * A driver may die of a binary when it is loaded, or when it first runs. So a mark stands on disk from the
 * one to the other, and who finds one that was left behind compiles anew.
 */
#ifndef XL_STORED_H
#define XL_STORED_H

#include "program/program.h"

/* Takes the program from the disk cache. False when there is no entry, or when it is broken or the driver
   refuses it. */
bool xl__stored_load(xl_device *device, xl__program *program, const char *options);

/* Before a program is compiled, and behind a look at the disk. Processes that share the folder (sharing,
   device.h) compile each program once: who takes its claim compiles it, XL__WAITS waits for the one that has
   it and loads what that one has stored (from_disk is set then), XL__AHEAD leaves it alone: XL_UNSUPPORTED.
   Where the other one takes longer than half a minute, or nothing can be written, it is compiled here too. */
int xl__stored_claim(xl_device *device, xl__program *program, const char *options, xl_error *error);

/* The same where nothing is known of the program but its key: XL_UNSUPPORTED for XL__AHEAD where it is on
   disk, or another process compiles it or has; else XL_SUCCESS. */
int xl__stored_leave(const xl_device *device, const char key[XL__HASH_TEXT], xl_error *error);

/* Writes its binary into the disk cache, *wrote then; false where it was left alone, to be asked again. */
bool xl__stored_save(xl_device *device, xl__program *program, int kernels_run, bool *wrote);

/* It has run. */
void xl__stored_has_run(const char *cache_dir, xl__program *program);
/* It is stored, or nobody uses it any more. Or it has run and is not to be stored, but the driver keeps it:
   what is left of the claim tells who compiles ahead, until the folder is swept. */
void xl__stored_give_up_claim(const char *cache_dir, xl__program *program);
void xl__stored_leave_claim(xl__program *program);

/* Keeps all of them below 1 GiB, the oldest going first. */
void xl__stored_trim(const xl_device *device);

#endif
