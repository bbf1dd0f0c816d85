#include "recorded/subject_names.h"
#include "recorded/device_names.h"
#include "recorded/one_device.h"
#include "text/display.h"
#include <string.h>

static void add_file_name(tool_subject *s) {
    char file[TOOL_SUBJECT_NAME];
    tool_text_append(s->name, sizeof s->name, " (%s)", tool_text_clean(s->file, file, sizeof file));
}

static const json_t *fact(const tool_subject *s, const char *name) {
    return json_object_get(s->device, name);
}

static bool same_machine(const tool_subject *a, const tool_subject *b) {
    const json_t *const node = fact(a, "node"), *const other = fact(b, "node");
    return a->file == b->file && (json_is_integer(node) ? json_equal(node, other) : !json_is_integer(other));
}

/* " (node 2)", " (device 1)", " (node 2, device 1)". */
static void add_place(tool_subject *s, bool with_device) {
    const json_t *const node = fact(s, "node");
    char number[32] = "", device[32] = "";
    if (json_is_integer(node))
        snprintf(number, sizeof number, "node %lld", (long long)json_integer_value(node));
    if (with_device)
        snprintf(device, sizeof device, "%sdevice %lld", number[0] ? ", " : "",
                 (long long)json_integer_value(fact(s, "index")));
    if (number[0] || device[0]) tool_text_append(s->name, sizeof s->name, " (%s%s)", number, device);
}

typedef void name_part(const tool_subject *s, char *out, size_t size);

static void part_label(const tool_subject *s, char *out, size_t size) {
    tool_text_clean(tool_subject_label(s->document, s->device), out, size);
}
static void part_hardware(const tool_subject *s, char *out, size_t size) {
    tool_device_hardware(s->device, out, size);
}
static void part_file(const tool_subject *s, char *out, size_t size) {
    const char *const slash = strrchr(s->file, '/');
    tool_text_clean(slash ? slash + 1 : s->file, out, size);
}
static void part_driver(const tool_subject *s, char *out, size_t size) {
    tool_field_text(s->device, "driver_version", out, size);
}

static void part_processor(const tool_subject *s, char *out, size_t size) {
    tool_field_text(tool_machine_of(s->document, s->device), "processor", out, size);
}
static void part_system(const tool_subject *s, char *out, size_t size) {
    tool_field_text(tool_machine_of(s->document, s->device), "system", out, size);
}

/* `others`: other names exist. */
static bool tells_apart(const tool_recorded *r, const char *name, name_part *part, bool *others) {
    char seen[TOOL_MAX_SUBJECTS][TOOL_SUBJECT_NAME];
    int count = 0;
    bool apart = true;
    *others = false;
    for (int i = 0; i < r->count; i++) {
        if (strcmp(r->subject[i].name, name) != 0) {
            *others = true;
            continue;
        }
        part(&r->subject[i], seen[count], sizeof seen[0]);
        apart = apart && seen[count][0];
        for (int k = 0; k < count; k++) apart = apart && strcmp(seen[k], seen[count]) != 0;
        count++;
    }
    return apart && count > 1;
}

static void add_part(tool_recorded *r, const char *name, name_part *part, bool alone, const char *joint) {
    for (int i = 0; i < r->count; i++) {
        tool_subject *const s = &r->subject[i];
        char word[TOOL_SUBJECT_NAME], made[2 * TOOL_SUBJECT_NAME + 8];
        if (strcmp(s->name, name) != 0) continue;
        part(s, word, sizeof word);
        snprintf(made, sizeof made, joint, name, word);
        snprintf(s->name, sizeof s->name, "%.190s", alone ? word : made);
    }
}

/* By labels if those differ, else hardware, driver, machine or file. If all have one name, as before and
   after a change, label or file is the whole name. */
static void tell_apart_by_part(tool_recorded *r, int subject) {
    static const struct {
        name_part *part;
        const char *joint;
        bool enough;
    } parts[] = {{part_label, "%s (%s)", true},         {part_hardware, "%s on %s", false},
                 {part_driver, "%s, driver %s", false}, {part_processor, "%s beside %s", false},
                 {part_system, "%s under %s", false},   {part_file, "%s (%s)", true}};
    char name[TOOL_SUBJECT_NAME];
    snprintf(name, sizeof name, "%s", r->subject[subject].name);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        bool others = false;
        if (!tells_apart(r, name, parts[p].part, &others)) continue;
        add_part(r, name, parts[p].part, parts[p].enough && !others, parts[p].joint);
        return;
    }
}

/* Otherwise names differ by node numbers, device indices on one machine, or file names. */
void tool_subjects_name(tool_recorded *r) {
    bool twin[TOOL_MAX_SUBJECTS] = {false}, near[TOOL_MAX_SUBJECTS] = {false};
    for (int i = 0; i < r->count; i++)
        tool_device_name(r->subject[i].device, r->subject[i].name, sizeof r->subject[i].name);
    for (int i = 0; i < r->count; i++) tell_apart_by_part(r, i);
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->count; k++) {
            const tool_subject *const a = &r->subject[i], *const b = &r->subject[k];
            if (i == k || strcmp(a->name, b->name) != 0) continue;
            twin[i] = true;
            near[i] = near[i] || same_machine(a, b);
        }
    for (int i = 0; i < r->count; i++) {
        tool_subject *const s = &r->subject[i];
        if (!twin[i]) continue;
        if (near[i] || json_is_integer(fact(s, "node")))
            add_place(s, near[i]);
        else
            add_file_name(s);
    }
}
