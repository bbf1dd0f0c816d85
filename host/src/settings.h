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

#endif
