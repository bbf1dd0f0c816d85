/* cmd_inspect.c - `crosslane inspect NAME --for TARGET`: what compilers made of a kernel. */
#include "inspect/inspection.h"
#include "inspect/targets/target_list.h"
#include "base/os.h"
#include "job/job.h"
#include "listing/page.h"
#include "options/outputs.h"
#include "print/print_listing.h"
#include "system/os_file.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

/* Everything of one call. */
typedef struct inspect {
    const tool_options *o;
    tool_inspecting inspecting;
    const tool_inspect_target *targets[64];
    int target_count;
    bool all; /* --for all: what is not here is passed over */
    tool_condition *conditions;
    int condition_count;
    tool_inspection *item;
    size_t count;
    tool_exit status;
} inspect;

/* ---- targets --------------------------------------------------------------------------------------- */

static const char *widths_text(const tool_inspect_target *target, char *out, size_t size) {
    const char *const lanes = tool_described_value(&target->facts, "lanes");
    snprintf(out, size, "%s", lanes ? lanes : "-");
    return out;
}

static tool_exit list_targets(const tool_options *o) {
    static const tool_column columns[] = {{"target", TOOL_LEFT, 0},
                                          {"vendor", TOOL_LEFT, 0},
                                          {"lanes", TOOL_LEFT, 0},
                                          {"here", TOOL_LEFT, 0},
                                          {"with, or the line to type", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, 5);
    (void)o;
    for (size_t i = 0; tool_target_at(i); i++) {
        const tool_inspect_target *const target = tool_target_at(i);
        tool_tools tools = {.compiler = ""};
        char lanes[64], missing[256], line[512];
        const bool found = target->vendor->find(target, &tools, missing, sizeof missing);
        snprintf(line, sizeof line, "%s: %s", missing, target->vendor->install);
        const char *const cells[] = {target->name, target->vendor->name,
                                     widths_text(target, lanes, sizeof lanes), found ? "yes" : "no",
                                     found ? tools.version : line};
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
        for (size_t i = 0; tool_target_at(i); i++) add_target(in, tool_target_at(i));
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
    tool_complain(
        "inspect: say for what to compile, --for gfx1030; 'crosslane inspect --targets' lists targets");
    return TOOL_USAGE;
}

static tool_exit read_conditions(inspect *in) {
    const tool_words *const words = &in->o->required;
    in->conditions = tool_need(calloc((size_t)words->count + 1, sizeof *in->conditions));
    for (; in->condition_count < words->count; in->condition_count++) {
        xl_error error = {.text = ""};
        tool_condition *const condition = &in->conditions[in->condition_count];
        const bool good = tool_condition_read(words->word[in->condition_count], condition, &error);
        if (good && (!condition->target[0] || tool_target_find(condition->target))) continue;
        if (good) snprintf(error.text, sizeof error.text, "'%s': no such target", condition->text);
        tool_complain("--require %s", error.text);
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

/* ---- inspecting ------------------------------------------------------------------------------------ */

/* The widths of a target that are asked for; returns how many. */
static int list_widths(const tool_options *o, const tool_inspect_target *target,
                       int widths[TOOL_MAX_WIDTHS]) {
    if (o->width_all || o->width_native) return tool_target_widths(target, widths, TOOL_MAX_WIDTHS);
    for (int i = 0; i < o->width_count; i++) widths[i] = o->widths[i];
    widths[o->width_count] = 0; /* the target's first */
    return o->width_count ? o->width_count : 1;
}

static tool_inspection *add_inspection(inspect *in) {
    in->item = tool_need(realloc(in->item, (in->count + 1) * sizeof *in->item));
    return &in->item[in->count++];
}

/* One that was made; what is not here and was not asked for by name is left out. */
static void keep(inspect *in, bool first) {
    tool_inspection *const it = &in->item[in->count - 1];
    if (it->status == TOOL_OK) return;
    const bool missing = it->status == TOOL_NO_DEVICE && it->codes.count == 0;
    if (!in->all || !missing || first)
        tool_complain("%s for %s, %d lanes: %s", it->name, it->target->name, it->width, it->reason);
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

/* "mine.cl" is a file; "scan/kogge_stone" is not. */
static bool is_file_name(const char *name) {
    const size_t length = strlen(name);
    return length > 3 && (strcmp(name + length - 3, ".cl") == 0 || xl__os_is_file(name));
}

static tool_exit inspect_strategies(inspect *in) {
    if (in->o->kernel) {
        tool_complain("--kernel belongs to a file; a strategy shows all kernels that it launches");
        return TOOL_USAGE;
    }
    tool_job *const job = tool_job_new(in->o);
    tool_exit status = tool_job_select(job);
    if (status == TOOL_OK) status = tool_job_settle(job);
    for (int c = 0; c < job->count && status == TOOL_OK; c++) inspect_each(in, &job->choices[c], "");
    tool_job_free(job);
    return status;
}

/* Of a file: the kernel that was named alone. */
static void keep_kernel(inspect *in, tool_inspection *it) {
    if (it->status != TOOL_OK || !in->o->kernel) return;
    if (!tool_codes_find(&it->codes, in->o->kernel)) {
        tool_complain("--kernel %s: %s has no kernel of that name for %s; it has %s", in->o->kernel, it->name,
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

/* ---- printing -------------------------------------------------------------------------------------- */

static const char *number_text(long value, char out[24]) {
    snprintf(out, 24, value < 0 ? "-" : "%ld", value);
    return out;
}

/* A row per kernel: its words, then measures. */
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
    cells[2] = number_text(code->numbers.lanes >= 0 ? code->numbers.lanes : it->width, lanes);
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
    tool_table *const table = tool_table_make(columns, (size_t)(WORDS + count + (last != NULL)));
    for (size_t i = 0; i < in->count; i++)
        for (int k = 0; k < in->item[i].codes.count; k++)
            if (tool_inspection_shows(&in->item[i], &in->item[i].codes.item[k]))
                add_row(table, &in->item[i], &in->item[i].codes.item[k], shows, count, last != NULL);
    const int width = tool_terminal_width(screen);
    if (width > 0) tool_table_narrow(table, (size_t)width);
    tool_table_print(table, screen, width, tool_wants_colour(screen));
    tool_table_free(table);
}

/* Which compiler it was, and where the limits are published: a line per target. */
static void print_sources(const inspect *in, FILE *screen) {
    for (int t = 0; t < in->target_count; t++)
        for (size_t i = 0; i < in->count; i++) {
            const tool_inspection *const it = &in->item[i];
            if (it->target != in->targets[t] || it->codes.count == 0) continue;
            const char *const source = tool_described_value(&it->target->facts, "limit_source");
            fprintf(screen, "%s: %s%s%s\n", it->target->name, it->version, source ? "; limits: " : "",
                    source ? source : "");
            break;
        }
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
    tool_listings listings = tool_listings_make(in->item, in->count);
    cli_print_asked(&listings, screen);
    tool_listings_free(&listings);
    print_sources(in, screen);
}

static void print_lines(const inspect *in, FILE *screen) {
    tool_listings listings = tool_listings_make(in->item, in->count);
    cli_print_listings(&listings, screen);
    tool_listings_free(&listings);
}

static void print_assembly(const inspect *in, FILE *screen) {
    for (size_t i = 0; i < in->count; i++)
        if (in->item[i].assembly.data)
            fprintf(screen, "; ---- %s for %s, %d lanes: %s\n%s", in->item[i].name, in->item[i].target->name,
                    in->item[i].width, in->item[i].version, in->item[i].assembly.data);
}

/* ---- outputs --------------------------------------------------------------------------------------- */

static void check_conditions(inspect *in) {
    for (size_t i = 0; i < in->count; i++)
        for (int k = 0; k < in->item[i].codes.count; k++)
            for (int c = 0; c < in->condition_count; c++) {
                const tool_inspection *const it = &in->item[i];
                const tool_code *const code = &it->codes.item[k];
                long got = -1;
                char text[24];
                if (!tool_inspection_shows(it, code) || !tool_condition_applies(&in->conditions[c], it) ||
                    tool_condition_holds(&in->conditions[c], it, code, &got))
                    continue;
                tool_complain("--require %s does not hold: %s for %s, %d lanes, has %s",
                              in->conditions[c].text, code->kernel, it->target->name, it->width,
                              got < 0 ? "none that its compiler tells" : number_text(got, text));
                in->status = tool_exit_worst(in->status, TOOL_WRONG);
            }
}

static tool_exit write_json(const inspect *in) {
    json_t *const document = tool_inspections_json(in->item, in->count);
    char *const text = tool_need(json_dumps(document, JSON_INDENT(1)));
    json_decref(document);
    tool_out out;
    xl_error error = {.text = ""};
    if (strcmp(in->o->json, "-") == 0) {
        puts(text);
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

static tool_exit write_page(const inspect *in) {
    xl_error error = {.text = ""};
    tool_listings listings = tool_listings_make(in->item, in->count);
    const int status = tool_page_write(&listings, in->o->html, &error);
    tool_listings_free(&listings);
    if (status == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_OUTPUT;
}

static tool_exit finish(inspect *in) {
    FILE *const screen = tool_outputs_screen(in->o);
    if (in->o->as_text)
        print_assembly(in, screen);
    else if (in->o->by_line)
        print_lines(in, screen);
    else
        print_tables(in, screen);
    tool_exit status = tool_flush(screen);
    check_conditions(in);
    if (in->o->json) status = tool_exit_worst(status, write_json(in));
    if (in->o->html) status = tool_exit_worst(status, write_page(in));
    bool any = false;
    for (size_t i = 0; i < in->count; i++) any = any || in->item[i].codes.count > 0;
    if (!any && in->status == TOOL_OK) {
        tool_complain(
            "inspect: nothing was compiled; 'crosslane inspect --targets' says what this machine can do");
        status = tool_exit_worst(status, TOOL_NO_DEVICE);
    }
    return tool_exit_worst(status, in->status);
}

tool_exit cli_inspect(const tool_options *o) {
    static inspect in;
    xl_error error = {.text = ""};
    tool_work_folder folder;
    in.o = o;
    if (o->list_targets) return list_targets(o);
    tool_exit status = read_targets(&in);
    if (status == TOOL_OK && o->html && strcmp(o->html, "-") == 0) {
        tool_complain("--html -: a page is a file; name one");
        status = TOOL_USAGE;
    }
    if (status == TOOL_OK) status = read_conditions(&in);
    if (status == TOOL_OK) status = tool_check_outputs(o);
    if (status == TOOL_OK && tool_work_folder_make(&folder, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        status = TOOL_OUTPUT;
    }
    if (status == TOOL_OK) {
        tool_interrupt_catch();
        in.inspecting = (tool_inspecting){o, folder.path, o->timeout};
        status = inspect_all(&in);
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
