#include "caps/profile.h"
#include "table/lookup.h"
#include "base/number.h"
#include "table/registry.h"
#include "table/settings.h"
#include "base/status.h"
#include "table/values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the part of JSON that profiles are written in: objects, one list of them, texts, numbers
 * -------------- */

typedef struct reader {
    const char *at;
    bool bad;
} reader;

static bool take(reader *r, char c) {
    r->at += strspn(r->at, " \t\r\n");
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static void need(reader *r, char c) {
    if (!take(r, c)) r->bad = true;
}

/* Without its quotes; fails if it does not fit. */
static void read_text(reader *r, char *out, size_t size) {
    size_t used = 0;
    need(r, '"');
    while (!r->bad && *r->at != '"') {
        if (*r->at == '\\') r->at++;
        if ((unsigned char)*r->at < 0x20 || used + 1 >= size)
            r->bad = true;
        else
            out[used++] = *r->at++;
    }
    out[used] = '\0';
    need(r, '"');
}

static void read_scalar(reader *r, char *out, size_t size) {
    r->at += strspn(r->at, " \t\r\n");
    if (*r->at == '"') {
        read_text(r, out, size);
        return;
    }
    const size_t length = strspn(r->at, "+-.0123456789eE");
    r->bad = r->bad || length == 0 || length >= size;
    snprintf(out, size, "%.*s", (int)length, r->at);
    r->at += length;
}

/* False at the object's end. */
static bool next_member(reader *r, bool first, char key[32]) {
    if (take(r, '}')) return false;
    if (!first) need(r, ',');
    read_text(r, key, 32);
    need(r, ':');
    return !r->bad;
}

static void read_number(reader *r, double *out) {
    char word[64];
    read_scalar(r, word, sizeof word);
    if (!xl__parse_number(word, strlen(word), out)) r->bad = true;
}

static void read_choice(reader *r, xl__choice *out) {
    char key[32], other[XL__PROFILE_SETTINGS];
    double width = 0.0;
    memset(out, 0, sizeof *out);
    need(r, '{');
    for (bool first = true; !r->bad && next_member(r, first, key); first = false) {
        if (strcmp(key, "algorithm") == 0)
            read_text(r, out->algorithm, sizeof out->algorithm);
        else if (strcmp(key, "type") == 0)
            read_text(r, out->type, sizeof out->type);
        else if (strcmp(key, "problem") == 0)
            read_text(r, out->problem, sizeof out->problem);
        else if (strcmp(key, "strategy") == 0)
            read_text(r, out->strategy, sizeof out->strategy);
        else if (strcmp(key, "backend") == 0)
            read_text(r, out->backend, sizeof out->backend);
        else if (strcmp(key, "tuning") == 0)
            read_text(r, out->tuning, sizeof out->tuning);
        else if (strcmp(key, "date") == 0)
            read_text(r, out->date, sizeof out->date);
        else if (strcmp(key, "width") == 0)
            read_number(r, &width);
        else if (strcmp(key, "ns") == 0)
            read_number(r, &out->ns);
        else
            read_scalar(r, other, sizeof other); /* a field of a later version */
    }
    if (!(width >= 0.0 && width <= 128.0)) r->bad = true;
    out->width = r->bad ? 0 : (int)width;
}

typedef struct head {
    double version;
    char device[XL__NAME], platform[XL__NAME], driver[XL__NAME], library[32];
} head;

static void read_head(reader *r, head *out) {
    char key[32], other[XL__PROFILE_SETTINGS];
    memset(out, 0, sizeof *out);
    need(r, '{');
    for (bool first = true; !r->bad && next_member(r, first, key); first = false) {
        if (strcmp(key, "crosslane_profile") == 0)
            read_number(r, &out->version);
        else if (strcmp(key, "device") == 0)
            read_text(r, out->device, sizeof out->device);
        else if (strcmp(key, "platform") == 0)
            read_text(r, out->platform, sizeof out->platform);
        else if (strcmp(key, "driver") == 0)
            read_text(r, out->driver, sizeof out->driver);
        else if (strcmp(key, "library") == 0)
            read_text(r, out->library, sizeof out->library);
        else if (strcmp(key, "choices") == 0) {
            need(r, '[');
            return;
        } else
            read_scalar(r, other, sizeof other);
    }
    r->bad = true;
}

/* ---- what it says ----------------------------------------------------------------------------------- */

static int line_of(const char *text, const char *at) {
    int line = 1;
    for (; text < at; text++) line += *text == '\n';
    return line;
}

static int check_choice(const xl__choice *c, const char *from, int line, xl_error *error) {
    const xl__algorithm *algorithm = xl__find_algorithm(c->algorithm);
    xl_error why = {.text = ""};
    if (!algorithm)
        return xl__fail(error, XL_BAD_VALUE, "%s: line %d: no algorithm " XL__QUOTED, from, line,
                        c->algorithm);
    const int index = xl__find_strategy(algorithm, c->strategy);
    if (index < 0 || !xl__auto_may_take(algorithm, &algorithm->strategies[index]))
        return xl__fail(error, XL_BAD_VALUE, "%s: line %d: no strategy " XL__QUOTED " of %s that auto takes",
                        from, line, c->strategy, algorithm->name);
    xl__problem problem;
    int status = xl__read_settings(algorithm, c->problem, &problem, &why);
    bool seen[XL__MAX_PARAMS] = {false};
    if (status == XL_SUCCESS) status = xl__add_settings(algorithm, c->tuning, &problem, seen, &why);
    for (int p = 0; p < algorithm->param_count && status == XL_SUCCESS; p++)
        if (seen[p] && algorithm->params[p].role != XL__TUNING)
            status = xl__fail(&why, XL_BAD_VALUE, "%s is no tuning parameter", algorithm->params[p].name);
    if (status == XL_SUCCESS && (c->width & (c->width - 1)) != 0)
        status = xl__fail(&why, XL_BAD_VALUE, "width=%d is no power of two", c->width);
    if (status == XL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "%s: line %d: %.400s", from, line, why.text);
}

static int check_head(const head *h, const xl__device_facts *facts, const char *from, xl_error *error) {
    if (strcmp(h->device, facts->name) != 0 || strcmp(h->platform, facts->platform) != 0)
        return xl__fail(error, XL_UNSUPPORTED, "%s: a profile of %.80s (%.80s), this is %.80s (%.80s)", from,
                        h->device, h->platform, facts->name, facts->platform);
    if (strcmp(h->driver, facts->driver) != 0)
        return xl__fail(error, XL_UNSUPPORTED, "%s: a profile of driver %.80s, this is %.80s", from,
                        h->driver, facts->driver);
    if (strcmp(h->library, XL_VERSION) != 0)
        return xl__fail(error, XL_UNSUPPORTED, "%s: a profile of version %s, this is " XL_VERSION, from,
                        h->library);
    return XL_SUCCESS;
}

int xl__profile_check(const char *text, const xl__device_facts *facts, const char *from, xl_error *error) {
    reader r = {text, false};
    head h;
    int status = XL_SUCCESS;
    read_head(&r, &h);
    if (!r.bad && h.version != 1.0)
        return xl__fail(error, XL_BAD_VALUE, "%s: crosslane_profile is not 1", from);
    if (!r.bad) status = check_head(&h, facts, from, error);
    for (bool first = true; !r.bad && status == XL_SUCCESS && !take(&r, ']'); first = false) {
        xl__choice choice;
        if (!first) need(&r, ',');
        const int line = line_of(text, r.at + strspn(r.at, " \t\r\n"));
        if (!r.bad) read_choice(&r, &choice);
        if (!r.bad) status = check_choice(&choice, from, line, error);
    }
    if (status != XL_SUCCESS) return status;
    if (!r.bad) need(&r, '}');
    r.at += strspn(r.at, " \t\r\n");
    if (r.bad || *r.at != '\0')
        return xl__fail(error, XL_BAD_VALUE, "%s: line %d: not a profile; 'crosslane tune' makes one", from,
                        line_of(text, r.at));
    return XL_SUCCESS;
}

bool xl__profile_next(const char *text, const char **at, xl__choice *out) {
    reader r = {*at ? *at : text, false};
    head h;
    if (!*at)
        read_head(&r, &h);
    else if (!take(&r, ','))
        return false;
    if (r.bad || take(&r, ']')) return false;
    read_choice(&r, out);
    *at = r.at;
    return !r.bad;
}

/* Negative: too far. */
static double distance(const xl__problem *problem, const xl__problem *measured) {
    const xl__algorithm *algorithm = problem->algorithm;
    double sum = 0.0;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        const double a = problem->value[p], b = measured->value[p];
        if (param->role == XL__TUNING || param->kind == XL__REAL || a == b) continue;
        if (param->kind == XL__CHOICE || a <= 0.0 || b <= 0.0) return -1.0;
        sum += fabs(log2(a / b));
    }
    return sum > 2.0 ? -1.0 : sum;
}

bool xl__profile_find(const char *text, const xl__problem *problem, xl__choice *out) {
    const char *at = NULL;
    xl__choice choice;
    double nearest = -1.0;
    while (text && xl__profile_next(text, &at, &choice)) {
        xl__problem measured;
        if (strcmp(choice.algorithm, problem->algorithm->name) != 0 ||
            strcmp(choice.type, xl_type_name(problem->type)) != 0 ||
            xl__read_settings(problem->algorithm, choice.problem, &measured, NULL) != XL_SUCCESS)
            continue;
        const double d = distance(problem, &measured);
        if (d < 0.0 || (nearest >= 0.0 && d >= nearest)) continue;
        nearest = d;
        *out = choice;
    }
    return nearest >= 0.0;
}

/* ---- writing, and where profiles are ---------------------------------------------------------------- */

static void add_text(xl__text *out, const char *key, const char *text, const char *end) {
    xl__text_format(out, "\"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') xl__text_add(out, "\\", 1);
        xl__text_add(out, (unsigned char)*text < 0x20 ? "?" : text, 1);
    }
    xl__text_format(out, "\"%s", end);
}

void xl__profile_write(xl__text *out, const xl__device_facts *facts, const xl__choice *choices,
                       size_t count) {
    char ns[XL__NUMBER_TEXT];
    xl__text_format(out, "{\n\"crosslane_profile\": 1,\n");
    add_text(out, "device", facts->name, ",\n");
    add_text(out, "platform", facts->platform, ",\n");
    add_text(out, "driver", facts->driver, ",\n");
    add_text(out, "library", XL_VERSION, ",\n");
    xl__text_format(out, "\"choices\": [");
    for (size_t i = 0; i < count; i++) {
        const xl__choice *c = &choices[i];
        xl__text_format(out, "%s\n{", i ? "," : "");
        add_text(out, "algorithm", c->algorithm, ", ");
        add_text(out, "type", c->type, ", ");
        add_text(out, "problem", c->problem, ", ");
        add_text(out, "strategy", c->strategy, ", ");
        add_text(out, "backend", c->backend, ", ");
        xl__text_format(out, "\"width\": %d, ", c->width);
        add_text(out, "tuning", c->tuning, ", ");
        xl__text_format(out, "\"ns\": %s, ", xl__number_text(c->ns, 4, ns));
        add_text(out, "date", c->date, "}");
    }
    xl__text_format(out, "\n]\n}\n");
}

void xl__profile_name(const xl__device_facts *facts, char name[64]) {
    xl__hash hash = xl__hash_start();
    char key[XL__HASH_TEXT];
    xl__hash_add_text(&hash, facts->name);
    xl__hash_add_text(&hash, facts->platform);
    xl__hash_add_text(&hash, facts->driver);
    xl__hash_add_text(&hash, XL_VERSION);
    xl__hash_text(&hash, key);
    snprintf(name, 64, "profile-%s.json", key);
}
