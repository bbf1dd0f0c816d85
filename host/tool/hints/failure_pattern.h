/*
 * failure_pattern.h - sentences for a wrong kernel's author: what its failures share. Pure. The caller runs
 * the kernel a few times (several widths and sizes, also small ones), passes all observations, including
 * right runs, and prints the sentences.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TOOL_OBSERVED_SIZES = 8, TOOL_OBSERVED_RANK = 4, TOOL_SENTENCES = 16, TOOL_SENTENCE = 400 };

/* One run and its comparison. The caller owns texts and arrays. Unknown fields are zero. */
typedef struct tool_observed {
    bool wrong;
    int width;         /* lanes of a sub-group; 0: no sub-groups */
    size_t group_size; /* work-items of a work-group; 0: unknown */
    int size_count;
    struct {
        const char *name; /* "n" */
        long long value;
    } size[TOOL_OBSERVED_SIZES];
    const char *inputs; /* "uniform"; NULL: unknown */
    /* The first wrong output. Right runs may omit the rest (values NULL). */
    const char *array;
    int rank;
    size_t shape[TOOL_OBSERVED_RANK];
    const char *dimension[TOOL_OBSERVED_RANK];
    size_t count; /* compared, in C order; NULL arrays if they are not numbers */
    const double *expected, *got;
    const double *allowed; /* per element; NULL: exact */
    /* A value that filled the output before the run and identifies elements never written (NaN for floating
       point). */
    bool has_untouched, untouched_is_rare; /* rare: no result has it by chance */
    double untouched;
    /* Consecutive rows (first dimension) of one work-group only. Sub-group and lane follow if they divide
       evenly, as with a row per work-item. 0: unknown. */
    size_t rows_per_group;
    bool identity; /* the kernel has an operation whose identity is not 0 */
    bool past_end; /* a store went past the output's end */
    bool varies;   /* repeated runs of the same problem differed */
} tool_observed;

typedef struct tool_diagnosis {
    int count;
    char line[TOOL_SENTENCES][TOOL_SENTENCE];
} tool_diagnosis;

/* Describes which runs are wrong (widths, sizes, inputs), then where the wrong elements of the first wrong
   run with values are, and how their values arise. Adds only what holds for every wrong element, or
   separates wrong from right runs without exception. No sentence if nothing is wrong. */
void tool_diagnose(const tool_observed *seen, size_t count, tool_diagnosis *out);

/* Adds a sentence unless it is there or does not fit. */
void tool_diagnosis_add(tool_diagnosis *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* True if these three values make an element wrong; an unexpected NaN is wrong. */
bool tool_observed_differs(double expected, double got, double allowed);

/* "element 7 (row 3), made by work-group 0, sub-group 1, lane 3", as far as known. */
void tool_observed_place(const tool_observed *seen, size_t index, char *out, size_t size);

/* "row 3, channel 1" with named dimensions, else "at [3, 1]". Omits dimensions of one element; "": none is
   left. */
void tool_index_text(int rank, const size_t *shape, const char *const *dimension, size_t index, char *out,
                     size_t size);
