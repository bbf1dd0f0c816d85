/*
 * options.h - what the person typed, parsed once. A field that a worker reads has its line in job/job_json.c.
 */
#pragma once

#include "options/commands.h"
#include "text/complain.h"
#include "system/exit_status.h"
#include <stdbool.h>
#include <stdint.h>

/* A list of words that live as long as argv. */
enum { TOOL_MAX_WORDS = 1024, TOOL_MAX_WIDTHS = 8 };
typedef struct tool_words {
    const char *word[TOOL_MAX_WORDS];
    int count;
} tool_words;

typedef enum tool_language { TOOL_SHELL, TOOL_C, TOOL_PYTHON } tool_language;

typedef struct tool_options {
    tool_command command;
    const char *word;    /* the command as typed; NULL: none was */
    tool_words names;    /* algorithm or algorithm/strategy, with * and ? */
    tool_words devices;  /* --device */
    tool_words settings; /* --set */
    tool_words in, out;  /* exec: ARRAY=FILE */
    bool width_native, width_all;
    int widths[TOOL_MAX_WIDTHS]; /* ascending, from numbers in --width */
    int width_count;
    int lane_first, lane_last; /* trace: the lanes to show; lane_last -1: not given */
    const char *backend;       /* NULL: auto */
    uint64_t seed;
    int samples;
    double min_time, timeout, max_launch; /* seconds */
    double seconds; /* run: after these it starts no further algorithm; below 0: no limit. promises: the time
                       of all */
    bool samples_given, min_time_given;
    const char *label, *kernel_dir, *out_dir, *json, *csv, *plant, *sweep, *chart, *profile;
    bool quiet, full, pairs, exhaustive, again, force;
    bool keeps_runs;       /* run: out_dir gets a folder for each run (runs.h); not typed */
    bool all;              /* run: every algorithm, not only the main ones */
    int part, parts;       /* verify: this part of so many, of the rows or of the values of --exhaustive */
    bool no_turns;         /* run, bench: one device after the other, not alternating */
    bool quick;            /* options: probe what the rest can be derived from, no more */
    tool_language written; /* options: how its lines are written */
    const char *exercises; /* learn: a folder of exercises; NULL: the built-in ones */
    bool trust;            /* learn grade: the answers run as programs of one's own */
    bool show;             /* learn: the solution, also before its time */
    double fail_slower;    /* compare: a share; below 0: not asked for */
    bool check;            /* report: whether files are fit to be contributed */
    const char *site;      /* report: the folder of a site; NULL: none */
    bool markdown;         /* show: tables for a page in place of the terminal's */
    bool allow_missing;    /* compare: what --fail-slower could not compare is no failure */
    bool details; /* compare: every strategy and row below the verdict's table; run: every problem's */
    int repeat;
    int auto_grid;       /* bench: problems to draw per algorithm, 0: none */
    int random;          /* verify: problems to draw, 0: those of the cases */
    tool_words targets;  /* inspect: --for, words with commas */
    tool_words required; /* inspect: conditions */
    const char *kernel;  /* inspect: the kernel of a file to show; NULL: all */
    const char *folder;  /* inspect --device: for what drivers hand out; not typed */
    tool_words programs; /* inspect --device: texts of files, and what each is called; not typed */
    const char *html;    /* inspect: a page, or NULL */
    bool list_targets;   /* inspect: what this machine can do */
    bool as_text,
        by_line; /* inspect, in place of tables: the assembly; source lines with their instructions */
    bool help, version;
    struct tool_ranks *ranks; /* of the MPI job that this process is one of; NULL: there is one */
} tool_options;

/* Parses argv. On an error prints one line to standard error and returns TOOL_USAGE, else TOOL_OK. */
tool_exit tool_options_parse(int argc, char **argv, tool_options *out);
