#include "text/os_memory.h"
#include "recorded/recorded.h"
#include "recorded/one_device.h"
#include "records/runs.h"
#include "recorded/subject_names.h"
#include "table/settings.h"
#include "base/os.h"
#include "cases/case.h"
#include "text/display.h"
#include "system/os_file.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "text/suggest.h"
#include <stdlib.h>
#include <string.h>

bool tool_record_is_timed(const json_t *record) {
    return strcmp(tool_text_of(record, "kind"), "bench") == 0 &&
           strcmp(tool_text_of(record, "status"), "ok") == 0;
}

/* As members of an object. */
static json_t *subjects_of(const json_t *rows) {
    json_t *const names = tool_need(json_object());
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i);
        char name[900], problem[600];
        tool_record_problem(row, "", problem, sizeof problem);
        snprintf(name, sizeof name, "%s %s %s %s%s %s %lld", tool_text_of(row, "kind"), problem,
                 tool_text_of(row, "strategy"), tool_text_of(row, "op"), tool_text_of(row, "op_type"),
                 tool_text_of(row, "backend"),
                 (long long)json_integer_value(json_object_get(row, "width_requested")));
        json_object_set_new(names, name, json_true());
    }
    return names;
}

static bool share_something(const json_t *rows, const json_t *others) {
    json_t *const names = subjects_of(rows), *const all = subjects_of(others);
    const size_t apart = json_object_size(names) + json_object_size(all);
    json_object_update(all, names);
    const bool share = json_object_size(all) < apart;
    json_decref(names);
    json_decref(all);
    return share;
}

static bool same_subject(const tool_subject *s, const json_t *document, const json_t *device) {
    return tool_same_device(s->document, s->device, document, device);
}

static tool_subject *part_of(tool_recorded *r, int group, const json_t *document, const json_t *device,
                             const json_t *rows) {
    for (int i = 0; i < r->count; i++) {
        tool_subject *const s = &r->subject[i];
        if (same_subject(s, document, device) && (s->group == group || !share_something(s->records, rows)))
            return s;
    }
    return NULL;
}

static tool_exit add_document(tool_recorded *r, const char *file, int group, const json_t *document,
                              bool bench, const char *command) {
    const json_t *const devices = json_object_get(document, "devices");
    for (size_t i = 0; i < json_array_size(devices); i++) {
        const json_t *const device = json_array_get(devices, i);
        const char *const id = tool_text_of(device, "id");
        json_t *const rows = tool_device_rows(document, id, bench ? TOOL_BENCH_ROWS : TOOL_ALL_ROWS);
        tool_subject *const known =
            json_array_size(rows) > 0 ? part_of(r, group, document, device, rows) : NULL;
        if (known) {
            json_array_extend(known->records, rows);
            known->files++;
        }
        if (known || json_array_size(rows) == 0) {
            json_decref(rows);
            continue;
        }
        if (r->count == TOOL_MAX_SUBJECTS) {
            json_decref(rows);
            tool_complain("%s: this file makes more than %d devices, the most that %s can use", file,
                          TOOL_MAX_SUBJECTS, command);
            return TOOL_USAGE;
        }
        r->subject[r->count++] = (tool_subject){.file = file,
                                                .group = group,
                                                .files = 1,
                                                .document = document,
                                                .device = device,
                                                .id = id,
                                                .records = rows};
    }
    return TOOL_OK;
}

/* If several subjects are one device: the document's own. NULL: none. */
static tool_subject *owner_of(tool_recorded *r, const json_t *document, const json_t *device) {
    tool_subject *found = NULL;
    for (int i = 0; i < r->count; i++) {
        tool_subject *const s = &r->subject[i];
        if (!same_subject(s, document, device)) continue;
        if (!found || s->document == document) found = s;
    }
    return found;
}

static void add_beside(tool_recorded *r, const json_t *document) {
    const json_t *const devices = json_object_get(document, "devices");
    for (size_t i = 0; i < json_array_size(devices); i++) {
        const json_t *const device = json_array_get(devices, i);
        tool_subject *const owner = owner_of(r, document, device);
        if (!owner) continue;
        json_t *const rows = tool_device_rows(document, owner->id, TOOL_OTHER_ROWS);
        if (!owner->beside) owner->beside = tool_need(json_array());
        json_array_extend(owner->beside, rows);
        json_decref(rows);
    }
}

static void finish(tool_recorded *r) {
    tool_subjects_name(r);
    for (size_t i = 0; i < json_array_size(r->documents); i++) add_beside(r, json_array_get(r->documents, i));
    for (int i = 0; i < r->count; i++) {
        if (r->subject[i].files < 2) continue;
        r->subject[i].again = tool_keep_latest(r->subject[i].records);
        tool_keep_latest(r->subject[i].beside);
    }
}

typedef struct opening {
    tool_recorded *out;
    bool bench, apart;
    const char *command;
    tool_exit status; /* of earlier files */
} opening;

static tool_exit open_file(opening *o, int word, const char *file) {
    tool_recorded *const out = o->out;
    xl_error error = {0};
    json_t *document = NULL;
    if (out->files.count == TOOL_MAX_WORDS) {
        tool_complain("%s: with it there are more than %d files; take fewer", file, TOOL_MAX_WORDS);
        return TOOL_USAGE;
    }
    if (tool_results_load(file, &document, &error) != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    json_t *const kept = tool_need(json_stringn_nocheck(file, strlen(file)));
    json_array_append_new(out->paths, kept);
    out->files.word[out->files.count++] = json_string_value(kept);
    json_array_append_new(out->documents, document);
    return add_document(out, json_string_value(kept), o->apart ? word : 0, document, o->bench, o->command);
}

/* Ends at the first refused file. */
static tool_exit take_file(void *user, int word, const char *file) {
    opening *const o = user;
    if (o->status == TOOL_OK) o->status = open_file(o, word, file);
    return o->status;
}

static bool is_document(const char *name) {
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* Another program's JSON; not a damaged results file, which ends the command. */
static bool is_foreign(const char *path) {
    if (tool_results_are(path)) return false;
    tool_complain("%s: no results file of crosslane; skipped", path);
    return true;
}

static tool_exit each_of_folder(const char *folder, int word, tool_file_taker *take, void *user) {
    char **names = NULL, reason[128], run[TOOL_PATH];
    size_t count = 0;
    bool any = false;
    const int failed = xl__os_list_folder(folder, &names, &count);
    tool_exit status = TOOL_OK;
    for (size_t i = 0; i < count && !tool_interrupted(); i++) {
        char path[TOOL_PATH];
        if (!is_document(names[i])) continue;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (is_foreign(path)) continue;
        any = true;
        status = tool_exit_worst(status, take(user, word, path));
    }
    xl__os_free_names(names, count);
    if (any || tool_interrupted()) return status;
    if (tool_runs_find(folder, 0, run)) return take(user, word, run);
    tool_complain("%s: %s", folder,
                  failed ? xl__os_reason(failed, reason, sizeof reason)
                         : "the folder holds no results file, *.json");
    return TOOL_USAGE;
}

static tool_exit complain_of_none(int back) {
    tool_complain(back ? "previous: %s has no complete run before the latest; 'crosslane run' makes one"
                       : "latest: %s has no complete run; 'crosslane run' makes one",
                  TOOL_RUNS_FOLDER);
    return TOOL_USAGE;
}

tool_exit tool_recorded_each(const tool_words *files, tool_file_taker *take, void *user) {
    tool_exit status = TOOL_OK;
    for (int i = 0; i < files->count && !tool_interrupted(); i++) {
        const char *const file = files->word[i];
        const int back = tool_runs_word(file);
        char run[TOOL_PATH];
        if (back >= 0 && !tool_runs_find(TOOL_RUNS_FOLDER, back, run)) return complain_of_none(back);
        status = tool_exit_worst(status, back >= 0                ? take(user, i, run)
                                         : xl__os_is_folder(file) ? each_of_folder(file, i, take, user)
                                                                  : take(user, i, file));
    }
    return status;
}

tool_exit tool_recorded_open(const tool_words *files, bool bench, const char *command, tool_recorded *out) {
    *out = (tool_recorded){.documents = tool_need(json_array()), .paths = tool_need(json_array())};
    opening o = {.out = out, .bench = bench, .apart = bench || files->count <= 2, .command = command};
    const tool_exit status = tool_recorded_each(files, take_file, &o);
    if (status == TOOL_OK) finish(out);
    return status;
}

void tool_recorded_of(json_t *document, const char *name, tool_recorded *out) {
    *out = (tool_recorded){.files = {.word = {name}, .count = 1}, .documents = tool_need(json_array())};
    json_array_append(out->documents, document);
    add_document(out, name, 0, document, true, "run");
    finish(out);
}

void tool_recorded_free(tool_recorded *r) {
    for (int i = 0; i < r->count; i++) {
        json_decref(r->subject[i].records);
        json_decref(r->subject[i].beside);
    }
    json_decref(r->documents);
    json_decref(r->paths);
    *r = (tool_recorded){0};
}

void tool_recorded_words(const tool_words *words, tool_words *files, tool_words *names) {
    *files = *names = (tool_words){.count = 0};
    for (int i = 0; i < words->count; i++) {
        const char *const word = words->word[i];
        const bool file = is_document(word) || tool_runs_word(word) >= 0 || xl__os_exists(word);
        tool_words *const into = file ? files : names;
        into->word[into->count++] = word;
    }
}

static bool name_fits(const tool_words *names, const json_t *record) {
    bool fits = names->count == 0;
    for (int i = 0; i < names->count && !fits; i++)
        fits = tool_match_name(names->word[i], tool_text_of(record, "algorithm"),
                               tool_text_of(record, "strategy"));
    return fits;
}

bool tool_record_is_emulated(const json_t *record) {
    return strcmp(tool_text_of(record, "backend"), "local") == 0;
}

const char *tool_record_width(const json_t *record, char *out, size_t size) {
    return tool_format_width((long long)json_integer_value(json_object_get(record, "width_requested")),
                             tool_record_is_emulated(record), out, size);
}

static bool width_fits(const tool_options *o, const json_t *record) {
    const int width = (int)json_integer_value(json_object_get(record, "width_requested"));
    bool fits = o->width_count == 0 || width == 0;
    for (int i = 0; i < o->width_count; i++) fits = fits || o->widths[i] == width;
    return fits && !(o->width_native && tool_record_is_emulated(record));
}

/* "128x1024", as for --set shape=, with the record's sizes. */
static void shape_text(const json_t *record, char *out, size_t size) {
    const tool_case *const cs = tool_find_case(tool_text_of(record, "algorithm"));
    out[0] = '\0';
    for (int i = 0; cs && i < XL__MAX_RANK && cs->algorithm->shape[i]; i++) {
        char value[96];
        tool_json_value_text(json_object_get(json_object_get(record, "params"), cs->algorithm->shape[i]),
                             value, sizeof value);
        tool_text_append(out, size, "%s%s", i > 0 ? "x" : "", value);
    }
}

bool tool_record_has_setting(const json_t *record, const char *setting) {
    char name[64], value[4 * 96];
    const size_t length = strcspn(setting, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, setting);
    const bool own = strcmp(name, "type") == 0 || strcmp(name, "distribution") == 0;
    if (strcmp(name, "shape") == 0)
        shape_text(record, value, sizeof value);
    else
        tool_json_value_text(json_object_get(own ? record : json_object_get(record, "params"), name), value,
                             sizeof value);
    const char *at = setting + length;
    while (*at) {
        at++;
        const size_t size = strcspn(at, ",");
        if (size == strlen(value) && strncmp(at, value, size) == 0) return true;
        at += size;
    }
    return false;
}

/* It may still take part in a sweep. */
static bool lacks(const json_t *record, const char *setting) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, "="), setting);
    return !json_object_get(record, name) && !json_object_get(json_object_get(record, "params"), name);
}

bool tool_recorded_wants(const tool_options *o, const tool_words *names, const json_t *record) {
    if (!name_fits(names, record) || !width_fits(o, record)) return false;
    if (o->backend && strcmp(o->backend, tool_text_of(record, "backend")) != 0) return false;
    for (int i = 0; i < o->settings.count; i++)
        if (!tool_record_has_setting(record, o->settings.word[i]) &&
            !(o->sweep && lacks(record, o->settings.word[i])))
            return false;
    return true;
}

bool tool_recorded_any(const tool_recorded *r, const tool_options *o, const tool_words *names) {
    for (int s = 0; s < r->count; s++)
        for (size_t i = 0; i < json_array_size(r->subject[s].records); i++)
            if (tool_recorded_wants(o, names, json_array_get(r->subject[s].records, i))) return true;
    return false;
}

static void add_param(char *out, size_t size, const char *name, const char *value) {
    tool_text_append(out, size, " %s=%s", name, value);
}

static bool is_shape(const xl__algorithm *algorithm, const char *name) {
    bool found = false;
    for (int i = 0; i < XL__MAX_RANK && algorithm->shape[i]; i++)
        found = found || strcmp(algorithm->shape[i], name) == 0;
    return found;
}

typedef enum params_told { TELL_PROBLEM, TELL_TITLE, TELL_TUNING } params_told;

/* " n=1000 buckets=256" of a known algorithm: all but tuning values; of these only sizes and other than
   defaults; or only tuning values. Missing fields have defaults. Omits `but`. */
static void known_params(const xl__algorithm *algorithm, const json_t *params, params_told told,
                         const char *but, char *out, size_t size) {
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *const param = &algorithm->params[p];
        const json_t *const member = json_object_get(params, param->name);
        char value[96], usual[96];
        const bool where_usual = told != TELL_TITLE || is_shape(algorithm, param->name);
        if ((param->role == XL__TUNING) != (told == TELL_TUNING) || strcmp(param->name, but) == 0) continue;
        if (!member || !where_usual) xl__value_text(param, param->initial, usual, sizeof usual);
        if (member)
            tool_json_value_text(member, value, sizeof value);
        else
            snprintf(value, sizeof value, "%s", usual);
        if (!where_usual && strcmp(value, usual) == 0) continue;
        add_param(out, size, param->name, value);
    }
}

static void params_text(const json_t *record, params_told told, const char *but, char *out, size_t size) {
    const tool_case *const cs = tool_find_case(tool_text_of(record, "algorithm"));
    const json_t *const params = json_object_get(record, "params");
    char value[96];
    const char *name;
    json_t *member;
    if (cs) known_params(cs->algorithm, params, told, but, out, size);
    if (cs || told == TELL_TUNING) return;
    json_object_foreach((json_t *)params, name, member) {
        tool_json_value_text(member, value, sizeof value);
        if (strcmp(name, but) != 0) add_param(out, size, name, value);
    }
}

void tool_record_title(const json_t *record, char *out, size_t size) {
    const char *const type = tool_text_of(record, "type"), *const inputs =
                                                               tool_text_of(record, "distribution");
    snprintf(out, size, "%s%s%s%s%s:", tool_text_of(record, "algorithm"), type[0] ? " " : "", type,
             inputs[0] ? ", " : "", inputs);
    params_text(record, TELL_TITLE, "", out, size);
}

void tool_record_problem(const json_t *record, const char *but, char *out, size_t size) {
    const char *const type = tool_text_of(record, "type"), *const inputs =
                                                               tool_text_of(record, "distribution");
    snprintf(out, size, "%s %s, %s:", tool_text_of(record, "algorithm"), strcmp(but, "type") == 0 ? "" : type,
             strcmp(but, "distribution") == 0 ? "" : inputs);
    const size_t used = strlen(out);
    params_text(record, TELL_PROBLEM, but, out + used, size - used);
}

static void describe(const json_t *record, tool_match *out) {
    tool_record_problem(record, "", out->problem, sizeof out->problem);
    tool_record_title(record, out->title, sizeof out->title);
    snprintf(out->strategy, sizeof out->strategy, "%s", tool_text_of(record, "strategy"));
    out->width = (int)json_integer_value(json_object_get(record, "width_requested"));
    out->emulated = out->width > 0 && tool_record_is_emulated(record);
}

typedef struct matcher {
    tool_matches *out;
    size_t room;
    json_t *place;    /* key -> index into the list */
    json_t *problems; /* problem -> its number */
} matcher;

static void key_of(const tool_match *m, char *key, size_t size) {
    snprintf(key, size, "%s|%s|%d|%d", m->problem, m->strategy, m->width, m->emulated);
}

/* NULL: none. */
static tool_match *find_there(const matcher *all, const tool_match *wanted) {
    char key[800];
    key_of(wanted, key, sizeof key);
    const json_t *const at = json_object_get(all->place, key);
    return at ? &all->out->item[json_integer_value(at)] : NULL;
}

static tool_match *find(matcher *all, const tool_match *wanted) {
    char key[800];
    key_of(wanted, key, sizeof key);
    tool_match *const there = find_there(all, wanted);
    if (there) return there;
    if (all->out->count == all->room) {
        all->room = all->room ? 2 * all->room : 256;
        all->out->item = tool_need(realloc(all->out->item, all->room * sizeof *all->out->item));
    }
    const json_t *const number = json_object_get(all->problems, wanted->problem);
    const size_t problem = number ? (size_t)json_integer_value(number) : json_object_size(all->problems);
    if (!number) json_object_set_new(all->problems, wanted->problem, json_integer((json_int_t)problem));
    json_object_set_new(all->place, key, json_integer((json_int_t)all->out->count));
    tool_match *const m = &all->out->item[all->out->count];
    *m = *wanted;
    m->number = problem;
    m->order = all->out->count++;
    return m;
}

/* In problems of `tuned`, tuning values also distinguish rows. */
static void describe_row(const json_t *record, const json_t *tuned, tool_match *out) {
    describe(record, out);
    if (json_object_get(tuned, out->problem))
        params_text(record, TELL_TUNING, "", out->strategy, sizeof out->strategy);
}

/* Returns problems in which rows collided; owned by the caller. */
static json_t *put_rows(matcher *all, const tool_recorded *r, const tool_options *o, const tool_words *names,
                        const json_t *tuned) {
    json_t *const twice = tool_need(json_object());
    for (int s = 0; s < r->count; s++) {
        const json_t *const records = r->subject[s].records;
        for (size_t i = 0; i < json_array_size(records); i++) {
            const json_t *const record = json_array_get(records, i);
            if (!tool_record_is_timed(record) || !tool_recorded_wants(o, names, record)) continue;
            tool_match wanted = {.width = 0};
            describe_row(record, tuned, &wanted);
            tool_match *const m = find(all, &wanted);
            if (m->record[s]) json_object_set_new(twice, wanted.problem, json_true());
            m->record[s] = record;
        }
    }
    return twice;
}

/* A row that failed before it had a backend is looked up as native and as emulated. */
static void put_failed(matcher *all, const tool_recorded *r, const tool_options *o, const tool_words *names,
                       const json_t *tuned) {
    for (int s = 0; s < r->count; s++) {
        const json_t *const records = r->subject[s].records;
        for (size_t i = 0; i < json_array_size(records); i++) {
            const json_t *const record = json_array_get(records, i);
            if (strcmp(tool_text_of(record, "kind"), "bench") != 0 || tool_record_is_timed(record) ||
                !tool_recorded_wants(o, names, record))
                continue;
            tool_match wanted = {.width = 0};
            describe_row(record, tuned, &wanted);
            tool_match *m = find_there(all, &wanted);
            if (!m && !json_is_string(json_object_get(record, "backend"))) {
                wanted.emulated = !wanted.emulated;
                m = find_there(all, &wanted);
            }
            if (m) m->failed[s] = record;
        }
    }
}

static int by_problem(const void *a, const void *b) {
    const tool_match *const x = a, *const y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static json_t *match_all(const tool_recorded *r, const tool_options *o, const tool_words *names,
                         const json_t *tuned, tool_matches *out) {
    matcher all = {.out = out, .place = tool_need(json_object()), .problems = tool_need(json_object())};
    *out = (tool_matches){.count = 0};
    json_t *const twice = put_rows(&all, r, o, names, tuned);
    put_failed(&all, r, o, names, tuned);
    json_decref(all.place);
    json_decref(all.problems);
    if (out->count > 0) qsort(out->item, out->count, sizeof *out->item, by_problem);
    return twice;
}

void tool_match_rows(const tool_recorded *r, const tool_options *o, const tool_words *names,
                     tool_matches *out) {
    json_t *const twice = match_all(r, o, names, NULL, out);
    if (json_object_size(twice) > 0) {
        tool_matches_free(out);
        json_decref(match_all(r, o, names, twice, out));
    }
    json_decref(twice);
}

void tool_matches_free(tool_matches *matches) {
    free(matches->item);
    *matches = (tool_matches){.count = 0};
}

double *tool_record_samples(const json_t *record, size_t *count) {
    const json_t *const list = json_object_get(record, "samples_ns");
    *count = json_array_size(list);
    double *const samples = tool_need(malloc((*count + 1) * sizeof *samples));
    for (size_t i = 0; i < *count; i++) samples[i] = json_number_value(json_array_get(list, i));
    return samples;
}
