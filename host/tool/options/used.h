/* used.h - refuses words of --set before a device is used: given twice, unused, or contradictory. */
#pragma once

#include "options/select.h"

/* For the automatic choice: some right strategy reads it. */
bool tool_reads(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param);

/* Those used with this type; NONE: the algorithm's first. `out` may be `settings`. */
void tool_settings_keep_used(const xl__algorithm *algorithm, int strategy, xl_type type, bool cpu,
                             const char *settings, char out[TOOL_SETTINGS_TEXT]);

/* Names the strategies with this parameter or, if a chosen one `had` it, says that other settings disable it.
   `taken`: auto's strategy; NULL: none. */
void tool_unread_text(const char *param, const char *taken, bool had, const tool_choice *choices, int count,
                      char *out, size_t size);

/* For verify, bench and run, whose cases add settings. Complains, TOOL_USAGE. Here and below the choices
   need their points (tool_select_points). */
tool_exit tool_check_used(const tool_options *options, const tool_choice *choices, int count);

/* Complains of a point that the algorithm always refuses. TOOL_USAGE. */
tool_exit tool_check_fitting(const tool_options *options, const tool_choice *choices, int count);

/* Also by shape=AxB. */
tool_exit tool_check_given_once(const tool_options *options, const tool_choice *choices, int count);
