/* common.c - what several commands print. */
#include "text/os_memory.h"
#include "device/backend.h"
#include "table/settings.h"
#include "base/number.h"
#include "base/os.h"
#include "program/source.h"
#include "text/display.h"
#include "text/wrap.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "options/outputs.h"
#include "hints/compiler_errors.h"
#include "hints/user_kernels.h"
#include "run/checked_run.h"
#include "system/ranks.h"
#include "recorded/siblings.h"
#include "text/suggest.h"
#include "text/print.h"
#include "shared/cli.h"
#include <string.h>

static tool_exit check_backend(const char *name) {
    if (!name || xl__find_backend(name)) return TOOL_OK;
    const char *known[XL__BACKENDS];
    char list[128] = "auto";
    for (size_t i = 0; i < XL__BACKENDS; i++) {
        known[i] = xl__backends[i].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", known[i]);
    }
    const char *near = tool_suggest(name, known, XL__BACKENDS);
    tool_complain("--backend %s: no such backend; %s%s", name, near ? "did you mean " : "there are ",
                  near ? near : list);
    return TOOL_USAGE;
}

/* A mistyped folder would run the built-in kernels. */
static tool_exit check_kernel_dir(const char *folder) {
    bool any = false;
    if (!folder) return TOOL_OK;
    for (size_t i = 0; i < xl__embedded_file_count; i++) {
        char path[TOOL_PATH];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, xl__embedded_files[i].name);
        if (length < 0 || (size_t)length >= sizeof path || !xl__os_exists(path)) continue;
        if (!xl__os_is_file(path)) {
            tool_complain("--kernel-dir %s: %s is no regular file, so no kernel source can be read from it",
                          folder, xl__embedded_files[i].name);
            return TOOL_USAGE;
        }
        any = true;
    }
    size_t user = 0;
    tool_user_kernels(folder, &user);
    if (any || user > 0) return TOOL_OK;
    tool_complain("--kernel-dir %s: it has no kernel sources; 'crosslane copy NAME DIR' writes them", folder);
    return TOOL_USAGE;
}

/* Empty folders remain of an earlier call that failed. */
static bool has_files(const char *folder) {
    char **names = NULL, path[TOOL_PATH];
    size_t count = 0;
    bool found = false;
    if (xl__os_list_folder(folder, &names, &count)) return false; /* writing reports what is wrong with it */
    for (size_t i = 0; i < count && !found; i++) {
        const int length = snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        found = length < 0 || (size_t)length >= sizeof path || !xl__os_is_folder(path) || has_files(path);
    }
    xl__os_free_names(names, count);
    return found;
}

tool_exit cli_need_free_folder(const char *folder, bool force, const char *act) {
    if (force || !has_files(folder)) return TOOL_OK;
    tool_complain("%s has files; name a new folder, or %s into it with --force", folder, act);
    return TOOL_OUTPUT;
}

tool_exit cli_open(tool_campaign *c, const tool_options *o) {
    tool_job *const job = tool_job_new(o);
    const tool_exit status = tool_job_select(job);
    return cli_start(c, job, status == TOOL_OK ? tool_job_settle(job) : status);
}

tool_exit cli_ask_devices(const tool_options *o, const char *no_names, const cli_view *view,
                          void (*end)(tool_campaign *c)) {
    if (no_names && o->names.count > 0) {
        tool_complain("%s", no_names);
        return TOOL_USAGE;
    }
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o);
    if (opened != TOOL_OK) return opened;
    void *const screen = view->make ? view->make(o) : NULL;
    tool_campaign_run(&c, &view->listener, screen, false);
    if (view->free) view->free(screen);
    (end ? end : cli_print_summary)(&c);
    return tool_campaign_close(&c, end == NULL);
}

tool_exit cli_start(tool_campaign *c, tool_job *job, tool_exit status) {
    const tool_options *const o = &job->options;
    if (status == TOOL_OK) status = check_backend(o->backend);
    /* A trace without a choice is of an exercise, whose folder has answers. */
    const bool answers = o->command == TOOL_COMMAND_trace && job->count == 0;
    if (status == TOOL_OK && !answers) status = check_kernel_dir(o->kernel_dir);
    if (status == TOOL_OK && !(o->ranks && o->ranks->rank > 0)) status = tool_check_outputs(o);
    tool_ranks *const ranks = o->ranks;
    status = tool_ranks_agree(ranks, status);
    if (status != TOOL_OK) {
        tool_job_free(job);
        return status;
    }
    const tool_exit opened = tool_campaign_open(c, job);
    status = tool_ranks_agree(ranks, opened);
    if (opened != TOOL_OK) return status;
    if (status == TOOL_OK) status = tool_campaign_select(c);
    if (status == TOOL_OK) return TOOL_OK;
    c->status = status;
    return tool_campaign_close(c, false);
}

const char *cli_text(const json_t *object, const char *field, char *out, size_t size) {
    return tool_field_text(object, field, out, size);
}

char *cli_bytes(const json_t *object, const char *field, char *out, size_t size) {
    const json_t *value = json_object_get(object, field);
    return tool_format_bytes(json_is_number(value) ? json_number_value(value) : -1.0, out, size);
}

bool cli_is_default(const xl__algorithm *algorithm, int param, const json_t *params) {
    char value[64], setting[160];
    double values[XL__MAX_PARAMS] = {0};
    const char *name = algorithm->params[param].name;
    values[param] = algorithm->params[param].initial;
    snprintf(setting, sizeof setting, "%s=%s", name, cli_text(params, name, value, sizeof value));
    return xl__parse_settings(algorithm, setting, values, NULL) != XL_SUCCESS ||
           values[param] == algorithm->params[param].initial;
}

/* Under mpirun the terminal width is unknown, so 0. */
int cli_width(const tool_campaign *c) {
    return c->cluster ? 0 : tool_terminal_width(c->screen);
}

bool cli_colour(const tool_campaign *c) {
    return !c->cluster && tool_wants_colour(c->screen);
}

const char *cli_name(const tool_campaign *c, const json_t *object, const char *field, char *out,
                     size_t size) {
    enum { INDENT = 20, LEAST = 8 }; /* INDENT: the widest beginning of a line of names */
    const int width = cli_width(c);
    const size_t room = width > INDENT + LEAST ? (size_t)(width - INDENT) : LEAST;
    char whole[XL_ERROR_TEXT], word[XL_ERROR_TEXT], cut[XL_ERROR_TEXT];
    if (width <= 0 || size == 0) return cli_text(object, field, out, size);
    cli_text(object, field, whole, sizeof whole);
    out[0] = '\0';
    for (const char *at = whole + strspn(whole, " "); *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        tool_text_append(out, size, "%s%s", out[0] ? " " : "",
                         tool_text_cut(word, room, tool_ellipsis(), cut, sizeof cut));
        at += length;
    }
    return out;
}

const char *cli_device_text(const tool_campaign *c, int device, char *out, size_t size) {
    const json_t *const facts = c->found[device].facts, *const node = json_object_get(facts, "node"),
                        *const index = json_object_get(facts, "index");
    char name[256], platform[256];
    out[0] = '\0';
    if (json_is_integer(node))
        tool_text_append(out, size, "node %lld, ", (long long)json_integer_value(node));
    return tool_text_append(out, size, "device %lld: %s (%s)",
                            json_is_integer(index) ? (long long)json_integer_value(index) : device,
                            cli_name(c, facts, "name", name, sizeof name),
                            cli_name(c, facts, "platform", platform, sizeof platform));
}

void cli_line(tool_campaign *c, const char *line) {
    if (cli_width(c) > 0)
        tool_wrap(line, cli_width(c), tool_screen(c));
    else
        tool_print(tool_screen(c), "%s\n", line);
}

void cli_device_line(tool_campaign *c, int device) {
    char line[640];
    cli_line(c, cli_device_text(c, device, line, sizeof line));
}

/* A line with only a ^. */
static bool shows_place(const char *reason) {
    for (const char *line = strchr(reason, '\n'); line; line = strchr(line + 1, '\n')) {
        const char *const mark = line + 1 + strspn(line + 1, " ");
        if (mark[0] == '^' && (mark[1] == '\n' || mark[1] == '\0')) return true;
    }
    return false;
}

/* So that the path can be opened. */
static void print_placed(FILE *out, const char *folder, const char *line) {
    const char *const end = strstr(line, ".cl");
    xl__text path = {0};
    if (folder && end && (end[3] == ':' || end[3] == ' '))
        xl__text_format(&path, "%s/%.*s", folder, (int)(end + 3 - line), line);
    if (path.data && !path.failed && xl__os_is_file(path.data)) tool_print(out, "%s/", folder);
    xl__text_free(&path);
    tool_print(out, "%s\n", line);
}

/* The compiler's options and log, or hints. In a user's log the first error comes before the options. */
static void print_log(FILE *out, const json_t *record, const char *folder) {
    const bool own = folder != NULL;
    const char *reason = json_string_value(json_object_get(record, "reason"));
    const char *line = reason ? strchr(reason, '\n') : NULL;
    const bool placed = reason && shows_place(reason);
    while (line) {
        char text[XL_ERROR_TEXT];
        tool_text_first_line(++line, text, sizeof text);
        const bool options = strncmp(text, "options:", 8) == 0;
        if (own && options && placed) {
            char further[XL_ERROR_TEXT];
            tool_print(out, "%s",
                       tool_further_errors(line, 5, "    ", further, sizeof further) + strspn(further, "\n"));
            if (further[0]) fputc('\n', out);
            return;
        }
        if (text[0] && !(own && options)) {
            tool_print(out, "    ");
            print_placed(out, folder, text);
        }
        line = strchr(line, '\n');
    }
}

static bool is_listed(const json_t *list, size_t at) {
    const json_t *value = NULL;
    size_t i = 0;
    json_array_foreach(list, i, value) if ((size_t)json_integer_value(value) == at) return true;
    return false;
}

/* A star marks wrong values; in files of earlier versions, differences. */
static void print_values(FILE *out, const char *title, const json_t *list, const json_t *other,
                         const json_t *wrong) {
    tool_print(out, "    %-9s", title);
    const json_t *value = NULL;
    char number[XL__NUMBER_TEXT];
    size_t i = 0;
    json_array_foreach(list, i, value) {
        if (i % 8 == 0 && i > 0) tool_print(out, "\n             ");
        const bool same = json_is_array(wrong) ? list == other || !is_listed(wrong, i)
                                               : json_equal(value, json_array_get(other, i));
        if (json_is_string(value))
            tool_print(out, " %s%s", json_string_value(value), same ? "" : "*");
        else if (json_is_integer(value))
            tool_print(out, " %lld%s", (long long)json_integer_value(value), same ? "" : "*");
        else
            tool_print(out, " %s%s", xl__number_text(json_number_value(value), XL__DIGITS_F32, number),
                       same ? "" : "*");
    }
    fputc('\n', out);
}

static void print_place(FILE *out, const json_t *mismatch) {
    static const char *const names[][2] = {
        {"group", "work-group"}, {"sub_group", "sub-group"}, {"lane", "lane"}};
    const char *before = "    made by:  ";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *value = json_object_get(mismatch, names[i][0]);
        if (!json_is_integer(value)) continue;
        tool_print(out, "%s%s %lld", before, names[i][1], (long long)json_integer_value(value));
        before = ", ";
    }
    if (before[0] == ',') fputc('\n', out);
}

void cli_print_trouble(tool_campaign *c, const json_t *record) {
    FILE *out = tool_screen(c);
    char a[128], b[128], e[64], w[32], reason[XL_ERROR_TEXT], status[32];
    const char *const whole = json_string_value(json_object_get(record, "reason"));
    const bool own = c->options->kernel_dir != NULL;
    cli_text(record, "status", status, sizeof status);
    cli_text(record, "reason", reason, sizeof reason);
    /* The device is not to blame for a user's kernel. */
    char *const device = own && whole && shows_place(whole) ? strstr(reason, "did not compile on ") : NULL;
    if (device) device[strlen("did not compile")] = '\0';
    tool_print(out, "%s: %s/%s, backend %s, width %s: ", strcmp(status, "mismatch") == 0 ? "WRONG" : status,
               cli_text(record, "algorithm", a, sizeof a), cli_text(record, "strategy", b, sizeof b),
               cli_text(record, "backend", e, sizeof e), cli_text(record, "width_requested", w, sizeof w));
    print_placed(out, c->options->kernel_dir, reason);
    print_log(out, record, c->options->kernel_dir);
    const json_t *mismatch = json_object_get(record, "mismatch");
    if (!json_is_object(mismatch)) return;
    const json_t *expected = json_object_get(mismatch, "expected_row"),
                 *got = json_object_get(mismatch, "got_row");
    if (json_array_size(expected) > 1) {
        const json_t *const which = json_object_get(mismatch, "wrong_row");
        print_values(out, "expected", expected, expected, which);
        print_values(out, "got", got, expected, which);
    }
    print_place(out, mismatch);
    char repeat[8192];
    tool_print(out, "    repeat:   %s\n", cli_text(mismatch, "repeat", repeat, sizeof repeat));
}

void cli_print_summary(tool_campaign *c) {
    FILE *out = tool_screen(c);
    tool_print(out, "%lld ok, %lld wrong, %lld failed, %lld unsupported, %lld skipped\n", c->ok, c->mismatch,
               c->error, c->unsupported, c->skipped);
    const tool_options *o = c->options;
    char name[TOOL_PATH];
    const bool stands = tool_results_stand(c->results); /* if not, closing the file reports its state */
    if (o->json && strcmp(o->json, "-") != 0 && stands)
        tool_print(out, "results: %s\n", tool_text_clean(o->json, name, sizeof name));
    if (!o->json && o->out_dir && stands)
        tool_print(out, "results: %s/results.json\n", tool_text_clean(o->out_dir, name, sizeof name));
    if (o->csv && strcmp(o->csv, "-") != 0 && tool_csv_stands(c->csv))
        tool_print(out, "table:   %s\n", tool_text_clean(o->csv, name, sizeof name));
}

void cli_print_next(tool_campaign *c, const char *command, const char *what) {
    enum { COMMAND = 32 };
    const size_t length = tool_text_width(command), width = (size_t)cli_width(c);
    const bool fits = length <= COMMAND && (width == 0 || COMMAND + 3 + tool_text_width(what) <= width);
    tool_print(tool_screen(c), fits ? "  %-*s %s\n" : "  %-*s\n      %s\n", fits ? COMMAND : 0, command,
               what);
}

static void print_line(void *user, const char *line) {
    tool_print(user, "%s\n", line);
}

void cli_print_siblings(tool_campaign *c, const json_t *timed) {
    json_t *const devices = tool_need(json_array());
    for (int i = 0; i < c->count; i++)
        if (c->found[i].selected) json_array_append(devices, c->found[i].facts);
    tool_siblings_tell(devices, timed, print_line, tool_screen(c));
    json_decref(devices);
}

void cli_need_chart(tool_campaign *c) {
    if (c->options->ranks && c->options->ranks->rank > 0) return; /* only rank 0 has all rows */
    if (!c->options->chart || c->charted || c->status != TOOL_OK) return;
    tool_complain("--chart %s: not written, because no row here has a time", c->options->chart);
    c->status = TOOL_NOTHING_DONE;
}

void cli_save_chart(tool_campaign *c, const tool_chart *chart, const char *what) {
    char path[TOOL_PATH];
    xl_error error = {0};
    c->charted = true;
    if (tool_chart_save(c->options->chart, chart, &error) == XL_SUCCESS) {
        tool_print(tool_screen(c), "%s: %s\n", what, tool_text_clean(c->options->chart, path, sizeof path));
    } else {
        tool_complain("%s", error.text);
        c->status = tool_exit_worst(c->status, TOOL_OUTPUT);
    }
}

void cli_print_uncounted(tool_campaign *c, const json_t *event) {
    char text[128];
    if (!json_object_get(event, "samples")) return;
    tool_print(tool_screen(c), "%s\n",
               tool_uncounted_text((uint64_t)json_integer_value(json_object_get(event, "uncounted")),
                                   (uint64_t)json_integer_value(json_object_get(event, "samples")), text,
                                   sizeof text));
}
