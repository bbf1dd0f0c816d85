/* branch_judge.c - which lanes must be together at each record of a random program, and what records say. */
#include "promises/branch_judge.h"
#include <inttypes.h>
#include <string.h>

int tool_branch_question(const tool_branch_node *node) {
    switch (node->kind == TOOL_SEE ? (tool_branch_kind)node->after : node->kind) {
    case TOOL_IF:
    case TOOL_IF_ELSE: return 0;
    case TOOL_ELSE_IF:
    case TOOL_SWITCH:
    case TOOL_FALL_THROUGH:
    case TOOL_GOTO: return 1;
    case TOOL_FOR:
    case TOOL_FOR_UNIFORM:
    case TOOL_WHILE:
    case TOOL_DO: return 2;
    case TOOL_FOR_BREAK:
    case TOOL_WHILE_BREAK:
    case TOOL_FOR_CONTINUE:
    case TOOL_DO_CONTINUE: return 3;
    case TOOL_RETURN:
    case TOOL_RETURN_IN_LOOP: return 4;
    case TOOL_AND:
    case TOOL_OR:
    case TOOL_TERNARY: return 6;
    default: return 5;
    }
}

/* The record's place, or the free place for it. */
static size_t place_of(const tool_branch_expected *e, tool_branch_seen at) {
    size_t i = (at.node * 2654435761u ^ at.turns * 2246822519u) % TOOL_BRANCH_MEETINGS;
    while (e->table[i].lanes != 0 && (e->table[i].at.node != at.node || e->table[i].at.turns != at.turns))
        i = (i + 1) % TOOL_BRANCH_MEETINGS;
    return i;
}

uint64_t tool_branch_together(const tool_branch_expected *e, tool_branch_seen at) {
    return e->table[place_of(e, at)].lanes;
}

bool tool_branch_expect(tool_branch_expected *e, const tool_branch_program *p, const uint32_t *data,
                        uint32_t shared, int *most) {
    int all = 0;
    memset(e->table, 0, sizeof e->table);
    for (int lane = 0; lane < p->width; lane++) {
        e->count[lane] = tool_branch_simulate(p, lane, data[lane], shared, e->seen[lane]);
        all += e->count[lane];
        if (e->count[lane] > TOOL_MOST_SEEN || all > TOOL_BRANCH_MEETINGS / 2) return false;
        if (e->count[lane] > *most) *most = e->count[lane];
        for (int i = 0; i < e->count[lane]; i++) {
            tool_branch_meeting *const meeting = &e->table[place_of(e, e->seen[lane][i])];
            meeting->at = e->seen[lane][i];
            meeting->lanes |= UINT64_C(1) << lane;
        }
    }
    return true;
}

static bool fits(tool_branch_expected *e, const tool_branch_program *p, int groups, const uint32_t *data,
                 int *most) {
    for (int g = 0; g < groups; g++)
        if (!tool_branch_expect(e, p, data + g * p->width, data[groups * p->width + g], most)) return false;
    return true;
}

void tool_branch_draw_fitting(tool_branch_program *program, tool_branch_expected *scratch, int width,
                              int groups, const uint32_t *data, tool_random *random, int *most) {
    int records = *most;
    while (!tool_branch_draw(program, width, random) || !fits(scratch, program, groups, data, &records))
        records = *most;
    *most = records;
}

void tool_branch_keep(const tool_branch_program *p, tool_branch_seen at, uint64_t lanes, uint64_t wanted,
                      int *size, tool_promise *out) {
    xl__text text = {0};
    if (*size != 0 && *size <= p->nodes) return;
    *size = p->nodes;
    xl__text_format(&text, "record %u, turns %o: together %#" PRIx64 ", all that come there %#" PRIx64 "\n",
                    at.node, at.turns, lanes, wanted);
    tool_branch_write(p, 0, false, &text);
    xl__copy_capped(out->example, sizeof out->example, text.data ? text.data : "");
    xl__text_free(&text);
}

static uint64_t lanes_of(const uint32_t *record) {
    return (uint64_t)record[3] << 32 | record[2];
}

static bool is_right(const tool_branch_expected *e, tool_branch_seen at, const uint32_t *record) {
    return record[0] == at.node && record[1] == at.turns && lanes_of(record) == tool_branch_together(e, at);
}

void tool_branch_judge(const tool_branch_expected *e, const tool_branch_program *p, int lane,
                       const uint32_t *records, size_t stride, int sizes[TOOL_BRANCH_QUESTIONS],
                       tool_promise answers[TOOL_BRANCH_QUESTIONS]) {
    for (int i = 0; i < e->count[lane]; i++) {
        const uint32_t *const record = records + (size_t)i * stride;
        const tool_branch_seen at = e->seen[lane][i];
        const int which = tool_branch_question(&p->node[at.node]);
        answers[which].tries++;
        if (is_right(e, at, record)) continue;
        answers[which].broken++;
        tool_branch_keep(p, at, lanes_of(record), tool_branch_together(e, at), &sizes[which],
                         &answers[which]);
        return;
    }
}

void tool_branch_judge_mutant(const tool_branch_expected *e, const tool_branch_program *p, int lane,
                              const uint32_t *records, size_t stride,
                              tool_promise answers[TOOL_BRANCH_QUESTIONS]) {
    for (int i = 0; i < e->count[lane]; i++) {
        const tool_branch_seen at = e->seen[lane][i];
        if (!tool_branch_moves(p, (int)at.node)) continue;
        const bool right = is_right(e, at, records + (size_t)i * stride);
        for (int q = 0; q < TOOL_BRANCH_QUESTIONS; q++) {
            answers[q].mutant_tries++;
            answers[q].mutant_broken += !right;
        }
    }
}
