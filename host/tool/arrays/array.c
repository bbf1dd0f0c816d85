#include "arrays/array.h"
#include "base/status.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

bool tool_array_bytes(xl_type type, int rank, const size_t *shape, size_t *bytes) {
    size_t product = xl_type_size(type);
    bool empty = false;
    if (product == 0 || rank < 0 || rank > TOOL_MAX_RANK) return false;
    for (int i = 0; i < rank; i++) {
        if (shape[i] == 0) {
            empty = true;
        } else if (product > (size_t)PTRDIFF_MAX / shape[i]) {
            return false;
        } else {
            product *= shape[i];
        }
    }
    *bytes = empty ? 0 : product;
    return true;
}

int tool_array_make(tool_array *array, xl_type type, int rank, const size_t *shape, xl_error *error) {
    char text[160];
    size_t bytes = 0;
    *array = (tool_array){0};
    if (!tool_array_bytes(type, rank, shape, &bytes))
        return xl__fail(error, XL_TOO_LARGE, "an array %s of %s is more than memory can address",
                        tool_shape_text(rank, shape, text, sizeof text), xl_type_name(type));
    void *data = calloc(bytes ? bytes : 1, 1);
    if (!data)
        return xl__fail(error, XL_NO_MEMORY, "no memory for an array %s of %s, %zu bytes; use a smaller one",
                        tool_shape_text(rank, shape, text, sizeof text), xl_type_name(type), bytes);
    array->type = type;
    array->rank = rank;
    for (int i = 0; i < rank; i++) array->shape[i] = shape[i];
    array->data = data;
    array->bytes = bytes;
    return XL_SUCCESS;
}

void tool_array_free(tool_array *array) {
    free(array->data);
    *array = (tool_array){0};
}

size_t tool_array_elements(const tool_array *array) {
    const size_t size = xl_type_size(array->type);
    return size ? array->bytes / size : 0;
}

const char *tool_shape_text(int rank, const size_t *shape, char *text, size_t size) {
    size_t used = 0;
    if (size == 0) return text;
    text[0] = '\0';
    for (int i = 0; i < rank && i < TOOL_MAX_RANK && used < size; i++) {
        const int n = snprintf(text + used, size - used, "%s%zu", i ? ", " : "(", shape[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    if (used < size) snprintf(text + used, size - used, rank <= 0 ? "()" : rank == 1 ? ",)" : ")");
    return text;
}
