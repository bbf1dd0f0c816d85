/*
 * turns.h - times devices of one machine alternately, in rounds: A B, B A, A B and so on. A round's samples
 * are close in time, so heat, clocks and other load affect both sides alike (recorded/rounds.h). One device
 * runs at a time; it warms up again before its samples.
 */
#pragma once

/* At least 9 are needed (recorded/rounds.h), and then none may contradict; with 20 three may, with 40 ten.
   Bench takes 1.15 times as long with 40 as with 20, with 100 at most twice as long. */
enum { TOOL_ROUNDS_OF_RUN = 13, TOOL_ROUNDS = 40, TOOL_MOST_ROUNDS = 100 };

/* Two samples in each round: `usual` rounds or more, TOOL_MOST_ROUNDS at most. */
int tool_rounds_for(int samples, int usual);

/* A worker waits for its turn before each step of a problem. The last compares the results and prepares the
   next problem. */
enum { TOOL_WARM_UP, TOOL_FIRST_ROUND, TOOL_GO_ON = TOOL_FIRST_ROUND + TOOL_MOST_ROUNDS, TOOL_STEPS };

/* Both from 0. */
long tool_turn_of(long problem, int step);

/* TOOL_NOT_BEGUN is before every turn. At TOOL_ESTIMATED a worker waits until all have reported estimates.
   TOOL_NO_TURN: done. */
enum { TOOL_ESTIMATED = -1, TOOL_NOT_BEGUN = -2, TOOL_NO_TURN = -3 };

/* Of the least advanced devices the first, in every second round of a problem the last. -1: all are done. */
int tool_turn_next(const long *turn, int count);
