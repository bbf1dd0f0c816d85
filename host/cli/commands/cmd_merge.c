/* cmd_merge.c - `crosslane merge FILE... --json OUT --csv OUT`: joins results files of several machines. */
#include "recorded/merge.h"
#include "options/outputs.h"
#include "system/os_start.h"
#include "shared/cli.h"

tool_exit cli_merge(const tool_options *o) {
    if (!o->json && !o->csv) {
        tool_complain("merge: name the file to write, --json all.json or --csv all.csv");
        return TOOL_USAGE;
    }
    tool_interrupt_catch();
    const tool_exit status = tool_check_outputs(o);
    if (status != TOOL_OK) return status;
    const tool_exit merged = tool_merge(&o->names, o->json, o->csv);
    return merged != TOOL_OK && tool_interrupted() ? TOOL_INTERRUPTED
                                                   : merged; /* Ctrl-C may have come while files were read */
}
