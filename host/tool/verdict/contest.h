/*
 * contest.h - each device at its best: per problem its fastest row of any strategy and width, native or
 * emulated.
 */
#ifndef TOOL_CONTEST_H
#define TOOL_CONTEST_H

#include "verdict/ratio.h"

/* A subject's best row of a problem. */
typedef struct tool_best {
    const tool_match *match; /* NULL: the subject has none */
    const json_t *record;
} tool_best;

/* The winner is the one that all others are slower than. NONE: one is as fast as the fastest; UNKNOWN: the
   samples are too few to tell. */
enum { TOOL_WINS_NONE = -1, TOOL_WINS_UNKNOWN = -2 };

typedef struct tool_contest {
    const tool_match *first; /* rows of the problem, in the matches */
    size_t rows;
    tool_best best[TOOL_MAX_SUBJECTS];
    int winner;
    int fastest, next; /* by the medians; -1: nobody */
    tool_ratio lead;   /* next beside fastest */
} tool_contest;

typedef struct tool_contests {
    const tool_recorded *recorded;
    const tool_matches *matches;
    tool_contest *item; /* problems that `least` subjects or more have, in the order of the matches; owned */
    size_t count;
    bool apart;       /* problems were left out whose strategies compute different things */
    json_t *left_out; /* subject, problem -> what was tried and not timed; owned */
    json_t *wrong;    /* of each subject: what was wrong (wrong.h), which does not count; owned */
} tool_contests;

/* `least`: how many subjects have to have a problem: 2, or 1 to look at one device. A row that was wrong
   at another size is nobody's best. */
tool_contests tool_contests_make(const tool_recorded *recorded, const tool_matches *matches,
                                 const tool_options *options, const tool_words *names, int least);
void tool_contests_free(tool_contests *contests);

/* Where there is none: why, a sentence. */
const char *tool_contests_none(const tool_contests *contests);

/* "" or what a subject has not timed of a problem: "private, local at 64 skipped; auto not measured". */
const char *tool_contest_left_out(const tool_contests *contests, const tool_contest *contest, int subject,
                                  char *out, size_t size);

/* A subject's best of `rows` rows of a problem; of a strategy alone, NULL: of all. */
tool_best tool_best_of(const tool_contests *contests, const tool_match *first, size_t rows, int subject,
                       const char *strategy);

/* Why a subject has no time of a row's strategy: "skipped", "unsupported", "failed", "wrong", "not measured".
 */
const char *tool_contest_lacking(const tool_contests *contests, const tool_contest *contest, int subject,
                                 const tool_match *row);

/* Whether a subject has a time of a row's strategy, at any width and tuning. */
bool tool_contest_has_strategy(const tool_contest *contest, int subject, const tool_match *row);

/* "7.68 us group at 32". */
const char *tool_best_text(const tool_best *best, char *out, size_t size);

/* "sum at 8", "lane at emul 4", "serial"; "" where there is none. */
const char *tool_best_name(const tool_best *best, char *out, size_t size);

/* "A"; "=" where there is none, "?" where that is not known. */
const char *tool_winner_text(int winner, char out[2]);

/* Whether a problem's rows have a best one. Strategies of some algorithms compute different things (.apart):
   the best of several would say nothing of a device. */
bool tool_is_contest(const tool_match *first, size_t rows);

/* "lerp"; and what the title says behind it, "even: rows=128 n=64". */
void tool_contest_algorithm(const tool_contest *contest, char *out, size_t size);
const char *tool_contest_rest(const tool_contest *contest);

#endif
