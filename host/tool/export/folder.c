/* folder.c - Makefile, trial runs and REPORT.md of an exported program. */
#include "export/folder.h"
#include "base/os.h"
#include "base/text.h"
#include "compilers/os_tool.h"
#include "records/record.h"
#include "records/version.h"
#include "system/output_file.h"
#include "text/complain.h"
#include "text/display.h"
#include <stdlib.h>
#include <string.h>

static const char makefile[] =
    "# make check: builds the program, runs it, and fails if the result is wrong.\n"
    "CC ?= cc\n"
    "DEVICE ?=\n"
    "main: main.c\n"
    "\t$(CC) -O2 -o main main.c -lOpenCL -lm\n"
    "check: main\n"
    "\t./main $(DEVICE)\n"
    ".PHONY: check\n";

tool_exit export_folder_make(const char *folder) {
    char reason[128];
    const int made = xl__os_make_folders(folder);
    if (!made) return TOOL_OK;
    tool_complain("%s: %s", folder, xl__os_reason(made, reason, sizeof reason));
    return TOOL_OUTPUT;
}

static tool_exit write_file(const char *folder, const char *name, const char *text, size_t size) {
    char path[TOOL_PATH];
    xl_error error = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (tool_out_save(path, text, size, &error) == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_OUTPUT;
}

/* ---- runs ------------------------------------------------------------------------------------- */

/* The first line with this beginning; "": none. */
static void find_line(const char *text, const char *beginning, char *out, size_t size) {
    const char *const at = strstr(text, beginning);
    out[0] = '\0';
    if (at) tool_text_first_line(at, out, size);
}

static void run_ten_times(const char *folder, const char *make, const char *log, export_runs *out) {
    enum { RUNS = 10 };
    enum { LARGEST = 1 << 20 };
    const char *const argv[] = {make, "-s", "-C", folder, "check", NULL};
    /* A program that hangs takes a minute, so one such run is enough. */
    for (out->runs = 0; out->runs < RUNS && !strstr(out->why, "no end"); out->runs++) {
        const int ended = tool_run_program(argv, NULL, log, log, 90.0);
        char *text = NULL;
        size_t size = 0;
        if (ended == 0) continue;
        if (ended < 0) break; /* an interrupt, or it hangs without its alarm */
        out->failed++;
        if (!out->why[0] && xl__os_read_file(log, LARGEST, &text, &size) == 0)
            find_line(text, "FAIL", out->why, sizeof out->why);
        free(text);
    }
}

tool_exit export_folder_run(const char *folder, export_runs *out) {
    char make[TOOL_PATH], log[TOOL_PATH + 8];
    tool_work_folder work;
    xl_error error = {0};
    *out = (export_runs){.runs = 0};
    const tool_exit written = write_file(folder, "Makefile", makefile, sizeof makefile - 1);
    if (written != TOOL_OK) return written;
    if (!tool_find_program("make", make)) {
        snprintf(out->why, sizeof out->why, "it was not run: make is missing");
        return TOOL_OK;
    }
    if (tool_work_folder_make(&work, &error) != XL_SUCCESS) {
        snprintf(out->why, sizeof out->why, "it was not run: %.200s", error.text);
        return TOOL_OK;
    }
    snprintf(log, sizeof log, "%s/log", work.path);
    const char *const build[] = {make, "-s", "-C", folder, "main", NULL};
    if (tool_run_program(build, NULL, log, log, 60.0) == 0)
        run_ten_times(folder, make, log, out);
    else
        snprintf(out->why, sizeof out->why,
                 "it was not run: a C compiler, OpenCL's headers or loader are missing");
    tool_work_folder_remove(&work);
    return TOOL_OK;
}

/* ---- REPORT.md -------------------------------------------------------------------------------- */

static void add_fact(xl__text *out, const char *title, const json_t *object, const char *field) {
    char value[512];
    xl__text_format(out, "| %s | %s |\n", title, tool_field_text(object, field, value, sizeof value));
}

static void add_runs(xl__text *out, const export_runs *runs) {
    if (runs->runs == 0)
        xl__text_format(out, "The program: %s.\n", runs->why);
    else if (runs->failed == 0)
        xl__text_format(out, "`make check` passed in %d of %d runs here.\n", runs->runs, runs->runs);
    else
        xl__text_format(out, "`make check` failed in %d of %d runs here. The first: `%s`\n", runs->failed,
                        runs->runs, runs->why);
}

tool_exit export_folder_report(const char *folder, const json_t *record, const json_t *device,
                               const json_t *event, const export_runs *runs) {
    xl__text out = {0};
    const json_t *option;
    size_t i;
    char reason[XL_ERROR_TEXT];
    const bool builds = json_is_true(json_object_get(event, "builds"));
    xl__text_format(&out, "# %s\n\n`make check` builds and runs the program; it prints PASS or FAIL.\n\n",
                    tool_text_of(event, "title"));
    add_runs(&out, runs);
    xl__text_format(&out, "\n| | |\n|---|---|\n");
    add_fact(&out, "device", device, "name");
    add_fact(&out, "platform", device, "platform");
    add_fact(&out, "OpenCL", device, "device_version");
    add_fact(&out, "driver", device, "driver_version");
    json_array_foreach(json_object_get(event, "options"), i, option)
        xl__text_format(&out, "| build options | `%s` |\n", json_string_value(option));
    add_fact(&out, "result here", record, "status");
    xl__text_format(&out, "| written by | crosslane %s |\n", XL_VERSION);
    tool_field_text(record, "reason", reason, sizeof reason);
    if (strcmp(reason, "-") != 0) xl__text_format(&out, "\nRecorded: %s\n", reason);
    if (!builds)
        xl__text_format(&out, "\nThe driver's compiler refuses it: %s\n", tool_text_of(event, "log"));
    xl__text_format(&out, "\n%s\n",
                    json_is_true(json_object_get(event, "whole"))
                        ? "kernel.cl has its macros, because no C preprocessor was found."
                        : "kernel.cl is the source after the preprocessor, without unused functions.");
    const tool_exit status = out.failed ? TOOL_BROKEN : write_file(folder, "REPORT.md", out.data, out.size);
    xl__text_free(&out);
    return status;
}
