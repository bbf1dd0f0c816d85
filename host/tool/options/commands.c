/* commands.c - the commands in words: `crosslane --help` and `crosslane COMMAND --help`. */
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
    [TOOL_COMMAND_verify] = "crosslane verify [NAME...] [options]",
    [TOOL_COMMAND_bench] = "crosslane bench [NAME...] [options]",
    [TOOL_COMMAND_tune] = ("crosslane tune [NAME...] [--device SEL] [--set PARAM=VALUE[,VALUE...]]\n"
                           "       [options]"),
    [TOOL_COMMAND_exec] = ("crosslane exec NAME --in ARRAY=FILE... --out ARRAY=FILE...\n"
                           "       [--set PARAM=VALUE...] [options]"),
    [TOOL_COMMAND_trace] = "crosslane trace NAME [--lanes A-B] [--set PARAM=VALUE...] [options]",
    [TOOL_COMMAND_learn] =
        ("crosslane learn [EXERCISE | next]\n"
         "       crosslane learn check [EXERCISE... | 4-9 | all] [--json FILE]\n"
         "       [--csv FILE] [options]\n"
         "       crosslane learn hint|watch|solution [EXERCISE] [options]\n"
         "       crosslane learn reset [EXERCISE... | 4-9 | all]\n"
         "       crosslane learn test [EXERCISE...] [options]\n"
         "       crosslane learn grade DIR [--csv FILE] [--json FILE] [--trust] [options]"),
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
    [TOOL_COMMAND_trace] = "  crosslane trace scan/kogge_stone\n"
                           "  crosslane trace reduce/butterfly --width 32 --lanes 0-7 --set type=f32\n"
                           "  crosslane copy lerp mine && crosslane trace lerp/prefix --kernel-dir mine\n",
    [TOOL_COMMAND_learn] = "  crosslane learn                 which exercises there are, which are done\n"
                           "  crosslane learn next            the next one: its text, and a kernel to edit\n"
                           "                                  in crosslane-learn/\n"
                           "  crosslane learn check           is that kernel right? If not: what is wrong\n"
                           "  crosslane learn check 1 4-9     those; all: each that was begun\n"
                           "  crosslane learn watch           the same each time the file is saved\n"
                           "  crosslane learn reset 3         as it was handed out; what you wrote stays\n"
                           "                                  beside it, as .bak\n"
                           "  crosslane learn grade class --csv class.csv   a folder with a folder per\n"
                           "                                  student: who has what right, which mistakes\n"
                           "  crosslane learn hint\n"
                           "  crosslane learn solution 01-lane\n"
                           "  crosslane learn test --exercises mine   of your own: the solution passes,\n"
                           "                                  every wrong answer is told\n",
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
    ONE = ON(exec) | ON(trace), /* one strategy, once, on one device */
    FIRST = ONE | ON(learn),
    EVERY =
        ON(run) | ON(devices) | ON(list) | ON(probe) | ON(verify) | ON(bench) | ON(tune) | ON(options) | ONE,
    TESTS = ON(run) | ON(verify) | ON(bench) | ON(tune), /* on inputs that the command makes */
    WORK = TESTS | ONE,
    RECORDED = ON(compare) | ON(show) | ON(report), /* read results files */
    FILES = EVERY & ~(ON(list) | ON(options)),      /* write results files */
};

static const option_help options_help[] = {
    {"--device SEL", "an index; all, cpu, gpu; a vendor; part of a name. Repeatable; default all",
     EVERY & ~ONE},
    {"--device SEL", "what these devices' own drivers made, where they hand it out, in place of --for",
     ON(inspect)},
    {"--device SEL", "an index; cpu, gpu; a vendor; part of a name; the first that fits runs it", FIRST},
    {"--width W", "numbers with commas, native, or all (native, and emulated 1 to 128)",
     TESTS | ON(probe) | ON(list) | RECORDED},
    {"--width W", "numbers with commas, native, or all; default: those that suit the exercise", ON(learn)},
    {"--width N", "lanes of a sub-group, 1 to 128; default: chosen for the device", ON(exec) | ON(options)},
    {"--width N", "lanes of a sub-group, 1 to 128; default 8", ON(trace)},
    {"--for TARGET[,TARGET...]",
     "what to compile for, as '--targets' lists it; all: what this machine can compile for, one of each "
     "generation",
     ON(inspect)},
    {"--targets", "every target, and the line to type where its tools are missing", ON(inspect)},
    {"--width W", "numbers with commas, or all of the target's; default: its first", ON(inspect)},
    {"--kernel NAME", "of a file: this kernel alone", ON(inspect)},
    {"--require CONDITION",
     "exit status 1 unless it holds for every kernel: spills==0, 'waterfalls==0@gfx1030'. Repeatable. "
     "Numbers are those of --json, and the instructions of one use of an operation of the layer: "
     "'ballot_count<=4', shuffle; relations <= >= == != < >",
     ON(inspect)},
    {"--asm", "the assembly, in place of the tables", ON(inspect)},
    {"--html FILE", "a page of source lines and the instructions beside them", ON(inspect)},
    {"--source", "each line of the source with the instructions made of it, in place of the tables",
     ON(inspect)},
    {"--lanes A-B", "the lanes to show (default the first 8)", ON(trace)},
    {"--backend B", "auto, or a backend by name ('crosslane devices' shows which)",
     WORK | ON(probe) | ON(list) | RECORDED | ON(options) | ON(learn) | ON(inspect)},
    {"--set PARAM=V[,V...]",
     "a parameter; several values sweep, several --set cross. "
     "Also shape=AxB, type=T, distribution=NAME. "
     "Refused where nothing that runs has it",
     TESTS | RECORDED},
    {"--set PARAM=V[,V...]", "the same; of a file NAME=VALUE is a macro", ON(inspect)},
    {"--set PARAM=V", "a parameter that no file gives, once each ('crosslane list NAME' shows them)",
     ON(exec)},
    {"--set PARAM=V", "a parameter, once each; also type=T, distribution=NAME. Sizes are small by default",
     ON(trace)},
    {"--in ARRAY=FILE",
     "an input, .npy or PNG. PNG: [height, width, channels], value over its maximum, no gamma; "
     "as samples its luminance 0.2126 R + 0.7152 G + 0.0722 B, grey as it is",
     ON(exec)},
    {"--out ARRAY=FILE", "an output: .npy, or a picture of 8 bits for a name in .png (clamped to 0 to 1)",
     ON(exec)},
    {"--out FILE", "the page, HTML in one file", ON(report)},
    {"--site DIR", "a folder of pages: an index, a page per device, any two beside each other", ON(report)},
    {"--check", "no page: a line per file, whether it is fit to be given to others", ON(report)},
    {"--level quick|pairs|full",
     "quick (default): few rows: each strategy with each type and width, drawn by --seed. pairs: every "
     "two values of strategy, width, type, inputs and parameters meet, drawn by "
     "--seed. full: all sizes, everything crossed",
     ON(verify)},
    {"--repeat N", "run each case N times", ON(verify)},
    {"--random N", "N problems drawn over every parameter, input, type and width, in place of the usual ones",
     ON(verify)},
    {"--exhaustive",
     "every value of a domain, such as all floats in [0, 1], made and compared on the device "
     "('crosslane list' shows domains)",
     ON(verify)},
    {"--part I/N",
     "part I of N: of the rows ('--level full --part 3/8', for several machines or evenings), of the "
     "values of --exhaustive",
     ON(verify)},
    {"--plant NAME", "run planted wrong kernels, which must be caught; * for all", ON(verify)},
    {"--sweep NAME", "one parameter over its range: a row per value ('crosslane list' shows sweeps)",
     ON(bench) | ON(show)},
    {"--chart FILE", "the sweep as a picture, SVG; without --sweep the first table",
     ON(bench) | ON(show) | ON(compare)},
    {"--auto-grid N", "auto against the best single strategy at N problems, drawn by --seed", ON(bench)},
    {"--fail-slower P",
     "exit status 1 if a row is slower than the first device's by more than P percent, or is "
     "wrong, failed, skipped or missing; 3 if nothing could be compared",
     ON(compare)},
    {"--allow-missing", "of --fail-slower: rows that are skipped, missing or cannot be judged do not fail",
     ON(compare)},
    {"--details", "below the table: every problem with its interval, every strategy and every row",
     ON(compare)},
    {"--all", "every algorithm, not the main ones alone; how long that takes is estimated first", ON(run)},
    {"--all", "of probed operations: a line for each and its types, in place of one per kind of answer",
     ON(probe) | ON(show)},
    {"--in-turns",
     "of several devices: each problem is timed in rounds, on one after the other: A B, B A, ... (default)",
     ON(run) | ON(bench)},
    {"--no-in-turns", "all of a device, then all of the next", ON(run) | ON(bench)},
    {"--again", "forget what is known of the devices, and try what was left out", ON(probe)},
    {"--again", "measure anew what the profile has already", ON(tune)},
    {"--profile FILE", "what auto goes by, in place of the profile in the cache folder",
     (WORK & ~ON(tune)) | ON(list)},
    {"--profile FILE", "where the profile goes, in place of the cache folder", ON(tune)},
    {"--quick",
     "find out only what the other operations can be derived from: seconds in place of half a minute",
     ON(options)},
    {"--as LANGUAGE", "shell (default), c or python. Several devices or widths: names end in _DEVICE_WIDTH",
     ON(options)},
    {"--seed N", "of the inputs (default 1)", TESTS | ON(trace)},
    {"--samples N", "timed samples at least (default 15)", ON(bench)},
    {"--samples N", "timed samples at least (default 15; on a slow device 10)", ON(run)},
    {"--samples N", "timed samples at least (default 5)", ON(tune)},
    {"--min-time S", "seconds of samples at least (default 0.2)", ON(bench)},
    {"--min-time S", "seconds of samples at least (default 0.02; on a slow device 0.01)", ON(run)},
    {"--min-time S", "seconds of samples at least (default 0.02)", ON(tune)},
    {"--timeout S",
     "seconds without an answer until a driver is given up (default 120); of grade those of an "
     "answer altogether",
     ON(learn)},
    {"--timeout S", "seconds without an answer until a driver is given up (default 120)", EVERY},
    {"--timeout S", "seconds until a compiler is given up (default 120)", ON(inspect)},
    {"--max-launch S", "longest launch (default 0.5); what is predicted longer is skipped", TESTS},
    {"--kernel-dir DIR", "kernel sources to use in place of the built-in ones",
     (WORK & ~ON(tune)) | ON(probe) | ON(list) | ON(options) | ON(inspect)},
    {"--kernel-dir DIR", "the folder of your kernels and of what is done (default crosslane-learn)",
     ON(learn)},
    {"--exercises DIR", "exercises of your own, a folder each, in place of the built-in ones", ON(learn)},
    {"--trust", "of grade: run the answers as programs of your own, without walls around them", ON(learn)},
    {"--show", "of solution: also where the exercise is not done", ON(learn)},
    {"--label TEXT", "kept in the results", FILES},
    {"--out-dir DIR",
     "results and pictures (default: a new folder in crosslane-results, which keeps 20 runs)", ON(run)},
    {"--json FILE|-", "results as JSON", FILES | ON(merge) | ON(inspect)},
    {"--json FILE|-", "of check and grade: the answers as JSON", ON(learn)},
    {"--csv FILE|-", "results as a table", (FILES & ~ON(trace)) | ON(show) | ON(merge)},
    {"--csv FILE|-", "of check and grade: the answers as a table", ON(learn)},
    {"--markdown", "the tables as Markdown, on standard output", ON(show)},
    {"--force", "lets --json, --csv and --chart replace a file that exists",
     FILES | ON(merge) | ON(learn) | ON(inspect)},
    {"--force", "copies into a folder that has other files, too", ON(copy)},
    {"--force", "lets --out, --csv or --chart replace a file that exists",
     ON(report) | ON(show) | ON(compare)},
    {"--quiet", "no progress", EVERY | ON(copy) | ON(learn) | ON(show) | ON(compare) | ON(report)},
};

unsigned tool_option_commands(const char *option) {
    const size_t length = strlen(option);
    unsigned commands = 0;
    for (size_t i = 0; i < sizeof options_help / sizeof *options_help; i++) {
        const char *const name = options_help[i].option + 2; /* after "--" */
        if (strncmp(name, option, length) == 0 && strchr(" |", name[length]))
            commands |= options_help[i].commands;
    }
    return commands;
}

static void print_exit_status(int width) {
    putchar('\n');
    tool_wrap_behind(
        "", 0,
        "Exit status: 0 well, 1 a result was wrong, 2 bad usage or input file, 3 no device matches or "
        "nothing "
        "ran, 4 a device or driver failed, 5 an output cannot be written, 130 interrupted.",
        width, stdout);
}

void tool_print_general_help(void) {
    enum { COLUMN = 11 };
    const int width = tool_terminal_width(stdout);
    tool_print(
        stdout,
        "crosslane: OpenCL sub-group kernels, verified and timed on every device\n\n"
        "usage: crosslane COMMAND [NAME...] [options]\n\ncommands (plain 'crosslane' is 'crosslane run')\n");
    for (int i = 0; i < TOOL_COMMAND_COUNT; i++) {
        char title[32];
        snprintf(title, sizeof title, "  %s ", tool_command_name((tool_command)i));
        tool_wrap_behind(title, COLUMN, tool_command_help((tool_command)i), width, stdout);
    }
    tool_print(stdout, "\nNAME is algorithm or algorithm/strategy, with * and ?; none means all.\n");
    tool_wrap_behind("", 0,
                     "'crosslane help COMMAND' shows a command's options with examples; 'crosslane version'.",
                     width, stdout);
    print_exit_status(width);
}

void tool_print_help(tool_command command) {
    enum { COLUMN = 26 };
    const int width = tool_terminal_width(stdout);
    tool_print(stdout, "usage: %s\n\n", usages[command]);
    tool_wrap(tool_command_help(command), width, stdout);
    tool_print(stdout, "\noptions\n");
    for (size_t i = 0; i < sizeof options_help / sizeof *options_help; i++) {
        char title[64];
        if (!(options_help[i].commands & 1u << command)) continue;
        snprintf(title, sizeof title, "  %s  ", options_help[i].option);
        tool_wrap_behind(title, COLUMN, options_help[i].help, width, stdout);
    }
    tool_print(stdout, "\nexamples\n%s", examples[command]);
    print_exit_status(width);
}
