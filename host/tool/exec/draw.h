/*
 * draw.h - the pictures of `run`.
 */
#pragma once

#include "run/session.h"

/* Draws the colours of cases with `picture_settings`, and other cases' results for the luminance of such a
 * picture, as bars. Reports the names to the parent.
 */
tool_exit tool_draw(tool_session *session, const char *folder);
