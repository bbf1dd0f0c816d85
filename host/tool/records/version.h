#pragma once

#include "crosslane_commit.h"

#define TOOL_COMMIT XL_COMMIT
#if defined(__clang__)
#define TOOL_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define TOOL_COMPILER "gcc " __VERSION__
#else
#define TOOL_COMPILER "unknown"
#endif
