/* cmd_options.c - `crosslane options`: build options for kernels that include crosslane_sg.h. */
#include "text/display.h"
#include "text/print.h"
#include "shared/cli.h"
#include <string.h>

static const struct {
    const char *remark, *type, *name, *equals, *quote, *after;
} languages[] = {
    [TOOL_SHELL] = {"#", "", "SG_OPTIONS", "=", "'", ""},
    [TOOL_C] = {"//", "static const char ", "sg_options", "[] = ", "\"", ";"},
    [TOOL_PYTHON] = {"#", "", "sg_options", " = ", "\"", ".split()"},
};

/* Several devices or widths get distinct names, sg_options_DEVICE_WIDTH. */
static bool is_one_line(const tool_campaign *c) {
    int devices = 0;
    for (int i = 0; i < c->count; i++) devices += c->found[i].selected;
    return devices <= 1 && c->options->width_count <= 1;
}

static void on_device(tool_campaign *c, int device) {
    char text[640];
    tool_print(tool_screen(c), "%s %s\n", languages[c->options->written].remark,
               cli_device_text(c, device, text, sizeof text));
}

static long long number(const json_t *event, const char *field) {
    return (long long)json_integer_value(json_object_get(event, field));
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    const tool_language l = c->options->written;
    const char *const remark = languages[l].remark;
    char backend[32], text[XL_ERROR_TEXT];
    if (strcmp(cli_text(event, "event", text, sizeof text), "options") != 0) return;
    FILE *out = tool_screen(c);
    if (json_object_get(event, "reason")) {
        tool_print(out, "%s none: %s\n", remark, cli_text(event, "reason", text, sizeof text));
        return;
    }
    tool_print(out, "%s backend %s, %lld lanes%s; work-groups: ", remark,
               cli_text(event, "backend", backend, sizeof backend), number(event, "width"),
               json_is_true(json_object_get(event, "emulated")) ? ", emulated" : "");
    if (json_is_true(json_object_get(event, "one_sub_group")))
        tool_print(out, "%lld work-items, or more if all sub-groups take the same path\n",
                   number(event, "width"));
    else
        tool_print(out, "a multiple of %lld work-items, up to %lld\n", number(event, "width"),
                   number(event, "largest_group_size"));
    tool_print(out, "%s add -DSG_GROUP_SIZE=<work-items of a work-group>; for debugging -DSG_GUARD=1\n",
               remark);
    tool_print(out, "%s%s", languages[l].type, languages[l].name);
    if (!is_one_line(c)) tool_print(out, "_%d_%lld", device, number(event, "width"));
    tool_print(out, "%s%s%s%s%s\n", languages[l].equals, languages[l].quote,
               json_string_value(json_object_get(event, "options")), languages[l].quote, languages[l].after);
}

static void print_nothing(tool_campaign *c) {
    (void)c;
}

tool_exit cli_options(const tool_options *o) {
    static const cli_view view = {.listener = {.device_begins = on_device, .other = on_other}};
    return cli_ask_devices(o, "options takes no names; --device chooses among devices", &view, print_nothing);
}
