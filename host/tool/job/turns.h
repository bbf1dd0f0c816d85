/*
 * turns.h - times devices of one machine alternately, in rounds: A B, B A, A B and so on. A round's samples
 * are close in time, so heat, clocks and other load affect both sides alike, and rounds are units of
 * comparison (recorded/rounds.h). One device runs at a time; it warms up again before its samples.
 */
#pragma once

/* For bench, and fewer for run. At least 9 are needed (recorded/rounds.h), and then none may contradict;
   with 20 three disturbed rounds may, with 40 ten. Bench takes 1.15 times as long with 40 as with 20. With
   100 it takes 1.6 to 2 times as long. */
enum { TOOL_ROUNDS_OF_RUN = 13, TOOL_ROUNDS = 40, TOOL_MOST_ROUNDS = 100 };

/* Two samples in each round: `usual` rounds or more, TOOL_MOST_ROUNDS at most. */
int tool_rounds_for(int samples, int usual);

/* The steps of a problem; a worker waits for its turn before each. The first warms up; the last compares
   the results and prepares the next problem. */
enum { TOOL_WARM_UP, TOOL_FIRST_ROUND, TOOL_GO_ON = TOOL_FIRST_ROUND + TOOL_MOST_ROUNDS, TOOL_STEPS };

/* Both from 0. */
long tool_turn_of(long problem, int step);

/* TOOL_NOT_BEGUN is before every turn. At TOOL_ESTIMATED a worker has reported its estimate, and waits
   until all have. TOOL_NO_TURN: done. */
enum { TOOL_ESTIMATED = -1, TOOL_NOT_BEGUN = -2, TOOL_NO_TURN = -3 };

/* The next device by the turns they wait for: among the least advanced the first, in every second round of
   a problem the last. -1: all are done. */
int tool_turn_next(const long *turn, int count);
