#include "text/display.h"
#include "text/print.h"
#include "shared/cli.h"
#include <string.h>

typedef struct tuned {
    int begun, done;
} tuned;

static void on_device(tool_campaign *c, int device) {
    ((tuned *)c->user)->begun++;
    cli_device_line(c, device);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "mismatch") != 0 && strcmp(status, "error") != 0) return;
    cli_print_trouble(c, record);
    tool_print(tool_screen(c), "    left out of the choice; 'crosslane tune --again' measures it again\n");
}

/* "histogram u32, n=... buckets=256: privatised, width 32, copies=4, 24.1 us; the rule takes local: 1.30
 * times" */
static void print_choice(FILE *out, const json_t *event) {
    char a[64], t[16], p[512], s[64], tuning[512], time[40], rule[64];
    const json_int_t width = json_integer_value(json_object_get(event, "width"));
    const double ratio = json_number_value(json_object_get(event, "rule_ratio"));
    tool_print(out, "%s %s, %s: %s", cli_text(event, "algorithm", a, sizeof a),
               cli_text(event, "type", t, sizeof t), cli_text(event, "problem", p, sizeof p),
               cli_text(event, "strategy", s, sizeof s));
    if (width > 0) tool_print(out, ", width %lld", (long long)width);
    cli_text(event, "tuning", tuning, sizeof tuning);
    tool_print(out, "%s%s, ", tuning[0] ? ", " : "", tuning);
    tool_format_ns(json_number_value(json_object_get(event, "ns")), time, sizeof time);
    tool_print(out, "%s; the rule takes %s", time, cli_text(event, "rule", rule, sizeof rule));
    if (ratio > 0.0) tool_print(out, ": %.2f times the best at its default settings", ratio);
    fputc('\n', out);
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    char count[32];
    const char *name = json_string_value(json_object_get(event, "event"));
    (void)device;
    if (name && strcmp(name, "choice") == 0) print_choice(tool_screen(c), event);
    ((tuned *)c->user)->done += name && strcmp(name, "profile") == 0;
    if (name && strcmp(name, "profile") == 0)
        tool_print(tool_screen(c), "profile: %s, %s choices\n",
                   json_string_value(json_object_get(event, "file")),
                   cli_text(event, "choices", count, sizeof count));
}

tool_exit cli_tune(const tool_options *o) {
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o);
    if (opened != TOOL_OK) return opened;
    const tool_listener listener = {.device_begins = on_device, .record = on_record, .other = on_other};
    tuned devices = {0, 0};
    tool_campaign_run(&c, &listener, &devices, false);
    if (c.status == TOOL_OK && devices.done < devices.begun) {
        tool_complain("tune: the driver's process ended early; the next 'crosslane tune' continues");
        c.status = TOOL_DEVICE_FAILED;
    }
    return tool_campaign_close(&c, false);
}
