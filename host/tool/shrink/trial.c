/* trial.c - builds and runs changed programs in a work folder. */
#include "shrink/trial.h"
#include "base/os.h"
#include "base/status.h"
#include "program/source.h"
#include "shrink/expected.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = TOOL_PATH + 64, LARGEST = 1 << 28, SCHEDULES = 3 };

extern const xl__embedded_file tool_shrink_parts[];
extern const size_t tool_shrink_part_count;

static bool refuse(trial_lab *lab, trial_reason reason, const char *what, const char *detail) {
    lab->refused[reason]++;
    snprintf(lab->why, sizeof lab->why, "%s%.200s", what, detail);
    return false;
}

static char *in_work(const trial_lab *lab, const char *name, char path[PATH]) {
    snprintf(path, PATH, "%s/%s", lab->work.path, name);
    return path;
}

/* ---- the lab ---------------------------------------------------------------------------------- */

int trial_lab_open(trial_lab *lab, xl_error *error) {
    char path[PATH];
    if (!tool_check_library(lab->checker))
        return xl__fail(error, XL_UNSUPPORTED,
                        "the checking device is not here, so no step could be trusted");
    if (!tool_find_program("cc", lab->cc) && !tool_find_program("clang", lab->cc))
        return xl__fail(error, XL_UNSUPPORTED, "there is no C compiler: install cc or clang");
    const int status = tool_work_folder_make(&lab->work, error);
    if (status != XL_SUCCESS) return status;
    for (size_t i = 0; i < tool_shrink_part_count; i++)
        if (xl__os_write_file(in_work(lab, tool_shrink_parts[i].name, path), tool_shrink_parts[i].text,
                              tool_shrink_parts[i].size) != 0)
            return xl__fail(error, XL_IO, "%s cannot be written", path);
    return XL_SUCCESS;
}

void trial_lab_close(trial_lab *lab) {
    free(lab->main);
    if (lab->work.path[0]) tool_work_folder_remove(&lab->work);
}

/* ---- building --------------------------------------------------------------------------------- */

static const char *const forms[] = {[TRIAL_PLAIN] = "plain", [TRIAL_HOOKED] = "hooked"};

static bool compile(const trial_lab *lab, trial_form form) {
    char hook[PATH], from[PATH], to[PATH], log[PATH];
    in_work(lab, "hook", hook), in_work(lab, "main.c", from), in_work(lab, forms[form], to),
        in_work(lab, "cc.log", log);
    const char *const plain[] = {lab->cc, "-w", "-o", to, from, "-lOpenCL", "-lm", NULL};
    const char *const with_hook[] = {lab->cc, "-w", "-include", hook,  "-o",
                                     to,      from, "-lOpenCL", "-lm", NULL};
    return tool_run_program(form == TRIAL_HOOKED ? with_hook : plain, NULL, log, log, 60.0) == 0;
}

/* Compiles main.c only if it changed, as most steps change only kernels. */
static bool build(trial_lab *lab, const shrunk_program *program, trial_form form) {
    char *const text = shrunk_program_main(program);
    if (!lab->main || strcmp(lab->main, text) != 0) memset(lab->built, 0, sizeof lab->built);
    free(lab->main);
    lab->main = text;
    if (shrunk_program_write(program, lab->work.path) != 0)
        return refuse(lab, TRIAL_NOT_RUN, "the work folder cannot be written", "");
    lab->built[form] = lab->built[form] || compile(lab, form);
    return lab->built[form] ||
           refuse(lab, TRIAL_NOT_RUN, "main.c does not compile: OpenCL's headers or loader are missing", "");
}

/* ---- running ---------------------------------------------------------------------------------- */

/* Both streams go to the file "said". */
static int run(trial_lab *lab, trial_form form, const char *device, const char *const *settings,
               bool checked) {
    static const char script[] = "cd \"$1\" && shift && exec \"$@\"";
    char said[PATH], path[PATH], seconds[24];
    snprintf(seconds, sizeof seconds, "%.0f", lab->limit);
    in_work(lab, "said", said), in_work(lab, forms[form], path);
    const char *const argv[] = {"/bin/sh", "-c", script, "sh", lab->work.path, path, device, seconds, NULL};
    const double most = 2 * lab->limit + 10;
    return checked ? tool_run_mapping(argv, settings, said, said, most)
                   : tool_run_program(argv, settings, said, said, most);
}

static char *read_said(const trial_lab *lab, const char *name) {
    char path[PATH], *text = NULL;
    size_t size = 0;
    return xl__os_read_file(in_work(lab, name, path), LARGEST, &text, &size) == 0 ? text
                                                                                  : tool_need(calloc(1, 1));
}

/* Appends a compiler's message up to its first name or number, which a step may change. */
static void add_message(const char *text, char kind[TRIAL_KIND]) {
    static const char *const words[] = {"error", "rror:", "undefined", "Assert", "assert"};
    const char *at = NULL;
    for (size_t w = 0; w < sizeof words / sizeof *words && !at; w++) at = strstr(text, words[w]);
    if (!at) return;
    size_t size = strcspn(at, "\n'\"`0123456789(<");
    snprintf(kind + strlen(kind), TRIAL_KIND - strlen(kind), ": %.*s", (int)(size < 100 ? size : 100), at);
}

/* The kind has no numbers of elements. */
static void name_kind(const shrunk_program *p, const char *said, int ended, char kind[TRIAL_KIND]) {
    const char *fail = strstr(said, "FAIL: ");
    snprintf(kind, TRIAL_KIND, "ended with status %d", ended);
    if (!fail) return;
    fail += strlen("FAIL: ");
    const size_t size = strcspn(fail, "\n"), name = strcspn(fail, " ,(");
    snprintf(kind, TRIAL_KIND, "%.*s", (int)size, fail);
    for (int o = 0; o < p->description.output_count; o++) {
        const char *const own = p->capture.buffers[p->description.output[o].buffer].name;
        if (strlen(own) == name && strncmp(own, fail, name) == 0 && !strchr(kind, '-'))
            snprintf(kind, TRIAL_KIND, "wrong result");
    }
    if (strncmp(kind, "signal", 6) == 0 || strncmp(kind, "clBuildProgram", 14) == 0) add_message(said, kind);
}

/* Without the driver's cache: wrong code can be in it. True: it passes. */
static bool run_plain(trial_lab *lab, const shrunk_program *p, const char *device, char kind[TRIAL_KIND]) {
    char cache[PATH + 32];
    snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s/cache", lab->work.path);
    const char *const settings[] = {cache, NULL};
    const int ended = run(lab, TRIAL_PLAIN, device, settings, false);
    char *const said = read_said(lab, "said");
    char path[PATH];
    if (ended != 0) name_kind(p, said, ended, kind);
    shrunk_remove_tree(in_work(lab, "cache", path));
    free(said);
    return ended == 0;
}

/* Until it fails once. */
static bool fails(trial_lab *lab, const shrunk_program *p, int runs, char kind[TRIAL_KIND]) {
    kind[0] = '\0';
    for (int i = 0; i < runs && !tool_interrupted(); i++)
        if (!run_plain(lab, p, lab->suspect ? lab->suspect : p->device, kind)) return true;
    return false;
}

bool trial_fails(trial_lab *lab, const shrunk_program *p, int runs, char kind[TRIAL_KIND]) {
    kind[0] = '\0';
    return build(lab, p, TRIAL_PLAIN) && fails(lab, p, runs, kind);
}

/* ---- the checking device ---------------------------------------------------------------------- */

static bool refuse_finding(trial_lab *lab, const char *findings) {
    char text[256];
    json_t *const found = json_loads(findings, JSON_DISABLE_EOF_CHECK, NULL);
    const char *const kind = json_string_value(json_object_get(found, "kind"));
    const char *const message = json_string_value(json_object_get(found, kind ? "message" : "failed"));
    snprintf(text, sizeof text, "%s%s%s", kind ? kind : "", kind ? ": " : "",
             message ? message : "a failure");
    json_decref(found);
    return refuse(lab, TRIAL_MISTAKE, "the checking device finds: ", text);
}

/* The file "findings" gets the report. `more`: build options of the hooked program. */
static bool run_checked(trial_lab *lab, trial_form form, const char *more) {
    char vendors[PATH + 32], names[PATH + 32], report[PATH + 32], width[64], schedules[64], options[256],
        path[PATH];
    snprintf(vendors, sizeof vendors, "OCL_ICD_VENDORS=%s", lab->checker);
    snprintf(names, sizeof names, "OCL_ICD_FILENAMES=%s", lab->checker);
    snprintf(report, sizeof report, "CROSSLANE_CHECK_REPORT=%s/findings", lab->work.path);
    snprintf(width, sizeof width, "CROSSLANE_CHECK_WIDTH=%d", lab->width);
    snprintf(schedules, sizeof schedules, "CROSSLANE_CHECK_SCHEDULES=%d", SCHEDULES);
    snprintf(options, sizeof options, "SHRINK_OPTIONS=%s", more);
    const char *const settings[] = {vendors, names, report, width, schedules, options, NULL};
    xl__os_remove_file(in_work(lab, "findings", path));
    xl__os_remove_file(in_work(lab, "got.bin", path));
    const int ended = run(lab, form, "", settings, true);
    char *const findings = read_said(lab, "findings"), *const said = read_said(lab, "said");
    char *const fail = strstr(said, "FAIL");
    bool ok = ended == 0 && !findings[0];
    if (findings[0])
        refuse_finding(lab, findings);
    else if (!ok)
        refuse(lab, TRIAL_NOT_RUN,
               "on the checking device: ", tool_text_first_line(fail ? fail : said, path, 200));
    free(findings);
    free(said);
    return ok;
}

bool trial_is_right(trial_lab *lab, const shrunk_program *p) {
    return build(lab, p, TRIAL_PLAIN) && run_checked(lab, TRIAL_PLAIN, "");
}

/* The results, freed by the caller; NULL: lab->why. */
static char *checked_results(trial_lab *lab, const char *more, size_t *size) {
    char path[PATH], *got = NULL;
    if (!run_checked(lab, TRIAL_HOOKED, more)) return NULL;
    if (xl__os_read_file(in_work(lab, "got.bin", path), LARGEST, &got, size) != 0) {
        *size = 0; /* a program without outputs */
        got = tool_need(calloc(1, 1));
    }
    return got;
}

/* Undefined behaviour. */
static const char strict[] =
    "-Werror=implicit-int -Werror=implicit-function-declaration -Werror=return-type "
    "-Werror=uninitialized -Werror=sometimes-uninitialized -Werror=int-conversion "
    "-Werror=incompatible-pointer-types -Werror=array-bounds -Werror=division-by-zero "
    "-Werror=missing-declarations -Werror=duplicate-decl-specifier -Werror=visibility";

static bool expect(trial_lab *lab, shrunk_program *p, shrunk_blob *got) {
    if (!build(lab, p, TRIAL_HOOKED)) return false;
    got->data = checked_results(lab, lab->lenient ? "" : strict, &got->size);
    return got->data && (shrunk_expect(p, got->data, got->size) ||
                         refuse(lab, TRIAL_NOT_RUN, "the results have another size", ""));
}

/* A variable that nothing set would have another value now. */
static bool is_set(trial_lab *lab, const shrunk_program *p, const shrunk_blob *got) {
    size_t size = 0;
    if (!build(lab, p, TRIAL_HOOKED)) return false;
    char *const again = checked_results(lab, "-ftrivial-auto-var-init=pattern", &size);
    bool same = again != NULL;
    if (same && (size != got->size || memcmp(got->data, again, size) != 0))
        same = refuse(lab, TRIAL_UNSET, "the result depends on an uninitialised variable", "");
    free(again);
    return same;
}

bool trial_expect(trial_lab *lab, shrunk_program *p) {
    shrunk_blob got = {0};
    const bool ok = expect(lab, p, &got) && is_set(lab, p, &got);
    free(got.data);
    return ok;
}

/* As the original did. */
static bool fails_there(trial_lab *lab, const shrunk_program *p) {
    char kind[TRIAL_KIND];
    if (!build(lab, p, TRIAL_PLAIN)) return false;
    if (!fails(lab, p, lab->tries, kind))
        return refuse(lab, TRIAL_PASSES, "it passes on the suspected driver", "");
    return strcmp(kind, lab->kind) == 0 || refuse(lab, TRIAL_OTHER, "it fails in another way: ", kind);
}

static bool passes_second(trial_lab *lab, const shrunk_program *p) {
    char kind[TRIAL_KIND] = "";
    return !lab->second || run_plain(lab, p, lab->second, kind) ||
           refuse(lab, TRIAL_SECOND, "it fails on the second device too: ", kind);
}

/* The checks that refuse most come first. */
bool trial_holds(trial_lab *lab, shrunk_program *p) {
    shrunk_blob got = {0};
    const bool holds =
        expect(lab, p, &got) && fails_there(lab, p) && is_set(lab, p, &got) && passes_second(lab, p);
    free(got.data);
    return holds && !tool_interrupted();
}
