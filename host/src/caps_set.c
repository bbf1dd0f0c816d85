/* Answers on disk, and notes of what was being tried. */
#include "caps_set.h"
#include "cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char answers[] = "probe", notes[] = "trying";

/* ---- known answers -------------------------------------------------------------------------------- */

const xl__known *xl__set_find(const xl__caps_set *s, const xl__op *op, xl__op_type type) {
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].op == op && s->list[i].type == type) return &s->list[i];
    return NULL;
}

bool xl__set_add(xl__caps_set *s, const xl__known *entry) {
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 16;
        xl__known *list = realloc(s->list, capacity * sizeof *list);
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

void xl__set_save(const xl_device *device, xl__caps_set *s) {
    if (!device->cache_dir || !s->tried || !s->changed || (s->target.backend->emulated && s->count == 0))
        return;
    xl__text text = {0};
    xl__text_format(&text, "%d\t%d\t%d\t%d", s->usable, s->standard, s->uniform, s->measured);
    write_field(&text, s->why);
    for (size_t i = 0; i < s->count; i++) {
        const xl__probe_result *r = &s->list[i].result;
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
    s->changed = false;
}

/* Cuts the next field, up to a tab or the line's end, off *at. */
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
    xl__known entry = {.op = xl__op_find(take_field(&line))};
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
    if (r->status <= XL__PROBE_ABSENT) xl__set_add(s, &entry);
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
        if (head) {
            s->usable = take_number(&line) != 0;
            s->standard = take_number(&line);
            s->uniform = take_number(&line) != 0;
            s->measured = take_number(&line);
            xl__copy_capped(s->why, sizeof s->why, take_field(&line));
            s->tried =
                s->standard >= 0 && s->standard < XL__STANDARDS && s->target.backend->standards[s->standard];
        } else {
            load_answer(s, line);
        }
        head = false;
        line = next;
    }
    free(data);
}

/* ---- notes: "<process> <operation> <type>", under the same key ---------------------------------------- */

void xl__set_note(const xl_device *device, const xl__caps_set *s, const xl__op *op, xl__op_type type) {
    if (!device->cache_dir || s->target.backend->emulated) return;
    char text[128];
    const int size =
        snprintf(text, sizeof text, "%ld\t%s\t%s", xl__os_process(), op->name, xl__op_type_get(type)->name);
    xl__cache_write(device->cache_dir, notes, s->key, text, (size_t)size);
}

void xl__set_drop_note(const xl_device *device, const xl__caps_set *s) {
    if (device->cache_dir && !s->target.backend->emulated) xl__cache_remove(device->cache_dir, notes, s->key);
}

/* Without lanes, shuffle and ballot there is no backend; another operation is derived from then on. */
static void take_refusal(xl__caps_set *s, char *note) {
    const xl__op *op = xl__op_find(take_field(&note));
    xl__op_type type;
    if (!op || !xl__op_type_find(take_field(&note), &type)) return;
    s->changed = true;
    if (!s->tried || !s->usable) {
        s->tried = true;
        s->usable = false;
        s->measured = 0;
        snprintf(s->why, sizeof s->why, "the driver's process died when sg_%s was tried", op->name);
        return;
    }
    xl__known entry = {
        .op = op, .type = type, .result = {.status = XL__PROBE_DEMOTED, .right = true, .lane = -1}};
    snprintf(entry.result.note, sizeof entry.result.note, "the driver's process died when this was tried");
    if (!xl__set_find(s, op, type)) xl__set_add(s, &entry);
}

void xl__set_load(const xl_device *device, xl__caps_set *s) {
    char *note = NULL;
    size_t size = 0;
    load_answers(device, s);
    if (!device->cache_dir || !xl__cache_read(device->cache_dir, notes, s->key, &note, &size)) return;
    char *at = note;
    const long process = strtol(take_field(&at), NULL, 10);
    if (process != xl__os_process() && !xl__os_is_process(process)) {
        take_refusal(s, at);
        xl__set_save(device, s);
        xl__set_drop_note(device, s);
    }
    free(note);
}
