/* cmd_exec.c - `crosslane exec`: one strategy on the user's own arrays. */
#include "text/display.h"
#include "exec/exec.h"
#include "exec/exec_ranks.h"
#include "system/ranks.h"
#include "text/suggest.h"
#include "cli.h"
#include <string.h>

/* A wrong result shows where; what the driver failed at is an error like any other. */
static void on_record(tool_campaign *c, int device, const json_t *record) {
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "error") == 0) {
        char name[256], reason[XL_ERROR_TEXT];
        tool_screen(c);
        tool_complain_lines("device %d (%s): %s", device,
                            cli_text(c->found[device].facts, "name", name, sizeof name),
                            tool_text_clean_lines(json_string_value(json_object_get(record, "reason")),
                                                  reason, sizeof reason));
    } else if (strcmp(status, "ok") != 0) {
        cli_print_trouble(c, record);
    }
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    char file[1024], array[64], shape[128], type[16], by[256];
    if (!json_is_string(json_object_get(event, "file"))) return;
    const long long left_out = json_integer_value(json_object_get(event, "left_out"));
    if (left_out > 0)
        tool_complain(
            "warning: %s: array '%s' is full: %lld elements of the result did not fit; its count tells "
            "how many there are, a larger capacity takes them",
            cli_text(event, "file", file, sizeof file), cli_text(event, "array", array, sizeof array),
            left_out);
    if (c->options->quiet) return;
    fprintf(tool_screen(c), "%s: %s %s %s, checked, computed on device %d by %s\n",
            cli_text(event, "file", file, sizeof file), cli_text(event, "array", array, sizeof array),
            cli_text(event, "shape", shape, sizeof shape), cli_text(event, "type", type, sizeof type), device,
            cli_text(event, "by", by, sizeof by));
    cli_print_uncounted(c, event);
}

/* Exactly one strategy: a bare algorithm means its automatic choice. */
static tool_exit check_name(const tool_options *o) {
    if (o->names.count != 1 || tool_has_wildcard(o->names.word[0])) {
        tool_complain(
            "exec takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows them");
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

static void tell(const char *line) {
    printf("%s\n", line);
}

static tool_exit check_ranks(const tool_options *o, tool_choice *choice) {
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0;
    const tool_exit status = tool_select_strategies(o, choices, &count);
    if (status != TOOL_OK) return status;
    *choice = choices[0];
    if (tool_can_combine(choice->cs->algorithm)) return TOOL_OK;
    tool_complain("exec: several ranks can share reduce, scan, lerp and histogram; start %s without mpirun",
                  choice->cs->algorithm->name);
    return TOOL_USAGE;
}

/* As one of several ranks: those of a machine take its devices in turn. */
static tool_exit exec_as_rank(const tool_options *o, int argc, char **argv) {
    tool_choice choice = {0};
    tool_campaign c = {0};
    tool_options alone = *o;
    const tool_found *mine = NULL;
    static const tool_driver none;
    int selected = 0;
    tool_exit status = check_name(o);
    if (status == TOOL_OK) status = check_ranks(o, &choice);
    if (status != TOOL_OK) return status; /* the same on all */
    alone.ranks = NULL;
    alone.quiet = true;
    status = cli_open(&c, &alone, argc, argv);
    const bool opened = status == TOOL_OK;
    for (int i = 0; opened && i < c.count; i++) selected += c.found[i].selected;
    for (int i = 0, k = 0; opened && i < c.count; i++)
        if (c.found[i].selected && k++ == o->ranks->node_rank % selected) mine = &c.found[i];
    status = tool_exec_ranks(o, &choice, status, mine ? &mine->driver : &none, mine ? mine->local_index : -1,
                             o->quiet ? NULL : tell);
    if (opened) tool_campaign_close(&c, false);
    return status;
}

tool_exit cli_exec(const tool_options *o, int argc, char **argv) {
    if (tool_ranks_are_many(o->ranks)) return exec_as_rank(o, argc, argv);
    tool_exit status = check_name(o);
    if (status == TOOL_OK) status = tool_exec_check(o);
    if (status != TOOL_OK) return status;
    tool_campaign c;
    status = cli_open(&c, o, argc, argv);
    if (status != TOOL_OK) return status;
    const tool_listener listener = {.record = on_record, .other = on_other};
    tool_campaign_run(&c, &listener, NULL, true);
    return tool_campaign_close(&c, true);
}
