#include "text/os_locale.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>

/* UTF-8, utf8, Utf-8 ... anywhere in the name. */
static bool names_utf8(const char *name) {
    for (; *name; name++) {
        static const char word[] = "utf8";
        const char *at = name;
        size_t same = 0;
        while (word[same] && tolower((unsigned char)*at) == word[same]) {
            at++;
            if (++same == 3 && *at == '-') at++;
        }
        if (!word[same]) return true;
    }
    return false;
}

bool tool_knows_unicode(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *const name = getenv(variables[i]);
        if (name && *name) return names_utf8(name);
    }
    return tool_unicode_without_locale;
}
