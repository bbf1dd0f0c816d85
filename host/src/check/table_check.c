/* Checks a table in itself; table_kernels.c checks it against its kernels. */
#include "check/table_check.h"
#include "table/lookup.h"
#include "table/names.h"
#include "ops/ops.h"
#include "table/passes.h"
#include "base/status.h"
#include "check/table_kernels.h"
#include "check/table_lists.h"
#include "table/values.h"
#include <stdio.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------------------------------- */

static int fail_word(const xl__algorithm *algorithm, const char *of, const char *name, const char *what,
                     xl_error *error) {
    return xl__fail(error, XL_BAD_VALUE, "%s: %s '%s' %s", algorithm->name, of, name ? name : "(no name)",
                    what);
}

/* The whole expression, or NULL; *device gets what it names of the device or of tuning. */
static int check_text(const xl__algorithm *algorithm, const char *of, const char *text, bool chooses,
                      const char **device, xl_error *error) {
    xl__code code = {0};
    xl__expression e = {0, 0};
    xl_error inner = {0};
    if (!text) return XL_SUCCESS;
    int status = xl__compile_text(algorithm, text, chooses, &code, &e, &inner);
    if (status == XL_SUCCESS && device) *device = xl__device_name_in(algorithm, &code, e);
    if (status != XL_SUCCESS) status = xl__fail(error, status, "%s, %s: %s", algorithm->name, of, inner.text);
    xl__code_free(&code);
    return status;
}

/* The values of an expression for auto: strategies that auto may choose. */
static int check_chosen(const xl__algorithm *algorithm, const xl__code *code, xl__expression e,
                        xl_error *error) {
    uint64_t numbers = 0;
    int place = -1;
    if (!xl__is_one_of(code, e, &numbers, &place))
        return xl__fail(error, XL_BAD_NAME, "%s, automatic: '%s' may give what is no strategy%s%s",
                        algorithm->name, algorithm->automatic, place >= 0 ? ", " : "",
                        place >= 0 ? xl__name_at(algorithm, place) : "");
    for (int s = 0; s < 64; s++) {
        const xl__strategy *const strategy = s < algorithm->strategy_count ? &algorithm->strategies[s] : NULL;
        if (!(numbers >> s & 1u)) continue;
        if (!strategy)
            return xl__fail(error, XL_BAD_NAME, "%s, automatic: '%s' may come to %d, which is no strategy",
                            algorithm->name, algorithm->automatic, s);
        if (!xl__auto_may_choose(strategy))
            return fail_word(algorithm, "automatic may take strategy", strategy->name,
                             "which is planted, waits, or is only for use by its name", error);
    }
    return XL_SUCCESS;
}

static int check_automatic(const xl__algorithm *algorithm, xl_error *error) {
    xl__code code = {0};
    xl__expression e = {0, 0};
    int status = check_text(algorithm, "automatic", algorithm->automatic, true, NULL, error);
    if (status != XL_SUCCESS || !algorithm->automatic) return status;
    status = xl__compile_text(algorithm, algorithm->automatic, true, &code, &e, error);
    if (status == XL_SUCCESS) status = check_chosen(algorithm, &code, e, error);
    xl__code_free(&code);
    return status;
}

static int check_cost(const xl__algorithm *algorithm, xl_error *error) {
    const xl__cost_texts *const cost = &algorithm->cost;
    const char *const texts[] = {cost->bytes, cost->operations, cost->work_items, cost->steps};
    static const char *const names[] = {"cost.bytes", "cost.operations", "cost.work_items", "cost.steps"};
    int status = XL_SUCCESS;
    for (int i = 0; i < 4 && status == XL_SUCCESS; i++)
        status = texts[i] ? check_text(algorithm, names[i], texts[i], false, NULL, error)
                          : xl__fail(error, XL_BAD_VALUE, "%s, %s: is not there", algorithm->name, names[i]);
    if (status != XL_SUCCESS) return status;
    if (algorithm->automatic && algorithm->choose)
        return fail_word(algorithm, "the choice for auto,", algorithm->automatic,
                         "is an expression (.automatic) and a function (.choose)", error);
    return check_automatic(algorithm, error);
}

static int count_words(const char *choices) {
    int count = 1;
    for (; *choices; choices++) count += *choices == '|';
    return count;
}

static int check_param(const xl__algorithm *algorithm, int i, xl_error *error) {
    const xl__param *p = &algorithm->params[i];
    if (!p->name || !p->name[0] || !p->help)
        return fail_word(algorithm, "parameter", p->name, "needs a name and help", error);
    if (xl__find_param(algorithm, p->name) != i)
        return fail_word(algorithm, "parameter", p->name, "is defined twice", error);
    if (!(p->least <= p->initial && p->initial <= p->most))
        return fail_word(algorithm, "parameter", p->name, "has a default outside of its range", error);
    if ((p->kind == XL__CHOICE) != (p->choices != NULL))
        return fail_word(algorithm, "parameter", p->name, "needs words if it is a choice, and only then",
                         error);
    if (p->choices && (p->least != 0 || p->most != count_words(p->choices) - 1))
        return fail_word(algorithm, "parameter", p->name, "has a range that does not fit its words", error);
    return check_text(algorithm, p->name, p->used, false, NULL, error);
}

static bool may_drop(const xl__algorithm *algorithm, const char *dimension) {
    const int at = xl__find_size(algorithm, dimension, strlen(dimension));
    return at >= 0 && algorithm->sizes[at].may_drop;
}

/* One integer that holds the number of elements of another output. */
static int check_counter(const xl__algorithm *algorithm, const xl__array_desc *a, xl_error *error) {
    if (!a->counted_by) return XL_SUCCESS;
    const int found = xl__find_array(algorithm, a->counted_by);
    const xl__array_desc *counter = found >= 0 ? &algorithm->arrays[found] : NULL;
    const char *why = NULL;
    if (a->direction != XL__OUT)
        why = "is no output";
    else if (found >= 0 && found == xl__count_input(algorithm))
        return XL_SUCCESS;
    else if (!a->shape[0] || (a->shape[1] && !may_drop(algorithm, a->shape[1])))
        why = "has not one dimension, its capacity";
    else if (!counter || counter->direction != XL__OUT)
        why = "is counted by what is no output:";
    else if ((counter->types[0] != XL_U32 && counter->types[0] != XL_U64) || counter->types[1])
        why = "is counted by what is not of the type u32 or u64 alone:";
    else if (!counter->shape[0] || strcmp(counter->shape[0], "1") != 0 || counter->shape[1])
        why = "is counted by what has not one element:";
    else if (counter->counted_by)
        why = "is counted by what is counted itself:";
    else
        for (const xl__array_desc *other = algorithm->arrays; other < a && !why; other++)
            if (other->counted_by && strcmp(other->counted_by, a->counted_by) == 0 &&
                strcmp(other->shape[0], a->shape[0]) != 0)
                why = "is counted by what counts an output of another capacity too:";
    if (!why) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "%s: array '%s' %s counted_by '%s'", algorithm->name, a->name, why,
                    a->counted_by);
}

/* An array of type u32 only, of one dimension; NULL: none. */
static const xl__array_desc *find_list(const xl__algorithm *algorithm, const char *name, bool output) {
    const int found = name ? xl__find_array(algorithm, name) : -1;
    const xl__array_desc *a = found >= 0 ? &algorithm->arrays[found] : NULL;
    if (!a || a->types[0] != XL_U32 || a->types[1] || !a->shape[0] || a->shape[1]) return NULL;
    return a->direction == (output ? XL__OUT : XL__IN) ? a : NULL;
}

static int check_runs(const xl__algorithm *algorithm, const xl__array_desc *a, xl_error *error) {
    if (!a->placed_by && !a->lengths) return XL_SUCCESS;
    const xl__array_desc *index = find_list(algorithm, a->placed_by, true),
                         *lengths = find_list(algorithm, a->lengths, false);
    const char *why = NULL;
    if (a->direction != XL__OUT || !a->shape[0] || a->shape[1])
        why = "is no output of one dimension";
    else if (!index || index == a)
        why = "has runs that are placed_by what is no output of u32 of one dimension";
    else if (!lengths)
        why = "has runs whose lengths are no input of u32 of one dimension";
    else if (strcmp(index->shape[0], lengths->shape[0]) != 0)
        why = "has runs with other dimensions of placed_by and lengths";
    return why ? fail_word(algorithm, "array", a->name, why, error) : XL_SUCCESS;
}

/* A choice that is fixed in the plan names the type, or none if the array may be absent or empty. */
static int check_typed(const xl__algorithm *algorithm, const xl__array_desc *a, xl_error *error) {
    const int param = a->typed_by ? xl__find_param(algorithm, a->typed_by) : -1;
    if (!a->typed_by) return XL_SUCCESS;
    if (param < 0 || algorithm->params[param].kind != XL__CHOICE ||
        algorithm->params[param].role != XL__PROBLEM)
        return fail_word(algorithm, "array", a->name, "is typed_by what is no choice of the problem", error);
    for (const char *word = algorithm->params[param].choices; *word; word += *word == '|') {
        const size_t size = strcspn(word, "|");
        const xl_type type = xl__type_named(word, size);
        bool takes = type == XL_TYPE_NONE && xl__is_name("none", word, size) && a->direction != XL__IN;
        for (int i = 0; i < XL__MAX_TYPES && a->types[i] != XL_TYPE_NONE; i++)
            takes = takes || a->types[i] == type;
        if (!takes)
            return xl__fail(error, XL_BAD_VALUE,
                            "%s: array '%s' is typed_by '%s', whose '%.*s' is none of its types",
                            algorithm->name, a->name, a->typed_by, (int)size, word);
        word += size;
    }
    return XL_SUCCESS;
}

static int check_result_of(const xl__algorithm *algorithm, const xl__array_desc *a, xl_error *error) {
    const int of = a->result_of ? xl__find_array(algorithm, a->result_of) : -1;
    if (!a->result_of) return XL_SUCCESS;
    if (a->direction == XL__OUT && of >= 0 && algorithm->arrays[of].direction != XL__OUT) return XL_SUCCESS;
    return fail_word(algorithm, "array", a->name, "is the result_of what is no input, or is no output",
                     error);
}

static int check_dimension(const xl__algorithm *algorithm, const xl__array_desc *a, const char *name,
                           xl_error *error) {
    const char *device = NULL;
    if (!xl__is_dimension(algorithm, name))
        return xl__fail(error, XL_BAD_VALUE,
                        "%s: array '%s': '%s' in its shape is no parameter, no size and no number",
                        algorithm->name, a->name, name);
    const int at = xl__find_size(algorithm, name, strlen(name));
    if (at < 0) return XL_SUCCESS;
    const int status = check_text(algorithm, name, algorithm->sizes[at].is, false, &device, error);
    if (status != XL_SUCCESS || !device) return status;
    return xl__fail(error, XL_BAD_VALUE,
                    "%s: array '%s': '%s' in its shape depends on '%s': that is not part of the problem",
                    algorithm->name, a->name, name, device);
}

static int check_array(const xl__algorithm *algorithm, int i, xl_error *error) {
    const xl__array_desc *a = &algorithm->arrays[i];
    if (!a->name || !a->name[0] || !a->help)
        return fail_word(algorithm, "array", a->name, "needs a name and help", error);
    if (xl__find_array(algorithm, a->name) != i)
        return fail_word(algorithm, "array", a->name, "is defined twice", error);
    if (a->types[0] == XL_TYPE_NONE)
        return fail_word(algorithm, "array", a->name, "has no element type", error);
    for (int d = 0; d < XL__MAX_RANK && a->shape[d]; d++) {
        const int status = check_dimension(algorithm, a, a->shape[d], error);
        if (status != XL_SUCCESS) return status;
    }
    if (a->picture == XL__COLOR && (a->direction != XL__OUT || !algorithm->product[0] || !a->shape[0] ||
                                    strcmp(a->shape[0], algorithm->product[0]) != 0))
        return fail_word(algorithm, "array", a->name,
                         "is a picture of colours, but no output with the algorithm's product in front",
                         error);
    const int rank = !a->shape[0] ? 0 : !a->shape[1] ? 1 : !a->shape[2] ? 2 : a->shape[3] ? 4 : 3;
    const bool floats = a->types[0] == XL_F32 && a->types[1] == XL_TYPE_NONE;
    if (a->picture == XL__PIXELS && (!floats || rank < 2 || rank > 3))
        return fail_word(algorithm, "array", a->name, "is a picture, but not f32 of 2 or 3 dimensions",
                         error);
    if ((a->picture == XL__LEVELS) != (a->level != NULL) ||
        (a->level && (!floats || rank != 2 || a->direction != XL__OUT)))
        return fail_word(algorithm, "array", a->name,
                         "holds levels, but is no f32 output of 2 dimensions with a level function", error);
    int status = check_runs(algorithm, a, error);
    if (status == XL_SUCCESS) status = check_typed(algorithm, a, error);
    if (status == XL_SUCCESS) status = check_result_of(algorithm, a, error);
    if (status == XL_SUCCESS && a->used) {
        status = a->direction == XL__IN ? fail_word(algorithm, "array", a->name,
                                                    "is always used, since it is not optional", error)
                                        : check_text(algorithm, a->name, a->used, false, NULL, error);
    }
    return status == XL_SUCCESS ? check_counter(algorithm, a, error) : status;
}

static int check_count(const xl__algorithm *algorithm, xl_error *error) {
    const int input = xl__count_input(algorithm), n = xl__find_param(algorithm, "n"),
              status = xl__find_array(algorithm, "status");
    if (input < 0) return XL_SUCCESS;
    if (n < 0 || !algorithm->params[n].size)
        return fail_word(algorithm, "array", algorithm->arrays[input].name, "counts, and there is no size n",
                         error);
    if (status < 0 || algorithm->arrays[status].direction != XL__OUT || !algorithm->arrays[status].typed_by ||
        strcmp(algorithm->arrays[status].typed_by, "counted") != 0)
        return fail_word(algorithm, "array", algorithm->arrays[input].name,
                         "counts, and there is no output 'status' that is typed_by 'counted'", error);
    return XL_SUCCESS;
}

static int check_product(const xl__algorithm *algorithm, xl_error *error) {
    for (int i = 0; i < 3 && algorithm->product[0]; i++)
        if (!algorithm->product[i] || xl__find_param(algorithm, algorithm->product[i]) < 0)
            return fail_word(algorithm, "product", algorithm->product[i], "is no parameter", error);
    return XL_SUCCESS;
}

static int check_operations(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_error *error) {
    for (const char *at = strategy->ops ? strategy->ops + strspn(strategy->ops, " ") : ""; *at;
         at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        const char *colon = memchr(at, ':', size);
        const size_t name_size = colon ? (size_t)(colon - at) : size;
        char name[64], type[16] = "u32";
        xl__op_type found = XL__OP_UINT;
        snprintf(name, sizeof name, "%.*s", (int)name_size, at);
        if (colon) snprintf(type, sizeof type, "%.*s", (int)(size - name_size - 1), colon + 1);
        const bool open = strchr(name, '$') || type[0] == '$'; /* determined by the plan's values */
        const xl__op *op = open ? NULL : xl__op_find(name);
        if (!open && !(op && xl__op_type_find(type, &found) && xl__op_takes(op, found)))
            return xl__fail(error, XL_BAD_NAME, "%s/%s: operations: there is no '%.*s'", algorithm->name,
                            strategy->name, (int)size, at);
        at += size;
    }
    return XL_SUCCESS;
}

static bool lacks_measure_words(const xl__strategy *strategy) {
    for (const xl__measure *m = strategy->measures; m && (m->name || m->unit || m->help); m++)
        if (!m->name || !m->unit || !m->help) return true;
    return false;
}

/* Each name is that of a list. */
static int check_order(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_error *error) {
    const char *at = strategy->any_order ? strategy->any_order : "";
    for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        const int found = xl__find_array(algorithm, name);
        const xl__array_desc *a = found >= 0 ? &algorithm->arrays[found] : NULL;
        if (!a || a->direction != XL__OUT || !a->shape[0] || a->shape[1])
            return xl__fail(error, XL_BAD_NAME, "%s/%s: any_order: '%s' is no output of one dimension",
                            algorithm->name, strategy->name, name);
        const int index = xl__index_of(algorithm, found);
        if (index >= 0 && !xl__in_any_order(algorithm, strategy, index))
            return xl__fail(error, XL_BAD_NAME,
                            "%s/%s: any_order: '%s' without '%s', which says where its runs are",
                            algorithm->name, strategy->name, name, a->placed_by);
        at += size;
    }
    return XL_SUCCESS;
}

static bool changes_a_right_one(const xl__algorithm *algorithm, const xl__strategy *strategy) {
    const int of = strategy->of ? xl__find_strategy(algorithm, strategy->of) : -1;
    return !strategy->of || (of >= 0 && !(algorithm->strategies[of].flags & XL__WRONG));
}

static int check_words(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_error *error) {
    const char *why = NULL;
    if (!strategy->name || !strategy->name[0] || !strategy->help)
        return fail_word(algorithm, "strategy", strategy->name, "needs a name and help", error);
    if (&algorithm->strategies[xl__find_strategy(algorithm, strategy->name)] != strategy)
        why = "is defined twice";
    else if (!changes_a_right_one(algorithm, strategy))
        why = "changes (.of) a strategy that is missing or planted itself";
    else if (!strategy->source)
        why = "has no source file";
    else if (strategy->needs && !strategy->why)
        why = "needs something (.needs) and does not say what (.why)";
    else if (lacks_measure_words(strategy))
        why = "has a measure without name, unit or help";
    else if (strategy->flow == XL__NO_SUB_GROUPS && strategy->ops &&
             strategy->ops[strspn(strategy->ops, " ")])
        why = "names operations (.ops) and no flow (.flow): its sub-groups would have one lane";
    else if (!strategy->passes || !xl__is_pass(&strategy->passes[0]))
        why = "has no pass";
    else if (strategy == algorithm->strategies && !algorithm->choose && !algorithm->automatic &&
             xl__waits(strategy))
        why = "waits for the device (.read): it cannot be the first strategy, which auto chooses";
    if (why) return fail_word(algorithm, "strategy", strategy->name, why, error);
    const int status = check_order(algorithm, strategy, error);
    return status == XL_SUCCESS ? check_operations(algorithm, strategy, error) : status;
}

static int check_strategy(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_type type,
                          bool edits, xl_error *error) {
    xl__passes passes;
    int status = check_words(algorithm, strategy, error);
    if (status != XL_SUCCESS) return status;
    status = xl__passes_make(algorithm, strategy, type, &passes, error);
    if (status == XL_SUCCESS) status = xl__passes_check_defines(&passes, error);
    if (status == XL_SUCCESS) status = xl__check_kernels(&passes, edits, error);
    xl__passes_free(&passes);
    return status;
}

int xl__check_table(const xl__algorithm *algorithm, bool edits, xl_error *error) {
    int status = xl__check_lists(algorithm, error);
    if (status == XL_SUCCESS) status = check_product(algorithm, error);
    for (int p = 0; p < algorithm->param_count && status == XL_SUCCESS; p++)
        status = check_param(algorithm, p, error);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++)
        status = check_array(algorithm, a, error);
    if (status == XL_SUCCESS) status = check_count(algorithm, error);
    for (int s = 0; s < algorithm->strategy_count && status == XL_SUCCESS; s++)
        status =
            check_strategy(algorithm, &algorithm->strategies[s], algorithm->arrays[0].types[0], edits, error);
    return status == XL_SUCCESS ? check_cost(algorithm, error) : status;
}
