/* Checks one kernel of a file at several widths. */
#ifndef XL_CHECK_FILE_H
#define XL_CHECK_FILE_H

#include <stdio.h>

#include "client/worker_client.h"
#include "runner/specs.h"
#include "messages/trace_text.h"

enum { CHECK_WIDTHS = 16 };

struct check_call {
    const char *file, *source, *kernel, *options; /* kernel NULL: the only one */
    const char *argument[CHECK_ARGUMENTS];        /* "NAME=SPEC" */
    uint32_t arguments;
    /* Reads an array out of a file .npy; the caller frees data->bytes. */
    bool (*read_file)(const char *path, struct check_data *data, char *why, size_t room);
    uint64_t local[3], groups[3]; /* in `dimensions` dimensions; 1 in the others */
    uint32_t dimensions;
    uint32_t width[CHECK_WIDTHS], widths;
    uint32_t schedules, seed;
    FILE *out, *json;                /* json may be NULL */
    const struct check_lanes *trace; /* prints what collectives received and returned; NULL: does not */
    FILE *meetings;                  /* trace: JSON instead; NULL: `out` gets it */
};

enum check_result {
    CHECK_CLEAN = 0,
    CHECK_FOUND = 1,
    CHECK_USAGE = 2,
    CHECK_MISSING = 3,
    CHECK_INTERNAL = 6
};

/* Prints findings to `out`, errors to standard error. */
enum check_result check_file(const struct check_call *call);

#endif
