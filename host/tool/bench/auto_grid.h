/* auto_grid.h - the worker's side of bench --auto-grid: auto against the best on drawn problems. */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Draws --auto-grid problems per algorithm by --seed: sizes from an eighth to twice a bench setting's, other
   integers log-uniform, type and inputs. --set fixes values. Times auto and every chosen strategy at every
   native width, alternating, 25 times by default. {"event":"grid"} reports auto, the best, and the ratio of
   their times, at most 1 if auto chose the best. */
tool_exit tool_auto_grid(tool_session *session, const tool_choice *choices, int count);
