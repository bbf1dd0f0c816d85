#include "text/os_memory.h"
#include "base/text.h"
#include "text/display.h"
#include "text/print.h"
#include "print/print_causes.h"
#include "shared/cli.h"
#include "shared/cli_export.h"
#include "system/os_start.h"
#include "run/rows.h"
#include "commands/verify_user_kernels.h"
#include <stdlib.h>
#include <string.h>

enum { STATUS = 5, COLUMNS = 10, WIDE = 112 };

/* On terminals narrower than WIDE the `spare` columns are left out. */
static const struct {
    tool_column column;
    bool spare;
} shown[COLUMNS] = {{{"strategy", TOOL_LEFT, 22}, false}, {{"backend", TOOL_LEFT, 7}, false},
                    {{"width", TOOL_RIGHT, 5}, false},    {{"ran", TOOL_RIGHT, 3}, false},
                    {{"type", TOOL_LEFT, 4}, true},       {{"status", TOOL_LEFT, 11}, false},
                    {{"cases", TOOL_RIGHT, 5}, true},     {{"error", TOOL_RIGHT, 7}, false},
                    {{"allowed", TOOL_RIGHT, 7}, true},   {{"note", TOOL_LEFT, 4}, false}};

/* Rows of one strategy and reason: printed once, with a count. */
typedef struct left_out {
    char name[128], width[64], type[64];
    char *reason;
    int rows;
} left_out;

typedef struct level_sum {
    long long rows, full, left;
    char names[160];
    tool_seen told; /* a new worker repeats the events of a dead one */
} level_sum;

typedef struct verify_screen {
    tool_table *table;
    left_out *left; /* of the current device; owned */
    size_t left_count;
    bool narrow;
    long long cases;
    cli_user_kernels kernels;
    cli_causes *causes;
    level_sum level;
    json_t *exported; /* the row for --export so far; owned */
    char device[256]; /* its device's name */
} verify_screen;

static void on_device(tool_campaign *c, int device) {
    verify_screen *screen = c->user;
    cli_device_line(c, device);
    const int width = cli_width(c);
    screen->narrow = width > 0 && width < WIDE;
    tool_column columns[COLUMNS];
    size_t count = 0, used = 0;
    for (int i = 0; i < COLUMNS; i++) {
        if (screen->narrow && shown[i].spare) continue;
        columns[count++] = shown[i].column;
        used += shown[i].column.least + 2;
    }
    const size_t note = columns[count - 1].least;
    used -= note + 2;
    columns[count - 1].least = width > 0 && (size_t)width > used + note ? (size_t)width - used : note;
    tool_table_free(screen->table);
    screen->table = tool_table_make(columns, count);
}

/* Describes neither sizes nor defaults. */
static void describe_settings(const json_t *record, bool with_type, char *out, size_t size) {
    char algorithm[64], value[64];
    const tool_case *cs = tool_find_case(cli_text(record, "algorithm", algorithm, sizeof algorithm));
    const json_t *params = json_object_get(record, "params");
    cli_text(record, "type", value, sizeof value);
    snprintf(out, size, "%s", with_type && strcmp(value, "-") != 0 ? value : "");
    for (int p = 0; cs && p < cs->algorithm->param_count; p++) {
        const xl__param *param = &cs->algorithm->params[p];
        if (param->size || cli_is_default(cs->algorithm, p, params)) continue;
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s=%s", used ? " " : "", param->name,
                 cli_text(params, param->name, value, sizeof value));
    }
    const char *name;
    json_t *measure;
    json_object_foreach(json_object_get(record, "measures"), name, measure) {
        const size_t used = strlen(out);
        if (strcmp(name, "launches") != 0) /* the measures of every strategy are in the results file */
            snprintf(out + used, size - used, "%s%lld %s", used ? ", " : "", json_integer_value(measure),
                     name);
    }
}

static tool_style style_of(const char *status) {
    if (strcmp(status, "ok") == 0 || strcmp(status, "caught") == 0) return TOOL_GOOD;
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0) return TOOL_BAD;
    return TOOL_FAINT;
}

static void add_row(tool_campaign *c, const verify_screen *screen, const char *const all[COLUMNS]) {
    const char *cells[COLUMNS];
    size_t count = 0;
    for (int i = 0; i < COLUMNS; i++)
        if (!screen->narrow || !shown[i].spare) cells[count++] = all[i];
    tool_table_add(screen->table, cells, style_of(all[STATUS]));
    tool_table_print(screen->table, tool_screen(c), cli_width(c), cli_colour(c));
}

static void join(char *common, const char *other) {
    if (strcmp(common, other) != 0) memcpy(common, "-", sizeof "-");
}

static void leave_out(verify_screen *screen, const json_t *record, const char *name, const char *reason) {
    char width[64], type[64];
    size_t at = 0;
    cli_text(record, "width_requested", width, sizeof width);
    cli_text(record, "type", type, sizeof type);
    while (at < screen->left_count &&
           (strcmp(screen->left[at].name, name) != 0 || strcmp(screen->left[at].reason, reason) != 0))
        at++;
    if (at == screen->left_count) {
        screen->left = tool_need(realloc(screen->left, (at + 1) * sizeof *screen->left));
        left_out *const new = &screen->left[screen->left_count++];
        *new = (left_out){.reason = tool_need(xl__copy_text(reason))};
        snprintf(new->name, sizeof new->name, "%s", name);
        snprintf(new->width, sizeof new->width, "%s", width);
        snprintf(new->type, sizeof new->type, "%s", type);
    }
    join(screen->left[at].width, width);
    join(screen->left[at].type, type);
    screen->left[at].rows++;
}

static void forget_left(verify_screen *screen) {
    for (size_t i = 0; i < screen->left_count; i++) free(screen->left[i].reason);
    free(screen->left);
    screen->left = NULL;
    screen->left_count = 0;
}

static void on_device_end(tool_campaign *c, int device) {
    verify_screen *const screen = c->user;
    (void)device;
    for (size_t i = 0; i < screen->left_count; i++) {
        const left_out *const l = &screen->left[i];
        xl__text note = {0};
        if (l->rows > 1) xl__text_format(&note, "%d rows: ", l->rows);
        xl__text_format(&note, "%s", l->reason);
        add_row(c, screen,
                (const char *[COLUMNS]){l->name, "-", l->width, "-", l->type, "unsupported", "-", "-", "-",
                                        tool_need(note.failed ? NULL : note.data)});
        xl__text_free(&note);
    }
    forget_left(screen);
}

static void keep_for_export(tool_campaign *c, int device, const json_t *record) {
    verify_screen *const screen = c->user;
    if (!c->options->export || !cli_export_prefers(record, screen->exported)) return;
    json_decref(screen->exported);
    screen->exported = json_deep_copy(record);
    tool_field_text(c->found[device].facts, "name", screen->device, sizeof screen->device);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    verify_screen *screen = c->user;
    keep_for_export(c, device, record);
    cli_user_kernels_note(&screen->kernels, c->options, record);
    screen->cases += json_integer_value(json_object_get(record, "cases"));
    char name[128], strategy[96], cell[8][64], note[XL_ERROR_TEXT], status[32], found[32] = "-",
                                                                                allowed[32] = "-";
    snprintf(name, sizeof name, "%s/%s", cli_text(record, "algorithm", cell[0], sizeof cell[0]),
             cli_text(record, "strategy", strategy, sizeof strategy));
    if (json_is_number(json_object_get(record, "error_found"))) {
        snprintf(found, sizeof found, "%.2g", json_number_value(json_object_get(record, "error_found")));
        snprintf(allowed, sizeof allowed, "%.2g",
                 json_number_value(json_object_get(record, "error_allowed")));
    }
    cli_text(record, "status", status, sizeof status);
    cli_text(record, "reason", note, sizeof note);
    if (strcmp(status, "unsupported") == 0) {
        leave_out(screen, record, name, note);
        return;
    }
    /* The error of a planted kernel does not count as accuracy. */
    const bool caught = strncmp(note, TOOL_PLANT_CAUGHT, strlen(TOOL_PLANT_CAUGHT)) == 0;
    if (caught) snprintf(found, sizeof found, "-");
    if (caught) snprintf(allowed, sizeof allowed, "-");
    const bool bad = strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0;
    const char *const known =
        bad && c->options->kernel_dir ? cli_causes_add(screen->causes, record, name) : NULL;
    if (bad && known)
        snprintf(note, sizeof note, "the same as %s", known);
    else if (bad)
        snprintf(note, sizeof note, "see below");
    if (strcmp(note, "-") == 0) describe_settings(record, screen->narrow, note, sizeof note);
    const char *all[COLUMNS] = {name,
                                cli_text(record, "backend", cell[1], 64),
                                cli_text(record, "width_requested", cell[2], 64),
                                cli_text(record, "width_measured", cell[3], 64),
                                cli_text(record, "type", cell[4], 64),
                                caught ? "caught" : status,
                                cli_text(record, "cases", cell[5], 64),
                                found,
                                allowed,
                                note};
    add_row(c, screen, all);
    if (bad && !known) cli_print_trouble(c, record);
}

static void print_names(FILE *out, const char *what, const json_t *names) {
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name) tool_print(out, "%s%s", i ? "; " : what, json_string_value(name));
    if (json_array_size(names) > 0) tool_print(out, "\n");
}

static void add_level(level_sum *sum, int device, const json_t *event) {
    const char *const algorithm = json_string_value(json_object_get(event, "algorithm"));
    char key[96];
    size_t i;
    json_t *name;
    snprintf(key, sizeof key, "%d %s", device, algorithm);
    if (!tool_seen_add(&sum->told, key)) return;
    sum->rows += json_integer_value(json_object_get(event, "rows"));
    sum->full += json_integer_value(json_object_get(event, "full"));
    sum->left += json_integer_value(json_object_get(event, "left"));
    json_array_foreach(json_object_get(event, "names"), i, name)
        tool_text_append(sum->names, sizeof sum->names, "%s%s: %s", sum->names[0] ? ", " : "", algorithm,
                         json_string_value(name));
}

static void print_level(const level_sum *sum, FILE *out) {
    char names[sizeof sum->names];
    if (sum->rows == 0 || sum->rows == sum->full) return;
    if (sum->left > 0)
        tool_print(out, "not met: %s\n", tool_text_cut(sum->names, 71, tool_ellipsis(), names, sizeof names));
    tool_print(out, "--level quick: %lld rows", sum->rows);
    if (sum->left > 0) tool_print(out, ", %lld pairs not met", sum->left);
    tool_print(out, "; --level full adds %lld rows\n", sum->full - sum->rows);
}

static void print_pairs(tool_campaign *c, const json_t *event) {
    FILE *out = tool_screen(c);
    tool_print(out, "pairs of %s: %lld met, %lld left, %lld impossible here (--seed %llu)\n",
               json_string_value(json_object_get(event, "algorithm")),
               json_integer_value(json_object_get(event, "met")),
               json_integer_value(json_object_get(event, "left")),
               json_integer_value(json_object_get(event, "never")), (unsigned long long)c->options->seed);
    print_names(out, "  left: ", json_object_get(event, "left_names"));
    print_names(out, "  cannot meet: ", json_object_get(event, "never_names"));
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    verify_screen *const screen = c->user;
    const char *const kind = json_string_value(json_object_get(event, "event"));
    if (strcmp(kind, "level") == 0) add_level(&screen->level, device, event);
    if (strcmp(kind, "pairs") == 0) print_pairs(c, event);
}

static void *make_screen(const tool_options *o) {
    (void)o;
    verify_screen *const screen = tool_need(calloc(1, sizeof *screen));
    screen->causes = cli_causes_make();
    return screen;
}

static void free_screen(void *user) {
    verify_screen *screen = user;
    tool_table_free(screen->table);
    forget_left(screen);
    cli_causes_free(screen->causes);
    tool_seen_free(&screen->level.told);
    json_decref(screen->exported);
    free(screen);
}

const cli_view cli_verify_view = {.listener = {.device_begins = on_device,
                                               .record = on_record,
                                               .other = on_other,
                                               .device_ends = on_device_end},
                                  .make = make_screen,
                                  .free = free_screen};

tool_exit cli_verify(const tool_options *o) {
    tool_campaign c;
    tool_exit status = o->export ? cli_need_free_folder(o->export, o->force, "write") : TOOL_OK;
    if (status == TOOL_OK) status = cli_open(&c, o);
    if (status != TOOL_OK) return status;
    verify_screen *screen = make_screen(o);
    tool_campaign_run(&c, &cli_verify_view.listener, screen, false);
    if (o->random > 0)
        tool_print(tool_screen(&c), "%lld random problems; '--random %d --seed %llu' repeats them\n",
                   screen->cases, o->random, (unsigned long long)o->seed);
    cli_causes_print(screen->causes, tool_screen(&c));
    cli_user_kernels_print(&screen->kernels, &c);
    cli_print_summary(&c);
    print_level(&screen->level, tool_screen(&c));
    status = tool_campaign_close(&c, true);
    if (screen->exported)
        status = tool_exit_worst(status, cli_export_row(o, screen->exported, screen->device, o->export));
    free_screen(screen);
    return status;
}
