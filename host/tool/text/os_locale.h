#pragma once

#include <stdbool.h>

/* True if the environment's locale is UTF-8, by its name, because a locale that a remote shell passes on
 * need not be installed here.
 */
bool tool_knows_unicode(void);

/* The answer if no variable names a locale. */
extern const bool tool_unicode_without_locale;
