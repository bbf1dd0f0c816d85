/*
 * auto_grid.h - the worker's side of bench --auto-grid: auto against the best single strategy over drawn
 * problems.
 */
#ifndef TOOL_AUTO_GRID_H
#define TOOL_AUTO_GRID_H

#include "options/select.h"
#include "run/session.h"

/* --auto-grid problems of each algorithm, drawn by --seed around the case's bench settings: sizes from an
   eighth to twice of one of them, other whole numbers of the problem over their range (small ones as likely
   as large ones), type and inputs. What --set gives holds. Each is timed in turns: auto, and every strategy
   of the choices at every native width. {"event":"grid"} tells auto, the best, and the ratio of their times:
   1 where auto became the best one itself. */
tool_exit tool_auto_grid(tool_session *session, const tool_choice *choices, int count);

#endif
