/* driver_binary.h - a worker writes compiled kernels of a device's driver into files and reports each. */
#pragma once

#include "run/session.h"

/* Builds strategies or programs (tool_options.programs) at every requested width. Each program's binary
   and source go to FOLDER/N.bin and FOLDER/N.cl of tool_options.folder:
     {"event":"code","name":..,"settings":..,"backend":..,"width":N,"group":N,"program":N,"base":"FOLDER/N","kernels":"a;b"}
   and of what does not build {"event":"code","name":..,"settings":..,"width":N,"reason":..,"wrong":BOOL}. */
tool_exit tool_write_driver_binaries(tool_session *session, const tool_choice *choices, int count);
