/* record.h - the fields of a results row; docs/results.md explains each. */
#pragma once

#include "crosslane.h"
#include <jansson.h>
#include <stdbool.h>

/* Removing a field or changing its meaning needs a new number. */
enum { TOOL_RESULTS_SCHEMA = 1 };

typedef enum tool_field_kind {
    TOOL_TEXT,
    TOOL_CHOICE,  /* one of field.choices */
    TOOL_INTEGER, /* 0 or more, whole */
    TOOL_NUMBER,  /* 0 or more */
    TOOL_BOOLEAN,
    TOOL_VALUE,    /* of the data: a number or a text ("nan", "inf", "-inf", "0x1f") */
    TOOL_NUMBERS,  /* list of TOOL_NUMBER */
    TOOL_INTEGERS, /* list of TOOL_INTEGER */
    TOOL_VALUES,   /* list of TOOL_VALUE */
    TOOL_DIGITS,   /* 16 hexadecimal digits, lower case */
    TOOL_SETTINGS, /* object: name -> number or text */
    TOOL_MEASURES, /* object: name -> number of 0 or more */
    TOOL_SHAPES,   /* object: array -> list of TOOL_INTEGER */
    TOOL_MISMATCH, /* object of tool_mismatch_fields */
    TOOL_ANY_OBJECT
} tool_field_kind;

typedef struct tool_field {
    const char *name; /* NULL ends a table */
    tool_field_kind kind;
    bool required;       /* never null */
    const char *choices; /* "ok|mismatch", else NULL */
} tool_field;

extern const tool_field tool_record_fields[];
extern const tool_field tool_mismatch_fields[];
extern const tool_field tool_device_fields[];

/* Other fields are null. Caller's reference; NULL: no memory. */
json_t *tool_record_make(const char *kind, const char *status);

/* NULL: no memory. */
json_t *tool_json_number(double value);   /* null if not finite */
json_t *tool_json_value(double value);    /* "nan", "inf", "-inf" if not finite */
json_t *tool_json_text(const char *text); /* made safe (tool_text_clean_lines); null for NULL */
json_t *tool_json_line(const char *text); /* the same, with '?' for each line feed */
json_t *tool_json_digits(uint64_t checksum);
double tool_now_ms(void);    /* since 1970; 0: the clock fails */
json_t *tool_json_now(void); /* in UTC, "2026-11-22T14:36:13Z"; null: the clock fails */

/* The first line; "-" if null. In the caller's buffer. */
const char *tool_field_text(const json_t *object, const char *field, char *out, size_t size);
const char *tool_json_value_text(const json_t *value, char *out, size_t size);

/* The fields as one text, to compare; freed by the caller. */
char *tool_key_of(const json_t *record, const char *const *fields, size_t count);

/* "" or 0 if it is absent or of another type. */
const char *tool_text_of(const json_t *object, const char *field);
double tool_number_of(const json_t *object, const char *field);

/* `where` begins the error ("records[3]"). `strict`, for writers: refuses unknown fields. XL_BAD_VALUE. */
int tool_record_check(const json_t *record, const char *where, bool strict, xl_error *error);
int tool_device_check(const json_t *device, const char *where, xl_error *error);

/* Also checks that every record names one of the devices. Refuses later schemas. */
int tool_results_check(const json_t *document, xl_error *error);

/* Skips a UTF-8 byte order mark; caller's reference. NULL: what[] has line and column, or that it is
   UTF-16. */
json_t *tool_json_parse(const char *text, size_t size, char *what, size_t what_size);

/* *document: caller's reference, NULL after a failure. The error begins with the file's name: XL_IO if
   unreadable or not JSON (with line and column), XL_BAD_VALUE if it breaks a rule. */
int tool_results_load(const char *path, json_t **document, xl_error *error);

/* False: another program's JSON; true also for a damaged or unreadable file. */
bool tool_results_are(const char *path);

int tool_results_check_file(const char *path, xl_error *error);
