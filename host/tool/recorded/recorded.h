/*
 * recorded.h - results files: their devices side by side, and their bench rows matched.
 */
#pragma once

#include "system/exit_status.h"
#include "options/options.h"
#include "records/record.h"

enum { TOOL_MAX_SUBJECTS = 24, TOOL_SUBJECT_NAME = 200 };

/* One device to compare. Its files (one_device.h) with no common row are parts of one subject; files that
   share rows are two subjects, as before and after a change. Files of one group are always parts, and the
   last of repeated rows counts: files of a folder, and more than two files that are not compared. */
typedef struct tool_subject {
    const char *file;                /* the first */
    int group, files;                /* of the first; number of files with its rows */
    long long again;                 /* rows that later ones replaced */
    const json_t *document, *device; /* of the first */
    const char *id;
    json_t *records;              /* its rows in the order of the files; owned */
    json_t *beside;               /* its probe and verify rows; owned */
    char name[TOOL_SUBJECT_NAME]; /* as people call it (device_names.h), made unique by labels or what else
                                     differs */
} tool_subject;

typedef struct tool_recorded {
    tool_words files;  /* names, folders replaced by their files */
    json_t *paths;     /* storage of files.word; owned */
    json_t *documents; /* in file order; owned; all else points into them */
    tool_subject subject[TOOL_MAX_SUBJECTS];
    int count;
} tool_recorded;

/* Reads and checks files and the *.json of folders. Devices without rows (`bench`: without bench rows of any
   status) are no subjects. Complains, for `command`: TOOL_USAGE with the file and the place. Free in either
   case. */
tool_exit tool_recorded_open(const tool_words *files, bool bench, const char *command, tool_recorded *out);
/* The first TOOL_MAX_SUBJECTS devices of a document in memory, `name` in place of a file's. */
void tool_recorded_of(json_t *document, const char *name, tool_recorded *out);
void tool_recorded_free(tool_recorded *recorded);

/* Calls `take` with each file, or each *.json of a folder, and the index of its word; goes on after a refused
   file. `latest` and `previous` are kept runs (runs.h), and so is a folder of them: its newest complete one.
   Complains of a folder that cannot be read or has none. Returns the worst status. */
typedef tool_exit tool_file_taker(void *user, int word, const char *file);
tool_exit tool_recorded_each(const tool_words *files, tool_file_taker *take, void *user);

/* Splits the words of a command line into files and folders (they exist, end in .json, or
   are `latest` or `previous`) and names. */
void tool_recorded_words(const tool_words *words, tool_words *files, tool_words *names);

/* Whether names, --width, --backend and --set ask for a record. */
bool tool_recorded_wants(const tool_options *options, const tool_words *names, const json_t *record);

/* Whether they ask for any record of a subject. */
bool tool_recorded_any(const tool_recorded *recorded, const tool_options *options, const tool_words *names);

/* Complains that no row fits, for `command`: TOOL_USAGE for an unknown name or parameter, with the nearest
   one, else TOOL_NO_DEVICE. */
tool_exit tool_recorded_none(const tool_recorded *recorded, const tool_options *options,
                             const tool_words *names, const char *command);

/* True for an ok bench row. */
bool tool_record_is_timed(const json_t *record);

/* Whether a record ran on sub-groups emulated through local memory; whether it has one of the values of a
   --set word, "name=a,b". */
bool tool_record_is_emulated(const json_t *record);
/* Its width: "none", "32", "emul 8". */
const char *tool_record_width(const json_t *record, char *out, size_t size);
bool tool_record_has_setting(const json_t *record, const char *setting);

/* The problem of a record for people: "histogram u32, single: n=1000 buckets=256", with sizes and values that
 * differ from the defaults. tool_record_problem adds everything that distinguishes problems, except the
 * parameter `but` ("type" and "distribution" too; "": nothing is left out). */
void tool_record_title(const json_t *record, char *out, size_t size);
void tool_record_problem(const json_t *record, const char *but, char *out, size_t size);

/* Matching rows of the subjects. */
typedef struct tool_match {
    char problem[512];  /* all that is matched */
    char title[512];    /* for people: sizes, and what is not default */
    char strategy[160]; /* with tuning values if a subject has rows that differ only in them */
    int width;          /* 0: without sub-groups */
    bool emulated;
    const json_t *record[TOOL_MAX_SUBJECTS]; /* NULL: none */
    const json_t *failed[TOOL_MAX_SUBJECTS]; /* the subject's row if it is not ok; NULL: none */
    size_t number, order;                    /* of the problem and the row in the files */
} tool_match;

typedef struct tool_matches {
    tool_match *item; /* owned; a problem's rows are adjacent */
    size_t count;
} tool_matches;

/* Matches the bench rows that are ok in any subject by algorithm, type, inputs, all parameters but tuning
   values, strategy, width, and emulation. */
void tool_match_rows(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                     tool_matches *out);
void tool_matches_free(tool_matches *matches);

/* Samples of a record, in nanoseconds; freed by the caller. */
double *tool_record_samples(const json_t *record, size_t *count);
