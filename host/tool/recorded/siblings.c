#include "text/os_memory.h"
#include "recorded/siblings.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_OF_ALGORITHM = 3 };

/* A device's rows, of one algorithm or all. */
typedef struct tally {
    long long rows, slower, faster;
    double logs; /* sum of log(time / others' time) */
} tally;

typedef struct member {
    const json_t *device;
    json_t *by_algorithm; /* name -> index into `algorithm` */
    tally all, *algorithm;
} member;

/* Equal devices and their rows: key -> the device's number in the set -> record. */
typedef struct family {
    member *item;
    size_t count;
    json_t *rows, *ids; /* id -> number */
} family;

static bool are_equal(const json_t *a, const json_t *b) {
    static const char *const fields[] = {"name", "platform", "driver_version"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!json_equal(json_object_get(a, fields[i]), json_object_get(b, fields[i]))) return false;
    return json_is_string(json_object_get(a, "name"));
}

/* Equal devices plan alike, so the parameters identify rows. Freed by the caller. */
static char *key_of(const json_t *record) {
    static const char *const fields[] = {"algorithm", "strategy",     "backend", "width_requested",
                                         "type",      "distribution", "params",  "shape",
                                         "timing",    "timed_by"};
    return tool_key_of(record, fields, sizeof fields / sizeof *fields);
}

static void add_row(family *f, const json_t *record) {
    const json_t *const number = json_object_get(f->ids, tool_text_of(record, "device"));
    char place[24];
    if (!number || !tool_record_is_timed(record)) return;
    snprintf(place, sizeof place, "%lld", (long long)json_integer_value(number));
    char *const key = key_of(record);
    json_t *row = json_object_get(f->rows, key);
    if (!row) {
        row = tool_need(json_object());
        json_object_set_new(f->rows, key, row);
    }
    json_object_set(row, place, (json_t *)record);
    free(key);
}

/* The devices equal to that at `first`. */
static family make_family(const json_t *devices, size_t first, const json_t *records) {
    family f = {.rows = tool_need(json_object()), .ids = tool_need(json_object())};
    const json_t *const one = json_array_get(devices, first);
    f.item = tool_need(calloc(json_array_size(devices), sizeof *f.item));
    for (size_t i = first; i < json_array_size(devices); i++) {
        const json_t *const device = json_array_get(devices, i);
        if (!are_equal(device, one)) continue;
        json_object_set_new(f.ids, tool_text_of(device, "id"), json_integer((json_int_t)f.count));
        f.item[f.count++] = (member){.device = device, .by_algorithm = tool_need(json_object())};
    }
    for (size_t i = 0; i < json_array_size(records) && f.count > 1; i++)
        add_row(&f, json_array_get(records, i));
    return f;
}

static void free_family(family *f) {
    for (size_t i = 0; i < f->count; i++) {
        json_decref(f->item[i].by_algorithm);
        free(f->item[i].algorithm);
    }
    free(f->item);
    json_decref(f->rows);
    json_decref(f->ids);
}

typedef struct entry {
    const json_t *record;
    size_t member;
    double median;
} entry;

static int by_median(const void *a, const void *b) {
    const double x = ((const entry *)a)->median, y = ((const entry *)b)->median;
    return (x > y) - (x < y);
}

/* The median entry other than that at `place`, of at least two, sorted. */
static const entry *typical(const entry *all, size_t count, size_t place) {
    const size_t low = (count - 2) / 2, high = (count - 1) / 2; /* indices without `place` */
    const entry *const below = &all[low + (low >= place)], *const above = &all[high + (high >= place)];
    const double median = all[place].median;
    return fabs(log(below->median / median)) <= fabs(log(above->median / median)) ? below : above;
}

static tally *tally_of(member *m, const char *algorithm) {
    const json_t *const place = json_object_get(m->by_algorithm, algorithm);
    const size_t count = json_object_size(m->by_algorithm);
    if (place) return &m->algorithm[json_integer_value(place)];
    m->algorithm = tool_need(realloc(m->algorithm, (count + 1) * sizeof *m->algorithm));
    m->algorithm[count] = (tally){.rows = 0};
    json_object_set_new(m->by_algorithm, algorithm, json_integer((json_int_t)count));
    return &m->algorithm[count];
}

static void count_row(tally *t, tool_rank found, double ratio) {
    t->rows++;
    t->slower += found == TOOL_RANK_SLOWER;
    t->faster += found == TOOL_RANK_FASTER;
    t->logs += log(ratio);
}

static void compare_row(family *f, const json_t *row) {
    entry *const all = tool_need(calloc(f->count + 1, sizeof *all));
    size_t count = 0;
    const char *number;
    json_t *record;
    json_object_foreach((json_t *)row, number, record) all[count++] =
        (entry){record, (size_t)atoi(number), tool_median_of(record)};
    qsort(all, count, sizeof *all, by_median);
    for (size_t i = 0; i < count && count > 1; i++) {
        const entry *const beside = typical(all, count, i);
        const tool_rank found = tool_rank_rows(beside->record, all[i].record);
        member *const m = &f->item[all[i].member];
        const double ratio = all[i].median / beside->median;
        if (found == TOOL_RANK_FEW || found == TOOL_RANK_UNTIMED) continue;
        count_row(&m->all, found, ratio);
        count_row(tally_of(m, tool_text_of(all[i].record, "algorithm")), found, ratio);
    }
    free(all);
}

static void tell_tally(const member *m, const tally *t, const char *algorithm, tool_teller *tell,
                       void *user) {
    const json_t *const node = json_object_get(m->device, "node");
    const bool slower = 2 * t->slower > t->rows;
    char line[256], where[48] = "";
    if (json_is_integer(node))
        snprintf(where, sizeof where, "node %lld, ", (long long)json_integer_value(node));
    snprintf(line, sizeof line,
             "  %sdevice %lld is %s than the others%s%.60s: in %lld of %lld rows; %.2f times their time "
             "(geometric mean)",
             where, (long long)json_integer_value(json_object_get(m->device, "index")),
             slower ? "slower" : "faster", algorithm ? " in " : "", algorithm ? algorithm : "",
             slower ? t->slower : t->faster, t->rows, exp(t->logs / (double)t->rows));
    tell(user, line);
}

/* Of two different devices, only the slower one. */
static bool differs(const family *f, const tally *t) {
    return 2 * t->slower > t->rows || (f->count > 2 && 2 * t->faster > t->rows);
}

static long long tell_member(const family *f, const member *m, tool_teller *tell, void *user) {
    long long told = 0;
    const char *algorithm;
    json_t *place;
    if (differs(f, &m->all)) {
        tell_tally(m, &m->all, NULL, tell, user);
        return 1;
    }
    json_object_foreach(m->by_algorithm, algorithm, place) {
        const tally *const t = &m->algorithm[json_integer_value(place)];
        if (t->rows < FEWEST_OF_ALGORITHM || !differs(f, t)) continue;
        tell_tally(m, t, algorithm, tell, user);
        told++;
    }
    return told;
}

static void tell_family(const family *f, tool_teller *tell, void *user) {
    char line[512], name[200], driver[100];
    long long compared = 0, told = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->item[i].all.rows > compared) compared = f->item[i].all.rows;
    snprintf(line, sizeof line, "%zu equal devices, %s, driver %s, compared in %lld rows:", f->count,
             tool_field_text(f->item[0].device, "name", name, sizeof name),
             tool_field_text(f->item[0].device, "driver_version", driver, sizeof driver), compared);
    tell(user, line);
    for (size_t i = 0; i < f->count; i++) told += tell_member(f, &f->item[i], tell, user);
    if (compared == 0)
        tell(user, "no row is on two of them with enough samples to compare");
    else if (told == 0)
        tell(user, "  none differs from the others by more than the noise in most rows");
}

void tool_siblings_tell(const json_t *devices, const json_t *records, tool_teller *tell, void *user) {
    for (size_t i = 0; i < json_array_size(devices); i++) {
        bool earlier = false;
        const char *key;
        json_t *row;
        for (size_t k = 0; k < i; k++)
            earlier = earlier || are_equal(json_array_get(devices, k), json_array_get(devices, i));
        if (earlier) continue;
        family f = make_family(devices, i, records);
        json_object_foreach(f.rows, key, row) compare_row(&f, row);
        if (f.count > 1) tell_family(&f, tell, user);
        free_family(&f);
    }
}

void tool_siblings_tell_files(const tool_recorded *recorded, const tool_options *options,
                              const tool_words *names, tool_teller *tell, void *user) {
    size_t i, k;
    json_t *document, *record;
    json_array_foreach(recorded->documents, i, document) {
        json_t *const rows = tool_need(json_array());
        json_array_foreach(json_object_get(document, "records"), k, record) {
            if (tool_recorded_wants(options, names, record)) json_array_append(rows, record);
        }
        tool_siblings_tell(json_object_get(document, "devices"), rows, tell, user);
        json_decref(rows);
    }
}
