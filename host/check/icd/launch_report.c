/* Each finding is reported once per process. */
#include "icd/launch_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages/findings_text.h"

enum { KNOWN = 512 };

uint64_t report_setting(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    char *end;
    uint64_t value = text ? strtoull(text, &end, 10) : 0;
    return text && *text && !*end ? value : otherwise;
}

bool report_fails(void) {
    return report_setting("CROSSLANE_CHECK_FAIL", 0) == 1;
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

void report_findings(const struct check_launch *launch, const char *source, const struct check_reply *reply,
                     const struct check_finding *findings) {
    const char *path = getenv("CROSSLANE_CHECK_REPORT"), *kernel = launch->kernel->name,
               *object = launch->program->object;
    bool failed = reply->status != CHECK_DONE;
    if (!reply->findings && !failed) return;
    FILE *file = path && *path ? fopen(path, "ae") : NULL;
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
