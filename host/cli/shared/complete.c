#include "shared/complete.h"
#include "device/backend.h"
#include "inspect/targets/target_list.h"
#include "learn/exercise.h"
#include "options/commands.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "table/registry.h"
#include "text/print.h"
#include <stdio.h>
#include <string.h>

enum { CHECK = TOOL_COMMAND_COUNT, NO_COMMAND };

/* `check` parses its own words (cmd_check.c). */
static const char *const check_options[] = {
    "--kernel NAME", "--arg NAME=SPEC", "--local N",       "--groups N",    "--width N",
    "--schedules N", "--seed N",        "--option OPTION", "--include DIR", "--json FILE"};
static const char *const learn_words[] = {"next",  "check", "hint",  "watch", "solution",
                                          "reset", "test",  "grade", "all"};
static const char *const files[] = {":files"}, *const folders[] = {":folders"};

#define PRINT(list, help) print_words(list, sizeof(list) / sizeof *(list), help)
static void print_words(const char *const *words, size_t count, const char *help) {
    for (size_t i = 0; i < count; i++) tool_print(stdout, "%s%s%s\n", words[i], *help ? "\t" : "", help);
}

/* The words of "quick|pairs|full". */
static void print_choices(const char *choices) {
    for (size_t size; *choices; choices += size + (choices[size] == '|')) {
        size = strcspn(choices, "|");
        tool_print(stdout, "%.*s\n", (int)size, choices);
    }
}

static void print_commands(void) {
    for (size_t i = 0; i < TOOL_COMMAND_COUNT; i++)
        tool_print(stdout, "%s\t%s\n", tool_command_name((tool_command)i),
                   tool_command_help((tool_command)i));
    tool_print(stdout, "check\tfind sub-group mistakes in your own kernel or program\n"
                       "help\toptions and examples of a command\nversion\tversion and compiler\n");
}

/* Without what follows the first space. */
static void print_option(const char *option, const char *help) {
    tool_print(stdout, "%.*s%s%s\n", (int)strcspn(option, " "), option, *help ? "\t" : "", help);
}

/* Advances *at. NULL: no more. */
static const char *next_option(int command, size_t *at, const char **help) {
    *help = "";
    if (command < CHECK) return tool_option_listed((tool_command)command, at, help);
    if (command == CHECK && *at < sizeof check_options / sizeof *check_options) return check_options[(*at)++];
    return NULL;
}

/* What follows the option in the help: "FILE|-". NULL: the command does not have it; "": no value. */
static const char *value_of(int command, const char *option) {
    const char *listed, *help;
    for (size_t at = 0; (listed = next_option(command, &at, &help));) {
        const size_t length = strcspn(listed, " ");
        if (strlen(option) == length && strncmp(listed, option, length) == 0)
            return listed[length] ? listed + length + 1 : "";
    }
    return NULL;
}

static void print_values(const char *option, const char *value) {
    static const char *const devices[] = {"all", "cpu", "gpu", "check"}, *const widths[] = {"native", "all",
                                                                                            "4",      "8",
                                                                                            "16",     "32",
                                                                                            "64",     "128"},
                             *const languages[] = {"shell", "c", "python"};
    const tool_inspect_target *target;
    if (strncmp(value, "FILE", 4) == 0 || strstr(value, "=FILE"))
        PRINT(files, "");
    else if (strncmp(value, "DIR", 3) == 0)
        PRINT(folders, "");
    else if (strcmp(option, "--device") == 0)
        PRINT(devices, "");
    else if (strcmp(option, "--width") == 0)
        PRINT(widths, "");
    else if (strcmp(option, "--as") == 0)
        PRINT(languages, "");
    else if (strcmp(option, "--backend") == 0) {
        tool_print(stdout, "auto\tthe first that works\n");
        for (int i = 0; i < XL__BACKENDS; i++)
            tool_print(stdout, "%s\t%s\n", xl__backends[i].name, xl__backends[i].help);
    } else if (strcmp(option, "--for") == 0) {
        tool_print(stdout, "all\tone of each generation\n");
        for (size_t i = 0; (target = tool_target_at(i)); i++) tool_print(stdout, "%s\n", target->name);
    } else if (value[0] >= 'a' && value[0] <= 'z')
        print_choices(value);
}

static void print_names(void) {
    for (size_t a = 0; xl__algorithms[a]; a++) {
        const xl__algorithm *const algorithm = xl__algorithms[a];
        tool_print(stdout, "%s\t%s\n", algorithm->name, algorithm->help);
        for (int s = 0; s < algorithm->strategy_count; s++)
            tool_print(stdout, "%s/%s\t%s\n", algorithm->name, algorithm->strategies[s].name,
                       algorithm->strategies[s].help);
    }
}

static void print_lessons(void) {
    static tool_exercise_name names[TOOL_MOST_EXERCISES];
    char title[128];
    xl_error error;
    int count = 0;
    PRINT(learn_words, "");
    if (tool_exercise_list(NULL, names, &count, &error) != XL_SUCCESS) return;
    for (int i = 0; i < count; i++)
        if (tool_exercise_title(NULL, names[i], title, sizeof title, &error) == XL_SUCCESS)
            tool_print(stdout, "%s\t%s\n", names[i], title);
}

static void print_operands(int command) {
    switch (command) {
    case NO_COMMAND: print_commands(); break;
    case TOOL_COMMAND_devices:
    case TOOL_COMMAND_probe:
    case TOOL_COMMAND_promises:
    case TOOL_COMMAND_options: break;
    case TOOL_COMMAND_learn: print_lessons(); break;
    case TOOL_COMMAND_shrink: PRINT(folders, ""); break;
    case CHECK:
    case TOOL_COMMAND_compare:
    case TOOL_COMMAND_show:
    case TOOL_COMMAND_report:
    case TOOL_COMMAND_merge:
    case TOOL_COMMAND_export: PRINT(files, ""); break;
    default: print_names();
    }
}

static int command_named(const char *word) {
    for (int i = 0; i < TOOL_COMMAND_COUNT; i++)
        if (strcmp(word, tool_command_name((tool_command)i)) == 0) return i;
    return strcmp(word, "check") == 0 ? CHECK : NO_COMMAND;
}

tool_exit cli_complete(int count, char *const *words) {
    int command = NO_COMMAND, last = count - 1;
    if (count < 1) return tool_flush(stdout);
    const char *current = words[last];
    for (int i = 0; i < last && command == NO_COMMAND; i++) command = command_named(words[i]);
    if (strcmp(current, "=") != 0 && last > 0 && strcmp(words[last - 1], "=") == 0) last--;
    if (strcmp(words[last], "=") == 0) current = ""; /* bash makes "=" a word of its own */
    const char *const before = last > 0 ? words[last - 1] : "";
    const char *const value = strncmp(before, "--", 2) == 0 ? value_of(command, before) : NULL;
    if (value && *value)
        print_values(before, value);
    else if (current[0] == '-') {
        const char *help, *option;
        for (size_t at = 0; (option = next_option(command, &at, &help));) print_option(option, help);
    } else
        print_operands(command);
    return tool_flush(stdout);
}
