/* merge.c - `crosslane merge FILE... --json OUT`: results files of several machines as one. */
#include "../tool/merge.h"
#include "../tool/os_file.h"
#include "../tool/outputs.h"
#include "cli.h"
#include <string.h>

/* Nothing that is read is written over. */
static tool_exit check_inputs(const tool_options *o) {
    for (int i = 0; i < o->names.count; i++)
        if (strcmp(o->json, "-") != 0 && tool_file_same(o->json, o->names.word[i])) {
            tool_complain("--json %s would replace %s, which is read; name another file", o->json,
                          o->names.word[i]);
            return TOOL_USAGE;
        }
    return TOOL_OK;
}

tool_exit cli_merge(const tool_options *o, int argc, char **argv) {
    (void)argc;
    (void)argv;
    if (!o->json) {
        tool_complain("merge: name the file to write, --json all.json");
        return TOOL_USAGE;
    }
    tool_exit status = check_inputs(o);
    if (status == TOOL_OK) status = tool_check_outputs(o);
    return status == TOOL_OK ? tool_merge(&o->names, o->json) : status;
}
