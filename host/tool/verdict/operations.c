/* operations.c - what a strategy uses, and what the probe says of it. */
#include "verdict/operations.h"
#include "cases/case.h"
#include <stdio.h>
#include <string.h>

/* The operations that a strategy names, "ballot shuffle:$type"; "" where it is not known here. */
static const char *operations_of(const json_t *record) {
    const tool_case *const cs = tool_find_case(tool_text_of(record, "algorithm"));
    const char *const chosen = tool_text_of(record, "strategy_chosen");
    const char *const name = chosen[0] ? chosen : tool_text_of(record, "strategy");
    for (int s = 0; cs && s < cs->algorithm->strategy_count; s++)
        if (strcmp(cs->algorithm->strategies[s].name, name) == 0)
            return cs->algorithm->strategies[s].ops ? cs->algorithm->strategies[s].ops : "";
    return "";
}

/* Whether a word of that list is the probed operation for its type; no type: unsigned words. */
static bool is_same(const char *word, size_t length, const json_t *record, const json_t *probed) {
    char name[64], type[32] = "u32";
    const size_t before = strcspn(word, ": ");
    snprintf(name, sizeof name, "%.*s", (int)(before < length ? before : length), word);
    if (before < length) snprintf(type, sizeof type, "%.*s", (int)(length - before - 1), word + before + 1);
    if (strcmp(type, "$type") == 0) snprintf(type, sizeof type, "%s", tool_text_of(record, "type"));
    return strcmp(name, tool_text_of(probed, "op")) == 0 &&
           strcmp(type, tool_text_of(probed, "op_type")) == 0;
}

static bool uses(const json_t *record, const json_t *probed) {
    for (const char *at = operations_of(record); *at;) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, " ");
        if (length > 0 && is_same(at, length, record, probed)) return true;
        at += length;
    }
    return false;
}

static bool is_of_row(const json_t *record, const json_t *probed) {
    return strcmp(tool_text_of(probed, "kind"), "probe") == 0 &&
           strcmp(tool_text_of(probed, "backend"), tool_text_of(record, "backend")) == 0 &&
           json_equal(json_object_get(probed, "width_requested"), json_object_get(record, "width_requested"));
}

const char *tool_operations_not_native(const tool_subject *subject, const json_t *record, char *out,
                                       size_t size) {
    json_t *probed;
    size_t i;
    out[0] = '\0';
    if (tool_record_is_emulated(record)) return out;
    json_array_foreach(subject->beside, i, probed) {
        const char *const form = tool_text_of(probed, "form");
        const size_t used = strlen(out);
        if (!is_of_row(record, probed) || strcmp(form, "native") == 0 || !form[0] || !uses(record, probed))
            continue;
        snprintf(out + used, size - used, "%s%s %s", used ? ", " : "", tool_text_of(probed, "op"), form);
    }
    return out;
}
