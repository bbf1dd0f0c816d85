/*
 * used.h - the words of --set that are refused before a device is asked: given twice, read by nothing that is
 * chosen, or not fitting each other.
 */
#pragma once

#include "options/select.h"

/* Whether the choice's strategy, or for the automatic choice some right one, reads the parameter. */
bool tool_reads(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param);

/* The words of a settings text that the strategy reads under these settings and this type; NONE: the
   algorithm's first. `out` may be the text itself. */
void tool_settings_read(const xl__algorithm *algorithm, int strategy, xl_type type, bool cpu,
                        const char *settings, char out[TOOL_SETTINGS_TEXT]);

/* The message that refuses an unused parameter: it names the strategies with this parameter, or, if a chosen
   strategy has the parameter (`had`), says that other settings disable it. `taken`: the strategy that auto
   chose, or NULL. */
void tool_unread_text(const char *param, const char *taken, bool had, const tool_choice *choices, int count,
                      char *out, size_t size);

/* For verify, bench and run, whose cases bring settings of their own. Complains and returns TOOL_USAGE. The
   choices have their points, here and below (tool_select_points). */
tool_exit tool_check_used(const tool_options *options, const tool_choice *choices, int count);

/* Complains of a point of --set that the algorithm refuses whatever the case adds to it, as it would refuse
   every row of it. Returns TOOL_USAGE. */
tool_exit tool_check_fitting(const tool_options *options, const tool_choice *choices, int count);

/* Complains of a parameter that two words of --set give, also by shape=AxB. */
tool_exit tool_check_given_once(const tool_options *options, const tool_choice *choices, int count);
