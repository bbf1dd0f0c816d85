/* operations.c - a strategy's operations, and their forms in the probe. */
#include "verdict/operations.h"
#include "cases/case.h"
#include "table/settings.h"
#include "text/display.h"
#include <stdio.h>
#include <string.h>

/* A strategy's operations, "ballot shuffle:$type"; "": unknown strategy. */
static const char *operations_of(const json_t *record) {
    const tool_case *const cs = tool_find_case(tool_text_of(record, "algorithm"));
    const char *const chosen = tool_text_of(record, "strategy_chosen");
    const char *const name = chosen[0] ? chosen : tool_text_of(record, "strategy");
    for (int s = 0; cs && s < cs->algorithm->strategy_count; s++)
        if (strcmp(cs->algorithm->strategies[s].name, name) == 0)
            return cs->algorithm->strategies[s].ops ? cs->algorithm->strategies[s].ops : "";
    return "";
}

/* The default if a row of another version lacks it. */
static void variable(const json_t *record, const char *name, char *out, size_t size) {
    const tool_case *const cs = tool_find_case(tool_text_of(record, "algorithm"));
    const char *const value = strcmp(name, "type") == 0
                                  ? tool_text_of(record, "type")
                                  : tool_text_of(json_object_get(record, "params"), name);
    snprintf(out, size, "%s", value);
    for (int p = 0; cs && !value[0] && p < cs->algorithm->param_count; p++)
        if (strcmp(cs->algorithm->params[p].name, name) == 0)
            xl__value_text(&cs->algorithm->params[p], cs->algorithm->params[p].initial, out, size);
}

/* "reduce_$operator:$type" as probed: "reduce_add:u32". */
static void expand(const json_t *record, const char *word, size_t length, char *out, size_t size) {
    out[0] = '\0';
    for (size_t i = 0; i < length;) {
        char name[64], value[96];
        size_t part = strcspn(word + i, "$ ");
        if (part > length - i) part = length - i;
        if (word[i] != '$') {
            tool_text_append(out, size, "%.*s", (int)part, word + i);
            i += part;
            continue;
        }
        part = strspn(word + i + 1, "abcdefghijklmnopqrstuvwxyz_0123456789");
        snprintf(name, sizeof name, "%.*s", (int)part, word + i + 1);
        variable(record, name, value, sizeof value);
        tool_text_append(out, size, "%s", value);
        i += part + 1;
    }
}

/* True if the word is the probed operation and type; no type: unsigned words. */
static bool is_same(const char *word, size_t length, const json_t *record, const json_t *probed) {
    char wanted[128], there[128];
    expand(record, word, length, wanted, sizeof wanted);
    if (!strchr(wanted, ':')) strncat(wanted, ":u32", sizeof wanted - strlen(wanted) - 1);
    snprintf(there, sizeof there, "%.60s:%.30s", tool_text_of(probed, "op"), tool_text_of(probed, "op_type"));
    return strcmp(wanted, there) == 0;
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
        if (!is_of_row(record, probed) || strcmp(form, "native") == 0 || !form[0] || !uses(record, probed))
            continue;
        /* An absent operation is derived. */
        tool_text_append(out, size, "%s%s %s", out[0] ? ", " : "", tool_text_of(probed, "op"),
                         strcmp(form, "absent") == 0 ? "derived" : form);
    }
    return out;
}
