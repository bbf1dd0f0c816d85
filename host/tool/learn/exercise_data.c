/* exercise_data.c - makes inputs by `fill`, and expected outputs by running expected.cl in one work-item. */
#include "table/lookup.h"
#include "program/program.h"
#include "run/checked_run.h"
#include "cases/elements.h"
#include "learn/exercise.h"
#include "cases/inputs.h"
#include "base/calls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The table is the exercise's first member. */
static const tool_exercise *exercise_of(const xl__problem *problem) {
    return (const tool_exercise *)(const void *)problem->algorithm;
}

static void put(tool_array *array, size_t i, const tool_fill *fill, uint32_t number) {
    const int64_t value = fill->flag ? number == 0 : (int64_t)number + fill->least;
    if (array->type == XL_F32)
        ((float *)array->data)[i] = (float)value;
    else
        tool_put_whole(array->data, array->type, i, (uint64_t)value);
}

int tool_exercise_generate(const xl__problem *problem, const char *distribution, uint64_t seed,
                           tool_data *data, xl_error *error) {
    const tool_exercise *const e = exercise_of(problem);
    int status = XL_SUCCESS;
    for (int a = 0; a < e->algorithm.array_count && status == XL_SUCCESS; a++) {
        if (e->arrays[a].direction == XL__OUT) continue;
        tool_numbers *numbers = NULL;
        const size_t n = data->elements[a];
        status = tool_numbers_open(e->name, distribution, seed + (uint64_t)a, n > 0 ? n : 1, e->fill[a].below,
                                   &numbers, error);
        for (size_t i = 0; i < n && status == XL_SUCCESS; i++) {
            uint32_t unused;
            put(&data->in[a], i, &e->fill[a], tool_number_at(numbers, i, &unused));
        }
        tool_numbers_close(numbers);
    }
    return status;
}

/* `bytes` long. A count may claim more elements. */
static void take_output(const tool_exercise *e, int array, const void *got, size_t bytes,
                        tool_expected *expected) {
    const size_t size = xl_type_size(expected->type), there = bytes / size,
                 taken = there < expected->elements ? there : expected->elements;
    if (!tool_is_floating(expected->type)) {
        memcpy(expected->exact, got, taken * size);
        return;
    }
    for (size_t i = 0; i < taken; i++) {
        const float value = ((const float *)got)[i];
        expected->value[i] = (double)value;
        expected->allowed[i] = e->ulps[array] * ldexp(fabs((double)value), -23);
    }
}

/* First the count, which is the length of its arrays. */
static int take_outputs(const tool_exercise *e, const xl__problem *problem, const tool_buffers *buffers,
                        tool_data *data, xl_error *error) {
    int status = XL_SUCCESS;
    for (int counted = 0; counted < 2 && status == XL_SUCCESS; counted++)
        for (int a = 0; a < e->algorithm.array_count && status == XL_SUCCESS; a++) {
            const int counter = xl__counter_of(&e->algorithm, a);
            if (e->arrays[a].direction != XL__OUT || (counter >= 0) != (counted > 0)) continue;
            if (counter >= 0)
                status = tool_data_counted(problem, &e->algorithm, a,
                                           ((const uint32_t *)data->expected[counter].exact)[0], data, error);
            void *const got = status == XL_SUCCESS ? calloc(1, buffers->bytes[a] + 1) : NULL;
            if (status == XL_SUCCESS && !got)
                status = xl__fail(error, XL_NO_MEMORY, "not enough memory to read the expected outputs");
            if (status == XL_SUCCESS && buffers->bytes[a] > 0) {
                const cl_int read = clEnqueueReadBuffer(e->session->queue, buffers->mem[a], CL_TRUE, 0,
                                                        buffers->bytes[a], got, 0, NULL, NULL);
                if (read != CL_SUCCESS)
                    status = xl__fail(error, read, "clEnqueueReadBuffer of the expected outputs: %s",
                                      xl_status_name(read));
            }
            if (status == XL_SUCCESS) take_output(e, a, got, buffers->bytes[a], &data->expected[a]);
            free(got);
        }
    return status;
}

/* Outputs begin as 0, so that expected.cl may count in them. */
static cl_int launch(const tool_exercise *e, const xl__problem *problem, const tool_buffers *buffers,
                     cl_kernel kernel) {
    const cl_uint numbers[] = {(cl_uint)problem->value[0], (cl_uint)problem->width,
                               (cl_uint)problem->group_size};
    const cl_uint zero = 0;
    const size_t one = 1;
    const cl_command_queue queue = e->session->queue;
    cl_int status = CL_SUCCESS;
    cl_uint at = 0;
    for (int a = 0; a < e->algorithm.array_count && status == CL_SUCCESS; a++) {
        if (e->arrays[a].direction == XL__OUT && buffers->bytes[a] > 0)
            status = clEnqueueFillBuffer(queue, buffers->mem[a], &zero, sizeof zero, 0, buffers->bytes[a], 0,
                                         NULL, NULL);
        if (status == CL_SUCCESS) status = clSetKernelArg(kernel, at++, sizeof(cl_mem), &buffers->mem[a]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == CL_SUCCESS; i++)
        status = clSetKernelArg(kernel, at++, sizeof *numbers, &numbers[i]);
    if (status == CL_SUCCESS)
        status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
    return status == CL_SUCCESS ? clFinish(queue) : status;
}

int tool_exercise_reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const tool_exercise *const e = exercise_of(problem);
    xl__program *program = NULL;
    tool_buffers buffers = {0};
    cl_kernel kernel = NULL;
    bool shared;
    int status =
        xl__program_get_text(e->session->device, "expected.cl", e->expected, "", &program, &shared, error);
    if (status != XL_SUCCESS) return status;
    cl_int made = CL_SUCCESS;
    kernel = clCreateKernel(program->cl, "expected", &made);
    if (made == CL_SUCCESS)
        status = tool_buffers_make(e->session, &e->algorithm, problem, data, &buffers, error);
    if (made == CL_SUCCESS && status == XL_SUCCESS) made = launch(e, problem, &buffers, kernel);
    if (made != CL_SUCCESS)
        status = xl__fail(error, made,
                          "%s: expected.cl: %s; it must have a kernel 'expected' with the arrays, uint "
                          "n, uint width, uint group",
                          e->name, xl_status_name(made));
    if (status == XL_SUCCESS) status = take_outputs(e, problem, &buffers, data, error);
    tool_buffers_free(&buffers);
    if (kernel) clReleaseKernel(kernel);
    xl__program_release(e->session->device, program);
    return status;
}
