/*
 * turns.h - devices of one machine are timed in turns, so that heat, clocks and other load meet all alike.
 *
 * Each problem is timed in two halves. Of two devices: A B, then B A; so what grows evenly over the time,
 * such as heat, weighs the same in the samples of both. Then each goes on to the next problem, A B again.
 * Only the device whose turn it is works; before a half it warms up again.
 */
#ifndef TOOL_TURNS_H
#define TOOL_TURNS_H

/* The steps of a problem, in this order: a worker waits for its turn before each. In the last it compares
   what was timed, and makes the next problem ready. */
enum { TOOL_FIRST_HALF, TOOL_SECOND_HALF, TOOL_GO_ON, TOOL_STEPS };

/* The turn that a worker waits for: step `step` of problem `problem`, which count from 0. */
long tool_turn_of(long problem, int step);

/* A device that has not begun stands before every turn; one that is done takes none. */
enum { TOOL_NOT_BEGUN = -1, TOOL_NO_TURN = -2 };

/* Which of the devices, that wait for the turns `turn`, is the next: of those that are least far the first,
   in the second half of a problem the last. -1: all are done. */
int tool_turn_next(const long *turn, int count);

#endif
