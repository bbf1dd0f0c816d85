/*
 * lookup.h - look-ups in an algorithm's table: names, types of arrays, sizes of images.
 */
#pragma once

#include "table/algorithm.h"
#include <string.h>

/* The name in a pass's `kernel`; *file_size: length of the file name before it, 0 = none. */
const char *xl__kernel_name(const char *kernel, size_t *file_size);

/* True if the first `size` characters of the text are the name. */
static inline bool xl__is_name(const char *name, const char *text, size_t size) {
    if (size > 0 && name[0] != text[0]) return false; /* fast path: most names differ here */
    return strncmp(name, text, size) == 0 && name[size] == '\0';
}
/* Indices in the table's lists; -1: unknown name. */
int xl__find_param(const xl__algorithm *algorithm, const char *name);
int xl__find_param_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_array(const xl__algorithm *algorithm, const char *name);
int xl__find_array_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_strategy(const xl__algorithm *algorithm, const char *name);
/* Index of the output that counts this one; -1: none. */
int xl__counter_of(const xl__algorithm *algorithm, int array);
/* Index of the input that says how many elements there are (the choice "counted", algorithm.h); -1: none. */
int xl__count_input(const xl__algorithm *algorithm);
/* Index of the input that says how long this output is, where it is there; -1: none. */
int xl__counter_in(const xl__algorithm *algorithm, int array);
/* True if that input is present with these values. */
bool xl__is_counted(const xl__algorithm *algorithm, const xl__problem *problem);
/* Whether the strategy (NULL: none) leaves this output's order unspecified. */
bool xl__in_any_order(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* Index of the output with the beginnings of this one's runs; -1: no runs. */
int xl__index_of(const xl__algorithm *algorithm, int array);
/* True if this output has the beginnings of another output's runs, whose order the strategy leaves
 * unspecified. */
bool xl__is_index(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* Whether an enqueue waits for the device, as a pass reads a value back. */
bool xl__waits(const xl__strategy *strategy);
/* True if the strategy has the tuning parameter, and for all other parameters. */
bool xl__has_param(const xl__algorithm *algorithm, const xl__strategy *strategy, int param);
/* True if the array has the plan's element type. */
bool xl__has_plan_type(const xl__array_desc *array);
xl_type xl__array_type(const xl__algorithm *algorithm, int array, const xl__problem *problem);
/* The type that the word of the array's typed_by names; XL_TYPE_NONE: "none". */
xl_type xl__typed_by(const xl__algorithm *algorithm, int array, const xl__problem *problem);
/* The type with that name, of `size` characters; XL_TYPE_NONE: there is none. */
xl_type xl__type_named(const char *name, size_t size);
/* Sets the product size from its factors; XL_BAD_VALUE if they do not fit. */
int xl__settle_product(const xl__algorithm *algorithm, xl__problem *problem, xl_error *error);
/* True if a size is given as a product. */
bool xl__has_product(const xl__algorithm *algorithm, const xl__problem *problem);
/* Image size of an output of colours (XL__COLOR); false: not an image. */
bool xl__image_size(const xl__algorithm *algorithm, const xl__problem *problem, size_t *width,
                    size_t *height);
/* Index of the input whose buffer an output may be with these values ("in_place", algorithm.h); -1: none. */
int xl__in_place_of(const xl__algorithm *algorithm, const xl__problem *problem, int array);
/* Whether an array may be absent with these values. */
bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem);
