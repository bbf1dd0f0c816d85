/* os_locale.c - the C locale of POSIX is ASCII. */
#include "text/os_locale.h"

const bool tool_unicode_without_locale = false;
