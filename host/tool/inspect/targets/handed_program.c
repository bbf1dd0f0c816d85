#include "inspect/targets/handed_program.h"
#include "base/os.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

bool tool_handed_wants(const tool_handed *handed, const char *kernel) {
    const size_t size = strlen(kernel);
    for (const char *at = handed->kernels; *at; at += *at == ';') {
        const size_t next = strcspn(at, ";");
        if (size > 0 && next == size && strncmp(at, kernel, size) == 0) return true;
        at += next;
    }
    return false;
}

char *tool_handed_list(const tool_handed *handed, const char *const *argv, const char *end, const void *data,
                       size_t size) {
    char file[TOOL_PATH + 8], listing[TOOL_PATH + 8], *text = NULL;
    size_t bytes = 0;
    const char *words[16];
    int count = 0;
    snprintf(file, sizeof file, "%s.%s", handed->base, end);
    snprintf(listing, sizeof listing, "%s.lst", handed->base);
    while (count < 14 && argv[count]) words[count] = argv[count], count++;
    words[count++] = file;
    words[count] = NULL;
    if (data && xl__os_write_file(file, data, size) != 0) return NULL;
    if (tool_run_program(words, NULL, listing, NULL, handed->seconds) != 0) return NULL;
    const int failed = xl__os_read_file(listing, TOOL_CODES_BYTES, &text, &bytes);
    if (failed == EFBIG) tool_handed_refuse_size(handed);
    return failed == 0 ? text : NULL;
}

static void tell_fault(const tool_handed *handed) {
    snprintf(handed->made, handed->size, "a program whose listing is refused: %s", handed->out->fault);
}

void tool_handed_refuse_size(const tool_handed *handed) {
    tool_codes_refuse_size(handed->out);
    tell_fault(handed);
}

bool tool_handed_is_whole(const tool_handed *handed) {
    for (const char *at = handed->kernels; *at; at += *at == ';') {
        const size_t size = strcspn(at, ";");
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        const tool_code *const code = tool_codes_find(handed->out, name);
        if (size > 0 && (!code || code->count == 0)) {
            snprintf(handed->made, handed->size,
                     "a program without code of kernel %s: it is damaged or ends early", name);
            tool_codes_free(handed->out);
            return false;
        }
        at += size;
    }
    if (tool_codes_stand(handed->out)) return true;
    tell_fault(handed);
    return false;
}

bool tool_handed_take(const tool_handed *handed, const tool_vendor *vendor, const xl__text *assembly) {
    char path[TOOL_PATH + 8];
    snprintf(path, sizeof path, "%s.asm", handed->base);
    if (assembly->failed || !assembly->data) return false;
    (void)xl__os_write_file(path, assembly->data, assembly->size);
    if (!vendor->read(assembly->data, &vendor->syntax, handed->out)) return false;
    if (!tool_handed_is_whole(handed)) return false;
    handed->made[0] = '\0';
    return true;
}
