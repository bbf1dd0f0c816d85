#include "bench/limits.h"
#include "plan/plan_make.h"
#include "records/record.h"

enum { MOST_MEASURED = 3 };

typedef struct limits {
    double bandwidth, rate, floor; /* 0 = not measured */
    double ns;
    const char *what;
} limits;

static limits limits_of(tool_ceilings *ceilings, const json_t *record, const xl_plan *plan, bool again,
                        xl_error *failed) {
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    const double bytes = json_number_value(json_object_get(record, "bytes"));
    const double operations = json_number_value(json_object_get(record, "operations"));
    const double items = json_number_value(json_object_get(record, "work_items"));
    limits l = {
        .bandwidth = tool_bandwidth(ceilings, bytes, again, failed),
        .rate = tool_arithmetic_rate(ceilings, again, failed),
        .floor = tool_launch_floor(ceilings, items, facts.group_size, xl__plan_buffers(plan), again, failed),
        .what = "launch"};
    const double by_bytes = l.bandwidth > 0.0 ? bytes / l.bandwidth * 1e9 : 0.0;
    const double by_operations = l.rate > 0.0 ? operations / l.rate * 1e9 : 0.0;
    l.ns = l.floor;
    if (by_bytes > l.ns) l.ns = by_bytes, l.what = "bandwidth";
    if (by_operations > l.ns) l.ns = by_operations, l.what = "arithmetic";
    return l;
}

void tool_limits_set(tool_session *session, tool_ceilings *ceilings, const xl_plan *plan, double median,
                     bool wanted, json_t *record, xl_error *failed) {
    limits l = limits_of(ceilings, record, plan, false, failed);
    for (int i = 0; i < MOST_MEASURED && l.ns > median && !failed->text[0]; i++) {
        tool_row_alive(session);
        l = limits_of(ceilings, record, plan, true, failed);
    }
    if (l.bandwidth > 0.0) json_object_set_new(record, "bandwidth_bytes_per_s", json_real(l.bandwidth));
    if (l.rate > 0.0) json_object_set_new(record, "arithmetic_ops_per_s", json_real(l.rate));
    if (l.floor > 0.0) json_object_set_new(record, "floor_ns", json_real(l.floor));
    if (!wanted || failed->text[0] || !(l.ns > 0.0)) return;
    if (l.ns > median) {
        xl__fail(failed, XL_UNSUPPORTED, "it is faster than the measured maximum of the device (%s)", l.what);
        return;
    }
    json_object_set_new(record, "limit_ns", json_real(l.ns));
    json_object_set_new(record, "limited_by", json_string(l.what));
    json_object_set_new(record, "fraction", tool_json_number(l.ns / median));
}
