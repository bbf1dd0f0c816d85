/* cmd_exec.c - `crosslane exec`: one strategy on the user's own arrays. */
#include "text/display.h"
#include "exec/exec.h"
#include "exec/exec_ranks.h"
#include "system/ranks.h"
#include "text/suggest.h"
#include "text/print.h"
#include "shared/cli.h"
#include <string.h>

/* A refused strategy is a skipped row, whose error was printed before. */
static void on_record(tool_campaign *c, int device, const json_t *record) {
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "error") == 0) {
        char name[256], reason[XL_ERROR_TEXT];
        tool_screen(c);
        tool_complain_lines("device %d (%s): %s", device,
                            cli_text(c->found[device].facts, "name", name, sizeof name),
                            tool_text_clean_lines(json_string_value(json_object_get(record, "reason")),
                                                  reason, sizeof reason));
    } else if (strcmp(status, "mismatch") == 0) {
        cli_print_trouble(c, record);
    }
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    const char *const file = json_string_value(json_object_get(event, "file"));
    char array[64], shape[128], type[16], by[256];
    if (!file) return;
    const long long left_out = json_integer_value(json_object_get(event, "left_out"));
    if (left_out > 0)
        tool_complain(
            "warning: %s: array '%s' is full: %lld elements of the result did not fit; its count holds "
            "the needed number, so set a larger capacity",
            file, cli_text(event, "array", array, sizeof array), left_out);
    if (c->options->quiet) return;
    tool_print(tool_screen(c), "%s: %s %s %s, checked, computed on device %d by %s\n", file,
               cli_text(event, "array", array, sizeof array), cli_text(event, "shape", shape, sizeof shape),
               cli_text(event, "type", type, sizeof type), device, cli_text(event, "by", by, sizeof by));
    cli_print_uncounted(c, event);
}

static tool_exit check_name(const tool_options *o) {
    if (o->names.count != 1 || tool_has_wildcard(o->names.word[0])) {
        tool_complain("exec takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows "
                      "algorithms");
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

static void tell(const char *line) {
    tool_print(stdout, "%s\n", line);
}

static tool_exit check_combined(const tool_job *job) {
    const xl__algorithm *const algorithm = job->choices[0].cs->algorithm;
    if (tool_can_combine(algorithm)) return TOOL_OK;
    tool_complain("exec: several ranks can share reduce, scan, lerp and histogram; start %s without mpirun",
                  algorithm->name);
    return TOOL_USAGE;
}

/* A machine's ranks take its devices round robin. NULL: none. */
static const tool_found *own_device(const tool_campaign *c, const tool_ranks *ranks) {
    int selected = 0, k = 0;
    for (int i = 0; i < c->count; i++) selected += c->found[i].selected;
    for (int i = 0; i < c->count; i++)
        if (c->found[i].selected && k++ == ranks->node_rank % selected) return &c->found[i];
    return NULL;
}

static tool_exit exec_as_rank(tool_job *job, tool_ranks *ranks, bool quiet) {
    static const tool_driver none;
    tool_campaign c = {0};
    tool_exit status = check_combined(job);
    if (status != TOOL_OK) {
        tool_job_free(job);
        return status;
    }
    job->options.ranks = NULL;
    job->options.quiet = true;
    status = cli_start(&c, job, tool_job_settle(job));
    const tool_found *const mine = status == TOOL_OK ? own_device(&c, ranks) : NULL;
    if (mine) {
        job->options.ranks = ranks;
        job->task.device = mine->local_index;
    }
    const tool_exit result =
        tool_exec_ranks(ranks, job, status, mine ? &mine->driver : &none, quiet ? NULL : tell);
    if (status == TOOL_OK) tool_campaign_close(&c, false);
    return result;
}

tool_exit cli_exec(const tool_options *o) {
    tool_exit status = check_name(o);
    if (status != TOOL_OK) return status;
    tool_job *const job = tool_job_new(o);
    status = tool_job_select(job);
    if (status == TOOL_OK && tool_ranks_are_many(o->ranks)) return exec_as_rank(job, o->ranks, o->quiet);
    if (status == TOOL_OK) status = tool_job_settle(job);
    if (status == TOOL_OK) status = tool_exec_check(job);
    tool_campaign c;
    status = cli_start(&c, job, status);
    if (status != TOOL_OK) return status;
    const tool_listener listener = {.record = on_record, .other = on_other};
    tool_campaign_run(&c, &listener, NULL, true);
    return tool_campaign_close(&c, true);
}
