/*
 * results.h - writers of results: one JSON document, one CSV table. They only format records (record.h).
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
 * and a row is added by ONE positioned write that overwrites the tail (from the newline after the last record
 * on) with the new record and the tail. No further file operation is pending after it, so a program killed at
 * any row leaves a document that parses. If that write fails half-way (the disk is full), the old tail is
 * restored and the file cut to its old length. Devices follow the records because they become known while
 * records are written. "finished" is false until the run ended by itself.
 *
 * Standard output ("-") and other files that are not regular cannot be overwritten: the document is streamed,
 * and whole when closed.
 *
 * A write failure is told once, by the call that met it. Later calls on that writer return XL_IO with an
 * empty text and write nothing, so that the run can go on and end with exit status 5.
 */
#pragma once

#include "base/text.h"
#include "records/record.h"

typedef struct tool_results tool_results;

/* Opens `path` ("-" = standard output) and writes an empty document. `header` has tool and machine, perhaps
   label and more; the caller keeps its reference. NULL on failure: XL_IO, XL_BAD_VALUE, XL_NO_MEMORY. */
tool_results *tool_results_open(const char *path, const json_t *header, xl_error *error);

/* The same for a document that is whole or not at all: the file appears when closed, unless something failed.
   Unknown fields, also of rows and devices, are passed on. */
tool_results *tool_results_open_whole(const char *path, const json_t *header, xl_error *error);

/* Adds a device, or replaces the device with the same id (more is known once it has run); missing fields
 * become null. XL_BAD_VALUE if one is wrong (nothing is written). */
int tool_results_add_device(tool_results *results, const json_t *device, xl_error *error);

/* Adds a row; missing fields become null, the order becomes the table's. XL_BAD_VALUE if one is wrong or
   unknown (nothing is written): the caller's mistake, not the disk's. */
int tool_results_append(tool_results *results, const json_t *record, xl_error *error);

/* Adds how a strategy's times grow along a sweep (sweep.h) to the list "growth" after the devices, which is
   written once it has an entry. XL_BAD_VALUE: not an object. */
int tool_results_add_growth(tool_results *results, const json_t *growth, xl_error *error);

/* True if its name still leads to the file, or there is no file. NULL: true. */
bool tool_results_stand(const tool_results *results);

/* Ends the document and frees the writer. NULL is fine. */
int tool_results_close(tool_results *results, bool finished, xl_error *error);

/* Discards a whole document and frees the writer. NULL is fine. */
void tool_results_drop(tool_results *results);

/* Rows so far; 0 for NULL. */
long long tool_results_count(const tool_results *results);

/* For a process that ends because memory ran out: completes a streamed document. NULL is fine. */
void tool_results_abandon(tool_results *results);

typedef struct tool_csv tool_csv;

/* Adds a value as a cell of the CSV table: quoted if needed, empty for null. */
void tool_csv_cell(xl__text *line, const json_t *value);

/* One line of titles, then one line per record (RFC 4180, lines end in CR LF). The columns are the fields of
   a record in order, except: samples_ns is left out; params is "name=value name=value"; shape is "array=2x3
   array=4"; mismatch becomes mismatch_array, mismatch_index, mismatch_expected, mismatch_got,
   mismatch_repeat. Null is an empty cell. A text that a spreadsheet would take for a formula (it begins with
   = + - @, a tab or a carriage return) gets an apostrophe in front. Then follow the run's label (NULL: none),
   the name of the record's device (`device`: its facts), and a column per parameter of all algorithms. Errors
   as for the document. */
tool_csv *tool_csv_open(const char *path, const char *label, xl_error *error);
int tool_csv_append(tool_csv *csv, const json_t *record, const json_t *device, xl_error *error);

/* The same table for rows with several labels, whole or not at all: it appears when closed. An empty label is
   none. */
tool_csv *tool_csv_open_whole(const char *path, xl_error *error);
int tool_csv_append_labelled(tool_csv *csv, const json_t *record, const json_t *device, const char *label,
                             xl_error *error);

/* Discards a whole table and frees the writer. NULL is fine. */
void tool_csv_drop(tool_csv *csv);

bool tool_csv_stands(const tool_csv *csv);
int tool_csv_close(tool_csv *csv, xl_error *error);
