/*
 * journal.h - a text file that grows row by row and is whole after each: a head, rows, and a tail. A row
 * overwrites the tail with itself and a new tail. results.h says why.
 */
#pragma once

#include "system/output_file.h"

typedef struct tool_journal {
    tool_out out;     /* not open for standard output */
    FILE *stream;     /* NULL = not open */
    bool over;        /* a regular file, whose tail can be overwritten */
    bool late;        /* appears only when it is closed */
    bool failed;      /* a failure was reported; takes no more rows */
    bool torn;        /* a write to a stream failed, perhaps half-way: nothing can follow it */
    uint64_t tail_at; /* offset of the tail in the file */
    char *tail;       /* owned */
} tool_journal;

/* Opens `path` ("-" = standard output) with head and tail. A regular file appears under its name with both,
   or, if `late`, only when closed without a failure. XL_IO, XL_NO_MEMORY; the journal is then closed. */
int tool_journal_open(tool_journal *journal, const char *path, const char *head, const char *tail, bool late,
                      xl_error *error);

/* Replaces the tail by `text` and the new `tail`, padded with line ends to the old tail's length. On failure
 * the file is unchanged. XL_IO, reported once. */
int tool_journal_add(tool_journal *journal, const char *text, const char *tail, xl_error *error);

/* Whether its name still leads to the file; true for all but regular files. */
bool tool_journal_stands(const tool_journal *journal);

/* Writes the tail if still due, and closes. XL_IO also if the name no longer leads to the file. Fine when not
   open. */
int tool_journal_close(tool_journal *journal, xl_error *error);

/* Discards a late journal. Fine when not open. */
void tool_journal_drop(tool_journal *journal);

/* For a process that ends because memory ran out: writes the last tail, frees nothing. */
void tool_journal_abandon(tool_journal *journal);
