/* os_locale.c - POSIX's C locale is ASCII. */
#include "text/os_locale.h"

const bool tool_unicode_without_locale = false;
