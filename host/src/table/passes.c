#include "table/passes.h"
#include "table/lookup.h"
#include "table/names.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ready --------------------------------------------------------------------------------- */

typedef struct maker {
    xl__passes *passes;
    const xl__algorithm *algorithm;
    const xl__pass *pass; /* NULL: outside of the passes */
    int number;
    int turning; /* passes left in the turns, with this one */
    xl_type type;
    const char *words; /* allowed as the expression's value (expression.h) */
    xl_error *error;
} maker;

static const char *pass_word(const xl__pass *pass) {
    return pass->kernel ? pass->kernel : pass->fill ? pass->fill : pass->read ? pass->read : "?";
}

static void place_text(const xl__passes *passes, const xl__pass *pass, int number, char *out, size_t size) {
    int used = snprintf(out, size, "%s/%s", passes->algorithm->name, passes->strategy->name);
    if (pass && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, ", pass %d (%s)", number + 1, pass_word(pass));
}

static int fail(const maker *m, int status, const char *what, const char *word, int size) {
    char place[256];
    place_text(m->passes, m->pass, m->number, place, sizeof place);
    return xl__fail(m->error, status, "%s: '%.*s' %s", place, size, word, what);
}

/* It may name what the first `known` passes read; NULL: none. */
static int compile_known(const maker *m, int known, const char *what, const char *text, xl__expression *out) {
    const xl__vocabulary n = {
        .algorithm = m->algorithm, .strategy = m->passes->strategy, .known = known, .turns = m->turning > 0};
    const xl__scope scope = xl__scope_of(&n, m->words);
    xl_error inner; /* set on failure: clearing it took as long as compiling */
    char place[256];
    *out = (xl__expression){0, 0};
    if (!text) return XL_SUCCESS;
    const int status = xl__compile(&m->passes->code, &scope, text, out, &inner);
    if (status == XL_SUCCESS) return XL_SUCCESS;
    place_text(m->passes, m->pass, m->number, place, sizeof place);
    return xl__fail(m->error, status, "%s, %s: %s", place, what, inner.text);
}

/* It must be known when a plan is made. */
static int compile(const maker *m, const char *what, const char *text, xl__expression *out) {
    return compile_known(m, 0, what, text, out);
}

static int compile_late(const maker *m, const char *what, const char *text, xl__expression *out) {
    return compile_known(m, m->number, what, text, out);
}

typedef struct c_type {
    const char *name;
    size_t bytes;
    bool value, is_signed;
} c_type;

static const c_type c_types[] = {
    {"uint", 4, true, false},     {"int", 4, true, true},     {"ulong", 8, true, false},
    {"long", 8, true, true},      {"float", 4, false, true},  {"double", 8, false, true},
    {"uchar", 1, false, false},   {"char", 1, false, true},   {"ushort", 2, false, false},
    {"short", 2, false, true},    {"half", 2, false, true},   {"uint2", 8, false, false},
    {"uint4", 16, false, false},  {"float2", 8, false, true}, {"float4", 16, false, true},
    {"ulong2", 16, false, false},
};

static const c_type *find_type(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof c_types / sizeof *c_types; i++)
        if (xl__is_name(c_types[i].name, name, size)) return &c_types[i];
    return NULL;
}

/* 0: no such type. */
static size_t element_bytes(const maker *m, const char *name, size_t size) {
    if (xl__is_name("T", name, size)) return xl_type_size(m->type);
    const c_type *type = find_type(name, size);
    return type ? type->bytes : 0;
}

static int use_area(const maker *m, int area) {
    const xl__area *described = &m->algorithm->areas[area];
    if (m->passes->uses_area[area]) return XL_SUCCESS;
    m->passes->uses_area[area] = true;
    m->passes->uses_kept = m->passes->uses_kept || described->kept;
    m->passes->area_bytes[area] = element_bytes(m, described->type, strlen(described->type));
    if (m->passes->area_bytes[area] == 0)
        return fail(m, XL_BAD_NAME, "is no type of an area", described->type, (int)strlen(described->type));
    return compile(m, described->name, described->count, &m->passes->area_count[area]);
}

/* "counted": the area with the count on the device; "uncounted": nothing. */
static int count_arg(const maker *m, bool cuts, xl__arg *arg) {
    static const char area[] = "count_now";
    arg->kind = XL__ARG_COUNT;
    arg->bytes = cuts;
    m->passes->takes_count = m->passes->takes_count || cuts;
    arg->index = xl__find_area(m->algorithm, area, strlen(area));
    if (arg->index >= 0) return use_area(m, arg->index);
    return fail(m, XL_BAD_NAME, "needs an area count_now", arg->word, arg->word_size);
}

static int memory_arg(const maker *m, const char *word, size_t size, xl__arg *arg) {
    if (xl__is_name("counted", word, size)) return count_arg(m, true, arg);
    if (xl__is_name("uncounted", word, size)) return count_arg(m, false, arg);
    arg->kind = XL__ARG_MEASURES;
    if (xl__is_name("measures", word, size) && m->passes->strategy->measures) return XL_SUCCESS;
    arg->kind = XL__ARG_ARRAY;
    arg->index = xl__find_array_named(m->algorithm, word, size);
    if (arg->index >= 0) return XL_SUCCESS;
    arg->kind = XL__ARG_AREA;
    arg->index = xl__find_area(m->algorithm, word, size);
    if (arg->index >= 0) return use_area(m, arg->index);
    return fail(m, XL_BAD_NAME, "is no array and no area", word, (int)size);
}

static int real_arg(const maker *m, const char *word, size_t size, xl__arg *arg) {
    arg->kind = XL__ARG_REAL;
    arg->index = xl__find_param_named(m->algorithm, word, size);
    if (arg->index >= 0) return XL_SUCCESS;
    const int at = xl__find_size(m->algorithm, word, size);
    arg->index = XL__MAX_PARAMS + at;
    if (at >= 0 && m->algorithm->sizes[at].real) return XL_SUCCESS;
    return fail(m, XL_BAD_NAME, "is no parameter and no real size", word, (int)size);
}

static int expression_arg(const maker *m, const char *word, size_t size, xl__arg *arg) {
    char text[256];
    if (size >= sizeof text) return fail(m, XL_BAD_VALUE, "is too long", word, 40);
    memcpy(text, word, size);
    text[size] = '\0';
    return compile_known(m, arg->kind == XL__ARG_LOCAL ? 0 : m->number, "argument", text, &arg->value);
}

static size_t next_word(const char **at, const char *end) {
    while (*at < end && (**at == ' ' || **at == '\t')) (*at)++;
    const char *stop = *at;
    while (stop < end && xl__is_name_part(*stop)) stop++;
    return (size_t)(stop - *at);
}

static int read_arg(const maker *m, const char *at, const char *end, xl__arg *arg) {
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    size_t size = next_word(&at, end);
    *arg = (xl__arg){.kind = XL__ARG_INTEGER, .word = at, .word_size = (int)(end - at)};
    const bool local = xl__is_name("local", at, size);
    if (local) {
        at += size;
        size = next_word(&at, end);
    }
    if (!local && at + size == end) return memory_arg(m, at, size, arg);
    const char *rest = at + size;
    next_word(&rest, end);
    const c_type *type = find_type(at, size);
    if (local) {
        arg->kind = XL__ARG_LOCAL;
        arg->bytes = element_bytes(m, at, size);
        if (arg->bytes == 0) return fail(m, XL_BAD_NAME, "is no type of local memory", at, (int)size);
        return expression_arg(m, rest, (size_t)(end - rest), arg);
    }
    if (!type) return fail(m, XL_BAD_NAME, "is no type of a number", at, (int)size);
    arg->bytes = type->bytes;
    arg->is_signed = type->is_signed;
    if (type->value) return expression_arg(m, rest, (size_t)(end - rest), arg);
    if (strcmp(type->name, "float") == 0) return real_arg(m, rest, (size_t)(end - rest), arg);
    return fail(m, XL_BAD_NAME, "is no type of a number that can be given", at, (int)size);
}

/* Commas inside of brackets belong to an expression. */
static const char *end_of_arg(const char *at) {
    int depth = 0;
    for (; *at && (*at != ',' || depth > 0); at++) depth += (*at == '(') - (*at == ')');
    return at;
}

static int read_args(const maker *m, xl__ready_pass *ready) {
    const char *at = m->pass->args ? m->pass->args : "";
    while (*at) {
        const char *end = end_of_arg(at);
        if (ready->arg_count == XL__MAX_ARGS)
            return fail(m, XL_BAD_VALUE, "is one argument too many", at, (int)(end - at));
        const int status = read_arg(m, at, end, &ready->args[ready->arg_count++]);
        if (status != XL_SUCCESS) return status;
        at = end + (*end == ',');
    }
    return XL_SUCCESS;
}

/* The output or area of a fill or a read. */
static int find_memory(const maker *m, const char *name, xl__ready_pass *ready) {
    ready->array = xl__find_array_named(m->algorithm, name, strlen(name));
    if (ready->array >= 0 && m->algorithm->arrays[ready->array].direction == XL__OUT) return XL_SUCCESS;
    ready->array = -1;
    ready->area = xl__find_area(m->algorithm, name, strlen(name));
    if (ready->area < 0) return fail(m, XL_BAD_NAME, "is no output and no area", name, (int)strlen(name));
    return use_area(m, ready->area);
}

static int read_fill(const maker *m, xl__ready_pass *ready) {
    const char *name = m->pass->fill;
    return find_memory(m, name, ready);
}

/* True if an earlier pass fills the memory that this one reads, or a kernel gets it. */
static bool is_written_before(const maker *m, const xl__ready_pass *reads) {
    for (int i = 0; i < m->number; i++) {
        const xl__ready_pass *pass = &m->passes->item[i];
        if (!pass->pass->read &&
            (reads->array >= 0 ? pass->array == reads->array : pass->area == reads->area))
            return true;
        for (int a = 0; a < pass->arg_count; a++)
            if ((pass->args[a].kind == XL__ARG_ARRAY && pass->args[a].index == reads->array) ||
                (pass->args[a].kind == XL__ARG_AREA && pass->args[a].index == reads->area))
                return true;
    }
    return false;
}

/* 0: it holds no such numbers. */
static size_t number_bytes(const maker *m, const xl__ready_pass *ready) {
    if (ready->area >= 0) {
        const xl__area *area = &m->algorithm->areas[ready->area];
        const bool number = strcmp(area->type, "uint") == 0 || strcmp(area->type, "ulong") == 0;
        return number && !area->make ? m->passes->area_bytes[ready->area] : 0;
    }
    const xl__array_desc *array = &m->algorithm->arrays[ready->array];
    const bool number = array->types[0] == XL_U32 || array->types[0] == XL_U64;
    const bool one = array->shape[0] && strcmp(array->shape[0], "1") == 0 && !array->shape[1];
    return number && one && array->types[1] == XL_TYPE_NONE ? xl_type_size(array->types[0]) : 0;
}

static int read_read(const maker *m, xl__ready_pass *ready) {
    const xl__pass *pass = m->pass;
    const int size = (int)strlen(pass->read), as_size = pass->as ? (int)strlen(pass->as) : 0;
    const xl__vocabulary n = {.algorithm = m->algorithm, .strategy = m->passes->strategy, .known = m->number};
    if (as_size == 0 || !pass->most)
        return fail(m, XL_BAD_VALUE, "is read without a name for the value (.as) or its most (.most)",
                    pass->read, size);
    if (xl__find_value(&n, pass->as, (size_t)as_size) >= 0 ||
        xl__find_size(m->algorithm, pass->as, (size_t)as_size) >= 0 ||
        xl__find_param_named(m->algorithm, pass->as, (size_t)as_size) >= 0)
        return fail(m, XL_BAD_NAME, "has a meaning already", pass->as, as_size);
    if (m->passes->read_count == XL__MAX_READS)
        return fail(m, XL_BAD_VALUE, "is one read too many", pass->read, size);
    const int status = find_memory(m, pass->read, ready);
    if (status != XL_SUCCESS) return status;
    ready->read_bytes = number_bytes(m, ready);
    ready->value = XL__FIRST_READ + m->passes->read_count++;
    if (ready->read_bytes == 0)
        return fail(m, XL_BAD_VALUE, "is no output of one u32 or u64 and no area of uint or ulong",
                    pass->read, size);
    if (!is_written_before(m, ready))
        return fail(m, XL_BAD_VALUE, "is read before a pass writes it", pass->read, size);
    return compile_late(m, "most", pass->most, &ready->most);
}

/* True if an expression names no run-time parameter, no value that a pass reads, and not `kept`. */
static bool is_settled(const maker *m, xl__expression e) {
    if (xl__names(&m->passes->code, e, XL__MAX_PARAMS + XL__MAX_SIZES + XL__KEPT)) return false;
    for (int p = 0; p < m->algorithm->param_count; p++)
        if (m->algorithm->params[p].role == XL__RUNTIME && xl__names(&m->passes->code, e, p)) return false;
    for (int i = 0; m->algorithm->sizes && m->algorithm->sizes[i].name; i++)
        if (xl__names(&m->passes->code, e, XL__MAX_PARAMS + i)) return false;
    for (int i = 0; i < XL__MAX_READS; i++)
        if (xl__names(&m->passes->code, e, XL__FIRST_READ + i)) return false;
    return m->turning == 0;
}

static int make_pass(maker *m, xl__ready_pass *ready) {
    const xl__pass *pass = m->pass;
    *ready = (xl__ready_pass){.pass = pass, .number = m->number, .array = -1, .area = -1};
    int status = compile_late(m, "when", pass->when, &ready->when);
    if (status == XL_SUCCESS) status = compile_late(m, "turns", pass->turns, &ready->turns);
    if (status != XL_SUCCESS) return status;
    if (pass->turns && !pass->kernel && pass->span == 0)
        return fail(m, XL_BAD_VALUE, "are turns of a pass without a kernel", pass->turns,
                    (int)strlen(pass->turns));
    ready->settled = is_settled(m, ready->when);
    if (pass->read && (pass->kernel || pass->fill))
        return fail(m, XL_BAD_VALUE, "is read by a pass of its own", pass->read, (int)strlen(pass->read));
    if (pass->fill && pass->kernel)
        return fail(m, XL_BAD_VALUE, "is filled by a pass of its own, not by one with a kernel", pass->fill,
                    (int)strlen(pass->fill));
    if (pass->read) return read_read(m, ready);
    if (!pass->kernel) return read_fill(m, ready);
    if (!pass->groups == !pass->items)
        return fail(m, XL_BAD_VALUE, "needs either groups or items", pass->kernel, (int)strlen(pass->kernel));
    status = read_args(m, ready);
    if (status == XL_SUCCESS) status = compile_late(m, "groups", pass->groups, &ready->groups);
    if (status == XL_SUCCESS) status = compile_late(m, "items", pass->items, &ready->items);
    if (status == XL_SUCCESS) status = compile(m, "group", pass->group, &ready->group);
    return status;
}

/* No pass within a span has turns of its own. */
static int begin_turns(maker *m) {
    const xl__pass *pass = m->pass;
    const char *const word = pass->turns ? pass->turns : pass_word(pass);
    m->turning -= m->turning > 0;
    if (pass->span < 0 || (pass->span > 0 && !pass->turns))
        return fail(m, XL_BAD_VALUE, "has a span, and no turns that go over it", word, (int)strlen(word));
    for (int i = 1; i < pass->span; i++)
        if (!xl__is_pass(&pass[i]))
            return fail(m, XL_BAD_VALUE, "are turns with a span that goes past the last pass", word,
                        (int)strlen(word));
    if (pass->turns && m->turning > 0)
        return fail(m, XL_BAD_VALUE, "are turns within those of a pass before", word, (int)strlen(word));
    if (pass->turns) m->turning = pass->span > 0 ? pass->span : 1;
    return XL_SUCCESS;
}

static int make_tuning(maker *m) {
    int status = XL_SUCCESS;
    for (int p = 0; p < m->algorithm->param_count && status == XL_SUCCESS; p++) {
        const xl__param *param = &m->algorithm->params[p];
        if (!xl__has_param(m->algorithm, m->passes->strategy, p)) continue;
        m->words = param->choices;
        status = compile(m, param->name, param->becomes, &m->passes->becomes[p]);
    }
    m->words = NULL;
    return status;
}

static int check_tuning(const maker *m) {
    const char *at = m->passes->strategy->tuning;
    for (at = at ? at + strspn(at, " ") : ""; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        const int param = xl__find_param_named(m->algorithm, at, size);
        if (param < 0 || m->algorithm->params[param].role != XL__TUNING)
            return fail(m, XL_BAD_NAME, "is no tuning parameter", at, (int)size);
        at += size;
    }
    return XL_SUCCESS;
}

static int read_measures(const maker *m) {
    const xl__measure *measures = m->passes->strategy->measures;
    int status = XL_SUCCESS;
    for (int i = 0; measures && measures[i].name && status == XL_SUCCESS; i++) {
        if (i == XL__MAX_MEASURES)
            return fail(m, XL_BAD_VALUE, "is one measure too many", measures[i].name,
                        (int)strlen(measures[i].name));
        status = compile(m, measures[i].name, measures[i].least, &m->passes->least[i]);
        if (status == XL_SUCCESS)
            status = compile(m, measures[i].name, measures[i].most, &m->passes->most[i]);
        m->passes->measure_count++;
    }
    return status;
}

static int make_sizes(const maker *m) {
    int status = XL_SUCCESS;
    for (int a = 0; a < m->algorithm->array_count; a++) {
        const char *const *shape = m->algorithm->arrays[a].shape;
        for (int d = 0; d < XL__MAX_RANK && shape[d] && status == XL_SUCCESS; d++) {
            const int at = xl__find_size(m->algorithm, shape[d], strlen(shape[d]));
            const char *text = at >= 0 ? m->algorithm->sizes[at].is : NULL;
            if (!text || m->passes->size[at].count > 0) continue;
            status = compile(m, shape[d], text, &m->passes->size[at]);
            m->passes->has_sizes = true;
        }
    }
    return status;
}

int xl__passes_make(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_type type,
                    xl__passes *out, xl_error *error) {
    *out = (xl__passes){.algorithm = algorithm, .strategy = strategy};
    maker m = {.passes = out, .algorithm = algorithm, .type = type, .error = error};
    int status = check_tuning(&m);
    if (status == XL_SUCCESS) status = make_tuning(&m);
    if (status == XL_SUCCESS) status = make_sizes(&m);
    if (status == XL_SUCCESS) status = compile(&m, "rows", strategy->rows, &out->rows);
    if (status == XL_SUCCESS) status = compile(&m, "group", strategy->group, &out->group);
    if (status == XL_SUCCESS) status = compile(&m, "needs", strategy->needs, &out->needs);
    if (status == XL_SUCCESS) status = read_measures(&m);
    const xl__pass *pass = strategy->passes;
    for (; status == XL_SUCCESS && pass && xl__is_pass(pass); pass++) {
        m.pass = pass;
        m.number = out->count;
        if (out->count == XL__MAX_PASSES)
            return fail(&m, XL_BAD_VALUE, "is one pass too many", strategy->name,
                        (int)strlen(strategy->name));
        status = begin_turns(&m);
        if (status == XL_SUCCESS) status = make_pass(&m, &out->item[out->count++]);
    }
    m.turning = 0;
    if (status == XL_SUCCESS && pass && pass->as)
        return fail(&m, XL_BAD_VALUE, "names what a pass reads (.read), and it reads nothing", pass->as,
                    (int)strlen(pass->as));
    return status;
}

void xl__passes_free(xl__passes *passes) {
    xl__code_free(&passes->code);
}

/* ---- values --------------------------------------------------------------------------------------- */

int xl__passes_compute(const xl__passes *passes, const xl__ready_pass *pass, xl__expression expression,
                       const char *what, const uint64_t *places, uint64_t *out, xl_error *error) {
    char place[256];
    if (xl__compute(&passes->code, expression, places, out)) return XL_SUCCESS;
    place_text(passes, pass ? pass->pass : NULL, pass ? pass->number : 0, place, sizeof place);
    return xl__fail(error, XL_TOO_LARGE, "%s: %s passes 64 bits, or divides by 0", place, what);
}

bool xl__passes_name_ability(const xl__passes *passes, xl__ability ability) {
    const xl__expression all = {0, passes->code.count};
    const int place = XL__MAX_PARAMS + XL__MAX_SIZES + XL__FIRST_ABILITY + (int)ability;
    return xl__names(&passes->code, all, place);
}

const uint64_t *xl__passes_sizes(const xl__passes *passes, const xl__problem *problem,
                                 uint64_t sizes[XL__MAX_SIZES]) {
    uint64_t places[XL__MAX_PLACES];
    if (!passes->has_sizes) return NULL;
    xl__fill_places(problem, passes->algorithm, places);
    for (int i = 0; i < XL__MAX_SIZES; i++) {
        sizes[i] = places[XL__MAX_PARAMS + i]; /* of a function */
        if (passes->size[i].count > 0 && !xl__compute(&passes->code, passes->size[i], places, &sizes[i]))
            sizes[i] = UINT64_MAX;
    }
    return sizes;
}

int xl__area_size(const xl__passes *passes, int area, const uint64_t *places, size_t *bytes,
                  xl_error *error) {
    uint64_t count = 0;
    const int status = xl__passes_compute(passes, NULL, passes->area_count[area],
                                          passes->algorithm->areas[area].name, places, &count, error);
    if (status != XL_SUCCESS) return status;
    if (count > SIZE_MAX / passes->area_bytes[area])
        return xl__fail(error, XL_TOO_LARGE, "%s/%s: '%s' takes more bytes than memory can address",
                        passes->algorithm->name, passes->strategy->name, passes->algorithm->areas[area].name);
    *bytes = (size_t)count * passes->area_bytes[area];
    return XL_SUCCESS;
}

int xl__passes_local(const xl__passes *passes, const uint64_t *places, uint64_t *bytes, xl_error *error) {
    *bytes = 0;
    for (int i = 0; i < passes->count; i++) {
        uint64_t sum = 0;
        for (int a = 0; a < passes->item[i].arg_count; a++) {
            const xl__arg *arg = &passes->item[i].args[a];
            uint64_t count = 0;
            if (arg->kind != XL__ARG_LOCAL) continue;
            const int status = xl__passes_compute(passes, &passes->item[i], arg->value, "local memory",
                                                  places, &count, error);
            if (status != XL_SUCCESS) return status;
            if (count > UINT32_MAX) count = UINT32_MAX; /* more than any device has */
            sum += count * arg->bytes;
        }
        if (sum > *bytes) *bytes = sum;
    }
    return XL_SUCCESS;
}

/* ---- options -------------------------------------------------------------------------------------- */

static void add_upper(xl__text *text, const char *word, size_t size) {
    const size_t start = text->size;
    xl__text_add(text, word, size);
    for (size_t i = start; i < text->size; i++)
        if (text->data[i] >= 'a' && text->data[i] <= 'z') text->data[i] = (char)(text->data[i] - 'a' + 'A');
}

/* " -DWAY=1 -DWAY_BALLOT=0 -DWAY_SHUFFLE=1": the value, and the numbers of the words. */
static void define(xl__text *options, const char *name, uint64_t value, const char *words) {
    xl__text_add(options, " -D", 3);
    add_upper(options, name, strlen(name));
    xl__text_format(options, "=%llu", (unsigned long long)value);
    int index = 0;
    for (const char *at = words ? words : ""; *at; index++) {
        const size_t size = strcspn(at, "|");
        xl__text_add(options, " -D", 3);
        add_upper(options, name, strlen(name));
        xl__text_add(options, "_", 1);
        add_upper(options, at, size);
        xl__text_format(options, "=%d", index);
        at += size + (at[size] == '|');
    }
}

const char *xl__c_type(xl_type type) {
    static const char *const names[XL_TYPE_COUNT] = {
        [XL_I8] = "char",  [XL_I16] = "short",  [XL_I32] = "int",   [XL_I64] = "long",
        [XL_U8] = "uchar", [XL_U16] = "ushort", [XL_U32] = "uint",  [XL_U64] = "ulong",
        [XL_F16] = "half", [XL_F32] = "float",  [XL_F64] = "double"};
    return names[type] ? names[type] : "uint";
}

/* "ROWS=4, PARTS=units * 2". Without places only checks the form. */
static int define_own(const xl__passes *passes, const uint64_t *places, xl__text *options, xl_error *error) {
    const xl__vocabulary n = {.algorithm = passes->algorithm, .strategy = passes->strategy};
    const xl__scope scope = xl__scope_of(&n, NULL);
    for (const char *at = passes->strategy->defines; at && *at;) {
        char text[256];
        const char *end = end_of_arg(at);
        snprintf(text, sizeof text, "%.*s", (int)(end - at), at);
        const size_t start = strspn(text, " ");
        size_t size = 0;
        while (xl__is_name_part(text[start + size])) size++;
        xl__code code = {0};
        xl__expression e = {0, 0};
        uint64_t value = 0;
        xl_error inner = {.text = "is not of the form NAME=EXPRESSION, or too long"};
        const bool formed = text[start + size] == '=' && size > 0 && (size_t)(end - at) < sizeof text;
        int status = formed ? xl__compile(&code, &scope, text + start + size + 1, &e, &inner) : XL_BAD_VALUE;
        if (status == XL_SUCCESS && places && !xl__compute(&code, e, places, &value))
            status = xl__fail(&inner, XL_BAD_VALUE, "has no value");
        xl__code_free(&code);
        if (status != XL_SUCCESS)
            return xl__fail(error, status, "%s/%s, defines '%s': %s", passes->algorithm->name,
                            passes->strategy->name, text + start, inner.text);
        if (places && options)
            xl__text_format(options, " -D%.*s=%llu", (int)size, text + start, (unsigned long long)value);
        at = end + (*end == ',');
    }
    return XL_SUCCESS;
}

int xl__passes_check_defines(const xl__passes *passes, xl_error *error) {
    return define_own(passes, NULL, NULL, error);
}

int xl__passes_define(const xl__passes *passes, const xl__problem *problem, const uint64_t *places,
                      xl__text *options, xl_error *error) {
    const xl__algorithm *algorithm = passes->algorithm;
    xl__text_format(options, " -DT=%s", xl__c_type(problem->type));
    define(options, "type", (uint64_t)problem->type, xl__type_words);
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (param->role == XL__RUNTIME || param->kind == XL__REAL || strcmp(param->name, "group") == 0 ||
            !xl__has_param(algorithm, passes->strategy, p))
            continue;
        define(options, param->name, places[p], param->choices);
    }
    for (int i = 0; i < passes->measure_count; i++) {
        xl__text_format(options, " -DMEASURE_");
        add_upper(options, passes->strategy->measures[i].name, strlen(passes->strategy->measures[i].name));
        xl__text_format(options, "=%d", i);
    }
    const int status = define_own(passes, places, options, error);
    if (status == XL_SUCCESS && options->failed) return xl__fail_memory(error);
    return status;
}
