#include "text/os_memory.h"
#include "text/display.h"
#include "report/report_parts.h"
#include "recorded/one_device.h"
#include "recorded/winners.h"
#include <stdlib.h>
#include <string.h>

static void put_fact(tool_report *r, const char *name, const char *value) {
    tool_put(&r->out, "<dt>");
    tool_put_text(&r->out, name);
    tool_put(&r->out, "</dt><dd>");
    tool_put_text(&r->out, value);
    tool_put(&r->out, "</dd>\n");
}

/* Some facts are known only after the run used the device. */
static const json_t *fullest_device(const tool_recorded *r, const tool_subject *s) {
    const json_t *found = s->device;
    for (size_t d = 0; d < json_array_size(r->documents); d++) {
        const json_t *const devices = json_object_get(json_array_get(r->documents, d), "devices");
        for (size_t i = 0; i < json_array_size(devices); i++) {
            const json_t *const device = json_array_get(devices, i);
            if (strcmp(tool_text_of(device, "id"), s->id) == 0 &&
                !json_is_string(json_object_get(found, "backend")))
                found = device;
        }
    }
    return found;
}

/* "4, 8, 16 lanes" */
static void put_widths(tool_report *r, const json_t *device) {
    const json_t *const sizes = json_object_get(device, "sub_group_sizes");
    char text[256] = "", number[32];
    size_t used = 0;
    if (!json_is_string(json_object_get(device, "backend"))) return; /* it did not run */
    for (size_t i = 0; i < json_array_size(sizes) && used < sizeof text; i++) {
        snprintf(number, sizeof number, "%s%lld", i ? ", " : "",
                 (long long)json_integer_value(json_array_get(sizes, i)));
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", number);
    }
    if (used < sizeof text) snprintf(text + used, sizeof text - used, " lanes");
    put_fact(r, "native sub-groups", json_array_size(sizes) ? text : "none: emulated through local memory");
    put_fact(r, "lanes where none are asked for",
             tool_field_text(device, "sub_group_size_default", text, sizeof text));
    put_fact(r, "backend", tool_text_of(device, "backend"));
    put_fact(r, "because", tool_text_of(device, "backend_reason"));
}

static void put_bytes(tool_report *r, const char *name, const json_t *device, const char *field) {
    const json_t *const bytes = json_object_get(device, field);
    char text[64];
    if (json_is_number(bytes))
        put_fact(r, name, tool_format_bytes(json_number_value(bytes), text, sizeof text));
}

static void put_facts(tool_report *r, const json_t *device) {
    static const struct {
        const char *field, *name, *unit;
    } facts[] = {
        {"vendor", "vendor", ""},         {"type", "type", ""},
        {"platform", "platform", ""},     {"platform_version", "platform version", ""},
        {"device_version", "OpenCL", ""}, {"language_version", "OpenCL C", ""},
        {"driver_version", "driver", ""}, {"compute_units", "compute units", ""},
        {"clock_mhz", "clock", " MHz"},   {"largest_group_size", "largest work-group", " work-items"}};
    tool_put(&r->out, "<dl>\n");
    put_widths(r, device);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        char text[512];
        const json_t *const value = json_object_get(device, facts[i].field);
        if (!value || json_is_null(value)) continue;
        tool_field_text(device, facts[i].field, text, sizeof text - 16);
        memcpy(text + strlen(text), facts[i].unit, strlen(facts[i].unit) + 1);
        put_fact(r, facts[i].name, text);
    }
    put_bytes(r, "global memory", device, "global_memory_bytes");
    put_bytes(r, "largest buffer", device, "largest_buffer_bytes");
    put_bytes(r, "local memory", device, "local_memory_bytes");
    tool_put(&r->out, "</dl>\n");
}

static void put_further(tool_report *r, const json_t *device) {
    const json_t *const facts = json_object_get(device, "facts");
    const char *name;
    json_t *value;
    if (json_object_size(facts) == 0) return;
    tool_put(&r->out, "<details><summary>Further facts</summary>\n<dl>\n");
    json_object_foreach((json_t *)facts, name, value) {
        char *const text = json_is_string(value) ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        put_fact(r, name, text ? text : json_string_value(value));
        free(text);
    }
    tool_put(&r->out, "</dl></details>\n");
}

typedef struct range {
    double low, high;
} range;

static void widen(range *found, const json_t *record, const char *field) {
    const double value = json_number_value(json_object_get(record, field));
    if (!(value > 0.0)) return;
    if (found->high == 0.0 || value < found->low) found->low = value;
    if (value > found->high) found->high = value;
}

static void put_range(tool_report *r, const char *name, const range *found, const char *unit) {
    char low[64], high[64], text[160];
    if (found->high == 0.0) return;
    if (unit) {
        tool_format_rate(found->low, unit, low, sizeof low);
        tool_format_rate(found->high, unit, high, sizeof high);
    } else {
        tool_format_ns(found->low, low, sizeof low);
        tool_format_ns(found->high, high, sizeof high);
    }
    snprintf(text, sizeof text, strcmp(low, high) == 0 ? "%s" : "%s to %s", low, high);
    put_fact(r, name, text);
}

static void put_ceilings(tool_report *r, int subject) {
    range bandwidth = {0}, arithmetic = {0}, floor = {0};
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        const json_t *const row = json_array_get(r->rows[subject], i);
        widen(&bandwidth, row, "bandwidth_bytes_per_s");
        widen(&arithmetic, row, "arithmetic_ops_per_s");
        widen(&floor, row, "floor_ns");
    }
    if (bandwidth.high == 0.0 && arithmetic.high == 0.0 && floor.high == 0.0) return;
    tool_put(&r->out, "<h4>Ceilings, measured in the same run</h4>\n<dl>\n");
    put_range(r, "memory bandwidth, by size of the data", &bandwidth, "B/s");
    put_range(r, "arithmetic rate", &arithmetic, "op/s");
    put_range(r, "an empty launch", &floor, NULL);
    tool_put(&r->out, "</dl>\n");
}

static const char *const forms[] = {"native", "derived", "emulated", "demoted", "absent"};
enum { FORMS = sizeof forms / sizeof *forms, NOT_THERE = FORMS, COUNTS };

static int form_of(const json_t *row) {
    for (int f = 0; f < FORMS; f++)
        if (strcmp(tool_text_of(row, "form"), forms[f]) == 0) return f;
    return NOT_THERE;
}

typedef struct probed {
    char title[64];
    int counts[COUNTS];
    json_t *types; /* columns: type -> their number */
    json_t *cells; /* operation -> (type -> form) */
} probed;

enum { MAX_PROBED = 32 };
typedef struct probes {
    probed item[MAX_PROBED];
    int count;
} probes;

static probed *probed_of(probes *all, const json_t *row) {
    char title[64], backend[32];
    snprintf(title, sizeof title, "%lld lanes, %s",
             (long long)json_integer_value(json_object_get(row, "width_requested")),
             tool_field_text(row, "backend", backend, sizeof backend));
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->item[i].title, title) == 0) return &all->item[i];
    if (all->count == MAX_PROBED) return NULL;
    probed *const made = &all->item[all->count++];
    *made = (probed){.types = tool_need(json_object()), .cells = tool_need(json_object())};
    snprintf(made->title, sizeof made->title, "%s", title);
    return made;
}

static void add_probe(probes *all, const json_t *row) {
    probed *const p = probed_of(all, row);
    if (!p) return;
    const int form = form_of(row);
    const char *const type = tool_text_of(row, "op_type")[0] ? tool_text_of(row, "op_type") : "any";
    json_t *cells = json_object_get(p->cells, tool_text_of(row, "op"));
    if (!cells) {
        cells = tool_need(json_object());
        json_object_set_new(p->cells, tool_text_of(row, "op"), cells);
    }
    p->counts[form]++;
    json_object_set_new(p->types, type, json_true());
    json_object_set_new(
        cells, type, tool_need(json_string(form == NOT_THERE ? tool_text_of(row, "status") : forms[form])));
}

static void put_counts(tool_report *r, const probes *all) {
    static const char *const titles[] = {"width",    "#native", "#derived",   "#emulated",
                                         "#demoted", "#absent", "#not there", NULL};
    tool_put(&r->out, "<h4>Operations of sub-groups</h4>\n");
    tool_put_table_start(&r->out, titles);
    for (int i = 0; i < all->count; i++) {
        char text[COUNTS][16];
        const char *cells[COUNTS + 1] = {all->item[i].title};
        for (int f = 0; f < COUNTS; f++) {
            snprintf(text[f], sizeof text[f], "%d", all->item[i].counts[f]);
            cells[f + 1] = text[f];
        }
        tool_put_row(&r->out, NULL, titles, cells);
    }
    tool_put_table_end(&r->out);
}

enum { MAX_TYPES = 24 };

static void put_probed(tool_report *r, const probed *p) {
    const char *titles[MAX_TYPES + 2] = {"operation"}, *cells[MAX_TYPES + 1], *name;
    json_t *value;
    int count = 1;
    json_object_foreach(p->types, name, value) {
        if (count <= MAX_TYPES) titles[count++] = name;
    }
    titles[count] = NULL;
    tool_put(&r->out, "<details><summary>Each operation at ");
    tool_put_text(&r->out, p->title);
    tool_put(&r->out, "</summary>\n");
    tool_put_table_start(&r->out, titles);
    json_object_foreach(p->cells, name, value) {
        cells[0] = name;
        for (int i = 1; i < count; i++) cells[i] = json_string_value(json_object_get(value, titles[i]));
        tool_put_row(&r->out, NULL, titles, cells);
    }
    tool_put_table_end(&r->out);
    tool_put(&r->out, "</details>\n");
}

static void put_demoted(tool_report *r, int subject) {
    static const char *const titles[] = {"operation", "type", "#width", "#first wrong lane",
                                         "expected",  "got",  NULL};
    static const char *const fields[] = {"op",       "op_type", "width_requested", "first_wrong_lane",
                                         "expected", "got"};
    bool any = false;
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        const json_t *const row = json_array_get(r->rows[subject], i);
        char text[6][128];
        const char *cells[6];
        if (strcmp(tool_text_of(row, "form"), "demoted") != 0) continue;
        if (!any) {
            tool_put(&r->out, "<h4>Demoted: the driver's own operation answered wrongly</h4>\n");
            tool_put_table_start(&r->out, titles);
        }
        any = true;
        for (int f = 0; f < 6; f++) cells[f] = tool_field_text(row, fields[f], text[f], sizeof text[f]);
        tool_put_row(&r->out, NULL, titles, cells);
    }
    if (any) tool_put_table_end(&r->out);
}

static void put_operations(tool_report *r, int subject) {
    probes *const all = tool_need(calloc(1, sizeof *all));
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        const json_t *const row = json_array_get(r->rows[subject], i);
        if (strcmp(tool_text_of(row, "kind"), "probe") == 0) add_probe(all, row);
    }
    if (all->count > 0) put_counts(r, all);
    put_demoted(r, subject);
    for (int i = 0; i < all->count; i++) {
        put_probed(r, &all->item[i]);
        json_decref(all->item[i].types);
        json_decref(all->item[i].cells);
    }
    free(all);
}

typedef struct verified {
    long long rows, ok, wrong, other, cases;
} verified;

static void put_verified_row(tool_report *r, const char *const *titles, const char *name, const verified *v) {
    char text[5][24];
    const long long numbers[] = {v->rows, v->ok, v->wrong, v->other, v->cases};
    const char *cells[6] = {name};
    for (int i = 0; i < 5; i++) {
        snprintf(text[i], sizeof text[i], "%lld", numbers[i]);
        cells[i + 1] = text[i];
    }
    tool_put_row(&r->out, v->wrong ? "mismatch" : NULL, titles, cells);
}

static void count_verified(const json_t *row, verified *v) {
    const char *const status = tool_text_of(row, "status");
    v->rows++;
    v->ok += strcmp(status, "ok") == 0;
    v->wrong += strcmp(status, "mismatch") == 0;
    v->other += strcmp(status, "ok") != 0 && strcmp(status, "mismatch") != 0;
    v->cases += (long long)json_integer_value(json_object_get(row, "cases"));
}

/* By algorithm, in order of appearance. */
static json_t *verify_rows(const tool_report *r, int subject) {
    json_t *const algorithms = tool_need(json_object());
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        json_t *const row = json_array_get(r->rows[subject], i);
        if (strcmp(tool_text_of(row, "kind"), "verify") != 0) continue;
        json_t *list = json_object_get(algorithms, tool_text_of(row, "algorithm"));
        if (!list) {
            list = tool_need(json_array());
            json_object_set_new(algorithms, tool_text_of(row, "algorithm"), list);
        }
        json_array_append(list, row);
    }
    return algorithms;
}

static void put_verified(tool_report *r, int subject) {
    static const char *const titles[] = {"algorithm",    "#rows",     "#ok", "#wrong",
                                         "#did not run", "#problems", NULL};
    json_t *const algorithms = verify_rows(r, subject), *list;
    const char *name;
    if (json_object_size(algorithms) > 0) {
        tool_put(&r->out, "<h4>Verified against the reference on the processor</h4>\n");
        tool_put_table_start(&r->out, titles);
        json_object_foreach(algorithms, name, list) {
            verified v = {0};
            for (size_t i = 0; i < json_array_size(list); i++) count_verified(json_array_get(list, i), &v);
            put_verified_row(r, titles, name, &v);
        }
        tool_put_table_end(&r->out);
    }
    json_decref(algorithms);
}

static bool has_rows(const tool_recorded *r, const char *id) {
    for (int s = 0; s < r->count; s++)
        if (strcmp(r->subject[s].id, id) == 0) return true;
    return false;
}

/* Devices that could not be opened, with their reason. */
static void put_others(tool_report *r) {
    for (size_t d = 0; d < json_array_size(r->recorded->documents); d++) {
        const json_t *const devices = json_object_get(json_array_get(r->recorded->documents, d), "devices");
        for (size_t i = 0; i < json_array_size(devices); i++) {
            const json_t *const device = json_array_get(devices, i);
            if (has_rows(r->recorded, tool_text_of(device, "id"))) continue;
            tool_put(&r->out, "<p><strong>");
            tool_put_text(&r->out, tool_text_of(device, "name")[0] ? tool_text_of(device, "name")
                                                                   : tool_text_of(device, "id"));
            tool_put(&r->out, "</strong>: no rows. ");
            tool_put_text(&r->out, tool_text_of(device, "reason"));
            tool_put(&r->out, "</p>\n");
        }
    }
}

static int first_of(const tool_recorded *r, int subject) {
    int first = 0;
    while (strcmp(r->subject[first].id, r->subject[subject].id) != 0) first++;
    return first;
}

/* Of crosslane: the first, and the number of others. */
static void put_version(tool_report *r, const tool_subject *s) {
    const json_t *const tool = json_object_get(s->document, "tool");
    char text[512];
    long long others = 0;
    json_t *const seen = tool_need(json_pack("{s:b}", tool_field_text(tool, "commit", text, sizeof text), 1));
    for (size_t d = 0; d < json_array_size(r->recorded->documents); d++) {
        const json_t *const document = json_array_get(r->recorded->documents, d);
        const char *const commit = tool_text_of(json_object_get(document, "tool"), "commit");
        if (s->files < 2 || json_object_get(seen, commit)) continue;
        json_object_set_new(seen, commit, json_true());
        others++;
    }
    json_decref(seen);
    tool_put(&r->out, "crosslane ");
    tool_put_text(&r->out, tool_field_text(tool, "version", text, sizeof text));
    tool_put(&r->out, " (");
    tool_put_text(&r->out, tool_field_text(tool, "commit", text, sizeof text));
    if (others > 0) tool_put(&r->out, " and %lld other builds", others);
    tool_put(&r->out, ")");
}

static void put_origin(tool_report *r, const tool_subject *s, const json_t *device) {
    const json_t *const machine = tool_machine_of(s->document, device);
    char text[512];
    tool_put(&r->out, "<p class=\"soft\">");
    tool_put_text(&r->out, tool_field_text(device, "name", text, sizeof text));
    tool_put(&r->out, ", driver ");
    tool_put_text(&r->out, tool_field_text(device, "driver_version", text, sizeof text));
    tool_put(&r->out, "; ");
    tool_put_text(&r->out, s->file);
    if (s->files > 1) tool_put(&r->out, " and %d more files", s->files - 1);
    tool_put(&r->out, ", measured by ");
    put_version(r, s);
    tool_put(&r->out, " on ");
    tool_put_text(&r->out, tool_field_text(machine, "processor", text, sizeof text));
    tool_put(&r->out, ", ");
    tool_put_text(&r->out, tool_field_text(machine, "system", text, sizeof text));
    if (s->again > 0)
        tool_put(&r->out, ". %lld rows were recorded more than once: the last of each counts", s->again);
    tool_put(&r->out, "</p>\n");
}

static void put_device(tool_report *r, int subject) {
    const tool_subject *const s = &r->recorded->subject[subject];
    const json_t *const device = fullest_device(r->recorded, s);
    const int first = first_of(r->recorded, subject);
    tool_put(&r->out, "<h3>");
    if (r->recorded->count > 1) tool_put(&r->out, "%c: ", tool_subject_letter(subject));
    tool_put_text(&r->out, s->name);
    tool_put(&r->out, "</h3>\n");
    put_origin(r, s, device);
    tool_put(&r->out, "<div class=\"pair\"><div>\n");
    if (first == subject) {
        tool_put(&r->out, "<h4>Facts</h4>\n");
        put_facts(r, device);
    } else {
        tool_put(&r->out, "<p>The same device as %c.</p>\n", tool_subject_letter(first));
    }
    tool_put(&r->out, "</div><div>\n");
    put_ceilings(r, subject);
    put_verified(r, subject);
    tool_put(&r->out, "</div></div>\n");
    put_operations(r, subject);
    if (first == subject) put_further(r, device);
}

void tool_report_devices(tool_report *r) {
    tool_put(&r->out, "<h2 id=\"devices\">Devices</h2>\n");
    for (int s = 0; s < r->recorded->count; s++) put_device(r, s);
    put_others(r);
}
