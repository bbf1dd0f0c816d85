#include "arrays/array_file.h"
#include "arrays/image.h"
#include "arrays/npy.h"
#include "system/os_file.h"
#include <ctype.h>
#include <string.h>

/* One sample per pixel. */
static int to_luminance(tool_array *image, xl_error *error) {
    tool_array out = {0};
    const int status = tool_image_luminance(image, &out, error);
    out.followed = image->followed;
    tool_array_free(image);
    if (status) return status;
    *image = out;
    image->shape[0] *= image->shape[1];
    image->rank = 1;
    return XL_SUCCESS;
}

bool tool_is_png_name(const char *path) {
    static const char end[] = ".png";
    const size_t length = strlen(path);
    if (length < sizeof end) return false;
    for (size_t i = 0; i < sizeof end - 1; i++)
        if (tolower((unsigned char)path[length - (sizeof end - 1) + i]) != end[i]) return false;
    return true;
}

int tool_array_file_open(tool_array_file *file, const char *path, bool luminance, tool_array *array,
                         xl_error *error) {
    *file = (tool_array_file){.stream = tool_file_open_read(path, error), .path = path};
    *array = (tool_array){0};
    if (!file->stream) return XL_IO;
    /* The first byte decides; one can be put back into a pipe too. */
    const int first = getc(file->stream);
    if (first != EOF) ungetc(first, file->stream);
    int status = XL_SUCCESS;
    if (first == TOOL_IMAGE_FIRST_BYTE || (first != TOOL_NPY_FIRST_BYTE && tool_is_png_name(path)))
        status = tool_image_read_stream(file->stream, path, array, error);
    else
        status = tool_npy_read_header(file->stream, path, array, &file->place, error);
    if (!status && array->data && luminance) status = to_luminance(array, error);
    if (status || array->data) tool_array_file_close(file);
    return status;
}

int tool_array_file_check(tool_array_file *file, const tool_array *array, xl_error *error) {
    if (!file->stream) return XL_SUCCESS;
    const int status = tool_npy_check_size(file->stream, file->path, file->place, array, error);
    tool_array_file_close(file);
    return status;
}

int tool_array_file_read(tool_array_file *file, tool_array *array, xl_error *error) {
    if (!file->stream) return XL_SUCCESS;
    const int status = tool_npy_read_data(file->stream, file->path, file->place, array, error);
    tool_array_file_close(file);
    return status;
}

void tool_array_file_close(tool_array_file *file) {
    if (file->stream) fclose(file->stream);
    file->stream = NULL;
}
