/* A .npy file, read as a file of known size and as a pipe. */
#include "fuzz.h"
#include "arrays/npy.h"
#include "base/status.h"
#include <string.h>

static const char name[] = "in.npy";

static int read_as(const void *data, size_t size, bool known, tool_array *array) {
    xl_error error = {.text = ""};
    fuzz_set_input(data, size, known);
    const int status = tool_npy_read(name, array, &error);
    FUZZ_CHECK(!status || (array->data == NULL && array->bytes == 0));
    if (status) fuzz_check_refusal(error.text, name);
    return status;
}

static bool is_same(const tool_array *a, const tool_array *b) {
    return a->type == b->type && a->rank == b->rank && a->bytes == b->bytes &&
           memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape) == 0 &&
           memcmp(a->data, b->data, a->bytes) == 0;
}

static void check_taken(const tool_array *array, size_t size) {
    size_t bytes = 0, written = 0;
    tool_array again;
    FUZZ_CHECK(array->data && array->rank >= 0 && array->rank <= TOOL_MAX_RANK);
    FUZZ_CHECK(tool_array_bytes(array->type, array->rank, array->shape, &bytes) && bytes == array->bytes);
    FUZZ_CHECK(array->bytes == tool_array_elements(array) * xl_type_size(array->type) && bytes < size);
    FUZZ_CHECK(tool_npy_write("out.npy", array, NULL) == XL_SUCCESS);
    const unsigned char *const file = fuzz_output(&written);
    FUZZ_CHECK((written - array->bytes) % 64 == 0); /* where the data starts */
    FUZZ_CHECK(read_as(file, written, true, &again) == XL_SUCCESS && is_same(array, &again));
    tool_array_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tool_array array, piped;
    const int status = read_as(data, size, true, &array);
    FUZZ_CHECK(read_as(data, size, false, &piped) == status);
    FUZZ_CHECK(status || is_same(&array, &piped));
    if (!status) check_taken(&array, size);
    tool_array_free(&array);
    tool_array_free(&piped);
    return 0;
}
