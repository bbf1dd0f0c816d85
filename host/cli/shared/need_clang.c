/* need_clang.c - what the checking device needs of the machine. */
#include "base/os.h"
#include "shared/cli_check.h"
#include "system/os_drivers.h"
#include "text/complain.h"
#include <string.h>
#ifdef CROSSLANE_HAS_CHECK
#include "compile/clang.h"
#endif

tool_exit cli_need_clang(void) {
#ifdef CROSSLANE_HAS_CHECK
    if (!clang_find()) {
        tool_complain("the checking device needs clang 15 or later: install the package clang-15 or clang");
        return TOOL_NOTHING_DONE;
    }
#endif
    return TOOL_OK;
}

bool cli_asks_for_check(const tool_options *options) {
    bool asks = false;
    for (int i = 0; i < options->devices.count; i++) asks |= strcmp(options->devices.word[i], "check") == 0;
    return asks;
}

tool_exit cli_need_clang_for(const tool_options *options) {
    return cli_asks_for_check(options) ? cli_need_clang() : TOOL_OK;
}

static bool is_here(void) {
#ifdef CROSSLANE_HAS_CHECK
    char library[TOOL_PATH];
    const char *const wanted = xl__os_environment("CROSSLANE_CHECK");
    return (!wanted || strcmp(wanted, "0") != 0) && tool_check_library(library) && clang_find();
#else
    return false;
#endif
}

bool cli_check_options(const tool_options *options, tool_options *out) {
    if (cli_asks_for_check(options) || !is_here()) return false;
    *out = *options;
    out->devices.count = 0;
    out->devices.word[out->devices.count++] = "check";
    out->backend = NULL;
    return true;
}
