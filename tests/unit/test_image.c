#include "support/scratch.h"
#include "support/suite.h"
#include "arrays/image.h"
#include "cases/random.h"
#include <math.h>
#include <png.h>
#include <stdint.h>

/* A PNG that libpng writes, so that the reader is tested without our writer. */
typedef struct plain_png {
    png_uint_32 width, height;
    int depth, color, interlace;
    size_t row_bytes;
    const png_color *palette;
    int colors;
    const png_byte *transparent; /* alpha of the palette's colours */
    int transparent_count;
    const png_color_16 *key; /* the transparent colour */
} plain_png;

static void write_plain(const char *name, const plain_png *p, const unsigned char *rows) {
    FILE *const stream = fopen(scratch_path(name), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    ck_assert_ptr_nonnull(stream);
    ck_assert_ptr_nonnull(info);
    if (setjmp(png_jmpbuf(png))) ck_abort_msg("the test's own PNG cannot be written");
    png_init_io(png, stream);
    png_set_IHDR(png, info, p->width, p->height, p->depth, p->color, p->interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (p->palette) png_set_PLTE(png, info, p->palette, p->colors);
    if (p->transparent) png_set_tRNS(png, info, p->transparent, p->transparent_count, NULL);
    if (p->key) png_set_tRNS(png, info, NULL, 0, p->key);
    /* Newer releases of libpng refuse to write such a file. */
    png_set_check_for_invalid_index(png, 0);
    png_write_info(png, info);
    const int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 y = 0; y < p->height; y++) png_write_row(png, rows + y * p->row_bytes);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    fclose(stream);
}

static const float *read_image(const char *name, size_t height, size_t width, size_t channels,
                               tool_array *image) {
    xl_error error = {0};
    ck_assert_msg(tool_image_read(scratch_path(name), image, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(image->type, XL_F32);
    ck_assert_int_eq(image->rank, 3);
    ck_assert_uint_eq(image->shape[0], height);
    ck_assert_uint_eq(image->shape[1], width);
    ck_assert_uint_eq(image->shape[2], channels);
    return image->data;
}

AROUND(scratch_make, scratch_remove);

TEST(reads_every_kind) {
    static const unsigned char grey8[] = {0, 128, 255}, rgba8[] = {1, 2, 3, 4, 255, 254, 253, 252};
    static const unsigned char grey16[] = {0x00, 0x00, 0x12, 0x34, 0xff, 0xff}, bits[] = {0xa0},
                               two[] = {0x1b};
    static const unsigned char grey_alpha[] = {10, 20, 30, 40}, indices[] = {1, 0};
    static const png_color palette[] = {{10, 20, 30}, {40, 50, 60}};
    static const png_byte transparent[] = {128};
    static const png_color_16 key = {.gray = 128};
    tool_array a;
    const float *v;
    write_plain("a", &(plain_png){3, 1, 8, PNG_COLOR_TYPE_GRAY, 0, 3, NULL, 0, NULL, 0, NULL}, grey8);
    v = read_image("a", 1, 3, 1, &a);
    ck_assert(v[0] == 0.0f && v[1] == 128.0f / 255.0f && v[2] == 1.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){3, 1, 16, PNG_COLOR_TYPE_GRAY, 0, 6, NULL, 0, NULL, 0, NULL}, grey16);
    v = read_image("a", 1, 3, 1, &a);
    ck_assert(v[0] == 0.0f && v[1] == 0x1234 / 65535.0f && v[2] == 1.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){3, 1, 1, PNG_COLOR_TYPE_GRAY, 0, 1, NULL, 0, NULL, 0, NULL}, bits);
    v = read_image("a", 1, 3, 1, &a);
    ck_assert(v[0] == 1.0f && v[1] == 0.0f && v[2] == 1.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){4, 1, 2, PNG_COLOR_TYPE_GRAY, 0, 1, NULL, 0, NULL, 0, NULL}, two);
    v = read_image("a", 1, 4, 1, &a);
    for (int i = 0; i < 4; i++) ck_assert_float_eq(v[i], (float)i / 3.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){2, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, 0, 4, NULL, 0, NULL, 0, NULL},
                grey_alpha);
    v = read_image("a", 1, 2, 2, &a);
    for (int i = 0; i < 4; i++) ck_assert_float_eq(v[i], (float)grey_alpha[i] / 255.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){1, 2, 8, PNG_COLOR_TYPE_RGB_ALPHA, 0, 4, NULL, 0, NULL, 0, NULL}, rgba8);
    v = read_image("a", 2, 1, 4, &a);
    for (int i = 0; i < 8; i++) ck_assert_float_eq(v[i], (float)rgba8[i] / 255.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){2, 1, 8, PNG_COLOR_TYPE_PALETTE, 0, 2, palette, 2, NULL, 0, NULL}, indices);
    v = read_image("a", 1, 2, 3, &a);
    ck_assert(v[0] == 40 / 255.0f && v[1] == 50 / 255.0f && v[5] == 30 / 255.0f);
    tool_array_free(&a);
    write_plain("a", &(plain_png){2, 1, 8, PNG_COLOR_TYPE_PALETTE, 0, 2, palette, 2, transparent, 1, NULL},
                indices);
    v = read_image("a", 1, 2, 4, &a);
    ck_assert(v[3] == 1.0f && v[7] == 128 / 255.0f);
    tool_array_free(&a);
    /* Four pixels in a byte: colours 0, 1, 1, 0, and in `beyond` 0, 1, 1, 3: 3 is not in the palette. */
    static const unsigned char packed = 0x14, beyond = 0x17;
    write_plain("a", &(plain_png){4, 1, 2, PNG_COLOR_TYPE_PALETTE, 0, 1, palette, 2, NULL, 0, NULL}, &packed);
    v = read_image("a", 1, 4, 3, &a);
    ck_assert(v[0] == 10 / 255.0f && v[3] == 40 / 255.0f && v[6] == 40 / 255.0f && v[11] == 30 / 255.0f);
    tool_array_free(&a);
    xl_error error = {0};
    write_plain("a", &(plain_png){4, 1, 2, PNG_COLOR_TYPE_PALETTE, 0, 1, palette, 2, NULL, 0, NULL}, &beyond);
    ck_assert_int_eq(tool_image_read(scratch_path("a"), &a, &error), XL_IO);
    ck_assert_msg(strstr(error.text, "pixel (3, 0) has color 3 of a palette of 2") != NULL, "%s", error.text);
    write_plain("a", &(plain_png){3, 1, 8, PNG_COLOR_TYPE_GRAY, 0, 3, NULL, 0, NULL, 0, &key}, grey8);
    v = read_image("a", 1, 3, 2, &a);
    ck_assert(v[1] == 1.0f && v[2] == 128 / 255.0f && v[3] == 0.0f && v[5] == 1.0f);
    tool_array_free(&a);
}

TEST(reads_interlaced) {
    unsigned char rows[9 * 10 * 3];
    tool_array a;
    for (size_t i = 0; i < sizeof rows; i++) rows[i] = (unsigned char)(i * 7);
    write_plain("a",
                &(plain_png){9, 10, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_ADAM7, 27, NULL, 0, NULL, 0, NULL},
                rows);
    const float *const v = read_image("a", 10, 9, 3, &a);
    for (size_t i = 0; i < sizeof rows; i++) ck_assert_float_eq(v[i], (float)rows[i] / 255.0f);
    tool_array_free(&a);
    /* Two pixels in a byte. */
    png_color palette[16];
    for (int i = 0; i < 16; i++)
        palette[i] = (png_color){(png_byte)(i * 16), (png_byte)i, (png_byte)(255 - i)};
    write_plain(
        "a",
        &(plain_png){9, 10, 4, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_ADAM7, 5, palette, 16, NULL, 0, NULL},
        rows);
    const float *c = read_image("a", 10, 9, 3, &a);
    for (size_t y = 0; y < 10; y++)
        for (size_t x = 0; x < 9; x++, c += 3) {
            const int index = rows[y * 5 + x / 2] >> (x % 2 ? 0 : 4) & 15;
            ck_assert(c[0] == (float)(index * 16) / 255.0f && c[1] == (float)index / 255.0f &&
                      c[2] == (float)(255 - index) / 255.0f);
        }
    tool_array_free(&a);
}

TEST(writes_what_it_reads) {
    tool_random random;
    xl_error error;
    tool_random_start(&random, 1, 0);
    for (int bits = 8; bits <= 16; bits += 8) {
        for (size_t channels = 1; channels <= 4; channels++) {
            const size_t shape[] = {5, 7, channels};
            const double most = bits == 8 ? 255 : 65535;
            tool_array a, b;
            ck_assert_int_eq(tool_array_make(&a, XL_F32, 3, shape, &error), XL_SUCCESS);
            float *const in = a.data;
            for (size_t i = 0; i < 35 * channels; i++) in[i] = tool_random_f32(&random);
            ck_assert_int_eq(tool_image_write(scratch_path("a.png"), &a, bits, &error), XL_SUCCESS);
            const float *const out = read_image("a.png", 5, 7, channels, &b);
            for (size_t i = 0; i < 35 * channels; i++)
                ck_assert_double_le(fabs((double)out[i] - (double)in[i]), 0.5 / most + 1e-7);
            tool_array_free(&a);
            tool_array_free(&b);
        }
    }
    ck_assert_uint_eq(scratch_count(), 1);
}

TEST(clamps_and_rounds) {
    static const float values[] = {-1, -0.0f, 0.5f / 255, 0.499f / 255, 1, 1.5f, HUGE_VALF, -HUGE_VALF, NAN};
    static const float expected[] = {0, 0, 1, 0, 255, 255, 255, 0, 0};
    static const size_t shape[] = {3, 3};
    tool_array a, b;
    xl_error error;
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 2, shape, &error), XL_SUCCESS);
    memcpy(a.data, values, sizeof values);
    ck_assert_int_eq(tool_image_write(scratch_path("a.png"), &a, 8, &error), XL_SUCCESS);
    const float *const v = read_image("a.png", 3, 3, 1, &b);
    for (int i = 0; i < 9; i++) ck_assert_float_eq(v[i], expected[i] / 255.0f);
    tool_array_free(&a);
    tool_array_free(&b);
}

TEST(refuses_what_a_png_cannot_hold) {
    static const struct {
        xl_type type;
        int rank;
        size_t shape[4];
        int bits;
    } bad[] = {{XL_F32, 3, {0, 4, 3, 0}, 8}, {XL_F32, 3, {4, 0, 3, 0}, 8}, {XL_F32, 3, {4, 4, 5, 0}, 8},
               {XL_F32, 3, {4, 4, 0, 0}, 8}, {XL_F32, 1, {4, 0, 0, 0}, 8}, {XL_F32, 4, {1, 1, 1, 1}, 8},
               {XL_U8, 3, {4, 4, 3, 0}, 8},  {XL_F32, 3, {4, 4, 3, 0}, 4}, {XL_F32, 2, {1, 70000, 0, 0}, 8}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tool_array a;
        xl_error error = {0};
        ck_assert_int_eq(tool_array_make(&a, bad[i].type, bad[i].rank, bad[i].shape, &error), XL_SUCCESS);
        ck_assert_int_eq(tool_image_write(scratch_path("a.png"), &a, bad[i].bits, &error), XL_BAD_ARRAY);
        check_refusal(error.text, scratch_path("a.png"));
        tool_array_free(&a);
    }
    ck_assert_uint_eq(scratch_count(), 0);
}

TEST(write_fails_whole) {
    static const size_t shape[] = {200, 200, 3};
    tool_array a;
    xl_error error;
    tool_random random;
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 3, shape, &error), XL_SUCCESS);
    tool_random_start(&random, 2, 0);
    for (size_t i = 0; i < 200 * 200 * 3; i++) ((float *)a.data)[i] = tool_random_f32(&random);
    ck_assert_int_eq(tool_image_write(scratch_path("none/a.png"), &a, 8, &error), XL_IO);
    if (access("/dev/full", W_OK) == 0) {
        ck_assert_int_eq(tool_image_write("/dev/full", &a, 8, &error), XL_IO);
        ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    }
    scratch_limit(1000); /* a disk fills up midway */
    ck_assert_int_eq(tool_image_write(scratch_path("a.png"), &a, 8, &error), XL_IO);
    scratch_limit(RLIM_INFINITY);
    ck_assert_uint_eq(scratch_count(), 0);
    tool_array_free(&a);
}

static uint32_t crc(const unsigned char *bytes, size_t size) {
    uint32_t value = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        value ^= bytes[i];
        for (int k = 0; k < 8; k++) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
    }
    return ~value;
}

static void put_u32(unsigned char *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t get_u32(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void mend_checksums(unsigned char *bytes, size_t size) {
    for (size_t at = 8; at + 12 <= size;) {
        const size_t length = get_u32(bytes + at);
        if (length > size - at - 12) break;
        put_u32(bytes + at + 8 + length, crc(bytes + at + 4, length + 4));
        at += length + 12;
    }
}

static int read_bytes(const unsigned char *bytes, size_t size, tool_array *image, xl_error *error) {
    FILE *const stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    rewind(stream);
    const int status = tool_image_read_stream(stream, "a.png", image, error);
    fclose(stream);
    return status;
}

static void refuse(const unsigned char *bytes, size_t size, const char *expected) {
    tool_array image;
    xl_error error = {0};
    ck_assert_int_ne(read_bytes(bytes, size, &image, &error), XL_SUCCESS);
    ck_assert_ptr_null(image.data);
    check_refusal(error.text, "a.png: byte ");
    ck_assert_msg(strstr(error.text, expected) != NULL, "'%s' does not say '%s'", error.text, expected);
}

static unsigned char *small_picture(size_t *size) {
    static const size_t shape[] = {6, 5, 3};
    tool_array a;
    xl_error error;
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 3, shape, &error), XL_SUCCESS);
    for (size_t i = 0; i < 90; i++) ((float *)a.data)[i] = (float)i / 90;
    ck_assert_int_eq(tool_image_write(scratch_path("small.png"), &a, 8, &error), XL_SUCCESS);
    tool_array_free(&a);
    return (unsigned char *)scratch_read("small.png", size);
}

TEST(refuses_every_truncation) {
    size_t size = 0;
    unsigned char *const bytes = small_picture(&size);
    for (size_t n = 0; n < size; n++) {
        char place[48];
        snprintf(place, sizeof place, "byte %zu: the file ends", n);
        refuse(bytes, n, place);
    }
    free(bytes);
}

TEST(passes_over_what_follows) {
    tool_array image, longer;
    xl_error error = {0};
    size_t size = 0;
    unsigned char *const picture = small_picture(&size), *const bytes = realloc(picture, size + 5);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes + size, "after", 5);
    ck_assert_int_eq(read_bytes(bytes, size, &image, &error), XL_SUCCESS);
    ck_assert_uint_eq(image.followed, 0);
    ck_assert_int_eq(read_bytes(bytes, size + 5, &longer, &error), XL_SUCCESS);
    ck_assert_uint_eq(longer.followed, size);
    ck_assert_uint_eq(image.bytes, longer.bytes);
    ck_assert_mem_eq(image.data, longer.data, image.bytes);
    tool_array_free(&image);
    tool_array_free(&longer);
    free(bytes);
}

/* Returns the next chunk's place. */
static size_t add_chunk(unsigned char *bytes, size_t at, const char *kind, const void *data, size_t size) {
    put_u32(bytes + at, (uint32_t)size);
    memcpy(bytes + at + 4, kind, 4);
    if (size) memcpy(bytes + at + 8, data, size);
    put_u32(bytes + at + 8 + size, crc(bytes + at + 4, size + 4));
    return at + size + 12;
}

/* A picture of one pixel, with the chunks `first` and `then` between header and pixel. */
typedef struct piece {
    const char *kind;
    size_t size;
} piece;

static size_t one_pixel(unsigned char *bytes, int color, const piece *pieces, size_t count) {
    static const unsigned char header[13] = {0, 0, 0, 1, 0, 0, 0, 1, 8}, zeros[16] = {0},
                               pixel[] = {0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1};
    unsigned char own[13];
    memcpy(own, header, sizeof own);
    own[9] = (unsigned char)color;
    memcpy(bytes, "\x89PNG\r\n\x1a\n", 8);
    size_t at = add_chunk(bytes, 8, "IHDR", own, sizeof own);
    for (size_t i = 0; i < count; i++) at = add_chunk(bytes, at, pieces[i].kind, zeros, pieces[i].size);
    at = add_chunk(bytes, at, "IDAT", pixel, sizeof pixel);
    return add_chunk(bytes, at, "IEND", NULL, 0);
}

/* libpng would skip the tRNS chunk and change the number of channels. */
TEST(refuses_damaged_transparency) {
    enum { GREY = 0, INDEXED = 3 };
    static const piece sound[] = {{"PLTE", 6}, {"tRNS", 1}}, longer[] = {{"PLTE", 6}, {"tRNS", 3}},
                       empty[] = {{"PLTE", 6}, {"tRNS", 0}}, early[] = {{"tRNS", 1}, {"PLTE", 6}},
                       twice[] = {{"PLTE", 6}, {"tRNS", 1}, {"tRNS", 1}}, one = {"tRNS", 1},
                       three = {"tRNS", 3}, two = {"tRNS", 2};
    unsigned char bytes[300];
    tool_array image;
    xl_error error = {0};
    size_t size = one_pixel(bytes, INDEXED, sound, 2);
    ck_assert_msg(read_bytes(bytes, size, &image, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(image.shape[2], 4);
    tool_array_free(&image);
    bytes[8 + 25 + 18 + 9] ^= 1; /* the chunk's checksum is wrong */
    refuse(bytes, size, "expected the transparency of a valid PNG file, found: tRNS: CRC error");
    size = one_pixel(bytes, GREY, &two, 1);
    ck_assert_msg(read_bytes(bytes, size, &image, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(image.shape[2], 2);
    tool_array_free(&image);
    refuse(bytes, one_pixel(bytes, INDEXED, longer, 2), "found: tRNS");
    refuse(bytes, one_pixel(bytes, INDEXED, empty, 2), "found: tRNS");
    refuse(bytes, one_pixel(bytes, INDEXED, early, 2), "found: tRNS");
    refuse(bytes, one_pixel(bytes, INDEXED, twice, 3), "found: tRNS");
    refuse(bytes, one_pixel(bytes, GREY, &one, 1), "found: tRNS");
    refuse(bytes, one_pixel(bytes, GREY, &three, 1), "found: tRNS");
}

TEST(refuses_bad_files) {
    static const struct {
        uint32_t width, height;
        const char *expected;
    } sizes[] = {{0, 5, "width is zero"},
                 {5, 0, "height is zero"},
                 {0x7fffffff, 1, "width exceeds"},
                 {1, 0x7fffffff, "height exceeds"},
                 {65536, 65536, "at most 268435456 values"},
                 {0xffffffff, 5, "PNG file"}};
    size_t size = 0;
    unsigned char *const good = small_picture(&size);
    unsigned char *const bytes = malloc(size + 1);
    ck_assert_ptr_nonnull(bytes);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memcpy(bytes, good, size);
        put_u32(bytes + 16, sizes[i].width);
        put_u32(bytes + 20, sizes[i].height);
        mend_checksums(bytes, size);
        refuse(bytes, size, sizes[i].expected);
    }
    memcpy(bytes, good, size);
    bytes[1] = 'J';
    refuse(bytes, size, "byte 0: expected the signature of a PNG file");
    memcpy(bytes, good, size);
    bytes[18] ^= 1; /* IHDR: its checksum is wrong */
    refuse(bytes, size, "CRC");
    free(bytes);
    free(good);
}

TEST(survives_mutations) {
    size_t whole = 0, read = 0, refused = 0;
    unsigned char *const good = small_picture(&whole);
    unsigned char *const bytes = malloc(whole);
    tool_random random;
    ck_assert_ptr_nonnull(bytes);
    tool_random_start(&random, 20, 0);
    for (int round = 0; round < 5000; round++) {
        const size_t size = round % 6 ? whole : 1 + (size_t)tool_random_below(&random, whole);
        tool_array image;
        xl_error error = {0};
        memcpy(bytes, good, whole);
        for (uint64_t k = 1 + tool_random_below(&random, 3); k > 0; k--) {
            const size_t at = (size_t)tool_random_below(&random, whole);
            /* Large pictures would only take time. */
            if (at >= 16 && at < 24 && at % 4 != 3) continue;
            bytes[at] = (unsigned char)tool_random_u32(&random);
        }
        if (round % 4) mend_checksums(bytes, whole);
        if (read_bytes(bytes, size, &image, &error) == XL_SUCCESS) {
            ck_assert_int_eq(image.rank, 3);
            read++;
        } else {
            check_refusal(error.text, "a.png: ");
            ck_assert_ptr_null(image.data);
            refused++;
        }
        tool_array_free(&image);
    }
    ck_assert_uint_gt(read, 50);
    ck_assert_uint_gt(refused, 1000);
    free(bytes);
    free(good);
}

TEST(luminance) {
    static const size_t rgba[] = {1, 2, 4}, grey[] = {1, 2, 2}, flat[] = {2, 2};
    static const float colors[] = {1, 0, 0, 0.5f, 0.25f, 0.5f, 1, 0}, greys[] = {0.25f, 0, 0.75f, 1};
    tool_array a, y;
    xl_error error;
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 3, rgba, &error), XL_SUCCESS);
    memcpy(a.data, colors, sizeof colors);
    ck_assert_int_eq(tool_image_luminance(&a, &y, &error), XL_SUCCESS);
    ck_assert_int_eq(y.rank, 2);
    ck_assert_uint_eq(y.shape[1], 2);
    ck_assert_float_eq_tol(((float *)y.data)[0], 0.2126f, 1e-6f);
    ck_assert_float_eq_tol(((float *)y.data)[1], 0.25f * 0.2126f + 0.5f * 0.7152f + 0.0722f, 1e-6f);
    tool_array_free(&a);
    tool_array_free(&y);
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 3, grey, &error), XL_SUCCESS);
    memcpy(a.data, greys, sizeof greys);
    ck_assert_int_eq(tool_image_luminance(&a, &y, &error), XL_SUCCESS);
    ck_assert(((float *)y.data)[0] == 0.25f && ((float *)y.data)[1] == 0.75f);
    tool_array_free(&a);
    tool_array_free(&y);
    ck_assert_int_eq(tool_array_make(&a, XL_F32, 2, flat, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_image_luminance(&a, &y, &error), XL_BAD_ARRAY);
    tool_array_free(&a);
}
