#pragma once

#include "base/text.h"
#include "run/checked_run.h"
#include "records/record.h"
#include "run/targets.h"

#define TOOL_PLANT_CAUGHT "planted, and caught: "

/* A record with null results. `plan` may be NULL (not made yet). */
json_t *tool_row_record(const tool_session *session, const char *kind, const char *status,
                        const tool_config *config, const xl_plan *plan);

/* XL_UNSUPPORTED and XL_TOO_LARGE are "unsupported", the rest "error". */
void tool_row_set_failure(json_t *record, const xl_error *error);
void tool_row_set_reason(json_t *record, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* If wrong, with a repeat command. */
void tool_row_set_verdict(json_t *record, const tool_session *session, const tool_config *config,
                          const xl_plan *plan, const tool_verdict *verdict);

/* An integer that a double cannot hold becomes text, as JSON readers use doubles. */
json_t *tool_row_value(tool_value value);

void tool_row_set_plan(json_t *record, const tool_config *config, const xl_plan *plan);

/* Adds measures of the plan's last run. XL_BAD_VALUE: one is outside the table's bounds. */
int tool_row_set_measures(json_t *record, const tool_session *session, xl_plan *plan, xl_error *error);

/* Adds " OPTION 'WORD'", or " 'WORD'" if the option is "", quoted for a shell; unprintable bytes as for
 * bash and zsh, $'M\374ller'.
 */
void tool_add_shell_word(xl__text *text, const char *option, const char *word);

/* The device as --device takes it. */
const char *tool_device_word(const tool_session *session, char word[16]);

/* "crosslane COMMAND ..." that repeats exactly this configuration. */
void tool_repeat_command(const tool_session *session, const char *command, const tool_config *config,
                         char *out, size_t size);
