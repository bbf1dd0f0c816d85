/* shrunk_program.c - copies, writes and frees exported programs; shrunk_read.c reads them. */
#include "shrink/shrunk_program.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

enum { PATH = 2048 };

static shrunk_blob copy_blob(shrunk_blob from) {
    shrunk_blob to = {tool_need(malloc(from.size + 1)), from.size};
    if (from.size > 0) memcpy(to.data, from.data, from.size);
    to.data[from.size] = '\0';
    return to;
}

shrunk_program *shrunk_program_copy(const shrunk_program *from) {
    shrunk_program *const p = tool_need(malloc(sizeof *p));
    *p = *from;
    export_capture *const c = &p->capture;
    for (int i = 0; i < c->program_count; i++) {
        c->programs[i].text = tool_need(xl__copy_text(c->programs[i].text));
        c->programs[i].options = tool_need(xl__copy_text(c->programs[i].options));
        p->description.options[i] = c->programs[i].options;
    }
    for (int b = 0; b < c->buffer_count; b++)
        c->buffers[b].before =
            (unsigned char *)copy_blob((shrunk_blob){(char *)c->buffers[b].before, c->buffers[b].bytes}).data;
    for (int o = 0; o < p->description.output_count; o++) {
        p->expected[o] = copy_blob(p->expected[o]);
        p->allowed[o] = copy_blob(p->allowed[o]);
    }
    p->description.capture = c;
    p->description.title = p->title;
    p->description.device = p->device;
    return p;
}

void shrunk_program_free(shrunk_program *p) {
    if (!p) return;
    for (int i = 0; i < p->capture.program_count; i++) {
        free(p->capture.programs[i].text);
        free(p->capture.programs[i].options);
    }
    for (int b = 0; b < p->capture.buffer_count; b++) free(p->capture.buffers[b].before);
    for (int o = 0; o < p->description.output_count; o++) {
        free(p->expected[o].data);
        free(p->allowed[o].data);
    }
    free(p);
}

void shrunk_program_set_text(shrunk_program *p, int number, const char *text) {
    free(p->capture.programs[number].text);
    p->capture.programs[number].text = tool_need(xl__copy_text(text));
}

char *shrunk_program_main(const shrunk_program *p) {
    xl__text out = {0};
    export_program_text(&p->description, &out);
    return tool_need(out.data);
}

size_t shrunk_output_bytes(const export_output *output) {
    return output->elements * xl_type_size(output->type);
}

int shrunk_program_lines(const shrunk_program *p) {
    int lines = 0;
    for (int i = 0; i < p->capture.program_count; i++)
        for (const char *at = p->capture.programs[i].text; *at; at++) lines += *at == '\n';
    return lines;
}

static int write_named(const char *folder, const char *prefix, const char *name, const char *ending,
                       const void *data, size_t size) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, prefix, name, ending);
    return xl__os_write_file(path, data, size);
}

int shrunk_program_write(const shrunk_program *p, const char *folder) {
    const export_capture *const c = &p->capture;
    char file[32];
    char *const text = shrunk_program_main(p);
    int failed = write_named(folder, "", "main", ".c", text, strlen(text));
    free(text);
    for (int i = 0; i < c->program_count && !failed; i++)
        failed = write_named(folder, "", export_kernel_file(i, file), "", c->programs[i].text,
                             strlen(c->programs[i].text));
    for (int b = 0; b < c->buffer_count && !failed; b++)
        failed =
            write_named(folder, "", c->buffers[b].name, ".bin", c->buffers[b].before, c->buffers[b].bytes);
    for (int o = 0; o < p->description.output_count && !failed; o++) {
        const export_output *const output = &p->description.output[o];
        const char *const name = c->buffers[output->buffer].name;
        if (output->compare == EXPORT_KEPT) continue;
        failed = write_named(folder, "expected_", name, ".bin", p->expected[o].data, p->expected[o].size);
        if (!failed && output->compare == EXPORT_NEAR)
            failed = write_named(folder, "allowed_", name, ".bin", p->allowed[o].data, p->allowed[o].size);
    }
    return failed;
}
