/*
 * auto_grid.h - the worker's side of bench --auto-grid: auto against the best single strategy over drawn
 * problems.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Draws --auto-grid problems of each algorithm by --seed around the case's bench settings: sizes from an
   eighth to twice those of one setting, other integers log-uniform over their range, type and inputs. --set
   fixes values. Times auto and every chosen strategy at every native width in turns (tool_bench_contest), 25
   times unless --samples or --min-time ask for others. {"event":"grid"} tells auto, the best, and the ratio
   of their times: at most 1 where auto chose the best, as what it became is timed twice and the lesser
   counts. */
tool_exit tool_auto_grid(tool_session *session, const tool_choice *choices, int count);
