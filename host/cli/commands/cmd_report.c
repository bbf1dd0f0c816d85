/* cmd_report.c - `crosslane report FILE... --out FILE.html`: one page, a site, or a check. */
#include "inspect/inspected.h"
#include "report/report.h"
#include "report/report_check.h"
#include "report/site.h"
#include "recorded/gaps.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include "system/os_start.h"
#include "options/outputs.h"
#include "shared/cli.h"

static tool_exit write_page(const tool_recorded *r, const tool_options *o, const tool_words *names,
                            const json_t *listings) {
    const char *const path = o->out.word[0];
    xl_error error = {0};
    char shown[TOOL_PATH];
    if (!tool_recorded_any(r, o, names)) return tool_recorded_none(r, o, names, "report");
    const int written = tool_report_write(path, r, o, names, listings, &error);
    if (written != XL_SUCCESS && tool_interrupted()) return TOOL_INTERRUPTED;
    if (written != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    if (!o->quiet) tool_print(stdout, "report: %s\n", tool_text_clean(path, shown, sizeof shown));
    return TOOL_OK;
}

static tool_exit check_file(void *user, int word, const char *file) {
    json_t *document = NULL;
    xl_error error = {0};
    char line[8192], shown[TOOL_PATH];
    (void)user;
    (void)word;
    if (tool_results_load(file, &document, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    const bool sound = tool_report_check(document, line, sizeof line);
    tool_print(stdout, "%s: %s\n", tool_text_clean(file, shown, sizeof shown), line);
    json_decref(document);
    return sound ? TOOL_OK : TOOL_WRONG;
}

/* Moves the files of `inspect --json` from `files` to `listings`. */
static tool_exit take_listings(tool_words *files, json_t *listings) {
    int kept = 0;
    for (int i = 0; i < files->count; i++) {
        xl_error error = {0};
        if (!tool_is_inspected(files->word[i])) {
            files->word[kept++] = files->word[i];
        } else if (tool_inspected_listings(files->word[i], listings, &error) != XL_SUCCESS) {
            tool_complain("%s", error.text);
            return TOOL_USAGE;
        }
    }
    files->count = kept;
    if (kept > 0) return TOOL_OK;
    tool_complain(
        "report: name a results file too; for compiled code without results use 'crosslane inspect --html'");
    return TOOL_USAGE;
}

static tool_exit make_page(const tool_options *o, tool_words *files, const tool_words *names) {
    tool_recorded recorded;
    json_t *const listings = tool_need(json_array());
    tool_exit status = tool_check_outputs(o);
    if (status == TOOL_OK) status = take_listings(files, listings);
    if (status == TOOL_OK) {
        status = tool_recorded_open(files, false, "report", &recorded);
        if (status == TOOL_OK) tool_warn_files(&recorded);
        if (status == TOOL_OK) status = write_page(&recorded, o, names, listings);
        tool_recorded_free(&recorded);
    }
    json_decref(listings);
    return status;
}

tool_exit cli_report(const tool_options *o) {
    tool_words files, names;
    tool_recorded_words(&o->names, &files, &names);
    if (files.count == 0) {
        tool_complain("report: name the results files, 'crosslane report results.json --out report.html'");
        return TOOL_USAGE;
    }
    if ((o->check || o->site) && names.count > 0) {
        tool_complain("report: --check and --site read whole files, so '%s' must name a file", names.word[0]);
        return TOOL_USAGE;
    }
    tool_interrupt_catch();
    tool_exit status = o->check  ? tool_recorded_each(&files, check_file, NULL)
                       : o->site ? tool_site_write(o->site, &files, o->force)
                                 : make_page(o, &files, &names);
    if (tool_interrupted()) status = TOOL_INTERRUPTED; /* Ctrl-C may have come while files were read */
    return tool_exit_worst(status, tool_flush(stdout));
}
