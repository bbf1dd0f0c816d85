#include "table/lookup.h"
#include "system/os_start.h"
#include "hints/user_kernels.h"
#include "table/real.h"
#include "shared/cli.h"
#include "text/print.h"
#include <string.h>

static void print_choice(const char *choices, int index) {
    for (; index > 0 && strchr(choices, '|'); index--) choices = strchr(choices, '|') + 1;
    tool_print(stdout, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* For a tuning parameter that only some of the correct strategies have. */
static void print_owners(const xl__algorithm *a, int param) {
    bool all = true;
    for (int s = 0; s < a->strategy_count; s++)
        all = all && (a->strategies[s].flags & XL__WRONG || xl__has_param(a, &a->strategies[s], param));
    for (int s = 0, owners = 0; s < a->strategy_count && !all; s++)
        if (!(a->strategies[s].flags & XL__WRONG) && xl__has_param(a, &a->strategies[s], param))
            tool_print(stdout, "%s%s", owners++ ? ", " : " of ", a->strategies[s].name);
}

static void print_param(const xl__algorithm *a, int param) {
    const xl__param *p = &a->params[param];
    static const char *const roles[] = {"problem", "tuning", "run time"};
    tool_print(stdout, "    %-10s ", p->name);
    if (p->kind == XL__CHOICE) {
        print_choice(p->choices, (int)p->initial);
        tool_print(stdout, " of %s", p->choices);
    } else {
        char initial[XL__NUMBER_TEXT], least[XL__NUMBER_TEXT], most[XL__NUMBER_TEXT];
        tool_print(stdout, "%s in %s to %s", xl__number_text(p->initial, XL__DIGITS, initial),
                   xl__real_text((xl__real){p->least, 0.0}, least),
                   xl__real_text((xl__real){p->most, 0.0}, most));
    }
    tool_print(stdout, "%s%s (%s", p->unit ? " " : "", p->unit ? p->unit : "", roles[p->role]);
    print_owners(a, param);
    tool_print(stdout, "): %s\n", p->help);
}

static void print_array(const xl__array_desc *a) {
    tool_print(stdout, "    %s %s[", a->direction == XL__OUT ? "out" : "in ", a->name);
    for (int d = 0; d < XL__MAX_RANK && a->shape[d]; d++)
        tool_print(stdout, "%s%s", d ? ", " : "", a->shape[d]);
    tool_print(stdout, "]");
    for (int t = 0; t < XL__MAX_TYPES && a->types[t] != XL_TYPE_NONE; t++)
        tool_print(stdout, "%s%s", t ? " or " : " ", xl_type_name(a->types[t]));
    tool_print(stdout, "%s%s: %s\n", a->direction == XL__IN_OPTIONAL ? " (optional)" : "",
               a->picture == XL__LUMINANCE    ? " (or the luminance of a PNG)"
               : a->picture == XL__LEVELS     ? " (or a PNG per level)"
               : a->picture != XL__NO_PICTURE ? " (or PNG)"
                                              : "",
               a->help);
    if (a->counted_by)
        tool_print(stdout, "         only its first '%s' elements are written\n", a->counted_by);
}

static void print_scratch(const xl__algorithm *a) {
    for (int i = 0; a->areas && a->areas[i].name; i++)
        tool_print(stdout, "%s    %s %s[%s]\n", i ? "" : "  scratch\n", a->areas[i].name, a->areas[i].type,
                   a->areas[i].count);
}

static void print_words(const char *title, const char *const *words) {
    if (!words || !words[0]) return;
    tool_print(stdout, "  %s:", title);
    for (int i = 0; words[i]; i++) tool_print(stdout, " %s", words[i]);
    putchar('\n');
}

static void print_lines(const char *before, const char *text) {
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        tool_print(stdout, "%s%.*s\n", before, (int)size, text);
    }
}

static void print_edits(const xl__strategy *s) {
    if (s->edits && s->edited_in)
        tool_print(stdout, "      in %s, function %s\n", s->source, s->edited_in);
    else if (s->edits)
        tool_print(stdout, "      in %s and what it includes\n", s->source);
    for (const xl__edit *e = s->edits; e && e->old; e++) {
        print_lines("      - ", e->old);
        print_lines("      + ", e->made);
    }
}

static void print_algorithm(const tool_case *cs, const tool_choice *choices, int count) {
    const xl__algorithm *a = cs->algorithm;
    tool_print(stdout, "%s: %s\n  strategies\n", a->name, a->help);
    for (int c = 0; c < count; c++)
        if (choices[c].cs == cs && choices[c].strategy >= 0) {
            const xl__strategy *s = &a->strategies[choices[c].strategy];
            tool_print(stdout, "    %-18s %s%s%s%s\n", s->name,
                       s->flags & XL__WRONG ? "(wrong on purpose) " : "", s->help,
                       s->any_order ? " (in any order)" : "", xl__waits(s) ? " (waits for the device)" : "");
            if (count == 1) print_edits(s);
        }
    tool_print(stdout, "    %-18s %s\n  parameters (--set NAME=VALUE)\n", "auto",
               "chosen from the problem and the device");
    for (int p = 0; p < a->param_count; p++) print_param(a, p);
    if (a->shape[0]) {
        tool_print(stdout, "    shape      ");
        for (int i = 0; i < XL__MAX_RANK && a->shape[i]; i++)
            tool_print(stdout, "%s%s", i ? " x " : "", a->shape[i]);
        putchar('\n');
    }
    tool_print(stdout, "  arrays\n");
    for (int i = 0; i < a->array_count; i++) print_array(&a->arrays[i]);
    print_scratch(a);
    print_words("inputs (--set distribution=NAME)", cs->distributions);
    print_words("inputs of verify only", cs->edges);
    for (const tool_sweep *s = cs->sweeps; s && s->name; s++)
        tool_print(stdout, "  sweep (bench --sweep %s): %s\n", s->name, s->question);
    for (const tool_domain *d = cs->domains; d && d->name; d++)
        tool_print(stdout, "  domain (verify --exhaustive), %s: %s, %llu values\n", d->name, d->help,
                   (unsigned long long)d->count);
    putchar('\n');
}

static void print_user_kernel(const tool_choice *choice) {
    const xl__strategy *s = &choice->cs->algorithm->strategies[choice->strategy];
    tool_print(stdout, "%s/%s (%s): %s\n\n", choice->cs->algorithm->name, s->name, s->source, s->help);
}

static int with_planted(const tool_options *o, tool_choice *choices) {
    int count = 0;
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *algorithm = tool_cases[a]->algorithm;
        bool named = false;
        for (int i = 0; i < o->names.count; i++)
            named = named || strcmp(o->names.word[i], algorithm->name) == 0;
        for (int s = 0; named && s < algorithm->strategy_count && count < TOOL_MAX_CHOICES; s++)
            choices[count++] = (tool_choice){.cs = tool_cases[a], .strategy = s};
        size_t user_count = 0;
        const tool_user_kernel *const user = tool_user_kernels(o->kernel_dir, &user_count);
        for (size_t k = 0; named && k < user_count && count < TOOL_MAX_CHOICES; k++)
            if (user[k].cs && user[k].of == tool_cases[a])
                choices[count++] = (tool_choice){.cs = user[k].cs, .strategy = user[k].strategy};
    }
    return count;
}

static tool_exit print_algorithms(const tool_choice *choices, int count) {
    const tool_column columns[] = {
        {.title = "algorithm"}, {.title = "what it does"}, {"strategies", TOOL_RIGHT, 0}};
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    for (int i = 0; tool_cases[i]; i++) {
        const xl__algorithm *const a = tool_cases[i]->algorithm;
        int right = 0;
        char number[16];
        for (int s = 0; s < a->strategy_count; s++) right += !(a->strategies[s].flags & XL__WRONG);
        snprintf(number, sizeof number, "%d", right);
        tool_table_add(table, (const char *const[]){a->name, a->help, number}, TOOL_PLAIN);
    }
    tool_table_print(table, stdout, 0, false);
    tool_table_free(table);
    putchar('\n');
    for (int c = 0; c < count; c++)
        if (tool_find_case(choices[c].cs->algorithm->name) != choices[c].cs) print_user_kernel(&choices[c]);
    tool_print(stdout, "'crosslane list NAME' prints its strategies, parameters and arrays.\n");
    return tool_flush(stdout);
}

static tool_exit print_list(const tool_options *o) {
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0;
    const tool_exit chosen = tool_select_strategies(o, choices, &count);
    if (chosen != TOOL_OK) return chosen;
    if (!o->names.count) return print_algorithms(choices, count);
    if (!strchr(o->names.word[0], '/')) {
        const int all = with_planted(o, choices);
        if (all > 0) count = all;
    }
    const tool_case *last = NULL;
    for (int c = 0; c < count; c++) {
        if (choices[c].cs == last) continue;
        last = choices[c].cs;
        if (tool_find_case(last->algorithm->name) == last)
            print_algorithm(last, choices, count);
        else
            print_user_kernel(&choices[c]);
    }
    return tool_flush(stdout);
}

static void on_device(tool_campaign *c, int device) {
    cli_device_line(c, device);
}

/* Device memory of the default problem, and host memory to verify it. */
static void print_memory(const json_t *event, FILE *out) {
    char arrays[32], scratch[32], host[32];
    tool_print(out, "; memory: arrays %s, scratch %s, host %s\n",
               cli_bytes(event, "array_bytes", arrays, sizeof arrays),
               cli_bytes(event, "scratch_bytes", scratch, sizeof scratch),
               cli_bytes(event, "host_bytes", host, sizeof host));
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    (void)device;
    char a[64], s[64], b[32], w[16], reason[XL_ERROR_TEXT], chosen[64], why[XL_ERROR_TEXT];
    if (!json_object_get(event, "runs")) return;
    FILE *out = tool_screen(c);
    tool_print(out, "  %s/%-18s ", cli_text(event, "algorithm", a, sizeof a),
               cli_text(event, "strategy", s, sizeof s));
    if (json_is_string(json_object_get(event, "chosen")))
        tool_print(out, "takes %s, backend %s, width %s (%s)",
                   cli_text(event, "chosen", chosen, sizeof chosen), cli_text(event, "backend", b, sizeof b),
                   cli_text(event, "width", w, sizeof w), cli_text(event, "chosen_by", why, sizeof why));
    else if (json_is_true(json_object_get(event, "runs")))
        tool_print(out, "runs: backend %s, width %s", cli_text(event, "backend", b, sizeof b),
                   cli_text(event, "width", w, sizeof w));
    else
        tool_print(out, "does not run: %s\n", cli_text(event, "reason", reason, sizeof reason));
    if (json_is_true(json_object_get(event, "runs"))) print_memory(event, out);
}

tool_exit cli_list(const tool_options *o) {
    if (o->devices.count == 0) return print_list(o);
    tool_campaign c;
    const tool_exit opened = cli_open(&c, o);
    if (opened != TOOL_OK) return opened;
    const tool_listener listener = {.device_begins = on_device, .other = on_other};
    tool_campaign_run(&c, &listener, NULL, false);
    return tool_campaign_close(&c, false);
}
