/* commands.c - the texts of --help. */
#include "options/commands.h"
#include "system/os_terminal.h"
#include "text/wrap.h"
#include "text/print.h"
#include <stdio.h>
#include <string.h>

static const char *const command_names[] = {
#define COMMAND_NAME(name, help) #name,
    TOOL_COMMAND_LIST(COMMAND_NAME)};
static const char *const command_helps[] = {
#define COMMAND_HELP(name, help) help,
    TOOL_COMMAND_LIST(COMMAND_HELP)};

const char *tool_command_name(tool_command command) {
    return command < TOOL_COMMAND_COUNT ? command_names[command] : "?";
}

const char *tool_command_help(tool_command command) {
    return command < TOOL_COMMAND_COUNT ? command_helps[command] : "?";
}

static const char *const usages[TOOL_COMMAND_COUNT] = {
    [TOOL_COMMAND_run] = "crosslane [run] [NAME...] [options]",
    [TOOL_COMMAND_devices] = "crosslane devices [options]",
    [TOOL_COMMAND_list] = "crosslane list [NAME...] [--device SEL]",
    [TOOL_COMMAND_probe] = "crosslane probe [options]",
    [TOOL_COMMAND_promises] = "crosslane promises [QUESTION...] [options]",
    [TOOL_COMMAND_verify] = "crosslane verify [NAME...] [options]",
    [TOOL_COMMAND_export] = "crosslane export FILE DIR [--row N] [--device SEL] [options]",
    [TOOL_COMMAND_shrink] = "crosslane shrink DIR [--bisect] [--device NAME] [--second NAME] [options]",
    [TOOL_COMMAND_bench] = "crosslane bench [NAME...] [options]",
    [TOOL_COMMAND_tune] = ("crosslane tune [NAME...] [--device SEL] [--set PARAM=VALUE[,VALUE...]]\n"
                           "       [options]"),
    [TOOL_COMMAND_exec] = ("crosslane exec NAME --in ARRAY=FILE... --out ARRAY=FILE...\n"
                           "       [--set PARAM=VALUE...] [options]"),
    [TOOL_COMMAND_trace] = "crosslane trace NAME [--lanes A-B] [--html FILE] [options]",
    [TOOL_COMMAND_learn] = ("crosslane learn [EXERCISE | next]\n"
                            "       crosslane learn check [EXERCISE... | 4-9 | all] [--json FILE]\n"
                            "       [--csv FILE] [options]\n"
                            "       crosslane learn hint|watch|solution [EXERCISE] [options]\n"
                            "       crosslane learn reset [EXERCISE... | 4-9 | all]\n"
                            "       crosslane learn test [EXERCISE...] [options]\n"
                            "       crosslane learn grade DIR [EXERCISE... | 1-10,15 | all] [--details]\n"
                            "       [--csv FILE] [--json FILE] [--trust] [options]\n"
                            "       crosslane learn --site DIR [--width W]"),
    [TOOL_COMMAND_compare] = "crosslane compare FILE|DIR... [NAME...] [options]",
    [TOOL_COMMAND_show] = "crosslane show FILE|DIR... [NAME...] [options]",
    [TOOL_COMMAND_report] = ("crosslane report FILE|DIR... [NAME...] --out FILE.html [options]\n"
                             "       crosslane report --check FILE|DIR...\n"
                             "       crosslane report --site DIR FILE|DIR..."),
    [TOOL_COMMAND_merge] = "crosslane merge FILE FILE... [--json FILE] [--csv FILE]",
    [TOOL_COMMAND_copy] = "crosslane copy NAME DIR",
    [TOOL_COMMAND_options] = "crosslane options [--device SEL] [--width N[,N...]] [options]",
    [TOOL_COMMAND_inspect] = ("crosslane inspect NAME... --for TARGET[,TARGET...] [options]\n"
                              "       crosslane inspect FILE.cl [--kernel NAME] --for TARGET[,TARGET...]\n"
                              "       [options]\n"
                              "       crosslane inspect --targets"),
};

static const char *const examples[TOOL_COMMAND_COUNT] = {
    [TOOL_COMMAND_run] = "  crosslane\n"
                         "  crosslane run --device gpu --out-dir results\n"
                         "  crosslane run spheres --width 16,32 --label laptop\n"
                         "  crosslane run --all --device 0 --label laptop\n",
    [TOOL_COMMAND_devices] = "  crosslane devices\n  crosslane devices --device cpu --json devices.json\n",
    [TOOL_COMMAND_list] =
        "  crosslane list\n  crosslane list spheres\n  crosslane list histogram --device 0\n",
    [TOOL_COMMAND_probe] = "  crosslane probe\n  crosslane probe --device 0 --width 32 --all\n"
                           "  crosslane probe --device 0 --again\n",
    [TOOL_COMMAND_promises] =
        "  crosslane promises\n  crosslane promises --device gpu --seconds 60 --details\n",
    [TOOL_COMMAND_verify] = "  crosslane verify\n"
                            "  crosslane verify 'spheres/*' --width all --level full\n"
                            "  crosslane verify histogram --set n=1000 --set buckets=2,300 --repeat 100\n"
                            "  crosslane verify --random 2000 --seed 7\n"
                            "  crosslane verify normal24/add --exhaustive --set form=unorm24\n"
                            "  crosslane verify --plant '*'\n",
    [TOOL_COMMAND_bench] = "  crosslane bench spheres --set shape=128x128,1024x1024\n"
                           "  crosslane bench compact --sweep share --chart share.svg\n"
                           "  crosslane bench histogram --set distribution=uniform,single --csv times.csv\n"
                           "  crosslane bench spheres --auto-grid 60 --seed 7\n",
    [TOOL_COMMAND_tune] = "  crosslane tune histogram --device gpu\n"
                          "  crosslane tune lerp --set shape=1024x1024,16x65536 --profile mine.json\n"
                          "  crosslane bench lerp/auto --profile mine.json\n",
    [TOOL_COMMAND_exec] = "  crosslane exec histogram --in samples=photo.png --set upper=1.001 \\\n"
                          "      --out counts=counts.npy\n"
                          "  crosslane exec spheres --in spheres=s.npy --in colors=c.npy \\\n"
                          "      --set width=512 --set height=512 --out result=picture.png\n",
    [TOOL_COMMAND_export] = "  crosslane verify scan --json wrong.json; crosslane export wrong.json bug\n"
                            "  make -C bug check\n",
    [TOOL_COMMAND_shrink] = "  crosslane shrink bug\n"
                            "  crosslane shrink bug --bisect\n",
    [TOOL_COMMAND_trace] = "  crosslane trace scan/kogge_stone\n"
                           "  crosslane trace reduce/butterfly --width 32 --lanes 0-7 --set type=f32\n"
                           "  crosslane copy lerp mine && crosslane trace lerp/prefix --kernel-dir mine\n",
    [TOOL_COMMAND_learn] =
        "  crosslane learn                 the exercises, and which are done\n"
        "  crosslane learn next            the text of the next, and a kernel to edit\n"
        "                                  in crosslane-learn/\n"
        "  crosslane learn check           test that kernel\n"
        "  crosslane learn check 1 4-9     several; all: each that was begun\n"
        "  crosslane learn watch           test it each time the file is saved\n"
        "  crosslane learn reset 3         the unsolved kernel again; yours is kept\n"
        "                                  as .bak\n"
        "  crosslane learn grade class 1-10,15 --csv class.csv   a folder with one folder\n"
        "                                  per student: a table of results\n"
        "  crosslane learn hint\n"
        "  crosslane learn solution 01-lane\n"
        "  crosslane learn test --exercises mine   test your own exercises: solutions\n"
        "                                  pass, wrong answers are recognised\n",
    [TOOL_COMMAND_compare] = "  crosslane run --device all --json mine.json && crosslane compare mine.json\n"
                             "  crosslane compare old.json new.json spheres --fail-slower 5%\n"
                             "  crosslane inspect lerp --for gfx1030,sm_90 --json both.json && \\\n"
                             "      crosslane compare both.json\n"
                             "  crosslane compare a.json b.json histogram --set distribution=single \\\n"
                             "      --chart both.svg\n",
    [TOOL_COMMAND_show] = "  crosslane show latest\n"
                          "  crosslane show results.json\n"
                          "  crosslane show results.json --csv - | column -s, -t\n"
                          "  crosslane show results.json 'spheres/*' --width 32\n"
                          "  crosslane show results.json compact --sweep share --chart share.svg\n",
    [TOOL_COMMAND_report] = "  crosslane run --device all --json mine.json\n"
                            "  crosslane report mine.json --out report.html\n"
                            "  crosslane report laptop.json server.json 'spheres/*' --out both.html\n"
                            "  crosslane inspect spheres --for gfx1030,sm_90 --source --json code.json\n"
                            "  crosslane report mine.json code.json --out report.html\n",
    [TOOL_COMMAND_merge] = "  crosslane merge desk*.json --json room.json && crosslane compare room.json\n",
    [TOOL_COMMAND_copy] = "  crosslane copy lerp mine\n  crosslane verify lerp --kernel-dir mine\n",
    [TOOL_COMMAND_options] = "  crosslane options --device 0 --width 16\n"
                             "  crosslane options --device gpu --quick --as python\n",
    [TOOL_COMMAND_inspect] = "  crosslane inspect --targets\n"
                             "  crosslane inspect scan/kogge_stone --for gfx1030,gfx90a\n"
                             "  crosslane inspect histogram/match_local --for gfx1030 --width 32,64 \\\n"
                             "      --set buckets=256\n"
                             "  crosslane inspect lerp/affine --for gfx1030,tgllp --source\n"
                             "  crosslane inspect mine.cl --kernel my_kernel --for all --require spills==0\n",
};

typedef struct option_help {
    const char *option, *help;
    unsigned commands; /* bit per command */
} option_help;

#define ON(command) (1u << TOOL_COMMAND_##command)
enum {
    ONE = ON(exec) | ON(trace), /* run one strategy once, on one device */
    FIRST = ONE | ON(learn) | ON(export),
    EVERY = ON(run) | ON(devices) | ON(list) | ON(probe) | ON(promises) | ON(verify) | ON(bench) | ON(tune) |
            ON(options) | ONE,
    TESTS = ON(run) | ON(verify) | ON(bench) | ON(tune),
    WORK = TESTS | ONE,
    RECORDED = ON(compare) | ON(show) | ON(report),
    FILES = EVERY & ~(ON(list) | ON(options)),
};

static const option_help options_help[] = {
    {"--device SEL", "an index; all, cpu, gpu; a vendor; part of a name. Repeatable; default all",
     EVERY & ~ONE & ~ON(verify)},
    {"--device SEL",
     "an index; all, cpu, gpu; a vendor; part of a name; check: the checking device, which finds sub-group "
     "mistakes. Repeatable; default all",
     ON(verify)},
    {"--device SEL", "show the code that the driver of these devices compiled, in place of --for",
     ON(inspect)},
    {"--device SEL",
     "an index; cpu, gpu; a vendor; part of a name; check: the checking device, which finds sub-group "
     "mistakes; the first match is used",
     FIRST},
    {"--width W", "numbers with commas, native, or all (native, and emulated 1 to 128)",
     TESTS | ON(probe) | ON(promises) | ON(list) | RECORDED},
    {"--device NAME", "the device that fails: a part of its name or its number (default: as exported)",
     ON(shrink)},
    {"--second NAME", "another device on which each step must be right, besides the checking device",
     ON(shrink)},
    {"--bisect", "print which build options and widths make the result right; shrink nothing", ON(shrink)},
    {"--width N", "lanes of a sub-group on the checking device; default: the kernel's, or found by trying",
     ON(shrink)},
    {"--width W", "numbers with commas, native, or all; default: set by the exercise", ON(learn)},
    {"--width N", "lanes of a sub-group, 1 to 128; default: chosen for the device", ON(exec) | ON(options)},
    {"--width N", "lanes of a sub-group, 1 to 128; default 8", ON(trace)},
    {"--for TARGET[,TARGET...]",
     "targets of '--targets'; all: one of each generation that this machine can compile for", ON(inspect)},
    {"--targets", "list every target, and how to install missing compilers", ON(inspect)},
    {"--width W", "numbers with commas, or all; default: the target's first", ON(inspect)},
    {"--kernel NAME", "only this kernel of a file", ON(inspect)},
    {"--option OPTION", "a build option for a file's kernels; repeatable", ON(inspect)},
    {"--include DIR", "a folder of a file's includes; repeatable", ON(inspect)},
    {"--require CONDITION",
     "exit status 1 unless every kernel meets it: spills==0, 'waterfalls==0@gfx1030'. Repeatable. "
     "Names are the numbers of --json, and operations such as ballot_count (instructions per use). "
     "Relations: <= >= == != < >",
     ON(inspect)},
    {"--asm", "print the assembly, not the tables", ON(inspect)},
    {"--html FILE", "a page of source lines next to their instructions", ON(inspect)},
    {"--html FILE", "a page to step through, for several widths: --width 4,8,16,32,64 (default)", ON(trace)},
    {"--source", "print each source line with its instructions, not the tables", ON(inspect)},
    {"--lanes A-B", "the lanes to show (default the first 8)", ON(trace)},
    {"--backend B", "auto, or a backend by name ('crosslane devices' shows which)",
     WORK | ON(probe) | ON(promises) | ON(list) | RECORDED | ON(options) | ON(learn) | ON(inspect)},
    {"--set PARAM=V[,V...]",
     "a parameter; several values sweep, several --set cross. "
     "Also shape=AxB, type=T, distribution=NAME",
     TESTS | RECORDED},
    {"--set PARAM=V[,V...]", "a parameter; for a file, a macro", ON(inspect)},
    {"--set PARAM=V", "a parameter that the files do not set ('crosslane list NAME')", ON(exec)},
    {"--set PARAM=V", "a parameter; also type=T, distribution=NAME. Sizes are small by default", ON(trace)},
    {"--in ARRAY=FILE",
     "an input, .npy or PNG. A PNG is [height, width, channels] from 0 to 1, without gamma; "
     "as samples, its luminance 0.2126 R + 0.7152 G + 0.0722 B, or grey unchanged",
     ON(exec)},
    {"--out ARRAY=FILE", "an output: .npy, or .png (8 bits; values are clamped to 0 to 1)", ON(exec)},
    {"--out FILE", "the page, one HTML file", ON(report)},
    {"--export DIR", "write the first wrong row (or the first) as a C program of its own, for a bug report",
     ON(verify)},
    {"--row N", "the row of the file, from 1 (default: the first wrong one, else the first)", ON(export)},
    {"--site DIR", "write a folder of pages: an index, each device, any two compared", ON(report)},
    {"--site DIR",
     "write the course as pages into an empty folder; --width: those to step through (default 4,8,16,32,64)",
     ON(learn)},
    {"--check", "write no page: report for each file whether it is sound", ON(report)},
    {"--level quick|pairs|full",
     "quick (default): each strategy with each type and width, drawn by --seed. pairs: all pairs of "
     "values of strategy, width, type, inputs and parameters, drawn by --seed. full: all combinations",
     ON(verify)},
    {"--repeat N", "run each case N times", ON(verify)},
    {"--random N", "N random problems over every parameter, input, type and width, not the usual ones",
     ON(verify)},
    {"--exhaustive",
     "every value of a domain, such as all floats in [0, 1]; compared on the device "
     "('crosslane list NAME' shows domains)",
     ON(verify)},
    {"--part I/N", "part I of N of the rows, or of the values of --exhaustive ('--level full --part 3/8')",
     ON(verify)},
    {"--plant NAME", "run planted wrong kernels, which must be caught; '*' for all", ON(verify)},
    {"--sweep NAME", "one parameter over its range: a row per value ('crosslane list NAME' shows sweeps)",
     ON(bench) | ON(show)},
    {"--chart FILE", "an SVG chart of the sweep; without --sweep, of the first table",
     ON(bench) | ON(show) | ON(compare)},
    {"--auto-grid N", "compare auto with the best strategy at N random problems", ON(bench)},
    {"--fail-slower P",
     "exit status 1 if a row is over P percent slower than on the first device, or is "
     "wrong, failed, skipped or missing; 3 if nothing could be compared",
     ON(compare)},
    {"--allow-missing", "let --fail-slower accept rows that are skipped, missing or cannot be judged",
     ON(compare)},
    {"--details", "also print every problem with its interval, every strategy and every row", ON(compare)},
    {"--details", "of grade: also print why each wrong answer is wrong", ON(learn)},
    {"--details", "also print a table for each problem, as 'crosslane show latest' does", ON(run)},
    {"--details", "print every question with its tries, its mutant and the smallest program that breaks it",
     ON(promises)},
    {"--seconds N", "time that all measurements take together (default 20)", ON(promises)},
    {"--seconds N", "start no further algorithm after N seconds (default 120; with names or --all no limit)",
     ON(run)},
    {"--all", "every algorithm, without a limit in time; prints an estimate first", ON(run)},
    {"--all", "one line per operation and its types, not one per result", ON(probe) | ON(show)},
    {"--in-turns", "time each problem in rounds that alternate between devices: A B, B A, ... (default)",
     ON(run) | ON(bench)},
    {"--no-in-turns", "finish one device before the next", ON(run) | ON(bench)},
    {"--again", "discard what is stored about the devices, and retry what was left out", ON(probe)},
    {"--again", "measure again what the profile has", ON(tune)},
    {"--profile FILE", "the profile that auto uses (default: in the cache folder)",
     (WORK & ~ON(tune)) | ON(list)},
    {"--profile FILE", "the profile to write (default: in the cache folder)", ON(tune)},
    {"--quick", "probe only the basic operations, from which others are derived: seconds, not half a minute",
     ON(options)},
    {"--as LANGUAGE",
     "shell (default), c or python. With several devices or widths, names end in _DEVICE_WIDTH", ON(options)},
    {"--seed N", "seed of the inputs (default 1)", TESTS | ON(trace) | ON(promises)},
    {"--samples N", "least number of timed samples (default 15)", ON(bench)},
    {"--samples N", "least number of timed samples (default 15; on a slow device 10)", ON(run)},
    {"--samples N", "least number of timed samples (default 5)", ON(tune)},
    {"--min-time S", "least seconds of samples (default 0.2)", ON(bench)},
    {"--min-time S", "least seconds of samples (default 0.02; on a slow device 0.01)", ON(run)},
    {"--min-time S", "least seconds of samples (default 0.02)", ON(tune)},
    {"--timeout S",
     "seconds without an answer after which a driver has failed (default 120); for grade, "
     "seconds per student's answer",
     ON(learn)},
    {"--timeout S", "seconds without an answer after which a driver has failed (default 120)",
     EVERY | ON(export)},
    {"--timeout S", "seconds after which a compiler has failed (default 120)", ON(inspect)},
    {"--max-launch S", "longest launch in seconds (default 0.5); longer ones are skipped", TESTS},
    {"--kernel-dir DIR", "kernel sources that replace the built-in ones",
     (WORK & ~ON(tune)) | ON(probe) | ON(promises) | ON(list) | ON(options) | ON(inspect)},
    {"--kernel-dir DIR", "the folder of your kernels and progress (default crosslane-learn)", ON(learn)},
    {"--exercises DIR", "your own exercises, a folder each, not the built-in ones", ON(learn) | ON(trace)},
    {"--trust", "of grade: run the answers without a sandbox, as you", ON(learn)},
    {"--show", "of solution: show it before the exercise is done", ON(learn)},
    {"--label TEXT", "text to store in the results", FILES},
    {"--out-dir DIR",
     "folder of results and pictures (default: a new one in crosslane-results, which keeps 20)", ON(run)},
    {"--json FILE|-", "results as JSON", FILES | ON(merge) | ON(inspect)},
    {"--json FILE|-", "of check and grade: results as JSON", ON(learn)},
    {"--csv FILE|-", "results as a table", (FILES & ~ON(trace)) | ON(show) | ON(merge)},
    {"--csv FILE|-", "of check and grade: results as a table", ON(learn)},
    {"--markdown", "the tables as Markdown, on standard output", ON(show)},
    {"--force", "let named output files replace existing ones",
     FILES | ON(merge) | ON(learn) | ON(inspect) | ON(report) | ON(show) | ON(compare)},
    {"--force", "write even into a folder that has other files", ON(copy) | ON(export)},
    {"--quiet", "no progress output",
     EVERY | ON(copy) | ON(export) | ON(shrink) | ON(learn) | ON(show) | ON(compare) | ON(report)},
};

const char *tool_option_listed(tool_command command, size_t *at, const char **help) {
    while (*at < sizeof options_help / sizeof *options_help) {
        const option_help *const option = &options_help[(*at)++];
        if (!(option->commands & 1u << command)) continue;
        *help = option->help;
        return option->option;
    }
    return NULL;
}

unsigned tool_option_commands(const char *option) {
    const size_t length = strlen(option);
    unsigned commands = 0;
    for (size_t i = 0; i < sizeof options_help / sizeof *options_help; i++) {
        const char *const name = options_help[i].option + 2;
        if (strncmp(name, option, length) == 0 && strchr(" |", name[length]))
            commands |= options_help[i].commands;
    }
    return commands;
}

static void print_exit_status(int width) {
    putchar('\n');
    tool_wrap_behind(
        "", 0,
        "Exit status: 0 success, 1 a result was wrong, 2 bad usage or input file, 3 no device matches or "
        "nothing ran, 4 a device or driver failed, 5 an output cannot be written, 130 interrupted.",
        width, stdout);
}

/* By purpose: each group begins at a command of the list. */
static const struct {
    tool_command first;
    const char *title;
} groups[] = {{TOOL_COMMAND_devices, "look"},
              {TOOL_COMMAND_verify, "check"},
              {TOOL_COMMAND_run, "measure (plain 'crosslane' is 'crosslane run')"},
              {TOOL_COMMAND_learn, "learn"},
              {TOOL_COMMAND_exec, "use"}};

static void print_commands(int width) {
    enum { COLUMN = 11 };
    for (size_t i = 0, group = 0; i < TOOL_COMMAND_COUNT; i++) {
        char title[32];
        if (group < sizeof groups / sizeof *groups && groups[group].first == (tool_command)i)
            tool_print(stdout, "\n%s\n", groups[group++].title);
        snprintf(title, sizeof title, "  %s ", command_names[i]);
        tool_wrap_behind(title, COLUMN, command_helps[i], width, stdout);
        if (i == TOOL_COMMAND_verify) /* it parses its own words */
            tool_wrap_behind("  check ", COLUMN, "find sub-group mistakes in your own kernel or program",
                             width, stdout);
    }
}

void tool_print_general_help(void) {
    const int width = tool_terminal_width(stdout);
    tool_print(stdout, "crosslane: OpenCL sub-group kernels, verified and timed on every device\n\n"
                       "usage: crosslane COMMAND [NAME...] [options]\n");
    print_commands(width);
    tool_print(stdout, "\nNAME is algorithm or algorithm/strategy, with * and ?; none means all.\n");
    tool_wrap_behind("", 0, "'crosslane help COMMAND' shows options and examples; 'crosslane version'.",
                     width, stdout);
    print_exit_status(width);
}

void tool_print_help(tool_command command) {
    enum { COLUMN = 26 };
    const int width = tool_terminal_width(stdout);
    tool_print(stdout, "usage: %s\n\n", usages[command]);
    tool_wrap(tool_command_help(command), width, stdout);
    tool_print(stdout, "\noptions\n");
    const char *option, *help;
    for (size_t at = 0; (option = tool_option_listed(command, &at, &help));) {
        char title[64];
        snprintf(title, sizeof title, "  %s  ", option);
        tool_wrap_behind(title, COLUMN, help, width, stdout);
    }
    tool_print(stdout, "\nexamples\n%s", examples[command]);
    print_exit_status(width);
}
