/* data.c - inputs and expectations of a problem. */
#include "data.h"
#include "text.h"
#include "../src/lookup.h"
#include "../src/values.h"
#include <stdio.h>
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
    return tool_array_make(&data->in[array], xl__array_type(algorithm, array, problem->type), rank, shape,
                           error);
}

static void fill(const tool_input *input, tool_element *e, tool_array *array) {
    for (e->i = 0; e->i < e->n; e->i++) {
        const uint32_t bits = input->bits(e);
        if (xl_type_size(array->type) == 1)
            ((uint8_t *)array->data)[e->i] = (uint8_t)bits;
        else
            memcpy((uint32_t *)array->data + e->i, &bits, sizeof bits);
    }
}

int tool_data_generate(const tool_case *cs, const xl__problem *problem, const char *distribution,
                       uint64_t seed, tool_data *data, xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    int status = XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++)
        if (algorithm->arrays[a].direction == XL__IN)
            status = tool_data_allocate(problem, algorithm, a, data, error);
    for (const tool_input *input = cs->inputs; status == XL_SUCCESS && input && input->array; input++) {
        const int a = xl__find_array(algorithm, input->array);
        tool_element e = {problem, distribution, seed, 0, data->elements[a]};
        fill(input, &e, &data->in[a]);
    }
    if (status != XL_SUCCESS || !cs->generate) return status;
    return cs->generate(problem, distribution, seed, data, error);
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
        const xl_type type = xl__array_type(algorithm, a, problem->type);
        tool_expected_free(&data->expected[a]);
        const int status = tool_expected_make(&data->expected[a], type, elements, error);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

void tool_data_cache_clear(tool_data_cache *cache) {
    if (cache->full) tool_data_free(&cache->data);
    cache->full = false;
}

static bool has_own_reference(const tool_case *cs, const xl__strategy *strategy) {
    if (!strategy) return false;
    return cs->by_strategy ||
           (cs->by_itself && xl__find_choice(cs->by_itself, strategy->name, strlen(strategy->name)) >= 0);
}

int tool_data_get(tool_data_cache *cache, const tool_config *c, const xl__problem *problem, uint64_t seed,
                  tool_data **out, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    char key[sizeof cache->key];
    int used = snprintf(key, sizeof key, "%s %s %s %llu", algorithm->name, xl_type_name(problem->type),
                        c->distribution, (unsigned long long)seed);
    if (has_own_reference(c->cs, problem->strategy) && used > 0 && (size_t)used < sizeof key)
        used += snprintf(key + used, sizeof key - (size_t)used, " %s", problem->strategy->name);
    if (c->cs->by_width && used > 0 && (size_t)used < sizeof key)
        used += snprintf(key + used, sizeof key - (size_t)used, " %d lanes", problem->width);
    for (int p = 0; p < algorithm->param_count && used > 0 && (size_t)used < sizeof key; p++)
        if (algorithm->params[p].role != XL__TUNING)
            used += snprintf(key + used, sizeof key - (size_t)used, " %.17g", problem->value[p]);
    *out = &cache->data;
    if (cache->full && strcmp(cache->key, key) == 0) return XL_SUCCESS;
    tool_data_cache_clear(cache);
    memset(&cache->data, 0, sizeof cache->data);
    int status = tool_data_generate(c->cs, problem, c->distribution, seed, &cache->data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, algorithm, &cache->data, error);
    if (status == XL_SUCCESS) status = c->cs->reference(problem, &cache->data, error);
    cache->full = status == XL_SUCCESS;
    if (!cache->full) tool_data_free(&cache->data);
    memcpy(cache->key, key, sizeof key);
    return status;
}

int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error) {
    const xl_type type = xl__array_type(algorithm, array, problem->type);
    tool_expected *counter = &data->expected[xl__counter_of(algorithm, array)];
    if (counter->type == XL_U32)
        *(uint32_t *)counter->exact = (uint32_t)count;
    else
        *(uint64_t *)counter->exact = count;
    tool_expected_free(&data->expected[array]);
    return tool_expected_make(&data->expected[array], type, (size_t)count, error);
}
