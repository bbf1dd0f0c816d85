#include "inspect/cross.h"
#include "base/os.h"
#include "base/status.h"
#include "text/os_memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_part(const char *base, const char *part, char **text) {
    xl__text path = {0};
    size_t size = 0;
    xl__text_format(&path, "%s.%s", base, part);
    const int failed = path.failed ? ENOMEM : xl__os_read_file(path.data, TOOL_CODES_BYTES, text, &size);
    if (failed) *text = NULL;
    xl__text_free(&path);
    return failed;
}

char *tool_cross_part(const char *base, const char *part) {
    char *text = NULL;
    (void)read_part(base, part, &text);
    return text;
}

const char **tool_split_words(char *text) {
    size_t count = 0;
    const char **words = tool_need(calloc(1, sizeof *words));
    for (char *at = text; at && *at;) {
        at += strspn(at, " ");
        if (!*at) break;
        words = tool_need(realloc(words, (count + 2) * sizeof *words));
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = '\0';
    }
    words[count] = NULL;
    return words;
}

bool tool_cross_compile(tool_cross *cross, const char *base) {
    char *const options = tool_cross_part(base, "options");
    const char **const words = tool_split_words(options);
    const tool_compiling job = {.target = cross->wish.target,
                                .tools = &cross->tools,
                                .base = base,
                                .options = words,
                                .width = cross->wish.width,
                                .seconds = cross->wish.seconds,
                                .numbers_alone = cross->wish.numbers_alone};
    const int ended = job.target->vendor->compile(&job);
    free(words);
    free(options);
    if (ended == TOOL_TOO_LARGE) tool_codes_refuse_size(&cross->refused);
    if (ended != 0) cross->ended = ended;
    return ended == 0;
}

tool_codes *tool_cross_codes(tool_cross *cross, const char *base) {
    if (strcmp(cross->base, base) == 0) return &cross->codes;
    const tool_vendor *const vendor = cross->wish.target->vendor;
    char *assembly = NULL;
    tool_codes_free(&cross->codes);
    if (!xl__copy_capped(cross->base, sizeof cross->base, base)) cross->base[0] = '\0';
    char *const program = tool_cross_part(base, "cl");
    if (read_part(base, "asm", &assembly) == EFBIG) tool_codes_refuse_size(&cross->codes);
    if (assembly) vendor->read(assembly, &vendor->syntax, &cross->codes);
    if (!cross->wish.numbers_alone && !tool_codes_stand(&cross->codes)) cross->refused = cross->codes;
    if (program) tool_codes_name_files(&cross->codes, program);
    free(program);
    free(assembly);
    return &cross->codes;
}

static bool compile(void *user, const char *base) {
    return tool_cross_compile(user, base);
}

static int lanes_of(void *user, const char *base, const char *kernel) {
    const tool_code *const code = tool_codes_find(tool_cross_codes(user, base), kernel);
    return !code ? -1 : code->numbers.lanes > 0 ? (int)code->numbers.lanes : 0;
}

int tool_cross_start(tool_cross *cross, const tool_cross_wish *wish, xl_error *error) {
    char missing[256];
    *cross = (tool_cross){.wish = *wish};
    const tool_vendor *const vendor = wish->target->vendor;
    if (vendor->find(wish->target, &cross->tools, missing, sizeof missing)) return XL_SUCCESS;
    return xl__fail(error, XL_UNSUPPORTED, "%s; install it: %s", missing, tool_target_install(wish->target));
}

int tool_cross_open(tool_cross *cross, const xl_options *options, xl_error *error) {
    tool_hide_drivers(cross->wish.folder);
    const tool_absent_given given = {&cross->wish.target->facts, compile, lanes_of, cross,
                                     cross->wish.folder};
    cross->absent = tool_absent_make(&given);
    if (!cross->absent)
        return xl__fail(error, XL_UNSUPPORTED, "this system's OpenCL has no loader, which is needed here");
    return xl_open(tool_absent_device(cross->absent), tool_absent_context(cross->absent), options,
                   &cross->device, error);
}

void tool_cross_close(tool_cross *cross) {
    xl_close(cross->device);
    tool_absent_free(cross->absent);
    tool_codes_free(&cross->codes);
    tool_show_drivers();
    cross->device = NULL;
    cross->absent = NULL;
}
