#include "arrays/image.h"
#include "base/status.h"
#include "system/output_file.h"
#include "system/os_file.h"
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Local variables would not survive libpng's longjmp. */
typedef struct decoder {
    FILE *stream;
    const char *name;
    xl_error *error;
    int status;        /* 0: none reported */
    size_t at;         /* bytes read so far */
    size_t followed;   /* the file continues here; 0: it ends */
    char warning[120]; /* libpng's last, which often explains its error */
    png_structp png;
    png_infop info;
    png_bytep pixels;
    png_bytepp rows;
    size_t width, height, channels, depth; /* depth: 8 or 16 bits, after expansion */
    size_t row_bytes;
    /* If pixels are numbers of colours, a byte each; else colors is 0. */
    png_colorp palette;
    png_bytep alpha;
    int colors, alphas;
} decoder;

/* libpng drops a damaged transparency with a warning, which would change the number of channels. */
static void on_warning(png_structp png, png_const_charp text) {
    decoder *d = png_get_error_ptr(png);
    snprintf(d->warning, sizeof d->warning, "%s", text);
    if (strncmp(text, "tRNS", 4) != 0) return;
    d->status =
        xl__fail(d->error, XL_IO, "%s: byte %zu: expected the transparency of a valid PNG file, found: %s",
                 d->name, d->at, text);
    png_error(png, text);
}

static void on_error(png_structp png, png_const_charp text) {
    decoder *d = png_get_error_ptr(png);
    if (!d->status)
        d->status =
            xl__fail(d->error, XL_IO, "%s: byte %zu: expected a valid PNG file, found: %s%s%s%s", d->name,
                     d->at, text, d->warning[0] ? " (" : "", d->warning, d->warning[0] ? ")" : "");
    png_longjmp(png, 1);
}

static void on_read(png_structp png, png_bytep out, size_t bytes) {
    decoder *d = png_get_io_ptr(png);
    const size_t got = fread(out, 1, bytes, d->stream);
    d->at += got;
    if (got == bytes) return;
    if (ferror(d->stream))
        d->status = xl__fail(d->error, XL_IO, "%s: cannot be read: %s", d->name, strerror(errno));
    else
        d->status =
            xl__fail(d->error, XL_IO, "%s: byte %zu: the file ends; expected %zu more bytes of a PNG file",
                     d->name, d->at, bytes - got);
    png_error(png, "short read");
}

/* Requests 8 or 16 bits per component, 1 to 4 components. May longjmp. */
static void read_facts(decoder *d) {
    png_set_user_limits(d->png, TOOL_IMAGE_MAX_SIDE, TOOL_IMAGE_MAX_SIDE);
    png_set_chunk_cache_max(d->png, 64);
    png_set_chunk_malloc_max(d->png, 1 << 23);
    /* libpng would allocate the length that a text claims. */
    png_set_keep_unknown_chunks(d->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(d->png, d->info);
    const int color = png_get_color_type(d->png, d->info);
    /* libpng would make an unknown palette number black. */
    const bool indexed = color == PNG_COLOR_TYPE_PALETTE;
    if (indexed) png_set_packing(d->png);
    if (color == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(d->png, d->info) < 8)
        png_set_expand_gray_1_2_4_to_8(d->png);
    if (!indexed && png_get_valid(d->png, d->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(d->png);
    png_set_interlace_handling(d->png);
    png_read_update_info(d->png, d->info);
    d->width = png_get_image_width(d->png, d->info);
    d->height = png_get_image_height(d->png, d->info);
    d->channels = png_get_channels(d->png, d->info);
    d->depth = png_get_bit_depth(d->png, d->info);
    d->row_bytes = png_get_rowbytes(d->png, d->info);
    if (!indexed) return;
    png_get_PLTE(d->png, d->info, &d->palette, &d->colors);
    png_get_tRNS(d->png, d->info, &d->alpha, &d->alphas, NULL);
    d->channels = d->alphas > 0 ? 4 : 3;
}

static int allocate_rows(decoder *d) {
    if (d->height > TOOL_IMAGE_MAX_VALUES / d->width / d->channels)
        return xl__fail(d->error, XL_TOO_LARGE,
                        "%s: byte 16: expected at most %d values, found %zu x %zu pixels of %zu", d->name,
                        TOOL_IMAGE_MAX_VALUES, d->width, d->height, d->channels);
    d->pixels = malloc(d->height * d->row_bytes);
    d->rows = malloc(d->height * sizeof *d->rows);
    if (!d->pixels || !d->rows)
        return xl__fail(d->error, XL_NO_MEMORY, "%s: no memory for %zu x %zu pixels", d->name, d->width,
                        d->height);
    for (size_t y = 0; y < d->height; y++) d->rows[y] = d->pixels + y * d->row_bytes;
    return XL_SUCCESS;
}

static int check_colors(const decoder *d) {
    for (size_t y = 0; y < d->height && d->colors > 0; y++)
        for (size_t x = 0; x < d->width; x++)
            if (d->rows[y][x] >= d->colors)
                return xl__fail(d->error, XL_IO, "%s: pixel (%zu, %zu) has color %d of a palette of %d",
                                d->name, x, y, d->rows[y][x], d->colors);
    return XL_SUCCESS;
}

static int decode(decoder *d) {
    if (setjmp(png_jmpbuf(d->png))) return d->status;
    png_set_read_fn(d->png, d, on_read);
    read_facts(d);
    d->status = allocate_rows(d);
    if (d->status) return d->status;
    png_read_image(d->png, d->rows);
    png_read_end(d->png, NULL);
    /* Cameras and servers append data; other readers ignore it too. */
    if (getc(d->stream) != EOF) d->followed = d->at;
    d->status = check_colors(d);
    return d->status;
}

/* Colours without an alpha are opaque. */
static void to_colors(const decoder *d, float *out) {
    for (size_t y = 0; y < d->height; y++)
        for (size_t x = 0; x < d->width; x++, out += d->channels) {
            const int index = d->rows[y][x];
            const png_color color = d->palette[index];
            out[0] = (float)color.red / 255.0f;
            out[1] = (float)color.green / 255.0f;
            out[2] = (float)color.blue / 255.0f;
            if (d->channels == 4) out[3] = index < d->alphas ? (float)d->alpha[index] / 255.0f : 1.0f;
        }
}

/* PNG stores the high byte first. */
static void to_floats(const decoder *d, float *out) {
    const size_t per_row = d->width * d->channels;
    for (size_t y = 0; y < d->height; y++) {
        const unsigned char *const row = d->rows[y];
        for (size_t i = 0; i < per_row; i++)
            out[y * per_row + i] = d->depth == 16
                                       ? (float)((unsigned)row[2 * i] << 8 | row[2 * i + 1]) / 65535.0f
                                       : (float)row[i] / 255.0f;
    }
}

int tool_image_read_stream(FILE *stream, const char *name, tool_array *image, xl_error *error) {
    static const unsigned char magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    decoder d = {.stream = stream, .name = name, .error = error};
    unsigned char lead[sizeof magic];
    *image = (tool_array){0};
    d.at = fread(lead, 1, sizeof lead, stream);
    if (memcmp(lead, magic, d.at) != 0)
        return xl__fail(error, XL_IO, "%s: byte 0: expected the signature of a PNG file", name);
    if (d.at < sizeof lead)
        return xl__fail(error, XL_IO, "%s: byte %zu: the file ends; expected the signature of a PNG file",
                        name, d.at);
    d.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &d, on_error, on_warning);
    if (d.png) d.info = png_create_info_struct(d.png);
    if (d.info) {
        png_set_sig_bytes(d.png, sizeof magic);
        d.status = decode(&d);
    } else {
        d.status = xl__fail(error, XL_NO_MEMORY, "%s: no memory to decode it", name);
    }
    const size_t shape[3] = {d.height, d.width, d.channels};
    if (!d.status) d.status = tool_array_make(image, XL_F32, 3, shape, error);
    if (!d.status) (d.colors > 0 ? to_colors : to_floats)(&d, image->data);
    image->followed = d.status ? 0 : d.followed;
    png_destroy_read_struct(&d.png, &d.info, NULL);
    free(d.rows);
    free(d.pixels);
    return d.status;
}

int tool_image_read(const char *path, tool_array *image, xl_error *error) {
    *image = (tool_array){0};
    FILE *const stream = tool_file_open_read(path, error);
    if (!stream) return XL_IO;
    const int status = tool_image_read_stream(stream, path, image, error);
    fclose(stream);
    return status;
}

typedef struct encoder {
    tool_out out;
    xl_error *error;
    const char *name;
    int status;
    png_structp png;
    png_infop info;
    png_bytep row;
} encoder;

static void on_write_error(png_structp png, png_const_charp text) {
    encoder *e = png_get_error_ptr(png);
    /* tool_out_close reports a failed write. */
    if (!e->status && !e->out.reason)
        e->status = xl__fail(e->error, XL_IO, "%s: the picture cannot be encoded: %s", e->name, text);
    png_longjmp(png, 1);
}

static void on_write_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void on_write(png_structp png, png_bytep data, size_t bytes) {
    encoder *e = png_get_io_ptr(png);
    if (!tool_out_write(&e->out, data, bytes)) png_error(png, "write failed");
}

static void on_flush(png_structp png) {
    (void)png; /* tool_out_close does it */
}

/* NaN fails both comparisons and becomes 0. */
static unsigned quantize(float value, unsigned most) {
    if (!(value > 0.0f)) return 0;
    if (value >= 1.0f) return most;
    return (unsigned)((double)value * most + 0.5);
}

static void fill_row(png_bytep row, const float *values, size_t count, int bits) {
    for (size_t i = 0; i < count; i++) {
        const unsigned v = quantize(values[i], bits == 16 ? 65535 : 255);
        if (bits == 16) {
            row[2 * i] = (png_byte)(v >> 8);
            row[2 * i + 1] = (png_byte)(v & 255);
        } else {
            row[i] = (png_byte)v;
        }
    }
}

static void encode(encoder *e, const tool_array *image, size_t channels, int bits) {
    static const int colors[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGB_ALPHA};
    const size_t per_row = image->shape[1] * channels;
    if (setjmp(png_jmpbuf(e->png))) return;
    png_set_write_fn(e->png, e, on_write, on_flush);
    png_set_user_limits(e->png, TOOL_IMAGE_MAX_SIDE, TOOL_IMAGE_MAX_SIDE);
    png_set_IHDR(e->png, e->info, (png_uint_32)image->shape[1], (png_uint_32)image->shape[0], bits,
                 colors[channels - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(e->png, e->info);
    for (size_t y = 0; y < image->shape[0]; y++) {
        fill_row(e->row, (const float *)image->data + y * per_row, per_row, bits);
        png_write_row(e->png, e->row);
    }
    png_write_end(e->png, NULL);
}

int tool_image_write(const char *path, const tool_array *image, int bits, xl_error *error) {
    char shape[200];
    const size_t channels = image->rank == 3 ? image->shape[2] : 1;
    const bool fits = image->type == XL_F32 && (image->rank == 2 || image->rank == 3) && channels >= 1 &&
                      channels <= 4 && image->shape[0] > 0 && image->shape[0] <= TOOL_IMAGE_MAX_SIDE &&
                      image->shape[1] > 0 && image->shape[1] <= TOOL_IMAGE_MAX_SIDE;
    if (!fits || (bits != 8 && bits != 16))
        return xl__fail(
            error, XL_BAD_ARRAY,
            "%s: a PNG file holds f32 [height, width, 1 to 4 channels] of 1 to %d pixels a side in 8 "
            "or 16 bits, not %s %s in %d bits",
            path, TOOL_IMAGE_MAX_SIDE, xl_type_name(image->type),
            tool_shape_text(image->rank, image->shape, shape, sizeof shape), bits);
    encoder e = {.error = error, .name = path};
    e.status = tool_out_open(&e.out, path, error);
    if (e.status) return e.status;
    e.row = malloc(image->shape[1] * channels * (size_t)(bits / 8));
    e.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &e, on_write_error, on_write_warning);
    if (e.png) e.info = png_create_info_struct(e.png);
    if (e.row && e.info)
        encode(&e, image, channels, bits);
    else
        e.status = xl__fail(error, XL_NO_MEMORY, "%s: no memory to encode it", path);
    png_destroy_write_struct(&e.png, &e.info);
    free(e.row);
    if (!e.status) return tool_out_close(&e.out, error);
    tool_out_abandon(&e.out);
    return e.status;
}

int tool_image_luminance(const tool_array *image, tool_array *luminance, xl_error *error) {
    *luminance = (tool_array){0};
    if (image->type != XL_F32 || image->rank != 3 || image->shape[2] < 1 || image->shape[2] > 4)
        return xl__fail(error, XL_BAD_ARRAY, "luminance needs an f32 image [height, width, 1 to 4 channels]");
    const size_t channels = image->shape[2];
    const int status = tool_array_make(luminance, XL_F32, 2, image->shape, error);
    if (status) return status;
    const float *in = image->data;
    float *out = luminance->data;
    for (size_t n = tool_array_elements(luminance), i = 0; i < n; i++, in += channels)
        out[i] = channels < 3 ? in[0] : 0.2126f * in[0] + 0.7152f * in[1] + 0.0722f * in[2];
    return XL_SUCCESS;
}
