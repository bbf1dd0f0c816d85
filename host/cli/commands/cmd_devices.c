/* cmd_devices.c - `crosslane devices`. */
#include "table/abilities.h"
#include "text/display.h"
#include "shared/cli.h"
#include <string.h>

void cli_print_left_out(tool_campaign *c, int device) {
    const json_t *list = json_object_get(json_object_get(c->found[device].facts, "facts"), "left_out"),
                 *value = NULL;
    FILE *out = tool_screen(c);
    char text[XL_ERROR_TEXT];
    size_t i = 0;
    json_array_foreach(list, i, value)
        fprintf(out, "    left out     %s\n", tool_text_clean(json_string_value(value), text, sizeof text));
    if (json_array_size(list) > 0)
        fprintf(out, "    try again    crosslane probe --device %d --again\n", device);
}

static void print_sizes(FILE *out, const json_t *device) {
    const json_t *sizes = json_object_get(device, "sub_group_sizes"), *value = NULL;
    size_t i = 0;
    char measured[32];
    fprintf(out, "    sub-groups   ");
    if (json_array_size(sizes) == 0) fprintf(out, "none native; emulated at 1 to 128 lanes");
    json_array_foreach(sizes, i, value)
        fprintf(out, "%s%lld", i ? ", " : "", (long long)json_integer_value(value));
    if (json_array_size(sizes) > 0)
        fprintf(out, " lanes; a kernel that asks for no width gets %s",
                cli_text(device, "sub_group_size_default", measured, sizeof measured));
    fputc('\n', out);
}

/* "abilities    progress: work-groups may wait for work-groups that started before them" */
static void print_abilities(tool_campaign *c, int device) {
    const json_t *list = json_object_get(json_object_get(c->found[device].facts, "facts"), "abilities");
    FILE *out = tool_screen(c);
    char text[XL_ERROR_TEXT];
    for (int a = 0; a < XL__ABILITIES; a++) {
        const char *const name = xl__ability_name((xl__ability)a);
        const json_t *answer = json_object_get(list, name);
        if (json_is_true(answer))
            fprintf(out, "    can          %s: %s\n", name, xl__ability_meaning((xl__ability)a));
        else if (answer)
            fprintf(out, "    cannot       %s: %s\n", name,
                    tool_text_clean(json_string_value(answer), text, sizeof text));
    }
}

void cli_print_detail(tool_campaign *c, int device) {
    print_abilities(c, device);
    cli_print_left_out(c, device);
}

static void print_device(tool_campaign *c, int device) {
    FILE *out = tool_screen(c);
    const json_t *d = c->found[device].facts;
    char a[XL_ERROR_TEXT], b[512], bytes[3][32];
    cli_device_line(c, device, out);
    if (strcmp(cli_text(d, "status", b, sizeof b), "ok") != 0) {
        fprintf(out, "    cannot be used: %s\n", cli_text(d, "reason", a, sizeof a));
        return;
    }
    fprintf(out, "    id           %s\n", cli_text(d, "id", a, sizeof a));
    fprintf(out, "    vendor       %s\n", cli_text(d, "vendor", a, sizeof a));
    fprintf(out, "    driver       %s; ", cli_text(d, "driver_version", a, sizeof a));
    fprintf(out, "%s; ", cli_text(d, "device_version", a, sizeof a));
    fprintf(out, "%s\n", cli_text(d, "language_version", a, sizeof a));
    fprintf(out, "    type         %s, %s compute units, ", cli_text(d, "type", a, sizeof a),
            cli_text(d, "compute_units", b, sizeof b));
    fprintf(out, "%s MHz\n", cli_text(d, "clock_mhz", a, sizeof a));
    fprintf(out, "    memory       %s global, %s largest buffer, %s local; work-groups up to %s\n",
            cli_bytes(d, "global_memory_bytes", bytes[0], 32),
            cli_bytes(d, "largest_buffer_bytes", bytes[1], 32),
            cli_bytes(d, "local_memory_bytes", bytes[2], 32), cli_text(d, "largest_group_size", a, sizeof a));
    print_sizes(out, d);
    fprintf(out, "    backend      %s: ", cli_text(d, "backend", b, sizeof b));
    fprintf(out, "%s\n", cli_text(d, "backend_reason", a, sizeof a));
    cli_print_detail(c, device);
}

tool_exit cli_devices(const tool_options *o) {
    if (o->names.count > 0) {
        tool_complain("devices takes no names; --device chooses among devices");
        return TOOL_USAGE;
    }
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o);
    if (opened != TOOL_OK) return opened;
    const tool_listener listener = {.device_ends = print_device};
    tool_campaign_run(&c, &listener, NULL, false);
    return tool_campaign_close(&c, false);
}
