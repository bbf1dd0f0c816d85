/* cmd_check.c - `crosslane check`: runs a kernel or a program on the checking device. */
#include "base/os.h"
#include "shared/cli_check.h"
#include "system/exit_status.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "text/complain.h"
#include "text/print.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CROSSLANE_HAS_CHECK
int cli_check(int argc, char **argv) {
    (void)argc;
    (void)argv;
    tool_complain("check: this build lacks the checking device, which needs Linux on x86-64 or aarch64");
    return TOOL_NO_DEVICE;
}
#else
#include "runner/check_file.h"
#include "runner/os_program.h"

static const char help[] =
    "usage: crosslane check FILE.cl [--kernel NAME] [--arg NAME=SPEC]... [--local N] [--groups N] [options]\n"
    "       crosslane check [--width N,...] -- PROGRAM ARGUMENTS\n"
    "\n"
    "Runs a kernel, or any OpenCL program, on the checking device, and reports sub-group mistakes with their "
    "lines. FILE.cl\n"
    "by itself lists the kernel's parameters and an example command.\n"
    "\n"
    "  --kernel NAME      the kernel (default: the only one)\n"
    "  --arg NAME=SPEC    a number, zeros:u32[512], random:f32[4096], iota:i32[64], local:512\n"
    "  --local N          work-items of a work-group (default 64)\n"
    "  --groups N         work-groups (default 4)\n"
    "  --width N,...      sub-group widths (default 1,8,16,24,32,64,128)\n"
    "  --schedules N      orders in which work-items run (default 4; for a program 1)\n"
    "  --seed N           of the orders (default 1)\n"
    "  --option TEXT      a build option; may be repeated\n"
    "  --include DIR      a folder of included files; may be repeated\n"
    "  --json FILE        findings, one JSON object a line\n"
    "\n"
    "Exit status: 0 no finding, 1 findings, 2 bad usage, 3 no clang, 6 crosslane itself failed; without "
    "findings a program's\n"
    "own status.\n";

struct words {
    struct check_call call;
    char build[1024], *json, **program;
};

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    *value = n;
    return *text >= '0' && *text <= '9' && !*end && n >= least && n <= most;
}

static bool widths(const char *text, struct check_call *call) {
    char copy[128];
    uint64_t n;
    snprintf(copy, sizeof copy, "%s", text);
    call->widths = 0;
    for (char *at = copy, *comma = at; comma; at = comma + 1) {
        if ((comma = strchr(at, ',')) != NULL) *comma = '\0';
        if (!number(at, 1, CHECK_MAX_WIDTH, &n) || call->widths == CHECK_WIDTHS) return false;
        call->width[call->widths++] = (uint32_t)n;
    }
    return true;
}

/* Returns whether the option is known and its value valid. */
static bool option(struct words *w, const char *name, char *value) {
    uint64_t n = 0;
    struct check_call *call = &w->call;
    size_t used = strlen(w->build);
    if (strcmp(name, "--kernel") == 0)
        call->kernel = value;
    else if (strcmp(name, "--json") == 0)
        w->json = value;
    else if (strcmp(name, "--width") == 0)
        return widths(value, call);
    else if (strcmp(name, "--arg") == 0 && call->arguments < CHECK_ARGUMENTS)
        call->argument[call->arguments++] = value;
    else if (strcmp(name, "--local") == 0 && number(value, 1, CHECK_MAX_LOCAL_SIZE, &n))
        call->local = n;
    else if (strcmp(name, "--groups") == 0 && number(value, 1, 1 << 20, &n))
        call->groups = n;
    else if (strcmp(name, "--schedules") == 0 && number(value, 1, 1000, &n))
        call->schedules = (uint32_t)n;
    else if (strcmp(name, "--seed") == 0 && number(value, 0, UINT32_MAX, &n))
        call->seed = (uint32_t)n;
    else if (strcmp(name, "--option") == 0)
        snprintf(w->build + used, sizeof w->build - used, " %s", value);
    else if (strcmp(name, "--include") == 0)
        snprintf(w->build + used, sizeof w->build - used, " \"-I%s\"", value);
    else
        return false;
    return true;
}

static tool_exit parse(int argc, char **argv, struct words *w) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            w->program = &argv[i + 1];
            return i + 1 < argc && !w->call.file
                       ? TOOL_OK
                       : (tool_complain("check -- needs a program and no file"), TOOL_USAGE);
        }
        if (strncmp(argv[i], "--", 2) != 0 && !w->call.file) {
            w->call.file = argv[i];
            continue;
        }
        char *equals = strchr(argv[i], '='), *value = equals ? equals + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        if (equals) *equals = '\0';
        if (strncmp(argv[i], "--", 2) != 0 || !value || !option(w, argv[i], value)) {
            tool_complain("check: %s%s%s is not understood; see crosslane check --help", argv[i],
                          value ? " " : "", value ? value : "");
            return TOOL_USAGE;
        }
        i += !equals;
    }
    if (w->call.file) return TOOL_OK;
    tool_complain("check: name a file, or -- and a program; see crosslane check --help");
    return TOOL_USAGE;
}

/* Prints each finding once, for all widths and launches. */
static size_t print_report(const char *path, FILE *json) {
    FILE *file = fopen(path, "r");
    json_t *seen = json_object();
    char line[4096], key[2048];
    size_t count = 0;
    while (file && fgets(line, sizeof line, file)) {
        json_t *found = json_loads(line, 0, NULL);
        const char *kind = json_string_value(json_object_get(found, "kind")),
                   *failed = json_string_value(json_object_get(found, "failed"));
        const char *kernel = json_string_value(json_object_get(found, "kernel")),
                   *text = json_string_value(json_object_get(found, "message"));
        snprintf(key, sizeof key, "%s %s: %s", kernel ? kernel : "", kind ? kind : "failed",
                 kind ? text : failed);
        if (found && !json_object_get(seen, key)) {
            json_object_set_new(seen, key, json_true());
            if (++count <= 20)
                tool_print(stdout, "%s, kernel %s, width %d: %s\n", kind ? kind : "failed", kernel,
                           (int)json_integer_value(json_object_get(found, "width")), kind ? text : failed);
            if (json && kind)
                json_dumpf(found, json, JSON_COMPACT | JSON_PRESERVE_ORDER), (void)putc('\n', json);
        }
        json_decref(found);
    }
    if (count > 20) tool_print(stdout, "and %zu more\n", count - 20);
    if (file) fclose(file);
    json_decref(seen);
    return count;
}

static int check_program(struct words *w, FILE *json) {
    char report[256], why[512], driver[TOOL_PATH];
    int status = 0;
    if (!tool_check_library(driver)) {
        tool_complain("libcrosslane_check.so is not where crosslane is installed");
        return TOOL_NO_DEVICE;
    }
    if (!program_report(report)) {
        tool_complain("check: cannot make a temporary file");
        return TOOL_OUTPUT;
    }
    for (uint32_t i = 0; i < w->call.widths && status >= 0; ++i) {
        int ended =
            program_run(w->program, driver, w->call.width[i], w->call.schedules, report, why, sizeof why);
        if (ended < 0) tool_complain("%s", why);
        status = ended != 0 ? ended : status;
    }
    fflush(stdout);
    size_t findings = print_report(report, json);
    tool_print(stdout, "%zu finding%s at %u width%s\n", findings, findings == 1 ? "" : "s", w->call.widths,
               w->call.widths == 1 ? "" : "s");
    return status < 0 ? TOOL_USAGE : findings ? TOOL_WRONG : status;
}

int cli_check(int argc, char **argv) {
    struct words w = {.call = {.local = 64,
                               .groups = 4,
                               .width = {1, 8, 16, 24, 32, 64, 128},
                               .widths = 7,
                               .seed = 1,
                               .out = stdout}};
    size_t size = 0;
    char *source = NULL, reason[128];
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        tool_print(stdout, "%s", help);
        return (int)tool_flush(stdout);
    }
    tool_exit status = parse(argc, argv, &w);
    if (status) return (int)status;
    if (!w.call.schedules) w.call.schedules = w.program ? 1 : 4;
    int failed = w.program ? 0 : xl__os_read_file(w.call.file, 1 << 24, &source, &size);
    if (failed) {
        tool_complain("%s: %s", w.call.file, xl__os_reason(failed, reason, sizeof reason));
        return TOOL_USAGE;
    }
    if (w.program && !status) status = cli_need_clang();
    if (status) return (int)status;
    if (w.json && (w.call.json = fopen(w.json, "wx")) == NULL) {
        tool_complain("%s: cannot be created, or exists already", w.json);
        free(source);
        return TOOL_OUTPUT;
    }
    w.call.source = source;
    w.call.options = w.build;
    int result = w.program ? check_program(&w, w.call.json) : (int)check_file(&w.call);
    if (w.call.json && fclose(w.call.json)) result = TOOL_OUTPUT;
    free(source);
    return result;
}
#endif
