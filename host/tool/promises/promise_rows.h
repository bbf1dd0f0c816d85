/* promise_rows.h - the worker's side of `promises`: a record per question and native width. */
#pragma once

#include "run/session.h"

tool_exit tool_promises(tool_session *session);
