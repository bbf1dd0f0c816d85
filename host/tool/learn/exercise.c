/* exercise.c - from the files of an exercise to its tables. */
#include "text/os_memory.h"
#include "learn/exercise.h"
#include "learn/kernel_text.h"
#include "check/table_check.h"
#include "base/os.h"
#include "records/record.h"
#include "program/source.h"
#include "inspect/targets/target_list.h"
#include "system/os_drivers.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Written by the build (CMakeLists.txt), sorted by name, "01-lane/exercise.json". */
extern const xl__embedded_file tool_exercise_files[];
extern const size_t tool_exercise_file_count;

enum { LARGEST_FILE = 1 << 20, USUAL_SIZE = 1024, LARGEST_SIZE = 1 << 20 };

/* ---- files ---------------------------------------------------------------------------------------- */

static int list_folder(const char *folder, tool_exercise_name names[TOOL_MOST_EXERCISES], int *count,
                       xl_error *error) {
    char **found = NULL, path[TOOL_PATH], reason[128];
    size_t many = 0;
    const int failed = xl__os_list_folder(folder, &found, &many);
    if (failed) return xl__fail(error, XL_IO, "%s: %s", folder, xl__os_reason(failed, reason, sizeof reason));
    for (size_t i = 0; i < many && *count < TOOL_MOST_EXERCISES; i++) {
        snprintf(path, sizeof path, "%s/%s/exercise.json", folder, found[i]);
        if (strlen(found[i]) < TOOL_EXERCISE_NAME && xl__os_is_file(path))
            memcpy(names[(*count)++], found[i], strlen(found[i]) + 1);
    }
    xl__os_free_names(found, many);
    if (*count > 0) return XL_SUCCESS;
    return xl__fail(error, XL_IO, "%s: no exercises there: none of its folders has an exercise.json", folder);
}

int tool_exercise_list(const char *folder, tool_exercise_name names[TOOL_MOST_EXERCISES], int *count,
                       xl_error *error) {
    *count = 0;
    if (folder) return list_folder(folder, names, count, error);
    for (size_t i = 0; i < tool_exercise_file_count && *count < TOOL_MOST_EXERCISES; i++) {
        const char *const file = tool_exercise_files[i].name, *const slash = strchr(file, '/');
        if (!slash || strcmp(slash, "/exercise.json") != 0) continue;
        snprintf(names[(*count)++], TOOL_EXERCISE_NAME, "%.*s", (int)(slash - file), file);
    }
    return XL_SUCCESS;
}

/* What messages call a file. */
static const char *full_name(const char *folder, const char *name, const char *file, char path[TOOL_PATH]) {
    snprintf(path, TOOL_PATH, "%s/%s/%s", folder ? folder : "docs/exercises", name, file);
    return path;
}

int tool_exercise_file(const char *folder, const char *name, const char *file, char **text, xl_error *error) {
    char path[TOOL_PATH];
    *text = NULL;
    full_name(folder, name, file, path);
    if (folder) return xl__read_source(path, LARGEST_FILE, text, error);
    const char *const built_in = path + strlen("docs/exercises/");
    for (size_t i = 0; i < tool_exercise_file_count; i++)
        if (strcmp(tool_exercise_files[i].name, built_in) == 0) {
            *text = tool_need(xl__copy_text(tool_exercise_files[i].text));
            return XL_SUCCESS;
        }
    return xl__fail(error, XL_IO, "%s: there is no such file", path);
}

/* ---- exercise.json -------------------------------------------------------------------------------- */

/* What is being read, for the messages. */
typedef struct reader {
    char path[TOOL_PATH];
    tool_exercise *exercise;
    xl_error *error;
    int status;
} reader;

/* The first complaint counts. */
static void complain(reader *r, const char *place, const char *what) {
    if (r->status == XL_SUCCESS)
        r->status = xl__fail(r->error, XL_BAD_VALUE, "%s: %s: %s", r->path, place, what);
}

/* A text that has to be there, or `usual`. */
static const char *text_of(reader *r, const json_t *object, const char *field, const char *usual) {
    const json_t *const value = json_object_get(object, field);
    if (!value && usual) return usual;
    if (!value) complain(r, field, "is missing");
    if (value && !json_is_string(value)) complain(r, field, "has to be a text");
    return json_is_string(value) ? json_string_value(value) : "";
}

static long long whole_of(reader *r, const json_t *object, const char *field, long long usual,
                          long long least, long long most) {
    const json_t *const value = json_object_get(object, field);
    char what[96];
    if (!value) return usual;
    if (json_is_integer(value) && json_integer_value(value) >= least && json_integer_value(value) <= most)
        return (long long)json_integer_value(value);
    snprintf(what, sizeof what, "has to be a whole number from %lld to %lld", least, most);
    complain(r, field, what);
    return usual;
}

/* Number `at` of a list of texts, as long as there are some. */
static const char *word_at(reader *r, const json_t *object, const char *field, size_t at) {
    const json_t *const list = json_object_get(object, field), *const word = json_array_get(list, at);
    if (list && !json_is_array(list)) complain(r, field, "has to be a list of texts");
    if (word && !json_is_string(word)) complain(r, field, "has to hold texts alone");
    return json_string_value(word);
}

/* A field that nobody reads is a mistyped one. */
static void check_known(reader *r, const json_t *object, const char *place, const char *known) {
    const char *field;
    const json_t *value;
    char what[160];
    json_object_foreach((json_t *)object, field, value) {
        (void)value;
        if (xl__find_choice(known, field, strlen(field)) >= 0) continue;
        snprintf(what, sizeof what, "'%.60s' is no field here", field);
        complain(r, place, what);
    }
}

static xl_type type_of(reader *r, const json_t *array, const char *place) {
    static const struct {
        const char *name;
        xl_type type;
    } types[] = {{"u32", XL_U32}, {"i32", XL_I32}, {"f32", XL_F32}};
    const char *const name = text_of(r, array, "type", NULL);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return types[i].type;
    complain(r, place, "type: expected u32, i32 or f32");
    return XL_U32;
}

/* Sizes that shapes may name beside n: what is launched. Before a plan is settled, when no size of a
   work-group is known, 0. */
static size_t work_groups(const xl__problem *problem) {
    return problem->group_size > 0 ? xl__blocks((size_t)problem->value[0], problem->group_size) : 0;
}
static uint64_t count_groups(const xl__problem *problem) {
    return work_groups(problem);
}
static uint64_t count_work_items(const xl__problem *problem) {
    return work_groups(problem) * problem->group_size;
}
static uint64_t count_sub_groups(const xl__problem *problem) {
    return problem->width > 0 ? count_work_items(problem) / (uint64_t)problem->width : 0;
}
static const xl__size sizes[] = {{.name = "all_groups", .count = count_groups},
                                 {.name = "all_sub_groups", .count = count_sub_groups},
                                 {.name = "all_work_items", .count = count_work_items},
                                 {0}};

static bool is_size(const char *name) {
    if (strcmp(name, "n") == 0) return true;
    for (const xl__size *s = sizes; s->name; s++)
        if (strcmp(name, s->name) == 0) return true;
    return *name >= '1' && *name <= '9' && strspn(name, "0123456789") == strlen(name) && strlen(name) < 6;
}

/* "n", which is usual, or a list of several. */
static void read_shape(reader *r, const json_t *shape, const char *place, const char *out[XL__MAX_RANK]) {
    const size_t count = json_is_array(shape) ? json_array_size(shape) : 1;
    if (count < 1 || count >= XL__MAX_RANK) complain(r, place, "shape: expected 1 to 3 sizes");
    if (!shape) out[0] = "n";
    for (size_t d = 0; shape && d < count && d < XL__MAX_RANK - 1; d++) {
        const char *const size = json_string_value(json_is_array(shape) ? json_array_get(shape, d) : shape);
        out[d] = size && is_size(size) ? size : "1";
        if (!size || !is_size(size))
            complain(r, place, "shape: expected n, all_groups, all_sub_groups, all_work_items or a number");
    }
}

static void read_array(reader *r, const char *name, const json_t *array, xl__direction direction) {
    tool_exercise *const e = r->exercise;
    const int at = e->algorithm.array_count;
    char place[80];
    snprintf(place, sizeof place, "%s.%.60s", direction == XL__OUT ? "out" : "in", name);
    if (at == XL__MAX_ARRAYS) {
        complain(r, place, "more than 6 arrays");
        return;
    }
    if (!json_is_object(array)) complain(r, place, "has to be an object");
    check_known(r, array, place,
                direction == XL__OUT ? "type|shape|counted_by|ulps" : "type|shape|below|least|flag");
    e->arrays[at] = (xl__array_desc){
        .name = name, .help = "", .types = {type_of(r, array, place)}, .direction = direction};
    read_shape(r, json_object_get(array, "shape"), place, e->arrays[at].shape);
    if (json_object_get(array, "counted_by"))
        e->arrays[at].counted_by = text_of(r, array, "counted_by", NULL);
    e->fill[at] = (tool_fill){.below = (uint32_t)whole_of(r, array, "below", 1000, 1, UINT32_MAX),
                              .least = (int32_t)whole_of(r, array, "least", 0, INT32_MIN, INT32_MAX),
                              .flag = json_is_true(json_object_get(array, "flag"))};
    e->ulps[at] = (double)whole_of(r, array, "ulps", 0, 0, 1000);
    e->algorithm.array_count++;
}

static void read_arrays(reader *r, const char *field, xl__direction direction) {
    const json_t *const arrays = json_object_get(r->exercise->json, field);
    const char *name;
    json_t *array;
    if (!json_is_object(arrays)) {
        if (arrays || direction == XL__OUT) complain(r, field, "has to be an object of arrays");
        return;
    }
    json_object_foreach((json_t *)arrays, name, array) read_array(r, name, array, direction);
}

static void read_measures(reader *r) {
    tool_exercise *const e = r->exercise;
    const json_t *const list = json_object_get(e->json, "measures");
    if (list && (!json_is_array(list) || json_array_size(list) > TOOL_MOST_MEASURES))
        complain(r, "measures", "has to be a list of at most 4");
    for (size_t i = 0; i < json_array_size(list) && i < TOOL_MOST_MEASURES; i++) {
        const json_t *const m = json_array_get(list, i);
        check_known(r, m, "measures", "name|most|unit");
        e->measures[i] = (xl__measure){.name = text_of(r, m, "name", NULL),
                                       .unit = text_of(r, m, "unit", ""),
                                       .help = "",
                                       .least = "0",
                                       .most = text_of(r, m, "most", NULL)};
    }
}

/* Outputs that a kernel adds to are filled with 0 first, then it is launched. */
static void read_passes(reader *r) {
    tool_exercise *const e = r->exercise;
    int count = 0;
    const char *name;
    for (size_t i = 0; (name = word_at(r, e->json, "zeroed", i)) != NULL && i < XL__MAX_ARRAYS; i++)
        e->passes[count++].fill = name;
    e->launch = count;
    e->passes[count] = (xl__pass){.kernel = text_of(r, e->json, "kernel", NULL),
                                  .args = text_of(r, e->json, "args", NULL),
                                  .groups = text_of(r, e->json, "groups", "blocks(n, group)")};
}

static void read_widths(reader *r) {
    static const int usual[] = {8, 32, 1};
    tool_exercise *const e = r->exercise;
    const json_t *const list = json_object_get(e->json, "widths");
    const size_t count = json_array_size(list);
    if (!list) {
        memcpy(e->widths, usual, sizeof usual);
        e->width_count = (int)(sizeof usual / sizeof *usual);
        return;
    }
    if (count < 1 || count > TOOL_MAX_WIDTHS) complain(r, "widths", "has to be a list of 1 to 8 numbers");
    for (size_t i = 0; i < count && i < TOOL_MAX_WIDTHS; i++) {
        const long long width = (long long)json_integer_value(json_array_get(list, i));
        if (width < 1 || width > 128 || (width & (width - 1)) != 0)
            complain(r, "widths", "expected powers of two from 1 to 128");
        e->widths[e->width_count++] = (int)width;
    }
}

static void read_words(reader *r) {
    tool_exercise *const e = r->exercise;
    const char *word;
    int count = 0;
    for (size_t i = 0; (word = word_at(r, e->json, "inputs", i)) != NULL && count < TOOL_MOST_DISTRIBUTIONS;
         i++)
        e->distributions[count++] = word;
    if (count == 0) e->distributions[0] = "uniform";
    for (size_t i = 0; (word = word_at(r, e->json, "any_order", i)) != NULL; i++) {
        const size_t used = strlen(e->any_order);
        snprintf(e->any_order + used, sizeof e->any_order - used, "%s%s", used ? " " : "", word);
    }
    const char *const kind = text_of(r, e->json, "sizes", "any");
    e->whole = strcmp(kind, "whole") == 0;
    if (!e->whole && strcmp(kind, "any") != 0) complain(r, "sizes", "expected any or whole");
}

/* Each for a target, which is what it is compiled for. */
static void read_conditions(reader *r) {
    tool_exercise *const e = r->exercise;
    const char *word;
    char what[XL_ERROR_TEXT];
    for (size_t i = 0; (word = word_at(r, e->json, "compiled", i)) != NULL && r->status == XL_SUCCESS; i++) {
        xl_error error = {.text = ""};
        if (e->compiled_count == TOOL_MOST_CONDITIONS) {
            complain(r, "compiled", "more than 4 conditions");
            return;
        }
        tool_condition *const condition = &e->compiled[e->compiled_count++];
        if (!tool_condition_read(word, condition, &error)) {
            complain(r, "compiled", error.text);
        } else if (!tool_target_find(condition->target)) {
            snprintf(what, sizeof what,
                     "'%.80s': %s; it has to be one that 'crosslane inspect --targets' lists, %s", word,
                     condition->target[0] ? "no such target" : "names no target", "as in spills==0@gfx1030");
            complain(r, "compiled", what);
        }
    }
}

/* Everything but the kernels' texts. */
static void make_tables(reader *r) {
    tool_exercise *const e = r->exercise;
    static const char fields[] = "title|kernel|args|in|out|sizes|widths|inputs|ops|flow|group|groups|zeroed|"
                                 "measures|any_order|defines|unsettled|compiled";
    if (!json_is_object(e->json)) complain(r, "the file", "has to be an object");
    check_known(r, e->json, "the file", fields);
    text_of(r, e->json, "title", NULL);
    read_arrays(r, "in", XL__IN);
    read_arrays(r, "out", XL__OUT);
    read_measures(r);
    read_passes(r);
    read_widths(r);
    read_words(r);
    read_conditions(r);
    const char *const flow = text_of(r, e->json, "flow", "work-group");
    const bool alone = strcmp(flow, "sub-group") == 0;
    if (!alone && strcmp(flow, "work-group") != 0) complain(r, "flow", "expected work-group or sub-group");
    e->params[0] = (xl__param)XL__SIZE_PARAM("n", USUAL_SIZE, LARGEST_SIZE, "elements", "elements");
    e->params[1] = (xl__param)XL__GROUP_PARAM;
    e->strategies[0] = (xl__strategy){
        .name = "mine",
        .help = "",
        .flags = XL__TELLS_STRAYS,
        .tuning = "group",
        .flow = alone ? XL__SUB_GROUP_UNIFORM : XL__GROUP_UNIFORM,
        .ops = text_of(r, e->json, "ops", "shuffle:u32 ballot"),
        .group = text_of(r, e->json, "group", "4 * lanes"),
        .defines = json_object_get(e->json, "defines") ? text_of(r, e->json, "defines", NULL) : NULL,
        .passes = e->passes,
        .any_order = e->any_order[0] ? e->any_order : NULL,
        .measures = e->measures[0].name ? e->measures : NULL};
    const char *const made =
        e->arrays[e->algorithm.array_count > 0 ? e->algorithm.array_count - 1 : 0].shape[0];
    if (made && strcmp(made, "n") == 0 && !e->any_order[0]) e->strategies[0].rows = "group";
    /* A name as tables have them, which the folder's need not be. */
    e->algorithm.name = e->passes[e->launch].kernel;
    e->algorithm.help = "";
    e->algorithm.params = e->params;
    e->algorithm.param_count = 2;
    e->algorithm.arrays = e->arrays;
    e->algorithm.strategies = e->strategies;
    e->algorithm.strategy_count = 1;
    e->algorithm.sizes = sizes;
    e->algorithm.cost = (xl__cost_texts){"0", "0", "0", "0"}; /* nobody asks */
    e->cs = (tool_case){.algorithm = &e->algorithm,
                        .distributions = e->distributions,
                        .verify_base = "",
                        .generate = tool_exercise_generate,
                        .reference = tool_exercise_reference,
                        .by_width = true};
}

static int load_json(const char *folder, const char *name, json_t **out, xl_error *error) {
    char *text = NULL, path[TOOL_PATH], what[256];
    *out = NULL;
    const int status = tool_exercise_file(folder, name, "exercise.json", &text, error);
    if (status != XL_SUCCESS) return status;
    *out = tool_json_parse(text, strlen(text), what, sizeof what);
    free(text);
    if (*out) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "%s: %s", full_name(folder, name, "exercise.json", path), what);
}

int tool_exercise_title(const char *folder, const char *name, char *title, size_t size, xl_error *error) {
    json_t *json = NULL;
    const int status = load_json(folder, name, &json, error);
    const char *const text = json_string_value(json_object_get(json, "title"));
    snprintf(title, size, "%s", text ? text : "");
    json_decref(json);
    return status;
}

/* ---- known mistakes ------------------------------------------------------------------------------- */

/* What follows `word` in a line that begins with it. */
static bool take_line(const char *text, int line, const char *word, char *out, size_t size) {
    for (; line > 0 && *text; line--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    if (strncmp(text, word, strlen(word)) != 0) return false;
    text += strlen(word);
    const size_t length = strcspn(text, "\n");
    snprintf(out, size, "%.*s", (int)length, text);
    return length > 0 && length < size;
}

static int add_mistake(const char *folder, tool_exercise *e, const char *file, xl_error *error) {
    char path[TOOL_PATH];
    if (e->mistake_count == TOOL_MOST_MISTAKES || strlen(file) >= TOOL_EXERCISE_NAME)
        return xl__fail(error, XL_BAD_VALUE, "%s: more than %d wrong_*.cl, or a name that is too long",
                        full_name(folder, e->name, file, path), TOOL_MOST_MISTAKES);
    tool_known_mistake *const m = &e->mistake[e->mistake_count];
    const int status = tool_exercise_file(folder, e->name, file, &m->text, error);
    if (status != XL_SUCCESS) return status;
    snprintf(m->name, sizeof m->name, "%.*s", (int)strcspn(file, "."), file);
    for (char *at = m->name; *at; at++)
        if (!isalnum((unsigned char)*at)) *at = '_';
    snprintf(m->source, sizeof m->source, "%s/%s", e->name, file);
    e->mistake_count++;
    if (!take_line(m->text, 0, "// Mistake: ", m->sentence, sizeof m->sentence))
        return xl__fail(error, XL_BAD_VALUE, "%s: line 1: expected '// Mistake: ' and a sentence",
                        full_name(folder, e->name, file, path));
    take_line(m->text, 1, "// Says: ", m->says, sizeof m->says);
    return XL_SUCCESS;
}

static bool is_mistake(const char *file) {
    const size_t length = strlen(file);
    return strncmp(file, "wrong_", 6) == 0 && length > 9 && strcmp(file + length - 3, ".cl") == 0;
}

static int add_mistakes(const char *folder, tool_exercise *e, xl_error *error) {
    int status = XL_SUCCESS;
    char prefix[TOOL_PATH], reason[128];
    if (!folder) {
        const size_t length = (size_t)snprintf(prefix, sizeof prefix, "%s/", e->name);
        for (size_t i = 0; i < tool_exercise_file_count && status == XL_SUCCESS; i++) {
            const char *const file = tool_exercise_files[i].name;
            if (strncmp(file, prefix, length) == 0 && is_mistake(file + length))
                status = add_mistake(NULL, e, file + length, error);
        }
        return status;
    }
    char **found = NULL;
    size_t many = 0;
    snprintf(prefix, sizeof prefix, "%s/%s", folder, e->name);
    const int failed = xl__os_list_folder(prefix, &found, &many);
    if (failed) return xl__fail(error, XL_IO, "%s: %s", prefix, xl__os_reason(failed, reason, sizeof reason));
    for (size_t i = 0; i < many && status == XL_SUCCESS; i++)
        if (is_mistake(found[i])) status = add_mistake(folder, e, found[i], error);
    xl__os_free_names(found, many);
    return status;
}

/* Mistakes whose results are not the same in every run, by their names. */
static void mark_unsettled(reader *r) {
    tool_exercise *const e = r->exercise;
    const char *name;
    for (size_t i = 0; (name = word_at(r, e->json, "unsettled", i)) != NULL; i++) {
        int m = 0;
        while (m < e->mistake_count && strcmp(e->mistake[m].name + strlen("wrong_"), name) != 0) m++;
        if (m == e->mistake_count)
            complain(r, "unsettled", "expected names of wrong_NAME.cl");
        else
            e->mistake[m].unsettled = true;
    }
}

/* The tables against themselves, and against the kernels: the person's is the one that is handed out. */
static int check_tables(const char *folder, tool_exercise *e, const char *path, xl_error *error) {
    char *start = NULL;
    xl_error inner = {0};
    int status = tool_exercise_file(folder, e->name, "start.cl", &start, error);
    if (status != XL_SUCCESS) return status;
    tool_exercise_set_kernel(e, "start.cl", start);
    status = xl__check_table(&e->algorithm, true, &inner);
    tool_exercise_set_kernel(e, NULL, NULL);
    free(start);
    return status == XL_SUCCESS ? status : xl__fail(error, status, "%s: %s", path, inner.text);
}

/* ---- whole ---------------------------------------------------------------------------------------- */

int tool_exercise_open(const char *folder, const char *name, tool_exercise **out, xl_error *error) {
    tool_exercise *const e = *out = tool_need(calloc(1, sizeof *e));
    reader r = {.exercise = e, .error = error};
    snprintf(e->name, sizeof e->name, "%s", name);
    full_name(folder, name, "exercise.json", r.path);
    r.status = load_json(folder, name, &e->json, error);
    if (r.status == XL_SUCCESS) make_tables(&r);
    if (r.status == XL_SUCCESS)
        r.status = tool_exercise_file(folder, name, "expected.cl", &e->expected, error);
    if (r.status == XL_SUCCESS) r.status = add_mistakes(folder, e, error);
    if (r.status == XL_SUCCESS) mark_unsettled(&r);
    for (int i = 0; i < e->mistake_count; i++) {
        xl__strategy *const strategy = &e->strategies[1 + i];
        *strategy = e->strategies[0];
        strategy->name = e->mistake[i].name;
        strategy->source = e->mistake[i].source;
        strategy->text = e->mistake[i].text;
    }
    e->algorithm.strategy_count = 1 + e->mistake_count;
    return r.status == XL_SUCCESS ? check_tables(folder, e, r.path, error) : r.status;
}

void tool_exercise_set_kernel(tool_exercise *e, const char *source, const char *text) {
    e->strategies[0].source = source;
    e->strategies[0].text = text;
}

void tool_exercise_free(tool_exercise *e) {
    if (!e) return;
    for (int i = 0; i < e->mistake_count; i++) free(e->mistake[i].text);
    free(e->expected);
    json_decref(e->json);
    free(e);
}

/* ---- the kernel that was handed out -------------------------------------------------------------- */

bool tool_exercise_is_start(const char *folder, const char *name, const char *text) {
    char *start = NULL;
    xl_error ignored;
    const bool same = tool_exercise_file(folder, name, "start.cl", &start, &ignored) == XL_SUCCESS &&
                      tool_same_code(start, text);
    free(start);
    return same;
}
