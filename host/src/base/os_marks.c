/* The marks of a file as this process's. */
#include "base/os.h"
#include "base/os_names.h"
#include <stdio.h>

const char *xl__os_temporary_ending(unsigned number, char ending[XL__OS_MARK]) {
    const long process = xl__os_process();
    snprintf(ending, XL__OS_MARK, ".crosslane-%ld-%llu-%u.tmp", process, xl__os_process_began(process),
             number);
    return ending;
}

const char *xl__os_mark_text(char text[XL__OS_MARK]) {
    const long process = xl__os_process();
    snprintf(text, XL__OS_MARK, "crosslane %ld %llu\n", process, xl__os_process_began(process));
    return text;
}
