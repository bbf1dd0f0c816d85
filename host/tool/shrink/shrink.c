/* shrink.c - checks the original, shrinks it, and reports. */
#include "shrink/shrink.h"
#include "base/os.h"
#include "base/status.h"
#include "export/folder.h"
#include "shrink/expected.h"
#include "shrink/shrink_job.h"
#include "system/os_start.h"
#include "system/output_file.h"
#include "text/complain.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

enum { PATH = TOOL_PATH + 64, RUNS = 10, ROUNDS = 4, LARGEST = 1 << 20 };

/* ---- the original ----------------------------------------------------------------------------- */

/* The number in the text's required sub-group size; 0: none. */
static int required_width(const shrunk_program *p) {
    static const char name[] = "reqd_sub_group_size(";
    for (int i = 0; i < p->capture.program_count; i++) {
        const char *const found = strstr(p->capture.programs[i].text, name);
        if (found) return atoi(found + sizeof name - 1);
    }
    return 0;
}

/* The first width at which the checking device computes the expected results. */
static bool find_width(shrink_job *job, int width) {
    static const int usual[] = {8, 16, 32, 64, 4, 1, 2, 128};
    trial_lab *const lab = &job->lab;
    lab->width = width > 0 ? width : required_width(job->best);
    if (lab->width > 0) return trial_is_right(lab, job->best);
    char why[sizeof lab->why] = "";
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !tool_interrupted(); i++) {
        lab->width = usual[i];
        if (trial_is_right(lab, job->best)) return true;
        if (i == 0) snprintf(why, sizeof why, "%s", lab->why);
    }
    snprintf(lab->why, sizeof lab->why, "%s", why);
    return false;
}

/* Up to ten times; fewer if it fails each time. */
static int run_original(shrink_job *job, int *runs) {
    enum { ENOUGH = 5, ENOUGH_SLOW = 3 };
    trial_lab *const lab = &job->lab;
    const double end = tool_seconds() + 20.0;
    char other[TRIAL_KIND] = "";
    int failed = 0;
    for (*runs = 0; *runs < RUNS && !tool_interrupted(); ++*runs) {
        const int enough = strstr(lab->kind, "no end") ? 1 : tool_seconds() > end ? ENOUGH_SLOW : ENOUGH;
        if (failed == *runs && failed >= enough) break;
        tool_progress_show(&job->progress, tool_seconds(), "the program failed in %d of %d runs", failed,
                           *runs);
        failed += trial_fails(lab, job->best, 1, failed > 0 ? other : lab->kind);
    }
    return failed;
}

static bool is_sound(shrink_job *job, int width) {
    bool sound = find_width(job, width);
    for (int lenient = 0; sound && lenient < 2; lenient++) {
        shrunk_program *const copy = shrunk_program_copy(job->best);
        job->lab.lenient = lenient;
        const bool expects = trial_expect(&job->lab, copy);
        shrunk_program_free(copy);
        if (expects) break;
        sound = lenient == 0;
    }
    return sound;
}

static tool_exit check_original(shrink_job *job, const shrink_call *call) {
    trial_lab *const lab = &job->lab;
    const double before = tool_seconds();
    int runs = 0;
    const int failed = run_original(job, &runs);
    const double each = (tool_seconds() - before) / (runs > 0 ? runs : 1);
    tool_progress_clear(&job->progress);
    const bool sound = failed > 0 && is_sound(job, call->width);
    if (tool_interrupted()) return TOOL_INTERRUPTED;
    if (failed == 0)
        tool_complain("%s: %s", call->folder, lab->why[0] ? lab->why : "the program passes on this driver");
    else if (!sound)
        tool_complain("%s: no defect of a driver is certain: %s", call->folder, lab->why);
    if (!sound) return TOOL_WRONG;
    lab->tries = failed == runs ? 1 : 3 * runs / failed;
    lab->limit = strstr(lab->kind, "no end") ? 5.0 : 10.0 + (double)(int)(5.0 * each);
    tool_print(stdout, "%s: fails in %d of %d runs: %s; right on the checking device at width %d\n",
               call->folder, failed, runs, lab->kind, lab->width);
    fflush(stdout); /* the steps may take an hour */
    return TOOL_OK;
}

/* ---- the result ------------------------------------------------------------------------------- */

static tool_exit add_report(const shrink_job *job, int lines, const export_runs *runs) {
    char path[PATH], *text = NULL;
    size_t size = 0;
    xl__text out = {0};
    xl_error error = {0};
    snprintf(path, sizeof path, "%s/REPORT.md", job->folder);
    if (xl__os_read_file(path, LARGEST, &text, &size) == 0) xl__text_add(&out, text, size);
    free(text);
    xl__text_format(
        &out,
        "\n## Shrunk\n\n`crosslane shrink` made the kernels smaller, from %d lines to %d. The smaller "
        "program failed in %d of %d runs here%s%s%s.\nAfter each step, crosslane's checking device found no "
        "mistake in the program (races, bounds, unwritten memory,\nlanes missing) at width %d; the "
        "expected results are from there.\n",
        lines, shrunk_program_lines(job->best), runs->failed, runs->runs, runs->failed ? ": `" : "",
        runs->failed ? runs->why : "", runs->failed ? "`" : "", job->lab.width);
    if (job->lab.second) xl__text_format(&out, "It passes on the device `%s`.\n", job->lab.second);
    snprintf(path, sizeof path, "%s/shrunk/REPORT.md", job->folder);
    const int status = out.failed ? XL_IO : tool_out_save(path, out.data, out.size, &error);
    if (status != XL_SUCCESS) tool_complain("%s", error.text);
    xl__text_free(&out);
    return status == XL_SUCCESS ? TOOL_OK : TOOL_OUTPUT;
}

static void print_refused(const trial_lab *lab) {
    static const char *const texts[] = {
#define TRIAL_TEXT(name, text) text,
        TRIAL_REASONS(TRIAL_TEXT)
#undef TRIAL_TEXT
    };
    for (int i = 0; i < TRIAL_REASON_COUNT; i++)
        if (lab->refused[i] > 0)
            tool_print(stdout, "%6d steps refused: the program %s\n", lab->refused[i], texts[i]);
}

static tool_exit finish(shrink_job *job, int lines) {
    char folder[PATH];
    export_runs runs;
    snprintf(folder, sizeof folder, "%s/shrunk", job->folder);
    tool_progress_clear(&job->progress);
    tool_print(stdout, "%s: kernels of %d lines, before %d; %d of %d steps kept\n", folder,
               shrunk_program_lines(job->best), lines, job->kept, job->steps);
    print_refused(&job->lab);
    if (tool_interrupted()) {
        tool_print(stdout, "interrupted: the same command continues with it\n");
        return TOOL_INTERRUPTED;
    }
    tool_exit status = job->output_failed ? TOOL_OUTPUT : shrink_save(job);
    if (status == TOOL_OK) status = export_folder_run(folder, &runs);
    if (status == TOOL_OK) status = add_report(job, lines, &runs);
    if (status == TOOL_OK && runs.runs > 0)
        tool_print(stdout, "its program failed in %d of %d runs: %s\n", runs.failed, runs.runs, runs.why);
    return status;
}

static tool_exit shrink_all(shrink_job *job, int lines) {
    memset(job->lab.refused, 0, sizeof job->lab.refused); /* those of widths that were tried */
    tool_exit status = shrink_save(job);
    for (int round = 0, kept = -1; status == TOOL_OK && round < ROUNDS && kept != job->kept; round++) {
        kept = job->kept;
        shrink_run(job);
        shrink_texts(job);
        if (shrink_stopped(job)) break;
    }
    return finish(job, lines);
}

/* ---- the folder ------------------------------------------------------------------------------- */

static shrunk_program *read_best(const char *folder, int *lines, xl_error *error) {
    static const char *const names[] = {"shrunk", "shrunk.new", "shrunk.old"};
    char path[PATH];
    xl_error ignored;
    shrunk_program *const original = shrunk_program_read(folder, error), *best = NULL;
    if (!original) return NULL;
    *lines = shrunk_program_lines(original);
    for (size_t i = 0; i < sizeof names / sizeof *names && !best; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (xl__os_is_folder(path)) best = shrunk_program_read(path, &ignored);
    }
    if (best)
        tool_print(stdout, "continues with %s: kernels of %d lines, before %d\n", path,
                   shrunk_program_lines(best), *lines);
    if (best) shrunk_program_free(original);
    return best ? best : original;
}

tool_exit shrink_folder(const shrink_call *call) {
    xl_error error = {0};
    int lines = 0;
    shrink_job job = {.folder = call->folder, .lab = {.suspect = call->suspect, .second = call->second}};
    job.lab.limit = 60.0;
    job.best =
        call->bisect ? shrunk_program_read(call->folder, &error) : read_best(call->folder, &lines, &error);
    if (!job.best) {
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    job.tried = json_object();
    tool_interrupt_catch();
    tool_progress_start(&job.progress, stderr, call->quiet, tool_seconds());
    const int opened = trial_lab_open(&job.lab, &error);
    tool_exit status = opened == XL_SUCCESS       ? TOOL_OK
                       : opened == XL_UNSUPPORTED ? TOOL_NOTHING_DONE
                                                  : TOOL_OUTPUT;
    if (status != TOOL_OK)
        tool_complain("%s", error.text);
    else
        status = check_original(&job, call);
    if (status == TOOL_OK) status = call->bisect ? shrink_bisect(&job) : shrink_all(&job, lines);
    tool_progress_clear(&job.progress);
    trial_lab_close(&job.lab);
    shrunk_program_free(job.best);
    json_decref(job.tried);
    return status;
}
