/* Messages: "@0" in a finding's text becomes the line of its first place. */
#include "messages/findings_text.h"

#include <string.h>

#include "messages/lines.h"

static const struct {
    const char *name, *advice;
} kinds[CHECK_KINDS] = {
    [CHECK_LANES_MISSING] =
        {"lanes missing",
         "let every lane call it, outside of the branch; a lane without a value passes a neutral one"},
    [CHECK_DIFFERENT] = {"different collectives",
                         "move the call out of the branches, so that all lanes reach the same call"},
    [CHECK_BARRIER] = {"barrier not reached by all",
                       "let every work-item reach the barrier: do not return before it or branch around it"},
    [CHECK_RACE] = {"race",
                    "put a barrier between the two accesses, with a fence for the memory that they use"},
    [CHECK_BOUNDS] = {"out of bounds", "compare the index with the size before the access"},
    [CHECK_UNDEFINED] = {"never written", "write the memory before it is read"},
    [CHECK_LANE_INDEX] = {"lane index",
                          "let the lane that is read call it too, outside of conditions that differ between "
                          "lanes, and keep its number below the sub-group's size"},
    [CHECK_WIDTH] = {"depends on the width", "use get_sub_group_size() instead of a fixed width"},
    [CHECK_SCHEDULE] = {"depends on the schedule",
                        "do not rely on the order in which work-items or work-groups run"},
    [CHECK_PROGRESS] =
        {"needs progress",
         "wait only for work-groups that have started: take their numbers from an atomic counter"},
    [CHECK_DIVISION] = {"division by zero", "compare the divisor with zero before the division"},
};

const char *findings_name(uint32_t kind) {
    return kind < CHECK_KINDS ? kinds[kind].name : "unknown";
}

const char *findings_advice(const struct check_finding *f) {
    if (f->across)
        return "use atomics, or give each work-group a place of its own: no barrier reaches other "
               "work-groups";
    return f->kind < CHECK_KINDS ? kinds[f->kind].advice : "";
}

static bool names_source(const char *file, const char *source) {
    size_t n = strlen(file), m = strlen(source);
    return n >= m && !strcmp(file + n - m, source) && (n == m || file[n - m - 1] == '/');
}

/* A function of the portable layer (kernels/sg, crosslane_sg.h), which its caller cannot change. */
static bool is_layer(const char *file) {
    return strstr(file, "/sg/operations/") || strstr(file, "/sg/backends/") ||
           names_source(file, "crosslane_sg.h");
}

void findings_place(const char *object, const char *source, const struct check_place *place, char text[],
                    size_t bytes, uint32_t *line) {
    struct source_line lines[CHECK_FRAMES];
    uint32_t n = lines_find(object, place, lines);
    size_t used = 0;
    snprintf(text, bytes, "a place without a line");
    if (line) *line = 0;
    for (uint32_t i = 0; i < n && used < bytes; ++i) {
        if (i + 1 < n && is_layer(lines[i].file)) continue;
        bool own = names_source(lines[i].file, source);
        const char *file = strrchr(lines[i].file, '/') ? strrchr(lines[i].file, '/') + 1 : lines[i].file;
        used += (size_t)snprintf(text + used, bytes - used, own ? "%sline %u" : "%sline %u of %s",
                                 used ? ", called from " : "", lines[i].line, file);
        if (line && own && !*line) *line = lines[i].line;
    }
    if (line && !*line && n > 0) *line = lines[0].line;
}

void findings_message(const char *object, const char *source, const struct check_finding *f, char text[],
                      size_t bytes) {
    size_t used = 0;
    for (const char *at = f->text; *at && used + 1 < bytes;) {
        if (*at == '@' && at[1] >= '0' && at[1] < '0' + CHECK_PLACES && (uint32_t)(at[1] - '0') < f->places) {
            findings_place(object, source, &f->place[at[1] - '0'], text + used, bytes - used, NULL);
            used += strlen(text + used);
            at += 2;
        } else
            text[used++] = *at++;
    }
    text[used] = '\0';
}

void findings_note(const char *object, const char *source, const struct check_reply *reply, char text[],
                   size_t bytes) {
    char place[CHECK_TEXT] = "";
    if (reply->place.pc[0]) findings_place(object, source, &reply->place, place, sizeof place, NULL);
    snprintf(text, bytes, "%s%s%s", place, place[0] ? ": " : "", reply->note);
}

void findings_json_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 32 || c == 127)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

void findings_collectives_json(FILE *out, const char *kernel, uint64_t collectives) {
    fprintf(out, "{\"collectives\":%llu,\"kernel\":", (unsigned long long)collectives);
    findings_json_string(out, kernel);
    fprintf(out, "}\n");
}

void findings_failure_json(FILE *out, const char *kernel, uint32_t width, const char *text) {
    fprintf(out, "{\"failed\":");
    findings_json_string(out, text);
    fprintf(out, ",\"kernel\":");
    findings_json_string(out, kernel);
    fprintf(out, ",\"width\":%u}\n", width);
}

void findings_json(FILE *out, const char *object, const char *source, const char *kernel,
                   const struct check_finding *f) {
    char text[2 * CHECK_TEXT];
    fprintf(out, "{\"kind\":");
    findings_json_string(out, findings_name(f->kind));
    fprintf(out, ",\"source\":");
    findings_json_string(out, source);
    fprintf(out, ",\"kernel\":");
    findings_json_string(out, kernel);
    fprintf(out, ",\"width\":%u,\"work_group\":%llu,\"sub_group\":%u,\"lanes\":[", f->width,
            (unsigned long long)f->group, f->sub_group);
    bool first = true;
    for (uint32_t i = 0; i < f->lanes; ++i)
        if (f->lane_mask[i / 64] >> i % 64 & 1) {
            fprintf(out, first ? "%u" : ",%u", i);
            first = false;
        }
    fprintf(out, "],\"lines\":[");
    for (uint32_t i = 0; i < f->places; ++i) {
        uint32_t line;
        findings_place(object, source, &f->place[i], text, sizeof text, &line);
        fprintf(out, i ? ",%u" : "%u", line);
    }
    fprintf(out, "],\"message\":");
    findings_message(object, source, f, text, sizeof text);
    findings_json_string(out, text);
    fprintf(out, ",\"advice\":");
    findings_json_string(out, findings_advice(f));
    fprintf(out, "}\n");
}
