/*
 * lookup.h - what follows from an algorithm's table alone: names found, types of arrays, sizes of images.
 */
#ifndef XL_LOOKUP_H
#define XL_LOOKUP_H

#include "table/algorithm.h"
#include <string.h>

/* The name in a pass's `kernel`; *file_size gets the length of the file's name before it, 0 = none. */
const char *xl__kernel_name(const char *kernel, size_t *file_size);

/* Whether these characters, not ended, are the name. */
static inline bool xl__is_name(const char *name, const char *text, size_t size) {
    if (size > 0 && name[0] != text[0])
        return false; /* most names differ here, and thousands are looked at */
    return strncmp(name, text, size) == 0 && name[size] == '\0';
}
/* Places in the lists of the table; -1: there is none of that name. */
int xl__find_param(const xl__algorithm *algorithm, const char *name);
int xl__find_param_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_array(const xl__algorithm *algorithm, const char *name);
int xl__find_array_named(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_strategy(const xl__algorithm *algorithm, const char *name);
/* The output that counts this one, by its index; -1: none does. */
int xl__counter_of(const xl__algorithm *algorithm, int array);
/* Whether the strategy (NULL: none) leaves the order of this output's elements open. */
bool xl__in_any_order(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* The output that says where this one's runs begin, by its index; -1: it has no runs. */
int xl__index_of(const xl__algorithm *algorithm, int array);
/* Whether this output says where the runs of another begin, of which the strategy leaves the order open. */
bool xl__is_index(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* Whether its enqueue waits for the device: a pass reads a value back. */
bool xl__waits(const xl__strategy *strategy);
/* Whether a tuning parameter belongs to the strategy; other parameters belong to every one. */
bool xl__has_param(const xl__algorithm *algorithm, const xl__strategy *strategy, int param);
xl_type xl__array_type(const xl__algorithm *algorithm, int array, xl_type plan_type);
/* Gives the size that is a product its value, from the others; XL_BAD_VALUE where they do not fit. */
int xl__settle_product(const xl__algorithm *algorithm, xl__problem *problem, xl_error *error);
/* Whether the size is given as a product. */
bool xl__has_product(const xl__algorithm *algorithm, const xl__problem *problem);
/* The size of the image that an output of colours is (XL__COLOR): false where the problem has none. */
bool xl__image_size(const xl__algorithm *algorithm, const xl__problem *problem, size_t *width,
                    size_t *height);
/* Whether an array may be left out under these values. */
bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem);

#endif
