/*
 * The faults that the environment requests from the fake driver.
 *
 * FAKE_DRIVER is a comma-separated list of WORD or WORD=VALUE. A copy of the library with "second" in its
 * name reads FAKE_DRIVER_SECOND.
 *
 *   FAULT-PLACE[=WHERE]   FAULT: abort (prints a line first), segfault, exit, hang, babble (hangs and
 *                         prints lines), eat (memory), or reserve (1,200 MiB of address space, then goes
 *                         on after a second). PLACE: enumerate, open, build, launch, finish,
 *                         close (a context is released), quit (the process ends). WHERE: a number selects
 *                         one call; a text must occur in the build options, in the launched kernel's name,
 *                         or in the last launched kernel's name (finish, close)
 *   wrong=KERNEL/N        one of every N launches of the kernel, past the middle, leaves one wrong value
 *   wrong-from=KERNEL/N   every launch from the N-th on leaves one
 *   over-processes=FILE   wrong and wrong-from count the launches of all processes with this file
 *   refuse=KERNEL/N       every launch from the N-th on fails with CL_OUT_OF_RESOURCES
 *   fail-call=N           only the N-th call of this process fails with CL_OUT_OF_RESOURCES
 *   fail-call=WORD/N      only the N-th call whose name (clBuildProgram) contains the word
 *   count=FILE            at the end of the process, writes how many calls could have failed, then the
 *                         numbers of those with distinct stacks (stacks.h)
 *   at-work               faults of calls and of the vendor apply only where a device works, not where
 *                         devices are listed
 *   vendor=none           the vendor query fails
 *   platforms=fail, devices=fail   listing fails
 *   platforms=none, devices=none   none exists
 *   platforms=memory               defect D31: CL_OUT_OF_HOST_MEMORY, one driver's answer for "none"
 *   own-platform          a platform with one GPU, which can be listed but not opened
 *   compiler=fails        no program builds; the log has hostile text
 *   binary=FILE           every program's binary is this file (4 MiB at most)
 *   mute=TEXT             this process's first build with this text in its options fails without a log
 *   name=none|empty       the query of the device's name fails, returns an empty name
 *   name=is:TEXT          returns the text
 *   name=long|words       returns 10 KB of hostile text, or 20 ordinary words
 *   group=N local=N units=N alloc=N memory=N align=N clock=N timer=N type=N   the device's answers; the
 *                         value "fails" makes the query fail
 *   kernel-group=N        the largest work-group reported for a kernel
 *   fails=N               query number N of a device fails with CL_OUT_OF_HOST_MEMORY
 *   slow-build=TEXT/MS    a build with this text in its options takes so many milliseconds longer
 *   slow-launch=KERNEL/N  each of the first N launches takes a second longer
 *   repeat=PERCENT        runs this percentage of a launch's work-groups first, within its event
 *   probe=MS/MS...        durations for launches of one work-group of ceilings_multiply_add (the clock's
 *                         probe), one per series without other launches between; the last for all later
 *                         series
 *   log=FILE              each launch adds a line with the process and the kernel; each buffer copy adds
 *                         the process and "copy"
 *   odd-sizes             answers to the queries of group= to type= are one byte too long
 *   child=FILE            the first build starts a compiler process that writes its number to the file
 *                         and never ends
 *   breaks=QUESTION|all   breaks the guarantee of that question of `promises`, or every one (breaks.h)
 *   sub-groups=none|all   an extension to choose their size, with no size or all from 0 to 4095
 */
#pragma once

#include <stdbool.h>

typedef enum place { ENUMERATE, OPEN, BUILD, LAUNCH, FINISH, CLOSE, QUIT, PLACES } place;
enum { FAULT_VALUE = 96 };

/* FAKE_DRIVER_REAL, or FAKE_DRIVER_REAL_SECOND for a copy with "second" in its name (if set), for drivers
   that return the same platform twice. */
const char *fault_real_driver(void);

/* Copies the word's value, or "", if value[] is not NULL. */
bool fault_asked(const char *word, char value[FAULT_VALUE]);

/* If requested at this place; `text` is searched for WHERE. */
void fault_strike(place at, const char *text);

void fault_bear_child(void);

bool fault_spoils(const char *kernel);

long fault_slows(const char *options);

bool fault_mutes(const char *options);

long fault_delays(const char *kernel);

long fault_repeats(const char *kernel);

/* Milliseconds that this launch's event reports; 0: the true ones. */
double fault_probes(const char *kernel, bool one_group);

void fault_log(const char *kernel);

bool fault_refuses(const char *kernel);

bool fault_fails(const char *function);

void fault_tell_count(void);

/* False: the faults have at-work and no device works in this process. */
bool fault_is_here(void);
