#include "options/options.h"
#include "base/number.h"
#include "text/suggest.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_BEFORE = 255, /* getopt returns letters below */
#define OPTION(constant, name, value) OPT_##constant,
#include "options/options.def"
#undef OPTION
};

/* Of `run`, by default. */
#define RUN_SECONDS 120.0

static const struct option long_options[] = {
#define OPTION(constant, name, value) {name, value, NULL, OPT_##constant},
#include "options/options.def"
#undef OPTION
    {NULL, 0, NULL, 0},
};

/* Options that accumulate, or that repeat without effect. */
static bool may_repeat(int option) {
    switch (option) {
    case OPT_DEVICE:
    case OPT_WIDTH:
    case OPT_SET:
    case OPT_IN:
    case OPT_OUT:
    case OPT_FORCE:
    case OPT_QUICK:
    case OPT_CHECK:
    case OPT_MARKDOWN:
    case OPT_QUIET:
    case OPT_SHOW:
    case OPT_TRUST:
    case OPT_FOR:
    case OPT_REQUIRE:
    case OPT_OPTION:
    case OPT_INCLUDE:
    case OPT_TARGETS:
    case OPT_ASM:
    case OPT_SOURCE:
    case OPT_HELP:
    case OPT_VERSION: return true;
    default: return false;
    }
}

static const char *option_name(int option) {
    for (const struct option *o = long_options; o->name; o++)
        if (o->val == option) return o->name;
    return "?";
}

static bool add_word(tool_words *words, const char *word, const char *what) {
    if (words->count == TOOL_MAX_WORDS) {
        tool_complain("more than %d %s; split the command in two", TOOL_MAX_WORDS, what);
        return false;
    }
    words->word[words->count++] = word;
    return true;
}

/* Complains outside [least, most]. */
static bool parse_real(int option, const char *text, double least, double most, double *out) {
    char low[XL__NUMBER_TEXT], high[XL__NUMBER_TEXT];
    double value = 0.0;
    if (!xl__parse_number(text, strlen(text), &value) || !(value >= least && value <= most)) {
        tool_complain("--%s '%s': expected a number from %s to %s", option_name(option), text,
                      xl__number_text(least, XL__DIGITS, low), xl__number_text(most, XL__DIGITS, high));
        return false;
    }
    *out = value;
    return true;
}

static bool parse_whole(int option, const char *text, uint64_t least, uint64_t most, uint64_t *out) {
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno == ERANGE || value < least || value > most) {
        tool_complain("--%s '%s': expected a whole number from %llu to %llu", option_name(option), text,
                      (unsigned long long)least, (unsigned long long)most);
        return false;
    }
    *out = value;
    return true;
}

static bool add_width(tool_options *o, int width) {
    int at = 0;
    while (at < o->width_count && o->widths[at] < width) at++;
    if (at < o->width_count && o->widths[at] == width) return true;
    if (o->width_count == TOOL_MAX_WIDTHS) return false;
    memmove(&o->widths[at + 1], &o->widths[at], sizeof(int) * (size_t)(o->width_count - at));
    o->widths[at] = width;
    o->width_count++;
    return true;
}

static bool parse_widths(tool_options *o, const char *text) {
    if (strcmp(text, "native") == 0) return o->width_native = true;
    if (strcmp(text, "all") == 0) return o->width_all = true;
    const char *at = text;
    for (;;) {
        char *end = NULL;
        const long width = strtol(at, &end, 10);
        const bool power = width >= 1 && width <= 128 && (width & (width - 1)) == 0;
        if (end == at || !power || (*end != ',' && *end != '\0') || !add_width(o, (int)width)) {
            tool_complain("--width '%s': expected native, all, or powers of two from 1 to 128 with commas",
                          text);
            return false;
        }
        if (*end == '\0') return true;
        at = end + 1;
    }
}

static bool parse_percent(int option, const char *text, double *share) {
    char number[64];
    const size_t length = strlen(text);
    const size_t size = length > 0 && text[length - 1] == '%' ? length - 1 : length;
    snprintf(number, sizeof number, "%.*s", (int)size, text);
    if (size >= sizeof number || !parse_real(option, number, 0.0, 100000.0, share)) return false;
    *share /= 100.0;
    return true;
}

static bool parse_level(tool_options *o, const char *text) {
    o->full = strcmp(text, "full") == 0;
    o->pairs = strcmp(text, "pairs") == 0;
    if (o->full || o->pairs || strcmp(text, "quick") == 0) return true;
    tool_complain("--level '%s': expected quick, pairs or full", text);
    return false;
}

static bool parse_part(tool_options *o, const char *text) {
    unsigned part = 0, parts = 0;
    int read = 0;
    if (sscanf(text, "%6u/%7u%n", &part, &parts, &read) != 2 || text[read] != '\0' || strchr(text, ' ') ||
        part < 1 || part > parts || parts > 1000000) {
        tool_complain("--part '%s': expected PART/PARTS, such as 3/100; at most 1000000 parts", text);
        return false;
    }
    o->part = (int)part;
    o->parts = (int)parts;
    return true;
}

static bool parse_lanes(tool_options *o, const char *text) {
    unsigned first = 0, last = 0;
    int read = 0, both = 0;
    const bool one = sscanf(text, "%3u%n", &first, &read) == 1;
    if (one && text[read] == '\0')
        last = first;
    else if (one && text[read] == '-' && sscanf(text + read, "-%3u%n", &last, &both) == 1)
        read += both;
    if (!one || strspn(text, "0123456789-") != strlen(text) || text[0] == '-' || text[read] != '\0' ||
        first > last || last > 127) {
        tool_complain("--lanes '%s': expected FIRST-LAST from 0 to 127, such as 0-7", text);
        return false;
    }
    o->lane_first = (int)first;
    o->lane_last = (int)last;
    return true;
}

static bool parse_language(tool_options *o, const char *text) {
    static const char *const names[] = {[TOOL_SHELL] = "shell", [TOOL_C] = "c", [TOOL_PYTHON] = "python"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(text, names[i]) == 0) {
            o->written = (tool_language)i;
            return true;
        }
    tool_complain("--as '%s': expected shell, c or python", text);
    return false;
}

static bool takes_path(int option) {
    return option == OPT_JSON || option == OPT_CSV || option == OPT_CHART || option == OPT_OUT_DIR ||
           option == OPT_KERNEL_DIR || option == OPT_EXERCISES || option == OPT_PROFILE ||
           option == OPT_SITE || option == OPT_EXPORT;
}

static bool parse_option(tool_options *o, int option, const char *text) {
    uint64_t whole = 0;
    bool ok = true;
    if (takes_path(option) && text[0] == '\0') {
        tool_complain("--%s: its name is empty", option_name(option));
        return false;
    }
    switch (option) {
    case OPT_DEVICE: return add_word(&o->devices, text, "--device");
    case OPT_SET: return add_word(&o->settings, text, "--set");
    case OPT_IN: return add_word(&o->in, text, "--in");
    case OPT_OUT: return add_word(&o->out, text, "--out");
    case OPT_WIDTH: return parse_widths(o, text);
    case OPT_BACKEND: o->backend = strcmp(text, "auto") == 0 ? NULL : text; return true;
    case OPT_SEED: return parse_whole(option, text, 0, INT64_MAX, &o->seed);
    case OPT_SAMPLES:
        ok = parse_whole(option, text, 1, 100000, &whole);
        o->samples = (int)whole;
        o->samples_given = true;
        return ok;
    case OPT_MIN_TIME: o->min_time_given = true; return parse_real(option, text, 0.0, 3600.0, &o->min_time);
    case OPT_TIMEOUT: return parse_real(option, text, 0.1, 86400.0, &o->timeout);
    case OPT_MAX_LAUNCH: return parse_real(option, text, 0.001, 86400.0, &o->max_launch);
    case OPT_SECONDS: return parse_real(option, text, 0.0, 1e6, &o->seconds);
    case OPT_LABEL: o->label = text; return true;
    case OPT_KERNEL_DIR: o->kernel_dir = text; return true;
    case OPT_OUT_DIR: o->out_dir = text; return true;
    case OPT_EXERCISES: o->exercises = text; return true;
    case OPT_SHOW: o->show = true; return true;
    case OPT_TRUST: o->trust = true; return true;
    case OPT_FOR: return add_word(&o->targets, text, "--for");
    case OPT_REQUIRE: return add_word(&o->required, text, "--require");
    case OPT_OPTION: return add_word(&o->build_options, text, "--option");
    case OPT_INCLUDE: return add_word(&o->includes, text, "--include");
    case OPT_KERNEL: o->kernel = text; return true;
    case OPT_TARGETS: o->list_targets = true; return true;
    case OPT_ASM: o->as_text = true; return true;
    case OPT_SOURCE: o->by_line = true; return true;
    case OPT_HTML: o->html = text; return true;
    case OPT_JSON: o->json = text; return true;
    case OPT_CSV: o->csv = text; return true;
    case OPT_SITE: o->site = text; return true;
    case OPT_EXPORT: o->export = text; return true;
    case OPT_ROW:
        ok = parse_whole(option, text, 1, 10000000, &whole);
        o->row = (int)whole;
        return ok;
    case OPT_SECOND: o->second = text; return true;
    case OPT_BISECT: o->bisect = true; return true;
    case OPT_CHECK: o->check = true; return true;
    case OPT_MARKDOWN: o->markdown = true; return true;
    case OPT_FORCE: o->force = true; return true;
    case OPT_QUICK: o->quick = true; return true;
    case OPT_AS: return parse_language(o, text);
    case OPT_LANES: return parse_lanes(o, text);
    case OPT_QUIET: o->quiet = true; return true;
    case OPT_LEVEL: return parse_level(o, text);
    case OPT_REPEAT:
        ok = parse_whole(option, text, 1, 1000000, &whole);
        o->repeat = (int)whole;
        return ok;
    case OPT_PLANT: o->plant = text; return true;
    case OPT_SWEEP: o->sweep = text; return true;
    case OPT_CHART: o->chart = text; return true;
    case OPT_AUTO_GRID:
        ok = parse_whole(option, text, 1, 100000, &whole);
        o->auto_grid = (int)whole;
        return ok;
    case OPT_PROFILE: o->profile = text; return true;
    case OPT_RANDOM:
        ok = parse_whole(option, text, 1, 10000000, &whole);
        o->random = (int)whole;
        return ok;
    case OPT_EXHAUSTIVE: o->exhaustive = true; return true;
    case OPT_PART: return parse_part(o, text);
    case OPT_FAIL_SLOWER: return parse_percent(option, text, &o->fail_slower);
    case OPT_AGAIN: o->again = true; return true;
    case OPT_ALLOW_MISSING: o->allow_missing = true; return true;
    case OPT_DETAILS: o->details = true; return true;
    case OPT_ALL: o->all = true; return true;
    case OPT_IN_TURNS: o->no_turns = false; return true;
    case OPT_NO_IN_TURNS: o->no_turns = true; return true;
    case OPT_HELP: o->help = true; return true;
    case OPT_VERSION: o->version = true; return true;
    default: return false;
    }
}

static bool find_command(const char *text, tool_command *out) {
    const char *names[TOOL_COMMAND_COUNT];
    for (int i = 0; i < TOOL_COMMAND_COUNT; i++) {
        names[i] = tool_command_name((tool_command)i);
        if (strcmp(text, names[i]) == 0) {
            *out = (tool_command)i;
            return true;
        }
    }
    const char *near = tool_suggest(text, names, TOOL_COMMAND_COUNT);
    if (near)
        tool_complain("unknown command '%s'; did you mean '%s'?", text, near);
    else
        tool_complain("unknown command '%s'; 'crosslane --help' lists them", text);
    return false;
}

static bool is_question(const char *word, tool_options *o) {
    if (!o->help && strcmp(word, "help") == 0) return o->help = true;
    if (!o->version && strcmp(word, "version") == 0) return o->version = true;
    return false;
}

static tool_exit bad_option(char **argv) {
    const char *text = optind > 0 ? argv[optind - 1] : "";
    const char *names[sizeof long_options / sizeof *long_options];
    size_t count = 0;
    for (const struct option *o = long_options; o->name; o++) names[count++] = o->name;
    char word[64];
    snprintf(word, sizeof word, "%s", text[0] == '-' && text[1] == '-' ? text + 2 : text);
    word[strcspn(word, "=")] = '\0';
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0) {
            tool_complain("option '--%s' %s", word,
                          strchr(text, '=') ? "takes no value" : "needs a value after it");
            return TOOL_USAGE;
        }
    const char *near = tool_suggest(word, names, count);
    if (near)
        tool_complain("unknown or ambiguous option '%s'; did you mean '--%s'?", text, near);
    else
        tool_complain("unknown option '%s'; 'crosslane --help' lists them", text);
    return TOOL_USAGE;
}

static bool report_is_clear(const tool_options *o) {
    if ((o->check || o->site) && o->out.count == 0 && !(o->check && o->site)) return true;
    if (o->check || o->site)
        tool_complain("--check, --site and --out: take one of them");
    else if (o->out.count != 1 || strcmp(o->out.word[0], "-") == 0 || !o->out.word[0][0])
        tool_complain("report: say once which file the page becomes, --out report.html");
    else
        return true;
    return false;
}

static tool_exit check_together(const tool_options *o, const bool *given) {
    for (int option = OPT_DEVICE; option < OPT_HELP; option++)
        if (given[option - OPT_DEVICE] && !(tool_option_commands(option_name(option)) & 1u << o->command)) {
            tool_complain("--%s means nothing to '%s'; see 'crosslane %s --help'", option_name(option),
                          tool_command_name(o->command), tool_command_name(o->command));
            return TOOL_USAGE;
        }
    if (o->json && o->csv && strcmp(o->json, "-") == 0 && strcmp(o->csv, "-") == 0) {
        tool_complain("--json - and --csv - together: only one of them can have standard output");
        return TOOL_USAGE;
    }
    if (o->markdown && o->csv && strcmp(o->csv, "-") == 0) {
        tool_complain("--markdown and --csv - together: only one of them can have standard output");
        return TOOL_USAGE;
    }
    if (o->command == TOOL_COMMAND_report && !report_is_clear(o)) return TOOL_USAGE;
    if (o->all && o->command == TOOL_COMMAND_run && o->names.count > 0) {
        tool_complain("--all and '%s' together: --all takes every algorithm; give one of them",
                      o->names.word[0]);
        return TOOL_USAGE;
    }
    if (o->auto_grid > 0 && (o->sweep || o->chart)) {
        tool_complain("--auto-grid and --%s together: it has its own problems, and no picture; take one",
                      o->sweep ? "sweep" : "chart");
        return TOOL_USAGE;
    }
    if (o->parts > 0 && (o->random > 0 || o->pairs)) {
        tool_complain(
            "--part and %s together: a part of what is drawn is another seed with fewer rows; take one",
            o->pairs ? "--level pairs" : "--random");
        return TOOL_USAGE;
    }
    if (o->exhaustive && (o->random > 0 || o->pairs || o->full)) {
        tool_complain("--exhaustive and %s together: each has its own problems; take one",
                      o->random > 0 ? "--random" : "--level");
        return TOOL_USAGE;
    }
    if (o->random > 0 && o->pairs) {
        tool_complain("--random and --level pairs together: each draws its own problems; take one");
        return TOOL_USAGE;
    }
    if ((o->random > 0 || o->pairs) && o->plant) {
        tool_complain("%s and --plant together: planted kernels are shown what they get wrong, not "
                      "random problems",
                      o->pairs ? "--level pairs" : "--random");
        return TOOL_USAGE;
    }
    if ((int)o->width_native + (int)o->width_all + (int)(o->width_count > 0) > 1) {
        tool_complain("--width: take one of native, all, or numbers");
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

tool_exit tool_options_parse(int argc, char **argv, tool_options *out) {
    *out = (tool_options){.command = TOOL_COMMAND_run,
                          .seed = 1,
                          .samples = 15,
                          .min_time = 0.2,
                          .timeout = 120.0,
                          .seconds = -1.0,
                          .max_launch = 0.5,
                          .fail_slower = -1.0,
                          .lane_last = -1,
                          .repeat = 1};
    bool given[OPT_VERSION - OPT_DEVICE + 1] = {false};
    bool command_seen = false;
    opterr = 0;
    optind = 1;
    for (;;) {
        /* "-": options may follow names. */
        const int option = getopt_long(argc, argv, "-hV", long_options, NULL);
        if (option == -1) break;
        if (option == '?') return bad_option(argv);
        if (option == 'h') {
            out->help = true;
        } else if (option == 'V') {
            out->version = true;
        } else if (option == 1) {
            if (!command_seen && is_question(optarg, out)) {
                continue;
            } else if (!command_seen) {
                if (!find_command(optarg, &out->command)) return TOOL_USAGE;
                command_seen = true;
                out->word = optarg;
            } else if (!add_word(&out->names, optarg, "names")) {
                return TOOL_USAGE;
            }
        } else {
            if (given[option - OPT_DEVICE] && !may_repeat(option)) {
                tool_complain("--%s is given twice; take one", option_name(option));
                return TOOL_USAGE;
            }
            given[option - OPT_DEVICE] = true;
            if (!parse_option(out, option, optarg)) return TOOL_USAGE;
        }
    }
    if (out->command == TOOL_COMMAND_learn && !out->kernel_dir) out->kernel_dir = "crosslane-learn";
    while (optind < argc)
        if (!add_word(&out->names, argv[optind++], "names")) return TOOL_USAGE;
    if (out->command == TOOL_COMMAND_run && out->seconds < 0.0 && !out->all && out->names.count == 0)
        out->seconds = RUN_SECONDS;
    if (out->help && command_seen) tool_print_help(out->command);
    if (out->help && !command_seen) tool_print_general_help();
    return out->help || out->version ? TOOL_OK : check_together(out, given);
}
