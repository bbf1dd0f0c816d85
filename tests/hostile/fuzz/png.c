/* A PNG file, written with 16 bits, must read back equal, also from 8 bits: v/255 = 257v/65535. */
#include "fuzz.h"
#include "arrays/image.h"
#include "base/status.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIGNATURE = 8, WIDTH_AT = 16, HEIGHT_AT = 20, FRAME = 12 /* length, type and checksum of a chunk */ };
/* The sanitizer would mark every byte of larger pictures; tests/unit/test_image.c has some. */
enum { MOST_PIXELS = 1 << 14, WRITTEN_PIXELS = 256, MOST_BYTES = 1 << 14 };

static const char name[] = "in.png";

static uint32_t take(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Corrects the checksum of each complete chunk, which no fuzzer would guess. */
static void mend_checksums(uint8_t *data, size_t size) {
    for (size_t at = SIGNATURE; at + FRAME <= size && take(data + at) <= size - at - FRAME;) {
        const size_t length = take(data + at);
        put(data + at + 8 + length, (uint32_t)crc32(0, data + at + 4, (uInt)length + 4));
        at += length + FRAME;
    }
}

static int read_picture(const void *data, size_t size, tool_array *image) {
    xl_error error = {.text = ""};
    fuzz_set_input(data, size, true);
    const int status = tool_image_read(name, image, &error);
    FUZZ_CHECK(!status || (image->data == NULL && image->bytes == 0));
    if (status) fuzz_check_refusal(error.text, name);
    return status;
}

static void check_taken(const tool_array *image) {
    const float *const values = image->data;
    const size_t count = tool_array_elements(image);
    tool_array again;
    size_t written = 0;
    FUZZ_CHECK(image->type == XL_F32 && image->rank == 3 && image->shape[2] >= 1 && image->shape[2] <= 4);
    FUZZ_CHECK(count > 0 && image->bytes == count * sizeof *values);
    for (size_t i = 0; i < count; i++) FUZZ_CHECK(values[i] >= 0.0f && values[i] <= 1.0f);
    if (image->shape[0] * image->shape[1] > WRITTEN_PIXELS) return;
    FUZZ_CHECK(tool_image_write("out.png", image, 16, NULL) == XL_SUCCESS);
    const unsigned char *const file = fuzz_output(&written);
    FUZZ_CHECK(read_picture(file, written, &again) == XL_SUCCESS);
    FUZZ_CHECK(memcmp(image->shape, again.shape, 3 * sizeof *image->shape) == 0);
    FUZZ_CHECK(memcmp(image->data, again.data, image->bytes) == 0);
    tool_array_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t copy[MOST_BYTES];
    tool_array image;
    if (size > MOST_BYTES) return 0;
    memcpy(copy, data, size);
    /* One input in eight keeps its checksums. */
    if (size % 8 != 7) mend_checksums(copy, size);
    if (size >= HEIGHT_AT + 4) {
        const uint64_t pixels = (uint64_t)take(copy + WIDTH_AT) * take(copy + HEIGHT_AT);
        if (pixels > MOST_PIXELS && pixels <= TOOL_IMAGE_MAX_VALUES) return 0;
    }
    if (read_picture(copy, size, &image) == XL_SUCCESS) check_taken(&image);
    tool_array_free(&image);
    return 0;
}
