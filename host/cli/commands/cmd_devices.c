#include "table/abilities.h"
#include "system/ranks.h"
#include "text/display.h"
#include "text/wrap.h"
#include "shared/cli.h"
#include <limits.h>
#include <stdarg.h>
#include <string.h>

/* Wrapped on a terminal; one line for scripts. */
static void print_fact(tool_campaign *c, const char *name, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static void print_fact(tool_campaign *c, const char *name, const char *format, ...) {
    enum { COLUMN = 17 };
    char title[32], text[XL_ERROR_TEXT + 64];
    const int width = cli_width(c);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(title, sizeof title, "    %s ", name);
    tool_wrap_behind(title, COLUMN, text, width > 0 ? width : INT_MAX, tool_screen(c));
}

void cli_print_left_out(tool_campaign *c, int device) {
    const json_t *list = json_object_get(json_object_get(c->found[device].facts, "facts"), "left_out"),
                 *value = NULL;
    char text[XL_ERROR_TEXT];
    size_t i = 0;
    json_array_foreach(list, i, value)
        print_fact(c, "left out", "%s", tool_text_clean(json_string_value(value), text, sizeof text));
    if (json_array_size(list) > 0) print_fact(c, "try again", "crosslane probe --device %d --again", device);
}

static void print_sizes(tool_campaign *c, const json_t *device) {
    const json_t *sizes = json_object_get(device, "sub_group_sizes"), *value = NULL;
    size_t i = 0;
    char list[256] = "", measured[32];
    json_array_foreach(sizes, i, value)
        tool_text_append(list, sizeof list, "%s%lld", i ? ", " : "", (long long)json_integer_value(value));
    if (i == 0)
        print_fact(c, "sub-groups", "none native; emulated at 1 to 128 lanes");
    else
        print_fact(c, "sub-groups", "%s lanes; a kernel that requests no width gets %s%s", list,
                   cli_text(device, "sub_group_size_default", measured, sizeof measured),
                   i > 1 ? ", which its compiler chooses" : "");
}

static void print_abilities(tool_campaign *c, int device) {
    const json_t *list = json_object_get(json_object_get(c->found[device].facts, "facts"), "abilities");
    char text[XL_ERROR_TEXT];
    for (int a = 0; a < XL__ABILITIES; a++) {
        const char *const name = xl__ability_name((xl__ability)a);
        const json_t *answer = json_object_get(list, name);
        if (json_is_true(answer))
            print_fact(c, "can", "%s: %s", name, xl__ability_meaning((xl__ability)a));
        else if (answer)
            print_fact(c, "cannot", "%s: %s", name,
                       tool_text_clean(json_string_value(answer), text, sizeof text));
    }
}

void cli_print_detail(tool_campaign *c, int device) {
    print_abilities(c, device);
    cli_print_left_out(c, device);
}

static void print_device(tool_campaign *c, int device) {
    const json_t *d = c->found[device].facts;
    char a[XL_ERROR_TEXT], b[512], e[512], bytes[3][32];
    cli_device_line(c, device);
    if (strcmp(cli_text(d, "status", b, sizeof b), "ok") != 0) {
        print_fact(c, "cannot be used:", "%s", cli_text(d, "reason", a, sizeof a));
        return;
    }
    print_fact(c, "id", "%s", cli_text(d, "id", a, sizeof a));
    print_fact(c, "vendor", "%s", cli_name(c, d, "vendor", a, sizeof a));
    print_fact(c, "driver", "%s; %s; %s", cli_name(c, d, "driver_version", a, sizeof a),
               cli_name(c, d, "device_version", b, sizeof b),
               cli_name(c, d, "language_version", e, sizeof e));
    print_fact(c, "type", "%s, %s compute units, %s MHz", cli_text(d, "type", a, sizeof a),
               cli_text(d, "compute_units", b, sizeof b), cli_text(d, "clock_mhz", e, sizeof e));
    print_fact(
        c, "memory", "%s global, %s largest buffer, %s local; work-groups up to %s",
        cli_bytes(d, "global_memory_bytes", bytes[0], 32), cli_bytes(d, "largest_buffer_bytes", bytes[1], 32),
        cli_bytes(d, "local_memory_bytes", bytes[2], 32), cli_text(d, "largest_group_size", a, sizeof a));
    print_sizes(c, d);
    print_fact(c, "backend", "%s: %s", cli_text(d, "backend", b, sizeof b),
               cli_text(d, "backend_reason", a, sizeof a));
    cli_print_detail(c, device);
}

/* A driver without a device is no error. */
static void print_drivers_without(tool_campaign *c) {
    const int width = cli_width(c);
    if (c->empty.size == 0 || (c->cluster && c->options->ranks->rank > 0)) return;
    tool_wrap(c->empty.data, width > 0 ? width : INT_MAX, tool_screen(c));
}

tool_exit cli_devices(const tool_options *o) {
    static const cli_view view = {.listener = {.device_ends = print_device}};
    return cli_ask_devices(o, "devices takes no names; --device chooses among devices", &view,
                           print_drivers_without);
}
