/* Reads, checks and writes parameters as text, "name=value name=value". */
#pragma once

#include "table/algorithm.h"

/* Refuses out of range, NaN, fractions of integers. */
int xl__check_value(const xl__algorithm *algorithm, int param, xl__real value, xl_error *error);

/* `values`, in table order, must hold defaults. Refuses a repeated parameter, also as a part of "shape=". */
int xl__parse_settings(const xl__algorithm *algorithm, const char *text, double *values, xl_error *error);
/* Into a problem, with the differences from the nearest doubles. */
int xl__parse_problem(const xl__algorithm *algorithm, const char *text, xl__problem *problem,
                      xl_error *error);
/* Parses settings over the defaults: values, `given`, and the size that is a product. */
int xl__read_settings(const xl__algorithm *algorithm, const char *text, xl__problem *problem,
                      xl_error *error);

/* Reads back the same: a choice by its word. The value is a double, or a problem's. */
void xl__value_text(const xl__param *param, double value, char *text, size_t size);
void xl__param_text(const xl__algorithm *algorithm, const xl__problem *problem, int param, char *text,
                    size_t size);

/* As xl__parse_problem, in pieces. `seen` marks parameters of earlier pieces, which may not be repeated. */
int xl__add_settings(const xl__algorithm *algorithm, const char *text, xl__problem *problem, bool *seen,
                     xl_error *error);
int xl__add_setting(const xl__algorithm *algorithm, const xl_setting *setting, xl__problem *problem,
                    bool *seen, xl_error *error);
