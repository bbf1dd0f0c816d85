/* draw.c - pictures show results, which are equal on every device, so the folder has one of each. */
#include "text/os_memory.h"
#include "exec/draw.h"
#include "charts/chart.h"
#include "run/checked_run.h"
#include "plan/plan_make.h"
#include "table/lookup.h"
#include "exec/exec.h"
#include "arrays/image.h"
#include "system/os_start.h"
#include "records/record.h"
#include "run/breach.h"
#include <stdlib.h>
#include <string.h>

/* The last picture: input of algorithms that take a luminance. */
typedef struct drawing {
    tool_session *session;
    const char *folder;
    tool_array picture;
} drawing;

enum { PATH = 4096 };

static int find_picture(const xl__algorithm *algorithm, xl__picture kind, bool output) {
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].picture == kind && (algorithm->arrays[a].direction == XL__OUT) == output)
            return a;
    return -1;
}

static void name_picture(const drawing *d, const char *name, const char *kind, char path[PATH]) {
    snprintf(path, PATH, "%s/%s.%s", d->folder, name, kind);
}

static json_t *written(const char *path) {
    return json_pack("{s:s,s:o}", "event", "written", "file", tool_json_line(path));
}

static int write_picture(drawing *d, const char *name, const tool_array *image, xl_error *error) {
    char path[PATH];
    name_picture(d, name, "png", path);
    const int status = tool_image_write(path, image, 8, error);
    if (status == XL_SUCCESS) tool_emit(d->session, written(path));
    return status;
}

/* Of the automatic strategy, checked. */
static int compute(drawing *d, const tool_config *config, xl_plan *plan, tool_data *data, int output,
                   tool_array *out, xl_error *error) {
    const xl__algorithm *algorithm = config->cs->algorithm;
    tool_buffers buffers = {0};
    tool_verdict verdict = {0};
    uint64_t there = 0;
    int status = tool_run_checked(d->session, config->cs, plan, data, 1, &buffers, &verdict, error);
    char text[256];
    if (status == XL_SUCCESS && verdict.guard)
        status = xl__fail(error, XL_WRONG_ANSWER, "the picture of %s is wrong, %s, so it was not written",
                          algorithm->name, tool_breach_text(&verdict.breach[0], text, sizeof text));
    else if (status == XL_SUCCESS && verdict.wrong)
        status = xl__fail(error, XL_WRONG_ANSWER,
                          "the picture of %s is wrong at element %zu, so it was not written", algorithm->name,
                          verdict.index);
    if (status == XL_SUCCESS)
        status = tool_read_output(d->session, algorithm, xl__plan_problem(plan), output, &buffers, out,
                                  &there, error);
    tool_buffers_free(&buffers);
    return status;
}

static int draw_colors(drawing *d, const tool_case *cs, int output, xl_error *error) {
    tool_config config = {.cs = cs, .strategy = TOOL_AUTO_STRATEGY, .distribution = cs->distributions[0]};
    snprintf(config.settings, sizeof config.settings, "%s", cs->picture_settings);
    xl_plan *plan = NULL;
    tool_data data = {0};
    tool_array colors = {0};
    int status = tool_plan_make(d->session, &config, &plan, error);
    if (status == XL_SUCCESS)
        status = tool_data_generate(cs, xl__plan_problem(plan), config.distribution,
                                    d->session->options->seed, &data, error);
    if (status == XL_SUCCESS) status = compute(d, &config, plan, &data, output, &colors, error);
    if (status == XL_SUCCESS) {
        tool_make_image(cs->algorithm, xl__plan_problem(plan), &colors);
        status = write_picture(d, cs->algorithm->name, &colors, error);
        tool_array_free(&d->picture);
        d->picture = colors;
    } else {
        tool_array_free(&colors);
    }
    xl_plan_free(plan);
    tool_data_free(&data);
    return status;
}

static int draw_bars(drawing *d, const tool_case *cs, const tool_data *data, int output,
                     const tool_array *numbers, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const size_t count = tool_array_elements(numbers);
    char path[PATH], title[160];
    double *const values = tool_need(calloc(count ? count : 1, sizeof *values));
    for (size_t i = 0; i < count; i++)
        values[i] = tool_value_double(tool_value_at(numbers->data, numbers->type, i));
    snprintf(title, sizeof title, "%s: the light of the picture next to it, %zu %s", algorithm->name, count,
             algorithm->arrays[output].shape[0]);
    const tool_bars bars = {.title = title,
                            .x_title = algorithm->arrays[output].shape[0],
                            .y_title = algorithm->arrays[output].name,
                            .value = values,
                            .count = count};
    name_picture(d, algorithm->name, "svg", path);
    const int status = tool_bars_save(path, &bars, error);
    if (status == XL_SUCCESS) {
        json_t *const event = written(path);
        tool_add_uncounted(event, cs, data, numbers);
        tool_emit(d->session, event);
    }
    free(values);
    return status;
}

/* The first output of one dimension, for bars; -1: none. */
static int find_list(const xl__algorithm *algorithm) {
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].direction == XL__OUT && !algorithm->arrays[a].shape[1]) return a;
    return -1;
}

/* For the luminance of the last picture, as bars. */
static int draw_list(drawing *d, const tool_case *cs, int input, int output, xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    tool_config config = {.cs = cs, .strategy = TOOL_AUTO_STRATEGY, .type = XL_F32};
    tool_data data = {0};
    tool_array numbers = {0};
    xl_plan *plan = NULL;
    int status = tool_image_luminance(&d->picture, &data.in[input], error);
    if (status == XL_SUCCESS) {
        data.in[input].shape[0] *= data.in[input].shape[1];
        data.in[input].rank = 1;
        data.elements[input] = data.in[input].shape[0];
        snprintf(config.settings, sizeof config.settings, "%s %s=%zu", cs->picture_settings,
                 algorithm->arrays[input].shape[0], data.elements[input]);
        status = tool_plan_make(d->session, &config, &plan, error);
    }
    if (status == XL_SUCCESS) status = compute(d, &config, plan, &data, output, &numbers, error);
    if (status == XL_SUCCESS) status = draw_bars(d, cs, &data, output, &numbers, error);
    tool_array_free(&numbers);
    tool_data_free(&data);
    xl_plan_free(plan);
    return status;
}

tool_exit tool_draw(tool_session *s, const char *folder) {
    drawing d = {.session = s, .folder = folder};
    xl_error error = {0};
    int status = XL_SUCCESS;
    for (int pass = 0; pass < 2; pass++) /* pictures first, then results for them */
        for (int i = 0; tool_cases[i] && status == XL_SUCCESS; i++) {
            const tool_case *cs = tool_cases[i];
            if (!cs->picture_settings) continue;
            const int colors = find_picture(cs->algorithm, XL__COLOR, true);
            const int luminance = find_picture(cs->algorithm, XL__LUMINANCE, false);
            if (pass == 0 && colors >= 0) status = draw_colors(&d, cs, colors, &error);
            const int output = find_list(cs->algorithm);
            if (pass == 1 && luminance >= 0 && output >= 0 && d.picture.data)
                status = draw_list(&d, cs, luminance, output, &error);
        }
    tool_array_free(&d.picture);
    if (status == XL_SUCCESS) return TOOL_OK;
    const tool_exit result = status == XL_WRONG_ANSWER ? TOOL_WRONG
                             : status == XL_IO         ? TOOL_OUTPUT
                                                       : TOOL_DEVICE_FAILED;
    tool_emit_failure(s, result, error.text);
    return result;
}
