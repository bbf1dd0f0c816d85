/*
 * journal.h - a text file that grows row by row and is whole after each: a head, rows, and a tail that every
 * row is written over together with itself. results.h says why and how.
 */
#ifndef TOOL_JOURNAL_H
#define TOOL_JOURNAL_H

#include "system/os_file.h"

typedef struct tool_journal {
    tool_out out;     /* not open when the journal goes to standard output */
    FILE *stream;     /* NULL = not open */
    bool over;        /* the tail can be written over: a regular file */
    bool late;        /* appears only when it is closed */
    bool failed;      /* a failure was told; no more rows are taken */
    bool torn;        /* a write to a stream failed, perhaps half-way: nothing can follow it */
    uint64_t tail_at; /* offset of the tail in the file */
    char *tail;       /* owned */
} tool_journal;

/* Opens `path` ("-" = standard output) with head and tail. A regular file appears under its name with both in
   it, or, `late`, when it is closed and nothing has failed. XL_IO, XL_NO_MEMORY; the journal is then closed.
 */
int tool_journal_open(tool_journal *journal, const char *path, const char *head, const char *tail, bool late,
                      xl_error *error);

/* Adds text before the tail and puts `tail` in the tail's place, with line ends behind it where both are
   shorter than the old tail (which they have to cover). On failure the file is as it was. XL_IO, told once.
 */
int tool_journal_add(tool_journal *journal, const char *text, const char *tail, xl_error *error);

/* Whether the file is still the one under its name; what is no regular file is. */
bool tool_journal_stands(const tool_journal *journal);

/* Writes the tail where it is still to be written, and closes. XL_IO too where the file no longer stands
   under its name. Fine when not open. */
int tool_journal_close(tool_journal *journal, xl_error *error);

/* Closes a late one that is not to appear. Fine when not open. */
void tool_journal_drop(tool_journal *journal);

/* The same in a process that is about to end without memory: writes the tail that was last told; frees
 * nothing. */
void tool_journal_abandon(tool_journal *journal);

#endif
