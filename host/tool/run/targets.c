#include "run/targets.h"
#include "caps/caps.h"
#include "caps/device_open.h"
#include <string.h>

const char tool_emulation[] = "local";

static void add(tool_target *out, int *count, const char *backend, int width, bool emulated) {
    if (*count < TOOL_MAX_TARGETS) out[(*count)++] = (tool_target){backend, width, emulated};
}

static void add_emulated(const tool_session *s, int least, int most, tool_target *out, int *count) {
    const size_t largest = xl__get_facts(s->device)->largest_group;
    for (int width = least; width <= most; width *= 2)
        if ((size_t)width <= largest) add(out, count, tool_emulation, width, true);
}

/* Only for this width: looking for others compiles three programs each. */
static bool offers(const tool_session *s, const char *backend, int width) {
    xl__target target;
    return strcmp(backend, tool_emulation) != 0 &&
           xl__choose_target(s->device, backend, width, &target, NULL, 0, NULL) == XL_SUCCESS;
}

static int add_numbers(const tool_session *s, const char *backend, tool_target *out, int *count,
                       xl_error *error) {
    const tool_options *o = s->options;
    for (int i = 0; i < o->width_count; i++) {
        const int width = o->widths[i];
        if (offers(s, backend, width)) {
            add(out, count, backend, width, false);
        } else if (o->backend && strcmp(o->backend, tool_emulation) != 0) {
            int native[TOOL_MAX_WIDTHS];
            const size_t natives = xl_native_widths(s->device, backend, native, TOOL_MAX_WIDTHS, NULL);
            char list[128] = "none";
            for (size_t n = 0, used = 0; n < natives; n++)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", n ? ", " : "", native[n]);
            return xl__fail(error, XL_BAD_VALUE,
                            "--width %d: backend '%s' offers on this device: %s; leave --backend out to "
                            "emulate",
                            width, backend, list);
        } else {
            add(out, count, tool_emulation, width, true); /* if too wide, rows have the reason */
        }
    }
    return XL_SUCCESS;
}

tool_target tool_plain_target(const tool_session *s) {
    return (tool_target){s->options->backend, 0, false};
}

/* `run` mostly waits for the compiler, longest for wide targets. So a slow device takes only 4, 8 and 16
   lanes, a processor's vectors of floats. */
static void keep_narrow(int *count) {
    enum { KEPT = 3 };
    if (*count > KEPT) *count = KEPT;
}

int tool_targets(const tool_session *s, tool_spread spread, tool_target out[TOOL_MAX_TARGETS], int *count,
                 xl_error *error) {
    const tool_options *o = s->options;
    *count = 0;
    const char *backend = o->backend ? o->backend : xl_chosen_backend(s->device, NULL, 0, error);
    if (!backend) return error->status;
    const bool local = strcmp(backend, tool_emulation) == 0;
    if (o->width_count > 0) return add_numbers(s, backend, out, count, error);
    int native[TOOL_MAX_WIDTHS];
    const size_t natives = local ? 0 : xl_native_widths(s->device, backend, native, TOOL_MAX_WIDTHS, NULL);
    for (size_t i = 0; i < natives; i++) add(out, count, backend, native[i], false);
    /* Planned without a width, so that rows have the reason. */
    if (o->backend && !local && natives == 0) add(out, count, backend, 0, false);
    if (o->width_native && !local) return XL_SUCCESS;
    const bool emulate = !o->backend || local;
    if (o->width_all || (spread == TOOL_EVERY_WIDTH && emulate))
        add_emulated(s, 1, 128, out, count);
    else if (natives == 0 && emulate)
        add_emulated(s, 4, 64, out, count);
    if (s->slow && o->command == TOOL_COMMAND_run && !o->width_all) keep_narrow(count);
    return XL_SUCCESS;
}
