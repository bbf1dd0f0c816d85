/*
 * results.h - writers of results: one JSON document, one CSV table. A record is made once (record.h), these
 * only format it.
 *
 * The JSON document is whole on disk after every row. It is laid out as
 *
 *     {"schema":1,"tool":...,"machine":...,"label":...,"records":[
 *     <record>,
 *     <record>
 *     ],
 *     "devices":[...],
 *     "finished":false}
 *
 * and a row is added by ONE positioned write that covers the tail (from the newline after the last record on)
 * with the new record and the tail again: never a moment at which another file operation is still owed, no
 * rewriting of what is there, so a program killed at any row leaves a document that parses. When that write
 * fails half-way (the disk is full) the old tail is put back over it and the file cut to its old length.
 * Devices stand after the records because they become known one after the other while records are written.
 * "finished" is false until the run ended by itself.
 *
 * To standard output ("-"), and to a file that is no regular file, nothing can be written over: the document
 * is streamed and whole when it is closed.
 *
 * A failure to write is told once, by the call that met it; later calls on that writer return XL_IO with an
 * empty text and write nothing, so that the run can go on and end with exit status 5.
 */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "base/text.h"
#include "records/record.h"

typedef struct tool_results tool_results;

/* Opens `path` ("-" = standard output) and writes an empty document. `header` is an object with tool and
   machine, perhaps label and more; the caller keeps its reference. NULL on failure: XL_IO, XL_BAD_VALUE,
   XL_NO_MEMORY. */
tool_results *tool_results_open(const char *path, const json_t *header, xl_error *error);

/* The same for a document that is whole or not at all: the file appears when it is closed, and not where
   something failed before. Fields that are not known here, of its rows and devices too, are passed on. */
tool_results *tool_results_open_whole(const char *path, const json_t *header, xl_error *error);

/* Adds a device, or replaces the one of the same id (more is known once it has run); fields that are missing
   become null. XL_BAD_VALUE when one is wrong (nothing is written). */
int tool_results_add_device(tool_results *results, const json_t *device, xl_error *error);

/* Adds a row; fields that are missing become null, their order becomes that of the table. XL_BAD_VALUE when
   one is wrong or unknown (nothing is written): a mistake of the caller's, not of the disk. */
int tool_results_append(tool_results *results, const json_t *record, xl_error *error);

/* Adds how the times of a strategy grow along a sweep (sweep.h), to the list "growth" behind the devices,
   which is there as soon as it has an entry. XL_BAD_VALUE when it is no object. */
int tool_results_add_growth(tool_results *results, const json_t *growth, xl_error *error);

/* Whether the file is still the one under its name, or none is. NULL: true. */
bool tool_results_stand(const tool_results *results);

/* Ends the document, `finished` as it says, and frees the writer. NULL is fine. */
int tool_results_close(tool_results *results, bool finished, xl_error *error);

/* Frees the writer of a whole document that is not to appear. NULL is fine. */
void tool_results_drop(tool_results *results);

/* Rows that it has taken. 0 for NULL. */
long long tool_results_count(const tool_results *results);

/* The process is about to end without memory: a streamed document gets its end. NULL is fine. */
void tool_results_abandon(tool_results *results);

typedef struct tool_csv tool_csv;

/* Adds a value as one cell of such a table: quoted where it has to be, nothing for null. */
void tool_csv_cell(xl__text *line, const json_t *value);

/* One line of titles, then one line per record (RFC 4180, lines end in CR LF). The columns are the fields of
   a record in order, except: samples_ns is left out; params is "name=value name=value"; shape is "array=2x3
   array=4"; mismatch becomes mismatch_array, mismatch_index, mismatch_expected, mismatch_got,
   mismatch_repeat. Null is an empty cell. A text that a spreadsheet would take for a formula (it begins with
   = + - @, a tab or a carriage return) gets an apostrophe in front. Behind them stand the run's label (NULL:
   none), the name of the record's device (`device`: its facts), and a column per parameter of any algorithm.
   Errors as for the document. */
tool_csv *tool_csv_open(const char *path, const char *label, xl_error *error);
int tool_csv_append(tool_csv *csv, const json_t *record, const json_t *device, xl_error *error);

/* The same table of rows of several labels, whole or not at all: it appears when it is closed. An empty label
   is none. */
tool_csv *tool_csv_open_whole(const char *path, xl_error *error);
int tool_csv_append_labelled(tool_csv *csv, const json_t *record, const json_t *device, const char *label,
                             xl_error *error);

/* Frees the writer of a whole table that is not to appear. NULL is fine. */
void tool_csv_drop(tool_csv *csv);

bool tool_csv_stands(const tool_csv *csv);
int tool_csv_close(tool_csv *csv, xl_error *error);

#endif
