/*
 * settings.h - the checks on parameter values.
 */
#ifndef XL_SETTINGS_H
#define XL_SETTINGS_H

#include "algorithm.h"

/* Refuses what the parameter does not allow: out of range, NaN, fractions of integers. */
int xl__check_value(const xl__algorithm *algorithm, int param, double value, xl_error *error);

/* As xl__parse_settings (algorithm.h), for settings that come in several pieces: `seen` tells the parameters
   that were given before, which may not come again, and those of this piece are added. */
int xl__add_settings(const xl__algorithm *algorithm, const char *text, double *values, bool *seen,
                     xl_error *error);
int xl__add_setting(const xl__algorithm *algorithm, const xl_setting *setting, double *values, bool *seen,
                    xl_error *error);

/* Place of a word in "linear|quadratic"; -1: not there. */
int xl__find_choice(const char *choices, const char *word, size_t size);

#endif
