/*
 * os_drivers.h - the OpenCL drivers of this machine, found without OpenCL: the loader's own list of files.
 *
 * Opening OpenCL opens every driver in the process, and one that aborts takes the process with it. So each
 * worker is shown one driver file alone.
 */
#pragma once

#include "system/os_folder.h"
#include <stdbool.h>
#include <stddef.h>

enum { TOOL_MAX_DRIVERS = 32 };

typedef struct tool_driver {
    char setting[TOOL_PATH + 64]; /* environment for its worker, "OCL_ICD_VENDORS=..."; "" = as it is */
    char name[64];                /* file name without .icd, for messages */
} tool_driver;

/* Fills out[], sorted by name, as a loader would see them: OCL_ICD_VENDORS (a folder; an .icd file, a bare
   name of which is looked for in the next folder first; or a library), else the folder OPENCL_VENDOR_PATH,
   else the system's. Where the list is not a loader's files (macOS; OCL_ICD_FILENAMES) there is one entry
   that leaves the environment alone. Returns the count, 0 when there is no driver at all.

   One loader takes a file in OCL_ICD_VENDORS, the other only a folder: so a driver whose file is not alone in
   its folder gets a folder of its own, with a link to its file, in `own` (where that cannot be written, the
   file itself is named). So does a library, with a file that names it. */
int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_own_folder *own);

/* Where there is no device: what was looked for and is not there, up to what to do: "...; unset it for the
   system's drivers, or". */
void tool_drivers_none(char *text, size_t size);

/* The .icd file of a driver in the list, without links ("" = none), and the library that it names. False: not
   known. Not on Windows. */
bool tool_driver_files(const tool_driver *driver, char file[TOOL_PATH], char library[TOOL_PATH]);

/* Shows this process that driver alone: for one that has not called OpenCL yet, and starts no worker after
   it. */
void tool_driver_use(const tool_driver *driver);

/* Which of the `count` platforms that the loader lists this process looks at: those from *first on and before
 *end. All, where a loader can be shown one driver alone. */
void tool_driver_platforms(unsigned count, unsigned *first, unsigned *end);

/* In a worker, which sees one driver alone and has not called OpenCL yet: whether what the .icd file holds is
   no name of a library, and why. One loader hangs with an empty name. */
bool tool_driver_misnamed(char *reason, size_t size);

/* In a worker, which sees one driver alone and found no platform: whether that is because the driver
   cannot be loaded, and why. A driver that loads and has no device here is not broken. */
bool tool_driver_broken(char *reason, size_t size);
