/*
 * results.h - writes records (record.h) as one JSON document and one CSV table.
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
 * on) with the new record and the tail, so a program killed at any row leaves a document that parses. If that
 * write fails half-way (the disk is full), the old tail is restored and the file cut to its old length.
 * Devices become known while records are written. "finished" is false until the run ended by itself.
 *
 * Other than regular files (standard output, "-") cannot be overwritten: the document is streamed, and whole
 * when closed.
 *
 * Only the call that meets a write failure reports it. Later calls on that writer return XL_IO with an empty
 * text and write nothing: the run goes on and ends with exit status 5.
 */
#pragma once

#include "base/text.h"
#include "records/record.h"

typedef struct tool_results tool_results;

/* `path` "-": standard output. `header` has tool and machine, perhaps label and more; the caller keeps its
   reference. NULL: XL_IO, XL_BAD_VALUE, XL_NO_MEMORY. */
tool_results *tool_results_open(const char *path, const json_t *header, xl_error *error);

/* The file appears when closed, unless something failed. Passes on unknown fields, also of rows and devices.
 */
tool_results *tool_results_open_whole(const char *path, const json_t *header, xl_error *error);

/* Replaces a device with the same id; missing fields become null. XL_BAD_VALUE: one is wrong; nothing is
 * written.
 */
int tool_results_add_device(tool_results *results, const json_t *device, xl_error *error);

/* Missing fields become null, the order the table's. XL_BAD_VALUE: one is wrong or unknown; nothing is
   written. */
int tool_results_append(tool_results *results, const json_t *record, xl_error *error);

/* To the list "growth" after the devices. XL_BAD_VALUE: not an object. */
int tool_results_add_growth(tool_results *results, const json_t *growth, xl_error *error);

/* The name still leads to the file, or there is no file. NULL: true. */
bool tool_results_stand(const tool_results *results);

/* Frees the writer, which may be NULL. */
int tool_results_close(tool_results *results, bool finished, xl_error *error);

/* Discards a whole document and frees the writer, which may be NULL. */
void tool_results_drop(tool_results *results);

/* 0 for NULL. */
long long tool_results_count(const tool_results *results);

/* When memory ran out: completes a streamed document. NULL is allowed. */
void tool_results_abandon(tool_results *results);

typedef struct tool_csv tool_csv;

/* Quoted if needed, empty for null. */
void tool_csv_cell(xl__text *line, const json_t *value);

/* A line of titles, then a line per record (RFC 4180, CR LF). The columns are a record's fields in order,
   except: no samples_ns; params is "name=value name=value"; shape is "array=2x3 array=4"; mismatch becomes
   mismatch_array, mismatch_index, mismatch_expected, mismatch_got, mismatch_repeat. A text that a spreadsheet
   would take for a formula (it begins with = + - @, a tab or a carriage return) gets an apostrophe in front.
   Then follow the label (NULL: none), the device's name (`device`: its facts), and a column per parameter of
   all algorithms. Errors as for the document. */
tool_csv *tool_csv_open(const char *path, const char *label, xl_error *error);
int tool_csv_append(tool_csv *csv, const json_t *record, const json_t *device, xl_error *error);

/* For rows with several labels ("": none). The file appears when closed. */
tool_csv *tool_csv_open_whole(const char *path, xl_error *error);
int tool_csv_append_labelled(tool_csv *csv, const json_t *record, const json_t *device, const char *label,
                             xl_error *error);

/* Discards a whole table and frees the writer, which may be NULL. */
void tool_csv_drop(tool_csv *csv);

bool tool_csv_stands(const tool_csv *csv);
int tool_csv_close(tool_csv *csv, xl_error *error);
