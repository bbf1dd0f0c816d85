/* learn_site.c - `crosslane learn --site DIR`: traces for the lessons' players. */
#include "campaign/progress.h"
#include "course/course_site.h"
#include "exec/trace.h"
#include "learning/cmd_learn.h"
#include "player/player.h"
#include "shared/cli_check.h"
#include "system/os_start.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 64, COMMAND = 1024 };

typedef struct course {
    const tool_options *options;
    json_t *player; /* of the current trace */
    tool_progress progress;
    int page, pages;
} course;

static void on_record(tool_campaign *c, int device, const json_t *record) {
    static const tool_player_sources built_in = {.user_file = NULL};
    course *const of = c->user;
    (void)device;
    tool_player_add(of->player, record, &built_in);
}

/* `text` is cut into its words. */
static int split(char *text, char *words[MOST_PARTS]) {
    int count = 0;
    for (char *word = strtok(text, " "); word && count < MOST_PARTS - 1; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static void show_page(void *user, int page, int pages) {
    course *const of = user;
    of->page = page;
    of->pages = pages;
    tool_progress_show(&of->progress, tool_seconds(), "page %d of %d", page, pages);
}

/* The page shows every lane; device and widths are this call's. */
static bool read_command(course *of, char *text, tool_options *out) {
    char *words[MOST_PARTS];
    const int count = split(text, words);
    if (tool_options_parse(count, words, out) != TOOL_OK || out->command != TOOL_COMMAND_trace) return false;
    out->html = "-"; /* every lane, several widths; this file writes the pages itself */
    out->quiet = true;
    out->width_count = of->options->width_count;
    memcpy(out->widths, of->options->widths, sizeof out->widths);
    out->lane_first = 0;
    out->lane_last = -1;
    out->devices = of->options->devices;
    out->timeout = of->options->timeout;
    return true;
}

static void run(course *of, const tool_options *o) {
    static const tool_listener listener = {.record = on_record};
    tool_job *const job = tool_job_new(o);
    tool_exit status = tool_job_select(job);
    if (status == TOOL_OK) status = tool_trace_check_choice(job);
    if (status == TOOL_OK) status = tool_job_settle(job);
    tool_campaign c;
    status = cli_start(&c, job, status);
    if (status != TOOL_OK) return;
    tool_campaign_run(&c, &listener, of, true);
    tool_campaign_close(&c, false);
}

static json_t *play(void *user, const char *command) {
    course *const of = user;
    tool_options *const o = tool_need(calloc(2, sizeof *o));
    char *const text = tool_need(calloc(COMMAND, 1));
    snprintf(text, COMMAND, "%s", command);
    of->player = tool_player_new();
    if (read_command(of, text, &o[0])) {
        tool_progress_show(&of->progress, tool_seconds(), "page %d of %d: %s", of->page, of->pages, command);
        run(of, cli_check_options(&o[0], &o[1]) && of->options->devices.count == 0 ? &o[1] : &o[0]);
    }
    json_t *const player = of->player;
    of->player = NULL;
    free(text);
    free(o);
    if (json_array_size(json_object_get(player, "runs")) > 0) return player;
    json_decref(player);
    return NULL;
}

tool_exit cli_learn_site(const tool_options *o) {
    course of = {.options = o};
    course_site site = {.folder = o->site, .play = play, .page = show_page, .user = &of};
    char shown[TOOL_PATH];
    if (o->names.count > 0) {
        tool_complain("learn --site takes no other word");
        return TOOL_USAGE;
    }
    tool_exit status = cli_need_free_folder(o->site, o->force, "write");
    if (status == TOOL_OK) status = cli_need_clang_for(o);
    if (status != TOOL_OK) return status;
    tool_interrupt_catch();
    tool_progress_start(&of.progress, stderr, o->quiet, tool_seconds());
    status = course_site_write(&site);
    tool_progress_clear(&of.progress);
    if (status == TOOL_OK)
        tool_print(stdout, "%s/index.html: the course, with %d players%s\n",
                   tool_text_clean(o->site, shown, sizeof shown), site.players,
                   site.missing ? "; some traces did not run here" : "");
    return status;
}
