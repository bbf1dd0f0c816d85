/* Each finding is reported once per process. */
#include "icd/launch_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages/findings_text.h"
#include "messages/lines.h"
#include "messages/trace_text.h"

enum { KNOWN = 512, KNOWN_SITES = 64 };

uint64_t report_setting(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    char *end;
    uint64_t value = text ? strtoull(text, &end, 10) : 0;
    return text && *text && !*end ? value : otherwise;
}

bool report_fails(void) {
    return report_setting("CROSSLANE_CHECK_FAIL", 0) == 1;
}

bool report_traces(void) {
    return report_setting("CROSSLANE_CHECK_TRACE", 0) == 1;
}

/* The file to append to, or NULL. */
static FILE *open_report(void) {
    const char *path = getenv("CROSSLANE_CHECK_REPORT");
    return path && *path ? fopen(path, "ae") : NULL;
}

void report_meetings(const struct check_launch *launch, const struct check_reply *reply,
                     const struct check_meeting *meetings) {
    FILE *file = reply->meetings ? open_report() : NULL;
    if (!file) return;
    trace_json(file, launch->program->object, launch->kernel->name, launch->width, meetings, reply->meetings,
               reply->meetings_lost);
    fclose(file);
}

static bool is_new(const char *kernel, const char *text) {
    static uint64_t known[KNOWN];
    static uint32_t count;
    uint64_t h = 14695981039346656037u;
    for (const char *at = kernel; *at; ++at) h = (h ^ (unsigned char)*at) * 1099511628211u;
    for (const char *at = text; *at; ++at) h = (h ^ (unsigned char)*at) * 1099511628211u;
    for (uint32_t i = 0; i < count; ++i)
        if (known[i] == h) return false;
    if (count < KNOWN) known[count++] = h;
    return true;
}

/* True if the portable layer measures the width there. addr2line is slow, so answers are kept. */
static bool is_of_layer(const char *object, const struct check_place *place) {
    static struct known {
        char object[256];
        struct check_place place;
        bool layer;
    } known[KNOWN_SITES];
    static uint32_t count;
    struct source_line lines[CHECK_FRAMES];
    for (uint32_t i = 0; i < count && i < KNOWN_SITES; ++i)
        if (!strcmp(known[i].object, object) && !memcmp(&known[i].place, place, sizeof *place))
            return known[i].layer;
    struct known *k = &known[count++ % KNOWN_SITES];
    *k = (struct known){.place = *place};
    snprintf(k->object, sizeof k->object, "%s", object);
    for (uint32_t i = 0, n = lines_find(object, place, lines); i < n; ++i)
        k->layer |= strstr(lines[i].file, "sg_guard.h") || strstr(lines[i].file, "sg_trace.h");
    return k->layer;
}

static uint64_t count_collectives(const char *object, const struct check_reply *reply) {
    uint64_t count = reply->collectives;
    for (uint32_t i = 0; i < CHECK_SITES && reply->site[i].count; ++i)
        if (!is_of_layer(object, &reply->site[i].place)) count += reply->site[i].count;
    return count;
}

void report_findings(const struct check_launch *launch, const char *source, const struct check_reply *reply,
                     const struct check_finding *findings) {
    const char *kernel = launch->kernel->name, *object = launch->program->object;
    bool failed = reply->status != CHECK_DONE, counts = report_setting("CROSSLANE_CHECK_COUNT", 0);
    const uint64_t collectives = counts ? count_collectives(object, reply) : 0;
    if (!reply->findings && !failed && !collectives) return;
    FILE *file = open_report();
    if (file && collectives) findings_collectives_json(file, kernel, collectives);
    for (uint32_t i = 0; i < reply->findings; ++i) {
        char text[2 * CHECK_TEXT];
        findings_message(object, source, &findings[i], text, sizeof text);
        if (file)
            findings_json(file, object, source, kernel, &findings[i]);
        else if (is_new(kernel, text))
            fprintf(stderr, "crosslane check: %s: kernel %s, width %u: %s\n", findings_name(findings[i].kind),
                    kernel, findings[i].width, text);
    }
    char note[2 * CHECK_TEXT];
    findings_note(object, source, reply, note, sizeof note);
    if (failed && file)
        findings_failure_json(file, kernel, launch->width, note);
    else if (failed)
        fprintf(stderr, "crosslane check: kernel %s, width %u: %s\n", kernel, launch->width, note);
    if (file) fclose(file);
}
