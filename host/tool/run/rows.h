/*
 * rows.h - records of verify and bench, made from configurations and outcomes.
 */
#ifndef TOOL_ROWS_H
#define TOOL_ROWS_H

#include "base/text.h"
#include "run/checked_run.h"
#include "records/record.h"
#include "run/targets.h"

/* How the reason of a planted kernel's row begins that was caught. */
#define TOOL_PLANT_CAUGHT "planted, and caught: "

/* A record that says what a configuration is; results are null. `plan` may be NULL (not made yet). */
json_t *tool_row_record(const tool_session *session, const char *kind, const char *status,
                        const tool_config *config, const xl_plan *plan);

/* Status and reason of a failure: XL_UNSUPPORTED and XL_TOO_LARGE are "unsupported", the rest "error". */
void tool_row_set_failure(json_t *record, const xl_error *error);
void tool_row_set_reason(json_t *record, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Errors, checksum and, where wrong, the mismatch with the command that repeats it. */
void tool_row_set_verdict(json_t *record, const tool_session *session, const tool_config *config,
                          const xl_plan *plan, const tool_verdict *verdict);

/* An element of the data as JSON. An integer that a double does not hold is written as text: readers of JSON
   take numbers for doubles. */
json_t *tool_row_value(tool_value value);

/* Facts of the plan: width, compile time, registers; cost of the problem. */
void tool_row_set_plan(json_t *record, const tool_config *config, const xl_plan *plan);

/* What the last run of a plan counted, by name. XL_BAD_VALUE: a measure lies outside of what the table
   expects; the error says so. */
int tool_row_set_measures(json_t *record, const tool_session *session, xl_plan *plan, xl_error *error);

/* Adds " OPTION 'WORD'", or " 'WORD'" where the option is "", as a shell takes it. */
void tool_add_shell_word(xl__text *text, const char *option, const char *word);

/* "crosslane COMMAND ..." that runs exactly this configuration again. */
void tool_repeat_command(const tool_session *session, const char *command, const tool_config *config,
                         char *out, size_t size);

#endif
