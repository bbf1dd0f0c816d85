#include "text/os_memory.h"
#include "report/report_parts.h"
#include <string.h>

typedef struct palette {
    bool colour[TOOL_CHART_COLOURS]; /* used by this algorithm's strategies */
    bool look[TOOL_CHART_LOOKS];     /* used by any strategy */
} palette;

static bool all_taken(const bool *taken, int count) {
    for (int i = 0; i < count; i++)
        if (!taken[i]) return false;
    return true;
}

static void take(palette *p, int look) {
    p->look[look % TOOL_CHART_LOOKS] = true;
    p->colour[look % TOOL_CHART_COLOURS] = true;
}

/* If possible in a colour that this algorithm does not use. */
static int free_look(const palette *p) {
    const bool colours = all_taken(p->colour, TOOL_CHART_COLOURS),
               looks = all_taken(p->look, TOOL_CHART_LOOKS);
    for (int i = 0; i < TOOL_CHART_LOOKS; i++)
        if ((looks || !p->look[i]) && (colours || !p->colour[i % TOOL_CHART_COLOURS])) return i;
    for (int i = 0; i < TOOL_CHART_LOOKS; i++)
        if (!p->colour[i % TOOL_CHART_COLOURS]) return i;
    return 0;
}

void tool_report_looks(tool_report *r, const tool_problem *first, size_t count) {
    palette p = {{false}, {false}};
    const char *name;
    json_t *number;
    json_object_foreach(r->looks, name, number) p.look[json_integer_value(number) % TOOL_CHART_LOOKS] = true;
    for (int known = 1; known >= 0; known--) /* names with a look keep it, then come new names */
        for (size_t m = first->first; m < first[count - 1].end; m++) {
            const char *const strategy = tool_match_strategy(&r->matches.item[m]);
            const json_t *const there = json_object_get(r->looks, strategy);
            if (there) {
                take(&p, (int)json_integer_value(there));
            } else if (!known) {
                const int look = free_look(&p);
                json_object_set_new(r->looks, strategy, json_integer(look));
                take(&p, look);
            }
        }
}

/* Charts have only the first part of a long name. NULL: none. */
static const json_t *look_of(const tool_report *r, const char *name) {
    const json_t *const exact = json_object_get(r->looks, name);
    const char *whole;
    json_t *number;
    if (exact) return exact;
    json_object_foreach(r->looks, whole, number) {
        if (strncmp(whole, name, strlen(name)) == 0) return number;
    }
    return NULL;
}

void tool_report_look(const tool_report *r, tool_chart *c) {
    for (int i = 0; i < c->count; i++) {
        const json_t *const look = look_of(r, c->series[i].name);
        if (look) c->series[i].look = (int)json_integer_value(look);
    }
}

void tool_report_figure(tool_report *r, const char *heading) {
    tool_report_look(r, r->chart);
    tool_put(&r->out, "<figure><figcaption>");
    tool_put_text(&r->out, heading);
    tool_put(&r->out, "</figcaption>\n");
    tool_chart_draw(&r->out, r->chart, false);
    tool_put(&r->out, "</figure>\n");
}
