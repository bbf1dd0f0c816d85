#pragma once

#include "compilers/os_tool.h"

/* Prefers the oldest version that knows all targets, because it matches the libraries next to it. */
bool tool_find_clang(char path[TOOL_PATH]);
