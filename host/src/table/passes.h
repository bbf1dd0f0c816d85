/*
 * A strategy's passes (algorithm.h) with names found and expressions compiled. Errors name algorithm,
 * strategy, pass and word.
 */
#pragma once

#include "table/abilities.h"
#include "table/algorithm.h"
#include "table/expression.h"
#include "base/text.h"

enum { XL__MAX_ARGS = 16, XL__MAX_SIZES = 20, XL__MAX_MEASURES = 8, XL__MAX_READS = 4 };

/* Names in expressions: parameters, then counted sizes, then these, then what passes read. */
typedef enum xl__device_name {
    XL__LANES,
    XL__GROUP_NOW, /* "group": work-items of the plan's work-groups */
    XL__SUB_GROUPS,
    XL__UNITS,
    XL__IS_CPU,
    XL__IS_EMULATED,
    XL__VECTORISES,    /* 1: a CPU's compiler makes vectors over work-items (device_facts.h) */
    XL__JOINS_ADDS,    /* 1: local memory combines lanes' additions to one counter (backend.h) */
    XL__FEW_REGISTERS, /* 1: at most 512 bytes of registers per lane (backend.h) */
    XL__LARGEST_GROUP,
    XL__LOCAL_BYTES,   /* for the kernel's own arrays */
    XL__TYPE,          /* of the elements: "type == f32" */
    XL__TYPE_BYTES,    /* "bytes" */
    XL__FIRST_ABILITY, /* "progress": 1 if the device has it (abilities.h) */
    XL__LAST_ABILITY = XL__FIRST_ABILITY + XL__ABILITIES - 1,
    XL__KEPT,     /* 1: this run may use kept areas; known when enqueued */
    XL__TURN,     /* "turn", in passes with several */
    XL__STRATEGY, /* "strategy": words are the strategies' names; only in xl__compile_text */
    XL__DEVICE_NAMES
} xl__device_name;

enum { XL__FIRST_READ = XL__MAX_PARAMS + XL__MAX_SIZES + XL__DEVICE_NAMES };
enum { XL__MAX_PLACES = XL__FIRST_READ + XL__MAX_READS };

typedef enum xl__arg_kind {
    XL__ARG_ARRAY,
    XL__ARG_AREA,
    XL__ARG_MEASURES,
    XL__ARG_INTEGER,
    XL__ARG_REAL,
    XL__ARG_LOCAL,
    XL__ARG_COUNT /* with a count on the device: the area `index`; else nothing */
} xl__arg_kind;

typedef struct xl__arg {
    xl__arg_kind kind;
    int index;            /* of an array, an area, a parameter; a real size: XL__MAX_PARAMS + its index */
    size_t bytes;         /* of the value; of an element of local memory; XL__ARG_COUNT: 0 for nothing */
    bool is_signed;       /* int, long */
    xl__expression value; /* XL__ARG_INTEGER; XL__ARG_LOCAL: elements */
    const char *word;     /* in the table, for errors; not NUL-terminated */
    int word_size;
} xl__arg;

typedef struct xl__ready_pass {
    const xl__pass *pass;
    int number; /* in the table, from 0 */
    xl__arg args[XL__MAX_ARGS];
    int arg_count;
    xl__expression groups, items, group, when, turns;
    bool settled;        /* `when` names nothing of run time */
    int array, area;     /* what it fills or reads; -1: not that */
    size_t read_bytes;   /* 0: it reads nothing */
    int value;           /* the place of what it reads */
    xl__expression most; /* of what it reads */
} xl__ready_pass;

typedef struct xl__passes {
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    xl__code code;
    xl__ready_pass item[XL__MAX_PASSES];
    int count, read_count;
    bool takes_count;                         /* a kernel takes the count on the device */
    bool uses_area[XL__MAX_AREAS], uses_kept; /* uses_kept: an area is kept between runs */
    xl__expression area_count[XL__MAX_AREAS]; /* in elements; set for used areas */
    size_t area_bytes[XL__MAX_AREAS];         /* of an element */
    xl__expression rows, group, needs;        /* of the strategy; count 0: not given */
    xl__expression becomes[XL__MAX_PARAMS];   /* of its tuning parameters */
    xl__expression least[XL__MAX_MEASURES], most[XL__MAX_MEASURES]; /* count 0: nothing is expected */
    int measure_count;
    xl__expression size[XL__MAX_SIZES]; /* of the names in shapes; count 0: no expression */
    bool has_sizes;
} xl__passes;

/* XL_BAD_NAME or XL_BAD_VALUE: the table is wrong. Free it in either case. */
int xl__passes_make(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_type type,
                    xl__passes *out, xl_error *error);
void xl__passes_free(xl__passes *passes);

/* Computes what no call can change. Call when the values are settled. */
void xl__passes_fold(xl__passes *passes, const xl__problem *problem);

/* 0 for values that passes read. */
void xl__fill_places(const xl__problem *problem, const xl__algorithm *algorithm,
                     uint64_t places[XL__MAX_PLACES]);

void xl__fill_turn(xl__problem *problem, const xl__algorithm *algorithm, int turn,
                   uint64_t places[XL__MAX_PLACES]);

/* `pass` NULL: of the strategy; `what` names the expression in an error. */
int xl__passes_compute(const xl__passes *passes, const xl__ready_pass *pass, xl__expression expression,
                       const char *what, const uint64_t *places, uint64_t *out, xl_error *error);

bool xl__passes_name_ability(const xl__passes *passes, xl__ability ability);

/* Sizes for xl__array_elements_of, from compiled expressions; NULL: no shape names a derived size. */
const uint64_t *xl__passes_sizes(const xl__passes *passes, const xl__problem *problem,
                                 uint64_t sizes[XL__MAX_SIZES]);

/* Fails above what memory can address. */
int xl__area_size(const xl__passes *passes, int area, const uint64_t *places, size_t *bytes, xl_error *error);

/* Local memory of the arguments of the largest pass. */
int xl__passes_local(const xl__passes *passes, const uint64_t *places, uint64_t *bytes, xl_error *error);

/* Adds -D options: the element type as T and TYPE, the strategy's parameters with the words of choices,
 * and its own options.
 */
int xl__passes_define(const xl__passes *passes, const xl__problem *problem, const uint64_t *places,
                      xl__text *options, xl_error *error);

const char *xl__c_type(xl_type type);

int xl__passes_check_defines(const xl__passes *passes, xl_error *error);

int xl__find_area(const xl__algorithm *algorithm, const char *name, size_t size);
