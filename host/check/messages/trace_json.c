/* Finds the lines of each place once, because that starts a process. */
#include "messages/findings_text.h"
#include "messages/lines.h"
#include "messages/trace_text.h"

#include <string.h>

enum { PLACES = 64 };

struct known {
    struct check_place place;
    struct source_line lines[CHECK_FRAMES];
    uint32_t count;
};

struct knowledge {
    struct known item[PLACES];
    uint32_t count;
};

static const struct known *find(struct knowledge *all, const char *object, const struct check_place *place) {
    for (uint32_t i = 0; i < all->count; ++i)
        if (!memcmp(&all->item[i].place, place, sizeof *place)) return &all->item[i];
    struct known *k = &all->item[all->count < PLACES - 1 ? all->count++ : PLACES - 1];
    k->place = *place;
    k->count = lines_find(object, place, k->lines);
    return k;
}

static void put_places(FILE *out, const struct known *k) {
    fprintf(out, ",\"places\":[");
    for (uint32_t i = 0; i < k->count; ++i) {
        fprintf(out, i ? ",[" : "[");
        findings_json_string(out, k->lines[i].file);
        fprintf(out, ",%u]", k->lines[i].line);
    }
    fputc(']', out);
}

static void put_givers(FILE *out, const struct check_meeting *m, uint32_t width) {
    static const char *const flows[] = {"one", "all", "before", "up to"};
    fprintf(out, ",\"flow\":\"%s\",\"cluster\":%u,\"from\":[", flows[m->flow & 3], m->cluster);
    for (uint32_t l = 0; l < width && m->flow == CHECK_MOVES; ++l) {
        if (l) fputc(',', out);
        if (m->from[l] == CHECK_NO_LANE)
            fprintf(out, "null");
        else
            fprintf(out, "%u", m->from[l]);
    }
    fputc(']', out);
}

static void put_row(FILE *out, const struct check_meeting *m, bool in, uint32_t k, uint32_t width) {
    char cell[TRACE_CELL];
    fprintf(out, "[\"%s", in ? "received" : "returned");
    if (trace_components(m, in) > 1) fprintf(out, ".%c", "xyzwabcdefghijkl"[k]);
    fprintf(out, "\",[");
    for (uint32_t l = 0; l < width; ++l) {
        trace_value(m, in, l, k, cell);
        if (l) fputc(',', out);
        if (trace_is_there(m, l))
            fprintf(out, "\"%s\"", cell);
        else
            fprintf(out, "null");
    }
    fprintf(out, "]]");
}

void trace_json(FILE *out, const char *object, const char *kernel, uint32_t width,
                const struct check_meeting *meetings, uint32_t count, uint32_t lost) {
    struct knowledge all = {.count = 0};
    for (uint32_t i = 0; i < count; ++i) {
        const struct check_meeting *m = &meetings[i];
        bool first = true;
        fprintf(out, "{\"collective\":");
        findings_json_string(out, m->name);
        fprintf(out, ",\"kernel\":");
        findings_json_string(out, kernel);
        fprintf(out, ",\"width\":%u,\"lost\":%u", width, lost);
        put_places(out, find(&all, object, &m->place));
        put_givers(out, m, width);
        fprintf(out, ",\"rows\":[");
        for (int in = 1; in >= 0; --in)
            for (uint32_t k = 0; k < trace_components(m, in) && (!in || m->received); ++k) {
                if (!first) fputc(',', out);
                put_row(out, m, in, k, width);
                first = false;
            }
        fprintf(out, "]}\n");
    }
}
