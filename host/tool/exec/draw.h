/*
 * draw.h - the pictures of `run`.
 */
#pragma once

#include "run/session.h"

/* The colours that cases with `picture_settings` make of their own inputs, and what others make of the light
   of such a picture, as bars. Written into `folder`; tells the parent the files' names. */
tool_exit tool_draw(tool_session *session, const char *folder);
