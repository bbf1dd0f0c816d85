/*
 * exec_job.h - the part of exec that needs no device. The parent goes through it before it asks a driver or
 * opens a file for writing, and looks at types, shapes and lengths of the inputs; the worker reads them.
 */
#pragma once

#include "exec/exec.h"
#include "system/os_drivers.h"

typedef struct exec_job {
    const tool_options *options;
    const xl__algorithm *algorithm;
    tool_config config;
    tool_data data;
    double values[XL__MAX_PARAMS], rests[XL__MAX_PARAMS]; /* as xl__problem has them */
    bool set[XL__MAX_PARAMS];                             /* by --set */
    bool bound[XL__MAX_PARAMS];                           /* by --set or a file */
    const char *bound_by[XL__MAX_PARAMS];                 /* file or --set that fixed the parameter */
    bool given[XL__MAX_ARRAYS];
    tool_array whole[XL__MAX_ARRAYS]; /* of several ranks: type and shape of the file, of which `data` has a
                                         part, or all of it where it has no dimension n */
    uint64_t whole_n, first_n;        /* of several ranks: n of the files, and where this one's part begins */
    const char *out[XL__MAX_ARRAYS];  /* file of each output, NULL = not wanted */
    bool check_only;                  /* nothing is computed: what can be read only once is left unread */
    bool unread;
    xl_error error;
} exec_job;

/* Reads and checks everything; a status of the library, with the reason in job->error. Free it either way. */
int exec_job_make(exec_job *job, const tool_job *of, bool check_only);
void exec_job_free(exec_job *job);

/* --set of a parameter that this strategy does not read; XL_BAD_VALUE. */
int exec_fail_unused(exec_job *job, int param, int strategy);

/* The file of picture number `number`, from 0, of an output that is written as PNG: the given name; for
 * levels with the level's number, "rock.png" as "rock-1.png". false: it is too long. */
bool exec_picture_file(const exec_job *job, int array, int number, char file[TOOL_PATH]);

/* The command's exit status for one of the library's. */
tool_exit exec_status(int status);
