/* recorded.h - results files: devices and their matched bench rows. */
#pragma once

#include "system/exit_status.h"
#include "options/options.h"
#include "records/record.h"

enum { TOOL_MAX_SUBJECTS = 24, TOOL_SUBJECT_NAME = 200 };

/* A device to compare. Its files without common rows are parts of one subject; files that share rows are two
   subjects, as before and after a change. Files of one group (a folder, or more than two that are not
   compared) are always parts, and the last of repeated rows counts. */
typedef struct tool_subject {
    const char *file;                /* the first */
    int group, files;                /* group of the first; number of files with its rows */
    long long again;                 /* rows that later ones replaced */
    const json_t *document, *device; /* of the first */
    const char *id;
    json_t *records;              /* in file order; owned */
    json_t *beside;               /* its probe and verify rows; owned */
    char name[TOOL_SUBJECT_NAME]; /* device_names.h, made unique by labels or other differences */
} tool_subject;

typedef struct tool_recorded {
    tool_words files;  /* with folders replaced by their files */
    json_t *paths;     /* storage of files.word; owned */
    json_t *documents; /* in file order; owned; the rest points into them */
    tool_subject subject[TOOL_MAX_SUBJECTS];
    int count;
} tool_recorded;

/* Reads files and the *.json of folders. Devices without rows (`bench`: bench rows of any status) are no
   subjects. Complains, for `command`: TOOL_USAGE. Free in either case. */
tool_exit tool_recorded_open(const tool_words *files, bool bench, const char *command, tool_recorded *out);
/* The first TOOL_MAX_SUBJECTS devices of a document, called `name`. */
void tool_recorded_of(json_t *document, const char *name, tool_recorded *out);
void tool_recorded_free(tool_recorded *recorded);

/* Calls `take` with each file, or each *.json of a folder, and its word's index; continues after a refused
   file. `latest`, `previous` and a folder of kept runs (its newest complete one) are runs. Complains of a
   folder without any. Returns the worst status. */
typedef tool_exit tool_file_taker(void *user, int word, const char *file);
tool_exit tool_recorded_each(const tool_words *files, tool_file_taker *take, void *user);

/* `files` exist, end in .json, or are `latest` or `previous`; the rest are names. */
void tool_recorded_words(const tool_words *words, tool_words *files, tool_words *names);

/* True if names, --width, --backend and --set select a record. */
bool tool_recorded_wants(const tool_options *options, const tool_words *names, const json_t *record);

bool tool_recorded_any(const tool_recorded *recorded, const tool_options *options, const tool_words *names);

/* Complains, for `command`: TOOL_USAGE for an unknown name or parameter, with the nearest one, else
   TOOL_NOTHING_DONE. */
tool_exit tool_recorded_none(const tool_recorded *recorded, const tool_options *options,
                             const tool_words *names, const char *command);

bool tool_record_is_timed(const json_t *record);

/* True if a record was emulated through local memory; the second: it has a value of a --set word, "name=a,b".
 */
bool tool_record_is_emulated(const json_t *record);
/* Its width: "none", "32", "emul 8". */
const char *tool_record_width(const json_t *record, char *out, size_t size);
bool tool_record_has_setting(const json_t *record, const char *setting);

/* "histogram u32, single: n=1000 buckets=256", with sizes and other values than defaults. tool_record_problem
 * has all that distinguishes problems, except the parameter `but` (or "type", "distribution"; "": none).
 */
void tool_record_title(const json_t *record, char *out, size_t size);
void tool_record_problem(const json_t *record, const char *but, char *out, size_t size);

typedef struct tool_match {
    char problem[512];  /* all that is matched */
    char title[512];    /* for people: sizes, and what is not default */
    char strategy[160]; /* with tuning values if a subject's rows differ only in them */
    int width;          /* 0: without sub-groups */
    bool emulated;
    const json_t *record[TOOL_MAX_SUBJECTS]; /* NULL: none */
    const json_t *failed[TOOL_MAX_SUBJECTS]; /* a subject's row that is not ok; NULL: none */
    size_t number, order;                    /* of the problem and the row in the files */
} tool_match;

typedef struct tool_matches {
    tool_match *item; /* owned; a problem's rows are adjacent */
    size_t count;
} tool_matches;

/* Bench rows that are ok in any subject, by problem, strategy, width, and emulation. */
void tool_match_rows(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                     tool_matches *out);
void tool_matches_free(tool_matches *matches);

/* Samples in nanoseconds; freed by the caller. */
double *tool_record_samples(const json_t *record, size_t *count);
