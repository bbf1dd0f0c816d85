/* Memory runs out. (ctest: not sanitized, because a sanitizer then ends the process.) */
#include "records/journal.h"
#include "support/scratch.h"
#include "support/suite.h"

enum { LARGE = 64 << 20, SPARE = 16 << 20 };

static void limit_memory(void) {
    unsigned long pages = 0;
    struct rlimit limit;
    FILE *const stream = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(stream);
    ck_assert_int_eq(fscanf(stream, "%lu", &pages), 1);
    fclose(stream);
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + SPARE;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

AROUND(scratch_make, scratch_remove);

TEST(a_stream_that_loses_a_row_has_its_end) {
    tool_journal journal;
    xl_error error = {.text = ""};
    size_t size = 0;
    char *const row = malloc(LARGE + 1);
    ck_assert_ptr_nonnull(row);
    memset(row, 'x', LARGE);
    row[LARGE] = '\0';
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(freopen(scratch_path("stream"), "wb", stdout));
    int status = tool_journal_open(&journal, "-", "[1", ",0]", false, &error);
    if (!status) status = tool_journal_add(&journal, ",2", ",8]", &error);
    limit_memory();
    const int lost = tool_journal_add(&journal, row, ",9]", &error);
    const int closed = tool_journal_close(&journal, NULL);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    free(row);
    ck_assert_int_eq(status, XL_SUCCESS);
    ck_assert_int_eq(lost, XL_IO);
    ck_assert_int_eq(closed, XL_IO);
    ck_assert_str_eq(error.text,
                     "standard output: cannot be written: Cannot allocate memory; later results are "
                     "not recorded there");
    char *const text = scratch_read("stream", &size);
    ck_assert_str_eq(text, "[1,2,8]");
    free(text);
}
