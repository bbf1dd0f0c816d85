/*
 * faults.h - what the fake driver is asked to do wrong, read from the environment.
 *
 * FAKE_DRIVER, of a copy of the library with "second" in its name FAKE_DRIVER_SECOND, is a list with commas
 * of WORD or WORD=VALUE:
 *
 *   FAULT-PLACE[=WHERE]   FAULT: abort (says so first), segfault, exit, hang, babble (hangs, and
 *                         prints lines), or eat (memory, without end). PLACE: enumerate, open, build,
 *                         launch, finish, close (a context is released), quit (when the process ends).
 *                         WHERE: a number = at the so-many-th call only; a text = only where it occurs
 *                         in the options of the build, in the name of the kernel launched, or of the
 *                         one launched last (finish, close)
 *   wrong=KERNEL/N        of every N launches of the kernel one, past the middle, leaves one wrong value
 *   wrong-from=KERNEL/N   every launch from the N-th on does
 *   refuse=KERNEL/N       every launch from the N-th on is refused with CL_OUT_OF_RESOURCES
 *   fail-call=N           the N-th call of this process fails with CL_OUT_OF_RESOURCES, the others do not
 *   fail-call=WORD/N      the N-th whose name (clBuildProgram) contains the word does
 *   count=FILE            how many calls there were that could have failed is written there when the
 *                         process ends, and below it the numbers of those that differ (stacks.h)
 *   at-work               faults of calls and of the vendor strike only in processes in which a device
 *                         works, not where devices are listed
 *   vendor=none           the vendor cannot be asked for
 *   platforms=fail, devices=fail   they cannot be listed
 *   platforms=none, devices=none   there is none
 *   platforms=memory               defect D31: CL_OUT_OF_HOST_MEMORY, as one driver says that there is none
 *   own-platform          a platform of its own with one GPU, which can be listed and does not open
 *   compiler=fails        no program builds; the log is as unpleasant as they come
 *   binary=FILE           a program's binary, for who asks for it, is this file (4 MiB at most)
 *   mute=TEXT             the first build of this process with this text in its options fails without a log
 *   name=none|empty       the device's name cannot be asked for, is empty
   name=is:TEXT          it is the text
 *   name=long|words       it has 10 KB of everything, or 20 ordinary words
 *   group=N local=N units=N alloc=N memory=N align=N clock=N timer=N type=N   what the device says it has of
 *                         them; fails: it does not say
 *   kernel-group=N        the largest work-group that it says a kernel runs in
 *   fails=N               the query number N of a device fails with CL_OUT_OF_HOST_MEMORY
 *   slow-build=TEXT/MS    a build with this text in its options takes so many milliseconds longer
 *   slow-launch=KERNEL/N  each of the first N launches takes a second longer
 *   repeat=PERCENT        before each launch so many percent of its work-groups run once more, and its
 *                         event begins when theirs does: a device that is slower by a known share
 *   probe=MS/MS...        a launch of ceilings_multiply_add of one work-group (the clock's probe) takes so
 *                         long by its event: each of the first series of them, with no other launch between
 *                         them, the second, and so on; the last for all that follow
 *   log=FILE              each launch adds a line to the file: the process, the kernel; so does each copy of
 *                         a buffer: the process, "copy"
 *   odd-sizes             the answers to the queries of group= to type= have a byte too many
 *   child=FILE            the first build starts a compiler of its own, which writes its process number
 *                         to the file and does not end
 *   sub-groups=none|all   an extension for choosing their size, and no size or every one from 0 to 4095
 */
#pragma once

#include <stdbool.h>

typedef enum place { ENUMERATE, OPEN, BUILD, LAUNCH, FINISH, CLOSE, QUIT, PLACES } place;
enum { FAULT_VALUE = 96 };

/* The library of the driver that does the work, FAKE_DRIVER_REAL; of a copy with "second" in its name
   FAKE_DRIVER_REAL_SECOND if that is set, for drivers that hand out the same platform twice in a process. */
const char *fault_real_driver(void);

/* Whether the word is in the list; its value, "" without one, into value[] (may be NULL). */
bool fault_asked(const char *word, char value[FAULT_VALUE]);

/* Goes wrong for good if it is asked to at this place; `text` is what WHERE is looked for in. */
void fault_strike(place at, const char *text);

/* Starts the child if one is asked for. */
void fault_bear_child(void);

/* Whether this launch of the kernel shall leave a wrong value behind. */
bool fault_spoils(const char *kernel);

/* Milliseconds that a build with these options shall take longer. */
long fault_slows(const char *options);

/* Whether this build shall fail without a log. */
bool fault_mutes(const char *options);

/* Milliseconds that this launch of the kernel shall take longer. */
long fault_delays(const char *kernel);

/* Percent of this launch's work-groups that shall run twice. */
long fault_repeats(const char *kernel);

/* Milliseconds that the event of this launch shall tell; 0: the true ones. */
double fault_probes(const char *kernel, bool one_group);

/* Notes the launch, where that is wanted. */
void fault_log(const char *kernel);

/* Whether this launch of the kernel shall be refused. */
bool fault_refuses(const char *kernel);

/* Whether this call, of the OpenCL function named, shall fail. */
bool fault_fails(const char *function);

/* Writes how many calls fault_fails has been asked about, where that is wanted. */
void fault_tell_count(void);

/* Whether this process is one of those that a fault which heeds at-work is meant for. */
bool fault_is_here(void);
