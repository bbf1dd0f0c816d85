/*
 * driver_binary.h - the compiled kernels that a device's own driver returns: a worker writes them into files
 * and reports each.
 */
#pragma once

#include "run/session.h"

/* Builds what `inspect --device` names, strategies or programs (tool_options.programs), at every width that
   is asked for. Of each program the driver's binary and the source go to FOLDER/N.bin and FOLDER/N.cl of
   tool_options.folder:
     {"event":"code","name":..,"settings":..,"backend":..,"width":N,"group":N,"program":N,"base":"FOLDER/N","kernels":"a;b"}
   and of what does not build {"event":"code","name":..,"settings":..,"width":N,"reason":..,"wrong":BOOL}. */
tool_exit tool_write_driver_binaries(tool_session *session, const tool_choice *choices, int count);
