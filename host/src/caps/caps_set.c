#include "caps/caps_set.h"
#include "program/cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char answers[] = "probe", refusals[] = "refused", marks[] = "trying";

/* ---- known answers -------------------------------------------------------------------------------- */

const xl__recent *xl__set_find(const xl__caps_set *s, const xl__op *op, xl__op_type type) {
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].op == op && s->list[i].type == type) return &s->list[i];
    return NULL;
}

bool xl__set_add(xl__caps_set *s, const xl__recent *entry) {
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 16;
        xl__recent *list = realloc(s->list, capacity * sizeof *list);
        if (!list) return false;
        s->list = list;
        s->capacity = capacity;
    }
    s->list[s->count++] = *entry;
    return true;
}

/* ---- on disk: a line for the set, a line for each answer, fields separated by tabs ------------------- */

static void write_field(xl__text *text, const char *field) {
    xl__text_add(text, "\t", 1);
    for (; *field; field++) xl__text_add(text, (unsigned char)*field < ' ' ? " " : field, 1);
}

static void write_answers(const xl_device *device, const xl__caps_set *s) {
    xl__text text = {0};
    xl__text_format(&text, "%d\t%d\t%d\t%d", s->usable, s->standard, s->uniform, s->measured);
    write_field(&text, s->why);
    for (size_t i = 0; i < s->count; i++) {
        const xl__probe_result *r = &s->list[i].result;
        if (r->passing || s->list[i].refused) continue;
        xl__text_format(&text, "\n%s\t%s\t%d\t%d\t%d\t%d", s->list[i].op->name,
                        xl__op_type_get(s->list[i].type)->name, (int)r->status, r->right, r->lane,
                        r->width_measured);
        write_field(&text, r->native_macro);
        write_field(&text, r->expected);
        write_field(&text, r->got);
        write_field(&text, r->note);
    }
    if (!text.failed) xl__cache_write(device->cache_dir, answers, s->key, text.data, text.size);
    xl__text_free(&text);
}

void xl__set_save(const xl_device *device, xl__caps_set *s) {
    if (!device->cache_dir || !s->tried || !s->changed || s->passing || s->refused ||
        (s->target.backend->emulated && s->count == 0))
        return;
    xl__set_learn(device, s); /* keeps what other processes have written */
    write_answers(device, s);
    s->changed = false;
}

/* Up to a tab or the line's end. */
static char *take_field(char **at) {
    char *field = *at;
    char *end = field + strcspn(field, "\t");
    *at = *end ? end + 1 : end;
    *end = '\0';
    return field;
}

static int take_number(char **at) {
    return (int)strtol(take_field(at), NULL, 10);
}

static void load_answer(xl__caps_set *s, char *line) {
    xl__recent entry = {.op = xl__op_find(take_field(&line))};
    if (!entry.op || !xl__op_type_find(take_field(&line), &entry.type)) return;
    xl__probe_result *r = &entry.result;
    r->status = (xl__probe_status)take_number(&line);
    r->right = take_number(&line) != 0;
    r->lane = take_number(&line);
    r->width_measured = take_number(&line);
    xl__copy_capped(r->native_macro, sizeof r->native_macro, take_field(&line));
    xl__copy_capped(r->expected, sizeof r->expected, take_field(&line));
    xl__copy_capped(r->got, sizeof r->got, take_field(&line));
    xl__copy_capped(r->note, sizeof r->note, take_field(&line));
    if (r->status <= XL__PROBE_ABSENT && !xl__set_find(s, entry.op, entry.type)) xl__set_add(s, &entry);
}

static void load_answers(const xl_device *device, xl__caps_set *s) {
    char *data = NULL;
    size_t size = 0;
    if (!device->cache_dir || !xl__cache_read(device->cache_dir, answers, s->key, &data, &size)) return;
    bool head = true;
    for (char *line = data; line < data + size;) {
        char *end = line + strcspn(line, "\n");
        char *next = end + 1;
        *end = '\0';
        if (head && !s->tried) {
            s->usable = take_number(&line) != 0;
            s->standard = take_number(&line);
            s->uniform = take_number(&line) != 0;
            s->measured = take_number(&line);
            xl__copy_capped(s->why, sizeof s->why, take_field(&line));
            s->tried =
                s->standard >= 0 && s->standard < XL__STANDARDS && s->target.backend->standards[s->standard];
        } else if (!head) {
            load_answer(s, line);
        }
        head = false;
        line = next;
    }
    free(data);
}

void xl__set_learn(const xl_device *device, xl__caps_set *s) {
    if (device->sharing != XL__ALONE && !device->forget) load_answers(device, s);
}

/* ---- refusals: "<all|one> <operation> <type> <why>", a line each ------------------------------------ */

enum { MOST_ENDS = 3 }; /* ends of unwatched processes at one operation before it counts as refused */

/* Without lanes, shuffle and ballot there is no backend. */
static void take_refusal(xl__caps_set *s, char *line) {
    const bool all = strcmp(take_field(&line), "all") == 0;
    const xl__op *op = xl__op_find(take_field(&line));
    xl__op_type type;
    if (!op || !xl__op_type_find(take_field(&line), &type)) return;
    const char *why = take_field(&line);
    if (all) {
        s->tried = s->refused = true;
        s->usable = false;
        s->measured = 0;
        snprintf(s->why, sizeof s->why, "when sg_%s was tried, %.150s", op->name, why);
        return;
    }
    xl__recent entry = {.op = op,
                        .type = type,
                        .refused = true,
                        .result = {.status = XL__PROBE_DEMOTED, .right = true, .lane = -1}};
    snprintf(entry.result.note, sizeof entry.result.note, "when this was tried, %.150s", why);
    if (!xl__set_find(s, op, type)) xl__set_add(s, &entry);
}

static void load_refusals(const char *dir, xl__caps_set *s) {
    char *data = NULL;
    size_t size = 0;
    if (!xl__cache_read(dir, refusals, s->key, &data, &size)) return;
    for (char *line = data; line < data + size;) {
        char *end = line + strcspn(line, "\n");
        *end = '\0';
        take_refusal(s, line);
        line = end + 1;
    }
    free(data);
}

void xl__caps_refuse(const char *dir, const xl__trial *trial, const char *why) {
    char *data = NULL;
    size_t size = 0;
    xl__text text = {0};
    if (xl__cache_read(dir, refusals, trial->key, &data, &size)) xl__text_format(&text, "%s\n", data);
    xl__text_format(&text, "%s\t%s\t%s", trial->all ? "all" : "one", trial->op, trial->type);
    write_field(&text, why);
    if (!text.failed) xl__cache_write(dir, refusals, trial->key, text.data, text.size);
    xl__text_free(&text);
    free(data);
}

/* ---- what is being tried ------------------------------------------------------------------------------ */

static xl__trial make_trial(const xl__caps_set *s, const xl__op *op, xl__op_type type) {
    xl__trial trial = {.all = !s->tried || !s->usable};
    snprintf(trial.key, sizeof trial.key, "%s", s->key);
    snprintf(trial.op, sizeof trial.op, "%s", op->name);
    snprintf(trial.type, sizeof trial.type, "%s", xl__op_type_get(type)->name);
    return trial;
}

void xl__set_begin_trial(const xl_device *device, xl__caps_set *s, const xl__op *op, xl__op_type type) {
    s->mark = -1;
    if (s->target.backend->emulated) return;
    const xl__trial trial = make_trial(s, op, type);
    if (device->watch) {
        device->watch->trying(device->watch->user, &trial);
    } else if (device->cache_dir) {
        const bool same = strcmp(s->ended.op, trial.op) == 0 && strcmp(s->ended.type, trial.type) == 0;
        char text[128];
        snprintf(text, sizeof text, "%s\t%s\t%s\t%d", trial.all ? "all" : "one", trial.op, trial.type,
                 same ? s->ends + 1 : 1);
        s->mark = xl__cache_mark(device->cache_dir, marks, s->key, text);
    }
}

void xl__set_end_trial(const xl_device *device, xl__caps_set *s) {
    if (s->target.backend->emulated) return;
    if (device->watch)
        device->watch->trying(device->watch->user, NULL);
    else if (device->cache_dir)
        xl__cache_unmark(device->cache_dir, marks, s->key, s->mark);
    s->mark = -1;
}

/* An unwatched process ended in a trial: interrupted, or killed by it. */
static void load_mark(const char *dir, xl__caps_set *s) {
    char *text = NULL;
    if (!xl__cache_abandoned(dir, marks, s->key, &text)) return;
    char *at = text;
    s->ended.all = strcmp(take_field(&at), "all") == 0;
    xl__copy_capped(s->ended.key, sizeof s->ended.key, s->key);
    xl__copy_capped(s->ended.op, sizeof s->ended.op, take_field(&at));
    xl__copy_capped(s->ended.type, sizeof s->ended.type, take_field(&at));
    s->ends = take_number(&at);
    if (s->ends >= MOST_ENDS) {
        xl__caps_refuse(dir, &s->ended, "the process ended, each of the last 3 times");
        xl__cache_remove(dir, marks, s->key);
    }
    free(text);
}

void xl__set_load(const xl_device *device, xl__caps_set *s) {
    s->mark = -1;
    if (!device->cache_dir) return;
    if (device->forget) {
        static const char *const kinds[] = {answers, refusals, marks};
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            xl__cache_remove(device->cache_dir, kinds[i], s->key);
        return;
    }
    load_answers(device, s);
    if (s->target.backend->emulated) return;
    load_mark(device->cache_dir, s);
    load_refusals(device->cache_dir, s);
}
