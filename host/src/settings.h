/*
 * settings.h - numbers in settings texts and the checks on parameter values.
 */
#ifndef XL_SETTINGS_H
#define XL_SETTINGS_H

#include "algorithm.h"

/* Reads a whole text as a decimal number, in the C locale whatever the program's; false when it is none. */
bool xl__parse_number(const char *text, size_t size, double *value);

/* Refuses what the parameter does not allow: out of range, NaN, fractions of integers. */
int xl__check_value(const xl__algorithm *algorithm, int param, double value, xl_error *error);

/* As xl__parse_settings (algorithm.h), for settings that come in several pieces: `seen` tells the parameters
   that were given before, which may not come again, and those of this piece are added. */
int xl__add_settings(const xl__algorithm *algorithm, const char *text, double *values, bool *seen,
                     xl_error *error);
int xl__add_setting(const xl__algorithm *algorithm, const xl_setting *setting, double *values, bool *seen,
                    xl_error *error);

#endif
