/* winners.h - the verdict of each row of devices side by side, for `compare` and `report`. */
#pragma once

#include "recorded/rank_test.h"
#include "recorded/recorded.h"

/* A, B, C, ... */
char tool_subject_letter(int subject);

double tool_median_of(const json_t *record);

/* b / a, by rounds (rounds.h) if they alternated, else by medians. */
double tool_rows_ratio(const json_t *a, const json_t *b);

/* The time to show next to the ratio to row `base`: if both alternated, in the round with the median ratio,
   or of several such rows the median of the rounds' least times; else the median of all samples. */
double tool_time_compared(const json_t *const *rows, int count, int base, int row);

/* Row b relative to row a, by rounds or samples; the word: "same", "faster", ... */
tool_rank tool_rank_rows(const json_t *a, const json_t *b);
const char *tool_rank_word(tool_rank rank);
/* With more devices, words become signs: "<", ">", "=", "?". */
enum { TOOL_FEW_SUBJECTS = 3 };
const char *tool_rank_told(tool_rank rank, int subjects);

/* The strategy without tuning values. */
const char *tool_match_strategy(const tool_match *match);

const char *tool_match_width(const tool_match *match, char *out, size_t size);

/* The end of the problem's rows; true if two subjects have rows. */
size_t tool_problem_end(const tool_matches *matches, size_t first);
bool tool_problem_is_shared(const tool_matches *matches, int subjects, size_t first, size_t end);

/* Takes a line without its line end. */
typedef void tool_teller(void *user, const char *line);

/* Why times of two subjects are hard to compare. */
void tool_tell_notes(const tool_recorded *recorded, const tool_matches *matches, tool_teller *tell,
                     void *user);
