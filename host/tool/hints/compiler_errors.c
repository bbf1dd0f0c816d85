#include "hints/compiler_errors.h"
#include "text/display.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 512 };

/* The first line from `at` on with an error; NULL: none. */
static const char *find_error(const char *at) {
    const char *found = strstr(at, "error:");
    while (found && found > at && found[-1] != '\n') found--;
    return found;
}

static const char *end_of(const char *line) {
    return line + strcspn(line, "\n");
}

char *tool_first_error(const char *log, char *out, size_t size) {
    const char *const found = find_error(log);
    return tool_text_first_line(found ? found : log, out, size);
}

char *tool_further_errors(const char *log, int most, const char *indent, char *out, size_t size) {
    char line[LINE];
    int left_out = 0;
    const char *at = find_error(log);
    out[0] = '\0';
    while (at && (at = find_error(end_of(at))) != NULL) {
        tool_text_first_line(at, line, sizeof line);
        if (most-- > 0)
            tool_text_append(out, size, "\n%s%s", indent, line);
        else
            left_out++;
    }
    if (left_out > 0)
        tool_text_append(out, size, "\n%sand %d more error%s", indent, left_out, left_out > 1 ? "s" : "");
    return out;
}

/* Without case and underscores. */
static bool is_name(const char *name, size_t size, const char *other) {
    for (; size > 0; name++, size--) {
        if (*name == '_') continue;
        if (*other == '\0' || tolower((unsigned char)*name) != *other++) return false;
    }
    return *other == '\0';
}

bool tool_undeclared(const char *log, char *out, size_t size) {
    static const char *const undeclared[] = {"undeclared identifier '", "implicit declaration of function '"};
    static const struct {
        const char *names[8], *layer;
    } known[] = {
        {{"width", "sgwidth", "warpsize", "wavesize", "subgroupsize", "simdwidth"},
         "SG_WIDTH, the number of lanes"},
        {{"lane", "laneid", "sglane", "sglaneid", "laneindex", "mylane"}, "sg_lane(sg), the lane's number"},
        {{"subgroup", "subgroupid", "sgid", "warp", "warpid"},
         "sg_id(sg), the sub-group's number in its work-group"},
        {{"shflsync", "shfl"}, "sg_shuffle(sg, v, lane), which takes no mask"},
        {{"shflupsync", "shflup"}, "sg_shuffle_up(sg, v, distance), which takes no mask"},
        {{"shfldownsync", "shfldown"}, "sg_shuffle_down(sg, v, distance), which takes no mask"},
        {{"shflxorsync", "shflxor"}, "sg_shuffle_xor(sg, v, mask of the lane's bits)"},
        {{"ballotsync", "ballot", "activemask"}, "sg_ballot(sg, condition), which takes no mask"},
        {{"threadidx"}, "get_local_id(0), the number in the work-group"},
        {{"blockidx"}, "get_group_id(0), the work-group's number"},
        {{"blockdim"}, "get_local_size(0), the number of work-items in the work-group"},
    };
    const char *name = "";
    for (size_t u = 0; u < sizeof undeclared / sizeof *undeclared && *name == '\0'; u++) {
        const char *const at = strstr(log, undeclared[u]);
        if (at) name = at + strlen(undeclared[u]);
    }
    const size_t length = strcspn(name, "'");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (size_t n = 0; known[k].names[n]; n++) {
            if (!is_name(name, length, known[k].names[n])) continue;
            snprintf(out, size, "'%.*s' is not declared; did you mean %s?", (int)length, name,
                     known[k].layer);
            return true;
        }
    return false;
}

char *tool_build_errors(const xl_error *error, char *out, size_t size) {
    char what[LINE], first[LINE], further[XL_ERROR_TEXT];
    tool_text_first_line(error->text, what, sizeof what);
    tool_first_error(error->text, first, sizeof first);
    tool_further_errors(error->text, TOOL_ERRORS, "", further, sizeof further);
    const bool same = strcmp(what, first) == 0;
    snprintf(out, size, "%s%s%s%s", what, same ? "" : "; ", same ? "" : first, further);
    return out;
}
