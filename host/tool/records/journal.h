/*
 * journal.h - a text file that is whole after each row: head, rows, tail. A new row and tail overwrite the
 * old tail (results.h).
 */
#pragma once

#include "system/output_file.h"

typedef struct tool_journal {
    tool_out out;     /* not open for standard output */
    FILE *stream;     /* NULL: not open */
    bool over;        /* a regular file, whose tail can be overwritten */
    bool late;        /* appears only when closed */
    bool failed;      /* and was reported; takes no more rows */
    bool torn;        /* a write to a stream failed: nothing may follow */
    uint64_t tail_at; /* offset of the tail in the file */
    char *tail;       /* owned */
} tool_journal;

/* `path` "-": standard output. A regular file appears at once or, if `late`, when closed without a failure.
   XL_IO, XL_NO_MEMORY: the journal is closed. */
int tool_journal_open(tool_journal *journal, const char *path, const char *head, const char *tail, bool late,
                      xl_error *error);

/* Replaces the tail by `text` and `tail`, padded with line ends. XL_IO, reported once: the file is unchanged.
 */
int tool_journal_add(tool_journal *journal, const char *text, const char *tail, xl_error *error);

/* Its name still leads to the file; true for other than regular files. */
bool tool_journal_stands(const tool_journal *journal);

/* Writes a tail that is due. XL_IO also if the name no longer leads to the file. May be closed already. */
int tool_journal_close(tool_journal *journal, xl_error *error);

/* Discards a late journal. May be closed already. */
void tool_journal_drop(tool_journal *journal);

/* When memory ran out: writes the last tail, frees nothing. */
void tool_journal_abandon(tool_journal *journal);
