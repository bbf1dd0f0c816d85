/* branch_judge.h - which lanes must be together at each record of a random program, and what records say. */
#pragma once

#include "promises/branch_program.h"
#include "promises/promise.h"

enum { TOOL_BRANCH_LANES = 64, TOOL_BRANCH_MEETINGS = 8192, TOOL_BRANCH_QUESTIONS = 7 };

typedef struct tool_branch_meeting {
    tool_branch_seen at;
    uint64_t lanes;
} tool_branch_meeting;

/* What one sub-group's lanes must record. */
typedef struct tool_branch_expected {
    tool_branch_seen seen[TOOL_BRANCH_LANES][TOOL_MOST_SEEN];
    int count[TOOL_BRANCH_LANES];
    tool_branch_meeting table[TOOL_BRANCH_MEETINGS]; /* open hash table */
} tool_branch_expected;

/* `data`: a word per lane. Raises *most to the most records of a lane. False: no room for the records. */
bool tool_branch_expect(tool_branch_expected *expected, const tool_branch_program *program,
                        const uint32_t *data, uint32_t shared, int *most);
uint64_t tool_branch_together(const tool_branch_expected *expected, tool_branch_seen at);

/* Until the records of all `groups` sub-groups fit. Raises *most. `data`: a word per lane, then one per
   sub-group. */
void tool_branch_draw_fitting(tool_branch_program *program, tool_branch_expected *scratch, int width,
                              int groups, const uint32_t *data, tool_random *random, int *most);

/* The question that a node's records are about. */
int tool_branch_question(const tool_branch_node *node);

/* One lane's records, `stride` words apart: [node, turns, lanes, lanes >> 32]. Stops at the first wrong one:
   later ones follow from it. `sizes`: nodes of the smallest examples so far, 0: none. */
void tool_branch_judge(const tool_branch_expected *expected, const tool_branch_program *program, int lane,
                       const uint32_t *records, size_t stride, int sizes[TOOL_BRANCH_QUESTIONS],
                       tool_promise answers[TOOL_BRANCH_QUESTIONS]);
/* Counts records of nodes that the mutant moves. */
void tool_branch_judge_mutant(const tool_branch_expected *expected, const tool_branch_program *program,
                              int lane, const uint32_t *records, size_t stride,
                              tool_promise answers[TOOL_BRANCH_QUESTIONS]);

/* If it is the smallest example so far. */
void tool_branch_keep(const tool_branch_program *p, tool_branch_seen at, uint64_t lanes, uint64_t wanted,
                      int *size, tool_promise *out);
