/* expected.c - results as expected values. */
#include "shrink/expected.h"
#include "base/os.h"
#include "cases/compare.h"
#include "system/os_folder.h"
#include "text/os_memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double value_of(const export_output *o, const char *got, size_t i) {
    return tool_value_double(tool_value_at(got, o->type, i));
}

/* The share by which two right implementations may differ after any change of the text. */
static double share_of(xl_type type) {
    return type == XL_F64 ? 1e-9 : type == XL_F32 ? 1e-3 : 3e-2;
}

static bool is_near(const export_output *o, const char *got, const double *want, const double *allowed) {
    for (size_t i = 0; i < o->elements; i++) {
        const double g = value_of(o, got, i);
        if (!isinf(allowed[i]) && g != want[i] && !(isnan(g) && isnan(want[i])) &&
            !(fabs(g - want[i]) <= allowed[i]))
            return false;
    }
    return true;
}

static void expect_near(const export_output *o, const char *got, double *want, double *allowed) {
    double largest = 1e-3; /* below that, rounding and subnormal numbers differ */
    if (is_near(o, got, want, allowed)) return;
    for (size_t i = 0; i < o->elements; i++) {
        want[i] = value_of(o, got, i);
        if (isfinite(want[i]) && fabs(want[i]) > largest) largest = fabs(want[i]);
    }
    for (size_t i = 0; i < o->elements; i++)
        allowed[i] = isfinite(want[i]) ? share_of(o->type) * largest : HUGE_VAL;
}

static void resize(shrunk_blob *blob, size_t size) {
    blob->data = tool_need(realloc(blob->data, size + 1));
    if (size > blob->size) memset(blob->data + blob->size, 0, size - blob->size);
    blob->size = size;
}

void shrunk_expect_room(shrunk_program *p, int output) {
    export_output *const o = &p->description.output[output];
    const bool near = o->compare == EXPORT_NEAR;
    if (o->compare == EXPORT_KEPT) return;
    o->wanted = o->elements;
    resize(&p->expected[output], near ? o->elements * sizeof(double) : shrunk_output_bytes(o));
    if (near) resize(&p->allowed[output], o->elements * sizeof(double));
}

/* False: memory past the results was written. */
static bool expect_output(shrunk_program *p, int output, const char *got, size_t bytes) {
    const export_output *const o = &p->description.output[output];
    shrunk_blob *const expected = &p->expected[output], *const allowed = &p->allowed[output];
    if (o->compare == EXPORT_KEPT)
        return memcmp(got + o->from, p->capture.buffers[o->buffer].before + o->from, bytes - o->from) == 0;
    if (o->compare == EXPORT_NEAR) {
        expect_near(o, got, (double *)(void *)expected->data, (double *)(void *)allowed->data);
        return true;
    }
    shrunk_expect_room(p, output);
    memcpy(expected->data, got, bytes);
    return true;
}

bool shrunk_expect(shrunk_program *p, const char *got, size_t size) {
    for (int i = 0; i < p->description.output_count; i++) {
        const size_t bytes = shrunk_output_bytes(&p->description.output[i]);
        if (bytes > size || !expect_output(p, i, got, bytes)) return false;
        got += bytes;
        size -= bytes;
    }
    return size == 0;
}

void shrunk_remove_tree(const char *path) {
    char **names = NULL, below[2048];
    size_t count = 0;
    if (!tool_folder_is_real(path) || xl__os_list_folder(path, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        snprintf(below, sizeof below, "%s/%s", path, names[i]);
        if (tool_folder_is_real(below))
            shrunk_remove_tree(below);
        else
            xl__os_remove_file(below);
    }
    xl__os_free_names(names, count);
    tool_folder_remove(path);
}
