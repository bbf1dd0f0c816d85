/*
 * settings.h - the checks on parameter values.
 */
#ifndef XL_SETTINGS_H
#define XL_SETTINGS_H

#include "algorithm.h"

/* Refuses what the parameter does not allow: out of range, NaN, fractions of integers. */
int xl__check_value(const xl__algorithm *algorithm, int param, double value, xl_error *error);

#endif
