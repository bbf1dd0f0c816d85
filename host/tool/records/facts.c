#include "records/facts.h"
#include "base/os.h"
#include "records/record.h"
#include "records/version.h"
#include <string.h>

static json_t *text(const char *value) {
    return value[0] ? tool_json_text(value) : json_null();
}

static json_t *whole(uint64_t value) {
    return value > 0 && value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

static json_t *further_facts(const xl__device_facts *f) {
    json_t *facts = json_object();
    json_object_set_new(facts, "pci", text(f->pci));
    json_object_set_new(facts, "uuid", text(f->uuid));
    json_object_set_new(facts, "vendor_id", json_integer(f->vendor_id));
    json_object_set_new(facts, "extensions", text(f->extensions));
    json_object_set_new(facts, "features", text(f->features));
    json_object_set_new(facts, "fp64", json_boolean(f->fp64));
    json_object_set_new(facts, "fp16", json_boolean(f->fp16));
    json_object_set_new(facts, "int64_atomics", json_boolean(f->int64_atomics));
    json_object_set_new(facts, "dedicated_local_memory", json_boolean(f->dedicated_local));
    json_object_set_new(facts, "host_unified_memory", json_boolean(f->host_unified));
    json_object_set_new(facts, "cache_bytes", whole(f->cache_bytes));
    json_object_set_new(facts, "timer_resolution_ns", whole(f->timer_ns));
    json_object_set_new(facts, "vector_floats", whole((uint64_t)f->vector_floats));
    json_object_set_new(facts, "base_align_bytes", whole(f->align_bytes));
    return facts;
}

json_t *tool_device_json(const xl__device_facts *f) {
    json_t *device = json_object();
    json_object_set_new(device, "id", json_string(f->id));
    json_object_set_new(device, "status", json_string("ok"));
    json_object_set_new(device, "name", text(f->name));
    json_object_set_new(device, "vendor", text(f->vendor));
    json_object_set_new(device, "type",
                        json_string(strcmp(f->type_name, "other") == 0 ? "custom" : f->type_name));
    json_object_set_new(device, "platform", text(f->platform));
    json_object_set_new(device, "platform_version", text(f->platform_version));
    json_object_set_new(device, "device_version", text(f->version));
    json_object_set_new(device, "language_version", text(f->c_version));
    json_object_set_new(device, "driver_version", text(f->driver));
    json_object_set_new(device, "compute_units", whole(f->compute_units));
    json_object_set_new(device, "clock_mhz", whole(f->clock_mhz));
    json_object_set_new(device, "global_memory_bytes", whole(f->global_bytes));
    json_object_set_new(device, "largest_buffer_bytes", whole(f->largest_buffer));
    json_object_set_new(device, "local_memory_bytes", whole(f->local_bytes));
    json_object_set_new(device, "largest_group_size", whole(f->largest_group));
    json_t *widths = json_array();
    for (int i = 0; i < f->width_count; i++) json_array_append_new(widths, json_integer(f->widths[i]));
    json_object_set_new(device, "sub_group_sizes", widths);
    json_object_set_new(device, "facts", further_facts(f));
    return device;
}

json_t *tool_machine_json(void) {
    char processor[256], system[256];
    xl__os_processor(processor, sizeof processor);
    xl__os_system(system, sizeof system);
    json_t *machine = json_object();
    json_object_set_new(machine, "processor", text(processor));
    json_object_set_new(machine, "system", text(system));
    json_object_set_new(machine, "cores", whole(xl__os_processors()));
    json_object_set_new(machine, "memory_bytes", whole(xl__os_memory_total()));
    return machine;
}

json_t *tool_tool_json(void) {
    return json_pack("{s:s,s:s,s:s,s:s}", "name", "crosslane", "version", XL_VERSION, "commit", TOOL_COMMIT,
                     "compiler", TOOL_COMPILER);
}

json_t *tool_joint_machine(const json_t *machines) {
    const json_t *const first = json_array_get(machines, 0);
    bool same = true;
    for (size_t i = 1; i < json_array_size(machines); i++)
        same = same && json_equal(first, json_array_get(machines, i));
    return same ? json_deep_copy(first) : json_pack("{s:n,s:n}", "processor", "system");
}

void tool_joint_id(json_t *taken, const char *id, long long node, char out[TOOL_JOINT_ID]) {
    snprintf(out, TOOL_JOINT_ID, "%s", id);
    for (int k = 0; json_object_get(taken, out); k++)
        snprintf(out, TOOL_JOINT_ID, k == 0 ? "%.80s-%lld" : "%.80s-%lld-%d", id, node, k);
    json_object_set_new(taken, out, json_true());
}
