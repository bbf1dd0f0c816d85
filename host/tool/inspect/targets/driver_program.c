#include "inspect/targets/driver_program.h"
#include "base/os.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

bool tool_driver_program_wants(const tool_driver_program *binary, const char *kernel) {
    const size_t size = strlen(kernel);
    for (const char *at = binary->kernels; *at; at += *at == ';') {
        const size_t next = strcspn(at, ";");
        if (size > 0 && next == size && strncmp(at, kernel, size) == 0) return true;
        at += next;
    }
    return false;
}

char *tool_driver_program_list(const tool_driver_program *binary, const char *const *argv, const char *end,
                               const void *data, size_t size) {
    char file[TOOL_PATH + 8], listing[TOOL_PATH + 8], *text = NULL;
    size_t bytes = 0;
    const char *words[16];
    int count = 0;
    snprintf(file, sizeof file, "%s.%s", binary->base, end);
    snprintf(listing, sizeof listing, "%s.lst", binary->base);
    while (count < 14 && argv[count]) words[count] = argv[count], count++;
    words[count++] = file;
    words[count] = NULL;
    if (data && xl__os_write_file(file, data, size) != 0) return NULL;
    if (tool_run_program(words, NULL, listing, NULL, binary->seconds) != 0) return NULL;
    const int failed = xl__os_read_file(listing, TOOL_CODES_BYTES, &text, &bytes);
    if (failed == EFBIG) tool_driver_program_refuse_size(binary);
    return failed == 0 ? text : NULL;
}

static void tell_fault(const tool_driver_program *binary) {
    snprintf(binary->made, binary->size, "a program whose listing is refused: %s", binary->out->fault);
}

void tool_driver_program_refuse_size(const tool_driver_program *binary) {
    tool_codes_refuse_size(binary->out);
    tell_fault(binary);
}

bool tool_driver_program_is_whole(const tool_driver_program *binary) {
    for (const char *at = binary->kernels; *at; at += *at == ';') {
        const size_t size = strcspn(at, ";");
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        const tool_code *const code = tool_codes_find(binary->out, name);
        if (size > 0 && (!code || code->count == 0)) {
            snprintf(binary->made, binary->size,
                     "a program without code of kernel %s: it is damaged or ends early", name);
            tool_codes_free(binary->out);
            return false;
        }
        at += size;
    }
    if (tool_codes_stand(binary->out)) return true;
    tell_fault(binary);
    return false;
}

bool tool_driver_program_take(const tool_driver_program *binary, const tool_vendor *vendor,
                              const xl__text *assembly) {
    char path[TOOL_PATH + 8];
    snprintf(path, sizeof path, "%s.asm", binary->base);
    if (assembly->failed || !assembly->data) return false;
    (void)xl__os_write_file(path, assembly->data, assembly->size);
    if (!vendor->read(assembly->data, &vendor->syntax, binary->out)) return false;
    if (!tool_driver_program_is_whole(binary)) return false;
    binary->made[0] = '\0';
    return true;
}
