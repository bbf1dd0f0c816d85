#include "campaign/worker.h"
#include "driver_binary/driver_binary.h"
#include "exec/draw.h"
#include "device/device_read.h"
#include "caps/device_open.h"
#include "device/backend.h"
#include "bench/auto_grid.h"
#include "bench/bench.h"
#include "bench/estimate.h"
#include "exec/exec.h"
#include "records/facts.h"
#include "learn/learn.h"
#include "player/trace_exercise.h"
#include "promises/promise_rows.h"
#include "verify/probe_rows.h"
#include "exec/trace.h"
#include "export/export.h"
#include "bench/tune.h"
#include "system/os_drivers.h"
#include "system/os_process.h"
#include "run/cache_place.h"
#include "run/memory.h"
#include "system/os_start.h"
#include "job/turns.h"
#include "verify/verify.h"
#include "verify/verify_exhaustive.h"
#include "verify/verify_pairs.h"
#include "verify/verify_random.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

/* ---- enumeration ---------------------------------------------------------------------------------- */

/* --device words that fit the device: common names of a vendor or driver. */
static json_t *matching_aliases(const tool_options *o, const xl__device_facts *facts) {
    json_t *list = json_array();
    for (int i = 0; i < o->devices.count; i++) {
        bool matches = false;
        if (xl__vendor_alias(o->devices.word[i], facts, &matches))
            json_array_append_new(list, json_pack("{s:s,s:b}", "word", o->devices.word[i], "fits", matches));
    }
    return list;
}

static bool lists_no_platform(void) {
    cl_uint count = 0;
    return clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS || count == 0;
}

static void enumerate(tool_session *s) {
    enum { NO_PLATFORM = -1001 }; /* the loader's status without devices */
    cl_device_id all[TOOL_MAX_DEVICES];
    xl_error error = {0};
    if (tool_driver_misnamed(error.text, sizeof error.text)) {
        tool_emit(s, json_pack("{s:s,s:o}", "event", "misnamed", "text", tool_json_text(error.text)));
        return;
    }
    const int count = tool_list_devices(all, &error);
    const bool none = error.status == NO_PLATFORM || !error.text[0];
    if (!none || (lists_no_platform() && tool_driver_broken(error.text, sizeof error.text))) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, error.text);
    } else if (count == 0) {
        tool_no_device_answer(error.text, sizeof error.text);
        tool_emit(s, json_pack("{s:s,s:o}", "event", "empty", "text", tool_json_text(error.text)));
    }
    for (int i = 0; i < count; i++) {
        xl__device_facts facts;
        json_t *device = NULL;
        json_t *aliases = NULL;
        if (xl__read_facts(all[i], &facts, &error) == XL_SUCCESS) {
            device = tool_device_json(&facts);
            aliases = matching_aliases(s->options, &facts);
        } else {
            device = json_pack("{s:s,s:s,s:o}", "id", "unknown", "status", "error", "reason",
                               tool_json_text(error.text));
            aliases = json_array();
        }
        tool_emit(s, json_pack("{s:s,s:i,s:o,s:o}", "event", "device", "index", i, "device", device,
                               "aliases", aliases));
    }
}

/* ---- devices, list -------------------------------------------------------------------------------- */

/* Backend, native widths, default width. */
static void tell_detail(tool_session *s) {
    json_t *device = tool_device_json(xl__get_facts(s->device));
    char reason[512] = "";
    const char *backend = xl_chosen_backend(s->device, reason, sizeof reason, NULL);
    int widths[TOOL_MAX_WIDTHS];
    const size_t count = xl_native_widths(s->device, NULL, widths, TOOL_MAX_WIDTHS, NULL);
    json_t *list = json_array();
    for (size_t i = 0; i < count && i < TOOL_MAX_WIDTHS; i++)
        json_array_append_new(list, json_integer(widths[i]));
    json_object_set_new(device, "backend", backend ? json_string(backend) : json_null());
    json_object_set_new(device, "backend_reason", tool_json_text(reason));
    json_object_set_new(device, "sub_group_sizes", list);
    const int measured = tool_default_width(s);
    tool_add_left_out(s, device);
    tool_add_abilities(s, device);
    if (measured > 0) json_object_set_new(device, "sub_group_size_default", json_integer(measured));
    tool_emit(s, json_pack("{s:s,s:o}", "event", "detail", "device", device));
}

/* Or why a strategy does not run; for auto its choice for the default problem, and why. */
static void tell_runs(tool_session *s, const tool_choice *choice) {
    const tool_config config = {.cs = choice->cs,
                                .strategy = choice->strategy,
                                .backend = s->options->backend,
                                .width = s->options->width_count ? s->options->widths[0] : 0};
    xl_plan *plan = NULL;
    xl_error error = {0};
    const int status = tool_plan_make(s, &config, &plan, &error);
    xl_plan_facts facts = {0};
    tool_memory memory = {0};
    if (status == XL_SUCCESS) {
        xl_plan_get_facts(plan, &facts);
        memory = tool_memory_of(choice->cs->algorithm, xl__plan_problem(plan), facts.scratch_bytes,
                                s->device->guard_bytes);
    }
    const bool chosen = status == XL_SUCCESS && choice->strategy == TOOL_AUTO_STRATEGY;
    tool_emit(s, json_pack("{s:s,s:s,s:s,s:b,s:o,s:s,s:i,s:o,s:o,s:f,s:f,s:f}", "event", "availability",
                           "algorithm", choice->cs->algorithm->name, "strategy", tool_choice_name(choice),
                           "runs", status == XL_SUCCESS, "reason",
                           status == XL_SUCCESS ? json_null() : tool_json_text(error.text), "backend",
                           facts.backend ? facts.backend : "-", "width", facts.width, "chosen",
                           chosen ? json_string(facts.strategy) : json_null(), "chosen_by",
                           chosen ? tool_json_text(facts.reason) : json_null(), "array_bytes", memory.arrays,
                           "scratch_bytes", memory.scratch, "host_bytes", memory.host));
    xl_plan_free(plan);
}

/* After an algorithm's strategies comes auto, unless a strategy is named. */
static void tell_availability(tool_session *s, const tool_choice *choices, int count) {
    bool named = false;
    for (int i = 0; i < s->options->names.count; i++) named = named || strchr(s->options->names.word[i], '/');
    for (int c = 0; c < count; c++) {
        tell_runs(s, &choices[c]);
        if (!named && (c + 1 == count || choices[c + 1].cs != choices[c].cs))
            tell_runs(s, &(tool_choice){.cs = choices[c].cs, .strategy = TOOL_AUTO_STRATEGY});
    }
}

/* ---- options -------------------------------------------------------------------------------------- */

static tool_exit tell_options(tool_session *s) {
    const tool_options *o = s->options;
    const int count = o->width_count > 0 ? o->width_count : 1;
    bool any = false;
    for (int i = 0; i < count; i++) {
        const int width = o->width_count > 0 ? o->widths[i] : 0;
        xl_header_use use = {.options = ""};
        xl_error error = {0};
        if (xl_header_options(s->device, o->backend, width, o->quick, &use, &error) != XL_SUCCESS) {
            tool_emit(s, json_pack("{s:s,s:i,s:o}", "event", "options", "width", width, "reason",
                                   tool_json_text(error.text)));
            continue;
        }
        any = true;
        tool_emit(s, json_pack("{s:s,s:i,s:s,s:s,s:b,s:b,s:i}", "event", "options", "width", use.width,
                               "backend", use.backend, "options", use.options, "emulated", use.emulated,
                               "one_sub_group", use.one_sub_group, "largest_group_size",
                               (int)use.largest_group_size));
    }
    return any ? TOOL_OK : TOOL_NOTHING_DONE;
}

/* ---- work ----------------------------------------------------------------------------------------- */

/* Of the whole job, for the next part. */
static void set_share(tool_session *s, double from, double to) {
    s->share_from = from;
    s->share_size = to - from;
}

/* *bench: NULL before the first part. */
static tool_exit run_part(tool_session *s, const tool_choice *choices, int count, tool_bench_job **bench) {
    set_share(s, 0.0, 0.1);
    tool_exit result = tool_probe_used(s, choices, count);
    set_share(s, 0.1, 0.55);
    result = tool_exit_worst(result, tool_verify(s, choices, count, TOOL_LEVEL_FIRST));
    set_share(s, 0.55, 1.0);
    if (result != TOOL_OK && result != TOOL_WRONG) return result;
    if (!*bench) *bench = tool_bench_begin(s);
    return tool_exit_worst(result,
                           *bench ? tool_bench_part(*bench, choices, count, !s->slow) : TOOL_DEVICE_FAILED);
}

/* The first part, the pictures, further parts while there is time. A worker that compiles ahead does the
   first part. */
static tool_exit run_everything(tool_session *s, const tool_choice *choices, int count) {
    const bool limited = s->options->seconds >= 0.0;
    int end = limited ? tool_next_part(choices, count, 0) : count;
    if (s->ahead) {
        (void)tool_verify(s, choices, end, TOOL_LEVEL_FIRST);
        return tool_bench(s, choices, end, !s->slow);
    }
    tool_bench_job *bench = NULL;
    tell_detail(s);
    if (s->options->names.count == 0 && !s->job->task.done) {
        tool_estimate(s, choices, end, count);
        tool_session_await(s, TOOL_ESTIMATED);
    }
    tool_exit result = run_part(s, choices, end, &bench);
    if (s->options->out_dir && (result == TOOL_OK || result == TOOL_WRONG))
        result = tool_exit_worst(result, tool_draw(s, s->options->out_dir));
    for (int part = 1; end < count && (result == TOOL_OK || result == TOOL_WRONG); part++) {
        const int from = end;
        if (!tool_session_goes_on(s, part)) break;
        end = tool_next_part(choices, count, from);
        result = tool_exit_worst(result, run_part(s, &choices[from], end - from, &bench));
    }
    tool_bench_close(bench);
    return result;
}

static tool_exit work(tool_session *s) {
    const tool_options *o = s->options;
    const tool_choice *choices = s->job->choices;
    const int count = s->job->count;
    const bool asks = o->command != TOOL_COMMAND_tune && o->command != TOOL_COMMAND_devices &&
                      o->command != TOOL_COMMAND_probe && o->command != TOOL_COMMAND_promises &&
                      o->command != TOOL_COMMAND_options && o->command != TOOL_COMMAND_inspect &&
                      o->command != TOOL_COMMAND_learn;
    if (asks) tool_profile_take(s);
    switch (o->command) {
    case TOOL_COMMAND_run: return run_everything(s, choices, count);
    case TOOL_COMMAND_devices: tell_detail(s); return TOOL_OK;
    case TOOL_COMMAND_list: tell_availability(s, choices, count); return TOOL_OK;
    case TOOL_COMMAND_probe: return tool_probe_all(s);
    case TOOL_COMMAND_promises: return tool_promises(s);
    case TOOL_COMMAND_verify:
        if (o->random > 0) return tool_verify_random(s, choices, count);
        if (o->exhaustive) return tool_verify_exhaustive(s, choices, count);
        if (o->pairs) return tool_verify_pairs(s, choices, count);
        return tool_verify(s, choices, count, o->full ? TOOL_LEVEL_FULL : TOOL_LEVEL_QUICK);
    case TOOL_COMMAND_bench:
        if (o->auto_grid > 0) return tool_auto_grid(s, choices, count);
        return tool_bench(s, choices, count, true);
    case TOOL_COMMAND_tune: return tool_tune(s, choices, count);
    case TOOL_COMMAND_exec: return tool_exec(s);
    case TOOL_COMMAND_trace: return count > 0 ? tool_trace(s) : tool_trace_exercise(s);
    case TOOL_COMMAND_export: return tool_export(s);
    case TOOL_COMMAND_learn: return tool_learn(s);
    case TOOL_COMMAND_options: return tell_options(s);
    case TOOL_COMMAND_inspect: return tool_write_driver_binaries(s, choices, count);
    default: return TOOL_USAGE;
    }
}

static tool_exit work_on_device(tool_session *s, const tool_job *job, FILE *events) {
    xl_error error = {0};
    if (tool_session_open(s, job, events, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, error.text);
        return TOOL_DEVICE_FAILED;
    }
    const tool_exit result = work(s);
    tool_session_close(s);
    return result;
}

int tool_worker_main(const char *role) {
    tool_worker_at_end(tool_cache_leave);
    FILE *events = tool_worker_stream();
    char *text = events ? tool_worker_job() : NULL;
    if (!text) {
        tool_complain("--worker is only for crosslane itself");
        return TOOL_USAGE;
    }
    tool_job *job = NULL;
    xl_error error;
    tool_exit result = tool_job_read(text, &job, &error);
    tool_session s = {.job = job, .options = job ? &job->options : NULL, .events = events};
    free(text);
    if (job && job->task.sharing == XL__AHEAD) tool_worker_silence();
    if (result != TOOL_OK)
        tool_emit_failure(&s, result, error.text);
    else if (strcmp(role, "enumerate") == 0)
        enumerate(&s);
    else
        result = work_on_device(&s, job, events);
    tool_emit(&s, json_pack("{s:s,s:i}", "event", "end", "status", (int)result));
    fclose(events);
    tool_job_free(job);
    return (int)result;
}
