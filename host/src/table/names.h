/*
 * names.h - what the expressions of a table may name, and the values behind the names.
 */
#ifndef XL_NAMES_H
#define XL_NAMES_H

#include "table/expression.h"
#include "table/passes.h"

/* The words of the element types, in the order of xl_type: "none|i8|...". */
extern const char xl__type_words[];

/* What the table has, and what the strategy's first `known` passes read. `strategies`: their names as the
   words of a choice, where an expression may name the strategy; else NULL. */
typedef struct xl__vocabulary {
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    int known;
    const char *strategies;
    bool turns; /* whether an expression may name the turn */
} xl__vocabulary;

/* For expressions that may name these; `words`: what an expression itself may be beside a number, or NULL.
   The names have to live as long as the scope. */
xl__scope xl__scope_of(const xl__vocabulary *names, const char *words);

/* Places in the lists of the table; -1: there is none of that name. */
int xl__find_size(const xl__algorithm *algorithm, const char *name, size_t size);

/* The place of a value that an expression may name; -1: none. */
int xl__find_value(const xl__vocabulary *names, const char *name, size_t size);

/* The name of the value at a place: of a parameter, a size or the device; "" for what a pass reads. */
const char *xl__name_at(const xl__algorithm *algorithm, int place);

/* Compiles an expression that belongs to the table as a whole: it may name `strategy`, and where it `chooses`
   a strategy it may be the name of one. */
int xl__compile_text(const xl__algorithm *algorithm, const char *text, bool chooses, xl__code *code,
                     xl__expression *out, xl_error *error);

/* The name of what an expression takes from the device or from tuning, other than the element type; NULL:
   nothing. */
const char *xl__device_name_in(const xl__algorithm *algorithm, const xl__code *code,
                               xl__expression expression);

#endif
