#include "check/table_lists.h"
#include "table/lookup.h"
#include "table/passes.h"
#include "base/status.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

enum { LONGEST_NAME = 63, LONGEST_TEXT = 2000, MOST_STRATEGIES = 64, MOST_LANES = 128 };

static int fail(const xl__algorithm *algorithm, const char *of, const char *name, const char *what,
                xl_error *error) {
    const char *const shown = name && name[0] ? name : "(no name)";
    return xl__fail(error, XL_BAD_VALUE, "%.63s: %s '%.63s%s' %s", algorithm->name, of, shown,
                    strlen(shown) > LONGEST_NAME ? "..." : "", what);
}

/* ---- names --------------------------------------------------------------------------------------------- */

static const char *name_mistake(const char *name) {
    if (!name || !name[0]) return "needs a name and help";
    const char *at = name;
    while (xl__is_name_part(*at)) at++;
    if (*at) return "has a name of other characters than letters, digits and _";
    return at - name > LONGEST_NAME ? "has a name of more than 63 characters" : NULL;
}

/* Errors quote the texts, and buffers hold their words. */
static bool is_short(const char *text) {
    return !text || strlen(text) <= LONGEST_TEXT;
}

/* Names, the entries' first fields, are valid and occur once. */
static int check_names(const xl__algorithm *algorithm, const char *of, const void *list, size_t entry,
                       int count, xl_error *error) {
    for (int i = 0; i < count; i++) {
        const char *const name = *(const char *const *)(const void *)((const char *)list + (size_t)i * entry);
        const char *const mistake = name_mistake(name);
        if (mistake) return fail(algorithm, of, name, mistake, error);
        for (int k = 0; k < i; k++)
            if (strcmp(name, *(const char *const *)(const void *)((const char *)list + (size_t)k * entry)) ==
                0)
                return fail(algorithm, of, name, "is defined twice", error);
    }
    return XL_SUCCESS;
}

static int check_counted(const xl__algorithm *algorithm, const char *of, const void *list, size_t entry,
                         int count, int least, int most, xl_error *error) {
    if (count >= least && count <= most && (list || count == 0))
        return check_names(algorithm, of, list, entry, count, error);
    return xl__fail(error, XL_BAD_VALUE, "%s: has %d of the kind %s%s, and may have %d to %d",
                    algorithm->name, count, of, list ? "" : ", in no list", least, most);
}

static int check_ended(const xl__algorithm *algorithm, xl_error *error) {
    int sizes = 0, areas = 0;
    while (algorithm->sizes && sizes <= XL__MAX_SIZES && algorithm->sizes[sizes].name) sizes++;
    while (algorithm->areas && areas <= XL__MAX_AREAS && algorithm->areas[areas].name) areas++;
    const int status = check_counted(algorithm, "size", algorithm->sizes, sizeof *algorithm->sizes, sizes, 0,
                                     XL__MAX_SIZES, error);
    if (status != XL_SUCCESS) return status;
    return check_counted(algorithm, "area", algorithm->areas, sizeof *algorithm->areas, areas, 0,
                         XL__MAX_AREAS, error);
}

/* ---- parameters and arrays ----------------------------------------------------------------------------- */

static bool is_whole(double value) {
    return value >= 0 && value <= 9007199254740992.0 && value == floor(value);
}

/* Words of a choice become macros. */
static bool are_words(const char *choices) {
    for (const char *at = choices; at; at = *at ? at + 1 : NULL) {
        const char *const word = at;
        while (xl__is_name_part(*at)) at++;
        if (at == word || (*at && *at != '|')) return false;
    }
    return true;
}

static int check_param(const xl__algorithm *algorithm, const xl__param *p, xl_error *error) {
    const char *what = NULL;
    if (p->kind < XL__INT || p->kind > XL__CHOICE || p->role < XL__PROBLEM || p->role > XL__RUNTIME)
        what = "is of no kind, or has no role";
    else if (p->kind == XL__REAL && !(isfinite(p->initial) && isfinite(p->least) && isfinite(p->most)))
        what = "has a default or a range that is not finite";
    else if (p->kind != XL__REAL && !(is_whole(p->initial) && is_whole(p->least) && is_whole(p->most)))
        what = "has a default or a range that is not of whole numbers from 0 to 2^53";
    else if (!is_short(p->choices) || !is_short(p->becomes) || !is_short(p->used))
        what = "has a text of more than 2000 characters";
    else if (!are_words(p->choices))
        what = "has words that are no names, or none between two |";
    return what ? fail(algorithm, "parameter", p->name, what, error) : XL_SUCCESS;
}

static int check_array(const xl__algorithm *algorithm, const xl__array_desc *a, xl_error *error) {
    int types = 0;
    while (types < XL__MAX_TYPES && a->types[types] > XL_TYPE_NONE && a->types[types] < XL_TYPE_COUNT)
        types++;
    const char *const what =
        types == XL__MAX_TYPES || a->types[types] != XL_TYPE_NONE ? "has an unknown type, or too many"
        : a->direction < XL__IN || a->direction > XL__OUT         ? "is no input and no output"
        : a->picture < XL__NO_PICTURE || a->picture > XL__LEVELS  ? "is no kind of picture"
                                                                  : NULL;
    return what ? fail(algorithm, "array", a->name, what, error) : XL_SUCCESS;
}

/* ---- sizes and areas ----------------------------------------------------------------------------------- */

static int check_size(const xl__algorithm *algorithm, const xl__size *size, xl_error *error) {
    if ((size->is != NULL) + (size->count != NULL) + (size->real != NULL) != 1)
        return fail(algorithm, "size", size->name, "needs one of an expression (.is), .count and .real",
                    error);
    return is_short(size->is)
               ? XL_SUCCESS
               : fail(algorithm, "size", size->name, "has a text of more than 2000 characters", error);
}

static int check_area(const xl__algorithm *algorithm, const xl__area *area, xl_error *error) {
    const char *const what = !area->type || !area->count ? "needs a type and a count"
                             : !is_short(area->type) || !is_short(area->count)
                                 ? "has a text of more than 2000 characters"
                             : area->make && area->kept ? "is made by the host and kept between runs"
                             : xl__find_array(algorithm, area->name) >= 0 ? "has the name of an array"
                                                                          : NULL;
    return what ? fail(algorithm, "area", area->name, what, error) : XL_SUCCESS;
}

/* ---- strategies ---------------------------------------------------------------------------------------- */

static bool has_long_text(const xl__strategy *s) {
    const char *const texts[] = {s->source, s->ops, s->rows,      s->tuning,  s->group,
                                 s->needs,  s->why, s->any_order, s->defines, s->stands_for};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!is_short(texts[i])) return true;
    for (const xl__measure *m = s->measures; m && m->name; m++)
        if (!is_short(m->name) || !is_short(m->least) || !is_short(m->most)) return true;
    for (const xl__edit *e = s->edits; e && e->old; e++)
        if (!is_short(e->old) || !is_short(e->made)) return true;
    for (const xl__pass *p = s->passes; p && xl__is_pass(p); p++) {
        const char *const own[] = {p->kernel, p->fill,  p->read,  p->as,    p->most, p->args,
                                   p->groups, p->items, p->group, p->turns, p->when};
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            if (!is_short(own[i])) return true;
    }
    return false;
}

/* Only planted strategies have edits; each edit changes something. */
static bool has_bad_edit(const xl__strategy *s) {
    int count = 0;
    for (const xl__edit *e = s->edits; e && e->old; e++)
        if (!e->old[0] || !e->made || strcmp(e->old, e->made) == 0 || ++count > XL__MOST_EDITS) return true;
    return (s->edits || s->edited_in) && (count == 0 || !(s->flags & XL__WRONG));
}

/* Names of measures become macros. */
static bool has_bad_measure(const xl__strategy *s) {
    for (const xl__measure *m = s->measures; m && m->name; m++)
        if (name_mistake(m->name)) return true;
    return false;
}

static int check_strategy(const xl__algorithm *algorithm, const xl__strategy *s, xl_error *error) {
    const char *what = NULL;
    if (s->flow < XL__NO_SUB_GROUPS || s->flow > XL__GROUP_UNIFORM)
        what = "has an unknown flow";
    else if (s->flags & ~(unsigned)(XL__WRONG | XL__BY_NAME | XL__CHECKS_INDICES))
        what = "has an unknown flag";
    else if (s->cpu_lanes < 0 || s->cpu_lanes > MOST_LANES || (s->cpu_lanes & (s->cpu_lanes - 1)) != 0)
        what = "wishes for lanes (.cpu_lanes) that are no power of two up to 128";
    else if (s->stands_for && name_mistake(s->stands_for))
        what = "stands for what is no name (.stands_for)";
    else if (has_bad_measure(s))
        what = "has a measure whose name is no name";
    else if (has_bad_edit(s))
        what = "has edits (.edits) and is not planted, or more than 8, or one that changes nothing";
    else if (has_long_text(s))
        what = "has a text of more than 2000 characters";
    return what ? fail(algorithm, "strategy", s->name, what, error) : XL_SUCCESS;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static int check_shape(const xl__algorithm *algorithm, xl_error *error) {
    for (int d = 0; d < XL__MAX_RANK && algorithm->shape[d]; d++) {
        const int param = xl__find_param(algorithm, algorithm->shape[d]);
        if (param < 0 || algorithm->params[param].kind != XL__INT)
            return fail(algorithm, "shape", algorithm->shape[d], "is no parameter of whole numbers", error);
    }
    return XL_SUCCESS;
}

static int check_entries(const xl__algorithm *algorithm, xl_error *error) {
    int status = XL_SUCCESS;
    for (int p = 0; p < algorithm->param_count && status == XL_SUCCESS; p++)
        status = check_param(algorithm, &algorithm->params[p], error);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++)
        status = check_array(algorithm, &algorithm->arrays[a], error);
    for (int s = 0; s < algorithm->strategy_count && status == XL_SUCCESS; s++)
        status = check_strategy(algorithm, &algorithm->strategies[s], error);
    for (const xl__size *size = algorithm->sizes; size && size->name && status == XL_SUCCESS; size++)
        status = check_size(algorithm, size, error);
    for (const xl__area *area = algorithm->areas; area && area->name && status == XL_SUCCESS; area++)
        status = check_area(algorithm, area, error);
    return status;
}

int xl__check_lists(const xl__algorithm *algorithm, xl_error *error) {
    const xl__cost_texts *const cost = &algorithm->cost;
    if (name_mistake(algorithm->name) || !algorithm->help)
        return xl__fail(error, XL_BAD_VALUE, "table '%.63s': %s",
                        algorithm->name && algorithm->name[0] ? algorithm->name : "(no name)",
                        algorithm->help ? name_mistake(algorithm->name) : "needs a name and help");
    int status = check_counted(algorithm, "parameter", algorithm->params, sizeof *algorithm->params,
                               algorithm->param_count, 0, XL__MAX_PARAMS, error);
    if (status == XL_SUCCESS)
        status = check_counted(algorithm, "array", algorithm->arrays, sizeof *algorithm->arrays,
                               algorithm->array_count, 1, XL__MAX_ARRAYS, error);
    if (status == XL_SUCCESS)
        status = check_counted(algorithm, "strategy", algorithm->strategies, sizeof *algorithm->strategies,
                               algorithm->strategy_count, 1, MOST_STRATEGIES, error);
    if (status == XL_SUCCESS) status = check_ended(algorithm, error);
    if (status == XL_SUCCESS) status = check_entries(algorithm, error);
    if (status == XL_SUCCESS) status = check_shape(algorithm, error);
    if (status == XL_SUCCESS &&
        !(is_short(algorithm->automatic) && is_short(cost->bytes) && is_short(cost->operations) &&
          is_short(cost->work_items) && is_short(cost->steps)))
        status = fail(algorithm, "table", algorithm->name, "has a text of more than 2000 characters", error);
    return status;
}
