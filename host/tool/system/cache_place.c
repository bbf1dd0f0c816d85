#include "system/cache_place.h"
#include "base/os.h"
#include "base/text.h"
#include "text/complain.h"
#include <stdlib.h>

char *tool_cache_folder(void) {
    const char *given = xl__os_environment("CROSSLANE_CACHE_DIR");
    if (!given) return xl__os_cache_folder();
    return *given ? xl__copy_text(given) : NULL;
}

void tool_cache_look(void) {
    char *const folder = tool_cache_folder();
    if (folder && xl__os_is_private_folder(folder))
        xl__os_sweep_folder(folder, "");
    else if (folder && xl__os_is_folder(folder))
        tool_complain(
            "the cache folder %s is another user's, or others may write in it: this run does without; make "
            "it your own (chmod go-w), or name another in CROSSLANE_CACHE_DIR",
            folder);
    free(folder);
}
