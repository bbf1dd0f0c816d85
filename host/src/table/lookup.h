/* Look-ups in an algorithm's table: names, types of arrays, sizes of images. */
#pragma once

#include "table/algorithm.h"
#include <string.h>

/* *file_size: length of the file name before it, 0: none. */
const char *xl__kernel_name(const char *kernel, size_t *file_size);

static inline bool xl__is_name(const char *name, const char *text, size_t size) {
    if (size > 0 && name[0] != text[0]) return false; /* most names differ here */
    return strncmp(name, text, size) == 0 && name[size] == '\0';
}
/* Indices in the table's lists; -1: unknown name. */
int xl__find_param(const xl__algorithm *algorithm, const char *name);
int xl__find_param_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_array(const xl__algorithm *algorithm, const char *name);
int xl__find_array_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_strategy(const xl__algorithm *algorithm, const char *name);
/* The output that counts this one; -1: none. */
int xl__counter_of(const xl__algorithm *algorithm, int array);
/* The input with the number of elements (the choice "counted"); -1: none. */
int xl__count_input(const xl__algorithm *algorithm);
/* The input with this output's length; -1: none. */
int xl__counter_in(const xl__algorithm *algorithm, int array);
/* True if that input is present with these values. */
bool xl__is_counted(const xl__algorithm *algorithm, const xl__problem *problem);
/* `strategy` may be NULL. */
bool xl__in_any_order(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* The output with the beginnings of this one's runs; -1: no runs. */
int xl__index_of(const xl__algorithm *algorithm, int array);
/* True if this output has the beginnings of another output's runs, whose order the strategy leaves
 * unspecified.
 */
bool xl__is_index(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
bool xl__waits(const xl__strategy *strategy);
/* True also for all parameters that are not for tuning. */
bool xl__has_param(const xl__algorithm *algorithm, const xl__strategy *strategy, int param);
bool xl__has_plan_type(const xl__array_desc *array);
xl_type xl__array_type(const xl__algorithm *algorithm, int array, const xl__problem *problem);
/* XL_TYPE_NONE: the word is "none". */
xl_type xl__typed_by(const xl__algorithm *algorithm, int array, const xl__problem *problem);
/* XL_TYPE_NONE: there is none. */
xl_type xl__type_named(const char *name, size_t size);
/* XL_BAD_VALUE if the factors do not fit. */
int xl__settle_product(const xl__algorithm *algorithm, xl__problem *problem, xl_error *error);
bool xl__has_product(const xl__algorithm *algorithm, const xl__problem *problem);
/* Of an XL__COLOR output; false: no image. */
bool xl__image_size(const xl__algorithm *algorithm, const xl__problem *problem, size_t *width,
                    size_t *height);
/* The input whose buffer an output may use ("in_place"); -1: none. */
int xl__in_place_of(const xl__algorithm *algorithm, const xl__problem *problem, int array);
bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem);
