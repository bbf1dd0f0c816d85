/*
 * exec_job.h - the part of exec that needs no device. The parent checks inputs before it asks a driver or
 * opens an output; the worker reads them.
 */
#pragma once

#include "exec/exec.h"
#include "system/os_drivers.h"

typedef struct exec_job {
    const tool_options *options;
    const xl__algorithm *algorithm;
    tool_config config;
    tool_data data;
    double values[XL__MAX_PARAMS], rests[XL__MAX_PARAMS]; /* as in xl__problem */
    bool set[XL__MAX_PARAMS];                             /* by --set */
    bool bound[XL__MAX_PARAMS];                           /* by --set or a file */
    const char *bound_by[XL__MAX_PARAMS];                 /* file or --set that fixed the parameter */
    bool given[XL__MAX_ARRAYS];
    tool_array whole[XL__MAX_ARRAYS]; /* for several ranks: type and shape of the file, of which `data` has
                                         a part, or all if it has no dimension n */
    uint64_t whole_n, first_n;        /* for several ranks: n of the files, and where this rank's part
                                         begins */
    const char *out[XL__MAX_ARRAYS];  /* of each output; NULL: not wanted */
    bool check_only;                  /* does not read what can be read only once */
    bool unread;
    xl_error error;
} exec_job;

/* A status of the library, with the reason in job->error. Free it either way. */
int exec_job_make(exec_job *job, const tool_job *of, bool check_only);
void exec_job_free(exec_job *job);

/* For --set of a parameter that the strategy does not read; XL_BAD_VALUE. */
int exec_fail_unused(exec_job *job, int param, int strategy);

/* The file of picture `number`, from 0: the given name; for levels "rock.png" as "rock-1.png". False: too
 * long.
 */
bool exec_picture_file(const exec_job *job, int array, int number, char file[TOOL_PATH]);

tool_exit exec_status(int status);
