#pragma once

#include <stdbool.h>

/* By the locale's name, because a locale that a remote shell passes on need not be installed here. */
bool tool_knows_unicode(void);

/* The answer if no variable names a locale. */
extern const bool tool_unicode_without_locale;
