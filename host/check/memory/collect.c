/* Findings are stored once per kind and places. */
#include "memory/collect.h"

#include <stdio.h>
#include <string.h>

static bool same(const struct check_finding *f, enum check_kind kind, const struct check_place *place,
                 uint32_t places) {
    if (f->kind != kind || f->places != places) return false;
    for (uint32_t i = 0; i < places; ++i)
        if (f->place[i].pc[0] != place[i].pc[0]) return false;
    return true;
}

struct check_finding *collect_finding(enum check_kind kind, const struct item *item,
                                      const struct check_place *place, uint32_t places) {
    uint32_t count = machine.reply->findings;
    for (uint32_t i = 0; i < count; ++i)
        if (same(&machine.finding[i], kind, place, places)) return NULL;
    if (count == CHECK_MAX_FINDINGS) {
        ++machine.reply->dropped;
        return NULL;
    }
    struct check_finding *f = &machine.finding[machine.reply->findings++];
    memset(f, 0, sizeof *f);
    f->kind = kind;
    f->width = machine.request->width;
    f->places = places;
    if (places) memcpy(f->place, place, places * sizeof *place);
    if (item) {
        f->group = item->group->linear;
        f->sub_group = item->sub_group;
    }
    return f;
}

void collect_lane(struct check_finding *finding, uint32_t lane) {
    if (lane >= CHECK_MAX_WIDTH) return;
    finding->lane_mask[lane / 64] |= (uint64_t)1 << lane % 64;
    if (finding->lanes <= lane) finding->lanes = lane + 1;
}

const char *collect_lanes(const struct check_finding *finding, char text[], size_t bytes) {
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t lane = 0; lane < finding->lanes; ++lane) {
        if (!(finding->lane_mask[lane / 64] >> lane % 64 & 1)) continue;
        uint32_t last = lane;
        while (last + 1 < finding->lanes && finding->lane_mask[(last + 1) / 64] >> (last + 1) % 64 & 1)
            ++last;
        char part[40];
        if (last > lane)
            snprintf(part, sizeof part, "%u-%u", lane, last);
        else
            snprintf(part, sizeof part, "%u", lane);
        if (used + strlen(part) + 3 > bytes) break;
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", used ? "," : "", part);
        lane = last;
    }
    return text;
}
