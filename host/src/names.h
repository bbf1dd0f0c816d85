/*
 * names.h - what the expressions of a table may name, and the values behind the names.
 */
#ifndef XL_NAMES_H
#define XL_NAMES_H

#include "expression.h"
#include "passes.h"

/* The words of the element types, in the order of xl_type: "none|i8|...". */
extern const char xl__type_words[];

/* What the table has, and what the strategy's first `known` passes read. */
typedef struct xl__vocabulary {
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    int known;
} xl__vocabulary;

/* For expressions that may name these; `words`: what an expression itself may be beside a number, or NULL.
   The names have to live as long as the scope. */
xl__scope xl__scope_of(const xl__vocabulary *names, const char *words);

/* Whether these characters, not ended, are the name. */
bool xl__is_name(const char *name, const char *text, size_t size);

/* Places in the lists of the table; -1: there is none of that name. */
int xl__find_size(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_parameter(const xl__algorithm *algorithm, const char *name, size_t size);
int xl__find_array_named(const xl__algorithm *algorithm, const char *name, size_t size);

/* The place of a value that an expression may name; -1: none. */
int xl__find_value(const xl__vocabulary *names, const char *name, size_t size);

#endif
