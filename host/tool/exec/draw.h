/*
 * draw.h - the pictures of `run`.
 */
#pragma once

#include "run/session.h"

/* Draws the colours that cases with `picture_settings` compute, and other cases' results for the luminance
 * of such a picture, as bars. Writes into `folder` and reports the names to the parent.
 */
tool_exit tool_draw(tool_session *session, const char *folder);
