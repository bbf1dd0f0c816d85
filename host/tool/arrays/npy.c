#include "arrays/npy.h"
#include "base/status.h"
#include "system/output_file.h"
#include "system/os_file.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "elements are copied as they are: this file needs a little-endian machine"
#endif

/* Against a forged length; NumPy's headers have some hundred bytes. */
enum { MAX_HEADER = 1 << 20, FIRST_BLOCK = 1 << 16 };

/* Offsets in errors count from the start of the file. */
typedef struct header {
    const char *name; /* of the file */
    const char *text;
    size_t size, at;
    size_t start;    /* of text in the file */
    size_t shape_at; /* where in text the shape begins */
    size_t order_at; /* where text names Fortran's order; 0: C order */
    xl_error *error;
} header;

/* A byte for an error; unprintable bytes never reach the terminal. */
static const char *show_byte(const header *h, char text[static 16]) {
    if (h->at >= h->size) return "the end of the header";
    const unsigned char c = (unsigned char)h->text[h->at];
    if (c >= 0x20 && c < 0x7f)
        snprintf(text, 16, "'%c'", c);
    else
        snprintf(text, 16, "byte 0x%02x", c);
    return text;
}

static int fail_at(const header *h, const char *expected) {
    char found[16];
    return xl__fail(h->error, XL_IO, "%s: byte %zu: expected %s, found %s", h->name, h->start + h->at,
                    expected, show_byte(h, found));
}

static void skip_space(header *h) {
    while (h->at < h->size && h->text[h->at] && strchr(" \t\r\n", h->text[h->at])) h->at++;
}

static bool take(header *h, char c) {
    skip_space(h);
    if (h->at >= h->size || h->text[h->at] != c) return false;
    h->at++;
    return true;
}

/* Printable, without escapes, shorter than `size`. */
static int take_string(header *h, char *out, size_t size, const char *expected) {
    skip_space(h);
    const size_t first = h->at;
    const char quote = h->at < h->size ? h->text[h->at] : '\0';
    size_t n = 0;
    if (quote != '\'' && quote != '"') return fail_at(h, expected);
    for (h->at++; h->at < h->size && h->text[h->at] != quote; h->at++) {
        const unsigned char c = (unsigned char)h->text[h->at];
        if (c < 0x20 || c >= 0x7f || c == '\\') return fail_at(h, expected);
        if (n + 1 >= size) {
            h->at = first;
            return fail_at(h, expected);
        }
        out[n++] = (char)c;
    }
    if (h->at >= h->size) return fail_at(h, "a closing quote");
    h->at++;
    out[n] = '\0';
    return XL_SUCCESS;
}

/* Byte order: '<', '=', or none for this machine's; any for one byte. NULL: no type. */
static const char *skip_order(const char *descr) {
    static const char one_byte[] = "biu";
    const bool ordered = descr[0] && strchr("<=>|", descr[0]);
    const char *const rest = descr + ordered;
    const bool single = rest[0] && strchr(one_byte, rest[0]) && strcmp(rest + 1, "1") == 0;
    return single || !ordered || descr[0] == '<' || descr[0] == '=' ? rest : NULL;
}

/* "<f4": byte order, kind, bytes. */
static int take_type(header *h, tool_array *array) {
    static const struct {
        char text[3];
        xl_type type;
    } known[] = {{"i1", XL_I8},  {"i2", XL_I16}, {"i4", XL_I32}, {"i8", XL_I64},
                 {"u1", XL_U8},  {"u2", XL_U16}, {"u4", XL_U32}, {"u8", XL_U64},
                 {"f2", XL_F16}, {"f4", XL_F32}, {"f8", XL_F64}, {"b1", XL_U8}};
    char descr[24] = "";
    skip_space(h);
    const size_t place = h->start + h->at;
    const int status = take_string(h, descr, sizeof descr, "an element type such as '<f4'");
    if (status) return status;
    const char *const text = skip_order(descr);
    if (!text && descr[0] == '>')
        return xl__fail(h->error, XL_IO, "%s: byte %zu: expected little-endian elements, found '%s'", h->name,
                        place, descr);
    for (size_t i = 0; text && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(text, known[i].text) == 0) {
            array->type = known[i].type;
            array->truth = text[0] == 'b';
            return XL_SUCCESS;
        }
    return xl__fail(h->error, XL_IO,
                    "%s: byte %zu: expected bool, int8 to int64, uint8 to uint64 or float16 to "
                    "float64 ('<i4', '|u1', '<f4' ...), found '%s'",
                    h->name, place, descr);
}

static int take_order(header *h) {
    static const char c_order[] = "False", fortran[] = "True";
    skip_space(h);
    const size_t left = h->size - h->at;
    if (left >= strlen(fortran) && memcmp(h->text + h->at, fortran, strlen(fortran)) == 0) {
        h->order_at = h->at;
        h->at += strlen(fortran);
        return XL_SUCCESS;
    }
    if (left < strlen(c_order) || memcmp(h->text + h->at, c_order, strlen(c_order)) != 0)
        return fail_at(h, "False or True");
    h->at += strlen(c_order);
    return XL_SUCCESS;
}

static int take_dimension(header *h, size_t *out) {
    size_t value = 0;
    const size_t first = h->at;
    if (h->at < h->size && h->text[h->at] == '-') return fail_at(h, "a dimension of 0 or more");
    for (; h->at < h->size && h->text[h->at] >= '0' && h->text[h->at] <= '9'; h->at++) {
        const size_t digit = (size_t)(h->text[h->at] - '0');
        if (value > (SIZE_MAX - digit) / 10) {
            h->at = first;
            return fail_at(h, "a dimension below 2^64");
        }
        value = value * 10 + digit;
    }
    if (h->at == first) return fail_at(h, "a dimension or ')'");
    if (h->at < h->size && h->text[h->at] == 'L') h->at++; /* Python 2's long */
    *out = value;
    return XL_SUCCESS;
}

/* "()", "(3,)", "(3, 4)". */
static int take_shape(header *h, tool_array *array) {
    bool comma = true;
    array->rank = 0;
    skip_space(h);
    h->shape_at = h->at;
    if (!take(h, '(')) return fail_at(h, "'(' of the shape");
    while (!take(h, ')')) {
        if (!comma) return fail_at(h, "',' or ')'");
        if (array->rank == TOOL_MAX_RANK) return fail_at(h, "at most 8 dimensions");
        const int status = take_dimension(h, &array->shape[array->rank]);
        if (status) return status;
        array->rank++;
        comma = take(h, ',');
    }
    if (array->rank == 1 && !comma) {
        h->at--;
        return fail_at(h, "',' after an only dimension");
    }
    return XL_SUCCESS;
}

/* One "'key': value"; sets its bit in *seen. */
static int take_entry(header *h, tool_array *array, unsigned *seen) {
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    static const char expected[] = "'descr', 'fortran_order' or 'shape', each once";
    char key[16];
    unsigned k = 0;
    skip_space(h);
    const size_t first = h->at;
    int status = take_string(h, key, sizeof key, expected);
    if (status) return status;
    while (k < 3 && strcmp(key, keys[k]) != 0) k++;
    if (k == 3 || (*seen & 1u << k)) {
        h->at = first;
        return fail_at(h, expected);
    }
    *seen |= 1u << k;
    if (!take(h, ':')) return fail_at(h, "':'");
    status = k == 0 ? take_type(h, array) : k == 1 ? take_order(h) : take_shape(h, array);
    return status;
}

/* Not with at most one dimension above 1, or no element. */
static bool order_matters(const tool_array *array) {
    int longer = 0;
    for (int d = 0; d < array->rank; d++) {
        if (array->shape[d] == 0) return false;
        longer += array->shape[d] > 1;
    }
    return longer > 1;
}

static int parse_header(header *h, tool_array *array) {
    char shape[200];
    unsigned seen = 0;
    if (!take(h, '{')) return fail_at(h, "'{' of the header");
    while (!take(h, '}')) {
        const int status = take_entry(h, array, &seen);
        if (status) return status;
        if (take(h, ',')) continue;
        if (!take(h, '}')) return fail_at(h, "',' or '}'");
        break;
    }
    if (seen != 7) return fail_at(h, "'descr', 'fortran_order' and 'shape' in the header before its end");
    skip_space(h);
    if (h->at != h->size) return fail_at(h, "only spaces after the header");
    if (h->order_at > 0 && order_matters(array)) {
        h->at = h->order_at;
        return fail_at(h, "C order (fortran_order False; save numpy.ascontiguousarray(a))");
    }
    if (tool_array_bytes(array->type, array->rank, array->shape, &array->bytes)) return XL_SUCCESS;
    return xl__fail(h->error, XL_IO, "%s: byte %zu: expected a shape that memory can address, found %s of %s",
                    h->name, h->start + h->shape_at,
                    tool_shape_text(array->rank, array->shape, shape, sizeof shape),
                    xl_type_name(array->type));
}

/* Only `got` of `bytes` bytes from offset `place` on could be read. */
static int check_count(FILE *stream, const char *name, size_t place, size_t got, size_t bytes,
                       const char *what, xl_error *error) {
    if (got == bytes) return XL_SUCCESS;
    if (ferror(stream)) return xl__fail(error, XL_IO, "%s: cannot be read: %s", name, strerror(errno));
    return xl__fail(error, XL_IO, "%s: byte %zu: the file ends; expected %zu more bytes of %s", name,
                    place + got, bytes - got, what);
}

static int read_exactly(FILE *stream, const char *name, size_t place, void *out, size_t bytes,
                        const char *what, xl_error *error) {
    return check_count(stream, name, place, fread(out, 1, bytes, stream), bytes, what, error);
}

/* Numbers in columns, as numpy.savetxt writes them. */
static bool is_text(const unsigned char *bytes, size_t count) {
    size_t i = 0;
    while (i < count && ((bytes[i] >= 0x20 && bytes[i] < 0x7f) || bytes[i] == '\t' || bytes[i] == '\n' ||
                         bytes[i] == '\r'))
        i++;
    return count > 0 && i == count;
}

/* *text is freed by the caller; *place is after it. */
static int read_header(FILE *stream, const char *name, tool_array *array, char **text, size_t *place,
                       xl_error *error) {
    static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    unsigned char lead[8], length[4] = {0};
    const size_t got = fread(lead, 1, sizeof lead, stream);
    if (is_text(lead, got))
        return xl__fail(error, XL_IO,
                        "%s: byte 0: expected the magic \\x93NUMPY of a .npy file, found text; numpy.save() "
                        "writes a .npy file",
                        name);
    int status = check_count(stream, name, 0, got, sizeof lead, "magic and version", error);
    if (status) return status;
    if (memcmp(lead, magic, sizeof magic) != 0)
        return xl__fail(error, XL_IO, "%s: byte 0: expected the magic \\x93NUMPY of a .npy file", name);
    if (lead[6] < 1 || lead[6] > 3 || lead[7] != 0)
        return xl__fail(error, XL_IO, "%s: byte 6: expected .npy version 1.0, 2.0 or 3.0, found %u.%u", name,
                        lead[6], lead[7]);
    const size_t width = lead[6] == 1 ? 2 : 4;
    status = read_exactly(stream, name, sizeof lead, length, width, "header length", error);
    if (status) return status;
    const size_t size =
        length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (size > MAX_HEADER)
        return xl__fail(error, XL_IO, "%s: byte 8: expected a header of at most %d bytes, found %zu", name,
                        MAX_HEADER, size);
    *text = malloc(size + 1);
    if (!*text) return xl__fail(error, XL_NO_MEMORY, "%s: no memory for its header of %zu bytes", name, size);
    *place = sizeof lead + width;
    status = read_exactly(stream, name, *place, *text, size, "header", error);
    if (status) return status;
    header h = {.name = name, .text = *text, .size = size, .start = *place, .error = error};
    *place += size;
    return parse_header(&h, array);
}

int tool_npy_check_size(FILE *stream, const char *name, size_t place, const tool_array *array,
                        xl_error *error) {
    char shape[200];
    uint64_t size = 0;
    if (!tool_file_bytes(stream, &size) || size < place) return XL_SUCCESS;
    if (size - place < array->bytes)
        return xl__fail(error, XL_IO,
                        "%s: byte %llu: the file ends; expected %zu bytes of data for %s %s, found %llu",
                        name, (unsigned long long)size, array->bytes, xl_type_name(array->type),
                        tool_shape_text(array->rank, array->shape, shape, sizeof shape),
                        (unsigned long long)size - place);
    if (size - place > array->bytes)
        return xl__fail(error, XL_IO, "%s: byte %zu: expected the end of the file after %zu bytes of data",
                        name, place + array->bytes, array->bytes);
    return XL_SUCCESS;
}

/* Memory doubles while bytes come, so a forged shape costs nothing. */
static int read_data(FILE *stream, const char *name, size_t place, tool_array *array, xl_error *error) {
    char shape[200];
    size_t have = 0;
    size_t room = array->bytes < FIRST_BLOCK ? array->bytes : FIRST_BLOCK;
    const int status = tool_npy_check_size(stream, name, place, array, error);
    if (status) return status;
    array->data = malloc(room ? room : 1);
    while (array->data && have < array->bytes) {
        if (have == room) {
            const size_t more = array->bytes - room < room ? array->bytes : room * 2;
            void *const grown = realloc(array->data, more);
            if (!grown) break;
            array->data = grown;
            room = more;
        }
        const size_t got = fread((char *)array->data + have, 1, room - have, stream);
        have += got;
        if (have == room) continue;
        if (ferror(stream)) return xl__fail(error, XL_IO, "%s: cannot be read: %s", name, strerror(errno));
        return xl__fail(error, XL_IO,
                        "%s: byte %zu: the file ends; expected %zu bytes of data for %s %s, found %zu", name,
                        place + have, array->bytes, xl_type_name(array->type),
                        tool_shape_text(array->rank, array->shape, shape, sizeof shape), have);
    }
    if (!array->data || have < array->bytes)
        return xl__fail(error, XL_NO_MEMORY, "%s: no memory for its %zu bytes of data", name, array->bytes);
    if (getc(stream) != EOF)
        return xl__fail(error, XL_IO, "%s: byte %zu: expected the end of the file after %zu bytes of data",
                        name, place + have, have);
    return XL_SUCCESS;
}

int tool_npy_read_header(FILE *stream, const char *name, tool_array *array, size_t *place, xl_error *error) {
    char *text = NULL;
    *array = (tool_array){0};
    const int status = read_header(stream, name, array, &text, place, error);
    free(text);
    if (status) tool_array_free(array);
    return status;
}

/* NumPy takes every byte but 0 for True. */
static void make_truth(tool_array *array) {
    unsigned char *const bytes = array->data;
    for (size_t i = 0; array->truth && i < array->bytes; i++) bytes[i] = bytes[i] != 0;
}

int tool_npy_read_data(FILE *stream, const char *name, size_t place, tool_array *array, xl_error *error) {
    const int status = read_data(stream, name, place, array, error);
    if (status) tool_array_free(array);
    make_truth(array);
    return status;
}

int tool_npy_read_part(FILE *stream, const char *name, size_t place, tool_array *array, int split,
                       size_t first, size_t count, xl_error *error) {
    const tool_array whole = *array;
    uint64_t ignored = 0;
    size_t outer = 1, inner = xl_type_size(array->type);
    *array = (tool_array){0};
    if (!tool_file_bytes(stream, &ignored))
        return xl__fail(error, XL_IO, "%s: a part can be read of a regular file only", name);
    int status = tool_npy_check_size(stream, name, place, &whole, error);
    if (status) return status;
    for (int d = 0; d < whole.rank; d++) *(d < split ? &outer : &inner) *= d == split ? 1 : whole.shape[d];
    size_t shape[TOOL_MAX_RANK];
    memcpy(shape, whole.shape, sizeof shape);
    shape[split] = count;
    status = tool_array_make(array, whole.type, whole.rank, shape, error);
    array->truth = whole.truth;
    for (size_t o = 0; o < outer && status == XL_SUCCESS; o++) {
        const size_t from = (o * whole.shape[split] + first) * inner;
        const int failed =
            tool_file_read_at(stream, place + from, (char *)array->data + o * count * inner, count * inner);
        if (failed) status = xl__fail(error, XL_IO, "%s: cannot be read: %s", name, strerror(failed));
    }
    if (status) tool_array_free(array);
    make_truth(array);
    return status;
}

int tool_npy_read_stream(FILE *stream, const char *name, tool_array *array, xl_error *error) {
    size_t place = 0;
    const int status = tool_npy_read_header(stream, name, array, &place, error);
    return status ? status : tool_npy_read_data(stream, name, place, array, error);
}

int tool_npy_read(const char *path, tool_array *array, xl_error *error) {
    *array = (tool_array){0};
    FILE *const stream = tool_file_open_read(path, error);
    if (!stream) return XL_IO;
    const int status = tool_npy_read_stream(stream, path, array, error);
    fclose(stream);
    return status;
}

/* "<f4" from the type's name "f32". */
static void descr_of(xl_type type, char text[static 8]) {
    const size_t size = xl_type_size(type);
    snprintf(text, 8, "%c%c%zu", size == 1 ? '|' : '<', xl_type_name(type)[0], size);
}

size_t tool_npy_header(const tool_array *array, unsigned char first[TOOL_NPY_HEADER]) {
    char shape[200], descr[8], text[TOOL_NPY_HEADER - 128];
    descr_of(array->type, descr);
    const int used = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                              descr, tool_shape_text(array->rank, array->shape, shape, sizeof shape));
    /* Ten bytes before it, a newline after it; data at a multiple of 64. */
    const size_t whole = ((size_t)used + 11 + 63) / 64 * 64;
    const size_t size = whole - 10;
    const unsigned char lead[10] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(size & 255), (unsigned char)(size >> 8)};
    memset(first, ' ', whole);
    memcpy(first, lead, sizeof lead);
    memcpy(first + sizeof lead, text, (size_t)used);
    first[whole - 1] = '\n';
    return whole;
}

int tool_npy_write(const char *path, const tool_array *array, xl_error *error) {
    tool_out out;
    unsigned char first[TOOL_NPY_HEADER];
    const size_t before = tool_npy_header(array, first);
    const int status = tool_out_open(&out, path, error);
    if (status) return status;
    tool_out_write(&out, first, before);
    tool_out_write(&out, array->data, array->bytes);
    return tool_out_close(&out, error);
}
