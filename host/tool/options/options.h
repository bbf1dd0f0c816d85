/* options.h - the command line. job/job_json.c has a line for each field that a worker reads. */
#pragma once

#include "options/commands.h"
#include "text/complain.h"
#include "system/exit_status.h"
#include <stdbool.h>
#include <stdint.h>

enum { TOOL_MAX_WORDS = 1024, TOOL_MAX_WIDTHS = 8 };
typedef struct tool_words {
    const char *word[TOOL_MAX_WORDS];
    int count;
} tool_words;

typedef enum tool_language { TOOL_SHELL, TOOL_C, TOOL_PYTHON } tool_language;

typedef struct tool_options {
    tool_command command;
    const char *word;    /* as typed; NULL: none */
    tool_words names;    /* algorithm or algorithm/strategy, with * and ? */
    tool_words devices;  /* --device */
    tool_words settings; /* --set */
    tool_words in, out;  /* exec: ARRAY=FILE */
    bool width_native, width_all;
    int widths[TOOL_MAX_WIDTHS]; /* ascending */
    int width_count;
    int lane_first, lane_last; /* trace: lanes to show; lane_last -1: not given */
    const char *backend;       /* NULL: auto */
    uint64_t seed;
    int samples;
    double min_time, timeout, max_launch; /* seconds */
    double seconds; /* run: then it starts no further algorithm; below 0: no limit. promises: in all */
    bool samples_given, min_time_given;
    const char *label, *kernel_dir, *out_dir, *json, *csv, *plant, *sweep, *chart, *profile;
    bool quiet, full, pairs, exhaustive, again, force;
    bool keeps_runs; /* run: out_dir gets a folder for each run (runs.h); not typed */
    bool all;        /* run: every algorithm, not only the main ones */
    int part, parts; /* verify: this part of so many, of rows or values of --exhaustive */
    bool no_turns;   /* run, bench: devices do not alternate */
    bool quick;      /* options: probe only what the rest is derived from */
    tool_language written;
    const char *exercises; /* learn: NULL: the built-in ones */
    bool trust;            /* learn grade: answers run without a sandbox */
    bool show;             /* learn: the solution, also early */
    double fail_slower;    /* compare: a share; below 0: not requested */
    bool check;            /* report: check contributed files */
    int row;               /* export: from 1; 0: chosen */
    const char *export;    /* verify: folder for the first wrong row; NULL: none */
    const char *second;    /* shrink: another device that must be right; NULL: none */
    bool bisect;           /* shrink: only report what makes the result right */
    const char *site;      /* report: the folder of a site; NULL: none */
    bool markdown;
    bool allow_missing; /* compare: missing rows are no failure of --fail-slower */
    bool details;       /* compare: every strategy and row; run: every problem */
    int repeat;
    int auto_grid;                      /* bench: problems per algorithm, 0: none */
    int random;                         /* verify: problems, 0: those of the cases */
    tool_words targets;                 /* inspect: --for, words with commas */
    tool_words required;                /* inspect: conditions */
    tool_words build_options, includes; /* inspect: of files */
    const char *kernel;                 /* inspect: the only kernel to show; NULL: all */
    const char *folder;                 /* inspect --device, export: for workers' files; not typed */
    const char *beyond;                 /* export: what was written past its end; NULL: nothing; not typed */
    tool_words programs;                /* inspect --device: texts of files and their names; not typed */
    const char *html;                   /* inspect: a page, or NULL */
    bool list_targets;
    bool as_text, by_line; /* inspect: the assembly; source lines with their instructions */
    bool help, version;
    struct tool_ranks *ranks; /* of this process's MPI job; NULL: none */
} tool_options;

/* Complains on an error: TOOL_USAGE. */
tool_exit tool_options_parse(int argc, char **argv, tool_options *out);
