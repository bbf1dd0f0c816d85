#include "run/cache_place.h"
#include "base/os.h"
#include "base/text.h"
#include "system/output_file.h"
#include "text/complain.h"
#include <stdlib.h>

char *tool_cache_folder(void) {
    const char *given = xl__os_environment("CROSSLANE_CACHE_DIR");
    if (!given) return xl__os_cache_folder();
    return *given ? xl__copy_text(given) : NULL;
}

static bool is_usable(const char *folder) {
    xl__text file = {0};
    xl__text_format(&file, "%s/x", folder);
    const bool usable = xl__os_make_private_folder(folder) == 0 && xl__os_is_private_folder(folder) &&
                        file.data && tool_out_check(file.data, NULL) == XL_SUCCESS;
    xl__text_free(&file);
    return usable;
}

void tool_cache_look(tool_private_folder *private_folder) {
    char *const folder = tool_cache_folder();
    if (folder && xl__os_is_private_folder(folder))
        xl__os_sweep_folder(folder);
    else if (folder && xl__os_is_folder(folder))
        tool_complain(
            "the cache folder %s belongs to another user, or others may write to it, so it is not used; make "
            "it your own (chmod go-w), or name another in CROSSLANE_CACHE_DIR",
            folder);
    if (private_folder && !(folder && is_usable(folder))) tool_private_folder_keep_programs(private_folder);
    free(folder);
}

void tool_cache_leave(void) {
    char *const folder = tool_cache_folder();
    if (folder) xl__os_sweep_own(folder);
    free(folder);
}
