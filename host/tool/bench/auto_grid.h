/* auto_grid.h - the worker's side of bench --auto-grid: auto against the best strategy on drawn problems. */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Draws --auto-grid problems per algorithm by --seed: sizes from an eighth to twice a bench setting's,
   other integers log-uniform over their range, type and inputs. --set fixes values. Times auto and every
   chosen strategy at every native width, alternating, 25 times unless --samples or --min-time is given.
   {"event":"grid"} reports auto, the best, and the ratio of their times, at most 1 if auto chose the best
   (auto_grid.c). */
tool_exit tool_auto_grid(tool_session *session, const tool_choice *choices, int count);
