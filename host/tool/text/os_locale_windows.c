/* os_locale_windows.c - os_start sets the console to UTF-8. */
#include "text/os_locale.h"

const bool tool_unicode_without_locale = true;
