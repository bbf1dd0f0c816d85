#pragma once

#include "compilers/os_tool.h"

/* The oldest version that knows all targets, because it matches the libraries. */
bool tool_find_clang(char path[TOOL_PATH]);
