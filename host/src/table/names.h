/* Names in tables' expressions, and their values. */
#pragma once

#include "table/expression.h"
#include "table/passes.h"

/* In the order of xl_type: "none|i8|...". */
extern const char xl__type_words[];

/* The table's names, and what the strategy's first `known` passes read. `strategies`: their names as a
   choice's words; NULL: not allowed. */
typedef struct xl__vocabulary {
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    int known;
    const char *strategies;
    bool turns; /* an expression may name the turn */
} xl__vocabulary;

/* `words`: results allowed besides numbers, or NULL. The names must outlive the scope. */
xl__scope xl__scope_of(const xl__vocabulary *names, const char *words);

/* Indices in the table's lists; -1: unknown name. */
int xl__find_size(const xl__algorithm *algorithm, const char *name, size_t size);

/* -1: none. */
int xl__find_value(const xl__vocabulary *names, const char *name, size_t size);

/* A parameter, a size or a device name; "" for what a pass reads. */
const char *xl__name_at(const xl__algorithm *algorithm, int place);

/* May name `strategy` and, with `chooses`, result in a strategy's name. */
int xl__compile_text(const xl__algorithm *algorithm, const char *text, bool chooses, xl__code *code,
                     xl__expression *out, xl_error *error);

/* Other than the element type; NULL: none. */
const char *xl__device_name_in(const xl__algorithm *algorithm, const xl__code *code,
                               xl__expression expression);
