#include "support/mutate.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the copy ----------------------------------------------------------------------------------------- */

/* A list of a mutant, whose entries may be changed. */
typedef struct list {
    char *first;
    size_t element, count;
    bool ended; /* an empty entry follows */
} list;

typedef enum owner {
    TABLE,
    PARAMS,
    ARRAYS,
    STRATEGIES,
    SIZES,
    AREAS,
    PASSES,
    MEASURES,
    CASE,
    INPUTS,
    SWEEPS,
    DOMAINS,
    TEXTS
} owner;

static const char *const owner_names[] = {"table",   "param", "array", "strategy", "size",   "area", "pass",
                                          "measure", "case",  "input", "sweep",    "domain", "text"};

enum { MOST_LISTS = 512 };

struct mutant {
    xl__algorithm table;
    tool_case cs;
    const tool_case *was;
    struct {
        owner of;
        list list;
        void *head;   /* where the table's pointer to the list is */
        int strategy; /* the list's strategy */
        int *length;  /* its length in the table; NULL: an empty entry ends it */
    } lists[MOST_LISTS];
    int list_count;
    int strategy; /* the changed one */
    void **owned;
    size_t owned_count, owned_capacity;
};

static void *take(mutant *m, size_t bytes) {
    if (m->owned_count == m->owned_capacity) {
        m->owned_capacity = m->owned_capacity ? 2 * m->owned_capacity : 64;
        m->owned = realloc(m->owned, m->owned_capacity * sizeof *m->owned);
        if (!m->owned) abort();
    }
    void *const block = malloc(bytes ? bytes : 1);
    if (!block) abort();
    m->owned[m->owned_count++] = block;
    return block;
}

/* Without a length the list ends at an entry whose first field is NULL. */
static void copy_list(mutant *m, owner of, void *head, size_t element, int *length) {
    const char *from;
    size_t count = length ? (size_t)*length : 0;
    memcpy(&from, head, sizeof from);
    if (!from) return;
    if (of == PASSES)
        while (xl__is_pass((const xl__pass *)(const void *)from + count)) count++;
    else if (!length)
        while (*(const char *const *)(const void *)(from + count * element)) count++;
    const size_t bytes = (count + !length) * element;
    char *const to = memcpy(take(m, bytes), from, bytes);
    memcpy(head, &to, sizeof to);
    if (m->list_count == MOST_LISTS) abort();
    m->lists[m->list_count].of = of;
    m->lists[m->list_count].list = (list){to, element, count, !length};
    m->lists[m->list_count].head = head;
    m->lists[m->list_count++].length = length;
}

#define COPY(of, field, length) copy_list(m, of, (void *)&(field), sizeof *(field), length)

mutant *mutant_make(const tool_case *cs) {
    mutant *const m = calloc(1, sizeof *m);
    if (!m) abort();
    m->table = *cs->algorithm;
    m->cs = *cs;
    m->was = cs;
    m->strategy = -1;
    m->cs.algorithm = &m->table;
    COPY(PARAMS, m->table.params, &m->table.param_count);
    COPY(ARRAYS, m->table.arrays, &m->table.array_count);
    COPY(STRATEGIES, m->table.strategies, &m->table.strategy_count);
    COPY(SIZES, m->table.sizes, NULL);
    COPY(AREAS, m->table.areas, NULL);
    for (int s = 0; s < m->table.strategy_count; s++) {
        xl__strategy *const strategy = (xl__strategy *)m->table.strategies + s;
        const int before = m->list_count;
        COPY(PASSES, strategy->passes, NULL);
        COPY(MEASURES, strategy->measures, NULL);
        for (int i = before; i < m->list_count; i++) m->lists[i].strategy = s;
    }
    COPY(INPUTS, m->cs.inputs, NULL);
    COPY(SWEEPS, m->cs.sweeps, NULL);
    COPY(DOMAINS, m->cs.domains, NULL);
    COPY(TEXTS, m->cs.distributions, NULL);
    COPY(TEXTS, m->cs.edges, NULL);
    COPY(TEXTS, m->cs.verify_settings, NULL);
    COPY(TEXTS, m->cs.bench_settings, NULL);
    for (tool_sweep *s = (tool_sweep *)m->cs.sweeps; s && s->name; s++) COPY(TEXTS, s->settings, NULL);
    return m;
}

const tool_case *mutant_case(const mutant *m) {
    return &m->cs;
}

const tool_case *mutant_was(const mutant *m) {
    return m->was;
}

int mutant_strategy(const mutant *m) {
    return m->strategy < m->table.strategy_count ? m->strategy : -1;
}

void mutant_free(mutant *m) {
    for (size_t i = 0; i < m->owned_count; i++) free(m->owned[i]);
    free(m->owned);
    free(m);
}

/* ---- possible changes
   ----------------------------------------------------------------------------------- */

typedef enum change { TEXT, NUMBER, REAL, FLAG, WORD, FUNCTION, POINTER, SWAP, REPEAT, DROP } change;

typedef struct field_kind {
    owner of;
    change type;
    const char *name;
    size_t offset;
    int places; /* entries of a field that is an array */
} field_kind;

#define FIELD(of, type, structure, field)                                                                    \
    { of, type, #field, offsetof(structure, field), 1 }
#define FIELDS(of, type, structure, field, places)                                                           \
    { of, type, #field, offsetof(structure, field), places }
#define LISTS(of)                                                                                            \
    {of, SWAP, "two swapped", 0, 1}, {of, REPEAT, "one twice", 0, 1}, {                                      \
        of, DROP, "one dropped", 0, 1                                                                        \
    }
#define A(type, field) FIELD(TABLE, type, xl__algorithm, field)
#define P(type, field) FIELD(PARAMS, type, xl__param, field)
#define R(type, field) FIELD(ARRAYS, type, xl__array_desc, field)
#define S(type, field) FIELD(STRATEGIES, type, xl__strategy, field)
#define Z(type, field) FIELD(SIZES, type, xl__size, field)
#define E(type, field) FIELD(AREAS, type, xl__area, field)
#define L(type, field) FIELD(PASSES, type, xl__pass, field)
#define M(type, field) FIELD(MEASURES, type, xl__measure, field)
#define C(type, field) FIELD(CASE, type, tool_case, field)
#define W(type, field) FIELD(SWEEPS, type, tool_sweep, field)
#define D(type, field) FIELD(DOMAINS, type, tool_domain, field)

static const field_kind kinds[] = {
    A(TEXT, name),
    A(TEXT, help),
    A(POINTER, params),
    A(NUMBER, param_count),
    A(POINTER, arrays),
    A(NUMBER, array_count),
    A(POINTER, strategies),
    A(NUMBER, strategy_count),
    FIELDS(TABLE, TEXT, xl__algorithm, shape, XL__MAX_RANK),
    FIELDS(TABLE, TEXT, xl__algorithm, product, 3),
    A(FLAG, main_job),
    A(TEXT, automatic),
    A(FUNCTION, choose),
    A(FUNCTION, check),
    A(POINTER, sizes),
    A(POINTER, areas),
    A(TEXT, cost.bytes),
    A(TEXT, cost.operations),
    A(TEXT, cost.work_items),
    A(TEXT, cost.steps),
    P(TEXT, name),
    P(WORD, kind),
    P(WORD, role),
    P(REAL, initial),
    P(REAL, least),
    P(REAL, most),
    P(TEXT, choices),
    P(TEXT, unit),
    P(TEXT, help),
    P(FLAG, size),
    P(TEXT, becomes),
    P(FUNCTION, settle),
    P(TEXT, used),
    LISTS(PARAMS),
    R(TEXT, name),
    FIELDS(ARRAYS, WORD, xl__array_desc, types, XL__MAX_TYPES),
    R(WORD, direction),
    FIELDS(ARRAYS, TEXT, xl__array_desc, shape, XL__MAX_RANK),
    R(WORD, picture),
    R(TEXT, help),
    R(TEXT, counted_by),
    R(TEXT, placed_by),
    R(TEXT, lengths),
    R(FUNCTION, level),
    LISTS(ARRAYS),
    S(TEXT, name),
    S(TEXT, help),
    S(TEXT, source),
    S(TEXT, text),
    S(WORD, flow),
    S(NUMBER, flags),
    S(TEXT, ops),
    S(POINTER, passes),
    S(TEXT, rows),
    S(TEXT, tuning),
    S(TEXT, group),
    S(NUMBER, cpu_lanes),
    S(TEXT, needs),
    S(TEXT, why),
    S(TEXT, any_order),
    S(TEXT, defines),
    S(POINTER, measures),
    S(FUNCTION, prepare),
    S(TEXT, stands_for),
    LISTS(STRATEGIES),
    Z(TEXT, name),
    Z(TEXT, is),
    Z(FUNCTION, count),
    Z(FUNCTION, real),
    Z(FLAG, may_drop),
    LISTS(SIZES),
    E(TEXT, name),
    E(TEXT, type),
    E(TEXT, count),
    E(FUNCTION, make),
    E(FLAG, kept),
    LISTS(AREAS),
    L(TEXT, kernel),
    L(TEXT, fill),
    L(TEXT, read),
    L(TEXT, as),
    L(TEXT, most),
    L(TEXT, args),
    L(TEXT, groups),
    L(TEXT, items),
    L(TEXT, group),
    L(TEXT, turns),
    L(TEXT, when),
    LISTS(PASSES),
    M(TEXT, name),
    M(TEXT, unit),
    M(TEXT, help),
    M(TEXT, least),
    M(TEXT, most),
    LISTS(MEASURES),
    C(TEXT, verify_base),
    C(TEXT, trace_base),
    C(TEXT, picture_settings),
    C(TEXT, counts_of),
    C(TEXT, parts),
    C(TEXT, by_itself),
    C(POINTER, distributions),
    C(POINTER, bench_settings),
    C(POINTER, inputs),
    FIELD(INPUTS, TEXT, tool_input, array),
    FIELD(INPUTS, TEXT, tool_input, only),
    LISTS(INPUTS),
    W(TEXT, name),
    W(TEXT, question),
    W(TEXT, title),
    W(TEXT, axis),
    W(TEXT, labels),
    W(POINTER, settings),
    W(TEXT, less),
    W(FLAG, by_width),
    LISTS(SWEEPS),
    D(TEXT, name),
    D(TEXT, help),
    D(TEXT, settings),
    D(TEXT, size),
    D(TEXT, input),
    D(TEXT, value),
    D(TEXT, reference),
    D(TEXT, result),
    D(TEXT, shows),
    LISTS(DOMAINS),
    {TEXTS, TEXT, "text of a list", 0, 1},
    LISTS(TEXTS),
};

enum { KINDS = sizeof kinds / sizeof *kinds };

int mutant_kinds(void) {
    return KINDS;
}

const char *mutant_kind_name(int kind) {
    static char names[KINDS][64];
    snprintf(names[kind], sizeof names[kind], "%s.%s", owner_names[kinds[kind].of], kinds[kind].name);
    return names[kind];
}

/* ---- numbers ----------------------------------------------------------------------------------------------
 */

uint64_t mutant_draw(uint64_t *state, uint64_t below) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return below ? (z ^ z >> 31) % below : 0;
}

static int draw(uint64_t *state, int below) {
    return (int)mutant_draw(state, (uint64_t)below);
}

/* ---- texts --------------------------------------------------------------------------------------------- */

static const char *own_name(const mutant *m, uint64_t *state) {
    for (int tries = 0; tries < 8; tries++) {
        const int at = draw(state, m->list_count);
        const list *const l = &m->lists[at].list;
        if (m->lists[at].of == TEXTS || m->lists[at].of == PASSES || l->count == 0) continue;
        const size_t i = mutant_draw(state, l->count);
        const char *const name = *(const char *const *)(const void *)(l->first + i * l->element);
        if (name) return name;
    }
    return "n";
}

/* The same field in an entry of any table. */
static const void *other_field(const field_kind *k, uint64_t *state, mutant **from) {
    int count = 0;
    while (tool_cases[count]) count++;
    *from = mutant_make(tool_cases[draw(state, count)]);
    const mutant *const m = *from;
    const size_t place = k->offset;
    if (k->of == TABLE) return (const char *)&m->table + place;
    if (k->of == CASE) return (const char *)&m->cs + place;
    int all = 0;
    for (int i = 0; i < m->list_count; i++) all += m->lists[i].of == k->of;
    if (all == 0) return NULL;
    int chosen = draw(state, all), at = 0;
    while (m->lists[at].of != k->of || chosen-- > 0) at++;
    const list *const l = &m->lists[at].list;
    return l->count ? l->first + mutant_draw(state, l->count) * l->element + place : NULL;
}

static const char *long_text(mutant *m, uint64_t *state, const char *from) {
    static const char *const joints[] = {" + ", ", ", " ", "|", ""};
    const char *const joint = joints[draw(state, 5)], *const part = from && from[0] ? from : "a";
    const size_t step = strlen(part) + strlen(joint), times = 20000 / step + 1;
    char *const text = take(m, times * step + 1);
    for (size_t i = 0; i < times; i++) snprintf(text + i * step, step + 1, "%s%s", part, joint);
    return text;
}

static const char *damaged(mutant *m, uint64_t *state, const char *from) {
    static const char signs[] = "()?:,|*/+-=%<>&! $.x0_";
    const size_t size = strlen(from);
    char *const text = take(m, size + 2);
    const size_t at = mutant_draw(state, size + 1);
    const char sign = signs[draw(state, (int)sizeof signs - 1)];
    switch (draw(state, 4)) {
    case 0: snprintf(text, size + 2, "%.*s", (int)at, from); break;
    case 1: snprintf(text, size + 2, "%.*s%s", (int)at, from, at < size ? from + at + 1 : ""); break;
    case 2: snprintf(text, size + 2, "%.*s%c%s", (int)at, from, sign, from + at); break;
    default: snprintf(text, size + 2, "%.*s%c%s", (int)at, from, sign, at < size ? from + at + 1 : ""); break;
    }
    return text;
}

/* Another text instead of `was`; may be NULL. */
static const char *other_text(mutant *m, const field_kind *k, uint64_t *state, const char *was) {
    static const char *const numbers[] = {
        "0", "1", "-1", "4294967296", "18446744073709551615", "99999999999999999999", "1 / 0", "2"};
    mutant *from = NULL;
    const void *field = NULL;
    const char *text = NULL;
    char *copy = NULL;
    switch (draw(state, 8)) {
    case 0: return NULL;
    case 1: return "";
    case 2: return "no_such_name";
    case 3: return numbers[draw(state, 8)];
    case 4: return long_text(m, state, was);
    case 5: return own_name(m, state);
    case 6: return damaged(m, state, was ? was : "n");
    default: break;
    }
    field = other_field(k, state, &from);
    text = field ? *(const char *const *)field : "n * n";
    if (text) copy = memcpy(take(m, strlen(text) + 1), text, strlen(text) + 1);
    mutant_free(from);
    return copy;
}

/* ---- changes ------------------------------------------------------------------------------------------- */

static void tell_text(const char *text, char *what, size_t size) {
    if (text)
        snprintf(what, size, "'%.50s'%s", text, strlen(text) > 50 ? "..." : "");
    else
        snprintf(what, size, "NULL");
}

static double other_real(uint64_t *state) {
    static const double reals[] = {0, 1, -1, 0.5, 4294967296.0, 9007199254740994.0, 1e300, -1e300, 2, 1024};
    const int at = draw(state, 13);
    return at < 10 ? reals[at] : at == 10 ? (double)NAN : at == 11 ? (double)INFINITY : -(double)INFINITY;
}

/* Lengths shrink, or exceed every bound: one slightly too large would make reads past the list valid. */
static int other_number(const field_kind *k, uint64_t *state, int was) {
    static const int numbers[] = {0, -1, INT_MAX, INT_MIN, 1, 3};
    return k->of == TABLE && draw(state, 2) ? was - 1 : numbers[draw(state, k->of == TABLE ? 4 : 6)];
}

static void change_field(mutant *m, const field_kind *k, uint64_t *state, char *field, char *what,
                         size_t size) {
    static const int words[] = {0, 1, 2, 3, 99, -1};
    mutant *from = NULL;
    char *place = field;
    char to[80], was[80];
    if (k->type == TEXT) {
        const int at = draw(state, k->places);
        place += (size_t)at * sizeof(char *);
        const char **const text = (const char **)(void *)place;
        tell_text(*text, was, sizeof was);
        *text = other_text(m, k, state, *text);
        tell_text(*text, to, sizeof to);
        snprintf(what, size, "%s in place of %s", to, was);
    } else if (k->type == NUMBER) {
        int *const number = (int *)(void *)place;
        *number = other_number(k, state, *number);
        snprintf(what, size, "%d", *number);
    } else if (k->type == WORD) {
        place += (size_t)draw(state, k->places) * sizeof(int);
        *(int *)(void *)place = words[draw(state, 6)];
        snprintf(what, size, "%d", *(int *)(void *)place);
    } else if (k->type == REAL) {
        *(double *)(void *)place = other_real(state);
        snprintf(what, size, "%g", *(double *)(void *)place);
    } else if (k->type == FLAG) {
        *(bool *)place = !*(bool *)place;
        snprintf(what, size, "%d", *(bool *)place);
    } else {
        const void *const other = k->type == FUNCTION && draw(state, 2) ? other_field(k, state, &from) : NULL;
        void (*const none)(void) = NULL;
        memcpy(place, other ? other : (const void *)&none, sizeof none);
        if (from) mutant_free(from);
        snprintf(what, size, other ? "that of another table" : "NULL");
    }
}

static void change_list(mutant *m, int at, change type, uint64_t *state, char *what, size_t size) {
    list *const l = &m->lists[at].list;
    const size_t a = mutant_draw(state, l->count), b = mutant_draw(state, l->count), step = l->element;
    const size_t rest = (l->count - a - 1 + l->ended) * step;
    snprintf(what, size, "%zu, %zu of %zu", a, b, l->count);
    if (type == SWAP) {
        char *const kept = memcpy(take(m, step), l->first + a * step, step);
        memmove(l->first + a * step, l->first + b * step, step);
        memcpy(l->first + b * step, kept, step);
        return;
    }
    const size_t count = type == DROP ? l->count - 1 : l->count + 1;
    char *const to = take(m, (count + l->ended) * step);
    memcpy(to, l->first, a * step);
    if (type == REPEAT) memcpy(to + a * step, l->first + b * step, step);
    if (type == REPEAT) memcpy(to + (a + 1) * step, l->first + a * step, rest + step);
    if (type == DROP) memcpy(to + a * step, l->first + (a + 1) * step, rest);
    l->first = to;
    l->count = count;
    memcpy(m->lists[at].head, &to, sizeof to);
    if (m->lists[at].length) *m->lists[at].length = (int)count;
}

bool mutant_change(mutant *m, int number, uint64_t *state, char *what, size_t size) {
    const field_kind *const k = &kinds[number];
    const bool alone = k->of == TABLE || k->of == CASE;
    int fitting[MOST_LISTS], count = 0;
    char how[200];
    for (int i = 0; i < m->list_count; i++)
        if (m->lists[i].of == k->of && m->lists[i].list.count > 0) fitting[count++] = i;
    if (!alone && count == 0) return false;
    const int at = alone ? 0 : fitting[draw(state, count)];
    const list *const l = &m->lists[at].list;
    size_t entry = 0;
    if (k->type == SWAP || k->type == REPEAT || k->type == DROP) {
        change_list(m, at, k->type, state, how, sizeof how);
    } else if (k->of == TABLE) {
        change_field(m, k, state, (char *)&m->table + k->offset, how, sizeof how);
    } else if (k->of == CASE) {
        change_field(m, k, state, (char *)&m->cs + k->offset, how, sizeof how);
    } else {
        entry = mutant_draw(state, l->count);
        change_field(m, k, state, l->first + entry * l->element + k->offset, how, sizeof how);
    }
    if (k->of == STRATEGIES) m->strategy = (int)entry;
    if (k->of == PASSES || k->of == MEASURES) m->strategy = m->lists[at].strategy;
    snprintf(what, size, "%s %zu: %s: %s", owner_names[k->of], entry, k->name, how);
    return true;
}
