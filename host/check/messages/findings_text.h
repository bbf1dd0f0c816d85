/* Findings as text and JSON, with the lines of their places. */
#ifndef XL_CHECK_FINDINGS_TEXT_H
#define XL_CHECK_FINDINGS_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "wire/wire.h"

/* The kind's name ("race") and what to do about it. */
const char *findings_name(uint32_t kind);
const char *findings_advice(const struct check_finding *finding);

/* "line 14", or "line 3 of inc.h, called from line 14" inside a function; in a function of the portable
   layer, its caller's place. `source` is the name that the program was built with. `line` (may be NULL)
   receives the kernel's own line, 0 if unknown. */
void findings_place(const char *object, const char *source, const struct check_place *place, char text[],
                    size_t bytes, uint32_t *line);

/* A line of JSON: kind, kernel, width, message, lines, place and advice. */
void findings_json(FILE *out, const char *object, const char *source, const char *kernel,
                   const struct check_finding *finding);

/* The finding's text with its lines. */
void findings_message(const char *object, const char *source, const struct check_finding *finding,
                      char text[], size_t bytes);

void findings_json_string(FILE *out, const char *text);

void findings_failure_json(FILE *out, const char *kernel, uint32_t width, const char *text);
void findings_collectives_json(FILE *out, const char *kernel, uint64_t collectives);

/* Why a launch failed, with the line if known. */
void findings_note(const char *object, const char *source, const struct check_reply *reply, char text[],
                   size_t bytes);

#endif
