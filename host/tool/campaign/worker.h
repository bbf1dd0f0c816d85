/*
 * worker.h - the part of the command that calls OpenCL, in its own process.
 *
 * Events, one JSON object a line on descriptor 3:
 *   {"event":"device","index":N,"device":{...},"aliases":[...]}   enumeration, one a device
 *   {"event":"detail","device":{...}}                             facts that needed the device to run
 *   {"event":"trying","key":K,"op":...,"type":...,"all":B}        the driver may crash in this next
 *   {"event":"tried"}                                             the driver survived it
 *   {"event":"begin","row":N,"record":{...}}                      a row begins; kept if the worker dies
 *   {"event":"at","row":N}                                        work on a begun row continues
 *   {"event":"at","row":N,"patience":S,"effort":E}                the same, before a kernel that may hang
 *   {"event":"record","row":N,"record":{...}}                     the row's record
 *   {"event":"turn","turn":N}                                     waits for that turn (job/turns.h)
 *   {"event":"further","part":N}                                  waits: may it begin that part of run?
 *   {"event":"progress","what":"...","share":0.5}
 *   {"event":"availability", ...}                                 list --device: a strategy runs, or why not
 *   {"event":"note","text":"..."}                                 a line for the user, no failure
 *   {"event":"choice", ...}, {"event":"profile", ...}             tune: what a problem took; the file
 *   {"event":"grid", ...}                                         bench --auto-grid: auto and the best
 *   {"event":"options", ...}                                      options: what the header needs at a width
 *   {"event":"code", ...}                                         inspect: a driver's program
 * (driver_binary.h)
 *   {"event":"pairs", ...}                                        verify --level pairs (verify_pairs.h)
 *   {"event":"written","file":"...",...}                          an output file is there
 *   {"event":"misnamed","text":"..."}                             the driver's file names no library; why
 *   {"event":"failure","status":N,"text":"..."}                   the worker gives up; exit status and why
 *   {"event":"end","status":N}                                    all is done; exit status
 */
#pragma once

/* Runs a worker, which reads its job (job/job.h) from descriptor 5; returns its exit status. */
int tool_worker_main(const char *role);
