/* promise_words.h - recorded answers in a kernel writer's words, of one device or several. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* "never broken in 1,147 tries" */
const char *tool_promise_answer(const json_t *row, char *out, size_t size);
/* The answer in a table: "holds"; tool_promise_legend explains the words. */
const char *tool_promise_cell(const json_t *row, char *out, size_t size);
extern const char tool_promise_legend[];
/* A breach (TOOL_PROMISE_WORST) is worse than a failure or an unproven answer. 0: not asked there. */
enum { TOOL_PROMISE_WORST = 4 };
int tool_promise_weight(const json_t *row);

bool tool_is_promise(const json_t *record);

/* Of the rows only those of promises count. */
typedef struct tool_promise_device {
    const json_t *facts, *rows;
} tool_promise_device;

/* A question with each device's worst answer over its widths. `line` "": the previous question's. */
typedef struct tool_promise_side {
    const char *line, *words;
    const json_t **row; /* NULL: none */
    bool differ;        /* in what the answers say, not only in numbers */
} tool_promise_side;
/* Returns how many questions some device was asked. */
int tool_promises_compare(const tool_promise_device *devices, int count,
                          void (*take)(void *user, const tool_promise_side *side), void *user);

/* For each question that two drivers of one device answer differently: "driver 1 -> 2: ...". */
void tool_promises_changes(const tool_promise_device *devices, int count,
                           void (*line)(void *user, const char *text), void *user);
