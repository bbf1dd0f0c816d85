/*
 * export.h - the worker's side of `export`: a row as a program of its own, for a bug report.
 */
#pragma once

#include "run/session.h"

/* Writes kernel.cl, main.c, the data and the expected results of the job's first strategy and point to the
   folder options.folder, which exists. Launches nothing, unless the strategy reads values back. Events:
     {"event":"exported","title":"...","options":["..."],"whole":B,"builds":B}
   `whole`: the source was left as it is; `builds`: false if the driver refuses the program, "log" then has
   its first line. */
tool_exit tool_export(tool_session *session);
