/*
 * os_drivers.h - finds drivers by the loader's list of files. OpenCL opens every driver in the process, and
 * one may abort, so each worker sees only one.
 */
#pragma once

#include "system/os_folder.h"
#include <stdbool.h>
#include <stddef.h>

enum { TOOL_MAX_DRIVERS = 32 };

typedef struct tool_driver {
    char setting[TOOL_PATH + 64]; /* for its worker, "OCL_ICD_VENDORS=..."; "": unchanged */
    char name[64];                /* of the file without .icd, for messages */
    char report[TOOL_PATH + 64];  /* of the checking device: "CROSSLANE_CHECK_REPORT=FILE"; "": another */
} tool_driver;

/* Fills out[], sorted by name, with a loader's drivers: those in OCL_ICD_VENDORS (a folder; an .icd file, by
   path or by name in the next folder; or a library), else in the folder OPENCL_VENDOR_PATH, else in the
   system's. If drivers are not listed by files (macOS; OCL_ICD_FILENAMES), one entry leaves the environment
   unchanged. Returns the count. Only one loader accepts a file in OCL_ICD_VENDORS. So a driver that shares
   its folder gets a folder in `private_folder` with a link to its file (else the file), and a library a
   folder with a file that names it. */
int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_private_folder *private_folder);

/* Of the checking device. False: not there. */
bool tool_check_library(char path[TOOL_PATH]);

/* Next to this program or where it installs, in no vendor folder. False, with the reason: not usable here. */
bool tool_driver_check(tool_driver *out, tool_private_folder *private_folder, char *reason, size_t size);

/* What is missing, up to the advice: "...; unset it for the system's drivers, or". */
void tool_drivers_none(char *text, size_t size);

/* The .icd file without links ("": none), and its library. False: unknown. Not on Windows. */
bool tool_driver_files(const tool_driver *driver, char file[TOOL_PATH], char library[TOOL_PATH]);

/* Call before any OpenCL call; start no worker afterwards. */
void tool_driver_use(const tool_driver *driver);

/* This process uses platforms *first to *end - 1 of the loader's `count`: all, if a loader can be shown a
 * single driver.
 */
void tool_driver_platforms(unsigned count, unsigned *first, unsigned *end);

/* In a worker before any OpenCL call: true, and why, if its .icd file names no library. One loader hangs on
 * an empty name.
 */
bool tool_driver_misnamed(char *reason, size_t size);

/* In a worker without a platform: true, and why, if its driver cannot be loaded. A driver without a device is
 * not broken.
 */
bool tool_driver_broken(char *reason, size_t size);
