/*
 * build_all: compiles what the library would build for an absent device, with that device's compiler.
 *
 *     build_all TARGET BACKEND WIDTH FOLDER [TURN/TURNS [ALGORITHM KERNELS]]
 *     build_all tools TARGET
 *
 * TARGET is a target of `crosslane inspect`, whose code this uses (inspect/cross.h). Compiled programs are
 * added to FOLDER. They are the plans of every strategy under every element type and, one at a time, the
 * other values of its parameters. Of these, this call takes the share TURN of TURNS (default 0/1, all);
 * default settings are in every share. Two more programs have every operation of the sub-group layer for
 * every type, native and derived. With WIDTH 0 the compiler chooses. ALGORITHM limits the run; its kernel
 * sources come first from the folder KERNELS.
 *
 * Then compares the instructions of two methods to count lanes (check_counting).
 *
 * `tools` prints the compiler's version, or the missing tool with exit status 3.
 *
 * Prints each program that did not compile, each strategy kernel that spills, a table of the kernels, and "N
 * passed, M failed". Exit status 1 if one failed.
 */
#include "cases/case.h"
#include "inspect/cross.h"
#include "inspect/targets/target_list.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "plan/plan_make.h"
#include "plan/plan.h"
#include "caps/probe.h"
#include "program/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 512, NAME = 64, SETTINGS = 160, NUMBERS = 200, MOST_VALUES = 32 };

typedef struct kernel_row {
    char strategy[2 * NAME], kernel[2 * NAME], settings[SETTINGS];
    char numbers[NUMBERS];
    long weight;
} kernel_row;

typedef struct walk {
    tool_cross cross;
    xl_device *device;
    const char *backend;
    int width, turn, turns;
    int variant; /* numbers the settings, for the shares */
    int passed, failed;
    int refused;        /* plans that the library refuses with a reason */
    const char *spills; /* known spills, "32:spheres/shared 32:probes/layer:u64,streams=8 ...", the first
                           under all settings; or NULL */
    kernel_row rows[MOST_KERNELS];
    int row_count;
} walk;

/* ---- rows ------------------------------------------------------------------------------------------ */

static tool_code *find_code(walk *w, cl_program program, const char *kernel) {
    return tool_codes_find(tool_cross_codes(&w->cross, tool_absent_base(program)), kernel);
}

static long told(long number) {
    return number > 0 ? number : 0;
}

static void print_numbers(const tool_code *code, char text[NUMBERS]) {
    const tool_numbers *const n = &code->numbers;
    snprintf(text, NUMBERS, "vector=%ld scalar=%ld spills=%ld scratch=%ld instructions=%d",
             told(n->vector_registers), told(n->scalar_registers), told(n->spills), told(n->scratch_bytes),
             code->count);
}

static kernel_row *get_row(walk *w, const char *strategy, const char *kernel) {
    for (int i = 0; i < w->row_count; i++)
        if (strcmp(w->rows[i].strategy, strategy) == 0 && strcmp(w->rows[i].kernel, kernel) == 0)
            return &w->rows[i];
    if (w->row_count == MOST_KERNELS) {
        fprintf(stderr, "more than %d kernels\n", MOST_KERNELS);
        exit(EXIT_FAILURE);
    }
    kernel_row *row = &w->rows[w->row_count++];
    *row = (kernel_row){.weight = -1};
    snprintf(row->strategy, sizeof row->strategy, "%s", strategy);
    snprintf(row->kernel, sizeof row->kernel, "%s", kernel);
    return row;
}

/* Entries of the device's file: WIDTH:STRATEGY, WIDTH:STRATEGY:SETTINGS, or WIDTH:STRATEGY: for only the
   first setting. */
static bool is_known(const walk *w, const char *strategy, const char *settings) {
    char word[NAME + 2 * NAME + SETTINGS];
    snprintf(word, sizeof word, "%d:%s%s%s", w->width, strategy, settings[0] ? ":" : "", settings);
    for (char *at = word; *at; at++)
        if (*at == ' ') *at = ',';
    for (const char *at = w->spills; at && *at; at += strcspn(at, " "), at += *at == ' ') {
        const size_t length = strcspn(at, " ");
        if (strncmp(at, word, length) == 0 && (word[length] == '\0' || word[length] == ',')) return true;
    }
    return false;
}

/* A spill fails only under default values; it is noted under requested tuning values or if known, and ignored
   in planted kernels. Without scratch memory there is none: AMD's compiler also counts scalars that it keeps
   in lanes of vector registers. */
static void note_kernel(walk *w, const char *strategy, const tool_code *code, const char *settings,
                        bool asked_for) {
    const char *const kernel = code->kernel;
    char numbers[NUMBERS];
    print_numbers(code, numbers);
    const long scratch = told(code->numbers.scratch_bytes),
               outside = scratch > 0 ? scratch + told(code->numbers.spills) : 0;
    const bool allowed = asked_for || (settings[0] && is_known(w, strategy, settings));
    const bool known = is_known(w, strategy, ""), failed = outside > 0 && !allowed && !known;
    if (outside > 0)
        printf("%s %s [%s]: %s keeps values outside of registers: %s\n",
               failed  ? "FAIL"
               : known ? "known:"
                       : "note:",
               strategy, settings, kernel, numbers);
    w->failed += failed;
    w->passed += outside == 0 || allowed;
    kernel_row *row = get_row(w, strategy, kernel);
    const long weight = 1000000 * outside + 1000 * told(code->numbers.vector_registers) +
                        told(code->numbers.scalar_registers);
    if (weight <= row->weight) return;
    row->weight = weight;
    snprintf(row->numbers, sizeof row->numbers, "%s", numbers);
    snprintf(row->settings, sizeof row->settings, "%s", settings);
}

static void print_rows(const walk *w) {
    for (int i = 0; i < w->row_count; i++)
        printf("  %-24s %-24s %-44s %s\n", w->rows[i].strategy, w->rows[i].kernel, w->rows[i].numbers,
               w->rows[i].settings);
}

/* ---- algorithms ------------------------------------------------------------------------------------ */

static void build_plan(walk *w, const xl__algorithm *algorithm, const xl__strategy *strategy, xl_type type,
                       const char *settings, bool asked_for) {
    char name[2 * NAME], described[SETTINGS];
    xl_error error = {0};
    xl_plan *plan = NULL;
    const bool plain = strategy->flow == XL__NO_SUB_GROUPS;
    const xl_plan_request request = {.algorithm = algorithm->name,
                                     .strategy = strategy->name,
                                     .type = type,
                                     .width = w->width,
                                     .backend = w->backend,
                                     .settings = settings};
    snprintf(name, sizeof name, "%s/%s", algorithm->name, strategy->name);
    snprintf(described, sizeof described, "%s%s%s", type == XL_TYPE_NONE ? "" : xl_type_name(type),
             type == XL_TYPE_NONE || settings[0] == '\0' ? "" : " ", settings);
    const int status = xl__plan_make_for(w->device, algorithm, &request, &plan, &error);
    if (status == XL_UNSUPPORTED || status == XL_TOO_LARGE || status == XL_BAD_VALUE) {
        printf("not built: %s [%s]: %s\n", name, described, error.text);
        w->refused++;
    } else if (status != XL_SUCCESS) {
        printf("FAIL %s [%s], %s at %d lanes: %s\n", name, described, plain ? "plain" : w->backend, w->width,
               error.text);
        w->failed++;
    } else {
        for (int k = 0; k < plan->ready.count; k++) {
            size_t file_size;
            if (!plan->kernels[k]) continue;
            const char *const kernel = xl__kernel_name(strategy->passes[k].kernel, &file_size);
            note_kernel(w, name, find_code(w, plan->programs[k]->cl, kernel), described, asked_for);
        }
    }
    xl_plan_free(plan);
}

/* Values that may change the code: every choice, powers of two of a small integer, the ends of a large one.
   Run-time and real values are data. */
static int list_values(const xl__param *param, double values[MOST_VALUES]) {
    const bool each = param->kind == XL__CHOICE || param->most <= 4, small = param->most - param->least <= 16;
    int count = 0;
    if (param->role == XL__RUNTIME || param->kind == XL__REAL) return 0;
    double v = param->least;
    while (v <= param->most && count < MOST_VALUES) {
        const double next = each ? v + 1 : v < 1 ? 1 : 2 * v;
        if ((each || small || v == param->least || next > param->most) && v != param->initial)
            values[count++] = v;
        v = next;
    }
    return count;
}

static void build_strategy(walk *w, const xl__algorithm *algorithm, const xl__strategy *strategy,
                           xl_type type) {
    /* Planted kernels only have to compile. */
    const bool lesson = (strategy->flags & XL__WRONG) != 0;
    if (!lesson || w->variant++ % w->turns == w->turn) build_plan(w, algorithm, strategy, type, "", lesson);
    if (lesson) return;
    for (int p = 0; p < algorithm->param_count; p++) {
        double values[MOST_VALUES];
        const int count = list_values(&algorithm->params[p], values);
        for (int v = 0; v < count; v++) {
            char text[NAME], settings[SETTINGS];
            xl__value_text(&algorithm->params[p], values[v], text, sizeof text);
            snprintf(settings, sizeof settings, "%s=%s", algorithm->params[p].name, text);
            if (w->variant++ % w->turns == w->turn)
                build_plan(w, algorithm, strategy, type, settings, algorithm->params[p].role == XL__TUNING);
        }
    }
}

/* Of the first array that has several. */
static const xl_type *list_types(const xl__algorithm *algorithm) {
    static const xl_type only[2] = {XL_TYPE_NONE, XL_TYPE_NONE};
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].types[1] != XL_TYPE_NONE) return algorithm->arrays[a].types;
    return only;
}

static void build_algorithm(walk *w, const xl__algorithm *algorithm) {
    const xl_type *types = list_types(algorithm);
    for (int s = 0; s < algorithm->strategy_count; s++)
        for (int t = 0; t < 6 && (t == 0 || types[t] != XL_TYPE_NONE); t++)
            build_strategy(w, algorithm, &algorithm->strategies[s], types[t]);
}

/* ---- operations ------------------------------------------------------------------------------------ */

static bool has_type(const xl_device *device, xl__op_type type) {
    const xl_type element = xl__op_type_get(type)->element;
    return (element != XL_F64 || device->facts.fp64) && (element != XL_F16 || device->facts.fp16);
}

static int add_operations(const walk *w, const char *body, xl__text *text) {
    int count = 0;
    for (int i = 0; i < (int)xl__op_count; i++)
        for (int type = 0; type < XL__OP_TYPES; type++) {
            const xl__op *op = &xl__ops[i];
            if (!xl__op_takes(op, (xl__op_type)type) || w->width < op->least_width ||
                !has_type(w->device, (xl__op_type)type) || (i + type) % w->turns != w->turn)
                continue;
            xl__probe_add_kernel(body, op, (xl__op_type)type, text);
            count++;
        }
    return count;
}

static void build_operations(walk *w, bool quick) {
    const char *const name = quick ? "operations, derived" : "operations, native";
    xl__text source = {0}, text = {0}, options = {0};
    xl_error error = {0};
    xl_header_use use;
    int count = 0;
    int status = xl_header_options(w->device, w->backend, w->width, quick, &use, &error);
    if (status == XL_SUCCESS) status = xl__expand_source(NULL, XL__PROBE_SOURCE, &source, &error);
    if (status == XL_SUCCESS) {
        const char *const body = xl__probe_body(source.data);
        xl__text_add(&text, source.data, (size_t)(body - source.data));
        count = add_operations(w, body, &text);
        xl__text_format(&options, "%s -DSG_GROUP_SIZE=%zu -DSG_RECORD=1 -DSG_SEGMENTS=1", use.options,
                        use.one_sub_group ? (size_t)w->width : 2 * (size_t)w->width);
        if (text.failed || options.failed) status = CL_OUT_OF_HOST_MEMORY;
    }
    cl_program program = NULL;
    char log[1024] = "";
    if (status == XL_SUCCESS)
        status = xl__program_build(w->device, text.data, options.data, &program, log, sizeof log);
    if (status != XL_SUCCESS) {
        printf("FAIL %s, %s at %d lanes: %s%s\n", name, w->backend, w->width, error.text, log);
        w->failed++;
    } else {
        printf("%s: %d kernels compile\n", name, count);
        w->passed += count;
    }
    if (program) clReleaseProgram(program);
    xl__text_free(&source);
    xl__text_free(&text);
    xl__text_free(&options);
}

/* ---- counting ballot bits ---------------------------------------------------------------------------- */

static long instructions_of(walk *w, const char *strategy, const char *settings) {
    long count = 0;
    xl_error error = {0};
    xl_plan *plan = NULL;
    const xl_plan_request request = {.algorithm = "probes",
                                     .strategy = strategy,
                                     .type = XL_U32,
                                     .width = w->width,
                                     .backend = w->backend,
                                     .settings = settings};
    if (xl_plan_make(w->device, &request, &plan, &error) == XL_SUCCESS)
        count = find_code(w, plan->programs[0]->cl, plan->ready.item[0].pass->kernel)->count;
    else
        printf("not built: probes/%s [%s]: %s\n", strategy, settings, error.text);
    xl_plan_free(plan);
    return count;
}

/* Counts the lanes below with a bit set, by a ballot's bits or by a prefix sum. Published: 2 instructions
   instead of about 40. Compiled, the ballot must take at most half of the prefix sum's. */
static void check_counting(walk *w) {
    const long empty = instructions_of(w, "empty", "");
    const long count = instructions_of(w, "layer", "operation=ballot_count") - empty;
    const long scan = instructions_of(w, "layer", "operation=scan_exclusive_add") - empty;
    const long derived = instructions_of(w, "derived", "operation=scan_exclusive_add") - empty;
    if (empty == 0) return;
    const bool kept = count > 0 && 2 * count <= scan;
    printf("%sprobes: in addition to the empty loop, counting ballot bits takes %ld instructions, a prefix "
           "sum %ld, "
           "from shuffles %ld%s\n",
           kept ? "" : "FAIL ", count, scan, derived, kept ? "" : ": the ballot's advantage is lost");
    w->passed += kept;
    w->failed += !kept;
}

/* ---- all ------------------------------------------------------------------------------------------- */

static int build_everything(walk *w, const char *device, const char *only) {
    if (!only) build_operations(w, false);
    if (!only) build_operations(w, true);
    for (int i = 0; tool_cases[i]; i++)
        if (!only || strcmp(only, tool_cases[i]->algorithm->name) == 0)
            build_algorithm(w, tool_cases[i]->algorithm);
    if (!only || strcmp(only, "probes") == 0) check_counting(w);
    const tool_absent_counts c = tool_absent_count(w->cross.absent);
    printf("%s, %s at %d lanes: %d programs compiled, %d found compiled, %d refused by the compiler and "
           "derived, %d plans refused\n",
           device, w->backend, w->width, c.compiled, c.found, c.refused, w->refused);
    print_rows(w);
    printf("%d passed, %d failed\n", w->passed, w->failed);
    return w->failed == 0 && w->passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int usage(void) {
    fputs("usage: build_all TARGET BACKEND WIDTH FOLDER [TURN/TURNS [ALGORITHM KERNELS]]\n"
          "       build_all tools TARGET\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    static walk w;
    xl_error error = {0};
    tool_plant_cases();
    w.turns = 1;
    const bool ask = argc == 3 && strcmp(argv[1], "tools") == 0;
    if (!ask &&
        (argc < 5 || argc > 8 || argc == 7 ||
         (argc >= 6 && sscanf(argv[5], "%d/%d", &w.turn, &w.turns) != 2) || w.turns < 1 || w.turn < 0))
        return usage();
    const tool_cross_wish wish = {.target = tool_target_find(argv[ask ? 2 : 1]),
                                  .width = ask ? 0 : atoi(argv[3]),
                                  .folder = ask ? "" : argv[4],
                                  .seconds = 600.0,
                                  .numbers_alone = true};
    if (!wish.target) return usage();
    int status = tool_cross_start(&w.cross, &wish, &error);
    if (ask) puts(status == XL_SUCCESS ? w.cross.tools.version : error.text);
    if (ask) return status == XL_SUCCESS ? 0 : 3;
    w.spills = tool_described_value(&wish.target->facts, "spills");
    w.backend = argv[2];
    w.width = wish.width;
    w.turn %= w.turns;
    const char *const algorithm = argc == 8 ? argv[6] : NULL;
    const xl_options options = {.record_width = 1, .planted = 1, .kernel_dir = argc == 8 ? argv[7] : NULL};
    xl__target target;
    if (status == XL_SUCCESS) status = tool_cross_open(&w.cross, &options, &error);
    w.device = w.cross.device;
    if (status == XL_SUCCESS)
        status = xl__choose_target(w.device, w.backend, w.width, &target, NULL, 0, &error);
    if (status == XL_SUCCESS) {
        w.width = target.width;
        status = build_everything(&w, tool_described_value(&wish.target->facts, "name"), algorithm);
    } else {
        fprintf(stderr, "%s: %s\n", argv[1], error.text);
        status = 2;
    }
    tool_cross_close(&w.cross);
    return status;
}
