/* program_text.c - writes main.c. */
#include "export/program_text.h"
#include "cases/compare.h"
#include "program/source.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const char *export_kernel_file(int program, char out[32]) {
    if (program == 0)
        snprintf(out, 32, "kernel.cl");
    else
        snprintf(out, 32, "kernel_%d.cl", program + 1);
    return out;
}

static void add_quoted(xl__text *out, const char *text) {
    xl__text_add(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') xl__text_add(out, "\\", 1);
        if ((unsigned char)*text >= ' ') xl__text_add(out, text, 1);
    }
    xl__text_add(out, "\"", 1);
}

static bool uses(const export_description *d, export_compare compare) {
    for (int i = 0; i < d->output_count; i++)
        if (d->output[i].compare == compare) return true;
    return false;
}

static bool has_fill(const export_capture *c) {
    for (int s = 0; s < c->step_count; s++)
        if (c->steps[s].program < 0) return true;
    return false;
}

static const char *c_type(xl_type type) {
    return type == XL_F64 ? "double" : type == XL_F32 ? "float" : "cl_half";
}

extern const xl__embedded_file tool_export_parts[];
extern const size_t tool_export_part_count;

/* Part of a program that is the same in all: a file of host/tool/export/parts. */
static void add_part(xl__text *out, const char *name) {
    for (size_t i = 0; i < tool_export_part_count; i++)
        if (strcmp(tool_export_parts[i].name, name) == 0)
            xl__text_add(out, tool_export_parts[i].text, tool_export_parts[i].size);
}

/* A comparison for each type of the outputs. */
static void add_near(const export_description *d, xl__text *out) {
    bool added[XL_F64 + 1] = {false};
    add_part(out, "near");
    for (int o = 0; o < d->output_count; o++) {
        const xl_type type = d->output[o].type;
        if (d->output[o].compare != EXPORT_NEAR || added[type]) continue;
        added[type] = true;
        if (type == XL_F16) add_part(out, "half");
        xl__text_format(out, "NEAR(%s, %s)\n", c_type(type), type == XL_F16 ? "value(got[i])" : "got[i]");
    }
}

static const char *variable(const export_buffer *buffer, char out[EXPORT_NAME + 8]) {
    snprintf(out, EXPORT_NAME + 8, "b_%s", buffer->name);
    for (char *c = out; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    return out;
}

static void add_argument(const export_capture *c, const export_argument *a, xl__text *out) {
    char name[EXPORT_NAME + 8];
    if (a->buffer >= 0)
        xl__text_format(out, ", BUFFER(%s)", variable(&c->buffers[a->buffer], name));
    else if (a->null)
        xl__text_format(out, ", {sizeof(cl_mem), &(cl_mem){NULL}}");
    else if (a->local)
        xl__text_format(out, ", LOCAL(%zu)", a->size);
    else if (a->size == 8)
        xl__text_format(out, ", VALUE8(%" PRIu64 ")", a->value);
    else
        xl__text_format(out, ", VALUE4(%" PRIu64 ")", a->value);
}

static void add_step(const export_capture *c, const export_step *s, xl__text *out) {
    char name[EXPORT_NAME + 8];
    if (s->program < 0) {
        xl__text_format(out, "    zeroes(%s, %zu);\n", variable(&c->buffers[s->buffer], name), s->bytes);
        return;
    }
    xl__text_format(out, "    RUN(program_%d, \"%s\", %zu, %zu", s->program + 1, s->kernel, s->global,
                    s->local);
    for (int a = 0; a < s->argument_count; a++) add_argument(c, &s->argument[a], out);
    xl__text_format(out, ");\n");
}

static void add_placed(const export_description *d, const export_output *o, const char *memory,
                       xl__text *out) {
    const export_buffer *const b = d->capture->buffers, *const places = &b[o->places],
                               *const lengths = &b[o->lengths];
    const size_t size = xl_type_size(o->type), runs = lengths->bytes / sizeof(cl_uint);
    char place[EXPORT_NAME + 8];
    xl__text_format(
        out,
        "    placed(\"%s\", result(%s, %zu), %zu, load(\"expected_%s.bin\", %zu), result(%s, %zu), "
        "load(\"%s.bin\", %zu), %zu, %zu);\n",
        b[o->buffer].name, memory, o->elements * size, o->elements, b[o->buffer].name, o->wanted * size,
        variable(places, place), runs * sizeof(cl_uint), lengths->name, runs * sizeof(cl_uint), runs, size);
}

static void add_comparison(const export_description *d, const export_output *o, xl__text *out) {
    const export_buffer *const b = &d->capture->buffers[o->buffer];
    const size_t size = xl_type_size(o->type), bytes = o->elements * size;
    char memory[EXPORT_NAME + 8];
    variable(b, memory);
    if (o->compare == EXPORT_NEAR)
        xl__text_format(out,
                        "    near_%s(\"%s\", result(%s, %zu), load(\"expected_%s.bin\", %zu), "
                        "load(\"allowed_%s.bin\", %zu), %zu);\n",
                        c_type(o->type), b->name, memory, bytes, b->name, o->elements * sizeof(double),
                        b->name, o->elements * sizeof(double), o->elements);
    if (o->compare == EXPORT_EXACT)
        xl__text_format(out,
                        "    compare(\"%s\", result(%s, %zu), load(\"expected_%s.bin\", %zu), %zu, %zu);\n",
                        b->name, memory, bytes, b->name, bytes, bytes, size);
    if (o->compare == EXPORT_SORTED)
        xl__text_format(
            out,
            "    element = %zu;\n"
            "    among(\"%s, sorted\", result(%s, %zu), %zu, load(\"expected_%s.bin\", %zu), %zu);\n",
            size, b->name, memory, bytes, o->elements, b->name, o->wanted * size, o->wanted);
    if (o->compare == EXPORT_PLACED) add_placed(d, o, memory, out);
    if (o->compare == EXPORT_KEPT)
        xl__text_format(out, "    kept(\"%s\", result(%s, %zu), load(\"%s.bin\", %zu), %zu, %zu);\n", b->name,
                        memory, bytes, b->name, bytes, o->from, bytes);
}

static void add_main(const export_description *d, xl__text *out) {
    const export_capture *const c = d->capture;
    char name[EXPORT_NAME + 8], file[32];
    xl__text_format(out, "static int test(int argc, char **argv) {\n"
                         "    open_device(argc > 1 ? argv[1] : ");
    add_quoted(out, d->device);
    xl__text_format(out, ");\n");
    for (int p = 0; p < c->program_count; p++) {
        xl__text_format(out, "    cl_program program_%d = build(\"%s\", ", p + 1,
                        export_kernel_file(p, file));
        add_quoted(out, d->options[p]);
        xl__text_format(out, ");\n");
    }
    for (int b = 0; b < c->buffer_count; b++)
        xl__text_format(out, "    cl_mem %s = buffer(\"%s.bin\", %zu);\n", variable(&c->buffers[b], name),
                        c->buffers[b].name, c->buffers[b].bytes);
    for (int s = 0; s < c->step_count; s++) add_step(c, &c->steps[s], out);
    add_part(out, "wait");
    for (int o = 0; o < d->output_count; o++) add_comparison(d, &d->output[o], out);
    add_part(out, "main");
}

void export_program_text(const export_description *d, xl__text *out) {
    xl__text_format(out,
                    "/* %s. Prints PASS or FAIL.\n"
                    " *     ./main [DEVICE [SECONDS]]   a number in the loader's order or a part of a name; "
                    "the time limit */\n",
                    d->title);
    add_part(out, "begin");
    add_part(out, "result");
    if (has_fill(d->capture)) add_part(out, "zeroes");
    if (uses(d, EXPORT_EXACT)) add_part(out, "compare");
    if (uses(d, EXPORT_SORTED)) add_part(out, "sorted");
    if (uses(d, EXPORT_PLACED)) add_part(out, "placed");
    if (uses(d, EXPORT_KEPT)) add_part(out, "kept");
    if (uses(d, EXPORT_NEAR)) add_near(d, out);
    add_main(d, out);
}
