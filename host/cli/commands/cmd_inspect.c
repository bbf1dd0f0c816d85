/* cmd_inspect.c - `crosslane inspect`: the compiled code of kernels. */
#include "inspect/inspection.h"
#include "inspect/targets/driver.h"
#include "inspect/targets/target_list.h"
#include "program/source.h"
#include "base/os.h"
#include "job/job.h"
#include "listing/listing_json.h"
#include "listing/page.h"
#include "options/outputs.h"
#include "print/print_conditions.h"
#include "print/print_listing.h"
#include "system/output_file.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include "shared/cli.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct inspect {
    const tool_options *o;
    tool_inspecting inspecting;
    const tool_inspect_target *targets[64];
    int target_count;
    bool all; /* skip targets that this machine cannot compile for */
    tool_condition *conditions;
    int condition_count;
    tool_inspection *item;
    size_t count;
    tool_exit status;
} inspect;

static const char *widths_text(const tool_inspect_target *target, char *out, size_t size) {
    const char *const lanes = tool_described_value(&target->facts, "lanes");
    snprintf(out, size, "%s", lanes ? lanes : "-");
    return out;
}

static tool_exit list_targets(const tool_options *o) {
    static const tool_column columns[] = {
        {"target", TOOL_LEFT, 0}, {"vendor", TOOL_LEFT, 0}, {"lanes", TOOL_LEFT, 0},
        {"here", TOOL_LEFT, 0},   {"tried", TOOL_LEFT, 0},  {"compiler, or how to install it", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, 6);
    (void)o;
    for (size_t i = 0; tool_target_at(i); i++) {
        const tool_inspect_target *const target = tool_target_at(i);
        tool_tools tools = {.compiler = ""};
        char lanes[64], missing[256], line[512], with[256];
        const bool found = target->vendor->find(target, &tools, missing, sizeof missing);
        snprintf(line, sizeof line, "%s: %s", missing, tool_target_install(target));
        snprintf(with, sizeof with, "%s%s%s", tools.version, target->like ? "; limits and driver as of " : "",
                 target->like ? target->like : "");
        const char *const cells[] = {target->name,
                                     target->vendor->name,
                                     widths_text(target, lanes, sizeof lanes),
                                     found ? "yes" : "no",
                                     !found                                        ? NULL
                                     : tool_target_is_tried(target, tools.version) ? "whole"
                                                                                   : "in part",
                                     found ? with : line};
        tool_table_add(table, cells, found ? TOOL_PLAIN : TOOL_FAINT);
    }
    tool_table_print(table, stdout, tool_terminal_width(stdout), tool_wants_colour(stdout));
    tool_table_free(table);
    return tool_flush(stdout);
}

static bool add_target(inspect *in, const tool_inspect_target *target) {
    for (int i = 0; i < in->target_count; i++)
        if (in->targets[i] == target) return true;
    if (in->target_count == (int)(sizeof in->targets / sizeof *in->targets)) return false;
    in->targets[in->target_count++] = target;
    return true;
}

static bool add_named(inspect *in, const char *name) {
    const tool_inspect_target *const target = tool_target_find(name);
    if (target) return add_target(in, target);
    if (strcmp(name, "all") == 0) {
        in->all = true;
        for (size_t i = 0; tool_target_at(i); i++)
            if (!tool_target_at(i)->like) add_target(in, tool_target_at(i));
        return true;
    }
    const char *const near = tool_target_nearest(name);
    tool_complain("--for %s: no such target; %s%s%s", name, near ? "did you mean '" : "",
                  near ? near : "'crosslane inspect --targets' lists them", near ? "'?" : "");
    return false;
}

static tool_exit read_targets(inspect *in) {
    const tool_words *const words = &in->o->targets;
    for (int i = 0; i < words->count; i++)
        for (const char *at = words->word[i];; at++) {
            char name[64];
            const size_t length = strcspn(at, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            if (!add_named(in, name)) return TOOL_USAGE;
            at += length;
            if (!*at) break;
        }
    if (in->target_count > 0) return TOOL_OK;
    tool_complain("inspect: name a target, --for gfx1030 or --device 0; 'crosslane inspect --targets' lists "
                  "targets");
    return TOOL_USAGE;
}

static bool is_target_name(const inspect *in, const char *name) {
    static const char device[] = "device ";
    const char *const number = name + sizeof device - 1;
    if (in->o->devices.count == 0) return tool_target_find(name) != NULL;
    return tool_begins(name, device) && *number && number[strspn(number, "0123456789")] == '\0';
}

static tool_exit read_conditions(inspect *in) {
    const tool_words *const words = &in->o->required;
    in->conditions = tool_need(calloc((size_t)words->count + 1, sizeof *in->conditions));
    for (; in->condition_count < words->count; in->condition_count++) {
        xl_error error = {.text = ""};
        tool_condition *const condition = &in->conditions[in->condition_count];
        const bool good = tool_condition_read(words->word[in->condition_count], condition, &error);
        if (good && (!condition->target[0] || is_target_name(in, condition->target))) continue;
        if (good)
            snprintf(error.text, sizeof error.text, "'%s': no such target%s", condition->text,
                     in->o->devices.count > 0 ? "; with --device they are called 'device 0', 'device 1'"
                                              : "");
        tool_complain("--require %s", error.text);
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

static bool is_file_name(const char *name) {
    const size_t length = strlen(name);
    return length > 3 && (strcmp(name + length - 3, ".cl") == 0 || xl__os_is_file(name));
}

/* A word with a blank would become two options. */
static tool_exit check_build_options(const inspect *in) {
    const tool_words *const folders = &in->o->includes;
    if (in->o->build_options.count + folders->count == 0) return TOOL_OK;
    if (in->o->devices.count > 0 || in->o->names.count == 0 || !is_file_name(in->o->names.word[0])) {
        tool_complain(
            "inspect: --option and --include are for a file and a target: crosslane inspect mine.cl --for "
            "gfx1030 --option -cl-mad-enable");
        return TOOL_USAGE;
    }
    for (int i = 0; i < folders->count; i++) {
        const char *const folder = folders->word[i];
        if (xl__os_is_folder(folder) && !strchr(folder, ' ')) continue;
        tool_complain("--include '%s': %s", folder,
                      strchr(folder, ' ') ? "a name with a blank cannot be a build option; use a link"
                                          : "no such folder");
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

static int list_widths(const tool_options *o, const tool_inspect_target *target,
                       int widths[TOOL_MAX_WIDTHS]) {
    if (o->width_all || o->width_native) return tool_target_widths(target, widths, TOOL_MAX_WIDTHS);
    for (int i = 0; i < o->width_count; i++) widths[i] = o->widths[i];
    widths[o->width_count] = 0;
    return o->width_count ? o->width_count : 1;
}

static tool_inspection *add_inspection(inspect *in) {
    in->item = tool_need(realloc(in->item, (in->count + 1) * sizeof *in->item));
    return &in->item[in->count++];
}

static void keep(inspect *in, bool first) {
    tool_inspection *const it = &in->item[in->count - 1];
    if (!in->o->as_text) xl__text_free(&it->assembly); /* saves memory with many algorithms */
    if (it->status == TOOL_OK) return;
    const bool missing = it->status == TOOL_NOTHING_DONE && it->codes.count == 0;
    if (!in->all || !missing || first)
        tool_complain_lines("%s for %s, %d lanes: %s", it->name, it->target->name, it->width, it->reason);
    if (in->all && missing) {
        tool_inspection_free(it);
        in->count--;
        return;
    }
    if (!it->refused) in->status = tool_exit_worst(in->status, it->status);
}

static void inspect_each(inspect *in, const tool_choice *choice, const char *file) {
    const tool_point *const points = choice ? choice->points->item : NULL;
    const size_t count = choice ? choice->points->count : 1;
    for (size_t p = 0; p < count; p++)
        for (int t = 0; t < in->target_count; t++) {
            int widths[TOOL_MAX_WIDTHS + 1];
            const int width_count = list_widths(in->o, in->targets[t], widths);
            for (int w = 0; w < width_count && !tool_interrupted(); w++) {
                tool_inspection *const it = add_inspection(in);
                if (choice)
                    tool_inspect_strategy(&in->inspecting, in->targets[t], choice, &points[p], widths[w], it);
                else
                    tool_inspect_file(&in->inspecting, in->targets[t], file, widths[w], it);
                keep(in, in->count == 1 && p == 0 && w == 0);
            }
        }
}

static tool_exit inspect_strategies(inspect *in) {
    if (in->o->kernel) {
        tool_complain("--kernel needs a file; for a strategy, all its kernels are shown");
        return TOOL_USAGE;
    }
    tool_job *const job = tool_job_new(in->o);
    tool_exit status = tool_job_select(job);
    if (status == TOOL_OK) status = tool_job_settle(job);
    for (int c = 0; c < job->count && status == TOOL_OK; c++) inspect_each(in, &job->choices[c], "");
    tool_job_free(job);
    return status;
}

static void keep_kernel(inspect *in, tool_inspection *it) {
    if (it->status != TOOL_OK || !in->o->kernel) return;
    if (!tool_codes_find(&it->codes, in->o->kernel)) {
        tool_complain("--kernel %s: %s has no such kernel for %s; it has %s", in->o->kernel, it->name,
                      it->target->name, it->codes.item[0].kernel);
        in->status = tool_exit_worst(in->status, TOOL_USAGE);
    }
    it->only = in->o->kernel;
}

static tool_exit inspect_all(inspect *in) {
    int files = 0;
    for (int i = 0; i < in->o->names.count; i++) files += is_file_name(in->o->names.word[i]);
    if (in->o->names.count == 0) {
        tool_complain(
            "inspect: name an algorithm, a strategy or a file: crosslane inspect scan --for gfx1030");
        return TOOL_USAGE;
    }
    if (files > 0 && files < in->o->names.count) {
        tool_complain("inspect takes strategies or files, not both in one call");
        return TOOL_USAGE;
    }
    if (files == 0) return inspect_strategies(in);
    for (int i = 0; i < files; i++) inspect_each(in, NULL, in->o->names.word[i]);
    for (size_t i = 0; i < in->count; i++) keep_kernel(in, &in->item[i]);
    return TOOL_OK;
}

static tool_exit check_devices(const inspect *in) {
    if (in->o->targets.count == 0) return TOOL_OK;
    tool_complain(
        "inspect: give --for (devices that are not here) or --device (devices that are here), not both");
    return TOOL_USAGE;
}

static tool_inspection *find_inspection(inspect *in, int device, const char *name, const char *settings,
                                        int width, int program) {
    const tool_inspect_target *const target = tool_driver_target(device);
    tool_inspection *const last = in->count > 0 ? &in->item[in->count - 1] : NULL;
    if (program > 0 && last && last->target == target && strcmp(last->name, name) == 0) return last;
    add_target(in, target);
    tool_inspection *const it = add_inspection(in);
    *it = (tool_inspection){.target = target, .width = width};
    snprintf(it->name, sizeof it->name, "%s", name);
    snprintf(it->settings, sizeof it->settings, "%s", settings);
    return it;
}

static void take_binary(inspect *in, tool_inspection *it, const json_t *event) {
    char made[200], line[512];
    tool_codes codes = {.count = 0};
    const char *const base = json_string_value(json_object_get(event, "base"));
    const char *const kernels = json_string_value(json_object_get(event, "kernels"));
    const tool_driver_program binary = {base,       kernels ? kernels : "", in->o->timeout, &codes, made,
                                        sizeof made};
    const bool read = tool_driver_read(&binary), huge = codes.huge;
    if (!huge) tool_inspection_take(it, base, &codes);
    if (read && made[0]) {
        const size_t used = strlen(it->version);
        snprintf(it->version + used, sizeof it->version - used, "; %s", made);
    }
    if (read) return;
    snprintf(line, sizeof line, "its driver exports %s", made);
    tool_inspection_fail(it, huge ? TOOL_OUTPUT : TOOL_NOTHING_DONE, line);
    tool_complain("%s for %s: %s", it->name, it->target->name, line);
    in->status = tool_exit_worst(in->status, it->status);
}

static void on_code(tool_campaign *c, int device, const json_t *event) {
    inspect *const in = c->user;
    char what[32], name[160], settings[512], backend[32], about[80], driver[80];
    if (strcmp(cli_text(event, "event", what, sizeof what), "code") != 0) return;
    const int width = (int)json_integer_value(json_object_get(event, "width"));
    const int program = (int)json_integer_value(json_object_get(event, "program"));
    const char *const given = json_string_value(json_object_get(event, "settings"));
    snprintf(settings, sizeof settings, "%s", given ? given : "");
    tool_inspection *const it =
        find_inspection(in, device, cli_text(event, "name", name, sizeof name), settings, width, program);
    snprintf(it->version, sizeof it->version, "%s, driver %s",
             cli_text(c->found[device].facts, "name", about, sizeof about),
             cli_text(c->found[device].facts, "driver_version", driver, sizeof driver));
    it->group = (size_t)json_integer_value(json_object_get(event, "group"));
    if (json_is_string(json_object_get(event, "backend")))
        snprintf(it->backend, sizeof it->backend, "%s", cli_text(event, "backend", backend, sizeof backend));
    if (json_object_get(event, "base")) {
        take_binary(in, it, event);
        return;
    }
    const bool wrong = json_is_true(json_object_get(event, "wrong"));
    tool_inspection_fail(it, wrong ? TOOL_WRONG : TOOL_NOTHING_DONE, tool_text_of(event, "reason"));
    tool_complain_lines("%s for %s: %s", it->name, it->target->name, it->reason);
    if (wrong) in->status = tool_exit_worst(in->status, TOOL_WRONG);
}

/* With its includes, after the macros of --set, as a worker builds it. */
static tool_exit write_program(const inspect *in, const char *path, const char *to) {
    char *text = NULL;
    xl__text all = {0};
    xl_error error = {.text = ""};
    if (xl__read_source(path, 1 << 26, &text, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    for (int i = 0; i < in->o->settings.count; i++) {
        const char *const word = in->o->settings.word[i], *const equals = strchr(word, '=');
        xl__text_format(&all, "#define %.*s %s\n", (int)strcspn(word, "="), word, equals ? equals + 1 : "1");
    }
    const int status = xl__expand_text(path[0] == '/' ? "" : ".", path, text, &all, &error);
    const bool written = status == XL_SUCCESS && xl__os_write_file(to, all.data, all.size) == 0;
    if (!written)
        tool_complain("%s", status == XL_SUCCESS ? "inspect: cannot write a temporary file" : error.text);
    xl__text_free(&all);
    free(text);
    return written ? TOOL_OK : status == XL_SUCCESS ? TOOL_OUTPUT : TOOL_USAGE;
}

static tool_exit add_programs(const inspect *in, tool_options *mine, char (*paths)[TOOL_PATH + 32]) {
    mine->names.count = mine->settings.count = 0;
    for (int i = 0; i < in->o->names.count; i++) {
        const tool_words *const names = &in->o->names;
        if (!is_file_name(names->word[i])) {
            tool_complain("inspect takes strategies or files, not both in one call");
            return TOOL_USAGE;
        }
        snprintf(paths[i], sizeof paths[i], "%s/own-%d.cl", in->inspecting.folder, i);
        const tool_exit status = write_program(in, names->word[i], paths[i]);
        if (status != TOOL_OK) return status;
        if (mine->programs.count + 2 > TOOL_MAX_WORDS) return TOOL_USAGE;
        mine->programs.word[mine->programs.count++] = paths[i];
        mine->programs.word[mine->programs.count++] = names->word[i];
    }
    return TOOL_OK;
}

static tool_exit inspect_devices(inspect *in) {
    static tool_options mine;
    static char paths[TOOL_MAX_WORDS][TOOL_PATH + 32];
    static const tool_listener listener = {.other = on_code};
    tool_campaign c;
    mine = *in->o;
    mine.folder = in->inspecting.folder;
    mine.json = mine.html = NULL;
    tool_exit status = TOOL_OK;
    if (in->o->names.count == 0) {
        tool_complain("inspect: name an algorithm, a strategy or a file: crosslane inspect scan --device 0");
        return TOOL_USAGE;
    }
    if (is_file_name(in->o->names.word[0])) status = add_programs(in, &mine, paths);
    if (status == TOOL_OK) status = cli_open(&c, &mine);
    if (status != TOOL_OK) return status;
    tool_campaign_run(&c, &listener, in, false);
    status = tool_campaign_close(&c, false);
    for (size_t i = 0; i < in->count; i++) keep_kernel(in, &in->item[i]);
    return status;
}

static const char *number_text(long value, char out[24]) {
    snprintf(out, 24, value < 0 ? "-" : "%ld", value);
    return out;
}

typedef struct shown {
    const char *title, *measure;
} shown;
static const shown limits[] = {{"instr.", "instructions"},     {"vector", "vector_registers"},
                               {"scalar", "scalar_registers"}, {"spills", "spills"},
                               {"scratch", "scratch_bytes"},   {"local", "local_bytes"}};
static const shown counts[] = {
    {"cross-lane", "cross_lane"}, {"local", "local"},          {"global", "global"},
    {"scratch", "scratch"},       {"atomic", "atomics"},       {"barrier", "barriers"},
    {"branch", "branches"},       {"arith.", "arithmetic"},    {"other", "other"},
    {"loops", "loops"},           {"waterfalls", "waterfalls"}};
enum { WORDS = 3, LIMITS = 6, COUNTS = 11, COLUMNS = WORDS + COUNTS + 1 };

static long measure_of(const tool_inspection *it, const tool_code *code, const char *name) {
    size_t i = 0;
    while (strcmp(tool_measure_name(i), name) != 0) i++;
    return tool_measure(it, code, i);
}

static void add_row(tool_table *table, const tool_inspection *it, const tool_code *code, const shown *shows,
                    int count, bool held) {
    char text[COLUMNS][24], lanes[24], sub_groups[64] = "-";
    const char *cells[COLUMNS];
    tool_occupancy occupancy;
    cells[0] = code->kernel;
    cells[1] = it->target->name;
    cells[2] = number_text(code->numbers.lanes >= 0 ? code->numbers.lanes
                           : it->width > 0          ? it->width
                                                    : -1,
                           lanes);
    for (int i = 0; i < count; i++)
        cells[WORDS + i] = number_text(measure_of(it, code, shows[i].measure), text[i]);
    if (held && tool_inspection_occupancy(it, code, &occupancy))
        snprintf(sub_groups, sizeof sub_groups, "%d of %d: %s", occupancy.held, occupancy.most,
                 occupancy.limit);
    cells[WORDS + count] = sub_groups;
    tool_table_add(table, cells, code->numbers.spills > 0 || code->waterfalls > 0 ? TOOL_WARN : TOOL_PLAIN);
}

static void print_table(const inspect *in, FILE *screen, const shown *shows, int count, const char *last) {
    tool_column columns[COLUMNS] = {
        {"kernel", TOOL_LEFT, 0}, {"target", TOOL_LEFT, 0}, {"lanes", TOOL_RIGHT, 0}};
    for (int i = 0; i < count; i++) columns[WORDS + i] = (tool_column){shows[i].title, TOOL_RIGHT, 0};
    columns[WORDS + count] = (tool_column){last, TOOL_LEFT, 0};
    const int all = WORDS + count + (last != NULL);
    tool_table *const table = tool_table_make(columns, (size_t)all);
    for (size_t i = 0; i < in->count; i++)
        for (int k = 0; k < in->item[i].codes.count; k++)
            if (tool_inspection_shows(&in->item[i], &in->item[i].codes.item[k]))
                add_row(table, &in->item[i], &in->item[i].codes.item[k], shows, count, last != NULL);
    const int width = tool_terminal_width(screen);
    if (width > 0) tool_table_narrow(table, (size_t)width);
    tool_table_print(table, screen, width, tool_wants_colour(screen));
    tool_table_free(table);
}

static void print_sources(const inspect *in, FILE *screen) {
    for (int t = 0; t < in->target_count; t++)
        for (size_t i = 0; i < in->count; i++) {
            const tool_inspection *const it = &in->item[i];
            if (it->target != in->targets[t] || it->codes.count == 0) continue;
            const char *const source = tool_described_value(&it->target->facts, "limit_source");
            tool_print(screen, "%s: %s%s%s\n", it->target->name, it->version, source ? "; limits: " : "",
                       source ? source : "");
            break;
        }
    for (size_t i = 0; i < in->count; i++)
        if (in->item[i].note && in->item[i].codes.count > 0)
            tool_print(screen, "%s for %s: %s\n", in->item[i].name, in->item[i].target->name,
                       in->item[i].note);
}

static void print_tables(const inspect *in, FILE *screen) {
    bool any = false;
    for (size_t i = 0; i < in->count; i++)
        for (int k = 0; k < in->item[i].codes.count; k++)
            any = any || tool_inspection_shows(&in->item[i], &in->item[i].codes.item[k]);
    if (!any) return;
    print_table(in, screen, limits, LIMITS, "sub-groups held");
    fputc('\n', screen);
    print_table(in, screen, counts, COUNTS, NULL);
    fputc('\n', screen);
    tool_listings listings = tool_listings_make(in->item, in->count, LONG_MAX);
    cli_print_asked(&listings, screen);
    tool_listings_free(&listings);
    print_sources(in, screen);
}

static void print_assembly(const inspect *in, FILE *screen) {
    for (size_t i = 0; i < in->count; i++)
        if (in->item[i].assembly.data)
            tool_print(screen, "; ---- %s for %s, %d lanes: %s\n%s", in->item[i].name,
                       in->item[i].target->name, in->item[i].width, in->item[i].version,
                       in->item[i].assembly.data);
}

static tool_listings make_listings(inspect *in) {
    const tool_listings listings = tool_listings_make(in->item, in->count, TOOL_LISTED_MOST);
    if (listings.left_out > 0) {
        tool_complain("inspect: the listing omits %d kernels: at most %d instructions are "
                      "listed; name fewer strategies, targets or kernels",
                      listings.left_out, TOOL_LISTED_MOST);
        in->status = tool_exit_worst(in->status, TOOL_OUTPUT);
    }
    return listings;
}

static tool_exit write_json(const inspect *in, const tool_listings *listings) {
    json_t *const document = tool_inspections_json(in->item, in->count);
    if (in->o->by_line) json_object_set_new(document, "listings", tool_need(tool_listings_json(listings)));
    char *const text = tool_need(json_dumps(document, JSON_INDENT(1)));
    json_decref(document);
    tool_out out;
    xl_error error = {.text = ""};
    if (strcmp(in->o->json, "-") == 0) {
        tool_file_write_all(stdout, text, strlen(text));
        putchar('\n');
        free(text);
        return tool_flush(stdout);
    }
    int status = tool_out_open(&out, in->o->json, &error);
    if (status == XL_SUCCESS) {
        tool_out_write(&out, text, strlen(text));
        tool_out_write(&out, "\n", 1);
        status = tool_out_close(&out, &error);
    }
    free(text);
    if (status == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_OUTPUT;
}

static tool_exit write_page(const inspect *in, const tool_listings *listings) {
    xl_error error = {.text = ""};
    json_t *const document = tool_need(tool_listings_json(listings));
    const int status = tool_page_write(document, in->o->html, &error);
    json_decref(document);
    if (status == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_OUTPUT;
}

static tool_exit finish(inspect *in) {
    FILE *const screen = tool_outputs_screen(in->o);
    tool_listings listings = {.count = 0};
    if (in->o->by_line || in->o->html) listings = make_listings(in);
    if (in->o->as_text)
        print_assembly(in, screen);
    else if (in->o->by_line)
        cli_print_listings(&listings, screen);
    else
        print_tables(in, screen);
    tool_exit status = tool_flush(screen);
    in->status = tool_exit_worst(
        in->status, cli_check_conditions(in->conditions, in->condition_count, in->item, in->count));
    if (in->o->json) status = tool_exit_worst(status, write_json(in, &listings));
    if (in->o->html) status = tool_exit_worst(status, write_page(in, &listings));
    tool_listings_free(&listings);
    bool any = false;
    for (size_t i = 0; i < in->count; i++) any = any || in->item[i].codes.count > 0;
    if (!any && in->status == TOOL_OK) {
        tool_complain("inspect: nothing was compiled; 'crosslane inspect --targets' shows what this machine "
                      "can compile");
        status = tool_exit_worst(status, TOOL_NOTHING_DONE);
    }
    return tool_exit_worst(status, in->status);
}

tool_exit cli_inspect(const tool_options *o) {
    static inspect in;
    xl_error error = {.text = ""};
    tool_work_folder folder;
    in.o = o;
    if (o->list_targets) return list_targets(o);
    tool_exit status = o->devices.count > 0 ? check_devices(&in) : read_targets(&in);
    if (status == TOOL_OK && o->html && strcmp(o->html, "-") == 0) {
        tool_complain("--html -: a page needs a file name");
        status = TOOL_USAGE;
    }
    if (status == TOOL_OK) status = read_conditions(&in);
    if (status == TOOL_OK) status = check_build_options(&in);
    if (status == TOOL_OK) status = tool_check_outputs(o);
    if (status == TOOL_OK && tool_work_folder_make(&folder, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        status = TOOL_OUTPUT;
    }
    if (status == TOOL_OK) {
        tool_interrupt_catch();
        in.inspecting = (tool_inspecting){o, folder.path, o->timeout};
        status = o->devices.count > 0 ? inspect_devices(&in) : inspect_all(&in);
        if (tool_interrupted())
            status = TOOL_INTERRUPTED;
        else if (status == TOOL_OK)
            status = finish(&in);
        tool_work_folder_remove(&folder);
    }
    for (size_t i = 0; i < in.count; i++) tool_inspection_free(&in.item[i]);
    free(in.item);
    free(in.conditions);
    return status;
}
