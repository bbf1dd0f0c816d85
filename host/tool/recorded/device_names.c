#include "recorded/device_names.h"
#include "records/record.h"
#include "text/display.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 256 };

static bool is_any_of(const char *word, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return false;
}

/* "80GB", "HBM3", "64-Core", "CPU". */
static bool says_nothing(const char *word) {
    static const char *const plain[] = {"CPU", "Processor", "processor", NULL};
    static const char *const behind_digits[] = {"GB", "GiB", "-Core", NULL};
    const size_t digits = strspn(word, "0123456789");
    const bool memory = strncmp(word, "HBM", 3) == 0 || strncmp(word, "GDDR", 4) == 0;
    return memory || is_any_of(word, plain) || (digits > 0 && is_any_of(word + digits, behind_digits));
}

static void drop_marks(char *text) {
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", "(C)"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (char *at; (at = strstr(text, marks[i])) != NULL;) {
            const size_t length = strlen(marks[i]);
            memmove(at, at + length, strlen(at + length) + 1);
        }
}

/* A compiler's target: small letters up to a '-' before a capital. */
static const char *behind_target(const char *text) {
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.-");
    const bool target = length > 0 && text[length - 1] == '-' && isupper((unsigned char)text[length]);
    return target ? text + length : text;
}

/* " @ 3.2GHz", " with ...", " (...)", " [...]". */
static void cut_tail(char *text) {
    static const char *const tails[] = {" @", " with ", " (", " ["};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        char *const at = strstr(text, tails[i]);
        if (at) *at = '\0';
    }
}

static void add_word(char *out, size_t size, const char *word) {
    tool_text_append(out, size, "%s%s", out[0] ? " " : "", word);
}

static char *shorten(const char *raw, char *out, size_t size) {
    char clean[NAME];
    tool_text_clean(raw, clean, sizeof clean);
    drop_marks(clean);
    char *text = clean + (behind_target(clean) - clean);
    cut_tail(text);
    out[0] = '\0';
    while (*text) {
        const size_t gap = strspn(text, " "), length = strcspn(text + gap, " ");
        char word[NAME];
        snprintf(word, sizeof word, "%.*s", (int)length, text + gap);
        if (length > 0 && !says_nothing(word)) add_word(out, size, word);
        text += gap + length;
    }
    return out[0] ? out : tool_text_clean(raw, out, size);
}

char *tool_device_hardware(const json_t *device, char *out, size_t size) {
    return shorten(tool_text_of(device, "name"), out, size);
}

static void first_word(const json_t *device, const char *field, char *out, size_t size) {
    char clean[NAME];
    shorten(tool_text_of(device, field), clean, sizeof clean);
    snprintf(out, size, "%.*s", (int)strcspn(clean, " ,"), clean);
}

/* "AMDI" of "Advanced Micro Devices, Inc." */
static void initials(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (size_t i = 0; text[i] && used + 1 < size; i++)
        if (isupper((unsigned char)text[i]) && (i == 0 || text[i - 1] == ' ')) out[used++] = text[i];
    out[used] = '\0';
}

static bool is_vendors_own(const json_t *device, const char *platform) {
    char vendor[NAME], letters[16];
    first_word(device, "vendor", vendor, sizeof vendor);
    initials(tool_text_of(device, "vendor"), letters, sizeof letters);
    return platform[0] && (strcmp(platform, vendor) == 0 ||
                           (strlen(platform) > 1 && strncmp(letters, platform, strlen(platform)) == 0));
}

/* "NAME 3.1" of "OpenCL 3.0 NAME 3.1+debian ..."; else the platform's name. */
static void implementation(const json_t *device, char *out, size_t size) {
    char name[64] = "", version[64] = "";
    const char *const text = tool_text_of(device, "platform_version");
    const int found = sscanf(text, "OpenCL %*[0-9.] %*[(]%63[^ )] %63[0-9.]", name, version) == 2 ||
                      sscanf(text, "OpenCL %*[0-9.] %63[^ ()] %63[0-9.]", name, version) == 2;
    if (found && isalpha((unsigned char)name[0]))
        snprintf(out, size, "%s %s", name, version);
    else
        shorten(tool_text_of(device, "platform"), out, size);
}

char *tool_device_name(const json_t *device, char *out, size_t size) {
    char hardware[NAME], platform[NAME], made_by[NAME];
    const bool processor = strcmp(tool_text_of(device, "type"), "cpu") == 0;
    tool_device_hardware(device, hardware, sizeof hardware);
    first_word(device, "platform", platform, sizeof platform);
    implementation(device, made_by, sizeof made_by);
    const bool own = is_vendors_own(device, platform),
               said = !platform[0] || strncmp(hardware, platform, strlen(platform)) == 0;
    if (own && processor)
        snprintf(out, size, "%.100s's CPU runtime", platform);
    else if (said)
        snprintf(out, size, "%s", hardware);
    else if (!hardware[0])
        snprintf(out, size, "%.60s", own ? platform : made_by);
    else
        snprintf(out, size, own ? "%.60s %.180s" : "%.60s on %.180s", own ? platform : made_by, hardware);
    return out;
}
