#include "records/journal.h"
#include "base/status.h"
#include "base/text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void tool_journal_drop(tool_journal *journal) {
    tool_out_abandon(&journal->out);
    free(journal->tail);
    *journal = (tool_journal){0};
}

/* Only the first failure has a text. */
static int fail(tool_journal *journal, int reason, xl_error *error) {
    if (journal->failed) {
        if (error) *error = (xl_error){.status = XL_IO};
        return XL_IO;
    }
    journal->failed = true;
    return xl__fail(error, XL_IO, "%s: cannot be written: %s; later results are not recorded there",
                    journal->out.path ? journal->out.path : "standard output", strerror(reason));
}

static int stream_text(tool_journal *journal, const char *text, xl_error *error) {
    const int reason = tool_file_write_all(journal->stream, text, strlen(text));
    if (!reason) return XL_SUCCESS;
    journal->torn = true;
    return fail(journal, reason, error);
}

int tool_journal_open(tool_journal *journal, const char *path, const char *head, const char *tail, bool late,
                      xl_error *error) {
    *journal = (tool_journal){.stream = stdout, .late = late};
    if (strcmp(path, "-") != 0) {
        const int status = tool_out_open(&journal->out, path, error);
        if (status) return status;
        if (!journal->out.existed) tool_out_only_new(&journal->out);
        journal->stream = journal->out.stream;
        journal->over = !journal->out.direct;
    }
    journal->tail = xl__copy_text(tail);
    journal->tail_at = strlen(head);
    int status =
        journal->tail ? XL_SUCCESS : xl__fail(error, XL_NO_MEMORY, "%s: no memory to write it", path);
    if (!status && journal->over) {
        tool_out_write(&journal->out, head, strlen(head));
        tool_out_write(&journal->out, tail, strlen(tail));
        if (!late)
            status = tool_out_publish(&journal->out, error);
        else if (fflush(journal->stream) != 0)
            status = fail(journal, errno, error);
    } else if (!status) {
        status = stream_text(journal, head, error);
    }
    if (status) tool_journal_drop(journal);
    return status;
}

/* The failed write may have overwritten the old tail: writes it back. */
static void restore(tool_journal *journal) {
    const size_t size = strlen(journal->tail);
    if (tool_file_write_at(journal->stream, journal->tail_at, journal->tail, size) == 0)
        tool_file_cut(journal->stream, journal->tail_at + size);
}

int tool_journal_add(tool_journal *journal, const char *text, const char *tail, xl_error *error) {
    int status = XL_SUCCESS;
    if (journal->failed) return fail(journal, 0, error);
    const size_t text_size = strlen(text), old_size = strlen(journal->tail), least = strlen(tail);
    const size_t padding = text_size + least < old_size ? old_size - text_size - least : 0;
    const size_t tail_size = least + padding;
    char *const both = malloc(text_size + tail_size + 1);
    char *const kept = malloc(tail_size + 1);
    if (kept) {
        memcpy(kept, tail, least);
        memset(kept + least, '\n', padding);
        kept[tail_size] = '\0';
    }
    if (!both || !kept) {
        status = fail(journal, ENOMEM, error);
    } else if (journal->over) {
        memcpy(both, text, text_size);
        memcpy(both + text_size, kept, tail_size);
        const int reason = tool_file_write_at(journal->stream, journal->tail_at, both, text_size + tail_size);
        if (reason) {
            restore(journal);
            status = fail(journal, reason, error);
        }
    } else {
        status = stream_text(journal, text, error);
    }
    free(both);
    if (status) {
        free(kept);
        return status;
    }
    free(journal->tail);
    journal->tail = kept;
    journal->tail_at += text_size;
    return XL_SUCCESS;
}

bool tool_journal_stands(const tool_journal *journal) {
    return !journal->stream || !journal->over || journal->late || tool_out_stands(&journal->out);
}

int tool_journal_close(tool_journal *journal, xl_error *error) {
    if (!journal->stream) return XL_SUCCESS;
    int status = XL_SUCCESS;
    /* If memory ran out, the stream still gets its tail. */
    if (!journal->over && !journal->torn) status = stream_text(journal, journal->tail, error);
    if (!status && journal->failed) status = fail(journal, 0, error);
    if (!status && !tool_journal_stands(journal))
        status = xl__fail(error, XL_IO,
                          "%s: was removed or replaced by another program during the run; what this one has "
                          "measured is not there",
                          journal->out.path);
    if (!status && journal->out.stream) status = tool_out_close(&journal->out, error);
    tool_journal_drop(journal);
    return status;
}

void tool_journal_abandon(tool_journal *journal) {
    if (!journal->stream || journal->over || journal->torn || !journal->tail) return;
    fputs(journal->tail, journal->stream);
    fflush(journal->stream);
}
