/* cmd_shrink.c - `crosslane shrink`: an exported program made smaller. */
#include "shared/cli.h"
#include "shared/cli_check.h"
#include "shrink/shrink.h"

tool_exit cli_shrink(const tool_options *o) {
    if (o->names.count != 1) {
        tool_complain("shrink takes the folder of an exported program: crosslane shrink DIR");
        return TOOL_USAGE;
    }
    const tool_exit clang = cli_need_clang();
    if (clang != TOOL_OK) return clang;
    const shrink_call call = {.folder = o->names.word[0],
                              .suspect = o->devices.count > 0 ? o->devices.word[0] : NULL,
                              .second = o->second,
                              .width = o->width_count > 0 ? o->widths[0] : 0,
                              .bisect = o->bisect,
                              .quiet = o->quiet};
    return shrink_folder(&call);
}
