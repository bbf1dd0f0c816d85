/*
 * turns.h - devices of one machine are timed in turns, so that heat, clocks and other load meet all alike.
 *
 * Each problem is timed in rounds. Of two devices: A B, B A, A B and so on: all samples of a round are taken
 * close together, so what changes more slowly, such as heat or other load, meets both sides of a round alike,
 * and a comparison takes the rounds as its units (recorded/rounds.h). Then each goes on to the next problem.
 * Only the device whose turn it is works; before its samples it warms up again.
 */
#ifndef TOOL_TURNS_H
#define TOOL_TURNS_H

/* Of bench, and of run, which has less time. The least that can tell anything is 8 (recorded/rounds.h); with
   10 one round may say otherwise, because something else was in the way, with 20 three. Measured on two busy
   processors: a driver that was slower by 20% was found in 16 of 25 rows with 10, in 44 of 45 with 20. */
enum { TOOL_ROUNDS_OF_RUN = 10, TOOL_ROUNDS = 20 };

/* The steps of a problem, in this order: a worker waits for its turn before each. In the first it warms up,
   until times settle; in the last it compares what was timed, and makes the next problem ready. */
enum { TOOL_WARM_UP, TOOL_FIRST_ROUND, TOOL_GO_ON = TOOL_FIRST_ROUND + TOOL_ROUNDS, TOOL_STEPS };

/* The turn that a worker waits for: step `step` of problem `problem`, which count from 0. */
long tool_turn_of(long problem, int step);

/* A device that has not begun stands before every turn; one that is done takes none. */
enum { TOOL_NOT_BEGUN = -1, TOOL_NO_TURN = -2 };

/* Which of the devices, that wait for the turns `turn`, is the next: of those that are least far the first,
   in every second round of a problem the last. -1: all are done. */
int tool_turn_next(const long *turn, int count);

#endif
