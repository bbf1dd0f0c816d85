#include "table/names.h"
#include "table/lookup.h"
#include <stdio.h>
#include <string.h>

static const char *const device_names[XL__DEVICE_NAMES] = {[XL__LANES] = "lanes",
                                                           [XL__GROUP_NOW] = "group",
                                                           [XL__SUB_GROUPS] = "sub_groups",
                                                           [XL__UNITS] = "units",
                                                           [XL__IS_CPU] = "cpu",
                                                           [XL__IS_EMULATED] = "emulated",
                                                           [XL__VECTORISES] = "vectorises",
                                                           [XL__JOINS_ADDS] = "joins_adds",
                                                           [XL__FEW_REGISTERS] = "few_registers",
                                                           [XL__LARGEST_GROUP] = "largest_group",
                                                           [XL__LOCAL_BYTES] = "local_bytes",
                                                           [XL__TYPE] = "type",
                                                           [XL__TYPE_BYTES] = "bytes",
#define ABILITY_NAME(NAME, word, meaning) [(int)XL__FIRST_ABILITY + (int)(NAME)] = (word),
                                                           XL__ABILITY_LIST(ABILITY_NAME)
#undef ABILITY_NAME
                                                               [XL__KEPT] = "kept",
                                                           [XL__TURN] = "turn",
                                                           [XL__STRATEGY] = "strategy"};

#define TYPE_WORD(name, text, bytes) "|" text
const char xl__type_words[] = "none" XL_TYPE_LIST(TYPE_WORD);
#undef TYPE_WORD

int xl__find_size(const xl__algorithm *algorithm, const char *name, size_t size) {
    for (int i = 0; algorithm->sizes && algorithm->sizes[i].name; i++)
        if (xl__is_name(algorithm->sizes[i].name, name, size)) return i;
    return -1;
}

int xl__find_area(const xl__algorithm *algorithm, const char *name, size_t size) {
    for (int i = 0; algorithm->areas && algorithm->areas[i].name; i++)
        if (xl__is_name(algorithm->areas[i].name, name, size)) return i;
    return -1;
}

static int find_read(const xl__vocabulary *n, const char *name, size_t size) {
    int place = XL__FIRST_READ;
    for (int p = 0; p < n->known; p++) {
        const xl__pass *pass = &n->strategy->passes[p];
        if (!pass->read) continue;
        if (xl__is_name(pass->as, name, size)) return place;
        place++;
    }
    return -1;
}

/* The device's names come first: "group" is the size that runs, not the requested one. */
static int find_place(const void *of, const char *name, size_t size) {
    const xl__vocabulary *n = of;
    const xl__algorithm *algorithm = n->algorithm;
    for (int i = 0; i < XL__DEVICE_NAMES; i++) {
        const bool known = i == XL__TURN ? n->turns : i != XL__STRATEGY || n->strategies;
        if (known && xl__is_name(device_names[i], name, size)) return XL__MAX_PARAMS + XL__MAX_SIZES + i;
    }
    const int param = xl__find_param_named(algorithm, name, size);
    if (param >= 0) return algorithm->params[param].kind == XL__REAL ? -1 : param;
    const int at = xl__find_size(algorithm, name, size);
    if (at < 0) return find_read(n, name, size);
    return algorithm->sizes[at].count ? XL__MAX_PARAMS + at : -1;
}

static const char *find_text(const void *of, const char *name, size_t size) {
    const xl__algorithm *algorithm = ((const xl__vocabulary *)of)->algorithm;
    const int at = xl__find_size(algorithm, name, size);
    return at >= 0 ? algorithm->sizes[at].is : NULL;
}

static const char *words_at(const void *of, int place) {
    const xl__algorithm *algorithm = ((const xl__vocabulary *)of)->algorithm;
    if (place == XL__MAX_PARAMS + XL__MAX_SIZES + XL__TYPE) return xl__type_words;
    if (place == XL__MAX_PARAMS + XL__MAX_SIZES + XL__STRATEGY)
        return ((const xl__vocabulary *)of)->strategies;
    return place < algorithm->param_count ? algorithm->params[place].choices : NULL;
}

xl__scope xl__scope_of(const xl__vocabulary *names, const char *words) {
    return (xl__scope){names, find_place, find_text, words_at, words};
}

int xl__find_value(const xl__vocabulary *names, const char *name, size_t size) {
    return find_place(names, name, size);
}

const char *xl__name_at(const xl__algorithm *algorithm, int place) {
    if (place < algorithm->param_count) return algorithm->params[place].name;
    if (place < XL__MAX_PARAMS + XL__MAX_SIZES) return algorithm->sizes[place - XL__MAX_PARAMS].name;
    return place < XL__FIRST_READ ? device_names[place - XL__MAX_PARAMS - XL__MAX_SIZES] : "";
}

int xl__compile_text(const xl__algorithm *algorithm, const char *text, bool chooses, xl__code *code,
                     xl__expression *out, xl_error *error) {
    char words[1024] = "";
    for (int i = 0, used = 0; i < algorithm->strategy_count && used < (int)sizeof words; i++)
        used += snprintf(words + used, sizeof words - (size_t)used, "%s%s", i ? "|" : "",
                         xl__strategy_word(&algorithm->strategies[i]));
    const xl__vocabulary names = {.algorithm = algorithm, .strategies = words};
    const xl__scope scope = xl__scope_of(&names, chooses ? words : NULL);
    return xl__compile(code, &scope, text, out, error);
}

const char *xl__device_name_in(const xl__algorithm *algorithm, const xl__code *code, xl__expression e) {
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].role == XL__TUNING && xl__names(code, e, p))
            return algorithm->params[p].name;
    for (int i = 0; i < XL__DEVICE_NAMES; i++)
        if (i != XL__TYPE && i != XL__TYPE_BYTES && xl__names(code, e, XL__MAX_PARAMS + XL__MAX_SIZES + i))
            return device_names[i];
    return NULL;
}

static void fill_counted(const xl__problem *problem, const xl__algorithm *algorithm, uint64_t *places) {
    for (int i = 0; algorithm->sizes && algorithm->sizes[i].name; i++)
        if (algorithm->sizes[i].count) places[XL__MAX_PARAMS + i] = algorithm->sizes[i].count(problem);
}

void xl__fill_places(const xl__problem *problem, const xl__algorithm *algorithm,
                     uint64_t places[XL__MAX_PLACES]) {
    uint64_t *device = places + XL__MAX_PARAMS + XL__MAX_SIZES;
    memset(places, 0, XL__MAX_PLACES * sizeof *places);
    for (int i = 0; i < algorithm->param_count; i++)
        if (algorithm->params[i].kind != XL__REAL) places[i] = (uint64_t)problem->value[i];
    device[XL__LANES] = (uint64_t)problem->width;
    device[XL__GROUP_NOW] = problem->group_size;
    device[XL__SUB_GROUPS] = problem->group_size / (size_t)(problem->width > 0 ? problem->width : 1);
    device[XL__UNITS] = problem->compute_units;
    device[XL__IS_CPU] = problem->cpu;
    device[XL__IS_EMULATED] = problem->emulated;
    device[XL__VECTORISES] = problem->vectorises;
    device[XL__JOINS_ADDS] = problem->joins_adds;
    device[XL__FEW_REGISTERS] = problem->register_bytes <= 512;
    device[XL__LARGEST_GROUP] = problem->largest_group;
    device[XL__LOCAL_BYTES] = problem->local_bytes;
    device[XL__TYPE] = (uint64_t)problem->type;
    device[XL__TYPE_BYTES] = xl_type_size(problem->type);
    for (int i = 0; i < XL__ABILITIES; i++) device[XL__FIRST_ABILITY + i] = problem->abilities >> i & 1u;
    device[XL__KEPT] = !problem->not_kept;
    fill_counted(problem, algorithm, places);
}

void xl__fill_turn(xl__problem *problem, const xl__algorithm *algorithm, int turn,
                   uint64_t places[XL__MAX_PLACES]) {
    problem->turn = turn;
    places[XL__MAX_PARAMS + XL__MAX_SIZES + XL__TURN] = (uint64_t)turn;
    fill_counted(problem, algorithm, places);
}
