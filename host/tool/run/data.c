#include "run/data.h"
#include "cases/elements.h"
#include "run/memory.h"
#include "system/parallel.h"
#include "base/calls.h"
#include "base/text.h"
#include "table/lookup.h"
#include "table/values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tool_data_free(tool_data *data) {
    for (int a = 0; a < XL__MAX_ARRAYS; a++) {
        tool_array_free(&data->in[a]);
        tool_expected_free(&data->expected[a]);
    }
    memset(data, 0, sizeof *data);
}

int tool_data_allocate(const xl__problem *problem, const xl__algorithm *algorithm, int array, tool_data *data,
                       xl_error *error) {
    size_t shape[XL__MAX_RANK];
    int rank = 0;
    size_t elements = 0;
    if (!xl__array_elements(algorithm, array, problem, shape, &rank, &elements))
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                        algorithm->name, algorithm->arrays[array].name);
    data->elements[array] = elements;
    tool_array_free(&data->in[array]);
    return tool_array_make(&data->in[array], xl__array_type(algorithm, array, problem), rank, shape, error);
}

static void make_element(const tool_input *input, uint64_t place, const tool_element *e, tool_array *array) {
    const uint32_t bits = input->bits ? input->bits(e) : tool_any(e, place);
    if (input->whole)
        tool_put_whole(array->data, array->type, e->i, input->whole(e));
    else if (xl_type_size(array->type) == 1)
        ((uint8_t *)array->data)[e->i] = (uint8_t)bits;
    else
        memcpy((uint32_t *)array->data + e->i, &bits, sizeof bits);
}

static void fill(const tool_input *input, uint64_t place, const tool_element *first, tool_array *array) {
    const ptrdiff_t n = (ptrdiff_t)first->n;
    TOOL_PARALLEL_FOR_IF(n > 100000) /* too few for threads */
    for (ptrdiff_t i = 0; i < n; i++) {
        tool_element e = *first;
        e.i = (uint64_t)i;
        make_element(input, place, &e, array);
    }
}

/* 0, 1, some, all, one more, many more; of 64 bits, one whose lower half is less than n. */
static int make_count(const tool_case *cs, const xl__problem *problem, uint64_t seed, tool_data *data,
                      xl_error *error) {
    const int input = xl__count_input(cs->algorithm);
    if (input < 0 || !xl__is_counted(cs->algorithm, problem)) return XL_SUCCESS;
    const int status = tool_data_allocate(problem, cs->algorithm, input, data, error);
    if (status != XL_SUCCESS) return status;
    tool_array *const count = &data->in[input];
    const uint64_t n = (uint64_t)problem->value[xl__find_param(cs->algorithm, "n")];
    const uint64_t any = tool_random_at(seed, 77, n), some = n > 0 ? any / 8 % n : 0;
    const uint64_t counts[] = {some, 0, 1, some, n, n + 1, UINT32_MAX, some};
    const bool wide = count->type == XL_U64 && any % 8 == 7;
    tool_put_whole(count->data, count->type, 0, counts[any % 8] + (wide ? UINT64_C(1) << 32 : 0));
    return XL_SUCCESS;
}

static int generate(const tool_case *cs, const xl__problem *problem, const char *distribution, uint64_t seed,
                    tool_data *data, xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    int status = make_count(cs, problem, seed, data, error);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++)
        if (algorithm->arrays[a].direction == XL__IN)
            status = tool_data_allocate(problem, algorithm, a, data, error);
    for (const tool_input *input = cs->inputs; status == XL_SUCCESS && input && input->array; input++) {
        const int a = xl__find_array(algorithm, input->array);
        if (input->only &&
            (strcmp(input->only, distribution) != 0 || !xl__reads_array(algorithm, problem, a)))
            continue;
        if (input->only) status = tool_data_allocate(problem, algorithm, a, data, error);
        if (status != XL_SUCCESS) break;
        const tool_element first = {problem, distribution, seed, 0, data->elements[a]};
        fill(input, (uint64_t)(input - cs->inputs), &first, &data->in[a]);
    }
    if (status != XL_SUCCESS || !cs->generate) return status;
    return cs->generate(problem, distribution, seed, data, error);
}

int tool_data_generate(const tool_case *cs, const xl__problem *problem, const char *distribution,
                       uint64_t seed, tool_data *data, xl_error *error) {
    return XL__CALL(TOOL_CASE_CALL, generate, cs, problem, distribution, seed, data, error);
}

int tool_data_allocate_expected(const xl__problem *problem, const xl__algorithm *algorithm, tool_data *data,
                                xl_error *error) {
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        size_t shape[XL__MAX_RANK];
        int rank = 0;
        size_t elements = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &elements))
            return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                            algorithm->name, algorithm->arrays[a].name);
        data->elements[a] = elements;
        const xl_type type = xl__array_type(algorithm, a, problem);
        tool_expected_free(&data->expected[a]);
        const int status = tool_expected_make(&data->expected[a], type, elements, error);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

/* ---- kept between problems ---------------------------------------------------------------------------- */

struct tool_data_entry {
    tool_data_entry *next;
    double bytes;
    tool_data data;
    char key[TOOL_SETTINGS_TEXT * 2];
};

static double bytes_of(const tool_data *data) {
    double bytes = (double)sizeof(tool_data_entry);
    for (int a = 0; a < XL__MAX_ARRAYS; a++) {
        const tool_expected *const e = &data->expected[a];
        bytes += (double)data->in[a].bytes;
        if (e->type != XL_TYPE_NONE) bytes += tool_expected_bytes(e->type, (double)e->elements);
    }
    return bytes;
}

static void free_entry(tool_data_cache *cache, tool_data_entry *entry) {
    cache->bytes -= entry->bytes;
    tool_data_free(&entry->data);
    free(entry);
}

void tool_data_cache_clear(tool_data_cache *cache) {
    while (cache->latest) {
        tool_data_entry *const entry = cache->latest;
        cache->latest = entry->next;
        free_entry(cache, entry);
    }
}

/* Evicts the least recently used down to `most` bytes. */
static void make_room(tool_data_cache *cache, double most) {
    while (cache->bytes > most && cache->latest) {
        tool_data_entry **last = &cache->latest;
        while ((*last)->next) last = &(*last)->next;
        tool_data_entry *const entry = *last;
        *last = NULL;
        free_entry(cache, entry);
    }
}

/* Becomes the latest; NULL: none. */
static tool_data_entry *find_entry(tool_data_cache *cache, const char *key) {
    tool_data_entry **at = &cache->latest;
    while (*at && strcmp((*at)->key, key) != 0) at = &(*at)->next;
    tool_data_entry *const found = *at;
    if (!found) return NULL;
    *at = found->next;
    found->next = cache->latest;
    cache->latest = found;
    return found;
}

static bool has_own_reference(const tool_case *cs, const xl__strategy *strategy) {
    if (!strategy) return false;
    return cs->by_strategy || (cs->by_itself && xl__find_choice(cs->by_itself, xl__strategy_word(strategy),
                                                                strlen(xl__strategy_word(strategy))) >= 0);
}

int tool_data_get(tool_data_cache *cache, const tool_config *c, const xl__problem *problem, uint64_t seed,
                  tool_data **out, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    char key[sizeof((tool_data_entry *)NULL)->key];
    int used = snprintf(key, sizeof key, "%s %s %s %llu", algorithm->name, xl_type_name(problem->type),
                        c->distribution, (unsigned long long)seed);
    if (has_own_reference(c->cs, problem->strategy) && used > 0 && (size_t)used < sizeof key)
        used += snprintf(key + used, sizeof key - (size_t)used, " %s", problem->strategy->name);
    if (c->cs->by_width && used > 0 && (size_t)used < sizeof key)
        used += snprintf(key + used, sizeof key - (size_t)used, " %d lanes", problem->width);
    for (int p = 0; p < algorithm->param_count && used > 0 && (size_t)used < sizeof key; p++)
        if (algorithm->params[p].role != XL__TUNING)
            used += snprintf(key + used, sizeof key - (size_t)used,
                             problem->rest[p] != 0.0 ? " %.17g%+.17g" : " %.17g", problem->value[p],
                             problem->rest[p]);
    tool_data_entry *entry = find_entry(cache, key);
    if (entry) {
        cache->found++;
        *out = &entry->data;
        return XL_SUCCESS;
    }
    entry = calloc(1, sizeof *entry);
    if (!entry) return xl__fail(error, XL_NO_MEMORY, "%s: no memory for its inputs", algorithm->name);
    cache->made++;
    make_room(cache, (cache->most > 0 ? cache->most : TOOL_DATA_KEPT) -
                         tool_memory_of(algorithm, problem, 0, 0).host);
    int status = tool_data_generate(c->cs, problem, c->distribution, seed, &entry->data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, algorithm, &entry->data, error);
    if (status == XL_SUCCESS) status = tool_data_expect(c->cs, problem, &entry->data, error);
    if (status != XL_SUCCESS) {
        tool_data_free(&entry->data);
        free(entry);
        return status;
    }
    memcpy(entry->key, key, sizeof key);
    entry->bytes = bytes_of(&entry->data);
    entry->next = cache->latest;
    cache->latest = entry;
    cache->bytes += entry->bytes;
    *out = &entry->data;
    return XL_SUCCESS;
}
