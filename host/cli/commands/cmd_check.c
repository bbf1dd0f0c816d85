/* cmd_check.c - `crosslane check`. */
#include "arrays/npy.h"
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
    return TOOL_NOTHING_DONE;
}
#else
#include "runner/check_file.h"
#include "player/player.h"
#include "runner/os_program.h"

static const char help[] =
    "usage: crosslane check FILE.cl [--kernel NAME] [--arg NAME=SPEC]... [--local N] [--groups N] [options]\n"
    "       crosslane check [--width N,...] -- PROGRAM ARGUMENTS\n"
    "       crosslane trace FILE.cl [--lanes A-B] [--width N] [--html FILE] [the options of check]\n"
    "\n"
    "Runs a kernel, or any OpenCL program, on the checking device, and reports sub-group mistakes with their "
    "lines. FILE.cl\n"
    "by itself lists the kernel's parameters and an example command.\n"
    "\n"
    "trace FILE.cl shows what each collective of the first sub-group received and returned, lane by lane.\n"
    "\n"
    "  --kernel NAME      the kernel (default: the only one)\n"
    "  --arg NAME=SPEC    a number, zeros:u32[512], random:f32[4096], iota:i32[64], local:512,\n"
    "                     or a file FILE.npy\n"
    "  --local N[xN[xN]]  work-items of a work-group (default 64)\n"
    "  --groups N[xN[xN]] work-groups (default 4)\n"
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

/* Of a trace: lanes of a sub-group, and lanes shown. */
enum { USUAL_WIDTH = 8, USUAL_LANES = 8 };

struct words {
    struct check_call call;
    struct check_lanes lanes;
    bool traces, width_given;
    char build[1024], *json, *html, **program;
};

static bool read_npy(const char *path, struct check_data *data, char *why, size_t room) {
    tool_array array = {0};
    xl_error error = {0};
    if (tool_npy_read(path, &array, &error) != XL_SUCCESS) {
        snprintf(why, room, "%s", error.text);
        return false;
    }
    const char *const type = xl_type_name(array.type);
    const bool some = array.bytes > 0;
    if (some)
        *data = (struct check_data){array.data, array.bytes, type[0], (uint32_t)xl_type_size(array.type)};
    if (!some) {
        tool_array_free(&array);
        snprintf(why, room, "%s: has no elements", path);
    }
    return some;
}

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

/* "64", "8x8" or "8x8x2", at most `most` in all. */
static bool sizes(const char *text, uint64_t most, uint64_t size[3], uint32_t *dimensions) {
    char copy[64];
    uint32_t count = 0;
    uint64_t all = 1;
    snprintf(copy, sizeof copy, "%s", text);
    size[1] = size[2] = 1;
    for (char *at = copy, *end = at; end; at = end + 1) {
        if ((end = strchr(at, 'x')) != NULL) *end = '\0';
        if (count == 3 || !number(at, 1, most, &size[count])) return false;
        all *= size[count++];
    }
    if (count > *dimensions) *dimensions = count;
    return all <= most;
}

static bool lanes(const char *text, struct words *w) {
    uint64_t first = 0, last = 0;
    char copy[32], *dash;
    snprintf(copy, sizeof copy, "%s", text);
    if ((dash = strchr(copy, '-')) == NULL) return false;
    *dash = '\0';
    if (!number(copy, 0, CHECK_MAX_WIDTH - 1, &first) || !number(dash + 1, first, CHECK_MAX_WIDTH - 1, &last))
        return false;
    w->lanes = (struct check_lanes){(uint32_t)first, (uint32_t)last};
    return true;
}

static bool option(struct words *w, const char *name, char *value) {
    uint64_t n = 0;
    struct check_call *call = &w->call;
    size_t used = strlen(w->build);
    if (strcmp(name, "--kernel") == 0)
        call->kernel = value;
    else if (w->traces && strcmp(name, "--lanes") == 0)
        return lanes(value, w);
    else if (w->traces && strcmp(name, "--html") == 0)
        w->html = value;
    else if (strcmp(name, "--json") == 0)
        w->json = value;
    else if (strcmp(name, "--width") == 0)
        return w->width_given = true, widths(value, call);
    else if (strcmp(name, "--arg") == 0 && call->arguments < CHECK_ARGUMENTS)
        call->argument[call->arguments++] = value;
    else if (strcmp(name, "--local") == 0)
        return sizes(value, CHECK_MAX_LOCAL_SIZE, call->local, &call->dimensions);
    else if (strcmp(name, "--groups") == 0)
        return sizes(value, 1 << 20, call->groups, &call->dimensions);
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
            tool_complain("%s: %s%s%s is not understood; see crosslane %s --help", argv[0], argv[i],
                          value ? " " : "", value ? value : "", argv[0]);
            return TOOL_USAGE;
        }
        i += !equals;
    }
    if (w->call.file) return TOOL_OK;
    tool_complain("%s: name a file, or -- and a program; see crosslane %s --help", argv[0], argv[0]);
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
        return TOOL_NOTHING_DONE;
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

/* Lanes that a sub-group does not have are not shown. */
static tool_exit fit_lanes(struct words *w) {
    const uint32_t width = w->call.width[0];
    if (w->html) return TOOL_OK; /* all lanes */
    if (w->call.widths != 1) {
        tool_complain("trace runs once: give --width a single number");
        return TOOL_USAGE;
    }
    if (w->lanes.last == UINT32_MAX) w->lanes.last = width < USUAL_LANES ? width - 1 : USUAL_LANES - 1;
    if (w->lanes.last < width) return TOOL_OK;
    tool_complain("--lanes %u-%u: the sub-group has %u lanes, 0 to %u", w->lanes.first, w->lanes.last, width,
                  width - 1);
    return TOOL_USAGE;
}

/* The trace's page, from the checking device's `lines`. */
static tool_exit write_page(const struct words *w, FILE *lines) {
    const tool_player_sources sources = {.user_file = w->call.file, .user_text = w->call.source};
    json_t *const player = tool_player_new(), *const meetings = json_array();
    const char *name = w->call.file;
    xl_error error = {0};
    size_t steps = 0;
    for (json_t *line; (line = json_loadf(lines, JSON_DISABLE_EOF_CHECK, NULL)) != NULL;) {
        json_array_append_new(meetings, line);
        name = json_string_value(json_object_get(json_array_get(meetings, 0), "kernel"));
    }
    for (uint32_t i = 0; i < w->call.widths; i++)
        steps += tool_player_add_meetings(player, meetings, (int)w->call.width[i], &sources);
    int status = XL_SUCCESS;
    if (steps > 0) status = tool_player_write(player, name, w->call.file, w->html, false, &error);
    if (steps == 0)
        tool_complain("--html %s: no collective of the first sub-group ran, so no page is written", w->html);
    else if (status != XL_SUCCESS)
        tool_complain("%s", error.text);
    else
        tool_print(stdout, "wrote %s\n", w->html);
    json_decref(meetings);
    json_decref(player);
    return steps == 0 ? TOOL_NOTHING_DONE : status == XL_SUCCESS ? TOOL_OK : TOOL_OUTPUT;
}

static tool_exit trace_page(struct words *w) {
    if (xl__os_exists(w->html)) {
        tool_complain("--html %s: exists already; choose another name", w->html);
        return TOOL_OUTPUT;
    }
    w->call.meetings = tmpfile();
    if (!w->call.meetings) {
        tool_complain("trace: cannot make a temporary file");
        return TOOL_OUTPUT;
    }
    tool_exit status = (tool_exit)check_file(&w->call);
    rewind(w->call.meetings);
    if (status == TOOL_OK || status == TOOL_WRONG)
        status = tool_exit_worst(status, write_page(w, w->call.meetings));
    fclose(w->call.meetings);
    return status;
}

int cli_check(int argc, char **argv) {
    struct words w = {.call = {.local = {64, 1, 1},
                               .groups = {4, 1, 1},
                               .dimensions = 1,
                               .width = {1, 8, 16, 24, 32, 64, 128},
                               .widths = 7,
                               .seed = 1,
                               .read_file = read_npy,
                               .out = stdout}};
    size_t size = 0;
    char *source = NULL, reason[128];
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        tool_print(stdout, "%s", help);
        return (int)tool_flush(stdout);
    }
    w.traces = strcmp(argv[0], "trace") == 0;
    if (w.traces) {
        w.call.width[0] = USUAL_WIDTH;
        w.call.widths = w.call.schedules = 1;
        w.lanes.last = UINT32_MAX;
        w.call.trace = &w.lanes;
    }
    tool_exit status = parse(argc, argv, &w);
    if (!status && w.html && w.call.widths == 1 && !w.width_given) {
        static const uint32_t side_by_side[] = {4, 8, 16, 32, 64};
        memcpy(w.call.width, side_by_side, sizeof side_by_side);
        w.call.widths = sizeof side_by_side / sizeof *side_by_side;
    }
    if (!status && w.traces) status = fit_lanes(&w);
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
    int result = w.program ? check_program(&w, w.call.json)
                 : w.html  ? (int)trace_page(&w)
                           : (int)check_file(&w.call);
    if (w.call.json && fclose(w.call.json)) result = TOOL_OUTPUT;
    free(source);
    return result;
}
#endif
