/*
 * recorded.h - results files read again: their devices side by side, and their bench rows matched.
 */
#ifndef TOOL_RECORDED_H
#define TOOL_RECORDED_H

#include "system/exit_status.h"
#include "options/options.h"
#include "records/record.h"

enum { TOOL_MAX_SUBJECTS = 24, TOOL_SUBJECT_NAME = 200 };

/* One device: what is compared. Its files (one_device.h) that have no row in common are parts of one subject;
   those that share one are two, such as before and after a change. Files of one group are parts in either
   case, and of a row that was recorded again the last counts: files of a folder, and more than two files that
   are not compared. */
typedef struct tool_subject {
    const char *file;                /* the first */
    int group, files;                /* of that one; how many have rows of it */
    long long again;                 /* rows that a later one took the place of */
    const json_t *document, *device; /* of the first */
    const char *id;
    json_t *records;              /* its rows in the order of the files; owned */
    json_t *beside;               /* its rows of probe and verify, of the same files; owned */
    char name[TOOL_SUBJECT_NAME]; /* as people call it (device_names.h), unique: where several are called the
                                     same their labels or what else tells them apart */
} tool_subject;

typedef struct tool_recorded {
    tool_words files;  /* their names, those of folders in their places */
    json_t *paths;     /* what files.word points into; owned */
    json_t *documents; /* in the order of the files; owned: all else points into them */
    tool_subject subject[TOOL_MAX_SUBJECTS];
    int count;
} tool_recorded;

/* Reads and checks files and the *.json of folders; devices without rows (`bench`: without rows of bench,
   whatever their status) are no subjects. Complains, for `command`: TOOL_USAGE with the file and the place.
   Free in either case. */
tool_exit tool_recorded_open(const tool_words *files, bool bench, const char *command, tool_recorded *out);
/* The devices of a document that was just made, `name` in place of a file's; the first TOOL_MAX_SUBJECTS. */
void tool_recorded_of(json_t *document, const char *name, tool_recorded *out);
void tool_recorded_free(tool_recorded *recorded);

/* Calls `take` with each of these files, and with the *.json of folders in their places, and with the number
   of its word; goes on after a file that is refused. A folder that cannot be read or has none is complained
   of. Returns the worst status. */
typedef tool_exit tool_file_taker(void *user, int word, const char *file);
tool_exit tool_recorded_each(const tool_words *files, tool_file_taker *take, void *user);

/* Splits the words of a command line into files and folders (they exist, or end in .json) and names. */
void tool_recorded_words(const tool_words *words, tool_words *files, tool_words *names);

/* Whether a record is one of those that names, --width, --backend and --set ask for. */
bool tool_recorded_wants(const tool_options *options, const tool_words *names, const json_t *record);

/* Whether some record of a subject's is. */
bool tool_recorded_any(const tool_recorded *recorded, const tool_options *options, const tool_words *names);

/* Complains that no row fits, for `command`: of a name or a parameter that there is not TOOL_USAGE,
   with the nearest one, else TOOL_NO_DEVICE. */
tool_exit tool_recorded_none(const tool_recorded *recorded, const tool_options *options,
                             const tool_words *names, const char *command);

/* Whether a record is a row of bench that is ok. */
bool tool_record_is_timed(const json_t *record);

/* Whether a record ran on sub-groups emulated through local memory; whether it has one of the values of a
   word as
   --set takes it, "name=a,b". */
bool tool_record_is_emulated(const json_t *record);
/* Its lanes, "none", "32", "emul 8". */
const char *tool_record_width(const json_t *record, char *out, size_t size);
bool tool_record_has_setting(const json_t *record, const char *setting);

/* The problem of a record for people: "histogram u32, single: n=1000 buckets=256", sizes and what does not
   stand at its default; and everything that problems are told apart by, but the parameter `but` ("type" and
   "distribution" too; "": nothing is left out). */
void tool_record_title(const json_t *record, char *out, size_t size);
void tool_record_problem(const json_t *record, const char *but, char *out, size_t size);

/* A row of several subjects. */
typedef struct tool_match {
    char problem[512]; /* everything that was matched by */
    char title[512];   /* the same for people: sizes, and what does not stand at its default */
    char
        strategy[160]; /* with its tuning values where a subject has several rows that differ in them alone */
    int width;         /* 0: without sub-groups */
    bool emulated;
    const json_t *record[TOOL_MAX_SUBJECTS]; /* NULL: the subject has none */
    const json_t *failed[TOOL_MAX_SUBJECTS]; /* such a row of the subject's that is not ok; NULL: none */
    size_t number, order;                    /* of the problem, of the row: as they stand in the files */
} tool_match;

typedef struct tool_matches {
    tool_match *item; /* owned; rows of a problem follow each other */
    size_t count;
} tool_matches;

/* Matches the bench rows that are ok in a subject or more, by algorithm, type, inputs, every parameter that
   is no tuning value, strategy, width, and whether it is emulated. */
void tool_match_rows(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                     tool_matches *out);
void tool_matches_free(tool_matches *matches);

/* Samples of a record, in nanoseconds; to be freed. */
double *tool_record_samples(const json_t *record, size_t *count);

#endif
