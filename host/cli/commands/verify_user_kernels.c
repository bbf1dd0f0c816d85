#include "commands/verify_user_kernels.h"
#include "hints/user_kernels.h"
#include "hints/source_hints.h"
#include "shared/cli.h"
#include "shared/cli_check.h"
#include "text/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_user_kernels_note(cli_user_kernels *kernels, const tool_options *options, const json_t *record) {
    const char *const folder = options->kernel_dir,
                      *const algorithm = json_string_value(json_object_get(record, "algorithm")),
                      *const name = json_string_value(json_object_get(record, "strategy"));
    const xl__strategy *const strategy =
        folder && algorithm && name ? tool_strategy_named(folder, algorithm, name) : NULL;
    const bool right = strcmp(tool_text_of(record, "status"), "ok") == 0;
    if (!strategy || strategy->flags & XL__WRONG || !tool_is_own_source(folder, strategy)) return;
    int at = 0;
    while (at < kernels->count && kernels->item[at].strategy != strategy) at++;
    if (at == CLI_MOST_USER_KERNELS) return;
    cli_user_kernel *const kernel = &kernels->item[at];
    if (at == kernels->count) {
        kernels->count++;
        *kernel = (cli_user_kernel){.strategy = strategy, .right = true};
        snprintf(kernel->name, sizeof kernel->name, "%s/%s", algorithm, name);
    }
    kernel->right = kernel->right && right;
}

static void print_begin(FILE *out, const cli_user_kernel *kernel, const char *what) {
    if (kernel->right)
        tool_print(out, "%s is right here, but %s:\n", kernel->name, what);
    else
        tool_print(out, "%s: %s:\n", kernel->name, what);
}

typedef struct looking {
    const cli_user_kernels *kernels;
    json_t *told; /* an object of findings, each once; owned */
} looking;

static const cli_user_kernel *find_kernel(const cli_user_kernels *kernels, const json_t *record) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s", tool_text_of(record, "algorithm"), tool_text_of(record, "strategy"));
    for (int i = 0; i < kernels->count; i++)
        if (strcmp(kernels->item[i].name, name) == 0) return &kernels->item[i];
    return NULL;
}

/* One mistake shows in many cases: kernel, kind and lines identify it. */
static void name_finding(const cli_user_kernel *kernel, const json_t *finding, char key[TOOL_SENTENCE]) {
    const char *const kind = json_string_value(json_object_get(finding, "kind"));
    char *const lines = json_dumps(json_object_get(finding, "lines"), JSON_COMPACT | JSON_ENCODE_ANY);
    snprintf(key, TOOL_SENTENCE, "%s %s %s", kernel->name, kind ? kind : tool_text_of(finding, "failed"),
             lines ? lines : "");
    free(lines);
}

static void on_found(tool_campaign *c, int device, const json_t *record) {
    looking *const l = c->user;
    const cli_user_kernel *const kernel = find_kernel(l->kernels, record);
    const json_t *finding;
    size_t i;
    (void)device;
    json_array_foreach(json_object_get(json_object_get(record, "findings"), "list"), i, finding) {
        const char *const kind = json_string_value(json_object_get(finding, "kind"));
        char key[TOOL_SENTENCE];
        if (!kernel) continue;
        name_finding(kernel, finding, key);
        if (json_object_get(l->told, key)) continue;
        if (!json_object_get(l->told, kernel->name))
            print_begin(tool_screen(c), kernel, "the checking device finds");
        json_object_set_new(l->told, kernel->name, json_true());
        json_object_set_new(l->told, key, json_true());
        tool_print(tool_screen(c), "    %s%s%s\n", kind ? kind : "", kind ? ": " : "",
                   tool_text_of(finding, kind ? "message" : "failed"));
        if (kind) tool_print(tool_screen(c), "        %s\n", tool_text_of(finding, "advice"));
    }
}

static void look(const cli_user_kernels *kernels, tool_options *options) {
    static const tool_listener listener = {.record = on_found};
    tool_campaign c;
    looking l = {kernels, json_object()};
    options->json = options->csv = options->chart = NULL;
    options->full = options->pairs = options->exhaustive = false;
    options->random = 0;
    options->names.count = 0;
    for (int i = 0; i < kernels->count; i++)
        options->names.word[options->names.count++] = kernels->item[i].name;
    if (cli_open(&c, options) == TOOL_OK) {
        tool_campaign_run(&c, &listener, &l, false);
        tool_campaign_close(&c, false);
    }
    json_decref(l.told);
}

/* Hints of wrong rows follow the rows. */
static void print_hints(const cli_user_kernel *kernel, tool_campaign *c) {
    tool_diagnosis said = {.count = 0};
    if (!kernel->right || tool_add_source_hints(c->options->kernel_dir, kernel->strategy, &said) == 0) return;
    print_begin(tool_screen(c), kernel, "may fail on other devices; check this");
    for (int l = 0; l < said.count; l++) tool_print(tool_screen(c), "    %s\n", said.line[l]);
}

void cli_user_kernels_print(const cli_user_kernels *kernels, tool_campaign *c) {
    tool_options options;
    if (kernels->count == 0 || c->status == TOOL_INTERRUPTED) return;
    for (int i = 0; i < kernels->count; i++) print_hints(&kernels->item[i], c);
    if (cli_check_options(c->options, &options)) look(kernels, &options);
}
