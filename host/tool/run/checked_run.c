#include "run/checked_run.h"
#include "hints/source_hints.h"
#include "table/lookup.h"
#include "table/values.h"
#include "run/memory.h"
#include "run/breach.h"
#include "base/calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(xl_error *error, int status, const char *call, size_t bytes, const char *what) {
    return xl__fail(error, status, "%s of %zu bytes for array '%s': %s", call, bytes, what,
                    xl_status_name(status));
}

/* So that a kernel that reads the guards is wrong. */
static int fill_input(tool_session *s, const xl__guarded *buffer, const void *data, const char *name,
                      xl_error *error) {
    cl_int status = xl__guarded_fill(s->queue, buffer);
    if (status != CL_SUCCESS) return fail(error, status, "clEnqueueFillBuffer", buffer->bytes, name);
    if (buffer->bytes > 0)
        status = clEnqueueWriteBuffer(s->queue, buffer->part, CL_TRUE, 0, buffer->bytes, data, 0, NULL, NULL);
    return status == CL_SUCCESS ? XL_SUCCESS
                                : fail(error, status, "clEnqueueWriteBuffer", buffer->bytes, name);
}

int tool_buffers_make(tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                      const tool_data *data, tool_buffers *out, xl_error *error) {
    int status = XL_SUCCESS;
    *out = (tool_buffers){0};
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        const bool output = algorithm->arrays[a].direction == XL__OUT;
        const char *const name = algorithm->arrays[a].name;
        if (!output && !data->in[a].data) continue;
        out->bytes[a] = data->elements[a] * xl_type_size(xl__array_type(algorithm, a, problem));
        const int made = xl__guarded_make(s->context, output ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY,
                                          out->bytes[a], s->device->guard_bytes, NULL, &out->guarded[a]);
        if (made != XL_SUCCESS) status = fail(error, made, "clCreateBuffer", out->bytes[a], name);
        if (made == XL_SUCCESS && !output)
            status = fill_input(s, &out->guarded[a], data->in[a].data, name, error);
        out->mem[a] = out->guarded[a].part;
    }
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        const int of = xl__in_place_of(algorithm, problem, a);
        if (of >= 0 && out->mem[of]) out->mem[of] = out->mem[a]; /* tool_poison puts the input there */
    }
    if (status != XL_SUCCESS) tool_buffers_free(out);
    return status;
}

void tool_buffers_free(tool_buffers *buffers) {
    for (int a = 0; a < XL__MAX_ARRAYS; a++) xl__guarded_free(&buffers->guarded[a]);
    *buffers = (tool_buffers){0};
}

int tool_buffers_move(tool_session *s, const xl__algorithm *algorithm, tool_buffers *buffers,
                      xl_error *error) {
    tool_buffers moved = {0};
    int status = XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        const xl__guarded *const from = &buffers->guarded[a];
        const bool output = algorithm->arrays[a].direction == XL__OUT;
        const char *const name = algorithm->arrays[a].name;
        if (!from->whole) continue;
        moved.bytes[a] = buffers->bytes[a];
        const int made = xl__guarded_make(s->context, output ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY,
                                          from->bytes, from->guard, NULL, &moved.guarded[a]);
        if (made != XL_SUCCESS) status = fail(error, made, "clCreateBuffer", from->bytes, name);
        moved.mem[a] = moved.guarded[a].part;
        const size_t bytes = xl__guarded_size(from);
        if (made != XL_SUCCESS || bytes == 0) continue;
        const cl_int copied =
            clEnqueueCopyBuffer(s->queue, from->whole, moved.guarded[a].whole, 0, 0, bytes, 0, NULL, NULL);
        if (copied != CL_SUCCESS) status = fail(error, copied, "clEnqueueCopyBuffer", bytes, name);
    }
    for (int a = 0; a < algorithm->array_count; a++) /* in place: the input is in the output's memory */
        for (int of = 0; of < algorithm->array_count; of++)
            if (of != a && buffers->mem[of] && buffers->mem[of] == buffers->guarded[a].part)
                moved.mem[of] = moved.guarded[a].part;
    const cl_int done = clFinish(s->queue);
    if (status == XL_SUCCESS && done != CL_SUCCESS)
        status = xl__fail(error, done, "clFinish: %s", xl_status_name(done));
    if (status == XL_SUCCESS) {
        tool_buffers_free(buffers);
        *buffers = moved;
    } else {
        tool_buffers_free(&moved);
    }
    return status;
}

/* In place: the output begins as its input. */
static cl_int copy_input(tool_session *s, xl_plan *plan, const tool_buffers *buffers, int output) {
    const int input = xl__in_place_of(xl__plan_algorithm(plan), xl__plan_problem(plan), output);
    if (input < 0 || !buffers->guarded[input].whole || buffers->bytes[output] == 0) return CL_SUCCESS;
    return clEnqueueCopyBuffer(s->queue, buffers->guarded[input].part, buffers->guarded[output].part, 0, 0,
                               buffers->bytes[output], 0, NULL, NULL);
}

int tool_poison(tool_session *s, xl_plan *plan, const tool_buffers *buffers, xl_error *error) {
    const xl__algorithm *const algorithm = xl__plan_algorithm(plan);
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        cl_int status = xl__guarded_fill(s->queue, &buffers->guarded[a]);
        if (status == CL_SUCCESS) status = copy_input(s, plan, buffers, a);
        if (status != CL_SUCCESS)
            return fail(error, status, "clEnqueueFillBuffer", buffers->bytes[a], algorithm->arrays[a].name);
    }
    return xl__plan_fill_areas(plan, s->queue, error);
}

int tool_enqueue(tool_session *s, xl_plan *plan, const xl__algorithm *algorithm, const tool_buffers *buffers,
                 cl_event *first, cl_event *last, xl_error *error) {
    xl_array arrays[XL__MAX_ARRAYS];
    size_t count = 0;
    for (int a = 0; a < algorithm->array_count; a++)
        if (buffers->mem[a]) arrays[count++] = (xl_array){algorithm->arrays[a].name, buffers->mem[a], 0};
    const xl_launch launch = {
        .queue = s->queue, .arrays = arrays, .array_count = count, .event = last, .first_event = first};
    return xl_enqueue(plan, &launch, error);
}

void tool_launch_begins(tool_session *s, const xl_plan *plan) {
    /* A driver may go on compiling at the first launch, as long as before, or longer on a busy machine. */
    const double usual = 20.0, of_compiling = 4e-3;
    /* An exercise's kernel runs for milliseconds. Compilation at a first launch takes about as long as the
     * one before, which may have been in the driver's cache. */
    const double exercise = 4.0, of_building = 1.5;
    const bool learns = s->options->command == TOOL_COMMAND_learn;
    const char *const folder = s->options->kernel_dir;
    const xl__strategy *const strategy = xl__plan_strategy(plan);
    xl_plan_facts facts;
    if (s->job->task.checks) return; /* that device ends kernels by itself */
    if (!folder || !tool_is_own_source(folder, strategy)) return;
    xl_plan_get_facts(plan, &facts);
    tool_row_patience(s, usual + of_compiling * facts.compile_ms,
                      learns ? exercise + of_building * tool_row_effort(s) : 0.0);
}

void tool_launch_ends(tool_session *s) {
    if (s->options->kernel_dir) tool_row_at(s, s->row_count - 1);
}

static uint64_t hash_bytes(uint64_t hash, const unsigned char *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ data[i]) * 1099511628211u;
    return hash;
}

static size_t used_elements(const tool_data *data, int array) {
    const size_t capacity = data->elements[array], there = data->expected[array].elements;
    return there < capacity ? there : capacity;
}

/* If the order of the output's runs is unspecified, the output with their beginnings, else -1. */
static int index_of_runs(const xl__algorithm *algorithm, const xl__problem *problem, int array) {
    return xl__in_any_order(algorithm, problem->strategy, array) ? xl__index_of(algorithm, array) : -1;
}

int tool_compare_output(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const void *got, const void *places, int row, size_t *used,
                        tool_verdict *out, xl_error *error) {
    tool_expected part = data->expected[array];
    const int index = index_of_runs(algorithm, problem, array);
    *used = used_elements(data, array);
    if (index >= 0) {
        const int lengths = xl__find_array(algorithm, algorithm->arrays[array].lengths);
        const tool_runs runs = {places, data->in[lengths].data, data->elements[index], index};
        return tool_compare_placed(&part, &runs, got, *used, array, row, out, error);
    }
    if (xl__is_index(algorithm, problem->strategy, array)) return XL_SUCCESS;
    if (xl__in_any_order(algorithm, problem->strategy, array))
        return tool_compare_any_order(&part, got, *used, array, out, error);
    part.elements = *used;
    tool_compare_array(&part, got, array, row, out);
    return XL_SUCCESS;
}

/* In place: the input remains after the results. */
static bool keeps_input(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const unsigned char *got, size_t used, size_t bytes) {
    const int of = xl__in_place_of(algorithm, problem, array);
    if (of < 0 || !data->in[of].data) return false;
    return memcmp(got + used, (const unsigned char *)data->in[of].data + used, bytes - used) == 0;
}

/* Guards, and elements after the results, must be unchanged. */
static int compare_guarded(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                           int array, const xl__guarded *buffer, const unsigned char *whole,
                           const unsigned char *places, int row, tool_verdict *out, xl_error *error) {
    const size_t element = xl_type_size(data->expected[array].type);
    const xl__array_desc *const described = &algorithm->arrays[array];
    const unsigned char *const got = whole + buffer->guard;
    size_t used = 0;
    const int status =
        tool_compare_output(algorithm, problem, data, array, got, places, row, &used, out, error);
    if (status != XL_SUCCESS) return status;
    const bool kept = keeps_input(algorithm, problem, data, array, got, used * element, buffer->bytes);
    const xl__edges edges = xl__guarded_look(buffer, whole, kept ? buffer->bytes : used * element);
    tool_add_breaches(out, array, described->name, described->counted_by != NULL, used, element, &edges);
    out->checksum = hash_bytes(out->checksum, got, used * element);
    if (xl__counter_of(algorithm, array) >= 0) out->counted_bytes += (double)used * (double)element;
    return XL_SUCCESS;
}

/* Freed by the caller. */
static int read_guarded(tool_session *s, const xl__algorithm *algorithm, const tool_buffers *buffers,
                        int array, unsigned char **whole, xl_error *error) {
    const size_t bytes = xl__guarded_size(&buffers->guarded[array]);
    *whole = malloc(bytes);
    if (!*whole)
        return xl__fail(error, XL_NO_MEMORY, "no memory to read %zu bytes back", buffers->bytes[array]);
    const cl_int status = xl__guarded_read(s->queue, &buffers->guarded[array], *whole);
    if (status == CL_SUCCESS) return XL_SUCCESS;
    return fail(error, status, "clEnqueueReadBuffer", bytes, algorithm->arrays[array].name);
}

static int check_array_guards(tool_session *s, const xl_plan *plan, const tool_buffers *buffers, bool outputs,
                              tool_verdict *out, xl_error *error) {
    const xl__algorithm *const algorithm = xl__plan_algorithm(plan);
    for (int a = 0; a < algorithm->array_count; a++) {
        const xl__array_desc *const array = &algorithm->arrays[a];
        const size_t element = xl_type_size(xl__array_type(algorithm, a, xl__plan_problem(plan)));
        xl__edges edges;
        if (!buffers->guarded[a].whole || (array->direction == XL__OUT) != outputs) continue;
        const int status = xl__guarded_check(s->queue, &buffers->guarded[a], &edges);
        if (status != XL_SUCCESS)
            return fail(error, status, "clEnqueueReadBuffer", buffers->guarded[a].guard, array->name);
        tool_add_breaches(out, a, array->name, false, buffers->bytes[a] / element, element, &edges);
    }
    return XL_SUCCESS;
}

int tool_check_guards(tool_session *s, xl_plan *plan, const tool_buffers *buffers, tool_verdict *out,
                      xl_error *error) {
    int status = check_array_guards(s, plan, buffers, true, out, error);
    if (status == XL_SUCCESS) status = check_array_guards(s, plan, buffers, false, out, error);
    return status == XL_SUCCESS ? tool_check_areas(plan, s->queue, out, error) : status;
}

int tool_compare(tool_session *s, xl_plan *plan, const tool_data *data, const tool_buffers *buffers, int row,
                 tool_verdict *out, xl_error *error) {
    const xl__algorithm *const algorithm = xl__plan_algorithm(plan);
    const xl__problem *const problem = xl__plan_problem(plan);
    *out = (tool_verdict){.checksum = 14695981039346656037u};
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        const int index = index_of_runs(algorithm, problem, a);
        unsigned char *got = NULL, *places = NULL;
        int status = read_guarded(s, algorithm, buffers, a, &got, error);
        if (status == XL_SUCCESS && index >= 0)
            status = read_guarded(s, algorithm, buffers, index, &places, error);
        if (status == XL_SUCCESS)
            status = compare_guarded(algorithm, problem, data, a, &buffers->guarded[a], got,
                                     places ? places + buffers->guarded[index].guard : NULL, row, out, error);
        free(got);
        free(places);
        if (status != XL_SUCCESS) return status;
    }
    const int status = check_array_guards(s, plan, buffers, false, out, error);
    return status == XL_SUCCESS ? tool_check_areas(plan, s->queue, out, error) : status;
}

int tool_run_checked(tool_session *s, const tool_case *cs, xl_plan *plan, tool_data *data, int row,
                     tool_buffers *buffers, tool_verdict *verdict, xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    const xl__problem *problem = xl__plan_problem(plan);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    int status = tool_check_memory(s, algorithm, problem, facts.scratch_bytes, true, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, algorithm, data, error);
    if (status == XL_SUCCESS) status = tool_data_expect(cs, problem, data, error);
    if (status == XL_SUCCESS) status = tool_buffers_make(s, algorithm, problem, data, buffers, error);
    if (status == XL_SUCCESS) status = tool_poison(s, plan, buffers, error);
    if (status == XL_SUCCESS) status = tool_enqueue(s, plan, algorithm, buffers, NULL, NULL, error);
    if (status != XL_SUCCESS) return status;
    return tool_compare(s, plan, data, buffers, row, verdict, error);
}

static int read_count(tool_session *s, int counter, const tool_buffers *buffers, uint64_t *count,
                      const char *name, xl_error *error) {
    uint32_t narrow = 0;
    const bool wide = buffers->bytes[counter] == sizeof *count;
    void *const to = wide ? (void *)count : (void *)&narrow;
    const cl_int status = clEnqueueReadBuffer(s->queue, buffers->mem[counter], CL_TRUE, 0,
                                              buffers->bytes[counter], to, 0, NULL, NULL);
    if (status != CL_SUCCESS)
        return xl__fail(error, status, "clEnqueueReadBuffer of array '%s': %s", name, xl_status_name(status));
    if (!wide) *count = narrow;
    return XL_SUCCESS;
}

int tool_read_output(tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem, int array,
                     const tool_buffers *buffers, tool_array *out, uint64_t *there, xl_error *error) {
    const int input = xl__counter_in(algorithm, array);
    const int counter = input >= 0 && buffers->mem[input] ? input : xl__counter_of(algorithm, array);
    size_t shape[XL__MAX_RANK];
    int rank = 0;
    size_t elements = 0;
    xl__array_elements(algorithm, array, problem, shape, &rank, &elements);
    *there = elements;
    if (counter >= 0) {
        const int counted = read_count(s, counter, buffers, there, algorithm->arrays[counter].name, error);
        if (counted != XL_SUCCESS) return counted;
        if (*there < shape[0]) shape[0] = (size_t)*there;
    }
    const int status = tool_array_make(out, xl__array_type(algorithm, array, problem), rank, shape, error);
    if (status != XL_SUCCESS || out->bytes == 0) return status;
    const cl_int read =
        clEnqueueReadBuffer(s->queue, buffers->mem[array], CL_TRUE, 0, out->bytes, out->data, 0, NULL, NULL);
    if (read == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, read, "clEnqueueReadBuffer of array '%s': %s", algorithm->arrays[array].name,
                    xl_status_name(read));
}

void tool_make_image(const xl__algorithm *algorithm, const xl__problem *problem, tool_array *colors) {
    size_t width, height;
    if (!xl__image_size(algorithm, problem, &width, &height)) return;
    colors->shape[2] = colors->rank > 1 ? colors->shape[1] : 1;
    colors->shape[1] = width;
    colors->shape[0] = height;
    colors->rank = 3;
}

uint64_t tool_uncounted(uint64_t samples, const tool_array *counts) {
    const size_t buckets = tool_array_elements(counts);
    const bool wide = counts->type == XL_U64; /* over several ranks */
    uint64_t counted = 0;
    for (size_t i = 0; i < buckets; i++)
        counted += wide ? ((const uint64_t *)counts->data)[i] : ((const uint32_t *)counts->data)[i];
    return samples - counted;
}

const char *tool_uncounted_text(uint64_t uncounted, uint64_t samples, char *text, size_t size) {
    snprintf(text, size, "    %llu of %llu samples are outside of the range and not counted",
             (unsigned long long)uncounted, (unsigned long long)samples);
    return text;
}

void tool_add_uncounted(json_t *event, const tool_case *cs, const tool_data *data, const tool_array *counts) {
    const int input = cs->counts_of ? xl__find_array(cs->algorithm, cs->counts_of) : -1;
    if (input < 0) return;
    const int count = xl__count_input(cs->algorithm);
    const uint64_t given =
        count >= 0 && data->in[count].data ? tool_count_given(&data->in[count]) : UINT64_MAX;
    const size_t samples = given < data->elements[input] ? (size_t)given : data->elements[input];
    json_object_set_new(event, "samples", json_integer((json_int_t)samples));
    json_object_set_new(event, "uncounted", json_integer((json_int_t)tool_uncounted(samples, counts)));
}
