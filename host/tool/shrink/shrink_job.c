/* shrink_job.c - tries a step and keeps the best program on disk. */
#include "shrink/shrink_job.h"
#include "base/os.h"
#include "shrink/expected.h"
#include "system/os_start.h"
#include "text/complain.h"
#include <stdlib.h>
#include <string.h>

enum { PATH = TOOL_PATH + 512, LARGEST = 1 << 20 };

bool shrink_stopped(const shrink_job *job) {
    return tool_interrupted() || job->output_failed;
}

/* ---- the folder ------------------------------------------------------------------------------- */

static int copy_file(const char *from, const char *to, const char *name) {
    char path[2 * PATH], *data = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", from, name);
    int failed = xl__os_read_file(path, LARGEST, &data, &size);
    snprintf(path, sizeof path, "%s/%s", to, name);
    if (!failed) failed = xl__os_write_file(path, data, size);
    free(data);
    return failed;
}

tool_exit shrink_save(shrink_job *job) {
    char best[PATH], new[PATH], old[PATH], reason[128];
    snprintf(best, sizeof best, "%s/shrunk", job->folder);
    snprintf(new, sizeof new, "%s/shrunk.new", job->folder);
    snprintf(old, sizeof old, "%s/shrunk.old", job->folder);
    shrunk_remove_tree(new);
    int failed = xl__os_make_folders(new);
    if (!failed) failed = shrunk_program_write(job->best, new);
    if (!failed) failed = copy_file(job->folder, new, "Makefile");
    if (!failed) failed = copy_file(job->folder, new, "REPORT.md");
    if (!failed) { /* between the two renames, shrunk.old and shrunk.new are complete */
        shrunk_remove_tree(old);
        if (xl__os_exists(best) && rename(best, old) != 0) failed = -1;
        if (!failed && rename(new, best) != 0) failed = -1;
        shrunk_remove_tree(old);
    }
    if (!failed) return TOOL_OK;
    job->output_failed = true;
    tool_progress_clear(&job->progress);
    tool_complain("%s cannot be written: %s", best,
                  failed > 0 ? xl__os_reason(failed, reason, sizeof reason) : "it cannot be renamed");
    return TOOL_OUTPUT;
}

/* ---- steps ------------------------------------------------------------------------------------ */

static void show(shrink_job *job) {
    tool_progress_show(&job->progress, tool_seconds(), "%s: %d of %d steps kept, %d lines", job->phase,
                       job->kept, job->steps, shrunk_program_lines(job->best));
}

/* True the first time. */
static bool is_new(shrink_job *job, const shrunk_program *p) {
    char key[XL__HASH_TEXT];
    char *const text = shrunk_program_main(p);
    xl__hash hash = xl__hash_start();
    xl__hash_add_text(&hash, text);
    for (int i = 0; i < p->capture.program_count; i++) xl__hash_add_text(&hash, p->capture.programs[i].text);
    for (int b = 0; b < p->capture.buffer_count; b++)
        xl__hash_add(&hash, p->capture.buffers[b].before, p->capture.buffers[b].bytes);
    free(text);
    xl__hash_text(&hash, key);
    if (json_object_get(job->tried, key)) return false;
    json_object_set_new(job->tried, key, json_true());
    return true;
}

bool shrink_step(shrink_job *job, shrunk_program *changed) {
    bool holds = !shrink_stopped(job) && is_new(job, changed);
    if (holds) {
        job->steps++;
        show(job);
        holds = trial_holds(&job->lab, changed);
    }
    shrunk_program_free(holds ? job->best : changed);
    if (!holds) return false;
    job->best = changed;
    job->kept++;
    return shrink_save(job) == TOOL_OK;
}
