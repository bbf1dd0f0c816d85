/* cmd_report.c - `crosslane report FILE... --out FILE.html`: recorded files as one page. */
#include "report/report.h"
#include "recorded/gaps.h"
#include "text/display.h"
#include "system/os_start.h"
#include "options/outputs.h"
#include "cli.h"

static tool_exit write_page(const tool_recorded *r, const tool_options *o, const tool_words *names) {
    const char *const path = o->out.word[0];
    xl_error error = {0};
    char shown[TOOL_PATH];
    if (!tool_recorded_any(r, o, names)) return tool_recorded_none(r, o, names, "report");
    const int written = tool_report_write(path, r, o, names, &error);
    if (written != XL_SUCCESS && tool_interrupted()) return TOOL_INTERRUPTED;
    if (written != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    if (!o->quiet) printf("report: %s\n", tool_text_clean(path, shown, sizeof shown));
    return TOOL_OK;
}

tool_exit cli_report(const tool_options *o) {
    tool_words files, names;
    tool_recorded recorded;
    tool_recorded_words(&o->names, &files, &names);
    if (files.count == 0) {
        tool_complain("report: name the results files, 'crosslane report results.json --out report.html'");
        return TOOL_USAGE;
    }
    tool_interrupt_catch();
    tool_exit status = tool_check_outputs(o);
    if (status != TOOL_OK) return status;
    status = tool_recorded_open(&files, false, "report", &recorded);
    if (status == TOOL_OK) tool_warn_files(&recorded);
    if (status == TOOL_OK) status = write_page(&recorded, o, &names);
    if (status != TOOL_OK && tool_interrupted()) status = TOOL_INTERRUPTED; /* perhaps while it read */
    tool_recorded_free(&recorded);
    return tool_exit_worst(status, tool_flush(stdout));
}
