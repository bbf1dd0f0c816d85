/*
 * auto_grid.h - the worker's side of bench --auto-grid: auto against the best single strategy over drawn
 * problems.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Draws --auto-grid problems per algorithm by --seed around the case's bench settings: sizes from an eighth
   to twice a setting's, other integers log-uniform over their range, type and inputs. --set fixes values.
   Times auto and every chosen strategy at every native width, alternating, 25 times unless --samples or
   --min-time is given. {"event":"grid"} reports auto, the best, and the ratio of their times. The ratio is at
   most 1 if auto chose the best, because auto's strategy is timed twice and the lesser time counts. */
tool_exit tool_auto_grid(tool_session *session, const tool_choice *choices, int count);
