#include "run/config.h"
#include "caps/device_open.h"
#include "table/lookup.h"
#include "table/registry.h"
#include "table/settings.h"
#include "table/values.h"
#include "run/memory.h"
#include "options/used.h"

static xl_plan_request request_of(const tool_config *c) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    return (xl_plan_request){
        .algorithm = algorithm->name,
        .strategy = c->strategy == TOOL_AUTO_STRATEGY ? NULL : algorithm->strategies[c->strategy].name,
        .type = c->type,
        .width = c->width,
        .backend = c->backend,
        .settings = c->settings};
}

int tool_plan_preview(const tool_session *s, const tool_config *c, xl__preview *out, xl_error *error) {
    const xl_plan_request request = request_of(c);
    return xl__plan_preview(s->device, c->cs->algorithm, &request, out, error);
}

bool tool_is_planted(const tool_config *c) {
    return c->strategy != TOOL_AUTO_STRATEGY && (c->cs->algorithm->strategies[c->strategy].flags & XL__WRONG);
}

int tool_config_strategy(const tool_session *s, const tool_config *c) {
    if (c->strategy != TOOL_AUTO_STRATEGY) return c->strategy;
    xl__preview preview;
    tool_plan_preview(s, c, &preview, NULL);
    return preview.strategy < 0 ? TOOL_AUTO_STRATEGY : preview.strategy;
}

void tool_config_trim(const tool_session *s, tool_config *c) {
    const bool cpu = (xl__get_facts(s->device)->type & CL_DEVICE_TYPE_CPU) != 0;
    tool_settings_keep_used(c->cs->algorithm, tool_config_strategy(s, c), c->type, cpu, c->settings,
                            c->settings);
}

/* auto's choice may lack a requested parameter. */
static int check_asked(const tool_config *c, const xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    for (int p = 0; p < algorithm->param_count && c->asked && c->strategy == TOOL_AUTO_STRATEGY; p++) {
        const char *name = algorithm->params[p].name;
        if (!tool_settings_have(c->asked, name) ||
            xl__uses(algorithm, xl__plan_problem(plan), &algorithm->strategies[xl__plan_strategy_index(plan)],
                     p))
            continue;
        const tool_choice choice = {.cs = c->cs, .strategy = c->strategy};
        char line[XL_ERROR_TEXT];
        tool_unread_text(name, xl__plan_strategy(plan)->name,
                         xl__has_param(algorithm, xl__plan_strategy(plan), p), &choice, 1, line, sizeof line);
        return xl__fail(error, XL_UNSUPPORTED, "%s", line);
    }
    return XL_SUCCESS;
}

enum { SMALL_MATTER_MS = 300 }; /* what starting workers costs */

void tool_note_compiled(tool_session *s, double ms) {
    if (s->ahead || s->told_compiling) return;
    s->compiled++;
    s->compile_ms += ms;
    s->told_compiling = s->compiled > 1 && s->compile_ms > SMALL_MATTER_MS;
    if (s->told_compiling) tool_emit(s, json_pack("{s:s}", "event", "compiles"));
}

/* A worker that compiles ahead skips compiled programs. */
static int note_compiling(tool_session *s, xl_plan *plan, xl_error *error) {
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    if (s->ahead && facts.cached) return xl__fail(error, XL_UNSUPPORTED, "it is compiled already");
    if (!facts.cached) tool_note_compiled(s, facts.compile_ms);
    return XL_SUCCESS;
}

int tool_plan_make(tool_session *s, const tool_config *c, xl_plan **out, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    const xl_plan_request request = request_of(c);
    const bool own = xl__find_algorithm(algorithm->name) != algorithm; /* a user's kernel */
    int status = c->timed ? xl__plan_make_timed(s->device, algorithm, &request, out, error)
                 : own    ? xl__plan_make_for(s->device, algorithm, &request, out, error)
                          : xl_plan_make(s->device, &request, out, error);
    if (status == XL_SUCCESS &&
        (check_asked(c, *out, error) != XL_SUCCESS || note_compiling(s, *out, error) != XL_SUCCESS)) {
        xl_plan_free(*out);
        *out = NULL;
        status = XL_UNSUPPORTED;
    }
    if (status != XL_TOO_LARGE) return status;
    /* The library names what is too large; for an array, adds a size that would fit. */
    xl__problem problem = {.type = c->type};
    if (xl__read_settings(algorithm, c->settings, &problem, NULL) == XL_SUCCESS)
        tool_check_memory(s, algorithm, &problem, 0, true, error);
    return status;
}
