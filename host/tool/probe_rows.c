/* probe_rows.c - what each sub-group operation is on a device: rows of probe. */
#include "probe_rows.h"

tool_exit tool_probe_all(tool_session *s) {
    (void)s;
    return TOOL_OK;
}

tool_exit tool_probe_used(tool_session *s, const tool_choice *choices, int count) {
    (void)s;
    (void)choices;
    (void)count;
    return TOOL_OK;
}

int tool_default_width(tool_session *s) {
    (void)s;
    return 0;
}
