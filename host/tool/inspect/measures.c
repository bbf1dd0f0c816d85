#include "inspect/inspection.h"
#include "base/status.h"
#include "inspect/asked.h"
#include "ops/ops.h"
#include "records/record.h"
#include "records/facts.h"
#include "text/os_memory.h"
#include "text/suggest.h"
#include <stdlib.h>
#include <string.h>

/* The kinds follow these. */
enum {
    INSTRUCTIONS,
    VECTOR_REGISTERS,
    SCALAR_REGISTERS,
    SPILLS,
    SCRATCH_BYTES,
    LOCAL_BYTES,
    LANES,
    OCCUPANCY,
    LOOPS,
    WATERFALLS,
    WATERFALL_INSTRUCTIONS,
    BEFORE_KINDS
};
static const char *const names[BEFORE_KINDS] = {"instructions",
                                                "vector_registers",
                                                "scalar_registers",
                                                "spills",
                                                "scratch_bytes",
                                                "local_bytes",
                                                "lanes",
                                                "occupancy",
                                                "loops",
                                                "waterfalls",
                                                "waterfall_instructions"};

const char *tool_measure_name(size_t index) {
    if (index < BEFORE_KINDS) return names[index];
    return index < BEFORE_KINDS + TOOL_KINDS ? tool_kind_name((tool_kind)(index - BEFORE_KINDS)) : NULL;
}

const char *tool_inspection_text(const tool_inspection *inspection, const tool_code *code) {
    return code->program < inspection->text_count ? inspection->texts[code->program] : "";
}

bool tool_inspection_shows(const tool_inspection *inspection, const tool_code *code) {
    return !inspection->only || strcmp(inspection->only, code->kernel) == 0;
}

bool tool_inspection_occupancy(const tool_inspection *inspection, const tool_code *code,
                               tool_occupancy *out) {
    const tool_vendor *const vendor = inspection->target->vendor;
    if (!vendor->occupancy) return false;
    const size_t group = code->numbers.group > 0 ? (size_t)code->numbers.group : inspection->group;
    vendor->occupancy(inspection->target, code, group, out);
    return out->held >= 0;
}

long tool_measure(const tool_inspection *inspection, const tool_code *code, size_t index) {
    tool_occupancy occupancy;
    switch (index) {
    case INSTRUCTIONS: return code->count;
    case VECTOR_REGISTERS: return code->numbers.vector_registers;
    case SCALAR_REGISTERS: return code->numbers.scalar_registers;
    case SPILLS: return code->numbers.spills;
    case SCRATCH_BYTES: return code->numbers.scratch_bytes;
    case LOCAL_BYTES: return code->numbers.local_bytes;
    case LANES: return code->numbers.lanes;
    case OCCUPANCY: return tool_inspection_occupancy(inspection, code, &occupancy) ? occupancy.held : -1;
    case LOOPS: return code->loops;
    case WATERFALLS: return code->waterfalls;
    case WATERFALL_INSTRUCTIONS: return code->waterfall_instructions;
    default: return index < BEFORE_KINDS + TOOL_KINDS ? code->kinds[index - BEFORE_KINDS] : -1;
    }
}

/* ---- conditions ------------------------------------------------------------------------------------ */

static const char counting[] = "ballot_count";

static bool find_measure(const char *text, size_t size, size_t *out) {
    for (size_t i = 0; tool_measure_name(i); i++)
        if (strlen(tool_measure_name(i)) == size && strncmp(tool_measure_name(i), text, size) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool is_operation(const char *name) {
    const char *const alone = tool_begins(name, "group_") ? name + sizeof "group_" - 1 : name;
    return strcmp(name, counting) == 0 || xl__op_find(name) || xl__op_find(alone);
}

static const char *without_prefix(const char *name) {
    return tool_begins(name, "sg_") ? name + sizeof "sg_" - 1 : name;
}

static bool fail_name(const char *text, const char *typed, xl_error *error) {
    const char **const known = tool_need(calloc(BEFORE_KINDS + TOOL_KINDS + xl__op_count + 1, sizeof *known));
    size_t count = 0;
    for (; tool_measure_name(count); count++) known[count] = tool_measure_name(count);
    for (size_t i = 0; i < xl__op_count; i++) known[count++] = xl__ops[i].name;
    known[count++] = counting;
    const char *const near = tool_suggest(without_prefix(typed), known, count);
    xl__fail(error, XL_BAD_NAME, "'%s': no such number; %s%s%s", text, near ? "did you mean '" : "",
             near ? near : "'crosslane help inspect' lists them", near ? "'?" : "");
    free(known);
    return false;
}

static bool read_name(const char *text, size_t size, tool_condition *out, xl_error *error) {
    char typed[sizeof out->operation - 3];
    snprintf(typed, sizeof typed, "%.*s", (int)size, text);
    if (find_measure(text, size, &out->measure)) return true;
    if (size >= sizeof typed || !is_operation(without_prefix(typed))) return fail_name(text, typed, error);
    snprintf(out->operation, sizeof out->operation, "sg_%s", without_prefix(typed));
    return true;
}

bool tool_condition_read(const char *text, tool_condition *out, xl_error *error) {
    static const char *const relations[] = {"<=", ">=", "==", "!=", "<", ">"};
    static const tool_relation meant[] = {TOOL_AT_MOST,   TOOL_AT_LEAST, TOOL_EQUAL,
                                          TOOL_NOT_EQUAL, TOOL_LESS,     TOOL_MORE};
    const size_t size = strcspn(text, "<>=!");
    char *end = NULL;
    *out = (tool_condition){.text = text};
    size_t r = 0;
    while (r < 6 && strncmp(text + size, relations[r], strlen(relations[r])) != 0) r++;
    const char *const number = text + size + (r < 6 ? strlen(relations[r]) : 0);
    out->value = strtol(number, &end, 10);
    const bool digits = r < 6 && *number >= '0' && *number <= '9' && end - number < 10;
    const bool rest =
        digits && (*end == '\0' || (*end == '@' && end[1] && strlen(end + 1) < sizeof out->target));
    if (!rest) {
        xl__fail(error, XL_BAD_VALUE, "'%s': expected NUMBER<=VALUE[@TARGET], such as spills==0@gfx1030",
                 text);
        return false;
    }
    if (!read_name(text, size, out, error)) return false;
    out->relation = meant[r];
    if (*end == '@') snprintf(out->target, sizeof out->target, "%s", end + 1);
    return true;
}

const char *tool_condition_name(const tool_condition *condition) {
    return condition->operation[0] ? condition->operation : tool_measure_name(condition->measure);
}

bool tool_condition_applies(const tool_condition *condition, const tool_inspection *inspection) {
    return !condition->target[0] || strcmp(condition->target, inspection->target->name) == 0;
}

bool tool_condition_holds(const tool_condition *condition, const tool_inspection *inspection,
                          const tool_code *code, long *got) {
    *got = condition->operation[0]
               ? tool_asked_largest(code, tool_inspection_text(inspection, code), condition->operation)
               : tool_measure(inspection, code, condition->measure);
    if (*got < 0) return false;
    switch (condition->relation) {
    case TOOL_LESS: return *got < condition->value;
    case TOOL_AT_MOST: return *got <= condition->value;
    case TOOL_EQUAL: return *got == condition->value;
    case TOOL_NOT_EQUAL: return *got != condition->value;
    case TOOL_AT_LEAST: return *got >= condition->value;
    default: return *got > condition->value;
    }
}

/* ---- the document ---------------------------------------------------------------------------------- */

static json_t *number_or_null(long value) {
    return tool_need(value < 0 ? json_null() : json_integer(value));
}

static json_t *asked_json(const tool_inspection *inspection, const tool_code *code) {
    json_t *const all = tool_need(json_array());
    tool_asked_list list = tool_asked_find(code, tool_inspection_text(inspection, code));
    for (int i = 0; i < list.count; i++) {
        const tool_asked *const asked = &list.item[i];
        json_t *const one = tool_need(json_object());
        json_object_set_new(one, "operation", tool_json_text(asked->name));
        json_object_set_new(one, "file", tool_json_text(asked->file));
        json_object_set_new(one, "line", tool_need(json_integer(asked->line)));
        json_object_set_new(one, "instructions", tool_need(json_integer(asked->instructions)));
        json_object_set_new(one, "cross_lane", tool_need(json_integer(asked->cross_lane)));
        json_object_set_new(one, "waterfall_instructions",
                            tool_need(json_integer(asked->waterfall_instructions)));
        json_object_set_new(one, "whole_line", tool_need(json_boolean(asked->column == 0)));
        json_array_append_new(all, one);
    }
    tool_asked_free(&list);
    return all;
}

static json_t *kernel_json(const tool_inspection *inspection, const tool_code *code) {
    json_t *const kernel = tool_need(json_object());
    tool_occupancy occupancy;
    json_object_set_new(kernel, "kernel", tool_json_text(code->kernel));
    json_object_set_new(kernel, "program", tool_need(json_integer(code->program)));
    for (size_t i = 0; tool_measure_name(i); i++)
        json_object_set_new(kernel, tool_measure_name(i), number_or_null(tool_measure(inspection, code, i)));
    const bool told = tool_inspection_occupancy(inspection, code, &occupancy);
    json_object_set_new(kernel, "occupancy_most", number_or_null(told ? occupancy.most : -1));
    json_object_set_new(kernel, "occupancy_limit", tool_json_text(told ? occupancy.limit : NULL));
    json_object_set_new(kernel, "operations", asked_json(inspection, code));
    return kernel;
}

static json_t *inspection_json(const tool_inspection *inspection) {
    json_t *const entry = tool_need(json_object()), *const kernels = tool_need(json_array());
    const tool_inspect_target *const target = inspection->target;
    json_object_set_new(entry, "name", tool_json_text(inspection->name));
    json_object_set_new(entry, "settings", tool_json_text(inspection->settings));
    json_object_set_new(entry, "target", tool_json_text(target->name));
    json_object_set_new(entry, "width", number_or_null(inspection->width));
    json_object_set_new(entry, "backend",
                        tool_json_text(inspection->backend[0] ? inspection->backend : NULL));
    json_object_set_new(entry, "group_size",
                        number_or_null(inspection->group ? (long)inspection->group : -1));
    json_object_set_new(entry, "compiler",
                        tool_json_text(inspection->version[0] ? inspection->version : NULL));
    json_object_set_new(entry, "limits",
                        tool_json_text(tool_described_value(&target->facts, "limit_source")));
    json_object_set_new(entry, "reason", tool_json_text(inspection->reason));
    json_object_set_new(entry, "note", tool_json_text(inspection->note));
    for (int i = 0; i < inspection->codes.count; i++)
        if (tool_inspection_shows(inspection, &inspection->codes.item[i]))
            json_array_append_new(kernels, kernel_json(inspection, &inspection->codes.item[i]));
    json_object_set_new(entry, "kernels", kernels);
    return entry;
}

json_t *tool_inspections_json(const tool_inspection *list, size_t count) {
    json_t *const document = tool_need(json_object()), *const entries = tool_need(json_array());
    json_object_set_new(document, "inspect", tool_need(json_integer(1)));
    json_object_set_new(document, "tool", tool_tool_json());
    for (size_t i = 0; i < count; i++) json_array_append_new(entries, inspection_json(&list[i]));
    json_object_set_new(document, "inspections", entries);
    return document;
}
