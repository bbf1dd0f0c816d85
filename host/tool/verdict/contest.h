/* contest.h - each device's best: its fastest row of a problem, of any strategy and width. */
#pragma once

#include "verdict/ratio.h"

typedef struct tool_best {
    const tool_match *match;
    const json_t *record;
} tool_best;

/* A winner is faster than all others. NONE: another is as fast; UNKNOWN: too few samples. */
enum { TOOL_WINS_NONE = -1, TOOL_WINS_UNKNOWN = -2 };

typedef struct tool_contest {
    const tool_match *first; /* rows of the problem */
    size_t rows;
    tool_best best[TOOL_MAX_SUBJECTS];
    int winner;
    int fastest, next; /* by median; -1: none */
    tool_ratio lead;   /* of next to fastest */
} tool_contest;

typedef struct tool_contests {
    const tool_recorded *recorded;
    const tool_matches *matches;
    tool_contest *item; /* in the order of the matches; owned */
    size_t count;
    bool apart;       /* problems were left out whose strategies compute different things */
    json_t *left_out; /* subject, problem -> rows without a time; owned */
    json_t *wrong;    /* per subject: wrong rows (wrong.h), which do not count; owned */
} tool_contests;

/* `least`: how many subjects must have a problem. A row is no best if its strategy was wrong at another size.
 */
tool_contests tool_contests_make(const tool_recorded *recorded, const tool_matches *matches,
                                 const tool_options *options, const tool_words *names, int least);
void tool_contests_free(tool_contests *contests);

/* A sentence: why there are no contests. */
const char *tool_contests_none(const tool_contests *contests);

/* "private, local at 64 skipped; auto not measured"; "": nothing. */
const char *tool_contest_left_out(const tool_contests *contests, const tool_contest *contest, int subject,
                                  char *out, size_t size);

/* A subject's best of `rows` rows of a problem; only of one strategy unless that is NULL. */
tool_best tool_best_of(const tool_contests *contests, const tool_match *first, size_t rows, int subject,
                       const char *strategy);

/* The fastest row of another strategy than the best; if only one was timed, at another width. A choice of
   `auto` counts as the chosen strategy. */
tool_best tool_next_best(const tool_contests *contests, const tool_contest *contest, int subject);

/* Why a subject has no time for a row's strategy: "skipped", "unsupported", "failed", "wrong", "not
   measured". */
const char *tool_contest_lacking(const tool_contests *contests, const tool_contest *contest, int subject,
                                 const tool_match *row);

/* At any width and tuning. */
bool tool_contest_has_strategy(const tool_contest *contest, int subject, const tool_match *row);

/* "7.68 us group at 32". */
const char *tool_best_text(const tool_best *best, double ns, char *out, size_t size);

/* "sum at 8", "lane at emul 4", "serial"; "": none. */
const char *tool_best_name(const tool_best *best, char *out, size_t size);

/* "A"; "=": none, "?": not known. */
const char *tool_winner_text(int winner, char out[2]);

/* Strategies of some algorithms compute different things (.apart). */
bool tool_is_contest(const tool_match *first, size_t rows);

/* "lerp"; and the rest of the title, "even: rows=128 n=64". */
void tool_contest_algorithm(const tool_contest *contest, char *out, size_t size);
const char *tool_contest_rest(const tool_contest *contest);
