/* need_clang.c - what the checking device needs of the machine. */
#include "shared/cli_check.h"
#include "text/complain.h"
#include <string.h>
#ifdef CROSSLANE_HAS_CHECK
#include "compile/clang.h"
#endif

tool_exit cli_need_clang(void) {
#ifdef CROSSLANE_HAS_CHECK
    if (!clang_find()) {
        tool_complain("the checking device needs clang 15 or later: install the package clang-15 or clang");
        return TOOL_NO_DEVICE;
    }
#endif
    return TOOL_OK;
}

tool_exit cli_need_clang_for(const tool_options *options) {
    for (int i = 0; i < options->devices.count; i++)
        if (strcmp(options->devices.word[i], "check") == 0) return cli_need_clang();
    return TOOL_OK;
}
