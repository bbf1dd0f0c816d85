/*
 * winners.h - devices of results files side by side: the verdict of each row, the best of each device, who
 * wins. What `compare` prints and `report` draws is decided here.
 */
#ifndef TOOL_WINNERS_H
#define TOOL_WINNERS_H

#include "recorded/rank_test.h"
#include "recorded/recorded.h"

/* A, B, C, ... */
char tool_subject_letter(int subject);

double tool_median_of(const json_t *record);

/* How row b is beside row a, by their samples; and in a word: "same", "faster", ... */
tool_rank tool_rank_rows(const json_t *a, const json_t *b);
const char *tool_rank_word(tool_rank rank);

/* "none", "32", "emul 8". */
const char *tool_match_width(const tool_match *match, char *out, size_t size);

/* Where the rows of the problem at `first` end; whether two subjects or more have some of them. */
size_t tool_problem_end(const tool_matches *matches, size_t first);
bool tool_problem_is_shared(const tool_matches *matches, int subjects, size_t first, size_t end);

/* A subject's best row of a problem: native or without sub-groups if there is one. */
typedef struct tool_best {
    const tool_match *match; /* NULL: the subject has none */
    const json_t *record;
} tool_best;
tool_best tool_best_of(const tool_matches *matches, size_t first, size_t end, int subject);
/* "7.68 us group at 32"; "" where there is none. */
const char *tool_best_text(const tool_best *best, char *out, size_t size);

/* The winner of a problem is the one that all others are slower than. NONE: one is as fast as the fastest;
   UNKNOWN: the samples are too few to tell. */
enum { TOOL_WINS_NONE = -1, TOOL_WINS_UNKNOWN = -2 };
int tool_winner_of(const tool_best *bests, int subjects);
/* "A"; "=" where there is none, "?" where that is not known. */
const char *tool_winner_text(int winner, char out[2]);

/* Takes a line of text, without its end. */
typedef void tool_teller(void *user, const char *line);

/* What makes times of the first subject and another hard to compare. */
void tool_tell_notes(const tool_recorded *recorded, const tool_matches *matches, tool_teller *tell,
                     void *user);

/* What each algorithm comes to: add the bests of each problem (title, winner), then tell. */
typedef struct tool_tallies tool_tallies;
tool_tallies *tool_tallies_make(int subjects);
void tool_tallies_free(tool_tallies *tallies);
void tool_tallies_add(tool_tallies *all, const tool_match *problem, const tool_best *bests, int winner);
void tool_tallies_tell(const tool_tallies *all, tool_teller *tell, void *user);

/* What the words mean. */
extern const char tool_compare_legend[];

#endif
