/*
 * failure_pattern.h - finds what the failures of a wrong kernel have in common, as sentences for its author.
 * It uses no device, file or screen. The caller runs the kernel a few times (several widths and sizes, also
 * small ones), passes the observations, right runs included, and prints the sentences.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TOOL_OBSERVED_SIZES = 8, TOOL_OBSERVED_RANK = 4, TOOL_SENTENCES = 16, TOOL_SENTENCE = 400 };

/* One run and its comparison. Texts and arrays are the caller's. Zero what is not known. */
typedef struct tool_observed {
    bool wrong;
    int width;         /* lanes of a sub-group; 0: the kernel has no sub-groups */
    size_t group_size; /* work-items of a work-group; 0: not known */
    int size_count;
    struct {
        const char *name; /* "n" */
        long long value;
    } size[TOOL_OBSERVED_SIZES];
    const char *inputs; /* "uniform": which inputs; NULL: not known */
    /* The output that is wrong first. Of a right run the rest may be left out (values NULL). */
    const char *array; /* "c" */
    int rank;
    size_t shape[TOOL_OBSERVED_RANK];
    const char *dimension[TOOL_OBSERVED_RANK]; /* "rows", "channels" */
    size_t count; /* elements that were compared, in C order; NULL arrays where they are no numbers */
    const double *expected, *got;
    const double *allowed; /* of each element; NULL: exact */
    /* The value that filled the output's memory before the run, if it identifies an element that was never
     * written (NaN for floating point). */
    bool has_untouched;
    double untouched;
    /* Consecutive rows (first dimension) that only one work-group writes; the sub-group and the lane follow
     * if they divide evenly, as with one row per work-item. 0: not known. */
    size_t rows_per_group;
    bool identity; /* the kernel has an operation whose identity is not 0 */
    bool past_end; /* something was written past the end of the output */
    bool varies;   /* the same problem gave another result when it was run again */
} tool_observed;

/* Sentences, each one line without a full stop at a line's end being needed. */
typedef struct tool_diagnosis {
    int count;
    char line[TOOL_SENTENCES][TOOL_SENTENCE];
} tool_diagnosis;

/* Which runs are wrong and which are right (widths, sizes, inputs), then where in the first wrong run with
   values the wrong elements are, and how their values come about. Only what holds for every wrong element, or
   separates wrong runs from right ones without exception, is said. Nothing wrong: no sentence. */
void tool_diagnose(const tool_observed *seen, size_t count, tool_diagnosis *out);

/* Adds a sentence; one that is there already, or for which there is no room, is left out. */
void tool_diagnosis_add(tool_diagnosis *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* True if an element is wrong by these three values; an unexpected NaN is wrong. */
bool tool_observed_differs(double expected, double got, double allowed);

/* "element 7 (row 3, channel 1), made by work-group 0, sub-group 1, lane 3": the known parts of its place. */
void tool_observed_place(const tool_observed *seen, size_t index, char *out, size_t size);

/* "row 3, channel 1" of an element of an array with named dimensions, "at [3, 1]" where the names are none;
   those of more than one
   element; "" where there is only one such. */
void tool_index_text(int rank, const size_t *shape, const char *const *dimension, size_t index, char *out,
                     size_t size);
