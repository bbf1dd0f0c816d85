#include "listing/listing_json.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <string.h>

static void set(json_t *to, const char *key, json_t *value) {
    json_object_set_new(to, key, tool_need(value));
}

static json_t *part(const char *text, size_t size) {
    char *const copy = tool_need(malloc(size + 1));
    memcpy(copy, text, size);
    copy[size] = '\0';
    json_t *const value = tool_json_text(copy);
    free(copy);
    return value;
}

static json_t *lines_json(const tool_listing *listing) {
    json_t *const all = tool_need(json_array());
    for (int i = 0; i < listing->line_count; i++) {
        const tool_listed_line *const it = &listing->line[i];
        json_t *const one = tool_need(json_object());
        set(one, "file", tool_json_text(it->file));
        set(one, "line", json_integer(it->line));
        set(one, "text", part(it->text, it->size));
        set(one, "behind_gap", json_boolean(it->behind_gap));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *code_json(const tool_side *side) {
    json_t *const all = tool_need(json_array());
    for (int i = 0; i < side->code->count; i++) {
        const tool_instruction *const it = &side->code->item[i];
        const int asked = side->asked.of[i];
        json_t *const one = tool_need(json_object());
        set(one, "text", part(it->text, tool_shown_size(it)));
        set(one, "line", json_integer(side->line_of[i]));
        set(one, "operation", tool_json_text(asked >= 0 ? side->asked.item[asked].name : NULL));
        set(one, "waterfall", json_boolean(it->waterfall));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *side_json(const tool_side *side) {
    json_t *const one = tool_need(json_object()), *const numbers = tool_need(json_object());
    char name[TOOL_SIDE_NAME];
    for (size_t m = 0; tool_measure_name(m); m++) {
        const long value = tool_measure(side->inspection, side->code, m);
        set(numbers, tool_measure_name(m), value < 0 ? json_null() : json_integer(value));
    }
    set(one, "side", tool_json_text(tool_side_name(side, name)));
    set(one, "compiler", tool_json_text(side->inspection->version));
    set(one, "lines_told", json_boolean(side->told));
    set(one, "numbers", numbers);
    set(one, "code", code_json(side));
    return one;
}

static json_t *operations_json(const tool_listing *listing) {
    json_t *const all = tool_need(json_array());
    int count = 0;
    tool_asked_row *const rows = tool_listing_asked(listing, &count);
    for (int i = 0; i < count; i++) {
        const tool_asked *const asked = rows[i].asked;
        const bool made = rows[i].made;
        char name[TOOL_SIDE_NAME];
        json_t *const one = tool_need(json_object());
        set(one, "file", tool_json_text(asked->file));
        set(one, "line", json_integer(asked->line));
        set(one, "operation", tool_json_text(asked->name));
        set(one, "side", tool_json_text(tool_side_name(rows[i].side, name)));
        set(one, "instructions", json_integer(made ? asked->instructions : 0));
        set(one, "cross_lane", json_integer(made ? asked->cross_lane : 0));
        set(one, "waterfall_instructions", json_integer(made ? asked->waterfall_instructions : 0));
        set(one, "cross_lane_words", tool_json_text(made ? asked->words : ""));
        json_array_append_new(all, one);
    }
    free(rows);
    return all;
}

json_t *tool_listings_json(const tool_listings *listings) {
    json_t *const all = tool_need(json_array());
    for (int i = 0; i < listings->count; i++) {
        const tool_listing *const listing = &listings->item[i];
        json_t *const one = tool_need(json_object()), *const sides = tool_need(json_array());
        for (int s = 0; s < listing->side_count; s++)
            json_array_append_new(sides, side_json(&listing->side[s]));
        set(one, "kernel", tool_json_text(listing->side[0].code->kernel));
        set(one, "name", tool_json_text(listing->side[0].inspection->name));
        set(one, "settings", tool_json_text(listing->side[0].inspection->settings));
        set(one, "lines", lines_json(listing));
        set(one, "sides", sides);
        set(one, "operations", operations_json(listing));
        json_array_append_new(all, one);
    }
    return all;
}
